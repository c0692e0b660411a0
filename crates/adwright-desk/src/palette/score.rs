//! How well a text answers what a person typed in a hurry.

/// What is looked for: every word of it must be found.
#[derive(Debug)]
pub(super) struct Wanted {
    words: Vec<String>,
}

impl Wanted {
    pub(super) fn new(text: &str) -> Self {
        let text = text.to_lowercase();
        Self {
            words: text.split_whitespace().map(str::to_owned).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// More is better; none where some word is in no part. The first part counts in full, the others less.
    pub(super) fn score(&self, parts: &Folded) -> Option<u32> {
        self.words.iter().try_fold(0, |sum, word| {
            let best = parts
                .iter()
                .enumerate()
                .filter_map(|(at, part)| Some(quality(word, part)? - if at == 0 { 0 } else { 50 }))
                .max()?;
            Some(sum + best)
        })
    }
}

/// The parts of one object in lower case; kept from one to the next, so that no object costs an allocation.
#[derive(Debug, Default)]
pub(super) struct Folded {
    text: String,
    ends: Vec<usize>,
}

impl Folded {
    pub(super) fn fill(&mut self, parts: &[&str]) {
        self.text.clear();
        self.ends.clear();
        for part in parts {
            if part.is_ascii() {
                let start = self.text.len();
                self.text.push_str(part);
                self.text[start..].make_ascii_lowercase();
            } else {
                self.text.extend(part.chars().flat_map(char::to_lowercase));
            }
            self.ends.push(self.text.len());
        }
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(self.ends.iter().copied())
            .map(|(start, end)| &self.text[start..end])
    }
}

/// Whole, at the start, at the start of a word, anywhere, and last its letters in that order with others between.
fn quality(word: &str, text: &str) -> Option<u32> {
    if let Some(at) = text.find(word) {
        return Some(match at {
            0 if text.len() == word.len() => 1_000,
            0 => 900,
            _ if begins_a_word(word, text) => 800,
            _ => 600,
        });
    }
    scattered(word, text)
}

fn begins_a_word(word: &str, text: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        text[..at]
            .chars()
            .next_back()
            .is_some_and(|before| !before.is_alphanumeric())
    })
}

/// Two letters are in nearly every text; and the further apart they are, the less they were meant.
fn scattered(word: &str, text: &str) -> Option<u32> {
    if word.chars().count() < 3 || word.chars().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let mut rest = text.char_indices();
    let mut first = None;
    let mut last = 0;
    for sign in word.chars() {
        let (at, _) = rest.by_ref().find(|(_, other)| *other == sign)?;
        first.get_or_insert(at);
        last = at;
    }
    let apart = last - first.unwrap_or(0) + 1 - word.len().min(last + 1);
    let apart = u32::try_from(apart).unwrap_or(u32::MAX);
    (apart <= 40).then(|| 400 - apart * 5)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// The texts that answer, the best first.
    #[track_caller]
    fn check(wanted: &str, expected: &Expect) {
        let texts = [
            ["Spring launch, DE", "Northwind"],
            ["Offspring", "Acme"],
            ["Always-on spring", "Northwind"],
            ["Sparing", "Northwind"],
            ["Ärger im Frühling", "Straße"],
        ];
        let wanted = Wanted::new(wanted);
        let mut folded = Folded::default();
        let mut found: Vec<_> = texts
            .iter()
            .filter_map(|parts| {
                folded.fill(parts);
                Some((wanted.score(&folded)?, parts[0]))
            })
            .collect();
        found.sort_by(|one, other| other.cmp(one));
        let names: Vec<&str> = found.iter().map(|(_, name)| *name).collect();
        expected.assert_eq(&names.join(" > "));
    }

    #[test]
    fn the_nearer_to_the_start_of_a_word_the_better() {
        check(
            "spring",
            &expect!["Spring launch, DE > Always-on spring > Offspring > Sparing"],
        );
    }

    #[test]
    fn every_word_must_be_somewhere() {
        check("spring acme", &expect!["Offspring"]);
        check(
            "northwind spring",
            &expect!["Spring launch, DE > Always-on spring > Sparing"],
        );
    }

    #[test]
    fn letters_in_a_hurry_are_enough_but_two_are_not() {
        check("sprla", &expect!["Spring launch, DE"]);
        check("sg", &expect![""]);
    }

    #[test]
    fn case_is_nothing_in_any_script() {
        check("ÄRGER frÜ", &expect!["Ärger im Frühling"]);
    }
}
