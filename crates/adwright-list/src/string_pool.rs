//! Stores many texts in one block of memory.

use std::hash::Hasher;

/// The terminator of each text, so that a search never matches across two texts.
const TERMINATOR: char = '\0';

/// Texts in one block of memory.
#[derive(Debug, Default)]
pub struct StringArena {
    text: String,
    ends: Vec<u32>,
}

/// A pool that stores each distinct text once, numbered in order of first use.
#[derive(Debug, Default)]
pub(crate) struct StringPool {
    texts: StringArena,
    /// An open-addressing hash table: the number of a text plus one; zero marks a free slot.
    table: Vec<u32>,
}

impl StringArena {
    /// Creates an arena without texts that can take those of another one in exactly the memory that they need.
    pub(crate) fn with_capacity_of(other: &Self) -> Self {
        Self {
            text: String::with_capacity(other.text.len()),
            ends: Vec::with_capacity(other.ends.len()),
        }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(to_u32(self.text.len()));
        self.text.push(TERMINATOR);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the code of the next text.
    pub(crate) fn next_code(&self) -> u32 {
        to_u32(self.len())
    }

    pub fn get(&self, index: usize) -> &str {
        &self.text[self.start(index)..self.ends[index] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns a mask of the texts that contain `part`, in one pass over the memory block.
    pub fn match_mask(&self, part: &str) -> Vec<bool> {
        let mut mask = vec![false; self.len()];
        let mut index = 0;
        for (offset, _) in self.text.match_indices(part) {
            while index < self.len() && (self.ends[index] as usize) < offset {
                index += 1;
            }
            if let Some(is_match) = mask.get_mut(index) {
                *is_match = true;
            }
        }
        mask
    }

    fn start(&self, index: usize) -> usize {
        let previous_end = index
            .checked_sub(1)
            .map(|previous| self.ends[previous] as usize);
        previous_end.map_or(0, |end| end + TERMINATOR.len_utf8())
    }

    pub(crate) fn shrink(mut self) -> Self {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self
    }
}

impl<T: AsRef<str>> FromIterator<T> for StringArena {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut texts = Self::default();
        all.into_iter().for_each(|text| texts.push(text.as_ref()));
        texts.shrink()
    }
}

impl StringPool {
    /// Returns the number of a text, and adds the text if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        if self.texts.len() * 2 >= self.table.len() {
            self.grow();
        }
        let slot = self.slot_of(text);
        if self.table[slot] == 0 {
            self.texts.push(text);
            self.table[slot] = to_u32(self.texts.len());
        }
        self.table[slot] - 1
    }

    pub(crate) fn into_arena(self) -> StringArena {
        self.texts
    }

    /// Returns the slot of a text in the table, or the free slot for it.
    fn slot_of(&self, text: &str) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(text) & mask;
        while let Some(code) = self.table[slot].checked_sub(1) {
            if self.texts.get(code as usize) == text {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.table = vec![0; (self.table.len() * 2).max(16)];
        for code in 0..self.texts.len() {
            let slot = self.slot_of(self.texts.get(code));
            self.table[slot] = to_u32(code + 1);
        }
    }
}

/// Hashes a text with the standard hasher: values come from the service, and the table is short-lived.
fn hash(text: &str) -> usize {
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(text.as_bytes());
    usize::try_from(hasher.finish() & u64::from(u32::MAX)).expect("four bytes fit")
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a field of the list takes less than four gigabytes")
}

#[cfg(test)]
mod tests {
    use super::StringPool;

    #[test]
    fn each_text_is_stored_once() {
        let mut interned = StringPool::default();
        let words: Vec<String> = (0..1000).map(|n| (n % 300).to_string()).collect();
        let codes: Vec<u32> = words.iter().map(|word| interned.intern(word)).collect();
        let texts = interned.into_arena();
        assert_eq!(texts.len(), 300);
        for (word, code) in words.iter().zip(codes) {
            assert_eq!(texts.get(code as usize), word);
        }
    }
}
