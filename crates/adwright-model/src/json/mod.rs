//! Reading JSON text by its exact bytes.

mod cursor;
mod duplicate_names;
mod index_entry;
mod number;
mod scan;

pub(crate) use index_entry::IndexEntry;
pub(crate) use number::normal_number;
pub use number::{compare_numbers, exact_i64};
pub(crate) use scan::scan;

use std::borrow::Cow;
use std::ops::Range;

/// The largest document that is opened for editing, in bytes.
pub const LARGEST_BYTES: usize = 16 * 1024 * 1024;

/// How deep objects and lists may stand inside each other.
pub(crate) const DEEPEST: usize = 128;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonType {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number, in whatever spelling.
    Number,
    /// A text in quotes.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// A stretch of the text. Half the size of a `Range<usize>`, and there is one for each value.
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

/// Writes a text as a JSON string, quotes included.
#[must_use]
pub fn to_json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Reads a scanned JSON string, quotes included.
pub(crate) fn parse_json_string(raw: &str) -> Cow<'_, str> {
    if raw.as_bytes().contains(&b'\\') {
        Cow::Owned(serde_json::from_str(raw).expect("the scanner has checked every escape"))
    } else {
        Cow::Borrowed(&raw[1..raw.len() - 1])
    }
}

/// An offset or position of a scanned text, in the width in which the index keeps it.
fn to_u32(at: usize) -> u32 {
    u32::try_from(at).expect("a document is at most LARGEST_BYTES long")
}
