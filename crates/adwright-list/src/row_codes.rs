//! Small numbers, one for each row, in as few bytes as the largest of them needs.

/// The codes of all rows. Most columns have few distinct values, so one byte is enough for a code.
#[derive(Debug, Clone)]
pub enum RowCodes {
    /// Codes below 256.
    Bytes(Vec<u8>),
    /// Codes below 65,536.
    Shorts(Vec<u16>),
    /// Any codes.
    Words(Vec<u32>),
}

impl RowCodes {
    /// Creates a list without rows that can take so many codes, all below a limit, in exactly the memory that they need.
    pub(crate) fn with_capacity(rows: usize, limit: usize) -> Self {
        match limit {
            0..=0x100 => Self::Bytes(Vec::with_capacity(rows)),
            0x101..=0x1_0000 => Self::Shorts(Vec::with_capacity(rows)),
            _ => Self::Words(Vec::with_capacity(rows)),
        }
    }

    /// Returns the code of a row.
    pub fn get(&self, row: usize) -> u32 {
        match self {
            Self::Bytes(codes) => codes[row].into(),
            Self::Shorts(codes) => codes[row].into(),
            Self::Words(codes) => codes[row],
        }
    }

    /// Returns the codes of all rows.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Replaces the code of a row.
    pub(crate) fn set(&mut self, row: usize, code: u32) {
        self.widen_for(code);
        match self {
            Self::Bytes(codes) => codes[row] = narrow(code),
            Self::Shorts(codes) => codes[row] = narrow(code),
            Self::Words(codes) => codes[row] = code,
        }
    }

    pub(crate) fn push(&mut self, code: u32) {
        self.widen_for(code);
        match self {
            Self::Bytes(codes) => codes.push(narrow(code)),
            Self::Shorts(codes) => codes.push(narrow(code)),
            Self::Words(codes) => codes.push(code),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(codes) => codes.len(),
            Self::Shorts(codes) => codes.len(),
            Self::Words(codes) => codes.len(),
        }
    }

    /// Uses more bytes for each code if this one needs them.
    fn widen_for(&mut self, code: u32) {
        if matches!(self, Self::Bytes(_)) && code > u8::MAX.into() {
            *self = Self::Shorts(self.iter().map(narrow).collect());
        }
        if matches!(self, Self::Shorts(_)) && code > u16::MAX.into() {
            *self = Self::Words(self.iter().collect());
        }
    }

    fn shrink(mut self) -> Self {
        match &mut self {
            Self::Bytes(codes) => codes.shrink_to_fit(),
            Self::Shorts(codes) => codes.shrink_to_fit(),
            Self::Words(codes) => codes.shrink_to_fit(),
        }
        self
    }
}

impl Default for RowCodes {
    fn default() -> Self {
        Self::Bytes(Vec::new())
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
        codes.shrink()
    }
}

/// Returns the code in fewer bytes.
///
/// # Panics
/// If it needs more.
fn narrow<T: TryFrom<u32>>(code: u32) -> T {
    T::try_from(code).ok().expect("wide enough")
}

#[cfg(test)]
mod tests {
    use super::RowCodes;

    #[test]
    fn codes_grow_with_the_largest() {
        let all = [0, 255, 256, 65_535, 65_536, u32::MAX];
        for end in 0..=all.len() {
            let codes: RowCodes = all[..end].iter().copied().collect();
            assert_eq!(codes.iter().collect::<Vec<_>>(), all[..end]);
            let bytes = match codes {
                RowCodes::Bytes(_) => 1,
                RowCodes::Shorts(_) => 2,
                RowCodes::Words(_) => 4,
            };
            assert_eq!(bytes, [1, 1, 1, 2, 2, 4, 4][end]);
        }
        let mut codes: RowCodes = [1, 2, 3].into_iter().collect();
        codes.set(1, 70_000);
        assert_eq!(codes.iter().collect::<Vec<_>>(), [1, 70_000, 3]);
    }
}
