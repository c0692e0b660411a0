//! The rows of a batch that can be sent.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use adwright_checks::Severity;
use adwright_model::{Binding, EditableDocument};
use adwright_sheet::BatchRowId;
use adwright_store::{OutboxState, ResendPolicy, document_hash};
use adwright_views::{FindingKey, SheetView};

use super::batch_check::BatchCheck;
use super::row_checker::{RowChecker, RowValue};
use super::shown_rows::conflict;

use crate::batch::{BatchSnapshot, BatchVersion};
use crate::document::bound_text;
use crate::error::{BatchError, Error};
use crate::host::map_on_all_cores;
use crate::sheet::{KIND, Sheets};
use crate::wording::{failed_rows_name, row_title};

/// What a person decided about the rows of a send.
#[derive(Clone, Copy)]
pub(crate) struct RowOverrides<'a> {
    /// The rules whose errors are overridden.
    pub(crate) rules: &'a [String],
    /// How to treat a row with content that another batch or a draft sent.
    pub(crate) if_sent: ResendPolicy,
}

/// The rows of a batch, sorted by what a send would do with them. Rows without text are left out.
pub(crate) struct SendableRows {
    rows: BatchSnapshot,
    sendable: Vec<SendableRow>,
    /// The rows with errors that nobody overrode.
    erroneous: Vec<RowPlace>,
    staying: StayingRows,
}

/// The numbers of rows that stay.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StayingRows {
    /// The rows that the service has.
    pub(crate) confirmed: u32,
    /// The rows whose outcome is open, or that have the content of an open item.
    pub(crate) open: u32,
    /// The rows with content that another batch or a draft sent.
    pub(crate) sent_before: u32,
}

/// A row, and its position in the batch.
#[derive(Debug, Clone, Copy)]
struct RowPlace {
    position: u32,
    row: BatchRowId,
}

/// A row to send, with the decisions about it.
struct SendableRow {
    place: RowPlace,
    overridden: Vec<FindingKey>,
    was_sent: bool,
    was_released: bool,
}

/// A row to send.
pub(crate) struct RowToSend {
    pub(crate) row: BatchRowId,
    /// The value without our reference.
    pub(crate) document: EditableDocument,
    pub(crate) title: String,
    /// The errors that are overridden.
    pub(crate) overridden: Vec<FindingKey>,
    /// Whether another batch or a draft sent the same content.
    pub(crate) was_sent: bool,
    /// Whether an earlier send released this row.
    pub(crate) was_released: bool,
}

/// A row that a send would send, or that stays because of its errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRow {
    /// Its id in the batch.
    pub row: u32,
    /// Its number in the batch, counted from 1.
    pub number: u32,
    /// The name of the value, or the number of the row.
    pub title: String,
    /// Whether it has errors that nobody overrode.
    pub has_errors: bool,
}

impl SendableRows {
    /// Returns the number of rows to send.
    pub(crate) const fn len(&self) -> usize {
        self.sendable.len()
    }

    /// Returns the number of rows that stay because they have errors.
    pub(crate) const fn with_errors(&self) -> usize {
        self.erroneous.len()
    }

    /// Returns the numbers of the other rows that stay.
    pub(crate) const fn staying(&self) -> StayingRows {
        self.staying
    }
}

/// Decides what a send does with each row.
struct RowSorter<'a> {
    rows: &'a BatchSnapshot,
    checker: RowChecker<'a>,
    states: BTreeMap<u32, OutboxState>,
    /// The states of the items of other batches and drafts, by content. Each is used only once.
    sent: HashMap<String, Vec<OutboxState>>,
    overrides: RowOverrides<'a>,
    sendable: Vec<SendableRow>,
    erroneous: Vec<RowPlace>,
    staying: StayingRows,
}

impl RowSorter<'_> {
    fn add(&mut self, place: RowPlace, check: &BatchCheck) -> Result<(), Error> {
        let rows = self.rows;
        match self.states.get(&place.row.0) {
            Some(OutboxState::Confirmed) => self.staying.confirmed += 1,
            Some(state) if !state.is_settled() => self.staying.open += 1,
            _ if rows.cells(place.row).all(|cell| cell.trim().is_empty()) => {}
            _ => self.add_unsent(place, check)?,
        }
        Ok(())
    }

    fn add_unsent(&mut self, place: RowPlace, check: &BatchCheck) -> Result<(), Error> {
        let has_errors = check.has_errors(place.row);
        let is_asked = !self.sent.is_empty() || has_errors && !self.overrides.rules.is_empty();
        // Most rows are good and new, and their values are not needed yet.
        let value = if is_asked {
            self.checker.value(self.rows.cells(place.row))?
        } else {
            None
        };
        let overridden = match &value {
            _ if !has_errors => Some(Vec::new()),
            Some(value) => self.overridden(place.row, value, check),
            None => None,
        };
        let Some(overridden) = overridden else {
            self.erroneous.push(place);
            return Ok(());
        };
        let earlier = value.and_then(|value| self.take_sent(&value));
        match (earlier, self.overrides.if_sent) {
            (Some(OutboxState::Confirmed), ResendPolicy::Skip) => self.staying.sent_before += 1,
            (Some(_), ResendPolicy::Skip) => self.staying.open += 1,
            (earlier, _) => self.sendable.push(SendableRow {
                place,
                overridden,
                was_sent: earlier.is_some(),
                was_released: self.states.contains_key(&place.row.0),
            }),
        }
        Ok(())
    }

    /// Returns the errors of a row if all of them are overridden. A cell that is no part of the value cannot be sent.
    fn overridden(
        &self,
        row: BatchRowId,
        value: &RowValue,
        check: &BatchCheck,
    ) -> Option<Vec<FindingKey>> {
        let found = self.checker.check(value).into_iter();
        let found = found.chain(check.across(row, &self.checker.input(value)));
        let mut errors = found.filter(|finding| finding.severity == Severity::Error);
        let key = errors.try_fold(Vec::new(), |mut keys, error| {
            let rule = error.rule.to_string();
            let path = error.path.to_string();
            let is_overridden = self.overrides.rules.contains(&rule);
            keys.push(FindingKey { rule, path });
            is_overridden.then_some(keys)
        });
        key.filter(|_| value.refused.is_empty())
    }

    fn take_sent(&mut self, value: &RowValue) -> Option<OutboxState> {
        self.sent.get_mut(&document_hash(&value.document))?.pop()
    }
}

impl Sheets {
    /// Sorts the rows by what a send would do with them. Waits for the check of all rows.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch has another revision.
    pub(crate) fn sendable_rows(
        self: &Arc<Self>,
        at: &BatchVersion,
        overrides: RowOverrides<'_>,
    ) -> Result<SendableRows, Error> {
        let rows = self.batches.snapshot(&at.batch, 0..u32::MAX)?;
        if rows.version != *at {
            return Err(conflict(at));
        }
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let mut sorter = RowSorter {
            rows: &rows,
            checker: self.row_checker(&rows.columns)?,
            states: store.row_states(&at.batch)?,
            sent: store.sent_contents(workspace, KIND, &at.batch)?,
            overrides,
            sendable: Vec::new(),
            erroneous: Vec::new(),
            staying: StayingRows::default(),
        };
        self.with_complete_check(at, |check| {
            let mut places = (0..).zip(rows.ids());
            places.try_for_each(|(position, row)| {
                let row = *row;
                sorter.add(RowPlace { position, row }, check)
            })
        })?;
        let RowSorter {
            sendable,
            erroneous,
            staying,
            ..
        } = sorter;
        Ok(SendableRows {
            rows,
            sendable,
            erroneous,
            staying,
        })
    }

    /// Returns the rows to send as values.
    pub(crate) fn rows_to_send(&self, rows: SendableRows) -> Result<Vec<RowToSend>, Error> {
        let SendableRows { rows, sendable, .. } = rows;
        let checker = self.row_checker(&rows.columns)?;
        map_on_all_cores(&sendable, |part| {
            let mut checker = checker.clone();
            let values = part.iter().filter_map(|row| {
                let value = checker.value(rows.cells(row.place.row)).transpose()?;
                Some(value.map(|value| RowToSend {
                    row: row.place.row,
                    title: self.title(row.place, &value),
                    document: value.document,
                    overridden: row.overridden.clone(),
                    was_sent: row.was_sent,
                    was_released: row.was_released,
                }))
            });
            values.collect()
        })
    }

    /// Returns the rows to send and the rows with errors, in their order.
    pub(crate) fn planned_rows(&self, rows: &SendableRows) -> Result<Vec<PlannedRow>, Error> {
        let mut checker = self.row_checker(&rows.rows.columns)?;
        let sendable = rows.sendable.iter().map(|row| (row.place, false));
        let mut planned = Vec::with_capacity(rows.len() + rows.with_errors());
        for (place, has_errors) in sendable.chain(rows.erroneous.iter().map(|row| (*row, true))) {
            if let Some(value) = checker.value(rows.rows.cells(place.row))? {
                planned.push(PlannedRow {
                    row: place.row.0,
                    number: place.position + 1,
                    title: self.title(place, &value),
                    has_errors,
                });
            }
        }
        planned.sort_by_key(|row| row.number);
        Ok(planned)
    }

    fn title(&self, place: RowPlace, value: &RowValue) -> String {
        let bindings = &self.context.dialect.bindings;
        let name = bound_text(&value.document, bindings, Binding::Name);
        name.unwrap_or_else(|| row_title(place.position))
    }

    /// Copies the rows that the service refused into a new batch.
    ///
    /// # Errors
    /// [`BatchError::NothingRefused`] if there are none.
    pub fn copy_refused_rows(self: &Arc<Self>, batch: &str) -> Result<SheetView, Error> {
        // Rows that were refused meanwhile no longer count as duplicates.
        self.contents.forget(batch);
        let states: BTreeMap<_, _> = self.context.store.row_states(batch)?;
        let is_refused = |row: &&BatchRowId| states.get(&row.0) == Some(&OutboxState::Refused);
        let rows = self.batches.snapshot(batch, 0..u32::MAX)?;
        let refused: Vec<_> = rows.ids().iter().filter(is_refused).collect();
        if refused.is_empty() {
            return Err(BatchError::NothingRefused.into());
        }
        let cells = refused
            .iter()
            .map(|row| rows.cells(**row).map(str::to_owned).collect());
        let name = self.batches.batch(batch)?.name;
        let copy =
            self.create_filled_batch(&failed_rows_name(&name), &name, &rows.columns, cells)?;
        self.view(&copy.into())
    }
}
