//! The form: the catalog's fields over one document, section by section.

use adwright_checks::Phase;
use adwright_model::{
    Binding, Bindings, Catalog, Editable, Node, Object, Path, Required, Shape, Type,
};

use super::value::{kind_of, kind_of_unknown, show};
use crate::pickers::Pickers;
use crate::views::{Choice, Field, FieldKind, Group, Lock, Presence};
use crate::zone::Zone;

/// The section of members that the catalog does not know.
const UNKNOWN_GROUP: &str = "Other fields from the service";

/// One document, with everything that its form is drawn from.
pub(crate) struct Shown<'a> {
    pub(crate) document: &'a Editable,
    pub(crate) base: Option<&'a Editable>,
    pub(crate) phase: Phase,
    pub(crate) root: &'a Object,
    pub(crate) catalog: &'a Catalog,
    pub(crate) bindings: &'a Bindings,
    pub(crate) pickers: &'a Pickers,
    pub(crate) zone: &'a Zone,
}

impl Shown<'_> {
    /// The sections in the catalog's order; what the catalog does not know comes last.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let mut sections = Sections::default();
        self.walk(self.root, &Path::root(), &mut sections);
        sections.in_order(&self.root.groups)
    }

    fn walk(&self, object: &Object, at: &Path, sections: &mut Sections) {
        for field in &object.fields {
            let path = at.child(&field.name);
            match self.nested(field, &path) {
                Some(nested) => self.walk(nested, &path, sections),
                None if self.is_hidden(object, field, at) => {}
                None => sections.add(&field.group, self.known(field, &path)),
            }
        }
        self.walk_unknown(object, at, sections);
    }

    fn walk_unknown(&self, object: &Object, at: &Path, sections: &mut Sections) {
        let Some(node) = self.document.get(at) else {
            return;
        };
        for (name, member) in node.members() {
            if object.fields.iter().all(|field| field.name != name) {
                sections.add(UNKNOWN_GROUP, self.unknown(member, &at.child(name.clone())));
            }
        }
    }

    /// The object to go into, unless something else than an object stands in its place.
    fn nested(&self, field: &adwright_model::Field, path: &Path) -> Option<&Object> {
        let Type::Object(name) = &field.ty else {
            return None;
        };
        let in_place = self.document.get(path).map(|node| node.shape());
        matches!(in_place, None | Some(Shape::Object))
            .then(|| self.catalog.object(name))
            .flatten()
    }

    /// Hidden: a `type` that says what is known anyway, a name that stands beside its id, the absent one of two
    /// spellings, and what the service will supply once a new campaign is created.
    fn is_hidden(&self, object: &Object, field: &adwright_model::Field, at: &Path) -> bool {
        let present = self.document.get(&at.child(&field.name));
        match present {
            Some(node) => {
                let says_the_obvious = node.as_str().is_some_and(|name| name == object.name);
                field.name == "type" && says_the_obvious || self.is_shown_with_id(object, field, at)
            }
            None => {
                field.same_as.is_some()
                    || field.name == "type"
                    || (self.phase == Phase::Create && field.read_only)
            }
        }
    }

    /// Whether a name is shown beside the id that it belongs to. One that was changed stands for itself.
    fn is_shown_with_id(&self, object: &Object, field: &adwright_model::Field, at: &Path) -> bool {
        let Some(stem) = field.name.strip_suffix("Name").filter(|_| field.read_only) else {
            return false;
        };
        let path = at.child(&field.name);
        let unchanged = self
            .base
            .is_some_and(|base| same(base.get(&path), self.document.get(&path)));
        unchanged && object.fields.iter().any(|id| is_id_of(&id.name, stem))
    }

    fn known(&self, field: &adwright_model::Field, path: &Path) -> Field {
        let kind = self.kind_with_pickers(field);
        let shown = self.value(path, kind, field.unit);
        Field {
            label: field.title.clone(),
            description: field.description.clone(),
            kind,
            presence: shown.presence,
            text: shown.text,
            unit: (kind == FieldKind::Instant).then(|| self.zone.name()),
            choices: self.choices(field, path),
            required: self.is_required(field),
            lock: self.lock(field),
            changed: shown.changed,
            was: shown.was,
            known: true,
            note: self.found_as(path),
            path: path.to_string(),
        }
    }

    fn unknown(&self, node: Node<'_>, path: &Path) -> Field {
        let kind = kind_of_unknown(node);
        let shown = self.value(path, kind, None);
        Field {
            label: path.to_string(),
            description:
                "Adwright does not know this field. It goes back to the service exactly as it came."
                    .to_owned(),
            kind,
            presence: shown.presence,
            text: shown.text,
            unit: None,
            choices: Vec::new(),
            required: false,
            lock: Some(lock(
                "kept as is",
                "Adwright does not know this field, so it is shown, and goes back exactly as it came.",
            )),
            changed: shown.changed,
            was: shown.was,
            known: false,
            note: None,
            path: path.to_string(),
        }
    }

    fn value(&self, path: &Path, kind: FieldKind, unit: Option<adwright_model::Unit>) -> Value {
        let node = self.document.get(path);
        let before = self.base.map(|base| base.get(path));
        let text_of = |node: Option<Node<'_>>| {
            node.map_or_else(String::new, |node| show(node, kind, unit, self.zone))
        };
        let changed = before.is_some_and(|before| !same(before, node));
        Value {
            presence: presence(node),
            text: text_of(node),
            changed,
            was: before.filter(|_| changed).map(text_of),
        }
    }

    fn is_required(&self, field: &adwright_model::Field) -> bool {
        match field.required {
            Required::Never => false,
            Required::Create => self.phase == Phase::Create,
            Required::Update => self.phase == Phase::Update && !field.read_only,
            Required::Both => !field.read_only,
        }
    }

    fn lock(&self, field: &adwright_model::Field) -> Option<Lock> {
        if field.read_only {
            return Some(lock("read-only", "The service supplies this."));
        }
        (field.set_once && self.phase == Phase::Update).then(|| {
            lock(
                "set once",
                "This can only be set while the campaign is new.",
            )
        })
    }

    fn kind_with_pickers(&self, field: &adwright_model::Field) -> FieldKind {
        match kind_of(field) {
            FieldKind::Id
                if !self
                    .pickers
                    .of(&field.name, self.document, self.bindings)
                    .is_empty() =>
            {
                FieldKind::Choice
            }
            kind => kind,
        }
    }

    fn choices(&self, field: &adwright_model::Field, path: &Path) -> Vec<Choice> {
        let seen = self.pickers.of(&field.name, self.document, self.bindings);
        let named = self
            .name_beside(&field.name, path)
            .filter(|_| seen.is_empty());
        let listed = field.values.iter().map(|value| Choice {
            value: value.clone(),
            label: value.clone(),
        });
        seen.into_iter().chain(named).chain(listed).collect()
    }

    /// What an id stands for: the name that the document has beside it (`brandId` and `brandName`).
    fn name_beside(&self, member: &str, path: &Path) -> Option<Choice> {
        let stem = member.strip_suffix("Id").unwrap_or(member);
        let name = path.parent()?.child(format!("{stem}Name"));
        Some(Choice {
            value: self.document.get(path)?.raw().to_owned(),
            label: self.document.get(&name)?.as_str()?.into_owned(),
        })
    }

    /// Says where a rule finds the field that it needs, since the interface does not.
    fn found_as(&self, path: &Path) -> Option<String> {
        [
            Binding::TraffickingMode,
            Binding::Verification,
            Binding::DisableCookies,
        ]
        .into_iter()
        .any(|binding| {
            self.bindings
                .find(binding, self.document)
                .is_some_and(|(found, _)| found == *path)
        })
        .then(|| format!("found at {path}"))
        .filter(|_| path.steps().len() > 1)
    }
}

struct Value {
    presence: Presence,
    text: String,
    changed: bool,
    was: Option<String>,
}

/// Whether `member` is the id that goes with the name of `stem`: `brandId` with `brandName`, `createdBy` with
/// `createdByName`.
fn is_id_of(member: &str, stem: &str) -> bool {
    member.strip_suffix("Id").unwrap_or(member) == stem
}

fn same(before: Option<Node<'_>>, now: Option<Node<'_>>) -> bool {
    match (before, now) {
        (None, None) => true,
        (Some(before), Some(now)) => before.same_value(&now),
        _ => false,
    }
}

fn presence(node: Option<Node<'_>>) -> Presence {
    match node.map(|node| node.shape()) {
        None => Presence::Absent,
        Some(Shape::Null) => Presence::Null,
        Some(_) => Presence::Value,
    }
}

fn lock(label: &str, reason: &str) -> Lock {
    Lock {
        label: label.to_owned(),
        reason: reason.to_owned(),
    }
}

/// The sections that have a field.
#[derive(Default)]
struct Sections(Vec<Group>);

impl Sections {
    fn add(&mut self, title: &str, field: Field) {
        match self.0.iter_mut().find(|group| group.title == title) {
            Some(group) => group.fields.push(field),
            None => self.0.push(Group {
                title: title.to_owned(),
                note: note(title),
                fields: vec![field],
            }),
        }
    }

    fn in_order(mut self, order: &[String]) -> Vec<Group> {
        let place = |group: &Group| order.iter().position(|title| *title == group.title);
        self.0
            .sort_by_key(|group| place(group).unwrap_or(order.len()));
        self.0
    }
}

fn note(title: &str) -> Option<String> {
    (title == UNKNOWN_GROUP).then(|| {
        "Not in the catalog. They are shown, and go back to the service exactly as they came."
            .to_owned()
    })
}
