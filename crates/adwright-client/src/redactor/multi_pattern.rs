//! Finds texts in another, however each of their characters is spelled there.

use std::ops::{ControlFlow, Range};

use memchr::{memchr_iter, memchr3_iter, memmem};

use super::encodings::{decodings, is_truncated_escape, match_end};

/// The longest spelling of one character that is read, in bytes. Zeros can make it any longer; nobody writes them.
const REACH: usize = 32;

/// Texts to look for.
///
/// All are looked for at once, from the end of the text to its beginning: for each place it is kept how much of the end of
/// each is spelled from there on, one bit for each character. So the time that it takes grows with the text alone, however
/// much in it looks like a beginning.
#[derive(Default)]
pub(super) struct MultiPattern {
    /// Each with the place of its first bit.
    texts: Vec<(String, usize)>,
    /// The bits of last characters.
    lasts: Bits,
    /// The bits of each character that there is, sorted by it.
    letters: Vec<(char, Bits)>,
    /// The length of the longest, in bytes.
    longest: usize,
    has_space: bool,
}

type Bits = Vec<u64>;

impl MultiPattern {
    pub(super) fn new<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Self {
        let count: usize = texts.clone().map(|text| text.chars().count()).sum();
        let none = vec![0; count.div_ceil(64)];
        let mut all = Self {
            lasts: none.clone(),
            ..Self::default()
        };
        let mut bit = 0;
        for text in texts {
            all.texts.push((text.to_owned(), bit));
            all.longest = all.longest.max(text.len());
            all.has_space |= text.contains(' ');
            for letter in text.chars() {
                let at = all
                    .letters
                    .binary_search_by_key(&letter, |(known, _)| *known);
                let at = at.unwrap_or_else(|at| {
                    all.letters.insert(at, (letter, none.clone()));
                    at
                });
                set_bit(&mut all.letters[at].1, bit);
                bit += 1;
            }
            if !text.is_empty() {
                set_bit(&mut all.lasts, bit - 1);
            }
        }
        all
    }

    /// Where the text has any of them; in no order, and possibly one in another. Of a text that is cut, also where one
    /// begins that may end after it.
    pub(super) fn find_ranges(&self, text: &[u8], is_cut: bool) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        for (needle, _) in &self.texts {
            let found = memmem::find_iter(text, needle);
            places.extend(found.map(|at| at..at + needle.len()));
        }
        for region in self.candidate_regions(text, is_cut) {
            let open = (is_cut && region.end == text.len()).then_some(text.len());
            let _all = self.scan_region(text, region, open.is_some(), |at, needle| {
                let end = match_end(text, vec![at], needle).or(open);
                places.extend(end.map(|end| at..end));
                ControlFlow::Continue(())
            });
        }
        places
    }

    /// Whether the text has any of them.
    pub(super) fn has_match(&self, text: &[u8]) -> bool {
        let mut needles = self.texts.iter();
        needles.any(|(needle, _)| memmem::find(text, needle.as_bytes()).is_some())
            || self
                .candidate_regions(text, false)
                .into_iter()
                .any(|region| {
                    self.scan_region(text, region, false, |_, _| ControlFlow::Break(()))
                        .is_break()
                })
    }

    /// The parts of a text in which something may be spelled otherwise than as it is.
    fn candidate_regions(&self, text: &[u8], is_cut: bool) -> Vec<Range<usize>> {
        let around = |sign: usize| {
            let end = sign + REACH + self.longest;
            sign.saturating_sub(self.longest)..end.min(text.len())
        };
        let signs = memchr3_iter(b'\\', b'%', b'&', text).map(around);
        let mut regions = Vec::new();
        merge_ranges(&mut regions, signs);
        if self.has_space {
            merge_ranges(&mut regions, memchr_iter(b'+', text).map(around));
        }
        if is_cut {
            merge_ranges(&mut regions, std::iter::once(around(text.len())));
        }
        regions.sort_unstable_by_key(|region| region.start);
        let mut apart = Vec::new();
        merge_ranges(&mut apart, regions.into_iter());
        apart
    }

    /// Reads a region from its end on, and tells where any of them begins. An open one may go on after its end.
    fn scan_region(
        &self,
        text: &[u8],
        region: Range<usize>,
        is_open: bool,
        mut found: impl FnMut(usize, &str) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let end = region.end;
        let mut rows = vec![vec![0; self.lasts.len()]; REACH + 1];
        if is_open {
            rows[end % (REACH + 1)].fill(u64::MAX);
        }
        let mut row = vec![0; self.lasts.len()];
        for at in region.rev() {
            row.fill(0);
            let read = decodings(text, at).into_iter().flatten();
            for (letter, after) in read.filter(|(_, after)| *after <= end && after - at <= REACH) {
                self.extend_matches(&mut row, letter, &rows[after % (REACH + 1)]);
            }
            if is_open && is_truncated_escape(text, at) {
                row.fill(u64::MAX);
            }
            for (needle, first) in &self.texts {
                if row[first / 64] >> (first % 64) & 1 == 1 {
                    found(at, needle)?;
                }
            }
            std::mem::swap(&mut rows[at % (REACH + 1)], &mut row);
        }
        ControlFlow::Continue(())
    }

    /// What is spelled from a place on where this character is, followed by `next`.
    fn extend_matches(&self, row: &mut Bits, letter: char, next: &Bits) {
        let known = self
            .letters
            .binary_search_by_key(&letter, |(known, _)| *known);
        let Ok(known) = known else { return };
        let here = &self.letters[known].1;
        for at in 0..row.len() {
            let carried = next.get(at + 1).map_or(0, |word| word << 63);
            row[at] |= here[at] & (next[at] >> 1 | carried | self.lasts[at]);
        }
    }
}

fn set_bit(bits: &mut Bits, bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

/// Adds these, sorted by where they begin; those that touch are one.
fn merge_ranges(regions: &mut Vec<Range<usize>>, more: impl Iterator<Item = Range<usize>>) {
    for region in more {
        match regions.last_mut() {
            Some(last) if last.start <= region.start && region.start <= last.end => {
                last.end = last.end.max(region.end);
            }
            _ => regions.push(region),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, is_cut: bool, expected: &[&str]) {
        let needles = MultiPattern::new(["pass wörd", "p/w", "\\u0041"].into_iter());
        let mut found = needles.find_ranges(text.as_bytes(), is_cut);
        found.sort_by_key(|place| (place.start, place.end));
        found.dedup();
        let all = found.clone();
        let is_in_another = |place: &Range<usize>| {
            let mut others = all.iter().filter(|other| *other != place);
            others.any(|other| other.start <= place.start && place.end <= other.end)
        };
        found.retain(|place| !is_cut || !is_in_another(place));
        let found: Vec<_> = found.into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, expected, "{text}");
        let is_in = needles.has_match(text.as_bytes());
        assert!(is_cut || is_in != expected.is_empty(), "{text}");
    }

    #[test]
    fn each_is_found_in_whatever_spelling_and_beside_others() {
        check("<pass+w%C3%B6rd>", false, &["pass+w%C3%B6rd"]);
        check("p/wp%2fw", false, &["p/w", "p%2fw"]);
        check("\\\\u0041", false, &["\\\\u0041", "\\u0041"]);
        check("%70ass&#32;w&ouml;r", false, &[]);
        let long = format!("{}%70ass w\\u00f6rd{0}p&#x2F;w", "-".repeat(500));
        check(&long, false, &["%70ass w\\u00f6rd", "p&#x2F;w"]);
    }

    #[test]
    fn of_a_text_that_is_cut_a_beginning_at_its_end_is_found_too() {
        for end in [
            "pass w",
            "pass+w%C3%B6",
            "pass+w%C3%B",
            "pass+w%C3%",
            "pass+w%",
            "pass+w&ou",
            "pass w\\u00f",
            "%70",
            "%7",
        ] {
            check(&format!("say {end}"), true, &[end]);
            check(&format!("say {end}."), true, &[]);
        }
        check("say nothing", true, &[]);
    }

    #[test]
    fn a_place_is_read_once_whatever_the_text_looks_like() {
        let needles = MultiPattern::new(["aaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaac"].into_iter());
        for hostile in ["%61", "a%61", "\\u0061", "&#97;", "&", "&#", "\\\\", "a"] {
            let text = hostile.repeat(1_000);
            let regions = needles.candidate_regions(text.as_bytes(), true);
            let read: usize = regions.iter().map(Range::len).sum();
            assert!(read <= text.len(), "{hostile}: {read}");
            assert!(!needles.has_match(text.as_bytes()));
        }
    }
}
