//! The campaigns of the workspace: listed from memory, fetched page by page.

mod columns;
mod fetch;
mod index;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use adwright_model::Id;
use adwright_store::Row;

pub(crate) use columns::entry_of;
pub(crate) use fetch::BrokenOff;
pub(crate) use index::{DraftMark, Index, count};

use crate::desk::Desk;
use crate::error::Error;
use crate::pickers::Pickers;
use crate::views::{CampaignQuery, CampaignWindow};

/// What the cache holds, ready to be searched.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    pub(crate) index: Index,
    pub(crate) pickers: OnceLock<Arc<Pickers>>,
}

impl Shelf {
    pub(crate) fn new(rows: Vec<Row>) -> Self {
        Self {
            index: Index::new(rows),
            pickers: OnceLock::new(),
        }
    }
}

impl Desk {
    /// A window of rows onto the campaign list; answered from memory.
    pub fn campaigns(&self, query: &CampaignQuery) -> Result<CampaignWindow, Error> {
        Ok(self.shelf().index.window(query, &self.draft_marks()?))
    }

    /// What the drafts of listed campaigns show in their rows.
    fn draft_marks(&self) -> Result<HashMap<Id, DraftMark>, Error> {
        let rows = self.drafts()?;
        let marks = rows.into_iter().filter_map(|row| {
            let id: Id = row.campaign?.parse().ok()?;
            Some((
                id,
                DraftMark {
                    name: row.title,
                    errors: row.errors,
                    warnings: row.warnings,
                },
            ))
        });
        Ok(marks.collect())
    }
}
