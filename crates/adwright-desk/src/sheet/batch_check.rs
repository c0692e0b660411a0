//! The last check of each batch, and the one that is running.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use adwright_checks::{Finding, Severity};
use adwright_model::Path;
use adwright_sheet::{BatchRowId, CHUNK_ROWS, RowChunk};
use adwright_views::SheetCheck;

use super::check_run::{CheckRun, CheckStep};
use super::known_activities::KnownActivities;
use super::shown_rows::conflict;

use crate::batch::BatchVersion;
use crate::check::CheckInputsVersion;
use crate::error::Error;
use crate::host::CancellationToken;
use crate::sheet::Sheets;

/// The most batches whose checks are kept.
const MAX_KEPT: usize = 3;

/// A batch with at most so many rows is checked before its rows are returned.
const CHECKED_AT_ONCE: u32 = 200;

/// The findings of one row in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RowCounts {
    pub(super) errors: u16,
    pub(super) warnings: u16,
}

/// The checked rows of one chunk.
#[derive(Debug)]
pub(super) struct CheckedChunk {
    /// The cells that were checked.
    pub(super) chunk: Arc<RowChunk>,
    pub(super) rows: [RowCounts; CHUNK_ROWS as usize],
}

/// Everything but the rows that a check depends on.
#[derive(Debug, Clone)]
pub(super) struct CheckInputs {
    pub(super) version: CheckInputsVersion,
    pub(super) activities: Arc<KnownActivities>,
}

impl PartialEq for CheckInputs {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version && Arc::ptr_eq(&self.activities, &other.activities)
    }
}

/// The check of all rows of a batch. Rows keep only the numbers of their findings, because the findings of a visible row
/// are found again at once.
#[derive(Debug)]
pub(super) struct BatchCheck {
    pub(super) revision: u32,
    pub(super) inputs: CheckInputs,
    pub(super) columns: Vec<Path>,
    pub(super) counts: SheetCheck,
    pub(super) chunks: HashMap<u32, CheckedChunk>,
    /// The findings about rows in relation to other rows.
    pub(super) across: HashMap<BatchRowId, Vec<Finding>>,
}

impl BatchCheck {
    /// Returns whether a row has errors or warnings.
    pub(super) fn has_findings(&self, row: BatchRowId) -> bool {
        let chunk = self.chunks.get(&row.chunk());
        let counts = chunk.map(|chunk| chunk.rows[row.offset() as usize]);
        counts.is_some_and(|counts| counts != RowCounts::default())
    }

    /// Returns whether a row has errors.
    pub(super) fn has_errors(&self, row: BatchRowId) -> bool {
        let chunk = self.chunks.get(&row.chunk());
        let counts = chunk.map(|chunk| chunk.rows[row.offset() as usize]);
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        counts.is_some_and(|counts| counts.errors > 0) || self.across(row).iter().any(is_error)
    }

    /// Returns the findings about a row in relation to other rows.
    pub(super) fn across(&self, row: BatchRowId) -> &[Finding] {
        self.across.get(&row).map_or(&[], Vec::as_slice)
    }

    fn is_current(&self, revision: u32, inputs: &CheckInputs) -> bool {
        self.revision == revision && self.inputs == *inputs
    }
}

/// The checks of the batches that were used last.
#[derive(Default)]
pub(super) struct BatchChecks {
    /// By the id of the batch, the last used at the end.
    slots: Mutex<Vec<(String, CheckSlot)>>,
    /// Notified whenever a check ends.
    ended: Condvar,
}

#[derive(Default)]
struct CheckSlot {
    last: Option<Arc<BatchCheck>>,
    running: Option<RunningCheck>,
}

struct RunningCheck {
    revision: u32,
    stop: CancellationToken,
}

type CheckSlots = Vec<(String, CheckSlot)>;

impl BatchChecks {
    fn lock(&self) -> MutexGuard<'_, CheckSlots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a check ended, with its result.
    fn end(&self, at: &BatchVersion, check: Option<Arc<BatchCheck>>) {
        let mut slots = self.lock();
        let slot = slot(&mut slots, &at.batch);
        let is_this = |running: &RunningCheck| running.revision == at.revision;
        slot.running = slot.running.take().filter(|running| !is_this(running));
        if check.is_some() {
            slot.last = check;
        }
        drop(slots);
        self.ended.notify_all();
    }
}

fn slot<'a>(slots: &'a mut CheckSlots, batch: &str) -> &'a mut CheckSlot {
    let used = match slots.iter().position(|(id, _)| id == batch) {
        Some(index) => slots.remove(index),
        None => (batch.to_owned(), CheckSlot::default()),
    };
    let surplus = (slots.len() + 1).saturating_sub(MAX_KEPT);
    for (_, old) in slots.drain(..surplus) {
        old.stop();
    }
    slots.push(used);
    &mut slots.last_mut().expect("it was pushed").1
}

impl CheckSlot {
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.cancel();
        }
    }
}

impl Sheets {
    /// Returns the check of all rows as of a revision; none while it is running. Starts it if needed, and stops the
    /// check of another revision.
    pub(super) fn start_check(
        self: &Arc<Self>,
        at: &BatchVersion,
        rows: u32,
    ) -> Result<Option<Arc<BatchCheck>>, Error> {
        let inputs = self.check_inputs()?;
        let mut slots = self.checks.lock();
        let slot = slot(&mut slots, &at.batch);
        let last = slot.last.clone();
        if let Some(last) = last
            .clone()
            .filter(|last| last.is_current(at.revision, &inputs))
        {
            return Ok(Some(last));
        }
        let running = slot.running.as_ref();
        if running.is_some_and(|running| running.revision == at.revision) {
            return Ok(None);
        }
        let run = |stop| CheckRun::new(at.clone(), inputs, last, stop);
        slot.stop();
        if rows <= CHECKED_AT_ONCE {
            drop(slots);
            let check = self.run_check(run(CancellationToken::default()))?;
            return Ok(Some(check));
        }
        let stop = CancellationToken::default();
        slot.running = Some(RunningCheck {
            revision: at.revision,
            stop: stop.clone(),
        });
        drop(slots);
        self.check_in_background(run(stop));
        Ok(None)
    }

    /// Returns the check of all rows as of a revision, and waits for it.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch changes meanwhile.
    pub(super) fn finish_check(
        self: &Arc<Self>,
        at: &BatchVersion,
        rows: u32,
    ) -> Result<Arc<BatchCheck>, Error> {
        if let Some(check) = self.start_check(at, rows)? {
            return Ok(check);
        }
        let mut slots = self.checks.lock();
        while is_running(&slots, at) {
            let waited = self.checks.ended.wait(slots);
            slots = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let last = slot(&mut slots, &at.batch).last.clone();
        drop(slots);
        let inputs = self.check_inputs()?;
        let is_done = |last: &Arc<BatchCheck>| last.is_current(at.revision, &inputs);
        if let Some(check) = last.clone().filter(is_done) {
            return Ok(check);
        }
        // The check was stopped or failed. This one says why.
        let stop = CancellationToken::default();
        self.run_check(CheckRun::new(at.clone(), inputs, last, stop))
    }

    pub(super) fn check_inputs(&self) -> Result<CheckInputs, Error> {
        Ok(CheckInputs {
            version: self.check_cache.check_inputs_version(),
            activities: self.known_activities()?,
        })
    }

    fn run_check(&self, mut run: CheckRun) -> Result<Arc<BatchCheck>, Error> {
        loop {
            match run.step(self)? {
                CheckStep::Continue => {}
                CheckStep::Outdated => return Err(conflict(&run.at)),
                CheckStep::Finished(check) => {
                    self.checks.end(&run.at, Some(Arc::clone(&check)));
                    return Ok(check);
                }
            }
        }
    }

    /// Checks in a thread that ends with the desk. A check that fails is started again with the next rows, which
    /// report the error.
    fn check_in_background(self: &Arc<Self>, mut run: CheckRun) {
        let (sheets, at) = (Arc::downgrade(self), run.at.clone());
        let check = move || {
            while let Some(sheets) = sheets.upgrade() {
                let check = match run.step(&sheets) {
                    Ok(CheckStep::Continue) => continue,
                    Ok(CheckStep::Finished(check)) => Some(check),
                    Ok(CheckStep::Outdated) | Err(_) => None,
                };
                sheets.checks.end(&run.at, check);
                return;
            }
        };
        let thread = std::thread::Builder::new().name("batch-check".to_owned());
        if thread.spawn(check).is_err() {
            self.checks.end(&at, None);
        }
    }
}

fn is_running(slots: &CheckSlots, at: &BatchVersion) -> bool {
    let slot = slots.iter().find(|(id, _)| *id == at.batch);
    let running = slot.and_then(|(_, slot)| slot.running.as_ref());
    running.is_some_and(|running| running.revision == at.revision)
}
