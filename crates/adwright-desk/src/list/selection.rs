//! What a person selected in a list.

use std::collections::HashSet;

use adwright_model::Id;

use super::{RowKey, count};
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{ListId, Selection, SelectionCount};

impl Desk {
    /// The campaigns of a selection, in the list's order; those that have left the cache since are left out.
    pub fn selected(&self, selection: &Selection) -> Result<Vec<Id>, Error> {
        let keys = self.selected_keys(ListId::Campaigns, selection)?;
        Ok(keys.into_iter().filter_map(RowKey::id).collect())
    }

    /// How much a selection is.
    pub fn selection_count(&self, selection: &Selection) -> Result<SelectionCount, Error> {
        let ids = self.selected(selection)?;
        let drafts = self.draft_marks()?;
        let with_draft = ids.iter().filter(|id| drafts.contains_key(id));
        Ok(SelectionCount {
            campaigns: count(ids.len()),
            drafts: count(with_draft.count()),
        })
    }

    /// What a selection of a list is about, in its order; what has left the list since is left out.
    pub(crate) fn selected_keys(
        &self,
        list: ListId,
        selection: &Selection,
    ) -> Result<Vec<RowKey>, Error> {
        let held = self.shelf_of(list)?;
        let row_of = |id: &String| held.index.row_of(id.parse().ok()?);
        let rows: Vec<u32> = match selection {
            Selection::Ids { ids } => {
                let mut seen = HashSet::new();
                let rows = ids.iter().filter_map(row_of);
                rows.filter(|row| seen.insert(*row)).collect()
            }
            Selection::Matching { query, except } => {
                let drafts = self.draft_marks_of(list)?;
                let answer = self.answers.get(query.answer.as_deref())?;
                let found = self
                    .listing(list, &held, &drafts)
                    .found(query, answer.as_deref());
                let except: HashSet<u32> = except.iter().filter_map(row_of).collect();
                let rows = found.rows.iter().copied();
                rows.filter(|row| !except.contains(row)).collect()
            }
        };
        Ok(rows.into_iter().map(|row| held.index.key(row)).collect())
    }
}
