use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::json::{IndexEntry, JsonType, LARGEST_BYTES, scan};
use crate::kind::Id;
use crate::node::Node;
use crate::path::Path;
use crate::text_position::TextPosition;

/// One entity's JSON, exactly as the service gave it or as it will be sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// Well-formed JSON; each edit replaces only its own span.
    Editable(EditableDocument),
    /// A document that is only shown: an edit could damage parts that nobody touched.
    TextOnly(UneditableText),
}

impl Document {
    /// Reads received bytes. Never fails: a document that cannot be edited is still shown, with the reason.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let not_utf8 = (UneditableReason::NotUtf8, at);
                let (reason, at) = detect_wide_encoding(error.as_bytes()).unwrap_or(not_utf8);
                return Self::TextOnly(UneditableText::new(text, reason, at));
            }
        };
        EditableDocument::from_text(text).map_or_else(Self::TextOnly, Self::Editable)
    }

    /// Reads a text that a person wrote. Only an object is accepted.
    #[must_use]
    pub fn parse_object(text: String) -> Self {
        match EditableDocument::from_text(text) {
            Ok(editable) if editable.root().json_type() != JsonType::Object => {
                let at = editable.root().span().start;
                let text = editable.text().to_owned();
                Self::TextOnly(UneditableText::new(text, UneditableReason::NoObject, at))
            }
            read => read.map_or_else(Self::TextOnly, Self::Editable),
        }
    }

    /// Returns the document's text; invalid bytes are replaced.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Editable(editable) => editable.text(),
            Self::TextOnly(text_only) => &text_only.text,
        }
    }
}

/// A document that is only shown, with the reason. Its `Display` is a sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {}, column {}: {reason}", position.line, position.column)]
pub struct UneditableText {
    /// The received text; invalid bytes are replaced.
    pub text: String,
    /// The reason why it cannot be edited.
    pub reason: UneditableReason,
    /// The place of the problem.
    pub position: TextPosition,
}

impl UneditableText {
    fn new(text: String, reason: UneditableReason, at: usize) -> Self {
        let position = TextPosition::from_offset(&text, at);
        Self {
            text,
            reason,
            position,
        }
    }
}

/// The reason why a document is only shown. Its `Display` is a sentence without the place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum UneditableReason {
    /// The text is not valid JSON.
    #[error("this is not well-formed JSON: {why}.")]
    Syntax {
        /// The problem, as a clause.
        why: Cow<'static, str>,
    },
    /// An object has the same member twice. An edit could change the copy that does not count.
    #[error("the member \"{name}\" occurs twice in one object, so it is unclear which one counts.")]
    Duplicate {
        /// The member's name.
        name: String,
    },
    /// The bytes use another text encoding.
    #[error("this is {encoding} text. Save it as UTF-8.")]
    OtherEncoding {
        /// The name of the encoding, such as `UTF-16`.
        encoding: Cow<'static, str>,
    },
    /// The bytes are not UTF-8.
    #[error("the bytes from here on are not UTF-8 text.")]
    NotUtf8,
    /// An escape is one half of a surrogate pair, which no text can hold.
    #[error("this escape is one half of a pair, and the other half is missing.")]
    LoneSurrogate,
    /// Objects and lists are nested too deep.
    #[error("objects and lists are nested more than 128 deep.")]
    TooDeep,
    /// The JSON is well-formed but not an object.
    #[error("the text must be one object in {{ and }}.")]
    NoObject,
    /// The text is longer than [`LARGEST_BYTES`].
    #[error("the document is larger than {} MB.", LARGEST_BYTES / (1024 * 1024))]
    TooBig,
}

/// The bytes of text for one value, including its name. Most documents use more.
const USUAL_BYTES: usize = 16;

/// A well-formed JSON text with an index of its values. Cheap to clone. Two are equal if their texts are equal.
#[derive(Clone)]
pub struct EditableDocument(Arc<IndexedText>);

pub(crate) struct IndexedText {
    pub(crate) text: String,
    pub(crate) entries: Vec<IndexEntry>,
}

impl EditableDocument {
    /// Parses a JSON text.
    ///
    /// Accepts all valid JSON with any root, except what [`UneditableReason`] names.
    pub fn parse(text: &str) -> Result<Self, UneditableText> {
        Self::from_text(text.to_owned())
    }

    /// Returns the reason why a text cannot be parsed as an editable document.
    pub(crate) fn validate(text: &str) -> Result<(), UneditableText> {
        match scan(text, text.len() / USUAL_BYTES) {
            Ok(_) => Ok(()),
            Err(_) => Self::parse(text).map(|_| ()),
        }
    }

    pub(crate) fn from_text(text: String) -> Result<Self, UneditableText> {
        let values = text.len() / USUAL_BYTES;
        Self::from_text_with_capacity(text, values)
    }

    /// Parses a text with a known approximate number of values. Capacity for many more would cost as much as real
    /// values.
    pub(crate) fn from_text_with_capacity(
        text: String,
        values: usize,
    ) -> Result<Self, UneditableText> {
        match scan(&text, values) {
            Ok(entries) => Ok(Self(Arc::new(IndexedText { text, entries }))),
            Err(fault) => {
                let (reason, at) = detect_wrong_start(&text).unwrap_or((fault.reason, fault.at));
                Err(UneditableText::new(text, reason, at))
            }
        }
    }

    /// Returns the exact text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the id of the object: its member `id`, a number or a text of digits.
    #[must_use]
    pub fn id(&self) -> Option<Id> {
        self.root().member("id")?.as_id().map(Id)
    }

    /// Counts the values: the root and all its parts.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.0.entries.len()
    }

    /// Returns the outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node::root(&self.0)
    }

    /// Returns the value at a path.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<Node<'_>> {
        path.steps()
            .iter()
            .try_fold(self.root(), |node, step| node.child(step))
    }

    /// Returns the line and column of a byte offset.
    #[must_use]
    pub fn position_at(&self, offset: usize) -> TextPosition {
        TextPosition::from_offset(self.text(), offset)
    }
}

/// Detects UTF-16 and UTF-32 by the byte order mark, or by the zeros in the first characters.
fn detect_wide_encoding(bytes: &[u8]) -> Option<(UneditableReason, usize)> {
    let encoding = match bytes {
        [0xff, 0xfe, 0, 0, ..]
        | [0, 0, 0xfe, 0xff, ..]
        | [1..=0x7f, 0, 0, 0, ..]
        | [0, 0, 0, 1..=0x7f, ..] => "UTF-32",
        [0xff, 0xfe, ..]
        | [0xfe, 0xff, ..]
        | [1..=0x7f, 0, 1..=0x7f, 0, ..]
        | [0, 1..=0x7f, 0, 1..=0x7f, ..] => "UTF-16",
        _ => return None,
    };
    Some((
        UneditableReason::OtherEncoding {
            encoding: encoding.into(),
        },
        0,
    ))
}

/// Explains why a text is not JSON from its start, and where; `None` if the place says enough.
fn detect_wrong_start(text: &str) -> Option<(UneditableReason, usize)> {
    let body = text.trim_ascii_start();
    let begins = text.len() - body.len();
    let (why, at) = if body.is_empty() {
        ("it is empty", begins)
    } else if text.starts_with('\u{feff}') {
        let why = "it begins with an invisible byte order mark; remove that";
        (why, 0)
    } else if text.starts_with("\0\0\0\0") {
        let why = "it begins with zero bytes, like a file that was not copied completely";
        (why, 0)
    } else if body.starts_with('<') {
        ("it begins like a web page", begins)
    } else {
        return detect_wide_encoding(text.as_bytes());
    };
    Some((UneditableReason::Syntax { why: why.into() }, at))
}

impl PartialEq for EditableDocument {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for EditableDocument {}

impl fmt::Debug for EditableDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EditableDocument")
            .field(&self.text())
            .finish()
    }
}

#[cfg(test)]
mod tests;
