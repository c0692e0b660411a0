//! Texts from elsewhere, without what speaks to the terminal instead of being shown by it.

use std::borrow::Cow;

/// A text that may quote a file or a service, without what would break the line or speak to the terminal.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c {
        c if is_command(c) => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect::<String>().into()
}

/// JSON of the same meaning that a terminal can be shown: what would speak to it can only be inside texts, and is
/// escaped there. Line ends and tabs between the values stay.
pub(crate) fn json_for_terminal(json: &str) -> Cow<'_, str> {
    let is_unsafe = |c: char| is_command(c) && !matches!(c, '\n' | '\t');
    if !json.contains(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let shown = |c: char| match c {
        // Between the values it stands for a blank, and over a line it would write another.
        '\r' => " ".to_owned(),
        c if is_unsafe(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    json.chars().map(shown).collect::<String>().into()
}

/// A text as a shell takes it for one word.
pub(crate) fn shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.:/,=".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    format!("'{}'", text.replace('\'', r"'\''")).into()
}

/// Whether a terminal may act on it: a control character, or one that turns the direction of what follows.
fn is_command(c: char) -> bool {
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
    fn nothing_speaks_to_the_terminal() {
        let hostile = "a\u{1b}]0;x\u{7}b\u{9b}2J\u{7f}\n\u{202e}c ü 漢";
        assert_eq!(
            one_line(hostile),
            r"a\u{1b}]0;x\u{7}b\u{9b}2J\u{7f}\n\u{202e}c ü 漢"
        );
    }

    #[test]
    fn json_keeps_its_meaning() {
        let json = "{\n\t\"a\":\"\u{9b}2J\u{7f}\u{202e}ü\"}";
        let shown = json_for_terminal(json);
        assert_eq!(shown, "{\n\t\"a\":\"\\u009b2J\\u007f\\u202eü\"}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&shown), read(json));
    }
}
