//! Small numbers, one for each row, in as few bits as the largest of them needs.

/// The bits of one element of [`RowCodes::words`].
const WORD: usize = u64::BITS as usize;

/// The codes of all rows. Most columns have few distinct values, so a few bits are enough for a code, and none if all
/// rows have the same value.
#[derive(Debug, Clone, Default)]
pub struct RowCodes {
    /// The codes one after the other, from the lowest bit of the first element.
    words: Vec<u64>,
    /// The bits of each code, at most 32.
    bits: usize,
    len: usize,
}

impl RowCodes {
    /// Creates a list without rows that can take so many codes up to a largest one, in exactly the memory that they need.
    pub(crate) fn with_capacity(rows: usize, largest: u32) -> Self {
        let bits = bits_of(largest);
        Self {
            words: Vec::with_capacity((rows * bits).div_ceil(WORD)),
            bits,
            len: 0,
        }
    }

    /// Returns the code of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> u32 {
        assert!(row < self.len, "row {row} of {}", self.len);
        if self.bits == 0 {
            return 0;
        }
        let (at, shift) = self.place(row);
        let mut word = self.words[at] >> shift;
        if shift + self.bits > WORD {
            word |= self.words[at + 1] << (WORD - shift);
        }
        u32::try_from(word & self.mask()).expect("a code has at most 32 bits")
    }

    /// Returns the codes of all rows.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len).map(|row| self.get(row))
    }

    /// Replaces the code of a row.
    pub(crate) fn set(&mut self, row: usize, code: u32) {
        assert!(row < self.len, "row {row} of {}", self.len);
        self.widen_for(code);
        self.write(row, code);
    }

    pub(crate) fn push(&mut self, code: u32) {
        self.widen_for(code);
        self.len += 1;
        let words = (self.len * self.bits).div_ceil(WORD);
        if words > self.words.len() {
            self.words.push(0);
        }
        self.write(self.len - 1, code);
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn write(&mut self, row: usize, code: u32) {
        if self.bits == 0 {
            return;
        }
        let ((at, shift), mask, code) = (self.place(row), self.mask(), u64::from(code));
        self.words[at] = self.words[at] & !(mask << shift) | code << shift;
        if shift + self.bits > WORD {
            let written = WORD - shift;
            self.words[at + 1] = self.words[at + 1] & !(mask >> written) | code >> written;
        }
    }

    /// Returns the element that a code begins in, and its lowest bit there.
    fn place(&self, row: usize) -> (usize, usize) {
        let bit = row * self.bits;
        (bit / WORD, bit % WORD)
    }

    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// Uses more bits for each code if this one needs them.
    fn widen_for(&mut self, code: u32) {
        if bits_of(code) > self.bits {
            let mut wider = Self::with_capacity(self.len + 1, code);
            wider.extend(self.iter());
            *self = wider;
        }
    }
}

impl Extend<u32> for RowCodes {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, all: I) {
        all.into_iter().for_each(|code| self.push(code));
    }
}

impl FromIterator<u32> for RowCodes {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Self {
        let mut codes = Self::default();
        codes.extend(all);
        codes.words.shrink_to_fit();
        codes
    }
}

fn bits_of(code: u32) -> usize {
    (u32::BITS - code.leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::RowCodes;

    #[test]
    fn codes_take_the_bits_of_the_largest() {
        let all = [0, 1, 2, 7, 255, 256, 65_535, 1 << 20, u32::MAX];
        for end in 0..=all.len() {
            let largest = all[..end].last().copied().unwrap_or_default();
            let rows: Vec<u32> = all[..end].iter().copied().cycle().take(end * 20).collect();
            let mut codes: RowCodes = rows.iter().copied().collect();
            assert_eq!(codes.iter().collect::<Vec<_>>(), rows);
            let bits = (u32::BITS - largest.leading_zeros()) as usize;
            assert_eq!(codes.words.len(), (rows.len() * bits).div_ceil(64));
            let mut expected = rows;
            for row in (0..expected.len()).step_by(3) {
                expected[row] = largest / 2;
                codes.set(row, largest / 2);
            }
            assert_eq!(codes.iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn larger_code_widens_all() {
        let mut codes: RowCodes = [1, 2, 3].into_iter().collect();
        codes.set(1, 70_000);
        codes.push(u32::MAX);
        assert_eq!(codes.iter().collect::<Vec<_>>(), [1, 70_000, 3, u32::MAX]);
    }
}
