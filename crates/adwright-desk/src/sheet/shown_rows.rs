//! Which rows are shown, in which order.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::Path;
use adwright_sheet::BatchRowId;
use adwright_store::StoreError;
use adwright_views::{ListId, SheetFilter, SheetSource, SortBy};

use super::cell_order::CellSortKey;

use crate::batch::{BatchSnapshot, BatchVersion};
use crate::error::Error;
use crate::sheet::Sheets;

/// The most filters whose rows are kept.
const MAX_KEPT: usize = 4;

/// How often a read is tried again after the batch changed.
const TRIES: u8 = 3;

/// The shown rows of a batch as of one revision.
#[derive(Debug, Clone)]
pub(super) struct ShownRows {
    pub(super) version: BatchVersion,
    /// The number of all rows.
    pub(super) total: u32,
    /// The positions of the shown rows in their order; none if all rows are shown in their own order.
    positions: Option<Arc<Vec<u32>>>,
    pub(super) source: SheetSource,
}

impl ShownRows {
    /// Returns the number of shown rows.
    pub(super) fn len(&self) -> u32 {
        match &self.positions {
            Some(positions) => u32::try_from(positions.len()).unwrap_or(u32::MAX),
            None => self.total,
        }
    }

    /// Returns whether all rows are shown in their own order.
    pub(super) const fn are_all(&self) -> bool {
        self.positions.is_none()
    }

    /// Returns whether an empty row for a new one follows the last row.
    pub(super) fn has_new_row(&self) -> bool {
        self.are_all() && self.source == SheetSource::Batch
    }

    /// Returns the position of a shown row. Rows after the last shown one are new rows at the end of the batch.
    pub(super) fn position(&self, shown: u32) -> u32 {
        let Some(positions) = &self.positions else {
            return shown;
        };
        let position = positions.get(shown as usize).copied();
        position.unwrap_or_else(|| self.total.saturating_add(shown.saturating_sub(self.len())))
    }

    /// Returns the positions of consecutive shown rows, without rows after the last one.
    pub(super) fn positions(&self, first: u32, rows: u32) -> Vec<u32> {
        let end = first.saturating_add(rows).min(self.len());
        (first..end).map(|shown| self.position(shown)).collect()
    }
}

/// The rows of the filters that were used last. The rows of a revision stay as they were first shown, even if facts
/// change: an edit then means the rows that the person sees.
#[derive(Debug, Default)]
pub(super) struct ShownRowsCache(Mutex<Vec<(SheetFilter, ShownRows)>>);

impl Sheets {
    /// Returns the shown rows of the current revision.
    pub(super) fn shown_rows(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
    ) -> Result<ShownRows, Error> {
        retry(|| {
            let state = self.state(batch)?;
            let (list, source) = (state.source.list(), state.source);
            let (version, total) = (state.version, state.row_count);
            if is_plain(filter) {
                return Ok(ShownRows {
                    version,
                    total,
                    positions: None,
                    source,
                });
            }
            if let Some(shown) = self.shown.get(&version, filter) {
                return Ok(shown);
            }
            let rows = self.snapshot(batch, 0..u32::MAX)?;
            if rows.version != version {
                return Err(conflict(&version));
            }
            let positions = Some(Arc::new(self.filter_rows(list, &rows, filter)?));
            let shown = ShownRows {
                version,
                total,
                positions,
                source,
            };
            self.shown.insert(filter, &shown);
            Ok(shown)
        })
    }

    /// Returns the shown rows as somebody saw them.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`] if the batch changed since.
    pub(super) fn shown_rows_at(
        self: &Arc<Self>,
        at: &BatchVersion,
        filter: &SheetFilter,
    ) -> Result<ShownRows, Error> {
        let shown = self.shown_rows(&at.batch, filter)?;
        if shown.version != *at {
            return Err(conflict(at));
        }
        Ok(shown)
    }

    fn filter_rows(
        self: &Arc<Self>,
        list: ListId,
        rows: &BatchSnapshot,
        filter: &SheetFilter,
    ) -> Result<Vec<u32>, Error> {
        let mut shown: Vec<(u32, BatchRowId)> = (0..).zip(rows.ids().iter().copied()).collect();
        let search = filter.search.trim().to_lowercase();
        if !search.is_empty() {
            let labelled = self.values_with_label(list, &rows.columns, &search)?;
            let is_match = |(column, cell): (usize, &str)| {
                contains_folded(cell, &search)
                    || labelled
                        .get(column)
                        .is_some_and(|values| values.contains(cell))
            };
            shown.retain(|(_, row)| rows.cells(*row).enumerate().any(is_match));
        }
        if let Some(alike) = &filter.alike {
            let found = self.grouped_findings(&rows.version)?.positions(alike);
            shown.retain(|(position, _)| found.binary_search(position).is_ok());
        }
        if filter.findings_only {
            self.retain_rows_with_findings(&rows.version, &mut shown)?;
        }
        let mut positions: Vec<u32> = shown.iter().map(|(position, _)| *position).collect();
        if let Some(sort) = &filter.sort {
            sort_rows(rows, &mut positions, sort);
        }
        Ok(positions)
    }

    fn retain_rows_with_findings(
        self: &Arc<Self>,
        at: &BatchVersion,
        shown: &mut Vec<(u32, BatchRowId)>,
    ) -> Result<(), Error> {
        if let Some(objects) = self.open_objects.get(&at.batch) {
            return self.with_checked_objects(&objects, at, |rows| {
                shown.retain(|(position, _)| rows.has_findings(*position));
            });
        }
        self.with_complete_check(at, |check| {
            shown.retain(|(_, row)| check.has_findings(*row));
            Ok(())
        })
    }

    /// Returns, for each column, the values whose label contains a text in lower case: people see these labels.
    fn values_with_label(
        &self,
        list: ListId,
        columns: &[Path],
        search: &str,
    ) -> Result<Vec<HashSet<String>>, Error> {
        let catalog = self.context.catalog();
        let values = columns.iter().map(|path| {
            let Some(field) = catalog.field(list.kind(), path) else {
                return Ok(HashSet::new());
            };
            let choices = self.choices(list, field, path)?.into_iter();
            let fitting = choices.filter(|choice| contains_folded(&choice.label, search));
            Ok(fitting.map(|choice| choice.value).collect())
        });
        values.collect()
    }
}

impl ShownRowsCache {
    fn get(&self, version: &BatchVersion, filter: &SheetFilter) -> Option<ShownRows> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = kept
            .iter()
            .find(|(of, shown)| of == filter && shown.version == *version);
        shown.map(|(_, shown)| shown.clone())
    }

    fn insert(&self, filter: &SheetFilter, shown: &ShownRows) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = (kept.len() + 1).saturating_sub(MAX_KEPT);
        kept.drain(..surplus);
        kept.push((filter.clone(), shown.clone()));
    }
}

/// Sorts positions by the cells of a column. A column that is gone does not sort.
fn sort_rows(rows: &BatchSnapshot, positions: &mut [u32], sort: &SortBy) {
    let column = rows
        .columns
        .iter()
        .position(|path| path.to_string() == sort.path);
    let Some(column) = column.and_then(|column| u32::try_from(column).ok()) else {
        return;
    };
    let key = |position: &u32| CellSortKey::of(rows.cell(rows.ids()[*position as usize], column));
    let mut keyed: Vec<_> = positions.iter().map(|at| (key(at), *at)).collect();
    keyed.sort_by(|(one, _), (other, _)| one.compare(other, sort.descending));
    for (place, (_, position)) in positions.iter_mut().zip(keyed) {
        *place = position;
    }
}

fn is_plain(filter: &SheetFilter) -> bool {
    filter.search.trim().is_empty()
        && !filter.findings_only
        && filter.alike.is_none()
        && filter.sort.is_none()
}

/// Returns whether a text contains another one, which is in lower case, without regard to case.
fn contains_folded(text: &str, search: &str) -> bool {
    text.to_lowercase().contains(search)
}

/// Returns the error for a batch that changed.
pub(super) fn conflict(at: &BatchVersion) -> Error {
    let batch = at.batch.clone();
    StoreError::BatchConflict { batch }.into()
}

/// Reads again if the batch changes meanwhile.
pub(super) fn retry<T>(mut read: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    let mut tries = 0;
    loop {
        match read() {
            Err(Error::Store(StoreError::BatchConflict { .. })) if tries < TRIES => tries += 1,
            done => return done,
        }
    }
}
