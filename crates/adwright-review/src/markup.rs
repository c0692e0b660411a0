//! Escapes text for XML and HTML.

use std::fmt::{self, Write};

/// A text whose `Display` escapes markup. It also replaces characters that XML forbids or that change the direction
/// of writing.
pub(crate) struct EscapedText<'a>(pub(crate) &'a str);

impl fmt::Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c if is_forbidden(c) => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

fn is_forbidden(c: char) -> bool {
    let is_bidi_control = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_bidi_control || matches!(c, '\u{fffe}' | '\u{ffff}')
}
