//! Stores many texts in one block of memory.

use std::hash::Hasher;
use std::str;

use memchr::{memchr, memchr_iter, memmem};

/// The terminator of each text, so that a search never matches across two texts. No text contains this byte.
const TERMINATOR: u8 = 0xff;

/// Of so many texts, the place of the first is stored. The others are found from there.
const STRIDE: usize = 8;

/// Texts in one block of memory.
#[derive(Debug, Default)]
pub struct StringArena {
    /// The texts in UTF-8, each with its terminator.
    bytes: Vec<u8>,
    /// The begin of every [`STRIDE`]th text.
    starts: Vec<u32>,
    len: usize,
}

/// A pool that stores each distinct text once, numbered in order of first use.
#[derive(Debug, Default)]
pub(crate) struct StringPool {
    texts: PooledTexts,
    /// An open-addressing hash table: the number of a text plus one; zero marks a free slot.
    table: Vec<u32>,
}

/// The texts of a pool. It knows the place of each, because it looks at each again and again.
#[derive(Debug, Default)]
pub(crate) struct PooledTexts {
    text: String,
    ends: Vec<u32>,
}

impl StringArena {
    /// Creates an arena without texts that can take these in exactly the memory that they need.
    pub(crate) fn with_capacity_of(texts: &PooledTexts) -> Self {
        Self {
            bytes: Vec::with_capacity(texts.text.len() + texts.len()),
            starts: Vec::with_capacity(texts.len().div_ceil(STRIDE)),
            len: 0,
        }
    }

    pub fn push(&mut self, text: &str) {
        if self.len.is_multiple_of(STRIDE) {
            self.starts.push(to_u32(self.bytes.len()));
        }
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(TERMINATOR);
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the code of the next text.
    pub(crate) fn next_code(&self) -> u32 {
        to_u32(self.len)
    }

    pub fn get(&self, index: usize) -> &str {
        let mut rest = &self.bytes[self.starts[index / STRIDE] as usize..];
        for _ in 0..index % STRIDE {
            rest = split_first(rest).1;
        }
        split_first(rest).0
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut rest = &*self.bytes;
        (0..self.len).map(move |_| {
            let (text, after) = split_first(rest);
            rest = after;
            text
        })
    }

    /// Returns a mask of the texts that contain `part`, in one pass over the memory block.
    pub fn match_mask(&self, part: &str) -> Vec<bool> {
        let mut mask = vec![false; self.len];
        let (mut index, mut counted) = (0, 0);
        for offset in memmem::find_iter(&self.bytes, part) {
            index += memchr_iter(TERMINATOR, &self.bytes[counted..offset]).count();
            counted = offset;
            // An empty part is also found after the last text.
            if let Some(is_match) = mask.get_mut(index) {
                *is_match = true;
            }
        }
        mask
    }
}

/// Splits off the first of these texts.
fn split_first(bytes: &[u8]) -> (&str, &[u8]) {
    let end = memchr(TERMINATOR, bytes).expect("each text has a terminator");
    let text = str::from_utf8(&bytes[..end]).expect("it was a text");
    (text, &bytes[end + 1..])
}

impl<T: AsRef<str>> FromIterator<T> for StringArena {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut texts = Self::default();
        all.into_iter().for_each(|text| texts.push(text.as_ref()));
        texts.bytes.shrink_to_fit();
        texts.starts.shrink_to_fit();
        texts
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

    /// Returns the texts by their numbers.
    pub(crate) fn into_texts(self) -> PooledTexts {
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

impl PooledTexts {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[number] as usize]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|number| self.get(number))
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(to_u32(self.text.len()));
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
    use super::{StringArena, StringPool};

    #[test]
    fn each_text_is_stored_once() {
        let mut interned = StringPool::default();
        let words: Vec<String> = (0..1000).map(|n| (n % 300).to_string()).collect();
        let codes: Vec<u32> = words.iter().map(|word| interned.intern(word)).collect();
        let texts = interned.into_texts();
        assert_eq!(texts.len(), 300);
        for (word, code) in words.iter().zip(codes) {
            assert_eq!(texts.get(code as usize), word);
        }
    }

    #[test]
    fn each_text_is_found_by_number_and_part() {
        let words: Vec<String> = (0..50)
            .map(|n| "ÿ\0é".repeat(n % 3) + &n.to_string())
            .collect();
        let texts: StringArena = words.iter().collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), words);
        for (at, word) in words.iter().enumerate() {
            assert_eq!(texts.get(at), word);
        }
        for part in ["7", "é", "\0", "", "ÿ\0é2", "12"] {
            let expected: Vec<_> = words.iter().map(|word| word.contains(part)).collect();
            assert_eq!(texts.match_mask(part), expected, "{part}");
        }
        assert!(StringArena::default().match_mask("a").is_empty());
    }
}
