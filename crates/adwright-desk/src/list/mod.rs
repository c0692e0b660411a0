//! The campaigns and ads of the workspace: listed from memory.

mod ads;
mod ask;
mod column;
mod describe;
mod entry;
mod fields;
mod filter;
mod first;
mod index;
mod key;
mod listing;
mod lookup;
mod marks;
mod row;
mod selection;
mod shelf;
mod texts;
mod usual;
mod value;

pub(crate) use ads::{AdFigures, kind_among, kind_of_ad};
pub(crate) use ask::Answers;
pub(crate) use entry::{entry_of, read_entry};
pub(crate) use fields::ListFields;
pub(crate) use index::{Index, count};
pub(crate) use key::RowKey;
pub(crate) use marks::{DraftMark, DraftMarks};
pub(crate) use shelf::{Shelf, Shelves};
pub(crate) use value::spoken;

use adwright_model::Kind;

use self::describe::Words;
use self::index::IndexBuilder;
use self::listing::Listing;
use self::usual::usual_columns;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{
    AdCounts, Choice, ColumnInfo, ColumnState, FilterDescription, ListColumns, ListId, RowFilters,
    RowsQuery, RowsWindow,
};

impl Desk {
    /// A window of rows onto the campaign list: see [`Desk::rows`].
    pub fn campaigns(&self, query: &RowsQuery) -> Result<RowsWindow, Error> {
        self.rows(ListId::Campaigns, query)
    }

    /// A window of rows onto a list; answered from memory, as soon as its objects are there.
    pub fn rows(&self, list: ListId, query: &RowsQuery) -> Result<RowsWindow, Error> {
        if list == ListId::Campaigns
            && let Some(first) = self.first_rows(query)?
        {
            return Ok(first);
        }
        let (held, drafts) = (self.shelf_of(list)?, self.draft_marks_of(list)?);
        let answer = self.answers.get(query.answer.as_deref())?;
        Ok(self
            .listing(list, &held, &drafts)
            .window(query, answer.as_deref()))
    }

    /// Every column that a list can have, and the usual ones.
    #[must_use]
    pub fn columns(&self, list: ListId) -> ListColumns {
        let fields = self.fields_of(list);
        let of_list = fields.iter().filter(|field| field.is_in(list));
        let all: Vec<ColumnInfo> = of_list.map(|field| field.info.clone()).collect();
        let is_known = |path: &str| all.iter().any(|column| column.path == path);
        let usual = usual_columns(list).iter();
        let usual = usual.filter(|(path, _)| is_known(path));
        ListColumns {
            usual: usual
                .map(|&(path, width)| ColumnState {
                    path: path.to_owned(),
                    width: Some(width),
                })
                .collect(),
            all,
        }
    }

    /// The values seen in a column, the most frequent first; ids with the name that goes with them.
    pub fn seen_values(&self, list: ListId, path: &str) -> Result<Vec<Choice>, Error> {
        Ok(self.shelf_of(list)?.index.seen(path))
    }

    /// How many ads there are, of the service and from files.
    pub(crate) fn ads_here(&self) -> Result<u32, Error> {
        let workspace = &self.workspace.id;
        let cached = self.store.cache_count(workspace, Kind::Ad)?;
        Ok(cached + self.store.file_ad_count(workspace)?)
    }

    /// How many ads each of their lists has; none where they are not in memory yet, which
    /// this has begun.
    pub(crate) fn ad_counts(&self) -> Result<Option<AdCounts>, Error> {
        if self.ads_here()? == 0 {
            return Ok(Some(AdCounts::default()));
        }
        if !self.ad_shelves.is_filled() {
            self.ad_shelves.begin_soon();
            return Ok(None);
        }
        let held = self.shelf_of(ListId::OtherAds)?;
        let total = |list| count(held.lookups.total(&held.index, list));
        Ok(Some(AdCounts {
            in_stream: total(ListId::InStream),
            expandable: total(ListId::Expandable),
            html5_expandable: total(ListId::Html5Expandable),
            other: total(ListId::OtherAds),
        }))
    }

    /// The filters in words, and as they go over the wire.
    pub fn describe_filters(
        &self,
        list: ListId,
        filters: &RowFilters,
    ) -> Result<FilterDescription, Error> {
        let (held, nothing);
        // Where nothing is filtered there is no name to look up, and no need to wait for the campaigns.
        let index = if *filters == RowFilters::default() {
            nothing = IndexBuilder::new(&self.fields_of(list)).finish();
            &nothing
        } else {
            held = self.shelf_of(list)?;
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

    fn listing<'a>(&'a self, list: ListId, held: &'a Shelf, drafts: &'a DraftMarks) -> Listing<'a> {
        Listing {
            list,
            index: &held.index,
            lookups: &held.lookups,
            drafts,
            zone: &self.zone,
            page_size: self.dialect.page_size,
        }
    }
}
