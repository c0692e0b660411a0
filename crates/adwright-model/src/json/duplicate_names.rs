//! Whether an object has a member twice, told in passing.

/// The names of the members that were read, each as a digest: those of an object stand behind those of the objects
/// around it.
#[derive(Default)]
pub(super) struct NameDigests {
    digests: Vec<u64>,
    seen: DigestTable,
}

impl NameDigests {
    /// Adds a name as it reads, without its quotes.
    pub(super) fn add(&mut self, name: &[u8]) {
        self.digests.push(digest(name));
    }

    pub(super) fn len(&self) -> usize {
        self.digests.len()
    }

    /// Takes away the names from `first` on, and says whether two of them are likely the same.
    ///
    /// Never misses two that are. Names that only look alike are rare, unless someone looks for them.
    pub(super) fn truncate_and_check(&mut self, first: usize) -> bool {
        let alike = match &mut self.digests[first..] {
            [] | [_] => false,
            few if few.len() <= FEW => self.seen.has_duplicate(few),
            many => {
                many.sort_unstable();
                many.windows(2).any(|pair| pair[0] == pair[1])
            }
        };
        self.digests.truncate(first);
        alike
    }
}

/// Up to this many names are told apart in a table, which is quicker than sorting them and takes room.
const FEW: usize = 128;
const SLOTS: usize = 2 * FEW;

/// A table of digests that needs no emptying: what an earlier turn left behind does not count.
#[derive(Default)]
struct DigestTable {
    turn: u32,
    slots: Box<[(u32, u64)]>,
}

impl DigestTable {
    fn has_duplicate(&mut self, digests: &[u64]) -> bool {
        if self.slots.is_empty() {
            self.slots = vec![(0, 0); SLOTS].into();
        }
        // There are fewer objects than a document has bytes.
        self.turn += 1;
        digests.iter().any(|&digest| self.insert(digest))
    }

    /// Whether the digest is there already in this turn; puts it there if not.
    fn insert(&mut self, digest: u64) -> bool {
        let mut at = usize::try_from(digest >> 48).unwrap_or_default() % SLOTS;
        loop {
            let slot = &mut self.slots[at];
            if slot.0 != self.turn {
                *slot = (self.turn, digest);
                return false;
            }
            if slot.1 == digest {
                return true;
            }
            at = (at + 1) % SLOTS;
        }
    }
}

/// A quick digest of a name, by its length and at most 16 of its bytes. Only equal digests are looked at again, so it need
/// not resist anybody.
fn digest(name: &[u8]) -> u64 {
    let (first, last) = first_and_last_bytes(name);
    let mixed = first.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last.rotate_left(29);
    (mixed ^ name.len() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The first eight bytes and the last eight, which overlap where there are fewer than sixteen.
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
    let few = name.iter().fold(0, |few, byte| few << 8 | u64::from(*byte));
    (few, few)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_alike(names: &[String]) -> bool {
        let mut all = NameDigests::default();
        all.add(b"around it");
        for name in names {
            all.add(name.as_bytes());
        }
        let alike = all.truncate_and_check(1);
        assert_eq!(all.len(), 1);
        alike
    }

    fn names(count: usize) -> Vec<String> {
        let name = |number| format!("a name of its own, {number:08}");
        (0..count).map(name).collect()
    }

    #[test]
    fn a_name_that_is_there_twice_is_found_among_few_and_among_many() {
        for count in [1, 2, 9, FEW - 1, FEW, FEW + 1, 5_000] {
            let names = names(count);
            assert!(!are_alike(&names), "{count}");
            let twice = [names.clone(), vec![names[count / 2].clone()]].concat();
            assert!(are_alike(&twice), "{count}");
        }
    }

    #[test]
    fn names_of_an_earlier_object_do_not_count() {
        let mut names = NameDigests::default();
        for _ in 0..3 {
            names.add(b"key");
            assert!(!names.truncate_and_check(0));
        }
    }

    #[test]
    fn short_names_are_told_apart_by_every_letter() {
        let short: Vec<_> = [
            "", "a", "b", "ab", "ba", "abcd", "abcdef", "abcdeg", "abcdfgh",
        ]
        .map(str::to_owned)
        .into();
        assert!(!are_alike(&short));
    }
}
