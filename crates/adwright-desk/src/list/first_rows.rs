//! The first rows of the default list, read directly from the cache: they need not wait for the other rows.

use adwright_list::{RowId, split_values};
use adwright_model::Kind;
use adwright_views::{RowFilters, RowsQuery, RowsWindow, saturating_u32};

use super::list_cache::FirstRows;
use super::row_renderer::RowRenderer;

use crate::check::DraftMarks;
use crate::error::Error;
use crate::list::Lists;

impl Lists {
    /// Returns the window of a default query while the campaigns are not in memory yet; otherwise none. The other rows
    /// are read soon after.
    pub(crate) fn first_rows(&self, query: &RowsQuery) -> Result<Option<RowsWindow>, Error> {
        if self.campaigns.is_filled() || !is_default_query(query) {
            return Ok(None);
        }
        let Some(FirstRows { fields, cells }) =
            self.campaigns.first_rows(query.offset, query.limit)?
        else {
            return Ok(None);
        };
        let drafts = self.check_cache.draft_marks()?;
        // New drafts have no cached rows to be ordered with.
        if drafts.keys().any(|key| key.service_id().is_none()) {
            return Ok(None);
        }
        let drawing = RowRenderer {
            fields: &fields,
            drafts: &drafts,
            zone: &self.context.zone,
        };
        let columns = drawing.column_positions(&query.columns);
        let rows = cells.rows.iter().map(|(id, cells)| {
            let values: Vec<&str> = split_values(fields.strip_layout_hash(cells)?).collect();
            let own = |field: usize| values.get(field).copied().unwrap_or_default();
            Some(drawing.render(RowId::OnService(*id), own, &columns))
        });
        // If another layout wrote a row meanwhile, that row is read again with all others.
        let rows: Option<Vec<_>> = rows.collect();
        let Some(rows) = rows else { return Ok(None) };
        let window = RowsWindow {
            total: cells.total,
            matches: cells.total,
            matched: cells.total,
            drafts: self.count_cached_drafts(&drafts)?,
            lines: cells.total,
            offset: query.offset,
            rows,
            headings: Vec::new(),
            position: None,
            problems: Vec::new(),
            excluding: Vec::new(),
        };
        self.campaigns.warm_up();
        Ok(Some(window))
    }

    fn count_cached_drafts(&self, drafts: &DraftMarks) -> Result<u32, Error> {
        let (workspace, kind) = (&self.context.workspace.id, Kind::Campaign);
        let mut count = 0;
        for id in drafts.keys().filter_map(|key| key.service_id()) {
            count += usize::from(self.context.store.cache_has(workspace, kind, id)?);
        }
        Ok(saturating_u32(count))
    }
}

/// Returns whether a query is for all campaigns by name, and not for the position of one campaign.
fn is_default_query(query: &RowsQuery) -> bool {
    query.search.trim().is_empty()
        && query.sort.is_none()
        && !query.grouped
        && query.filters == RowFilters::default()
        && query.answer.is_none()
        && query.only.is_none()
        && query.locate.is_none()
}
