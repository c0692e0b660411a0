//! The lists of campaigns, retargeting values and ads, served from memory.

mod budget_totals;
mod default_columns;
mod export;
mod filter_describer;
mod filter_parser;
mod first_rows;
mod id_suggestions;
mod list_cache;
mod new_rows;
mod query_runner;
mod row_groups;
mod row_renderer;
mod selection;
mod service_answers;

use std::sync::Arc;

use adwright_checks::OwnRules;
use adwright_list::{AdMetricCalculator, ListFields, ListIndexBuilder};
use adwright_model::{Id, Kind};
use adwright_views::{
    AdCounts, ColumnInfo, ColumnLayout, FieldChoice, FilterDescription, ListColumns, ListId,
    RowFilters, RowsQuery, RowsWindow, saturating_u32,
};

pub(crate) use id_suggestions::{IdSuggestions, id_choice};
pub(crate) use list_cache::{ListCache, ListSnapshot};

pub(crate) use self::default_columns::usual_fields;

use self::default_columns::{AUTOMATIC, default_columns};
use self::filter_describer::FilterDescriber;
use self::new_rows::NewRows;
use self::query_runner::RowQueryRunner;
use self::service_answers::ServiceAnswers;

use crate::check::{CheckCache, DraftMarks};
use crate::context::{Context, Schema, load_rules_text, workspace_catalog};
use crate::error::Error;
use crate::field::DateParser;

/// The lists of campaigns, retargeting values and ads.
pub struct Lists {
    context: Arc<Context>,
    check_cache: Arc<CheckCache>,
    campaigns: ListCache,
    values: ListCache,
    ads: ListCache,
    /// The service's answers to queries with filters.
    answers: ServiceAnswers,
    new_rows: NewRows,
}

impl Lists {
    pub(crate) fn new(context: Arc<Context>, check_cache: Arc<CheckCache>) -> Self {
        let cache_of = |list| {
            ListCache::new(
                &context.store,
                &context.workspace.id,
                &context.fields_of(list),
            )
        };
        Self {
            campaigns: cache_of(ListId::Campaigns),
            values: cache_of(ListId::Values),
            ads: cache_of(ListId::OtherAds),
            answers: ServiceAnswers::default(),
            new_rows: NewRows::default(),
            context,
            check_cache,
        }
    }

    /// Keeps an answer of the service for later queries. Returns its id.
    pub(crate) fn keep_answer(&self, ids: Vec<Id>) -> String {
        self.answers.insert(ids)
    }

    /// Returns the list cache of a kind; none for a kind without a list.
    pub(crate) fn list_cache_of(&self, kind: Kind) -> Option<&ListCache> {
        match kind {
            Kind::Campaign => Some(&self.campaigns),
            Kind::RetargetingDataValue => Some(&self.values),
            Kind::Ad => Some(&self.ads),
            _ => None,
        }
    }

    /// Replaces the rules. `text` is their source.
    pub(crate) fn use_rules(&self, rules: Arc<OwnRules>, text: &str) {
        let bindings = &self.context.dialect.bindings;
        let figures = AdMetricCalculator::new(&self.context.catalog(), bindings, &rules, text);
        let ad_fields = Arc::new(ListFields::for_ads(
            &self.context.catalog(),
            bindings,
            figures,
        ));
        self.context.set_rules(rules, Arc::clone(&ad_fields));
        self.ads.set_layout_later(ad_fields);
    }

    /// Reloads the learned fields, and reads the list again with them. Operations that hold the old catalog keep it
    /// until they end.
    pub(crate) fn reload_schema(&self) -> Result<(), Error> {
        let base = self.context.backend.catalog();
        let catalog = workspace_catalog(
            base,
            &self.context.store,
            &self.context.workspace.id,
            &self.context.zone,
        )?;
        let text = load_rules_text(&self.context.store, &self.context.workspace.id)?;
        let known = Schema::of(
            catalog,
            &self.context.dialect.bindings,
            (&self.context.rules(), &text),
        );
        let fields = Arc::clone(&known.campaign_fields);
        self.context.set_schema(known);
        Ok(self.campaigns.set_layout(fields)?)
    }

    /// Returns the last snapshot of the campaigns. It holds no lock.
    pub(crate) fn campaign_snapshot(&self) -> Result<Arc<ListSnapshot>, Error> {
        Ok(self.campaigns.snapshot()?)
    }

    /// Returns the last snapshot of a list.
    pub(crate) fn list_snapshot(&self, list: ListId) -> Result<Arc<ListSnapshot>, Error> {
        match list {
            ListId::Campaigns => self.campaign_snapshot(),
            ListId::Values => Ok(self.values.snapshot()?),
            _ => Ok(self.ads.snapshot()?),
        }
    }

    /// Reads the list of a kind again after a change.
    pub(crate) fn refresh_list_cache(&self, kind: Kind) -> Result<(), Error> {
        match self.list_cache_of(kind) {
            Some(list_cache) => Ok(list_cache.reload()?),
            None => Ok(()),
        }
    }

    /// Reads some objects of a kind again after a change.
    pub(crate) fn refresh_rows(&self, kind: Kind, ids: &[Id]) -> Result<(), Error> {
        match self.list_cache_of(kind) {
            Some(list_cache) => Ok(list_cache.reload_rows(ids)?),
            None => Ok(()),
        }
    }

    /// Returns a window of rows of the campaign list: see [`Lists::list_rows`].
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
        let (snapshot, drafts) = self.drafted_snapshot(list)?;
        let answer = self.answers.get(query.answer.as_deref())?;
        Ok(self
            .query_runner(list, &snapshot, &drafts)
            .window(query, answer.as_deref()))
    }

    /// Returns every column that a list can have, and the default ones.
    #[must_use]
    pub fn list_columns(&self, list: ListId) -> ListColumns {
        let fields = self.context.fields_of(list);
        let of_list = fields.iter().filter(|field| field.is_in_list(list));
        let all: Vec<ColumnInfo> = of_list.map(|field| field.info.clone()).collect();
        let is_known = |path: &str| all.iter().any(|column| column.path == path);
        let usual = default_columns(list).iter();
        let usual = usual.filter(|(path, _)| is_known(path));
        ListColumns {
            usual: usual
                .map(|&(path, width)| ColumnLayout {
                    path: path.to_owned(),
                    width: (width != AUTOMATIC).then_some(width),
                })
                .collect(),
            all,
        }
    }

    /// Returns the values seen in a column, the most frequent first; ids come with their names.
    pub fn seen_values(&self, list: ListId, path: &str) -> Result<Vec<FieldChoice>, Error> {
        Ok(self.list_snapshot(list)?.index.seen_values(path))
    }

    /// Returns the number of cached retargeting values.
    pub(crate) fn value_total(&self) -> Result<u32, Error> {
        let (workspace, kind) = (&self.context.workspace.id, Kind::RetargetingDataValue);
        Ok(self.context.store.cache_count(workspace, kind)?)
    }

    /// Returns the number of ads, from the service and from files.
    pub(crate) fn ad_total(&self) -> Result<u32, Error> {
        let workspace = &self.context.workspace.id;
        let cached = self.context.store.cache_count(workspace, Kind::Ad)?;
        Ok(cached + self.context.store.file_ad_count(workspace)?)
    }

    /// Returns the number of ads in each ad list; none if they are not in memory yet. The call starts loading them.
    pub(crate) fn ad_counts(&self) -> Result<Option<AdCounts>, Error> {
        if self.ad_total()? == 0 {
            return Ok(Some(AdCounts::default()));
        }
        if !self.ads.is_filled() {
            self.ads.warm_up();
            return Ok(None);
        }
        let held = self.list_snapshot(ListId::OtherAds)?;
        let total = |list| saturating_u32(held.queries.row_count(&held.index, list));
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
            nothing = ListIndexBuilder::new(&self.context.fields_of(list)).finish();
            &nothing
        } else {
            held = self.list_snapshot(list)?;
            &held.index
        };
        let words = FilterDescriber {
            list,
            reading: self.filter_parser(index.fields()),
            index,
            page_size: self.context.dialect.page_size,
        };
        Ok(words.describe(filters))
    }

    pub(crate) fn filter_parser<'a>(
        &'a self,
        fields: &'a ListFields,
    ) -> filter_parser::FilterParser<'a> {
        filter_parser::FilterParser {
            fields,
            dates: DateParser::for_typing(&self.context),
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
            queries: &held.queries,
            drafts,
            dates: DateParser::for_typing(&self.context),
            page_size: self.context.dialect.page_size,
        }
    }
}
