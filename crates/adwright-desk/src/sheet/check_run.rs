//! Runs the checks of batches: few rows at once, many rows in the background.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use adwright_sheet::{BatchRowId, RowChunk};
use adwright_store::OutboxState;
use adwright_views::{Severity, SheetCheck};

use super::batch_check::{BatchCheck, CheckInputs, RowCounts, RowResult};
use super::other_batches::OtherBatches;
use super::row_checker::RowChecker;
use super::shown_rows::conflict;

use crate::batch::{BatchSnapshot, BatchVersion};
use crate::error::Error;
use crate::host::map_on_all_cores;
use crate::sheet::Sheets;

/// The most batches whose checks are kept.
const MAX_KEPT: usize = 3;

/// At most so many rows are checked before rows are returned. More are checked in the background.
const CHECKED_AT_ONCE: usize = 200;

/// The rows of one step in the background.
pub(super) const STEP: usize = 1_024;

/// The checks of the batches that were used last.
#[derive(Default)]
pub(super) struct BatchChecks {
    /// By the id of the batch, the last used at the end.
    slots: Mutex<Vec<(String, Arc<CheckSlot>)>>,
}

/// The check of one batch.
#[derive(Default)]
struct CheckSlot {
    progress: Mutex<CheckProgress>,
    /// Notified when the check in the background ends.
    ended: Condvar,
}

#[derive(Default)]
struct CheckProgress {
    check: Option<BatchCheck>,
    /// Whether a thread checks rows.
    is_running: bool,
}

impl BatchChecks {
    fn slot(&self, batch: &str) -> Arc<CheckSlot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let used = match slots.iter().position(|(id, _)| id == batch) {
            Some(index) => slots.remove(index),
            None => (batch.to_owned(), Arc::default()),
        };
        let slot = Arc::clone(&used.1);
        slots.push(used);
        let surplus = slots.len().saturating_sub(MAX_KEPT);
        slots.drain(..surplus);
        slot
    }
}

impl BatchChecks {
    /// Returns the check of a batch if it is kept.
    fn find(&self, batch: &str) -> Option<Arc<CheckSlot>> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = slots.iter().find(|(id, _)| id == batch);
        kept.map(|(_, slot)| Arc::clone(slot))
    }
}

impl CheckSlot {
    fn lock(&self) -> MutexGuard<'_, CheckProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, mut progress: MutexGuard<'_, CheckProgress>) {
        progress.is_running = false;
        drop(progress);
        self.ended.notify_all();
    }
}

impl CheckProgress {
    fn complete(&self) -> Option<&BatchCheck> {
        let is_complete =
            |check: &&BatchCheck| check.is_complete() && check.inputs.others.are_current();
        self.check.as_ref().filter(is_complete)
    }
}

impl Sheets {
    /// Reads the check of all rows as of a version; none while it is running. Starts it if needed.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch has another version.
    pub(super) fn with_check<T>(
        self: &Arc<Self>,
        at: &BatchVersion,
        read: impl FnOnce(Option<&BatchCheck>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let slot = self.checks.slot(&at.batch);
        let progress = self.start_check(at, &slot)?;
        read(progress.complete())
    }

    /// Reads the check of all rows as of a version, and waits for it.
    ///
    /// # Errors
    /// As [`Sheets::with_check`], also if the batch changes meanwhile.
    pub(super) fn with_complete_check<T>(
        self: &Arc<Self>,
        at: &BatchVersion,
        read: impl FnOnce(&BatchCheck) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.read_other_batches(&at.batch)?;
        let slot = self.checks.slot(&at.batch);
        let mut progress = self.start_check(at, &slot)?;
        while progress.is_running {
            let waited = slot.ended.wait(progress);
            progress = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let check = self.follow(&mut progress, &at.batch)?;
        if check.revision != at.revision {
            return Err(conflict(at));
        }
        // The check in the background failed, or facts changed. This one says why, or ends.
        while !check.is_complete() {
            self.check_next(check, &at.batch)?;
        }
        read(check)
    }

    /// Returns the counts of a check that is complete as of a version; none if there is none.
    pub(super) fn checked_counts(
        &self,
        at: &BatchVersion,
        inputs: &CheckInputs,
    ) -> Option<SheetCheck> {
        let slot = self.checks.find(&at.batch)?;
        let progress = slot.lock();
        let check = progress.complete()?;
        let is_current = check.revision == at.revision && check.inputs == *inputs;
        is_current.then(|| check.counts())
    }

    fn start_check<'a>(
        self: &Arc<Self>,
        at: &BatchVersion,
        slot: &'a Arc<CheckSlot>,
    ) -> Result<MutexGuard<'a, CheckProgress>, Error> {
        let mut progress = slot.lock();
        let is_running = progress.is_running;
        let check = self.follow(&mut progress, &at.batch)?;
        if check.revision != at.revision {
            return Err(conflict(at));
        }
        let are_others_read = check.inputs.others.are_current();
        if is_running || check.is_complete() && are_others_read {
            return Ok(progress);
        }
        if are_others_read && check.pending_rows() <= CHECKED_AT_ONCE {
            self.check_next(check, &at.batch)?;
            return Ok(progress);
        }
        progress.is_running = self.check_in_background(&at.batch, slot);
        Ok(progress)
    }

    /// Returns the check with the rows to check as of now.
    fn follow<'a>(
        &self,
        progress: &'a mut CheckProgress,
        batch: &str,
    ) -> Result<&'a mut BatchCheck, Error> {
        let inputs = self.check_inputs(self.other_batches(batch)?)?;
        let is_kept = |check: &BatchCheck| check.inputs.equal_apart_from_others(&inputs);
        let kept = progress.check.as_ref().filter(|check| is_kept(check));
        let changes = self
            .batches
            .changes_since(batch, kept.map(|check| check.revision))?;
        match progress.check.as_mut().filter(|check| is_kept(check)) {
            Some(check) => {
                check.follow(&changes);
                check.adopt_others(inputs.others);
            }
            None => progress.check = Some(BatchCheck::new(&changes, inputs)),
        }
        Ok(progress.check.as_mut().expect("it was just set"))
    }

    pub(super) fn check_inputs(&self, others: OtherBatches) -> Result<CheckInputs, Error> {
        Ok(CheckInputs {
            version: self.check_cache.check_inputs_version(),
            activities: self.known_activities()?,
            rules: self.context.rules(),
            others,
        })
    }

    fn check_next(&self, check: &mut BatchCheck, batch: &str) -> Result<(), Error> {
        let rows = self.check_rows(batch, &check.next_rows(STEP))?;
        if rows.version.revision != check.revision {
            return Err(conflict(&rows.version));
        }
        check.enter(rows.results);
        Ok(())
    }

    fn check_rows(&self, batch: &str, rows: &[BatchRowId]) -> Result<CheckedRows, Error> {
        let rows = self.batches.snapshot_of(batch, rows)?;
        Ok(CheckedRows {
            results: self.check_snapshot(&rows, rows.ids())?,
            version: rows.version,
        })
    }

    /// Checks some rows of a snapshot, each alone. Many rows are checked on all cores.
    pub(super) fn check_snapshot(
        &self,
        rows: &BatchSnapshot,
        ids: &[BatchRowId],
    ) -> Result<Vec<CheckedRow>, Error> {
        let batch = &rows.version.batch;
        let checker = &self.row_checker_of(batch, &rows.columns)?;
        let confirmed = &self.confirmed_rows(batch, ids)?;
        map_on_all_cores(ids, |ids| {
            check_part(&mut checker.clone(), rows, ids, confirmed)
        })
    }

    /// Returns those rows that the service confirmed.
    pub(super) fn confirmed_rows(
        &self,
        batch: &str,
        ids: &[BatchRowId],
    ) -> Result<HashSet<BatchRowId>, Error> {
        let ids: Vec<_> = ids.iter().map(|row| row.0).collect();
        let states = self.context.store.row_states_among(batch, &ids)?;
        let confirmed = states
            .into_iter()
            .filter(|(_, state)| *state == OutboxState::Confirmed);
        Ok(confirmed.map(|(row, _)| BatchRowId(row)).collect())
    }

    /// Checks in a thread that ends with the desk, or if other batches were used since. A check that fails is started
    /// again with the next rows, which report the error. Returns whether it started.
    fn check_in_background(self: &Arc<Self>, batch: &str, slot: &Arc<CheckSlot>) -> bool {
        let (sheets, slot) = (Arc::downgrade(self), Arc::downgrade(slot));
        let batch = batch.to_owned();
        let check = move || {
            while let Some((sheets, slot)) = sheets.upgrade().zip(slot.upgrade()) {
                if !matches!(sheets.check_step(&batch, &slot), Ok(true)) {
                    slot.end(slot.lock());
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("batch-check".to_owned());
        thread.spawn(check).is_ok()
    }

    /// Checks some rows without the lock. Returns whether there are more.
    fn check_step(&self, batch: &str, slot: &CheckSlot) -> Result<bool, Error> {
        self.read_other_batches(batch)?;
        let mut progress = slot.lock();
        let check = self.follow(&mut progress, batch)?;
        let (inputs, next) = (check.inputs.clone(), check.next_rows(STEP));
        if next.is_empty() {
            return Ok(false);
        }
        drop(progress);
        let rows = self.check_rows(batch, &next)?;
        let mut progress = slot.lock();
        // If the batch or the inputs changed meanwhile, the next step checks what is to check then.
        let is_current = |check: &&mut BatchCheck| {
            check.revision == rows.version.revision && check.inputs == inputs
        };
        if let Some(check) = progress.check.as_mut().filter(is_current) {
            check.enter(rows.results);
        }
        Ok(true)
    }
}

/// Checks rows of a snapshot, each alone. Confirmed rows have no findings of their own, because nobody can change them.
fn check_part(
    checker: &mut RowChecker<'_>,
    rows: &BatchSnapshot,
    ids: &[BatchRowId],
    confirmed: &HashSet<BatchRowId>,
) -> Result<Vec<CheckedRow>, Error> {
    let results = ids.iter().map(|row| {
        let result = match checker.value(rows.cells(*row))? {
            None => RowResult::default(),
            Some(value) if confirmed.contains(row) => RowResult {
                keys: value.keys,
                is_confirmed: true,
                ..RowResult::default()
            },
            Some(value) => {
                let refused = value.refused.iter().map(|_| Severity::Error);
                let found = checker.check(&value).into_iter();
                let severities = refused.chain(found.map(|finding| finding.severity));
                RowResult {
                    own: RowCounts::of(severities),
                    keys: value.keys,
                    ..RowResult::default()
                }
            }
        };
        Ok((*row, Arc::clone(rows.chunk(*row)), result))
    });
    results.collect()
}

/// The results of some rows as of a version.
struct CheckedRows {
    version: BatchVersion,
    results: Vec<CheckedRow>,
}

/// A row with the chunk of its cells, and its results.
type CheckedRow = (BatchRowId, Arc<RowChunk>, RowResult);
