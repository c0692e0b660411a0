//! The contents of the other batches, to find rows that they have, too.
//!
//! Each batch is read once per revision, in the background if it is large. A change of another batch checks only those
//! rows again that it concerns.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_store::OutboxState;

use crate::batch::BatchState;
use crate::error::Error;
use crate::sheet::Sheets;

/// At most so many rows of other batches are read before rows are returned.
const READ_AT_ONCE: u32 = 1_000;

/// The contents of the rows of one batch, without rows that the service refused.
#[derive(Debug)]
struct BatchContents {
    name: String,
    revision: u32,
    /// The position of the first row with each content.
    positions: Arc<HashMap<u64, u32>>,
}

/// The contents of all batches but one.
#[derive(Debug, Clone, Default)]
pub(super) struct OtherBatches {
    contents: Vec<Arc<BatchContents>>,
    /// The number of rows in batches that changed since they were read.
    unread_rows: u32,
}

/// The contents that were read, by the id of the batch.
#[derive(Debug, Default)]
pub(super) struct ContentsCache {
    read: Mutex<HashMap<String, Arc<BatchContents>>>,
    /// Held by whoever reads batches, so that no batch is read twice.
    reading: Mutex<()>,
}

impl PartialEq for OtherBatches {
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(one, other);
        self.contents.len() == other.contents.len()
            && self.contents.iter().zip(&other.contents).all(same)
    }
}

impl OtherBatches {
    /// Returns whether all other batches are read as they are now.
    pub(super) const fn are_current(&self) -> bool {
        self.unread_rows == 0
    }

    /// Returns the name of a batch that has this content, and the position of its row.
    pub(super) fn place(&self, content: u64) -> Option<(&str, u32)> {
        let mut contents = self.contents.iter();
        contents.find_map(|of| Some((&*of.name, *of.positions.get(&content)?)))
    }
}

impl ContentsCache {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<BatchContents>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a batch again when it is needed next.
    pub(super) fn forget(&self, batch: &str) {
        self.lock().remove(batch);
    }

    fn others(&self, batch: &str, all: &[BatchState]) -> OtherBatches {
        let mut read = self.lock();
        let mut others = OtherBatches::default();
        for other in others_of(batch, all) {
            let known = read.get_mut(&other.version.batch);
            if known
                .as_ref()
                .is_none_or(|known| known.revision != other.version.revision)
            {
                others.unread_rows = others.unread_rows.saturating_add(other.row_count);
            }
            let Some(known) = known else { continue };
            if known.name != other.name {
                *known = Arc::new(BatchContents {
                    name: other.name.clone(),
                    revision: known.revision,
                    positions: Arc::clone(&known.positions),
                });
            }
            others.contents.push(Arc::clone(known));
        }
        others
    }
}

/// Returns the batches with rows, except for one.
fn others_of<'a>(batch: &'a str, all: &'a [BatchState]) -> impl Iterator<Item = &'a BatchState> {
    let others = all.iter();
    others.filter(move |other| other.version.batch != batch && other.row_count > 0)
}

impl Sheets {
    /// Returns the other batches as they were read last. A few rows are read at once.
    pub(super) fn other_batches(&self, batch: &str) -> Result<OtherBatches, Error> {
        let all = self.batches.batches()?;
        let others = self.other_batches_among(batch, &all);
        if others.are_current() || others.unread_rows > READ_AT_ONCE {
            return Ok(others);
        }
        self.read_other_batches(batch)?;
        Ok(self.other_batches_among(batch, &all))
    }

    /// Returns the other batches of a list as they were read last.
    pub(super) fn other_batches_among(&self, batch: &str, all: &[BatchState]) -> OtherBatches {
        self.contents.others(batch, all)
    }

    /// Reads the other batches that changed since they were read.
    pub(super) fn read_other_batches(&self, batch: &str) -> Result<(), Error> {
        let reading = self.contents.reading.lock();
        let _reading = reading.unwrap_or_else(PoisonError::into_inner);
        for other in others_of(batch, &self.batches.batches()?) {
            let (id, revision) = (&other.version.batch, other.version.revision);
            let is_current = |read: &Arc<BatchContents>| read.revision == revision;
            if self.contents.lock().get(id).is_some_and(is_current) {
                continue;
            }
            // A batch that cannot be read says so once it is opened.
            let positions = self.content_positions(other).unwrap_or_default();
            let contents = BatchContents {
                name: other.name.clone(),
                revision,
                positions: Arc::new(positions),
            };
            self.contents.lock().insert(id.clone(), Arc::new(contents));
        }
        Ok(())
    }

    fn content_positions(&self, batch: &BatchState) -> Result<HashMap<u64, u32>, Error> {
        let id = &batch.version.batch;
        let (_, rows) = self.batches.load_apart(id)?;
        let states = self.context.store.row_states(id)?.into_iter();
        let refused = states.filter(|(_, state)| *state == OutboxState::Refused);
        let refused: HashSet<_> = refused.map(|(row, _)| row).collect();
        let mut checker = self.row_checker(&rows.columns)?;
        let mut positions = HashMap::new();
        for (position, row) in (0..).zip(rows.ids()) {
            if refused.contains(&row.0) {
                continue;
            }
            let value = checker.value(rows.cells(*row))?;
            if let Some(content) = value.and_then(|value| value.keys.content()) {
                positions.entry(content).or_insert(position);
            }
        }
        Ok(positions)
    }
}
