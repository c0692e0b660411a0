//! The check of all rows of a batch, which follows the changes of the batch.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_checks::{BatchIndex, BatchKeys, CheckInput, Finding, ItemOrder, OwnRules, Severity};
use adwright_model::Path;
use adwright_sheet::{BatchRowId, CHUNK_ROWS, OrderChanges, RowChunk, RowOrder, RowRun};
use adwright_views::SheetCheck;

use super::known_activities::KnownActivities;
use super::other_batches::OtherBatches;

use crate::batch::BatchChanges;
use crate::check::CheckInputsVersion;

/// The numbers of the findings of one row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RowCounts {
    errors: u16,
    warnings: u16,
}

/// The results of one row. A row that is not checked yet has the default.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowResult {
    /// The findings about the row alone.
    pub(super) own: RowCounts,
    /// What is compared with other rows.
    pub(super) keys: BatchKeys,
    /// The findings about the row in relation to other rows.
    pub(super) across: RowCounts,
    /// Whether the service confirmed the row. It has no findings then, but other rows may be the same.
    pub(super) is_confirmed: bool,
}

/// The rows of one chunk.
struct CheckedChunk {
    /// The cells of the rows.
    chunk: Arc<RowChunk>,
    rows: Box<[RowResult; CHUNK_ROWS as usize]>,
}

/// Everything but the rows that a check depends on.
#[derive(Clone)]
pub(super) struct CheckInputs {
    pub(super) version: CheckInputsVersion,
    pub(super) activities: Arc<KnownActivities>,
    pub(super) rules: Arc<OwnRules>,
    pub(super) others: OtherBatches,
}

impl PartialEq for CheckInputs {
    fn eq(&self, other: &Self) -> bool {
        self.equal_apart_from_others(other) && self.others == other.others
    }
}

impl CheckInputs {
    pub(super) fn equal_apart_from_others(&self, other: &Self) -> bool {
        self.version == other.version
            && Arc::ptr_eq(&self.activities, &other.activities)
            && Arc::ptr_eq(&self.rules, &other.rules)
    }
}

/// The check of all rows of a batch. Rows keep only the numbers of their findings, because the findings of a visible row
/// are found again at once.
pub(super) struct BatchCheck {
    pub(super) revision: u32,
    pub(super) inputs: CheckInputs,
    columns: Vec<Path>,
    order: Arc<RowOrder>,
    places: ItemOrder,
    counts: SheetCheck,
    chunks: HashMap<u32, CheckedChunk>,
    index: BatchIndex,
    /// The rows to check. A row may be repeated, or be deleted meanwhile.
    pending: Vec<RowRun>,
}

impl BatchCheck {
    /// Creates the check of a batch, with all rows to check.
    pub(super) fn new(batch: &BatchChanges, inputs: CheckInputs) -> Self {
        Self {
            revision: batch.version.revision,
            inputs,
            columns: batch.columns.clone(),
            order: Arc::clone(&batch.order),
            places: places(&batch.order),
            counts: SheetCheck::default(),
            chunks: HashMap::new(),
            index: BatchIndex::new(None),
            pending: batch.order.all_runs().iter().rev().copied().collect(),
        }
    }

    /// Follows the changes of the batch. The changed rows are to be checked then; all rows if their columns changed or
    /// the changes are unknown.
    pub(super) fn follow(&mut self, batch: &BatchChanges) {
        let are_columns_same = self
            .columns
            .iter()
            .zip(&batch.columns)
            .all(|(one, other)| one == other);
        let Some(chunks) = batch.chunks.as_ref().filter(|_| are_columns_same) else {
            *self = Self::new(batch, self.inputs.clone());
            return;
        };
        for (number, chunk) in chunks {
            self.replace_chunk(*number, chunk);
        }
        if !Arc::ptr_eq(&self.order, &batch.order) {
            self.adopt_order(&batch.order);
        }
        self.columns.clone_from(&batch.columns);
        self.revision = batch.version.revision;
    }

    /// Follows changes of other batches. Only the rows are to be checked then that other batches have now or had before.
    pub(super) fn adopt_others(&mut self, others: OtherBatches) {
        let before = std::mem::replace(&mut self.inputs.others, others);
        let others = &self.inputs.others;
        if before == *others {
            return;
        }
        for (number, chunk) in &self.chunks {
            for (offset, row) in (0..).zip(chunk.rows.iter()) {
                let Some(content) = row.keys.content() else {
                    continue;
                };
                if before.place(content).is_some() != others.place(content).is_some() {
                    let first = BatchRowId(number * CHUNK_ROWS + offset);
                    self.pending.push(RowRun { first, len: 1 });
                }
            }
        }
    }

    fn replace_chunk(&mut self, number: u32, chunk: &Arc<RowChunk>) {
        let Some(known) = self.chunks.get_mut(&number) else {
            return;
        };
        for offset in 0..CHUNK_ROWS {
            if !known.chunk.cells(offset).eq(chunk.cells(offset)) {
                let first = BatchRowId(number * CHUNK_ROWS + offset);
                self.pending.push(RowRun { first, len: 1 });
            }
        }
        known.chunk = Arc::clone(chunk);
    }

    fn adopt_order(&mut self, order: &Arc<RowOrder>) {
        let changes = OrderChanges::between(&self.order, order);
        for run in &changes.removed {
            for row in run.first.0..run.end() {
                self.set_result(BatchRowId(row), RowResult::default());
            }
        }
        self.order = Arc::clone(order);
        self.places = places(order);
        if changes.is_reordered {
            self.index.reorder(&self.places);
            let rows: Vec<_> = order.rows(0..u32::MAX).map(|row| row.0).collect();
            self.count_again(&rows);
        }
        self.pending.extend(changes.added);
    }

    /// Returns whether all rows are checked.
    pub(super) const fn is_complete(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the number of rows to check.
    pub(super) fn pending_rows(&self) -> usize {
        self.pending.iter().map(|run| run.len as usize).sum()
    }

    /// Returns some of the rows to check.
    pub(super) fn next_rows(&self, most: usize) -> Vec<BatchRowId> {
        let runs = self.pending.iter().rev();
        let rows = runs.flat_map(|run| (run.first.0..run.end()).map(BatchRowId));
        rows.take(most).collect()
    }

    /// Enters the results of the rows of [`BatchCheck::next_rows`].
    pub(super) fn enter(&mut self, results: Vec<(BatchRowId, Arc<RowChunk>, RowResult)>) {
        let mut done = u32::try_from(results.len()).unwrap_or(u32::MAX);
        while let Some(run) = self.pending.last_mut().filter(|_| done > 0) {
            let part = run.len.min(done);
            run.first.0 += part;
            run.len -= part;
            done -= part;
            if run.len == 0 {
                self.pending.pop();
            }
        }
        for (row, chunk, result) in results {
            if self.places.position(row.0).is_some() {
                self.chunks
                    .entry(row.chunk())
                    .or_insert_with(|| CheckedChunk {
                        chunk,
                        rows: Box::new([RowResult::default(); CHUNK_ROWS as usize]),
                    });
                self.set_result(row, result);
            }
        }
    }

    /// Replaces the result of a row that is in the order.
    fn set_result(&mut self, row: BatchRowId, result: RowResult) {
        let before = self.result(row);
        self.count(before, RowResult::default());
        if let Some(known) = self.result_mut(row) {
            *known = result;
        }
        let mut changed = Vec::new();
        if before.keys != result.keys {
            changed = self.index.remove(row.0, &before.keys, &self.places);
            changed.extend(self.index.insert(row.0, &result.keys, &self.places));
        }
        self.count(RowResult::default(), result);
        changed.push(row.0);
        self.count_again(&changed);
    }

    /// Counts the findings in relation to other rows again.
    fn count_again(&mut self, rows: &[u32]) {
        for row in rows {
            let before = self.result(BatchRowId(*row));
            if before.is_confirmed {
                continue;
            }
            let counted = self
                .index
                .counted_severities(*row, &before.keys, &self.places);
            let rules = &self.inputs.rules;
            let counted = counted.into_iter();
            let severities =
                counted.filter_map(|(rule, severity)| rules.severity_of(rule, severity));
            let across = RowCounts::of(severities);
            if across != before.across {
                let after = RowResult { across, ..before };
                if let Some(known) = self.result_mut(BatchRowId(*row)) {
                    *known = after;
                }
                self.count(before, after);
            }
        }
    }

    fn count(&mut self, before: RowResult, after: RowResult) {
        let replace = |total: &mut u32, before: u32, after: u32| *total = *total + after - before;
        let errors = |of: RowResult| u32::from(of.own.errors) + u32::from(of.across.errors);
        let warnings = |of: RowResult| u32::from(of.own.warnings) + u32::from(of.across.warnings);
        let counts = &mut self.counts;
        replace(&mut counts.errors, errors(before), errors(after));
        replace(&mut counts.warnings, warnings(before), warnings(after));
        replace(
            &mut counts.rows_with_findings,
            before.has_findings().into(),
            after.has_findings().into(),
        );
    }

    fn result(&self, row: BatchRowId) -> RowResult {
        let chunk = self.chunks.get(&row.chunk());
        chunk.map_or_else(RowResult::default, |chunk| {
            chunk.rows[row.offset() as usize]
        })
    }

    fn result_mut(&mut self, row: BatchRowId) -> Option<&mut RowResult> {
        let chunk = self.chunks.get_mut(&row.chunk())?;
        Some(&mut chunk.rows[row.offset() as usize])
    }

    pub(super) fn counts(&self) -> SheetCheck {
        self.counts.clone()
    }

    /// Returns the row at a position.
    pub(super) fn row(&self, position: u32) -> Option<BatchRowId> {
        self.order.row(position)
    }

    /// Returns whether a row has errors or warnings.
    pub(super) fn has_findings(&self, row: BatchRowId) -> bool {
        self.result(row).has_findings()
    }

    /// Returns the rows with errors or warnings, with their positions.
    pub(super) fn rows_with_findings(&self) -> Vec<(u32, BatchRowId)> {
        let rows = (0..).zip(self.order.rows(0..u32::MAX));
        rows.filter(|(_, row)| self.has_findings(*row)).collect()
    }

    /// Returns whether a row has errors.
    pub(super) fn has_errors(&self, row: BatchRowId) -> bool {
        let result = self.result(row);
        result.own.errors > 0 || result.across.errors > 0
    }

    /// Returns the findings about a row in relation to other rows.
    pub(super) fn across(&self, row: BatchRowId, input: &CheckInput<'_>) -> Vec<Finding> {
        let result = self.result(row);
        if result.is_confirmed {
            return Vec::new();
        }
        let found = self
            .index
            .findings(row.0, &result.keys, input, &self.places);
        self.inputs.rules.apply_severities(found)
    }
}

impl RowResult {
    fn has_findings(&self) -> bool {
        self.own != RowCounts::default() || self.across != RowCounts::default()
    }
}

impl RowCounts {
    pub(super) fn of(severities: impl IntoIterator<Item = Severity>) -> Self {
        let mut counts = Self::default();
        for severity in severities {
            match severity {
                Severity::Error => counts.errors = counts.errors.saturating_add(1),
                Severity::Warning => counts.warnings = counts.warnings.saturating_add(1),
                Severity::Note => {}
            }
        }
        counts
    }
}

fn places(order: &RowOrder) -> ItemOrder {
    let runs = order.all_runs().iter();
    ItemOrder::new(runs.map(|run| run.first.0..run.end()).collect())
}
