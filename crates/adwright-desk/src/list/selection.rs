//! The selected rows of a list, by row id, even if the list does not show them now.

use std::collections::HashSet;

use adwright_list::RowId;
use adwright_views::{ListId, RowsQuery, saturating_u32};

use crate::error::Error;
use crate::list::Lists;

impl Lists {
    /// Returns the ids of the rows that a query asks for.
    pub fn row_ids(&self, list: ListId, query: &RowsQuery) -> Result<Vec<String>, Error> {
        let (snapshot, drafts) = self.drafted_snapshot(list)?;
        let answer = self.answers.get(query.answer.as_deref())?;
        let runner = self.query_runner(list, &snapshot, &drafts);
        let found = runner.run(query, answer.as_deref()).rows;
        let lines = runner.row_groups(&found, query);
        let rows = &found[lines.rows_in(query.offset, query.limit)];
        let id = |row: &u32| snapshot.index.row_id(*row).to_string();
        Ok(rows.iter().map(id).collect())
    }

    /// Counts how many of these ids are among all rows that a query finds.
    pub fn count_selected(
        &self,
        list: ListId,
        query: &RowsQuery,
        ids: &[String],
    ) -> Result<u32, Error> {
        let selected: HashSet<RowId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
        let (snapshot, drafts) = self.drafted_snapshot(list)?;
        let answer = self.answers.get(query.answer.as_deref())?;
        let runner = self.query_runner(list, &snapshot, &drafts);
        let found = runner.run(query, answer.as_deref()).rows;
        let is_selected = |row: &&u32| selected.contains(&snapshot.index.row_id(**row));
        Ok(saturating_u32(found.iter().filter(is_selected).count()))
    }

    /// Parses row ids of a list, without duplicates. Rows that have left the list are skipped.
    pub(crate) fn selected_row_ids(
        &self,
        list: ListId,
        ids: &[String],
    ) -> Result<Vec<RowId>, Error> {
        let (snapshot, _) = self.drafted_snapshot(list)?;
        let mut seen = HashSet::new();
        let keys = ids.iter().filter_map(|id| id.parse().ok());
        let listed = keys.filter(|key| snapshot.index.row_of(*key).is_some());
        Ok(listed.filter(|key| seen.insert(*key)).collect())
    }
}
