//! The lists of campaigns and ads, served from memory.

mod default_columns;
mod draft_marks;
mod error;
mod filter_describer;
mod filter_parser;
mod first_rows;
mod list_cache;
mod page_entry;
mod query_runner;
mod row_renderer;
mod selection;
mod service_query;

pub(crate) use draft_marks::{DraftMark, DraftMarks};
pub use error::{FilterInputError, ListError};
pub(crate) use filter_parser::InvalidFilter;
pub(crate) use list_cache::{ListCache, ListSnapshot};
pub(crate) use page_entry::{parse_page_entry, parse_page_entry_and_object};
pub(crate) use service_query::ServiceAnswers;

use adwright_list::{ListFields, ListIndexBuilder};
use adwright_model::Kind;
use adwright_views::{
    AdCounts, ColumnInfo, ColumnLayout, FieldChoice, FilterDescription, ListColumns, ListId,
    RowFilters, RowsQuery, RowsWindow,
};

use self::default_columns::default_columns;
use self::filter_describer::FilterDescriber;
use self::query_runner::RowQueryRunner;
use crate::desk::Desk;
use crate::error::Error;

impl Desk {
    /// Returns a window of rows of the campaign list: see [`Desk::list_rows`].
    pub fn campaigns(&self, query: &RowsQuery) -> Result<RowsWindow, Error> {
        self.list_rows(ListId::Campaigns, query)
    }

    /// Returns a window of rows of a list, from memory, as soon as its objects are loaded.
    pub fn list_rows(&self, list: ListId, query: &RowsQuery) -> Result<RowsWindow, Error> {
        if list == ListId::Campaigns
            && let Some(first) = self.first_rows(query)?
        {
            return Ok(first);
        }
        let (held, drafts) = (self.list_snapshot(list)?, self.draft_marks_of(list)?);
        let answer = self.answers.get(query.answer.as_deref())?;
        Ok(self
            .query_runner(list, &held, &drafts)
            .window(query, answer.as_deref()))
    }

    /// Returns every column that a list can have, and the default ones.
    #[must_use]
    pub fn list_columns(&self, list: ListId) -> ListColumns {
        let fields = self.fields_of(list);
        let of_list = fields.iter().filter(|field| field.is_in_list(list));
        let all: Vec<ColumnInfo> = of_list.map(|field| field.info.clone()).collect();
        let is_known = |path: &str| all.iter().any(|column| column.path == path);
        let usual = default_columns(list).iter();
        let usual = usual.filter(|(path, _)| is_known(path));
        ListColumns {
            usual: usual
                .map(|&(path, width)| ColumnLayout {
                    path: path.to_owned(),
                    width: Some(width),
                })
                .collect(),
            all,
        }
    }

    /// Returns the values seen in a column, the most frequent first; ids come with their names.
    pub fn seen_values(&self, list: ListId, path: &str) -> Result<Vec<FieldChoice>, Error> {
        Ok(self.list_snapshot(list)?.index.seen_values(path))
    }

    /// Returns the number of ads, from the service and from files.
    pub(crate) fn ad_total(&self) -> Result<u32, Error> {
        let workspace = &self.workspace.id;
        let cached = self.store.cache_count(workspace, Kind::Ad)?;
        Ok(cached + self.store.file_ad_count(workspace)?)
    }

    /// Returns the number of ads in each ad list; none if they are not in memory yet. The call starts loading them.
    pub(crate) fn ad_counts(&self) -> Result<Option<AdCounts>, Error> {
        if self.ad_total()? == 0 {
            return Ok(Some(AdCounts::default()));
        }
        if !self.ad_list_cache.is_filled() {
            self.ad_list_cache.warm_up();
            return Ok(None);
        }
        let held = self.list_snapshot(ListId::OtherAds)?;
        let total = |list| saturating_u32(held.lookups.row_count(&held.index, list));
        Ok(Some(AdCounts {
            in_stream: total(ListId::InStream),
            expandable: total(ListId::Expandable),
            html5_expandable: total(ListId::Html5Expandable),
            other: total(ListId::OtherAds),
        }))
    }

    /// Describes the filters in words, and as they are sent to the service.
    pub fn describe_filters(
        &self,
        list: ListId,
        filters: &RowFilters,
    ) -> Result<FilterDescription, Error> {
        let (held, nothing);
        // Without filters, no name is looked up, so there is no need to wait for the rows.
        let index = if *filters == RowFilters::default() {
            nothing = ListIndexBuilder::new(&self.fields_of(list)).finish();
            &nothing
        } else {
            held = self.list_snapshot(list)?;
            &held.index
        };
        let words = FilterDescriber {
            reading: self.filter_parser(index.fields()),
            index,
            page_size: self.dialect.page_size,
        };
        Ok(words.describe(filters))
    }

    fn filter_parser<'a>(&'a self, fields: &'a ListFields) -> filter_parser::FilterParser<'a> {
        filter_parser::FilterParser {
            fields,
            zone: &self.zone,
        }
    }

    fn query_runner<'a>(
        &'a self,
        list: ListId,
        held: &'a ListSnapshot,
        drafts: &'a DraftMarks,
    ) -> RowQueryRunner<'a> {
        RowQueryRunner {
            list,
            index: &held.index,
            lookups: &held.lookups,
            drafts,
            zone: &self.zone,
            page_size: self.dialect.page_size,
        }
    }
}

/// Clamps a length to the range of the views; no list comes near the limit.
pub(crate) fn saturating_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
