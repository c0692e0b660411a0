//! The campaigns of the workspace: listed from memory.

mod ask;
mod column;
mod describe;
mod entry;
mod fields;
mod filter;
mod first;
mod index;
mod listing;
mod lookup;
mod marks;
mod row;
mod selection;
mod shelf;
mod texts;
mod value;

pub(crate) use ask::Answers;
pub(crate) use entry::entry_of;
pub(crate) use fields::ListFields;
pub(crate) use index::{Index, count};
pub(crate) use marks::{DraftMark, DraftMarks};
pub(crate) use shelf::{Shelf, Shelves};
pub(crate) use value::{spoken, whole};

use self::describe::Words;
use self::index::IndexBuilder;
use self::listing::Listing;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{
    CampaignFilters, CampaignQuery, CampaignWindow, Choice, ColumnInfo, FilterDescription,
};

impl Desk {
    /// A window of rows onto the campaign list; answered from memory, as soon as the campaigns are there.
    pub fn campaigns(&self, query: &CampaignQuery) -> Result<CampaignWindow, Error> {
        if let Some(first) = self.first_campaigns(query)? {
            return Ok(first);
        }
        let (held, drafts) = (self.shelf()?, self.draft_marks()?);
        let answer = self.answers.get(query.answer.as_deref())?;
        Ok(self
            .listing(&held, &drafts)
            .window(query, answer.as_deref()))
    }

    /// Every column that the list can have, in the catalog's order.
    #[must_use]
    pub fn campaign_columns(&self) -> Vec<ColumnInfo> {
        let fields = self.fields();
        fields.iter().map(|field| field.info.clone()).collect()
    }

    /// The values seen in a column, the most frequent first; ids with the name that goes with them.
    pub fn campaign_values(&self, path: &str) -> Result<Vec<Choice>, Error> {
        Ok(self.shelf()?.index.seen(path))
    }

    /// The filters in words, and as they go over the wire.
    pub fn describe_filters(&self, filters: &CampaignFilters) -> Result<FilterDescription, Error> {
        let (held, nothing);
        // Where nothing is filtered there is no name to look up, and no need to wait for the campaigns.
        let index = if *filters == CampaignFilters::default() {
            nothing = IndexBuilder::new(&self.fields()).finish();
            &nothing
        } else {
            held = self.shelf()?;
            &held.index
        };
        let words = Words {
            reading: self.reading(index.fields()),
            index,
            page_size: self.dialect.page_size,
        };
        Ok(words.describe(filters))
    }

    fn reading<'a>(&'a self, fields: &'a ListFields) -> filter::Reading<'a> {
        filter::Reading {
            fields,
            zone: &self.zone,
        }
    }

    fn listing<'a>(&'a self, held: &'a Shelf, drafts: &'a DraftMarks) -> Listing<'a> {
        Listing {
            index: &held.index,
            lookups: &held.lookups,
            drafts,
            zone: &self.zone,
            page_size: self.dialect.page_size,
        }
    }
}
