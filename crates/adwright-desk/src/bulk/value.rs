//! Values as the rows of a preview show them: short, with the part that differs marked.

use crate::views::{BulkText, BulkValue, Presence};

/// How many characters of an unmarked part are shown beside a marked one.
const CONTEXT: usize = 24;

/// How many characters of a marked part are shown.
const LONGEST: usize = 120;

/// How many parts are shown.
const MOST: usize = 12;

const MORE: char = '…';

/// Puts a value together part by part.
#[derive(Debug, Default)]
pub(super) struct Parts(Vec<BulkText>);

impl Parts {
    pub(super) fn plain(&mut self, text: &str) {
        self.push(text, false);
    }

    pub(super) fn marked(&mut self, text: &str) {
        self.push(text, true);
    }

    fn push(&mut self, text: &str, marked: bool) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.marked == marked => last.text.push_str(text),
            _ => self.0.push(BulkText {
                text: text.to_owned(),
                marked,
            }),
        }
    }

    /// The value, shortened around what is marked.
    pub(super) fn value(self) -> BulkValue {
        let is_long = self.0.len() > MOST;
        let last = self.0.len().saturating_sub(1);
        let mut parts: Vec<_> = self
            .0
            .into_iter()
            .take(MOST)
            .enumerate()
            .map(|(at, part)| shortened(part, at == 0, at == last))
            .collect();
        if is_long {
            parts.push(BulkText {
                text: MORE.to_string(),
                marked: false,
            });
        }
        BulkValue {
            presence: Presence::Value,
            parts,
        }
    }
}

fn shortened(part: BulkText, is_first: bool, is_last: bool) -> BulkText {
    let BulkText { text, marked } = part;
    let text = match (marked, is_first, is_last) {
        (true, ..) | (false, _, true) => head(&text, LONGEST),
        (false, true, false) => tail(&text, CONTEXT),
        (false, false, false) if text.chars().count() > 2 * CONTEXT + 1 => {
            format!(
                "{}{}",
                head(&text, CONTEXT),
                &tail(&text, CONTEXT)[MORE.len_utf8()..]
            )
        }
        (false, false, false) => text,
    };
    BulkText { text, marked }
}

fn head(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}{MORE}", &text[..at]),
        None => text.to_owned(),
    }
}

fn tail(text: &str, most: usize) -> String {
    match text.char_indices().nth_back(most) {
        Some((at, first)) => format!("{MORE}{}", &text[at + first.len_utf8()..]),
        None => text.to_owned(),
    }
}

/// A value of which nothing is marked.
pub(super) fn plain(presence: Presence, text: &str) -> BulkValue {
    whole(presence, text, false)
}

/// A value of which everything is marked.
pub(super) fn marked(presence: Presence, text: &str) -> BulkValue {
    whole(presence, text, true)
}

fn whole(presence: Presence, text: &str, marked: bool) -> BulkValue {
    let mut parts = Parts::default();
    parts.push(text, marked);
    BulkValue {
        presence,
        ..parts.value()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(parts: &[(&str, bool)], expected: &Expect) {
        let mut built = Parts::default();
        for (text, marked) in parts {
            built.push(text, *marked);
        }
        let shown = built.value().parts.into_iter().map(|part| {
            if part.marked {
                format!("[{}]", part.text)
            } else {
                part.text
            }
        });
        expected.assert_eq(&shown.collect::<String>());
    }

    #[test]
    fn what_is_marked_stays_in_sight_however_long_the_rest_is() {
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
