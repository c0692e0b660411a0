//! Reads JSON text by its exact bytes.

mod cursor;
mod duplicate_names;
mod index_entry;
mod number;
mod scan;

pub(crate) use duplicate_names::digest;
pub(crate) use index_entry::{IndexEntry, bytes_equal};
pub(crate) use number::normal_number;
pub use number::{compare_numbers, exact_i64, plain_number};
pub(crate) use scan::scan;

use std::borrow::Cow;
use std::ops::Range;

/// The largest editable document, in bytes.
pub const LARGEST_BYTES: usize = 16 * 1024 * 1024;

/// The deepest allowed nesting of objects and lists.
pub(crate) const DEEPEST: usize = 128;

/// The JSON type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonType {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number, in any spelling.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

impl JsonType {
    /// Every type, in the order of declaration.
    pub(crate) const ALL: [Self; 6] = [
        Self::Null,
        Self::Bool,
        Self::Number,
        Self::String,
        Self::Array,
        Self::Object,
    ];
}

/// A range of the text. Half the size of a `Range<usize>`, because each value has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Writes a text as a JSON string, including quotes.
#[must_use]
pub fn to_json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Decodes a scanned JSON string, including quotes.
pub(crate) fn parse_json_string(raw: &str) -> Cow<'_, str> {
    if raw.as_bytes().contains(&b'\\') {
        Cow::Owned(serde_json::from_str(raw).expect("the scanner has checked every escape"))
    } else {
        Cow::Borrowed(&raw[1..raw.len() - 1])
    }
}

/// Converts an offset or index to the width that the index uses.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a document is at most LARGEST_BYTES long"
)]
const fn to_u32(at: usize) -> u32 {
    at as u32
}
