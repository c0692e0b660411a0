use std::ops::Range;

use super::{JsonType, LARGEST_BYTES, Span, to_u32};

/// One value of a scanned text. A value's parts follow it, so that [`after`](Self::after) skips them.
///
/// An entry takes 16 bytes, because the densest text has a value for every two bytes. The unused bits of the
/// offsets hold the JSON type, the length of the name, and the escape flags.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexEntry {
    /// The low bits are the start of the member's name, with its quote. Above them are the JSON type and two flags.
    /// The start is 0 for an item and for the document itself.
    name: u32,
    value: Span,
    /// The low bits are the index of the entry after this one and all its parts. Above them is the length of the
    /// name with its quotes.
    after: u32,
}

const _: () = assert!(size_of::<IndexEntry>() == 16, "there is one for each value");

/// A member's name or a value in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonToken {
    pub(super) span: Span,
    /// True if it is a string with an escape, which differs from its spelling.
    pub(super) has_escape: bool,
}

impl JsonToken {
    /// Returns the offset of its first byte.
    pub(super) fn start(self) -> usize {
        self.span.start as usize
    }

    /// Returns the same token at another place of the text.
    pub(super) fn at_offset(self, start: usize) -> Self {
        let length = self.span.end - self.span.start;
        let start = to_u32(start);
        let span = Span {
            start,
            end: start + length,
        };
        Self { span, ..self }
    }
}

const ESCAPE_IN_NAME: u32 = 1 << 31;
const ESCAPE_IN_VALUE: u32 = 1 << 30;
const SHAPE_SHIFT: u32 = 27;
const OFFSET: u32 = (1 << SHAPE_SHIFT) - 1;
/// Indexed by type number. Three bits leave room for two more types.
const SHAPES: [JsonType; 8] = [
    JsonType::Null,
    JsonType::Bool,
    JsonType::Number,
    JsonType::String,
    JsonType::Array,
    JsonType::Object,
    JsonType::Null,
    JsonType::Null,
];
const _: () = assert!(
    LARGEST_BYTES <= OFFSET as usize,
    "flags leave room for every offset"
);

const LENGTH_SHIFT: u32 = 24;
const PLACE: u32 = (1 << LENGTH_SHIFT) - 1;
/// Names of this length or longer store this value; their end is found by the colon.
const LONG: u32 = u32::MAX >> LENGTH_SHIFT;
// The densest text, `[1,1,1…]`, has a value for every two bytes.
const _: () = assert!(
    LARGEST_BYTES / 2 < PLACE as usize,
    "lengths leave room for every place"
);

/// Compares two byte strings. Most have 4 to 32 bytes, and a call to compare them takes longer than the comparison.
pub(crate) fn bytes_equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Some(of_a), Some(of_b)) = (ends::<16>(a), ends::<16>(b)) {
        return of_a == of_b && (a.len() <= 32 || a == b);
    }
    if let (Some(of_a), Some(of_b)) = (ends::<8>(a), ends::<8>(b)) {
        return of_a == of_b;
    }
    match (ends::<4>(a), ends::<4>(b)) {
        (Some(of_a), Some(of_b)) => of_a == of_b,
        _ => a.iter().zip(b).all(|(a, b)| a == b),
    }
}

/// Returns the first and last bytes. They overlap in a short text.
fn ends<const N: usize>(bytes: &[u8]) -> Option<([u8; N], [u8; N])> {
    Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
}

impl IndexEntry {
    /// Creates a value without parts so far, after `before` other entries.
    pub(super) fn new(
        name: Option<JsonToken>,
        shape: JsonType,
        value: JsonToken,
        before: usize,
    ) -> Self {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        let (start, length) = name.map_or((0, 0), |name| {
            let length = name.span.end - name.span.start;
            (
                name.span.start | flag(name.has_escape, ESCAPE_IN_NAME),
                length.min(LONG),
            )
        });
        Self {
            name: start | (shape as u32) << SHAPE_SHIFT | flag(value.has_escape, ESCAPE_IN_VALUE),
            value: value.span,
            after: to_u32(before + 1) | length << LENGTH_SHIFT,
        }
    }

    /// Closes an object or list: sets the end of its text and the number of entries so far.
    pub(super) fn close(&mut self, end: usize, entries: usize) {
        self.value.end = to_u32(end);
        self.after = to_u32(entries) | self.after & !PLACE;
    }

    /// Returns the span of the value.
    pub(crate) fn value_range(&self) -> Range<usize> {
        self.value.range()
    }

    /// Returns the index of the entry after this one and all its parts.
    pub(crate) fn next_index(&self) -> usize {
        (self.after & PLACE) as usize
    }

    /// Returns the span of the member's name with its quotes; `None` for an item and for the document itself.
    pub(crate) fn name_range(&self, text: &str) -> Option<Range<usize>> {
        let start = (self.name & OFFSET) as usize;
        (start != 0).then(|| match self.after >> LENGTH_SHIFT {
            // The name ends before its colon.
            LONG => {
                let before = text[..self.value.start as usize].trim_ascii_end();
                let before = before[..before.len() - 1].trim_ascii_end();
                start..before.len()
            }
            length => start..start + length as usize,
        })
    }

    /// Returns the name as it was read; `None` without a name, and for a very long one.
    pub(super) fn name_token(&self) -> Option<JsonToken> {
        let start = self.name & OFFSET;
        let length = self.after >> LENGTH_SHIFT;
        (start != 0 && length != LONG).then(|| JsonToken {
            span: Span {
                start,
                end: start + length,
            },
            has_escape: self.has_escape_in_name(),
        })
    }

    /// Returns the name without its quotes; `None` if it has an escape or is very long, and without a name.
    #[inline]
    pub(crate) fn plain_name<'t>(&self, text: &'t str) -> Option<&'t [u8]> {
        let JsonToken { span, has_escape } = self.name_token()?;
        let Range { start, end } = span.range();
        (!has_escape).then(|| &text.as_bytes()[start + 1..end - 1])
    }

    /// Returns true if the name has an escape.
    pub(crate) fn has_escape_in_name(&self) -> bool {
        self.name & ESCAPE_IN_NAME != 0
    }

    /// Returns true if the value is a string with an escape.
    pub(crate) fn has_escape_in_value(&self) -> bool {
        self.name & ESCAPE_IN_VALUE != 0
    }

    /// Returns the type of the value.
    pub(crate) fn json_type(&self) -> JsonType {
        SHAPES[(self.name >> SHAPE_SHIFT & 7) as usize]
    }
}
