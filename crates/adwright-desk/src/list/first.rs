//! The first rows of the plain list, straight from the cache: what a person sees first does not wait for the rest.

use adwright_model::Kind;

use super::count;
use super::fields::each_value;
use super::key::RowKey;
use super::marks::DraftMarks;
use super::row::Drawing;
use super::shelf::First;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{RowFilters, RowsQuery, RowsWindow};

impl Desk {
    /// The window that a query asks for, where it is of the list as it is by name, and the campaigns are not in memory
    /// yet. They are read soon after.
    pub(crate) fn first_rows(&self, query: &RowsQuery) -> Result<Option<RowsWindow>, Error> {
        if self.shelves.is_filled() || !is_plain(query) {
            return Ok(None);
        }
        let Some(First { fields, cells }) = self.shelves.first(query.offset, query.limit)? else {
            return Ok(None);
        };
        let drafts = self.draft_marks()?;
        let drawing = Drawing {
            fields: &fields,
            drafts: &drafts,
            zone: &self.zone,
        };
        let columns = drawing.columns(&query.columns);
        let rows = cells.rows.iter().map(|(id, cells)| {
            let values: Vec<&str> = each_value(fields.unsealed(cells)?).collect();
            let own = |field: usize| values.get(field).copied().unwrap_or_default();
            Some(drawing.row(RowKey::Object(*id), own, &columns))
        });
        // What was put there by another layout meanwhile is read anew, with all the others.
        let rows: Option<Vec<_>> = rows.collect();
        let Some(rows) = rows else { return Ok(None) };
        let window = RowsWindow {
            total: cells.total,
            found: cells.total,
            matched: cells.total,
            drafts: self.drafts_in_cache(&drafts)?,
            offset: query.offset,
            rows,
            place: None,
            problems: Vec::new(),
            excluding: Vec::new(),
        };
        self.shelves.begin_soon();
        Ok(Some(window))
    }

    fn drafts_in_cache(&self, drafts: &DraftMarks) -> Result<u32, Error> {
        let (workspace, kind) = (&self.workspace.id, Kind::Campaign);
        let mut there = 0;
        for id in drafts.keys() {
            there += usize::from(self.store.cache_has(workspace, kind, *id)?);
        }
        Ok(count(there))
    }
}

/// Whether a query is for all campaigns by name, and not for the place of one of them.
fn is_plain(query: &RowsQuery) -> bool {
    query.search.trim().is_empty()
        && query.sort.is_none()
        && query.filters == RowFilters::default()
        && query.answer.is_none()
        && query.only.is_none()
        && query.locate.is_none()
}
