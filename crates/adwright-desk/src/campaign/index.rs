//! All campaigns of the workspace in memory, field by field, so that searching and sorting never wait for the disk.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_model::{Binding, Editable, Id, exact_i64};
use adwright_wire::{Filter, FilterCondition, FilterField, FilterGroup, ListFilters, Matcher};

use super::column::{Column, ColumnBuilder, spoken};
use super::fields::{ListFields, each_value};
use crate::palette::Listed;
use crate::views::{Choice, SortBy};

/// The fields whose words the search looks at.
const SEARCHED: [&str; 5] = ["name", "advertiserName", "brandName", "accountName", "id"];

/// At most so many values are offered for a filter.
const OFFERED: usize = 500;

/// The campaign list of one workspace.
#[derive(Debug)]
pub(crate) struct Index {
    fields: Arc<ListFields>,
    /// The campaigns in the order of their ids; the place in it is the row.
    ids: Vec<Id>,
    columns: Vec<Column>,
    /// All rows by name, then id.
    by_name: Vec<u32>,
}

impl Index {
    pub(crate) fn new(
        fields: &Arc<ListFields>,
        campaigns: impl Iterator<Item = (Id, String)>,
    ) -> Self {
        let mut builders: Vec<ColumnBuilder> = Vec::new();
        builders.resize_with(fields.len(), ColumnBuilder::default);
        let mut ids = Vec::new();
        for (id, values) in campaigns {
            ids.push(id);
            let mut values = each_value(&values);
            for builder in &mut builders {
                builder.push(values.next().unwrap_or_default());
            }
        }
        let columns: Vec<Column> = builders.into_iter().map(ColumnBuilder::finish).collect();
        let rows: Vec<u32> = (0..count(ids.len())).collect();
        let name = fields.bound(Binding::Name).map(|at| &columns[at]);
        let by_name = name.map_or_else(|| rows.clone(), |name| name.sorted(&rows, false));
        Self {
            fields: Arc::clone(fields),
            ids,
            columns,
            by_name,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn fields(&self) -> &Arc<ListFields> {
        &self.fields
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.ids.iter().copied()
    }

    pub(crate) fn id(&self, row: u32) -> Id {
        self.ids[row as usize]
    }

    pub(crate) fn row_of(&self, id: Id) -> Option<u32> {
        self.ids.binary_search(&id).ok().map(count)
    }

    /// The raw value of a field in a row; empty where it has none.
    pub(crate) fn raw(&self, row: u32, field: usize) -> &str {
        self.columns[field].raw(row as usize)
    }

    /// Every campaign, as the palette looks at it.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        let (name, advertiser) = (
            self.bound(Binding::Name),
            self.bound(Binding::AdvertiserName),
        );
        self.ids.iter().enumerate().map(move |(row, &id)| Listed {
            id,
            name: name
                .map(|column| spoken(column.raw(row)))
                .unwrap_or_default(),
            advertiser: advertiser
                .map(|column| spoken(column.raw(row)))
                .unwrap_or_default(),
        })
    }

    /// All rows in an order; none for a field that is not there.
    pub(crate) fn order(&self, sort: Option<&SortBy>) -> Option<Vec<u32>> {
        let Some(SortBy { path, descending }) = sort else {
            return Some(self.by_name.clone());
        };
        let column = &self.columns[self.fields.at_path(path)?];
        Some(column.sorted(&self.by_name, *descending))
    }

    /// For each row, whether it has all words of a search.
    pub(crate) fn having_words(&self, search: &str) -> Vec<bool> {
        let mut having = vec![true; self.len()];
        for word in search.to_lowercase().split_whitespace() {
            let mut has = vec![false; self.len()];
            for path in SEARCHED {
                if let Some(at) = self.fields.at_path(path) {
                    let which = self.columns[at].which(|raw| has_part(raw, word));
                    add(&mut has, &self.columns[at], &which);
                }
            }
            keep(&mut having, &has);
        }
        having
    }

    /// For each row, whether it is like the filters want it. A site cannot be told from the cache and is left out.
    pub(crate) fn like(&self, filters: &ListFilters) -> Vec<bool> {
        let mut like = vec![true; self.len()];
        let ids = [
            ("accountId", filters.account_id),
            ("advertiserId", filters.advertiser_id),
            ("brandId", filters.brand_id),
        ];
        for (path, id) in ids {
            if let Some(id) = id {
                self.keep_where(&mut like, path, |raw| exact_i64(raw) == Some(id));
            }
        }
        let names = [
            ("accountName", &filters.account_name),
            ("advertiserName", &filters.advertiser_name),
        ];
        for (path, name) in names {
            if let Some(name) = name {
                let name = name.to_lowercase();
                self.keep_where(&mut like, path, |raw| has_part(raw, &name));
            }
        }
        if let Some(mode) = &filters.trafficking_mode {
            let is_mode = |raw: &str| spoken(raw).eq_ignore_ascii_case(mode);
            self.keep_where(&mut like, "traffickingMode", is_mode);
        }
        self.keep_found(&mut like, &filters.q);
        like
    }

    fn keep_where(&self, like: &mut [bool], path: &str, test: impl Fn(&str) -> bool) {
        match self.fields.at_path(path) {
            Some(at) => {
                let column = &self.columns[at];
                let which = column.which(|raw| !raw.is_empty() && test(raw));
                for (like, &code) in like.iter_mut().zip(column.codes()) {
                    *like &= which[code as usize];
                }
            }
            None => like.fill(false),
        }
    }

    /// Every group must hold: each distinct value of its fields is looked at once.
    fn keep_found(&self, like: &mut [bool], filter: &Filter) {
        for group in &filter.groups {
            let mut found = vec![false; self.len()];
            for condition in &group.conditions {
                if let Some((at, field)) = self.fields.named(&condition.field) {
                    let matcher = alone(condition);
                    let column = &self.columns[at];
                    let which = column.which(|raw| is_found(&matcher, field, raw));
                    add(&mut found, column, &which);
                }
            }
            keep(like, &found);
        }
    }

    /// The name that goes with an id, as it was seen with it.
    pub(crate) fn name_of(&self, by: Binding, id: i64, name: Binding) -> Option<String> {
        let (ids, names) = (self.bound(by)?, self.bound(name)?);
        let code = ids.which(|raw| exact_i64(raw) == Some(id));
        let mut rows = (0..self.len()).filter(|&row| code[ids.codes()[row] as usize]);
        let name = rows.find_map(|row| Some(names.raw(row)).filter(|name| !name.is_empty()))?;
        Some(spoken(name).into_owned())
    }

    /// The values seen in a field, the most frequent first; ids with the name that goes with them.
    pub(crate) fn seen(&self, path: &str) -> Vec<Choice> {
        let Some(at) = self.fields.at_path(path) else {
            return Vec::new();
        };
        let column = &self.columns[at];
        let names = path
            .strip_suffix("Id")
            .and_then(|stem| self.fields.at_path(&format!("{stem}Name")))
            .map(|at| &self.columns[at]);
        let mut seen = vec![(0_u32, 0_u32); column.values().len()];
        for (row, &code) in column.codes().iter().enumerate() {
            let (times, first) = &mut seen[code as usize];
            if *times == 0 {
                *first = count(row);
            }
            *times += 1;
        }
        let mut seen: Vec<(usize, (u32, u32))> = seen.into_iter().enumerate().collect();
        seen.retain(|(code, _)| !column.values().get(*code).is_empty());
        seen.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
        seen.truncate(OFFERED);
        let choice = |(code, (_, first)): (usize, (u32, u32))| {
            let value = spoken(column.values().get(code)).into_owned();
            let name = names.map(|names| spoken(names.raw(first as usize)).into_owned());
            let label = name.filter(|name| !name.is_empty());
            Choice {
                label: label.unwrap_or_else(|| value.clone()),
                value,
            }
        };
        seen.into_iter().map(choice).collect()
    }

    /// The column of what a binding leads to.
    pub(crate) fn bound(&self, binding: Binding) -> Option<&Column> {
        self.fields.bound(binding).map(|at| &self.columns[at])
    }
}

/// What a draft shows in its campaign's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftMark {
    pub(crate) name: String,
    pub(crate) errors: u32,
    pub(crate) warnings: u32,
    /// The draft's values, as [`ListFields::values`] gives them.
    pub(crate) values: Option<String>,
}

/// The marks by campaign.
pub(crate) type DraftMarks = HashMap<Id, DraftMark>;

fn add(has: &mut [bool], column: &Column, which: &[bool]) {
    for (has, &code) in has.iter_mut().zip(column.codes()) {
        *has |= which[code as usize];
    }
}

fn keep(kept: &mut [bool], these: &[bool]) {
    for (kept, these) in kept.iter_mut().zip(these) {
        *kept &= these;
    }
}

fn has_part(raw: &str, part: &str) -> bool {
    !raw.is_empty() && spoken(raw).to_lowercase().contains(part)
}

/// A condition as a filter of its own: the service's meaning of it, one field at a time.
fn alone(condition: &FilterCondition) -> Matcher {
    let group = FilterGroup {
        conditions: vec![condition.clone()],
    };
    Filter {
        groups: vec![group],
    }
    .matcher()
}

fn is_found(matcher: &Matcher, field: &FilterField, raw: &str) -> bool {
    let value = Editable::parse(raw).ok();
    let found = value.as_ref().map(|value| field.values_of(value.root()));
    found.is_some_and(|found| matcher.matches(|_| found.clone()))
}

/// A count as the views carry it; no list here comes near the limit.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
