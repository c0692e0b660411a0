//! Scores how well a text matches a fuzzy query.

/// A fuzzy query. Every word must match.
#[derive(Debug)]
pub(super) struct FuzzyQuery {
    words: Vec<String>,
}

impl FuzzyQuery {
    pub(super) fn new(text: &str) -> Self {
        let text = text.to_lowercase();
        Self {
            words: text.split_whitespace().map(str::to_owned).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the score; higher is better, none if a word matches no part. A match in the first part scores higher
    /// than in others.
    pub(super) fn score(&self, parts: &LowercaseParts) -> Option<u32> {
        self.words.iter().try_fold(0, |sum, word| {
            let best = parts
                .iter()
                .enumerate()
                .filter_map(|(at, part)| {
                    Some(word_score(word, part)? - if at == 0 { 0 } else { 50 })
                })
                .max()?;
            Some(sum + best)
        })
    }
}

/// The parts of one object in lower case. The buffer is reused, so that no object costs an allocation.
#[derive(Debug, Default)]
pub(super) struct LowercaseParts {
    text: String,
    ends: Vec<usize>,
}

impl LowercaseParts {
    pub(super) fn set_parts(&mut self, parts: &[&str]) {
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

/// Scores one word. Whole words and prefixes come first, then a match inside a word, and last its letters in order.
/// The window ranks its commands on the same scale, in `ui/src/state/fuzzy.ts`.
fn word_score(word: &str, text: &str) -> Option<u32> {
    let places = text.match_indices(word);
    let best = places.map(|(at, _)| substring_score(at, word, text)).max();
    best.or_else(|| subsequence_score(word, text))
}

fn substring_score(at: usize, word: &str, text: &str) -> u32 {
    let (before, after) = (&text[..at], &text[at + word.len()..]);
    let begins = !before
        .chars()
        .next_back()
        .is_some_and(char::is_alphanumeric);
    let ends = !after.chars().next().is_some_and(char::is_alphanumeric);
    match (begins, ends) {
        (true, true) if before.is_empty() && after.is_empty() => 1_000,
        (true, true) if before.is_empty() => 950,
        (true, true) => 900,
        (true, false) if before.is_empty() => 850,
        (true, false) => 800,
        (false, _) => 600,
    }
}

/// Scores letters in order within one word. Fewer than three letters do not match this way, because two letters
/// occur in nearly every word. Gaps lower the score.
fn subsequence_score(word: &str, text: &str) -> Option<u32> {
    if word.chars().count() < 3 || word.chars().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let words = text.split(|sign: char| !sign.is_alphanumeric());
    let skipped = words.filter_map(|one| skipped_letters(word, one)).min()?;
    Some(400 - 10 * skipped.min(30))
}

/// Returns how many letters of a word lie between the wanted letters. Returns none if the word lacks them in that
/// order, or does not begin with the first one.
fn skipped_letters(query: &str, word: &str) -> Option<u32> {
    let mut letters = word.chars();
    let mut skipped = 0;
    for (at, sign) in query.chars().enumerate() {
        let before = letters.by_ref().position(|letter| letter == sign)?;
        if at == 0 && before > 0 {
            return None;
        }
        skipped += before;
    }
    u32::try_from(skipped).ok()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Compares the matching texts, best first.
    #[track_caller]
    fn check(query: &str, expected: &Expect) {
        let texts = [
            ["Spring launch, DE", "Northwind"],
            ["Offspring", "Acme"],
            ["Always-on spring", "Northwind"],
            ["Springtime", "Northwind"],
            ["Sales for spring", "Northwind"],
            ["Make the workspace read-only", "Acme"],
            ["Ärger im Frühling", "Straße"],
        ];
        let query = FuzzyQuery::new(query);
        let mut folded = LowercaseParts::default();
        let mut found: Vec<_> = texts
            .iter()
            .filter_map(|parts| {
                folded.set_parts(parts);
                Some((query.score(&folded)?, parts[0]))
            })
            .collect();
        found.sort_by(|one, other| other.cmp(one));
        let names: Vec<&str> = found.iter().map(|(_, name)| *name).collect();
        expected.assert_eq(&names.join(" > "));
    }

    #[test]
    fn whole_words_come_before_prefixes() {
        check(
            "spring",
            &expect![
                "Spring launch, DE > Sales for spring > Always-on spring > Springtime > Offspring"
            ],
        );
    }

    #[test]
    fn every_word_must_be_somewhere() {
        check("spring acme", &expect!["Offspring"]);
        check(
            "northwind spring",
            &expect!["Spring launch, DE > Sales for spring > Always-on spring > Springtime"],
        );
    }

    #[test]
    fn scattered_letters_count_within_one_word() {
        check("lnch", &expect!["Spring launch, DE"]);
        for near_miss in ["sprla", "sprde", "sg", "anh"] {
            assert!(
                word_score(near_miss, "spring launch, de").is_none(),
                "{near_miss}"
            );
        }
    }

    #[test]
    fn search_ignores_case_in_any_script() {
        check("ÄRGER frÜ", &expect!["Ärger im Frühling"]);
    }
}
