//! Reading what may be absent or of another type than it should be.

use std::borrow::Cow;

use adwright_model::{Node, Path, Shape};

/// No more characters of a text are shown in one place.
const LONGEST: usize = 80;

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
        (None, Shape::Object) => format!("set, with {} fields", value.len()),
        (None, _) => plain(value),
    }
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
