use std::ops::Range;

use super::{JsonType, LARGEST_BYTES, Span, to_u32};

/// One value of a scanned text. A value's parts follow it, so that [`after`](Self::after) skips them.
///
/// Kept to 16 bytes, since the densest text has a value for every two of its own: what offsets leave free of their words
/// says what the value is, how long the name is, and whether there are escapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexEntry {
    /// Where the member's name starts, with its quote, below the shape and two flags; 0 for an item and for the document
    /// itself.
    name: u32,
    value: Span,
    /// The entry after this one and all its parts, below the length of the name with its quotes.
    after: u32,
}

const _: () = assert!(size_of::<IndexEntry>() == 16, "there is one for each value");

/// A member's name or a value, as the scan found it.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonToken {
    pub(super) span: Span,
    /// Whether it is a text with an escape in it, which reads otherwise than it is spelled.
    pub(super) has_escape: bool,
}

const ESCAPE_IN_NAME: u32 = 1 << 31;
const ESCAPE_IN_VALUE: u32 = 1 << 30;
const SHAPE_SHIFT: u32 = 27;
const OFFSET: u32 = (1 << SHAPE_SHIFT) - 1;
/// By their numbers, for which three bits are kept: they could say two more.
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
/// The length of a name this long or longer, which is found by its colon.
const LONG: u32 = u32::MAX >> LENGTH_SHIFT;
// The densest text, `[1,1,1…]`, has a value for every two bytes.
const _: () = assert!(
    LARGEST_BYTES / 2 < PLACE as usize,
    "lengths leave room for every place"
);

/// Whether two texts of one length are the same. Most names have no more than twice eight bytes, and calling for a comparison
/// takes longer than making it.
fn bytes_equal(a: &[u8], b: &[u8]) -> bool {
    let ends = |text: &[u8]| Some((*text.first_chunk::<8>()?, *text.last_chunk::<8>()?));
    match (ends(a), ends(b)) {
        (Some(of_a), Some(of_b)) => of_a == of_b && (a.len() <= 16 || a == b),
        _ => a.iter().zip(b).all(|(a, b)| a == b),
    }
}

impl IndexEntry {
    /// A value without parts so far, as the last of `before` others.
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

    /// Ends an object or list: where its text ends, and how many entries there are by then.
    pub(super) fn close(&mut self, end: usize, entries: usize) {
        self.value.end = to_u32(end);
        self.after = to_u32(entries) | self.after & !PLACE;
    }

    /// The value itself.
    pub(crate) fn value_range(&self) -> Range<usize> {
        self.value.range()
    }

    /// The entry after this one and all its parts.
    pub(crate) fn next_index(&self) -> usize {
        (self.after & PLACE) as usize
    }

    /// The member's name with its quotes; none for an item and for the document itself.
    pub(crate) fn name_range(&self, text: &str) -> Option<Range<usize>> {
        let start = (self.name & OFFSET) as usize;
        (start != 0).then(|| match self.after >> LENGTH_SHIFT {
            // It ends before its colon.
            LONG => {
                let before = text[..self.value.start as usize].trim_ascii_end();
                let before = before[..before.len() - 1].trim_ascii_end();
                start..before.len()
            }
            length => start..start + length as usize,
        })
    }

    /// Whether the name is spelled like this; never of a name with an escape, which takes reading.
    pub(crate) fn is_named(&self, name: &str, text: &str) -> bool {
        let length = name.len() + 2;
        let is_as_long = match self.after >> LENGTH_SHIFT {
            LONG => self
                .name_range(text)
                .is_some_and(|name| name.len() == length),
            known => known as usize == length,
        };
        let from = (self.name & OFFSET) as usize + 1;
        is_as_long
            && !self.has_escape_in_name()
            && bytes_equal(&text.as_bytes()[from..from + name.len()], name.as_bytes())
    }

    /// Whether the name reads otherwise than it is spelled.
    pub(crate) fn has_escape_in_name(&self) -> bool {
        self.name & ESCAPE_IN_NAME != 0
    }

    /// Whether the value is a text with an escape in it.
    pub(crate) fn has_escape_in_value(&self) -> bool {
        self.name & ESCAPE_IN_VALUE != 0
    }

    /// What the value is.
    pub(crate) fn json_type(&self) -> JsonType {
        SHAPES[(self.name >> SHAPE_SHIFT & 7) as usize]
    }
}
