//! Reads values that may be absent or have the wrong type.

use std::borrow::Cow;

use adwright_model::{JsonType, Node, Path};

use crate::amount::{Amount, format_grouped, group_thousands};

/// The most characters of a text shown in one place.
const MAX_LENGTH: usize = 80;

/// The most members or items shown in one place.
const MAX_ITEMS: usize = 6;

/// An object of the document, with its path.
#[derive(Clone)]
pub(crate) struct ObjectReader<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) path: Path,
}

impl<'a> ObjectReader<'a> {
    /// Creates a reader of the document itself.
    pub(crate) fn root(node: Node<'a>) -> Self {
        let path = Path::root();
        Self { node, path }
    }

    /// Returns a member, unless it is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.node.member(name).filter(|node| !node.is_null())
    }

    /// Returns a member that is an object.
    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        let node = self.value(name)?;
        (node.json_type() == JsonType::Object).then(|| Self {
            node,
            path: self.path.child(name),
        })
    }

    /// Returns the objects of a list. A single object without a list counts as a list of one.
    pub(crate) fn objects(&self, name: &str) -> Vec<Self> {
        if let Some(object) = self.object(name) {
            return vec![object];
        }
        let path = self.path.child(name);
        let items = self.value(name).into_iter().flat_map(|list| list.items());
        let objects = items
            .enumerate()
            .filter(|(_, node)| node.json_type() == JsonType::Object);
        objects
            .map(|(index, node)| Self {
                node,
                path: path.item(index),
            })
            .collect()
    }

    /// Returns a text that is not blank.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        let text = self.value(name)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns a text, shortened for display.
    pub(crate) fn short_text(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| shorten(&text))
    }

    /// Returns the object's own name, or the name of its file.
    pub(crate) fn name(&self) -> Option<String> {
        self.short_text("name")
            .or_else(|| self.short_text("assetName"))
    }

    /// Returns a text or a number, as text: services write ids as either.
    pub(crate) fn text_or_number(&self, name: &str) -> Option<Cow<'a, str>> {
        let node = self.value(name)?;
        match node.json_type() {
            JsonType::Number => Some(node.raw().into()),
            _ => self.text(name),
        }
    }

    /// Returns a boolean.
    pub(crate) fn boolean(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }
}

/// Returns a value for display: the text itself, or its JSON.
pub(crate) fn to_plain_text(value: Node<'_>) -> String {
    match value.as_str() {
        Some(text) => shorten(&text),
        None => shorten(value.raw()),
    }
}

/// Describes a value for people who do not read JSON.
pub(crate) fn describe_value(value: Node<'_>) -> String {
    match (value.as_bool(), value.json_type()) {
        (Some(true), _) => "yes".to_owned(),
        (Some(false), _) => "no".to_owned(),
        (None, JsonType::Object) => describe_object(value),
        (None, JsonType::Array) => describe_list(value),
        (None, _) => to_plain_text(value),
    }
}

/// Describes an object: a file by name and weight, others by their first members with content.
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
    join_first(members, "; ").unwrap_or_else(|| "set, but empty".to_owned())
}

fn describe_list(list: Node<'_>) -> String {
    let items = list.items().map(|item| match item.json_type() {
        JsonType::Object | JsonType::Array => "{…}".to_owned(),
        _ => to_plain_text(item),
    });
    join_first(items, ", ").unwrap_or_else(|| "none".to_owned())
}

/// Joins the first words, and adds the number of the others. `None` if there are no words.
fn join_first(words: impl Iterator<Item = String>, separator: &str) -> Option<String> {
    let mut words = words.peekable();
    words.peek()?;
    let first: Vec<_> = words.by_ref().take(MAX_ITEMS).collect();
    let first = first.join(separator);
    Some(match words.count() {
        0 => first,
        more => format!("{first}{separator}and {} more", group_thousands(more)),
    })
}

/// Cuts a text to one line of at most [`MAX_LENGTH`] characters and marks the cut with `…`.
pub(crate) fn shorten(text: &str) -> String {
    shorten_to(text, MAX_LENGTH)
}

/// Cuts a text to one line of at most `max_length` characters.
pub(crate) fn shorten_to(text: &str, max_length: usize) -> String {
    let without_control = |c: char| if c.is_control() { ' ' } else { c };
    let mut characters = text.chars().map(without_control);
    let mut short: String = characters.by_ref().take(max_length).collect();
    if characters.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}
