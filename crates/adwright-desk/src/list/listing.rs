//! What a query of the list finds, and the window of it that is drawn.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_model::Id;

use super::describe::Words;
use super::filter::{Reading, clear};
use super::index::{Index, count};
use super::key::RowKey;
use super::lookup::{Lookups, Wanted};
use super::marks::DraftMarks;
use super::row::Drawing;
use crate::views::{Excluding, FilterProblem, ListId, RowsQuery, RowsWindow};
use crate::zone::Zone;

/// What listing campaigns or ads needs.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'a> {
    pub(crate) list: ListId,
    pub(crate) index: &'a Index,
    pub(crate) lookups: &'a Lookups,
    pub(crate) drafts: &'a DraftMarks,
    pub(crate) zone: &'a Zone,
    pub(crate) page_size: u32,
}

/// What a query found.
#[derive(Debug)]
pub(crate) struct Found {
    /// The rows in their order.
    pub(crate) rows: Arc<[u32]>,
    /// How many there are before `from` and `max` take a part of them.
    pub(crate) before_paging: usize,
    /// Among how many was looked.
    pub(crate) total: usize,
    pub(crate) problems: Vec<FilterProblem>,
}

impl Listing<'_> {
    /// Everything that the query finds; `answer` is the answer of the service that it names.
    pub(crate) fn found(&self, query: &RowsQuery, answer: Option<&[Id]>) -> Found {
        match (&query.only, answer) {
            (Some(ids), _) => self.found_alone(ids, query),
            (None, Some(answer)) => self.found_in(answer, query),
            (None, None) => self.found_in_cache(query),
        }
    }

    /// These rows in the order of the list, whatever else the query wants.
    fn found_alone(&self, ids: &[String], query: &RowsQuery) -> Found {
        let row_of = |id: &String| self.index.row_of(id.parse().ok()?);
        let wanted: HashSet<u32> = ids.iter().filter_map(row_of).collect();
        let order = self.lookups.order(self.index, query.sort.as_ref());
        let order = order.or_else(|| self.lookups.order(self.index, None));
        let order = order.unwrap_or_default();
        let rows: Arc<[u32]> = order
            .iter()
            .copied()
            .filter(|row| wanted.contains(row))
            .collect();
        Found {
            before_paging: rows.len(),
            rows,
            total: self.lookups.total(self.index, self.list),
            problems: Vec::new(),
        }
    }

    fn found_in(&self, answer: &[Id], query: &RowsQuery) -> Found {
        let words = self.index.having_words(&query.search);
        let has_words = |row: &u32| words.as_ref().is_none_or(|words| words[*row as usize]);
        let rows = answer
            .iter()
            .filter_map(|id| self.index.row_of(RowKey::Object(*id)));
        let rows: Arc<[u32]> = rows.filter(has_words).collect();
        Found {
            before_paging: rows.len(),
            rows,
            total: answer.len(),
            problems: Vec::new(),
        }
    }

    fn found_in_cache(&self, query: &RowsQuery) -> Found {
        let read = self.reading().read(&query.filters);
        let mut problems = read.problems.clone();
        if read.filters.site_id.is_some() && self.list == ListId::Campaigns {
            problems.push(site_unknown());
        }
        let is_sortable = self
            .lookups
            .order(self.index, query.sort.as_ref())
            .is_some();
        problems.extend((!is_sortable).then(not_sortable));
        let wanted = Wanted {
            list: self.list,
            search: query.search.clone(),
            filters: read.filters,
            sort: query.sort.clone(),
        };
        let rows = self.lookups.rows(self.index, &wanted);
        Found {
            before_paging: rows.len(),
            rows: part_of(rows, read.from, read.max),
            total: self.lookups.total(self.index, self.list),
            problems,
        }
    }

    /// The window that the query asks for.
    pub(crate) fn window(&self, query: &RowsQuery, answer: Option<&[Id]>) -> RowsWindow {
        let found = self.found(query, answer);
        let drawing = self.drawing();
        let columns = drawing.columns(&query.columns);
        let draw = |row: &u32| {
            let own = |field| self.index.raw(*row, field);
            drawing.row(self.index.key(*row), own, &columns)
        };
        let wanted = found
            .rows
            .iter()
            .skip(query.offset as usize)
            .take(query.limit as usize);
        let excluding = if found.rows.is_empty() && answer.is_none() && query.only.is_none() {
            self.excluding(query)
        } else {
            Vec::new()
        };
        RowsWindow {
            total: count(found.total),
            found: count(found.before_paging),
            matched: count(found.rows.len()),
            drafts: self.drafts_in(&found.rows),
            offset: query.offset,
            rows: wanted.map(draw).collect(),
            place: query
                .locate
                .as_deref()
                .and_then(|id| self.place(&found.rows, id)),
            problems: found.problems,
            excluding,
        }
    }

    /// How many of some rows have a draft with changes.
    pub(crate) fn drafts_in(&self, rows: &[u32]) -> u32 {
        let marked = self.drafts.keys();
        let marked = marked.filter_map(|id| self.index.row_of(RowKey::Object(*id)));
        let marked: HashSet<u32> = marked.collect();
        if marked.is_empty() {
            return 0;
        }
        count(rows.iter().filter(|row| marked.contains(row)).count())
    }

    fn place(&self, rows: &[u32], key: &str) -> Option<u32> {
        let row = self.index.row_of(key.parse().ok()?)?;
        rows.iter().position(|found| *found == row).map(count)
    }

    /// The filters without which, one at a time, something would be found.
    fn excluding(&self, query: &RowsQuery) -> Vec<Excluding> {
        let without = |filter: &str, label: String, query: &RowsQuery| {
            let found = self.found_in_cache(query).rows.len();
            (found > 0).then(|| Excluding {
                filter: filter.to_owned(),
                label,
                without: count(found),
            })
        };
        let words = Words {
            reading: self.reading(),
            index: self.index,
            page_size: self.page_size,
        };
        let chips = words.describe(&query.filters).chips.into_iter();
        let filters = chips.filter_map(|chip| {
            let mut query = query.clone();
            clear(&mut query.filters, &chip.filter);
            without(&chip.filter, chip.label, &query)
        });
        let search = Some(query.search.trim()).filter(|search| !search.is_empty());
        let search = search.and_then(|search| {
            let query = RowsQuery {
                search: String::new(),
                ..query.clone()
            };
            without("search", format!("Search: {search}"), &query)
        });
        filters.chain(search).collect()
    }

    fn drawing(&self) -> Drawing<'_> {
        Drawing {
            fields: self.index.fields(),
            drafts: self.drafts,
            zone: self.zone,
        }
    }

    pub(crate) fn reading(&self) -> Reading<'_> {
        Reading {
            fields: self.index.fields(),
            zone: self.zone,
        }
    }
}

/// What `from` and `max` leave of some rows.
fn part_of(rows: Arc<[u32]>, from: Option<u32>, max: Option<u32>) -> Arc<[u32]> {
    if from.is_none() && max.is_none() {
        return rows;
    }
    let first = rows.len().min(from.unwrap_or(0) as usize);
    let most = max.map_or(usize::MAX, |max| max as usize);
    rows[first..].iter().copied().take(most).collect()
}

fn not_sortable() -> FilterProblem {
    FilterProblem {
        filter: "sort".to_owned(),
        message: "The list cannot be sorted by that field. It is sorted by name.".to_owned(),
    }
}

fn site_unknown() -> FilterProblem {
    FilterProblem {
        filter: "siteId".to_owned(),
        message: "Which sites a campaign is on is known to the service only. \
                  Ask the service to apply this filter."
            .to_owned(),
    }
}
