//! Detects duplicate members of an object during the scan.

/// Digests of the member names that were read. The names of an object follow those of its parents.
#[derive(Default)]
pub(super) struct NameDigests {
    digests: Vec<u64>,
    seen: DigestTable,
}

impl NameDigests {
    /// Adds a name without quotes, with its escapes resolved.
    pub(super) fn add(&mut self, name: &[u8]) {
        self.digests.push(digest(name));
    }

    pub(super) fn len(&self) -> usize {
        self.digests.len()
    }

    /// Removes the names from `first` on. Returns true if two of them are probably equal.
    ///
    /// Never misses two equal names. Different names rarely share a digest, unless someone constructs them.
    pub(super) fn truncate_and_find_collision(&mut self, first: usize) -> bool {
        let has_duplicate = match &mut self.digests[first..] {
            [] | [_] => false,
            few if few.len() <= MAX_TABLE_NAMES => self.seen.has_duplicate(few),
            many => {
                many.sort_unstable();
                many.windows(2).any(|pair| pair[0] == pair[1])
            }
        };
        self.digests.truncate(first);
        has_duplicate
    }
}

/// Up to this many names go into a table, which is faster than sorting but takes memory.
const MAX_TABLE_NAMES: usize = 128;
const SLOTS: usize = 2 * MAX_TABLE_NAMES;

/// A table of digests that needs no clearing: entries of earlier generations do not count.
#[derive(Default)]
struct DigestTable {
    generation: u32,
    slots: Box<[(u32, u64)]>,
}

impl DigestTable {
    fn has_duplicate(&mut self, digests: &[u64]) -> bool {
        if self.slots.is_empty() {
            self.slots = vec![(0, 0); SLOTS].into();
        }
        // Cannot overflow: a document has fewer objects than bytes.
        self.generation += 1;
        digests
            .iter()
            .any(|&digest| self.contains_or_insert(digest))
    }

    /// Returns true if this generation already has the digest; inserts it otherwise.
    fn contains_or_insert(&mut self, digest: u64) -> bool {
        let mut at = usize::try_from(digest >> 48).unwrap_or_default() % SLOTS;
        loop {
            let slot = &mut self.slots[at];
            if slot.0 != self.generation {
                *slot = (self.generation, digest);
                return false;
            }
            if slot.1 == digest {
                return true;
            }
            at = (at + 1) % SLOTS;
        }
    }
}

/// Returns a fast digest of a name, from its length and at most 16 bytes. Names with equal digests are compared, so it
/// need not resist attacks.
pub(crate) fn digest(name: &[u8]) -> u64 {
    let (first, last) = first_and_last_bytes(name);
    let mixed = first.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last.rotate_left(29);
    (mixed ^ name.len() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Returns the first eight and last eight bytes. They overlap if there are fewer than sixteen.
fn first_and_last_bytes(name: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
        return (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
        return (
            u32::from_le_bytes(*first).into(),
            u32::from_le_bytes(*last).into(),
        );
    }
    let bytes = name
        .iter()
        .fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
    (bytes, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn have_equal_digests(names: &[String]) -> bool {
        let mut all = NameDigests::default();
        all.add(b"around it");
        for name in names {
            all.add(name.as_bytes());
        }
        let has_duplicate = all.truncate_and_find_collision(1);
        assert_eq!(all.len(), 1);
        has_duplicate
    }

    fn names(count: usize) -> Vec<String> {
        let name = |number| format!("a name of its own, {number:08}");
        (0..count).map(name).collect()
    }

    #[test]
    fn duplicate_name_is_found_among_few_and_many() {
        for count in [
            1,
            2,
            9,
            MAX_TABLE_NAMES - 1,
            MAX_TABLE_NAMES,
            MAX_TABLE_NAMES + 1,
            5_000,
        ] {
            let names = names(count);
            assert!(!have_equal_digests(&names), "{count}");
            let twice = [names.clone(), vec![names[count / 2].clone()]].concat();
            assert!(have_equal_digests(&twice), "{count}");
        }
    }

    #[test]
    fn names_of_an_earlier_object_do_not_count() {
        let mut names = NameDigests::default();
        for _ in 0..3 {
            names.add(b"key");
            assert!(!names.truncate_and_find_collision(0));
        }
    }

    #[test]
    fn short_names_differ_by_any_letter() {
        let short: Vec<_> = [
            "", "a", "b", "ab", "ba", "abcd", "abcdef", "abcdeg", "abcdfgh",
        ]
        .map(str::to_owned)
        .into();
        assert!(!have_equal_digests(&short));
    }
}
