//! Runs a query on a list, and renders the window of rows that is drawn.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_list::{AdMetric, ListIndex, ListOrder, QueryCache, RowId, RowQuery};
use adwright_model::Id;
use adwright_views::{
    ExcludingFilter, FilterChip, ListId, RowDraftFilter, RowsQuery, RowsWindow, saturating_u32,
};

use super::filter_describer::FilterDescriber;
use super::filter_parser::{FilterParser, clear_filter};
use super::row_groups::RowGroups;
use super::row_renderer::RowRenderer;

use crate::check::DraftMarks;
use crate::error::{FilterInputError, InvalidFilter};
use crate::field::DateParser;
use crate::wording::filter_problem;

/// A runner of queries on campaigns or ads.
#[derive(Clone, Copy)]
pub(crate) struct RowQueryRunner<'a> {
    pub(crate) list: ListId,
    pub(crate) index: &'a ListIndex,
    pub(crate) queries: &'a QueryCache,
    pub(crate) drafts: &'a DraftMarks,
    pub(crate) dates: DateParser<'a>,
    pub(crate) page_size: u32,
}

/// The result of a query.
#[derive(Debug)]
pub(crate) struct QueryResult {
    /// The rows in order.
    pub(crate) rows: Arc<[u32]>,
    /// The number of rows before `from` and `max` are applied.
    pub(crate) before_paging: usize,
    /// The number of rows that were searched.
    pub(crate) total: usize,
    pub(crate) invalid: Vec<InvalidFilter>,
}

impl RowQueryRunner<'_> {
    /// Runs the query. `answer` is the service's answer that the query names.
    pub(crate) fn run(&self, query: &RowsQuery, answer: Option<&[Id]>) -> QueryResult {
        match (&query.only, answer) {
            (Some(ids), _) => self.run_selected(ids, query),
            (None, Some(answer)) => self.run_on_answer(answer, query),
            (None, None) => self.run_on_cache(query),
        }
    }

    /// Returns the selected rows in list order, and ignores the rest of the query.
    fn run_selected(&self, ids: &[String], query: &RowsQuery) -> QueryResult {
        let row_of = |id: &String| self.index.row_of(id.parse().ok()?);
        let wanted: HashSet<u32> = ids.iter().filter_map(row_of).collect();
        let order = self.queries.ordered_rows(self.index, &order_of(query));
        let rows: Arc<[u32]> = order
            .iter()
            .copied()
            .filter(|row| wanted.contains(row))
            .collect();
        QueryResult {
            before_paging: rows.len(),
            rows,
            total: self.queries.row_count(self.index, self.list),
            invalid: Vec::new(),
        }
    }

    fn run_on_answer(&self, answer: &[Id], query: &RowsQuery) -> QueryResult {
        let words = self.index.search_mask(&query.search);
        let has_words = |row: &u32| words.as_ref().is_none_or(|words| words[*row as usize]);
        let rows = answer
            .iter()
            .filter_map(|id| self.index.row_of(RowId::OnService(*id)));
        let rows = rows.filter(has_words).collect();
        let rows = self.filter_by_drafts(rows, query.filters.drafts);
        QueryResult {
            before_paging: rows.len(),
            rows,
            total: answer.len(),
            invalid: Vec::new(),
        }
    }

    fn run_on_cache(&self, query: &RowsQuery) -> QueryResult {
        let read = self.filter_parser().parse(&query.filters);
        let mut invalid = read.invalid;
        if read.filters.site_id.is_some() && self.list == ListId::Campaigns {
            invalid.push(InvalidFilter {
                filter: "siteId",
                group: None,
                error: FilterInputError::SitesUnknown,
            });
        }
        let is_sortable = self
            .queries
            .sorted_rows(self.index, &order_of(query))
            .is_some();
        invalid.extend((!is_sortable).then_some(InvalidFilter {
            filter: "sort",
            group: None,
            error: FilterInputError::NotSortable,
        }));
        let wanted = RowQuery {
            list: self.list,
            search: query.search.clone(),
            filters: read.filters,
            order: order_of(query),
        };
        let rows = self.queries.matching_rows(self.index, &wanted);
        let rows = self.filter_by_drafts(rows, query.filters.drafts);
        QueryResult {
            before_paging: rows.len(),
            rows: slice_rows(rows, read.from, read.max),
            total: self.queries.row_count(self.index, self.list),
            invalid,
        }
    }

    /// Returns the window that the query asks for.
    pub(crate) fn window(&self, query: &RowsQuery, answer: Option<&[Id]>) -> RowsWindow {
        let found = self.run(query, answer);
        let drawing = self.row_renderer();
        let columns = drawing.column_positions(&query.columns);
        let draw = |row: &u32| {
            let own = |field| self.index.raw_value(*row, field);
            drawing.render(self.index.row_id(*row), own, &columns)
        };
        let groups = self.row_groups(&found.rows, query);
        let wanted = &found.rows[groups.rows_in(query.offset, query.limit)];
        let excluding = if found.rows.is_empty() && answer.is_none() && query.only.is_none() {
            self.excluding_filters(query)
        } else {
            Vec::new()
        };
        RowsWindow {
            total: saturating_u32(found.total),
            matches: saturating_u32(found.before_paging),
            matched: saturating_u32(found.rows.len()),
            drafts: self.count_drafts(&found.rows),
            lines: saturating_u32(groups.line_count()),
            offset: query.offset,
            rows: wanted.iter().map(draw).collect(),
            headings: groups.headings_in(query.offset, query.limit, &found.rows, self.index),
            position: query
                .locate
                .as_deref()
                .and_then(|id| self.position_of(&found.rows, id))
                .map(|position| saturating_u32(groups.line_of(position))),
            problems: found.invalid.iter().map(filter_problem).collect(),
            excluding,
        }
    }

    /// Counts the rows that have a draft with changes.
    pub(crate) fn count_drafts(&self, rows: &[u32]) -> u32 {
        let marked = self.drafts.keys();
        let marked = marked.filter_map(|key| self.index.row_of(*key));
        let marked: HashSet<u32> = marked.collect();
        if marked.is_empty() {
            return 0;
        }
        saturating_u32(rows.iter().filter(|row| marked.contains(row)).count())
    }

    fn filter_by_drafts(&self, rows: Arc<[u32]>, wanted: Option<RowDraftFilter>) -> Arc<[u32]> {
        let Some(wanted) = wanted else {
            return rows;
        };
        let errors = AdMetric::ErrorCount.path().to_string();
        let errors = self.index.fields().position_of_path(&errors);
        let is_wanted = |row: &u32| {
            let mark = self.drafts.get(&self.index.row_id(*row));
            match (wanted, mark) {
                (RowDraftFilter::Any, mark) => mark.is_some(),
                (RowDraftFilter::WithErrors, Some(mark)) => mark.errors > 0,
                // The errors of an ad are counted when it is cached.
                (RowDraftFilter::WithErrors, None) => errors
                    .is_some_and(|field| !["", "0"].contains(&self.index.raw_value(*row, field))),
            }
        };
        rows.iter().copied().filter(is_wanted).collect()
    }

    /// Returns the groups of the found rows. An answer keeps the order of the service, without groups.
    pub(crate) fn row_groups(&self, rows: &[u32], query: &RowsQuery) -> RowGroups {
        let is_answer = query.answer.is_some() && query.only.is_none();
        if query.grouped && !is_answer {
            RowGroups::of(rows, self.index)
        } else {
            RowGroups::none(rows.len())
        }
    }

    fn position_of(&self, rows: &[u32], key: &str) -> Option<usize> {
        let row = self.index.row_of(key.parse().ok()?)?;
        rows.iter().position(|found| *found == row)
    }

    /// Returns the filters whose removal alone would find rows.
    fn excluding_filters(&self, query: &RowsQuery) -> Vec<ExcludingFilter> {
        let without = |chip: FilterChip, query: &RowsQuery| {
            let found = self.run_on_cache(query).rows.len();
            (found > 0).then(|| ExcludingFilter {
                filter: chip.filter,
                group: chip.group,
                label: chip.label,
                without: saturating_u32(found),
            })
        };
        let words = FilterDescriber {
            list: self.list,
            reading: self.filter_parser(),
            index: self.index,
            page_size: self.page_size,
        };
        let chips = words.describe(&query.filters).chips.into_iter();
        let filters = chips.filter_map(|chip| {
            let mut query = query.clone();
            clear_filter(&mut query.filters, &chip);
            without(chip, &query)
        });
        let search = Some(query.search.trim()).filter(|search| !search.is_empty());
        let search = search.and_then(|search| {
            let query = RowsQuery {
                search: String::new(),
                ..query.clone()
            };
            let chip = FilterChip {
                filter: "search".to_owned(),
                group: None,
                label: format!("Search: {search}"),
            };
            without(chip, &query)
        });
        filters.chain(search).collect()
    }

    pub(crate) fn row_renderer(&self) -> RowRenderer<'_> {
        RowRenderer {
            fields: self.index.fields(),
            drafts: self.drafts,
            zone: self.dates.zone,
        }
    }

    pub(crate) fn filter_parser(&self) -> FilterParser<'_> {
        FilterParser {
            fields: self.index.fields(),
            dates: self.dates,
        }
    }
}

fn order_of(query: &RowsQuery) -> ListOrder {
    ListOrder {
        sort: query.sort.clone(),
        grouped: query.grouped,
    }
}

/// Applies `from` and `max` to the rows.
fn slice_rows(rows: Arc<[u32]>, from: Option<u32>, max: Option<u32>) -> Arc<[u32]> {
    if from.is_none() && max.is_none() {
        return rows;
    }
    let first = rows.len().min(from.unwrap_or(0) as usize);
    let most = max.map_or(usize::MAX, |max| max as usize);
    rows[first..].iter().copied().take(most).collect()
}
