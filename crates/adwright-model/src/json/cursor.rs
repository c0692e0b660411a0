use std::ops::Range;

use super::index_entry::{JsonToken, bytes_equal};
use super::{Span, to_u32};
use crate::document::UneditableReason;

/// The reason why the scan stopped, and at which byte.
pub(crate) struct ScanError {
    pub(crate) reason: UneditableReason,
    pub(crate) at: usize,
}

/// A marker that the scan stopped. The cursor holds the error, so that each token's result stays small.
pub(super) struct ScanStopped;

/// Reads one token after another.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    fault: Option<ScanError>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        Self {
            bytes,
            at: 0,
            fault: None,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn skip_space(&mut self) {
        // Most tokens have no white space before them, and their first byte is greater than a space.
        while self.peek().is_some_and(|byte| byte <= b' ')
            && matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t'))
        {
            self.at += 1;
        }
    }

    /// Skips the next byte, which exists.
    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    /// Skips the next byte if it matches.
    pub(super) fn skip_byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, byte: u8, otherwise: &'static str) -> Result<(), ScanStopped> {
        if self.skip_byte(byte) {
            Ok(())
        } else {
            self.fail_syntax(otherwise)
        }
    }

    /// Skips the same text as in an earlier range, if it comes next.
    pub(super) fn repeat(&mut self, earlier: Range<usize>) -> bool {
        let earlier = &self.bytes[earlier];
        let next = self.bytes[self.at..].get(..earlier.len());
        let is_same = next.is_some_and(|next| bytes_equal(next, earlier));
        self.at += if is_same { earlier.len() } else { 0 };
        is_same
    }

    /// Reads `true`, `false` or `null`.
    pub(super) fn literal<const N: usize>(
        &mut self,
        word: &[u8; N],
    ) -> Result<JsonToken, ScanStopped> {
        if self.bytes[self.at..].first_chunk() != Some(word) {
            return self.fail_syntax("a value is missing");
        }
        let start = self.at;
        self.at += N;
        Ok(self.token_from(start))
    }

    pub(super) fn number(&mut self) -> Result<JsonToken, ScanStopped> {
        let start = self.at;
        self.skip_byte(b'-');
        // A number must not start with 0, unless 0 is its whole integer part.
        if !self.skip_byte(b'0') {
            self.digits()?;
        }
        if self.skip_byte(b'.') {
            self.digits()?;
        }
        if self.skip_byte(b'e') || self.skip_byte(b'E') {
            let _signed = self.skip_byte(b'+') || self.skip_byte(b'-');
            self.digits()?;
        }
        Ok(self.token_from(start))
    }

    fn digits(&mut self) -> Result<(), ScanStopped> {
        let rest = self.bytes[self.at..].iter();
        match rest.take_while(|byte| byte.is_ascii_digit()).count() {
            0 => self.fail_syntax("a digit is missing"),
            count => {
                self.at += count;
                Ok(())
            }
        }
    }

    /// Reads a string from its opening quote. The span includes both quotes.
    #[expect(
        clippy::inline_always,
        reason = "measured: so the place stays in a register, which takes a fifth off reading"
    )]
    #[inline(always)]
    pub(super) fn string(&mut self) -> Result<JsonToken, ScanStopped> {
        let start = self.at;
        let mut has_escape = false;
        self.at += 1;
        loop {
            self.at += plain_len(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    has_escape = true;
                    self.escape()?;
                }
                Some(_) => {
                    return self.fail_syntax(
                        "a text contains an unescaped line break or control character",
                    );
                }
                None => return self.fail_syntax("a text is not closed"),
            }
        }
        self.at += 1;
        let token = self.token_from(start);
        Ok(JsonToken {
            has_escape,
            ..token
        })
    }

    #[cold]
    fn escape(&mut self) -> Result<(), ScanStopped> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u') => return self.unicode_escape(),
            _ => return self.fail_syntax("an escape after \\ is unknown"),
        }
        Ok(())
    }

    fn unicode_escape(&mut self) -> Result<(), ScanStopped> {
        let start = self.at;
        let whole = match self.code_unit()? {
            0xD800..=0xDBFF => {
                let another = self.bytes[self.at..].starts_with(b"\\u");
                another && matches!(self.code_unit()?, 0xDC00..=0xDFFF)
            }
            unit => !(0xDC00..=0xDFFF).contains(&unit),
        };
        if whole {
            Ok(())
        } else {
            self.fail(UneditableReason::LoneSurrogate, start)
        }
    }

    /// Reads `\u` and its four digits.
    fn code_unit(&mut self) -> Result<u32, ScanStopped> {
        let digits = self.bytes.get(self.at + 2..self.at + 6).unwrap_or_default();
        let values = digits
            .iter()
            .map_while(|&digit| char::from(digit).to_digit(16));
        let (count, unit) = values.fold((0, 0), |(count, unit), value| {
            (count + 1, unit * 16 + value)
        });
        if count < 4 {
            return self.fail_syntax("\\u needs four hexadecimal digits");
        }
        self.at += 6;
        Ok(unit)
    }

    /// Returns the token read since `start`, assumed to have no escapes.
    pub(super) fn token_from(&self, start: usize) -> JsonToken {
        let (start, end) = (to_u32(start), to_u32(self.at));
        JsonToken {
            span: Span { start, end },
            has_escape: false,
        }
    }

    pub(super) fn fail_syntax<T>(&mut self, why: &'static str) -> Result<T, ScanStopped> {
        self.fail(UneditableReason::Syntax { why: why.into() }, self.at)
    }

    #[cold]
    pub(super) fn fail<T>(
        &mut self,
        reason: UneditableReason,
        at: usize,
    ) -> Result<T, ScanStopped> {
        self.fault = Some(ScanError { reason, at });
        Err(ScanStopped)
    }

    /// Returns the error, if the scan stopped.
    pub(super) fn into_error(self) -> Option<ScanError> {
        self.fault
    }
}

/// Counts the leading bytes that need no special care inside a string.
fn plain_len(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks();
    let special = words.iter().zip(0..).find_map(|(word, at)| {
        let special = special_byte_mask(u64::from_le_bytes(*word));
        (special != 0).then(|| at * 8 + special.trailing_zeros() as usize / 8)
    });
    special.unwrap_or_else(|| {
        let from = words.len() * 8;
        let special = |&byte: &u8| byte < 0x20 || byte == b'"' || byte == b'\\';
        let rest = &bytes[from..];
        from + rest.iter().position(special).unwrap_or(rest.len())
    })
}

/// Checks eight bytes at once. The lowest set bit is the highest bit of the first quote, backslash or control
/// character. The bits above it may be wrong. 0 means no such byte.
fn special_byte_mask(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (is(b'"') | is(b'\\') | below(word, 0x20)) & (ONES * 0x80)
}
