/// The number of rows in a chunk.
pub const CHUNK_ROWS: u32 = 64;

/// The id of a row, unique in its batch. Ids count up in the order in which rows are created, and are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchRowId(pub u32);

impl BatchRowId {
    /// Returns the number of the chunk with the row's cells.
    #[must_use]
    pub const fn chunk(self) -> u32 {
        self.0 / CHUNK_ROWS
    }

    /// Returns the row's place in its chunk, less than [`CHUNK_ROWS`].
    #[must_use]
    pub const fn offset(self) -> u32 {
        self.0 % CHUNK_ROWS
    }
}
