//! What changed in a batch since a revision.

use std::collections::VecDeque;
use std::sync::Arc;

use adwright_model::Path;
use adwright_sheet::{RowChunk, RowOrder};

use super::loaded_batch::LoadedBatch;

use crate::batch::{BatchVersion, Batches};
use crate::error::Error;

/// The most changes that are kept.
const MAX_KEPT: usize = 256;

/// The chunks that each of the last changes replaced.
#[derive(Debug, Default)]
pub(super) struct ChangeLog(VecDeque<ChunkReplacement>);

#[derive(Debug)]
struct ChunkReplacement {
    /// The revision after the change.
    revision: u32,
    /// The numbers of the chunks.
    chunks: Vec<u32>,
}

/// A batch at its current revision, and the cells that changed since an earlier one.
pub(crate) struct BatchChanges {
    pub(crate) version: BatchVersion,
    pub(crate) columns: Vec<Path>,
    pub(crate) order: Arc<RowOrder>,
    /// The changed chunks by number; `None` if any chunk may have changed.
    pub(crate) chunks: Option<Vec<(u32, Arc<RowChunk>)>>,
}

impl ChangeLog {
    pub(super) fn push(&mut self, revision: u32, chunks: Vec<u32>) {
        if self.0.len() == MAX_KEPT {
            self.0.pop_front();
        }
        self.0.push_back(ChunkReplacement { revision, chunks });
    }

    /// Returns the chunks that changed after a revision; `None` if its next change is not kept.
    fn chunks_since(&self, revision: u32) -> Option<Vec<u32>> {
        let is_later = |change: &&ChunkReplacement| change.revision > revision;
        let is_complete = self.0.iter().any(|change| change.revision == revision + 1);
        let later = self.0.iter().filter(is_later);
        let mut chunks: Vec<u32> = later.flat_map(|change| &change.chunks).copied().collect();
        chunks.sort_unstable();
        chunks.dedup();
        is_complete.then_some(chunks)
    }
}

impl Batches {
    /// Returns what changed since a revision.
    pub(crate) fn changes_since(
        &self,
        batch: &str,
        revision: Option<u32>,
    ) -> Result<BatchChanges, Error> {
        self.with_current(batch, |loaded| Ok(loaded.changes_since(revision)))
    }
}

impl LoadedBatch {
    pub(super) fn changes_since(&self, revision: Option<u32>) -> BatchChanges {
        let chunks = match revision {
            Some(revision) if revision == self.stored.revision => Some(Vec::new()),
            Some(revision) => self.changes.chunks_since(revision),
            None => None,
        };
        let with_content = |number| (number, self.chunk(number));
        BatchChanges {
            version: BatchVersion {
                batch: self.stored.id.clone(),
                revision: self.stored.revision,
            },
            columns: self.stored.columns.clone(),
            order: Arc::clone(&self.order),
            chunks: chunks.map(|chunks| chunks.into_iter().map(with_content).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_changes_are_returned() {
        let mut log = ChangeLog::default();
        log.push(5, vec![1, 9]);
        log.push(6, vec![]);
        log.push(7, vec![9, 2]);
        assert_eq!(log.chunks_since(3), None);
        assert_eq!(log.chunks_since(4), Some(vec![1, 2, 9]));
        assert_eq!(log.chunks_since(6), Some(vec![2, 9]));
        assert_eq!(log.chunks_since(7), None);
        for revision in 8..8 + u32::try_from(MAX_KEPT).unwrap() {
            log.push(revision, vec![3]);
        }
        assert_eq!(log.chunks_since(6), None);
        assert_eq!(log.chunks_since(7), Some(vec![3]));
    }
}
