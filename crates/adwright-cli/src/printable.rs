//! Escapes control characters in texts from files and services, so that they cannot control the terminal.

use std::borrow::Cow;
use std::io::{self, Stderr, Write};

/// Escapes control characters and line ends in a text that may quote a file or a service.
pub(crate) fn escape_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_terminal_control) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c {
        c if is_terminal_control(c) => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect::<String>().into()
}

/// Writes text, and escapes the characters that a terminal would act on. The escapes are those of JSON, where control
/// characters can only be inside texts, so that a program reads the same JSON. Line ends and tabs pass.
pub(crate) struct PrintableWriter<W> {
    out: W,
    /// The first bytes of a character whose other bytes come with the next write.
    partial: Vec<u8>,
}

impl<W> PrintableWriter<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self {
            out,
            partial: Vec::new(),
        }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        let text = std::mem::take(&mut self.partial);
        let mut rest = text.as_slice();
        for chunk in text.utf8_chunks() {
            rest = &rest[chunk.valid().len()..];
            write_printable(chunk.valid(), &mut self.out)?;
            // Fewer than four bytes at the end may be the start of a character.
            if rest.len() == chunk.invalid().len() && rest.len() < 4 {
                break;
            }
            rest = &rest[chunk.invalid().len()..];
            if !chunk.invalid().is_empty() {
                write!(self.out, "{}", char::REPLACEMENT_CHARACTER)?;
            }
        }
        self.partial.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn write_printable(text: &str, out: &mut impl Write) -> io::Result<()> {
    let is_unsafe = |c: char| is_terminal_control(c) && !matches!(c, '\n' | '\t');
    for piece in text.split_inclusive(is_unsafe) {
        let Some((at, last)) = piece
            .char_indices()
            .next_back()
            .filter(|(_, c)| is_unsafe(*c))
        else {
            return out.write_all(piece.as_bytes());
        };
        out.write_all(&piece.as_bytes()[..at])?;
        match last {
            // Between values of JSON a carriage return is white space. On a terminal it would overwrite the line.
            '\r' => out.write_all(b" ")?,
            last => write!(out, "\\u{:04x}", u32::from(last))?,
        }
    }
    Ok(())
}

/// Returns standard error, with control characters escaped.
pub(crate) fn stderr() -> PrintableWriter<Stderr> {
    PrintableWriter::new(io::stderr())
}

/// Counts things in words.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        several => format!("{several} {noun}s"),
    }
}

/// Drops the fractions of a second, so that columns keep their width.
pub(crate) fn truncate_to_seconds(time: &str) -> String {
    match time.split_once('.') {
        Some((second, _)) => format!("{second}Z"),
        None => time.to_owned(),
    }
}

/// Quotes a text so that a shell reads it as one word.
pub(crate) fn quote_shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.:/,=".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    format!("'{}'", text.replace('\'', r"'\''")).into()
}

/// Returns whether a terminal may act on the character: a control character, or one that changes the text direction.
fn is_terminal_control(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let hostile = "a\u{1b}]0;x\u{7}b\u{9b}2J\u{7f}\n\u{202e}c ü 漢";
        assert_eq!(
            escape_line(hostile),
            r"a\u{1b}]0;x\u{7}b\u{9b}2J\u{7f}\n\u{202e}c ü 漢"
        );
    }

    #[test]
    fn output_never_commands_terminal() {
        let json = "{\n\t\"a\":\"\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}ü漢\"}\r\n";
        for size in 1..json.len() {
            let mut written = Vec::new();
            let mut out = PrintableWriter::new(&mut written);
            for piece in json.as_bytes().chunks(size) {
                out.write_all(piece).unwrap();
            }
            let shown = String::from_utf8(written).unwrap();
            let expected = "{\n\t\"a\":\"\\u001b]0;x\\u0007\\u009b2J\\u007f\\u202eü漢\"} \n";
            assert_eq!(shown, expected, "in pieces of {size} bytes");
        }
    }

    #[test]
    fn broken_characters_are_replaced() {
        let mut written = Vec::new();
        let mut out = PrintableWriter::new(&mut written);
        out.write_all(b"a\xffb\xe2\x28c").unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "a\u{fffd}b\u{fffd}(c");
    }
}
