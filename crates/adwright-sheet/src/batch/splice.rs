use super::byte_format::{BatchDataError, ByteReader, write_number};
use super::row_id::BatchRowId;

/// Rows with consecutive ids that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowRun {
    /// The first row.
    pub first: BatchRowId,
    /// The number of rows, at least one.
    pub len: u32,
}

impl RowRun {
    /// Returns the id after the last row.
    #[must_use]
    pub const fn end(self) -> u32 {
        self.first.0 + self.len
    }
}

/// A change of a row order: from a position on, some rows are replaced by others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSplice {
    /// The position of the first replaced row, from 0.
    pub at: u32,
    /// The rows that it removes.
    pub removed: Vec<RowRun>,
    /// The rows that it puts in their place.
    pub inserted: Vec<RowRun>,
}

impl OrderSplice {
    /// Returns the splice that takes this one back.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self {
            at: self.at,
            removed: self.inserted,
            inserted: self.removed,
        }
    }

    /// Returns the number of runs in it, which its cost grows with.
    #[must_use]
    pub const fn run_count(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }

    /// Returns the bytes for the disk.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_number(&mut bytes, self.at.into());
        write_number(&mut bytes, self.removed.len() as u64);
        write_runs(&mut bytes, &self.removed);
        write_runs(&mut bytes, &self.inserted);
        bytes
    }

    /// Reads bytes that [`OrderSplice::to_bytes`] returned.
    ///
    /// # Errors
    /// [`BatchDataError`] for any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BatchDataError> {
        let mut reader = ByteReader::new(bytes);
        let at = reader.small_number()?;
        let removed = reader.number()?;
        let mut previous = 0;
        let removed = (0..removed)
            .map(|_| read_run(&mut reader, &mut previous))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            at,
            removed,
            inserted: read_runs(&mut reader)?,
        })
    }
}

/// Adds a run at the end, in one piece with the last run if its ids continue there.
pub(super) fn push_run(runs: &mut Vec<RowRun>, run: RowRun) {
    match runs.last_mut() {
        _ if run.len == 0 => {}
        Some(last) if last.end() == run.first.0 => last.len += run.len,
        _ => runs.push(run),
    }
}

/// Writes the runs. Each begins with its distance from the end of the one before, because most are near.
pub(super) fn write_runs(bytes: &mut Vec<u8>, runs: &[RowRun]) {
    let mut previous = 0;
    for run in runs {
        let distance = i64::from(run.first.0) - i64::from(previous);
        write_number(bytes, zigzag(distance));
        write_number(bytes, run.len.into());
        previous = run.end();
    }
}

/// Reads runs up to the end of the bytes.
pub(super) fn read_runs(reader: &mut ByteReader<'_>) -> Result<Vec<RowRun>, BatchDataError> {
    let (mut runs, mut previous) = (Vec::new(), 0);
    while !reader.is_at_end() {
        runs.push(read_run(reader, &mut previous)?);
    }
    Ok(runs)
}

fn read_run(reader: &mut ByteReader<'_>, previous: &mut u32) -> Result<RowRun, BatchDataError> {
    let distance = unzigzag(reader.number()?);
    let first = i64::from(*previous).checked_add(distance);
    let first = first.and_then(|first| u32::try_from(first).ok());
    let run = RowRun {
        first: BatchRowId(first.ok_or(BatchDataError)?),
        len: reader.small_number()?,
    };
    *previous = run.first.0.checked_add(run.len).ok_or(BatchDataError)?;
    if run.len == 0 {
        return Err(BatchDataError);
    }
    Ok(run)
}

/// Maps numbers near zero, of either sign, to small ones.
const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn any_runs() -> impl Strategy<Value = Vec<RowRun>> {
        let run = (0..u32::MAX / 2, 1..u32::MAX / 2);
        let run = run.prop_map(|(first, len)| RowRun {
            first: BatchRowId(first),
            len,
        });
        vec(run, 0..10)
    }

    #[test]
    fn damaged_runs_are_refused() {
        let id_before_zero = [0, 1, 1, 1];
        let empty_run = [0, 1, 0, 0];
        let fewer_than_announced = [0, 2, 0, 1];
        for bytes in [id_before_zero, empty_run, fewer_than_announced] {
            assert_eq!(OrderSplice::from_bytes(&bytes), Err(BatchDataError));
        }
    }

    proptest! {
        #[test]
        fn splices_round_trip(at: u32, removed in any_runs(), inserted in any_runs()) {
            let splice = OrderSplice { at, removed, inserted };
            prop_assert_eq!(OrderSplice::from_bytes(&splice.to_bytes()), Ok(splice));
        }

        #[test]
        fn zigzag_is_reversible(number: i64) {
            prop_assert_eq!(unzigzag(zigzag(number)), number);
        }
    }
}
