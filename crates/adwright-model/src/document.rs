use std::fmt;
use std::sync::Arc;

use crate::json::{Entry, LARGEST_BYTES, scan};
use crate::node::Node;
use crate::path::Path;
use crate::place::Place;

/// One entity's JSON, exactly as the service gave it or as it will be sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// Well-formed; every edit replaces just its own span.
    Editable(Editable),
    /// Can only be shown, not edited without a risk to what nobody touched.
    TextOnly(TextOnly),
}

impl Document {
    /// Reads received bytes. Never fails: what cannot be edited is still shown, with the reason.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                return Self::TextOnly(TextOnly::new(text, Unreadable::NotUtf8, at));
            }
        };
        Editable::from_text(text).map_or_else(Self::TextOnly, Self::Editable)
    }

    /// The document's text; invalid bytes are replaced.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Editable(editable) => editable.text(),
            Self::TextOnly(text_only) => &text_only.text,
        }
    }
}

/// A document that can only be shown, and why. Its `Display` is a sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {}, column {}: {reason}", place.line, place.column)]
pub struct TextOnly {
    /// What was received; invalid bytes are replaced.
    pub text: String,
    /// Why it cannot be edited.
    pub reason: Unreadable,
    /// Where that shows.
    pub place: Place,
}

impl TextOnly {
    fn new(text: String, reason: Unreadable, at: usize) -> Self {
        let place = Place::of(&text, at);
        Self {
            text,
            reason,
            place,
        }
    }
}

/// Why a document can only be shown. Its `Display` is a sentence without the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The grammar of JSON is broken.
    #[error("this is not well-formed JSON: {why}.")]
    Broken {
        /// What is wrong, as a clause.
        why: &'static str,
    },
    /// An object has the same member twice, so an edit could hit the one that does not count.
    #[error(
        "the member \"{name}\" is there twice in one object, and it cannot be told which counts."
    )]
    Duplicate {
        /// The member's name.
        name: String,
    },
    /// The bytes are no UTF-8 text.
    #[error("the bytes from here on are no UTF-8 text.")]
    NotUtf8,
    /// An escape stands for half a character, which no text can hold.
    #[error("this escape is one half of a pair, and the other half is missing.")]
    HalfCharacter,
    /// Objects and lists stand too deep inside each other.
    #[error("objects and lists are nested more than 128 deep.")]
    TooDeep,
    /// The text is longer than [`LARGEST_BYTES`].
    #[error("the document is larger than {} MB.", LARGEST_BYTES / (1024 * 1024))]
    TooBig,
}

/// A well-formed JSON text with an index of its values. Cheap to clone; two are equal when their
/// texts are.
#[derive(Clone)]
pub struct Editable(Arc<Indexed>);

pub(crate) struct Indexed {
    pub(crate) text: String,
    pub(crate) entries: Vec<Entry>,
}

impl Editable {
    /// Reads a JSON text.
    ///
    /// Accepts what the grammar of JSON allows, whatever the root is, except for what
    /// [`Unreadable`] names.
    pub fn parse(text: &str) -> Result<Self, TextOnly> {
        Self::from_text(text.to_owned())
    }

    pub(crate) fn from_text(text: String) -> Result<Self, TextOnly> {
        match scan(&text) {
            Ok(entries) => Ok(Self(Arc::new(Indexed { text, entries }))),
            Err(fault) => Err(TextOnly::new(text, fault.reason, fault.at)),
        }
    }

    /// The exact text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node::root_of(&self.0)
    }

    /// The value at a path; none where there is none.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<Node<'_>> {
        path.steps()
            .iter()
            .try_fold(self.root(), |node, step| node.step(step))
    }

    /// The line and column of a byte offset.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        Place::of(self.text(), offset)
    }
}

impl PartialEq for Editable {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Editable {}

impl fmt::Debug for Editable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Editable").field(&self.text()).finish()
    }
}

#[cfg(test)]
mod tests;
