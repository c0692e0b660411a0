//! The numbers of findings in the list of batches. They are counted in the background, without the caches of open batches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_views::{BatchFindings, SheetCheck};

use super::batch_check::{BatchCheck, CheckInputs};
use super::check_run::STEP;

use crate::batch::BatchState;
use crate::error::Error;
use crate::sheet::Sheets;

/// A larger batch is counted only once it is opened: a list is not worth seconds of a processor.
const MAX_COUNTED: u32 = 100_000;

/// The counts that are known.
#[derive(Default)]
pub(super) struct CountCache(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// By the id of the batch.
    known: HashMap<String, KnownCount>,
    is_running: bool,
}

struct KnownCount {
    revision: u32,
    inputs: CheckInputs,
    /// None if the batch could not be checked.
    count: Option<SheetCheck>,
}

impl CountCache {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sheets {
    /// Returns what is known of the findings of batches, and counts the others in the background.
    pub(super) fn finding_counts(
        self: &Arc<Self>,
        batches: &[BatchState],
    ) -> Result<Vec<BatchFindings>, Error> {
        let found = batches
            .iter()
            .map(|batch| self.known_findings(batch, batches));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let running = batches.iter().zip(&found);
        let running = running.filter(|(_, found)| matches!(found, BatchFindings::Running(_)));
        let uncounted: Vec<_> = running.map(|(batch, _)| batch.clone()).collect();
        if !uncounted.is_empty() {
            self.count_in_background(uncounted);
        }
        Ok(found)
    }

    fn known_findings(
        self: &Arc<Self>,
        batch: &BatchState,
        all: &[BatchState],
    ) -> Result<BatchFindings, Error> {
        let id = &batch.version.batch;
        let inputs = self.check_inputs(self.other_batches_among(id, all))?;
        if let Some(counts) = self.checked_counts(&batch.version, &inputs) {
            return Ok(BatchFindings::Known(counts));
        }
        let counts = self.counts.lock();
        let known = counts.known.get(id);
        let is_current = |known: &&KnownCount| {
            let is_same = known.revision == batch.version.revision && known.inputs == inputs;
            is_same && inputs.others.are_current()
        };
        Ok(match known.filter(is_current) {
            Some(known) => known
                .count
                .clone()
                .map_or(BatchFindings::Unknown, BatchFindings::Known),
            None if batch.row_count > MAX_COUNTED => BatchFindings::Unknown,
            None => BatchFindings::Running(known.and_then(|known| known.count.clone())),
        })
    }

    /// Counts in one thread at a time, which ends with the desk.
    fn count_in_background(self: &Arc<Self>, batches: Vec<BatchState>) {
        let mut counts = self.counts.lock();
        if counts.is_running {
            return;
        }
        let sheets = Arc::downgrade(self);
        let count = move || {
            for batch in &batches {
                let Some(sheets) = sheets.upgrade() else {
                    return;
                };
                sheets.count_findings(batch);
            }
            if let Some(sheets) = sheets.upgrade() {
                sheets.counts.lock().is_running = false;
            }
        };
        let thread = std::thread::Builder::new().name("batch-counts".to_owned());
        counts.is_running = thread.spawn(count).is_ok();
    }

    fn count_findings(&self, batch: &BatchState) {
        let id = &batch.version.batch;
        let inputs = self
            .read_other_batches(id)
            .and_then(|()| self.check_inputs(self.other_batches(id)?));
        let Ok(inputs) = inputs else { return };
        let count = match self.check_apart(id, &inputs) {
            Ok((revision, count)) => (revision, Some(count)),
            // The next list says why, once the batch is opened.
            Err(_) => (batch.version.revision, None),
        };
        let (revision, count) = count;
        let known = KnownCount {
            revision,
            inputs,
            count,
        };
        self.counts.lock().known.insert(id.clone(), known);
    }

    /// Checks all rows of a batch apart from the checks of open batches. Returns the revision and the counts.
    fn check_apart(&self, batch: &str, inputs: &CheckInputs) -> Result<(u32, SheetCheck), Error> {
        let (changes, rows) = self.batches.load_apart(batch)?;
        let mut check = BatchCheck::new(&changes, inputs.clone());
        while !check.is_complete() {
            let next = check.next_rows(STEP);
            check.enter(self.check_snapshot(&rows, &next)?);
        }
        Ok((check.revision, check.counts()))
    }
}
