//! Applies the fix of a rule to all cells with alike findings.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_checks::Fix;
use adwright_list::plain_text;
use adwright_sheet::BatchLabel;
use adwright_views::AlikeFindings;

use super::fill::{RowTexts, cells_of};
use super::grouped_findings::RowFinding;
use super::row_checker::{RowChecker, RowValue};
use super::shown_rows::conflict;
use super::source::SheetState;

use crate::batch::BatchVersion;
use crate::document::replay;
use crate::error::Error;
use crate::sheet::Sheets;
use crate::values::CellParser;

impl Sheets {
    /// Applies the fix of a rule to all cells with these findings: one step of undo. Cells that were sent stay.
    pub(super) fn fix_findings(
        self: &Arc<Self>,
        at: &BatchVersion,
        alike: &AlikeFindings,
    ) -> Result<SheetState, Error> {
        if let Some(objects) = self.open_objects.get(&at.batch) {
            return self.fix_objects(&objects, at, alike);
        }
        let positions = self.grouped_findings(at)?.positions(alike);
        let rows = self.batches.snapshot_at(&at.batch, &positions)?;
        if rows.version != *at {
            return Err(conflict(at));
        }
        let locked = self.context.store.locked_rows(&at.batch, 0..=u32::MAX)?;
        let locked: HashSet<_> = locked.into_iter().collect();
        let mut checker = self.row_checker(&rows.columns)?;
        let mut fixed = Vec::<(u32, RowTexts)>::new();
        let places = positions.iter().zip(rows.ids());
        for (position, row) in places.filter(|(_, row)| !locked.contains(&row.0)) {
            let Some(value) = checker.value(rows.cells(*row))? else {
                continue;
            };
            // A rule about several rows has no fix.
            let mut findings = checker.row_findings(&value, Vec::new());
            let text = findings.find_map(|found| {
                let is_alike = *found.rule() == alike.rule && found.column() == alike.column;
                let (_, text) = fixed_text(&found, &value, &checker).filter(|_| is_alike)?;
                Some((found.column()?, text))
            });
            fixed.extend(text.map(|text| (*position, vec![text])));
        }
        let fixed: Vec<_> = fixed.iter().map(|(row, texts)| (*row, &**texts)).collect();
        let label = |cells| BatchLabel::Fix { cells };
        Ok(self.batches.write_rows(at, &fixed, cells_of, label)?.into())
    }
}

/// Returns the fix of a finding, and the text that it gives the cell; none if it changes more than the cell.
pub(super) fn fixed_text<'f>(
    found: &'f RowFinding<'_>,
    value: &RowValue,
    checker: &RowChecker<'_>,
) -> Option<(&'f Fix, String)> {
    let fix = found.fix()?;
    let path = checker.columns.get(found.column()? as usize)?;
    if !fix.edits.iter().all(|edit| edit.path().starts_with(path)) {
        return None;
    }
    let fixed = replay(&value.document, &fix.edits).ok()?;
    let Some(node) = fixed.get(path) else {
        return Some((fix, String::new()));
    };
    let text = plain_text(node.raw()).into_owned();
    // A typed text may become another value than the fix has.
    let parser = CellParser {
        catalog: &checker.catalog,
        zone: &checker.sheets.context.zone,
    };
    let typed = parser.edit(&value.document, path, &text).ok()??;
    let typed = replay(&value.document, [&typed]).ok()?;
    let is_same = typed.get(path)?.same_value(&node);
    is_same.then_some((fix, text))
}
