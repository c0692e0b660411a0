//! The batches in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_store::StoreError;

use super::loaded_batch::LoadedBatch;

use crate::batch::{BatchVersion, Batches};
use crate::error::Error;

/// The most batches in memory. A batch of a million rows needs a few hundred megabytes.
const MAX_LOADED: usize = 3;

/// How often a read is tried again after another program changed the batch.
const TRIES: u8 = 3;

/// A batch, or none while it is not loaded. Whoever works on it holds the lock.
type BatchSlot = Arc<Mutex<Option<LoadedBatch>>>;

/// The batches that were used last.
#[derive(Default)]
pub(super) struct BatchCache {
    /// By the id of the batch, the last used at the end.
    slots: Mutex<Vec<(String, BatchSlot)>>,
}

impl BatchCache {
    fn slot(&self, batch: &str) -> BatchSlot {
        let mut slots = lock(&self.slots);
        let used = match slots.iter().position(|(id, _)| id == batch) {
            Some(index) => slots.remove(index),
            None => (batch.to_owned(), BatchSlot::default()),
        };
        let slot = Arc::clone(&used.1);
        slots.push(used);
        let surplus = slots.len().saturating_sub(MAX_LOADED);
        slots.drain(..surplus);
        slot
    }
}

impl Batches {
    /// Reads the current state of a batch. Reads again if another program changes it meanwhile.
    pub(super) fn with_current<T>(
        &self,
        batch: &str,
        read: impl Fn(&mut LoadedBatch) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let slot = self.cache.slot(batch);
        let mut slot = lock(&slot);
        let mut tries = 0;
        loop {
            let current = self.stored_batch(batch)?;
            let kept = slot.take();
            let kept = kept.filter(|loaded| loaded.stored.revision == current.revision);
            let mut loaded = match kept {
                Some(loaded) => loaded,
                None => LoadedBatch::load(&self.context, batch)?,
            };
            if loaded.stored.revision == current.revision {
                loaded.stored = current;
            }
            match read(&mut loaded) {
                Err(Error::Store(StoreError::BatchConflict { .. })) if tries < TRIES => tries += 1,
                done => {
                    *slot = Some(loaded);
                    return done;
                }
            }
        }
    }

    /// Edits a batch that still has the revision that the caller saw.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`] if it has another one.
    pub(super) fn with_version<T>(
        &self,
        at: &BatchVersion,
        edit: impl FnOnce(&mut LoadedBatch) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let slot = self.cache.slot(&at.batch);
        let mut slot = lock(&slot);
        let kept = slot.take();
        let kept = kept.filter(|loaded| loaded.stored.revision == at.revision);
        let mut loaded = match kept {
            Some(loaded) => loaded,
            None => LoadedBatch::load(&self.context, &at.batch)?,
        };
        if loaded.stored.revision != at.revision {
            let batch = at.batch.clone();
            return Err(StoreError::BatchConflict { batch }.into());
        }
        // A batch whose edit failed may be half changed in memory, so it is loaded again.
        let done = edit(&mut loaded)?;
        *slot = Some(loaded);
        Ok(done)
    }
}

/// Ignores a poisoned lock: a panic leaves a slot without its batch.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
