//! Formats text from a service so that all of it is visible.

use std::fmt::Write as _;

use adwright_review::group_thousands;

/// Returns the format and the size of a body.
pub(super) fn body_kind(body: &str, more: u64) -> String {
    let bytes = body.len() as u64 + more;
    let trimmed = body.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let form = match trimmed.bytes().next() {
        _ if bytes == 0 => return "Empty".to_owned(),
        None if more > 0 => "Not shown, because it may contain a token",
        None => "Spaces only",
        Some(_) if looks_like_json(trimmed) => "JSON",
        Some(b'<') => "Web page or XML",
        Some(_) => "Text",
    };
    format!("{form}, {} bytes", group_thousands(bytes))
}

/// Formats a body: makes invisible characters visible, and indents JSON.
pub(super) fn format_body(body: &str) -> String {
    if looks_like_json(body.trim_start_matches('\u{feff}').trim_start()) {
        escape_invisible(&indent_json(body))
    } else {
        escape_invisible(body)
    }
}

/// Returns whether a text begins like a JSON object or array.
fn looks_like_json(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(|inside| (inside, "\"}"));
    let inside = inside.or_else(|| {
        text.strip_prefix('[')
            .map(|inside| (inside, "\"{[]-0123456789tfn"))
    });
    inside.is_some_and(|(inside, may_follow)| {
        let next = inside.trim_start().chars().next();
        next.is_none_or(|next| may_follow.contains(next))
    })
}

/// Replaces characters that are invisible, or that change the direction of others, with visible names.
pub(super) fn escape_invisible(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        match letter {
            '\n' | '\t' => seen.push(letter),
            // Unicode has a symbol for each control character.
            '\0'..' ' => seen.extend(char::from_u32(0x2400 + u32::from(letter))),
            '\u{7f}' => seen.push('␡'),
            letter if is_invisible(letter) => {
                let _ = write!(seen, "⟨U+{:04X}⟩", u32::from(letter));
            }
            letter => seen.push(letter),
        }
    }
    seen
}

/// Returns whether a character has no width, or changes the direction of others.
const fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Writes each member and item of JSON on a line. The JSON may be truncated or malformed: only spaces between its
/// tokens change.
fn indent_json(json: &str) -> String {
    let mut lines = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut letters = json.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                lines.push('"');
                copy_text(&mut letters, &mut lines);
            }
            '{' | '[' => {
                lines.push(letter);
                skip_space(&mut letters);
                if let Some(closing) = letters.next_if(|next| matches!(next, '}' | ']')) {
                    lines.push(closing);
                } else {
                    depth += 1;
                    new_line(&mut lines, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut lines, depth);
                lines.push(letter);
            }
            ',' => {
                lines.push(',');
                new_line(&mut lines, depth);
            }
            ':' => lines.push_str(": "),
            ' ' | '\t' | '\r' | '\n' => {}
            letter => lines.push(letter),
        }
    }
    lines
}

/// The greatest indentation. Deeper lines would be pushed out of sight.
const DEEPEST: usize = 32;

fn new_line(lines: &mut String, depth: usize) {
    lines.push('\n');
    lines.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
}

/// Copies the rest of a quoted string.
fn copy_text(letters: &mut impl Iterator<Item = char>, lines: &mut String) {
    while let Some(letter) = letters.next() {
        lines.push(letter);
        match letter {
            '"' => return,
            '\\' => lines.extend(letters.next()),
            _ => {}
        }
    }
}

fn skip_space(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    while letters.next_if(char::is_ascii_whitespace).is_some() {}
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(body: &str, expected: &Expect) {
        expected.assert_eq(&format!("{}\n{}", body_kind(body, 0), format_body(body)));
    }

    #[test]
    fn json_is_laid_out_without_changing_values() {
        check(
            r#"{"a":[1.50, 2e3,{ }],"b":"x,\"{y","c":[]}"#,
            &expect![[r#"
                JSON, 41 bytes
                {
                  "a": [
                    1.50,
                    2e3,
                    {}
                  ],
                  "b": "x,\"{y",
                  "c": []
                }"#]],
        );
    }

    #[test]
    fn truncated_json_is_laid_out_to_its_end() {
        check(
            r#"{"a":[1,"half"#,
            &expect![[r#"
                JSON, 13 bytes
                {
                  "a": [
                    1,
                    "half"#]],
        );
    }

    #[test]
    fn invisible_characters_are_named() {
        check(
            "<b>\u{202e}evil\u{1b}[2J\r\nnext\0",
            &expect![[r#"
                Web page or XML, 21 bytes
                <b>⟨U+202E⟩evil␛[2J
                next␀"#]],
        );
        check(
            "",
            &expect![[r"
            Empty
        "]],
        );
        check(
            "Bad gateway",
            &expect![[r"
            Text, 11 bytes
            Bad gateway"]],
        );
    }
}
