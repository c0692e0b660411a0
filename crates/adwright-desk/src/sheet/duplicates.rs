//! Deletes rows that are duplicates: of an earlier row, of a value on the service, or of a row in another batch.

use std::ops::Range;
use std::sync::Arc;

use adwright_views::DuplicateKind;

use super::batch_check::BatchCheck;
use super::shown_rows::{ShownRows, conflict};
use super::source::SheetState;

use crate::error::Error;
use crate::sheet::Sheets;

/// The rule and its case that find a row with the content of an earlier one.
const SAME_VALUE: (&str, &str) = ("same-value", "twice");

impl Sheets {
    /// Deletes duplicates among all rows: one step of undo. Waits for the check of all rows.
    pub(super) fn delete_duplicates(
        self: &Arc<Self>,
        shown: &ShownRows,
        kind: DuplicateKind,
    ) -> Result<SheetState, Error> {
        let at = &shown.version;
        let duplicates =
            self.with_complete_check(at, |check| self.duplicates(shown, check, kind))?;
        if duplicates.is_empty() {
            return self.state(&at.batch);
        }
        Ok(self.batches.delete_rows(at, &duplicates)?.into())
    }

    fn duplicates(
        &self,
        shown: &ShownRows,
        check: &BatchCheck,
        kind: DuplicateKind,
    ) -> Result<Vec<Range<u32>>, Error> {
        let rows = self.batches.snapshot(&shown.version.batch, 0..u32::MAX)?;
        if rows.version != shown.version {
            return Err(conflict(&shown.version));
        }
        let mut checker = self.row_checker_of(&shown.version.batch, &rows.columns)?;
        let confirmed = self.confirmed_rows(&shown.version.batch, rows.ids())?;
        let mut duplicates = Vec::new();
        let rows_by_position = (0..).zip(rows.ids());
        for (position, row) in rows_by_position.filter(|(_, row)| !confirmed.contains(row)) {
            let Some(value) = checker.value(rows.cells(*row))? else {
                continue;
            };
            let is_duplicate = match kind {
                DuplicateKind::EarlierRow => check
                    .across(*row, &checker.input(&value))
                    .iter()
                    .any(|finding| (&*finding.rule, finding.case) == SAME_VALUE),
                DuplicateKind::OnService => value.is_on_service(),
                DuplicateKind::InOtherBatch => value.is_in_other_batch(),
            };
            if is_duplicate {
                duplicates.push(position..position + 1);
            }
        }
        Ok(duplicates)
    }
}
