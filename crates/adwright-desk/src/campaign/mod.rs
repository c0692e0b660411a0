//! The campaigns of the workspace: listed from memory, fetched page by page.

mod ask;
mod column;
mod describe;
mod entry;
mod fetch;
mod fields;
mod filter;
mod index;
mod listing;
mod selection;

use std::sync::{Arc, OnceLock};

use adwright_model::{Editable, Id};

pub(crate) use ask::Answers;
pub(crate) use entry::entry_of;
pub(crate) use fetch::BrokenOff;
pub(crate) use fields::ListFields;
pub(crate) use index::{DraftMark, DraftMarks, Index, count};

use self::describe::Words;
use self::listing::Listing;
use crate::desk::Desk;
use crate::error::Error;
use crate::pickers::Pickers;
use crate::views::{
    CampaignFilters, CampaignQuery, CampaignWindow, Choice, ColumnInfo, FilterDescription,
};

/// What the cache holds, ready to be searched.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) index: Index,
    pub(crate) pickers: OnceLock<Arc<Pickers>>,
}

impl Shelf {
    pub(crate) fn new(fields: &Arc<ListFields>, texts: Vec<(Id, String)>) -> Self {
        let campaigns = texts.into_iter().map(|(id, text)| {
            let values = Editable::parse(&text).map(|campaign| fields.values(&campaign));
            (id, values.unwrap_or_default())
        });
        Self {
            index: Index::new(fields, campaigns),
            pickers: OnceLock::new(),
        }
    }
}

impl Desk {
    /// A window of rows onto the campaign list; answered from memory.
    pub fn campaigns(&self, query: &CampaignQuery) -> Result<CampaignWindow, Error> {
        let (held, drafts) = (self.shelf(), self.draft_marks()?);
        let answer = self.answers.get(query.answer.as_deref())?;
        Ok(self
            .listing(&held, &drafts)
            .window(query, answer.as_deref()))
    }

    /// Every column that the list can have, in the catalog's order.
    #[must_use]
    pub fn campaign_columns(&self) -> Vec<ColumnInfo> {
        self.fields.iter().map(|field| field.info.clone()).collect()
    }

    /// The values seen in a column, the most frequent first; ids with the name that goes with them.
    #[must_use]
    pub fn campaign_values(&self, path: &str) -> Vec<Choice> {
        self.shelf().index.seen(path)
    }

    /// The filters in words, and as they go over the wire.
    #[must_use]
    pub fn describe_filters(&self, filters: &CampaignFilters) -> FilterDescription {
        let held = self.shelf();
        let words = Words {
            reading: self.reading(),
            index: &held.index,
            page_size: self.dialect.page_size,
        };
        words.describe(filters)
    }

    fn reading(&self) -> filter::Reading<'_> {
        filter::Reading {
            fields: &self.fields,
            zone: &self.zone,
        }
    }

    fn listing<'a>(&'a self, held: &'a Shelf, drafts: &'a DraftMarks) -> Listing<'a> {
        Listing {
            index: &held.index,
            drafts,
            zone: &self.zone,
            page_size: self.dialect.page_size,
        }
    }

    /// What the drafts of listed campaigns show in their rows.
    fn draft_marks(&self) -> Result<DraftMarks, Error> {
        let rows = self.drafts()?;
        let marks = rows.into_iter().filter_map(|row| {
            let id: Id = row.campaign?.parse().ok()?;
            let draft = self.store.draft_get(&row.id).ok()?;
            let document = Editable::parse(&draft.text).ok();
            Some((
                id,
                DraftMark {
                    name: row.title,
                    errors: row.errors,
                    warnings: row.warnings,
                    values: document.map(|document| self.fields.values(&document)),
                },
            ))
        });
        Ok(marks.collect())
    }
}
