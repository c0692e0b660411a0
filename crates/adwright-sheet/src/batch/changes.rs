use super::byte_format::{BatchDataError, ByteReader, write_bytes, write_number};
use super::chunk::RowChunk;
use super::row_id::CHUNK_ROWS;
use crate::MAX_COLUMNS;

/// The cells of one chunk that an operation changed, each with its text before and after, as bytes for the disk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChunkChanges {
    bytes: Vec<u8>,
    count: usize,
}

/// One changed cell.
#[derive(Debug, Clone, Copy)]
struct ChangedCell<'a> {
    offset: u32,
    column: u32,
    before: &'a str,
    after: &'a str,
}

impl ChunkChanges {
    /// Reads bytes that [`ChunkChanges::as_bytes`] returned.
    ///
    /// # Errors
    /// [`BatchDataError`] for any other bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BatchDataError> {
        let count = read_all(&bytes)?.len();
        Ok(Self { bytes, count })
    }

    /// Returns the bytes for the disk.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of changed cells. A cell that changed twice counts twice.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns whether no cell changed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Makes the changes.
    ///
    /// # Errors
    /// [`BatchDataError`] if a cell has another text than before the operation.
    pub fn apply(&self, chunk: &RowChunk) -> Result<RowChunk, BatchDataError> {
        let mut rows = chunk.decode();
        for cell in read_all(&self.bytes)? {
            set_cell(&mut rows, cell)?;
        }
        Ok(RowChunk::encode(&rows))
    }

    /// Takes the changes back.
    ///
    /// # Errors
    /// [`BatchDataError`] if a cell has another text than after the operation.
    pub fn revert(&self, chunk: &RowChunk) -> Result<RowChunk, BatchDataError> {
        let mut rows = chunk.decode();
        for cell in read_all(&self.bytes)?.into_iter().rev() {
            let inverse = ChangedCell {
                before: cell.after,
                after: cell.before,
                ..cell
            };
            set_cell(&mut rows, inverse)?;
        }
        Ok(RowChunk::encode(&rows))
    }

    fn push(&mut self, cell: ChangedCell<'_>) {
        write_number(&mut self.bytes, cell.offset.into());
        write_number(&mut self.bytes, cell.column.into());
        write_bytes(&mut self.bytes, cell.before.as_bytes());
        write_bytes(&mut self.bytes, cell.after.as_bytes());
        self.count += 1;
    }
}

impl RowChunk {
    /// Sets cells in the given order: place in the chunk, column, text. Returns the chunk with the new texts, and the
    /// changes. Texts that a cell has already change nothing.
    pub fn edit<'a>(
        &'a self,
        edits: impl IntoIterator<Item = (u32, u32, &'a str)>,
    ) -> (Self, ChunkChanges) {
        let mut rows = self.decode();
        let mut changes = ChunkChanges::default();
        for (offset, column, after) in edits {
            let cell = cell_mut(&mut rows, offset, column);
            if *cell != after {
                changes.push(ChangedCell {
                    offset,
                    column,
                    before: cell,
                    after,
                });
                *cell = after;
            }
        }
        (Self::encode(&rows), changes)
    }
}

fn set_cell<'a>(rows: &mut [Vec<&'a str>], change: ChangedCell<'a>) -> Result<(), BatchDataError> {
    let cell = cell_mut(rows, change.offset, change.column);
    if *cell != change.before {
        return Err(BatchDataError);
    }
    *cell = change.after;
    Ok(())
}

fn cell_mut<'a, 'b>(rows: &'b mut [Vec<&'a str>], offset: u32, column: u32) -> &'b mut &'a str {
    let (row, column) = (&mut rows[offset as usize], column as usize);
    if row.len() <= column {
        row.resize(column + 1, "");
    }
    &mut row[column]
}

fn read_all(bytes: &[u8]) -> Result<Vec<ChangedCell<'_>>, BatchDataError> {
    let mut reader = ByteReader::new(bytes);
    let mut cells = Vec::new();
    while !reader.is_at_end() {
        let cell = ChangedCell {
            offset: reader.small_number()?,
            column: reader.small_number()?,
            before: reader.text()?,
            after: reader.text()?,
        };
        if cell.offset >= CHUNK_ROWS || cell.column as usize >= MAX_COLUMNS {
            return Err(BatchDataError);
        }
        cells.push(cell);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    type Edits = Vec<(u32, u32, String)>;

    fn any_edits() -> impl Strategy<Value = Edits> {
        vec((0..64_u32, 0..4_u32, "[ab]{0,2}|\\PC{0,3}"), 0..40)
    }

    fn edit(chunk: &RowChunk, edits: &Edits) -> (RowChunk, ChunkChanges) {
        chunk.edit(
            edits
                .iter()
                .map(|(offset, column, text)| (*offset, *column, &**text)),
        )
    }

    #[test]
    fn unchanged_text_is_no_change() {
        let (chunk, changes) = RowChunk::default().edit([(3, 1, "a"), (3, 1, "a"), (4, 1, "")]);
        assert_eq!(changes.count(), 1);
        assert!(chunk.edit([(3, 1, "a")]).1.is_empty());
    }

    #[test]
    fn foreign_changes_are_refused() {
        let (chunk, changes) = RowChunk::default().edit([(0, 0, "a")]);
        assert_eq!(changes.apply(&chunk), Err(BatchDataError));
        assert_eq!(changes.revert(&RowChunk::default()), Err(BatchDataError));
        let outside = vec![64, 0, 0, 1, b'a'];
        assert_eq!(ChunkChanges::from_bytes(outside), Err(BatchDataError));
    }

    proptest! {
        #[test]
        fn changes_are_reverted_and_applied_again(first in any_edits(), second in any_edits()) {
            let (before, _) = edit(&RowChunk::default(), &first);
            let (after, changes) = edit(&before, &second);
            let stored = ChunkChanges::from_bytes(changes.as_bytes().to_vec()).unwrap();
            prop_assert_eq!(&stored, &changes);
            prop_assert_eq!(&stored.revert(&after).unwrap(), &before);
            prop_assert_eq!(&stored.apply(&before).unwrap(), &after);
            for (offset, column, _) in &second {
                let mut last = second.iter().rev();
                let last = last.find(|edit| (edit.0, edit.1) == (*offset, *column)).unwrap();
                prop_assert_eq!(after.cell(*offset, *column), &last.2);
            }
        }
    }
}
