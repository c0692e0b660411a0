//! Shortens values for the rows of a preview, and marks the part that differs.

use adwright_views::{BulkTextSpan, BulkValue, Presence};

/// The most characters of an unmarked part beside a marked part.
const CONTEXT: usize = 24;

/// The most characters of a marked part.
const MAX_MARKED: usize = 120;

/// The most parts of a value.
const MAX_PARTS: usize = 12;

const ELLIPSIS: char = '…';

/// Builds a value part by part.
#[derive(Debug, Default)]
pub(super) struct ValueBuilder(Vec<BulkTextSpan>);

impl ValueBuilder {
    pub(super) fn push_plain(&mut self, text: &str) {
        self.push(text, false);
    }

    pub(super) fn push_marked(&mut self, text: &str) {
        self.push(text, true);
    }

    fn push(&mut self, text: &str, marked: bool) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.marked == marked => last.text.push_str(text),
            _ => self.0.push(BulkTextSpan {
                text: text.to_owned(),
                marked,
            }),
        }
    }

    /// Returns the value, shortened around its marked parts.
    pub(super) fn build(self) -> BulkValue {
        let is_long = self.0.len() > MAX_PARTS;
        let last = self.0.len().saturating_sub(1);
        let mut parts: Vec<_> = self
            .0
            .into_iter()
            .take(MAX_PARTS)
            .enumerate()
            .map(|(at, part)| {
                let position = match at {
                    _ if at == last => PartPosition::Last,
                    0 => PartPosition::First,
                    _ => PartPosition::Middle,
                };
                shorten_part(part, position)
            })
            .collect();
        if is_long {
            parts.push(BulkTextSpan {
                text: ELLIPSIS.to_string(),
                marked: false,
            });
        }
        BulkValue {
            presence: Presence::Value,
            parts,
        }
    }
}

/// The position of a part in its value. The only part is the last one.
#[derive(Debug, Clone, Copy)]
enum PartPosition {
    First,
    Middle,
    Last,
}

fn shorten_part(part: BulkTextSpan, position: PartPosition) -> BulkTextSpan {
    let BulkTextSpan { text, marked } = part;
    let text = match (marked, position) {
        (true, _) | (false, PartPosition::Last) => truncate_end(&text, MAX_MARKED),
        (false, PartPosition::First) => truncate_start(&text, CONTEXT),
        (false, PartPosition::Middle) if text.chars().count() > 2 * CONTEXT + 1 => {
            format!(
                "{}{}",
                truncate_end(&text, CONTEXT),
                &truncate_start(&text, CONTEXT)[ELLIPSIS.len_utf8()..]
            )
        }
        (false, PartPosition::Middle) => text,
    };
    BulkTextSpan { text, marked }
}

fn truncate_end(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((at, _)) => format!("{}{ELLIPSIS}", &text[..at]),
        None => text.to_owned(),
    }
}

fn truncate_start(text: &str, max: usize) -> String {
    match text.char_indices().nth_back(max) {
        Some((at, first)) => format!("{ELLIPSIS}{}", &text[at + first.len_utf8()..]),
        None => text.to_owned(),
    }
}

/// Returns a value without marks.
pub(crate) fn plain_value(presence: Presence, text: &str) -> BulkValue {
    single_part_value(presence, text, false)
}

/// Returns a value that is marked as a whole.
pub(crate) fn marked_value(presence: Presence, text: &str) -> BulkValue {
    single_part_value(presence, text, true)
}

fn single_part_value(presence: Presence, text: &str, marked: bool) -> BulkValue {
    let mut parts = ValueBuilder::default();
    parts.push(text, marked);
    BulkValue {
        presence,
        ..parts.build()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(parts: &[(&str, bool)], expected: &Expect) {
        let mut built = ValueBuilder::default();
        for (text, marked) in parts {
            built.push(text, *marked);
        }
        let shown = built.build().parts.into_iter().map(|part| {
            if part.marked {
                format!("[{}]", part.text)
            } else {
                part.text
            }
        });
        expected.assert_eq(&shown.collect::<String>());
    }

    #[test]
    fn marked_part_stays_visible_in_long_values() {
        let long = "ä".repeat(40);
        check(
            &[(&long, false), ("x", true), (&long, false)],
            &expect![["…ääääääääääääääääääääääää[x]ääääääääääääääääääääääääääääääääääääääää"]],
        );
        check(
            &[("x", true), (&"o".repeat(60), false), ("y", true)],
            &expect![["[x]oooooooooooooooooooooooo…oooooooooooooooooooooooo[y]"]],
        );
        check(&[("", false), ("a", false), ("b", false)], &expect![["ab"]]);
    }
}
