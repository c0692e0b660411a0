//! What the interface shows, as data of its own beside the schemas.

/// An object with the fields that the interface shows of it.
pub(crate) struct DocumentedObject {
    pub(crate) name: &'static str,
    takes_over: Option<&'static str>,
    own: Vec<Row>,
}

/// One line: a field with its type and limitation in the interface's words.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) field: &'static str,
    pub(crate) ty: &'static str,
    pub(crate) limitation: &'static str,
    pub(crate) twin: Option<&'static str>,
}

const TEXT: &str = include_str!("interface.tsv");

/// Every object of the fixture.
pub(crate) fn shown() -> Vec<DocumentedObject> {
    let mut shown: Vec<DocumentedObject> = Vec::new();
    for line in lines() {
        match line.strip_prefix("= ") {
            Some(head) => shown.push(heading(head)),
            None => shown.last_mut().unwrap().own.push(row(line)),
        }
    }
    shown
}

/// The number of fields that the fixture says it has, and the number that it has.
pub(crate) fn counts() -> (usize, usize) {
    let said = TEXT.lines().find_map(|line| line.strip_prefix("# Lines: "));
    let fields = lines().filter(|line| !line.starts_with("= "));
    (said.unwrap().parse().unwrap(), fields.count())
}

/// The object's own fields and those that it takes over.
pub(crate) fn rows(object: &DocumentedObject, all: &[DocumentedObject]) -> Vec<Row> {
    let base = object.takes_over.map(|name| {
        let base = all.iter().find(|base| base.name == name);
        rows(base.expect(name), all)
    });
    let rows = base.into_iter().flatten();
    rows.chain(object.own.iter().copied()).collect()
}

/// A field and the values seen in it.
pub(crate) fn values() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let lines = include_str!("values.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let line = |line: &'static str| {
        let (place, values) = line.split_once('\t').unwrap();
        let (object, field) = place.split_once('.').unwrap();
        (object, field, values.split(", ").collect())
    };
    lines.map(line).collect()
}

fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| !line.starts_with('#'))
}

fn heading(text: &'static str) -> DocumentedObject {
    let (name, takes_over) = match text.split_once(" : ") {
        Some((name, base)) => (name, Some(base)),
        None => (text, None),
    };
    DocumentedObject {
        name,
        takes_over,
        own: Vec::new(),
    }
}

fn row(line: &'static str) -> Row {
    let mut cells = line.split('\t');
    let mut cell = || cells.next().expect(line);
    Row {
        field: cell(),
        ty: cell(),
        limitation: cell(),
        twin: cells.next(),
    }
}
