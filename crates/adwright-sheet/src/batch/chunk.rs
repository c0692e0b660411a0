use super::byte_format::{BatchDataError, ByteReader, write_bytes};
use super::row_id::CHUNK_ROWS;

/// The cells of [`CHUNK_ROWS`] rows with consecutive ids, as bytes. A cell is a text; an empty text is a cell that is not
/// set.
///
/// The bytes are the same in memory and on disk. For each row up to the last one with text they have its number of bytes
/// and its bytes. In a row they have, for each column up to the last one with text, the number of bytes and the UTF-8 of
/// its cell. Numbers are LEB128. Equal cells give equal bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowChunk {
    bytes: Box<[u8]>,
}

impl RowChunk {
    /// Reads bytes that [`RowChunk::as_bytes`] returned.
    ///
    /// # Errors
    /// [`BatchDataError`] for any other bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BatchDataError> {
        let mut reader = ByteReader::new(&bytes);
        for _ in 0..CHUNK_ROWS {
            if reader.is_at_end() {
                break;
            }
            let mut cells = ByteReader::new(reader.bytes()?);
            while !cells.is_at_end() {
                cells.text()?;
            }
        }
        let is_read = reader.is_at_end();
        is_read.then_some(Self::of(bytes)).ok_or(BatchDataError)
    }

    fn of(bytes: Vec<u8>) -> Self {
        Self {
            bytes: bytes.into_boxed_slice(),
        }
    }

    /// Returns the bytes for the disk.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the cells of the row at this place in the chunk, up to the last one with text.
    pub fn cells(&self, offset: u32) -> impl Iterator<Item = &str> {
        read_cells(self.rows().nth(offset as usize).unwrap_or_default())
    }

    /// Returns the text of a cell; empty if it is not set.
    #[must_use]
    pub fn cell(&self, offset: u32, column: u32) -> &str {
        self.cells(offset).nth(column as usize).unwrap_or_default()
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let mut reader = ByteReader::new(&self.bytes);
        std::iter::from_fn(move || (!reader.is_at_end()).then(|| reader.bytes().ok()).flatten())
    }

    /// Returns the cells of each row, with exactly [`CHUNK_ROWS`] rows.
    pub(super) fn decode(&self) -> Vec<Vec<&str>> {
        let mut rows: Vec<Vec<&str>> = self.rows().map(|row| read_cells(row).collect()).collect();
        rows.resize_with(CHUNK_ROWS as usize, Vec::new);
        rows
    }

    pub(super) fn encode(rows: &[Vec<&str>]) -> Self {
        let mut encoder = ChunkEncoder::default();
        for row in rows {
            encoder.push(row.iter().copied());
        }
        encoder.finish()
    }
}

/// The bytes of a chunk are checked when it is read, so no cell is damaged.
fn read_cells(row: &[u8]) -> impl Iterator<Item = &str> {
    let mut reader = ByteReader::new(row);
    std::iter::from_fn(move || (!reader.is_at_end()).then(|| reader.text().ok()).flatten())
}

/// Writes the rows of one chunk.
#[derive(Debug, Default)]
struct ChunkEncoder {
    bytes: Vec<u8>,
    /// The number of bytes up to the last row with text.
    length: usize,
    rows: u32,
    row: Vec<u8>,
}

impl ChunkEncoder {
    fn push<'a>(&mut self, cells: impl Iterator<Item = &'a str>) {
        self.row.clear();
        let mut length = 0;
        for cell in cells {
            write_bytes(&mut self.row, cell.as_bytes());
            if !cell.is_empty() {
                length = self.row.len();
            }
        }
        write_bytes(&mut self.bytes, &self.row[..length]);
        if length > 0 {
            self.length = self.bytes.len();
        }
        self.rows += 1;
    }

    fn finish(&mut self) -> RowChunk {
        let chunk = RowChunk {
            bytes: self.bytes[..self.length].into(),
        };
        self.bytes.clear();
        (self.length, self.rows) = (0, 0);
        chunk
    }
}

/// Packs rows into chunks one after the other. The first row is the first one of its chunk.
#[derive(Debug, Default)]
pub struct RowPacker {
    encoder: ChunkEncoder,
    chunks: Vec<RowChunk>,
}

impl RowPacker {
    /// Adds a row with these cells, one for each column from the first.
    pub fn push<'a>(&mut self, cells: impl Iterator<Item = &'a str>) {
        self.encoder.push(cells);
        if self.encoder.rows == CHUNK_ROWS {
            self.chunks.push(self.encoder.finish());
        }
    }

    /// Returns the number of rows so far.
    #[must_use]
    pub const fn row_count(&self) -> usize {
        self.chunks.len() * CHUNK_ROWS as usize + self.encoder.rows as usize
    }

    /// Returns the chunks. The last one may have fewer rows.
    #[must_use]
    pub fn finish(mut self) -> Vec<RowChunk> {
        if self.encoder.rows > 0 {
            self.chunks.push(self.encoder.finish());
        }
        self.chunks
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    type Rows = Vec<Vec<String>>;

    fn any_rows(most: usize) -> impl Strategy<Value = Rows> {
        vec(
            vec(prop_oneof![Just(String::new()), any::<String>()], 0..5),
            0..most,
        )
    }

    fn pack(rows: &Rows) -> Vec<RowChunk> {
        let mut packer = RowPacker::default();
        for row in rows {
            packer.push(row.iter().map(String::as_str));
        }
        assert_eq!(packer.row_count(), rows.len());
        packer.finish()
    }

    /// Returns the cells up to the last one with text.
    fn trimmed(row: &[String]) -> Vec<&str> {
        let length = row.iter().rposition(|cell| !cell.is_empty());
        row[..length.map_or(0, |last| last + 1)]
            .iter()
            .map(String::as_str)
            .collect()
    }

    #[test]
    fn empty_rows_and_cells_need_no_bytes() {
        let rows = vec![vec![String::new(); 12]; 64];
        assert_eq!(pack(&rows), [RowChunk::default()]);
        assert_eq!(RowChunk::default().cell(63, 11), "");
    }

    #[test]
    fn cells_need_one_byte_beyond_their_text() {
        let rows = vec![vec!["0123456789".to_owned(); 12]; 64];
        let lengths_of_rows = 64 * 2;
        let chunk = pack(&rows).remove(0);
        assert_eq!(chunk.as_bytes().len(), 64 * 12 * (10 + 1) + lengths_of_rows);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let too_many_rows = vec![0; CHUNK_ROWS as usize + 1];
        for bytes in [vec![1], vec![2, 1, 0xff], vec![2, 2, b'a'], too_many_rows] {
            assert_eq!(RowChunk::from_bytes(bytes), Err(BatchDataError));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_text_round_trips(rows in any_rows(200)) {
            let chunks = pack(&rows);
            prop_assert_eq!(chunks.len(), rows.len().div_ceil(64));
            for (at, row) in rows.iter().enumerate() {
                let chunk = RowChunk::from_bytes(chunks[at / 64].as_bytes().to_vec()).unwrap();
                let offset = u32::try_from(at % 64).unwrap();
                prop_assert_eq!(chunk.cells(offset).collect::<Vec<_>>(), trimmed(row));
                for (column, text) in (0..).zip(row) {
                    prop_assert_eq!(chunk.cell(offset, column), text);
                }
            }
        }

        #[test]
        fn decoded_rows_encode_to_equal_bytes(rows in any_rows(65)) {
            for chunk in pack(&rows) {
                prop_assert_eq!(&RowChunk::encode(&chunk.decode()), &chunk);
            }
        }

        #[test]
        fn random_bytes_never_panic(bytes: Vec<u8>) {
            if let Ok(chunk) = RowChunk::from_bytes(bytes) {
                prop_assert!(chunk.decode().len() == 64);
            }
        }
    }
}
