//! Reading what may be absent or of another type than it should be.

use std::borrow::Cow;

use adwright_model::{Node, Path, Shape};

use crate::amount::{Amount, grouped, told};

/// No more characters of a text are shown in one place.
const LONGEST: usize = 80;

/// No more members of an object or items of a list are shown in one place.
const MOST_WORDS: usize = 6;

/// An object of the document, with the place where it stands.
#[derive(Clone)]
pub(crate) struct Held<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) path: Path,
}

impl<'a> Held<'a> {
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
        (node.shape() == Shape::Object).then(|| Self {
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
            .filter(|(_, node)| node.shape() == Shape::Object);
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
    pub(crate) fn said(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| shortened(&text))
    }

    /// What it is called: its own name, or that of its file.
    pub(crate) fn name(&self) -> Option<String> {
        self.said("name").or_else(|| self.said("assetName"))
    }

    /// A text or a number, as text: services write ids as either.
    pub(crate) fn word(&self, name: &str) -> Option<Cow<'a, str>> {
        let node = self.value(name)?;
        match node.shape() {
            Shape::Number => Some(node.raw().into()),
            _ => self.text(name),
        }
    }

    /// A yes or no.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }
}

/// A value as it is shown: the text itself, or the JSON that stands there.
pub(crate) fn plain(value: Node<'_>) -> String {
    match value.as_str() {
        Some(text) => shortened(&text),
        None => shortened(value.raw()),
    }
}

/// The same for people who do not read JSON.
pub(crate) fn in_words(value: Node<'_>) -> String {
    match (value.as_bool(), value.shape()) {
        (Some(true), _) => "yes".to_owned(),
        (Some(false), _) => "no".to_owned(),
        (None, Shape::Object) => object_in_words(value),
        (None, Shape::Array) => list_in_words(value),
        (None, _) => plain(value),
    }
}

/// What an object says: of a file its name and weight, of anything else the first of its members that say something.
fn object_in_words(object: Node<'_>) -> String {
    let text = |name| object.member(name).and_then(|text| text.as_str());
    if let Some(name) = text("assetName").or_else(|| text("fileName")) {
        let weight = Amount::of(object.member("size")).size();
        let weight = weight.map_or(String::new(), |weight| format!(", {} KB", told(weight)));
        return format!("{}{weight}", shortened(&name));
    }
    let members = object.members();
    let members = members.filter(|(name, value)| *name != "type" && !value.is_null());
    let members = members.map(|(name, value)| {
        let value = match value.shape() {
            Shape::Object => "{…}".to_owned(),
            Shape::Array => list_in_words(value),
            _ => plain(value),
        };
        format!("{}: {value}", shortened(&name))
    });
    first_of(members, "; ").unwrap_or_else(|| "set, with nothing in it".to_owned())
}

fn list_in_words(list: Node<'_>) -> String {
    let items = list.items().map(|item| match item.shape() {
        Shape::Object | Shape::Array => "{…}".to_owned(),
        _ => plain(item),
    });
    first_of(items, ", ").unwrap_or_else(|| "none".to_owned())
}

/// The first of several words with what stands between them, and how many more there are; none where there are none.
fn first_of(words: impl Iterator<Item = String>, between: &str) -> Option<String> {
    let mut words = words.peekable();
    words.peek()?;
    let first: Vec<_> = words.by_ref().take(MOST_WORDS).collect();
    let first = first.join(between);
    Some(match words.count() {
        0 => first,
        more => format!("{first}{between}and {} more", grouped(more)),
    })
}

/// The first characters of a text, on one line, and `…` where there are more.
pub(crate) fn shortened(text: &str) -> String {
    shortened_to(text, LONGEST)
}

/// The same, of so many characters.
pub(crate) fn shortened_to(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut characters = text.chars().map(plain);
    let mut short: String = characters.by_ref().take(longest).collect();
    if characters.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}
