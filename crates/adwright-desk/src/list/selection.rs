//! What a person selected in the list.

use std::collections::HashSet;

use adwright_model::Id;

use super::count;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{ListId, Selection, SelectionCount};

impl Desk {
    /// The campaigns of a selection, in the list's order; those that have left the cache since are left out.
    pub fn selected(&self, selection: &Selection) -> Result<Vec<Id>, Error> {
        let rows = self.selected_rows(selection)?;
        let held = self.shelf()?;
        let id = |row| held.index.key(row).id();
        Ok(rows.into_iter().filter_map(id).collect())
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

    fn selected_rows(&self, selection: &Selection) -> Result<Vec<u32>, Error> {
        let held = self.shelf()?;
        let row_of = |id: &String| held.index.row_of(id.parse().ok()?);
        match selection {
            Selection::Ids { ids } => {
                let mut seen = HashSet::new();
                let rows = ids.iter().filter_map(row_of);
                Ok(rows.filter(|row| seen.insert(*row)).collect())
            }
            Selection::Matching { query, except } => {
                let drafts = self.draft_marks()?;
                let answer = self.answers.get(query.answer.as_deref())?;
                let found = self
                    .listing(ListId::Campaigns, &held, &drafts)
                    .found(query, answer.as_deref());
                let except: HashSet<u32> = except.iter().filter_map(row_of).collect();
                let rows = found.rows.iter().copied();
                Ok(rows.filter(|row| !except.contains(row)).collect())
            }
        }
    }
}
