use std::ops::Range;

use super::{LARGEST_BYTES, Shape, Span, index};

/// One value of a scanned text. A value's parts follow it, so that [`after`](Self::after) skips them.
///
/// Kept to 16 bytes, since the densest text has a value for every two of its own: the value's shape shows in its first
/// byte, and what offsets leave free of their words says how long the name is and whether there are escapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Where the member's name starts, with its quote, below the two flags; 0 for an item and for the document itself.
    name: u32,
    value: Span,
    /// The entry after this one and all its parts, below the length of the name with its quotes.
    after: u32,
}

/// A member's name or a text, as the scan found it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quoted {
    pub(super) span: Span,
    /// Whether it has an escape in it, and so reads otherwise than it is spelled.
    pub(super) has_escape: bool,
}

const ESCAPE_IN_NAME: u32 = 1 << 31;
const ESCAPE_IN_VALUE: u32 = 1 << 30;
const OFFSET: u32 = ESCAPE_IN_VALUE - 1;
const _: () = assert!(
    LARGEST_BYTES <= OFFSET as usize,
    "flags leave room for every offset"
);

const LENGTH_SHIFT: u32 = 24;
const PLACE: u32 = (1 << LENGTH_SHIFT) - 1;
/// This long or longer.
const LONG: u32 = u32::MAX >> LENGTH_SHIFT;
// The densest text, `[1,1,1…]`, has a value for every two bytes.
const _: () = assert!(
    LARGEST_BYTES / 2 < PLACE as usize,
    "lengths leave room for every place"
);

impl Entry {
    /// A value without parts so far, as the last of `before` others.
    pub(super) fn new(name: Option<Quoted>, value: Span, before: usize) -> Self {
        let (start, length) = name.map_or((0, 0), |name| {
            let flag = if name.has_escape { ESCAPE_IN_NAME } else { 0 };
            let length = name.span.end - name.span.start;
            (name.span.start | flag, length.min(LONG))
        });
        Self {
            name: start,
            value,
            after: index(before + 1) | length << LENGTH_SHIFT,
        }
    }

    pub(super) fn with_escape(mut self, has_escape: bool) -> Self {
        self.name |= if has_escape { ESCAPE_IN_VALUE } else { 0 };
        self
    }

    /// Ends an object or list: where its text ends, and how many entries there are by then.
    pub(super) fn close(&mut self, end: usize, entries: usize) {
        self.value.end = index(end);
        self.after = index(entries) | self.after & !PLACE;
    }

    /// The value itself.
    pub(crate) fn value(&self) -> Range<usize> {
        self.value.range()
    }

    /// The entry after this one and all its parts.
    pub(crate) fn after(&self) -> usize {
        (self.after & PLACE) as usize
    }

    /// The member's name with its quotes; none for an item and for the document itself.
    pub(crate) fn name_in(&self, text: &str) -> Option<Range<usize>> {
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

    /// Whether the name reads otherwise than it is spelled.
    pub(crate) fn has_escape_in_name(&self) -> bool {
        self.name & ESCAPE_IN_NAME != 0
    }

    /// The same of a text.
    pub(crate) fn has_escape_in_value(&self) -> bool {
        self.name & ESCAPE_IN_VALUE != 0
    }

    pub(crate) fn shape_in(&self, text: &str) -> Shape {
        match text.as_bytes()[self.value.start as usize] {
            b'{' => Shape::Object,
            b'[' => Shape::Array,
            b'"' => Shape::String,
            b't' | b'f' => Shape::Bool,
            b'n' => Shape::Null,
            _ => Shape::Number,
        }
    }
}
