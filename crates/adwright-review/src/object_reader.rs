//! Reading what may be absent or of another type than it should be.

use std::borrow::Cow;

use adwright_model::{JsonType, Node, Path};

use crate::amount::{Amount, format_grouped, group_thousands};

/// No more characters of a text are shown in one place.
const LONGEST: usize = 80;

/// No more members of an object or items of a list are shown in one place.
const MOST_WORDS: usize = 6;

/// An object of the document, with the place where it stands.
#[derive(Clone)]
pub(crate) struct ObjectReader<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) path: Path,
}

impl<'a> ObjectReader<'a> {
    /// The document itself.
    pub(crate) fn root(node: Node<'a>) -> Self {
        let path = Path::root();
        Self { node, path }
    }

    /// A member, unless it is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.node.member(name).filter(|node| !node.is_null())
    }

    /// A member that is an object.
    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        let node = self.value(name)?;
        (node.json_type() == JsonType::Object).then(|| Self {
            node,
            path: self.path.child(name),
        })
    }

    /// The objects of a list; an object that stands there without a list around it is the only one.
    pub(crate) fn objects(&self, name: &str) -> Vec<Self> {
        if let Some(bare) = self.object(name) {
            return vec![bare];
        }
        let path = self.path.child(name);
        let items = self.value(name).into_iter().flat_map(|list| list.items());
        let objects = items
            .enumerate()
            .filter(|(_, node)| node.json_type() == JsonType::Object);
        objects
            .map(|(at, node)| Self {
                node,
                path: path.item(at),
            })
            .collect()
    }

    /// A text that says something.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        let text = self.value(name)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// The same as it is shown.
    pub(crate) fn short_text(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| shorten(&text))
    }

    /// What it is called: its own name, or that of its file.
    pub(crate) fn name(&self) -> Option<String> {
        self.short_text("name")
            .or_else(|| self.short_text("assetName"))
    }

    /// A text or a number, as text: services write ids as either.
    pub(crate) fn text_or_number(&self, name: &str) -> Option<Cow<'a, str>> {
        let node = self.value(name)?;
        match node.json_type() {
            JsonType::Number => Some(node.raw().into()),
            _ => self.text(name),
        }
    }

    /// A yes or no.
    pub(crate) fn boolean(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }
}

/// A value as it is shown: the text itself, or the JSON that stands there.
pub(crate) fn to_plain_text(value: Node<'_>) -> String {
    match value.as_str() {
        Some(text) => shorten(&text),
        None => shorten(value.raw()),
    }
}

/// The same for people who do not read JSON.
pub(crate) fn describe_value(value: Node<'_>) -> String {
    match (value.as_bool(), value.json_type()) {
        (Some(true), _) => "yes".to_owned(),
        (Some(false), _) => "no".to_owned(),
        (None, JsonType::Object) => describe_object(value),
        (None, JsonType::Array) => describe_list(value),
        (None, _) => to_plain_text(value),
    }
}

/// What an object says: of a file its name and weight, of anything else the first of its members that say something.
fn describe_object(object: Node<'_>) -> String {
    let text = |name| object.member(name).and_then(|text| text.as_str());
    if let Some(name) = text("assetName").or_else(|| text("fileName")) {
        let weight = Amount::from_node(object.member("size")).positive();
        let weight = weight.map_or(String::new(), |weight| {
            format!(", {} KB", format_grouped(weight))
        });
        return format!("{}{weight}", shorten(&name));
    }
    let members = object.members();
    let members = members.filter(|(name, value)| *name != "type" && !value.is_null());
    let members = members.map(|(name, value)| {
        let value = match value.json_type() {
            JsonType::Object => "{…}".to_owned(),
            JsonType::Array => describe_list(value),
            _ => to_plain_text(value),
        };
        format!("{}: {value}", shorten(&name))
    });
    join_first(members, "; ").unwrap_or_else(|| "set, with nothing in it".to_owned())
}

fn describe_list(list: Node<'_>) -> String {
    let items = list.items().map(|item| match item.json_type() {
        JsonType::Object | JsonType::Array => "{…}".to_owned(),
        _ => to_plain_text(item),
    });
    join_first(items, ", ").unwrap_or_else(|| "none".to_owned())
}

/// The first of several words with what stands between them, and how many more there are; none where there are none.
fn join_first(words: impl Iterator<Item = String>, between: &str) -> Option<String> {
    let mut words = words.peekable();
    words.peek()?;
    let first: Vec<_> = words.by_ref().take(MOST_WORDS).collect();
    let first = first.join(between);
    Some(match words.count() {
        0 => first,
        more => format!("{first}{between}and {} more", group_thousands(more)),
    })
}

/// The first characters of a text, on one line, and `…` where there are more.
pub(crate) fn shorten(text: &str) -> String {
    shorten_to(text, LONGEST)
}

/// The same, of so many characters.
pub(crate) fn shorten_to(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut characters = text.chars().map(plain);
    let mut short: String = characters.by_ref().take(longest).collect();
    if characters.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}
