//! Lines and columns.

use serde::{Deserialize, Serialize};

/// A position in a text. Line and column count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl TextPosition {
    /// The start of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the position of a byte.
    pub(crate) fn from_offset(text: &str, offset: usize) -> Self {
        let offset = text.floor_char_boundary(offset);
        PositionTracker::new(text.as_bytes()).position_at(offset)
    }

    /// Returns the position in a longer text in which this text begins at `start`.
    #[must_use]
    pub fn relative_to(self, start: Self) -> Self {
        if self.line > 1 {
            Self {
                line: start.line + self.line - 1,
                ..self
            }
        } else {
            Self {
                line: start.line,
                column: start.column + self.column - 1,
            }
        }
    }
}

/// Finds positions from the start to the end of a text, in one pass for any number of queries.
#[derive(Debug, Clone)]
pub struct PositionTracker<'a> {
    text: &'a [u8],
    offset: usize,
    place: TextPosition,
}

impl<'a> PositionTracker<'a> {
    /// Starts at the beginning of a text, which may contain invalid UTF-8.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            offset: 0,
            place: TextPosition::START,
        }
    }

    /// Returns the position of a byte. An offset before the previous one counts as the previous one.
    pub fn position_at(&mut self, offset: usize) -> TextPosition {
        let end = offset.min(self.text.len()).max(self.offset);
        for &byte in &self.text[self.offset..end] {
            match byte {
                b'\n' => {
                    self.place.line += 1;
                    self.place.column = 1;
                }
                // Continuation bytes of a character.
                0x80..=0xbf => {}
                _ => self.place.column += 1,
            }
        }
        self.offset = end;
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: usize, column: usize) -> TextPosition {
        TextPosition { line, column }
    }

    #[test]
    fn columns_count_characters_within_a_line() {
        let mut places = PositionTracker::new("äö\n€x".as_bytes());
        assert_eq!(places.position_at(0), place(1, 1));
        assert_eq!(places.position_at(4), place(1, 3));
        assert_eq!(places.position_at(5), place(2, 1));
        assert_eq!(places.position_at(8), place(2, 2));
        assert_eq!(places.position_at(99), place(2, 3));
        assert_eq!(places.position_at(0), place(2, 3));
        assert_eq!(TextPosition::from_offset("äö", 1), place(1, 1));
    }

    #[test]
    fn inner_position_counts_from_start_of_its_text() {
        assert_eq!(place(1, 4).relative_to(place(3, 10)), place(3, 13));
        assert_eq!(place(2, 4).relative_to(place(3, 10)), place(4, 4));
        assert_eq!(place(2, 4).relative_to(TextPosition::START), place(2, 4));
    }
}
