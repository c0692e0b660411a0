//! All campaigns of the workspace in memory, field by field, so that searching and sorting never wait for the disk.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_model::{Binding, Editable, Id, Kind, id_in_json};
use adwright_wire::{Filter, FilterCondition, FilterField, FilterGroup, ListFilters, Matcher};

use super::column::{Column, ColumnBuilder};
use super::fields::{ListFields, each_value};
use super::key::RowKey;
use super::value::spoken;
use crate::palette::Listed;
use crate::views::{Choice, ListId, SortBy};

/// The fields of campaigns whose words the search looks at.
const SEARCHED: [&str; 5] = ["name", "advertiserName", "brandName", "accountName", "id"];

/// Those of ads.
const SEARCHED_IN_ADS: [&str; 10] = [
    "name",
    "id",
    "adAssignmentData.advertiserName",
    "adAssignmentData.campaignName",
    "adAssignmentData.brandName",
    "placementName",
    "siteName",
    "dimensions",
    "figures.adSize",
    "mainClickthrough.url",
];

/// At most so many values are offered for a filter.
const OFFERED: usize = 500;

/// The campaign list of one workspace.
#[derive(Debug)]
pub(crate) struct Index {
    fields: Arc<ListFields>,
    /// What the rows are about, in its order; the place in it is the row.
    keys: Vec<RowKey>,
    columns: Vec<Column>,
    /// All rows by name, then id.
    by_name: Vec<u32>,
}

/// Gathers the campaigns, in the order of their keys.
#[derive(Debug)]
pub(crate) struct IndexBuilder {
    fields: Arc<ListFields>,
    keys: Vec<RowKey>,
    columns: Vec<ColumnBuilder>,
}

impl IndexBuilder {
    pub(crate) fn new(fields: &Arc<ListFields>) -> Self {
        let kinds = (0..fields.len()).map(|at| fields.get(at).info.kind);
        let columns = kinds.map(ColumnBuilder::of).collect();
        Self {
            fields: Arc::clone(fields),
            keys: Vec::new(),
            columns,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a campaign with what [`ListFields::values`] gave of it.
    pub(crate) fn push(&mut self, key: RowKey, values: &str) {
        self.keys.push(key);
        let mut values = each_value(values);
        for column in &mut self.columns {
            column.push(values.next().unwrap_or_default());
        }
    }

    /// Gives a campaign that was added without them its values.
    pub(crate) fn put(&mut self, row: usize, values: &str) {
        for (column, value) in self.columns.iter_mut().zip(each_value(values)) {
            column.put(row, value);
        }
    }

    pub(crate) fn finish(self) -> Index {
        let columns: Vec<Column> = self
            .columns
            .into_iter()
            .map(ColumnBuilder::finish)
            .collect();
        let rows: Vec<u32> = (0..count(self.keys.len())).collect();
        let name = self.fields.bound(Binding::Name).map(|at| &columns[at]);
        Index {
            by_name: name.map_or_else(|| rows.clone(), |name| name.sorted(&rows, false)),
            fields: self.fields,
            keys: self.keys,
            columns,
        }
    }
}

impl Index {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn fields(&self) -> &Arc<ListFields> {
        &self.fields
    }

    /// The ids of what the service has.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.keys.iter().filter_map(|key| key.id())
    }

    pub(crate) fn key(&self, row: u32) -> RowKey {
        self.keys[row as usize]
    }

    pub(crate) fn row_of(&self, key: RowKey) -> Option<u32> {
        self.keys.binary_search(&key).ok().map(count)
    }

    /// The raw value of a field in a row; empty where it has none.
    pub(crate) fn raw(&self, row: u32, field: usize) -> &str {
        self.columns[field].raw(row as usize)
    }

    /// Every row, as the palette looks at it.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        let (name, advertiser) = (
            self.bound(Binding::Name),
            self.bound(Binding::AdvertiserName),
        );
        self.keys.iter().enumerate().map(move |(row, key)| Listed {
            key: *key,
            name: name
                .map(|column| spoken(column.raw(row)))
                .unwrap_or_default(),
            advertiser: advertiser
                .map(|column| spoken(column.raw(row)))
                .unwrap_or_default(),
        })
    }

    /// For each row, whether a list of ads shows it: by what it says to be.
    pub(crate) fn of_list(&self, list: ListId) -> Vec<bool> {
        let Some(at) = self.fields.at_path("type") else {
            return vec![list == ListId::OtherAds; self.len()];
        };
        let column = &self.columns[at];
        let which = column.which(|raw| {
            let kind = Kind::from_wire(&spoken(raw));
            let kind = kind.filter(|kind| kind.collection() == Kind::Ad);
            kind == list.ad_kind()
        });
        let codes = column.codes().iter();
        codes.map(|&code| which[code as usize]).collect()
    }

    /// All rows in an order; none for a field that is not there.
    pub(crate) fn order(&self, sort: Option<&SortBy>) -> Option<Vec<u32>> {
        let Some(SortBy { path, descending }) = sort else {
            return Some(self.by_name.clone());
        };
        let column = &self.columns[self.fields.at_path(path)?];
        Some(column.sorted(&self.by_name, *descending))
    }

    /// For each row, whether it has all words of a search; none where there are no words.
    pub(crate) fn having_words(&self, search: &str) -> Option<Vec<bool>> {
        let search = search.to_lowercase();
        let searched = match self.fields.kind() {
            Kind::Ad => &SEARCHED_IN_ADS[..],
            _ => &SEARCHED,
        };
        let each = search.split_whitespace().map(|word| {
            let mut has = vec![false; self.len()];
            for at in searched.iter().filter_map(|path| self.fields.at_path(path)) {
                add(
                    &mut has,
                    &self.columns[at],
                    &self.columns[at].including(word),
                );
            }
            has
        });
        each.reduce(|mut having, has| {
            keep(&mut having, &has);
            having
        })
    }

    /// For each row, whether it is like the filters want it. The site of a campaign cannot be told from the cache and is
    /// left out.
    pub(crate) fn like(&self, filters: &ListFilters) -> Vec<bool> {
        let mut like = vec![true; self.len()];
        let ids = [
            ("accountId", filters.account_id),
            ("advertiserId", filters.advertiser_id),
            ("brandId", filters.brand_id),
        ];
        let site = filters.site_id.filter(|_| self.fields.kind() == Kind::Ad);
        for (path, id) in ids.into_iter().chain([("siteId", site)]) {
            if let Some(id) = id {
                self.keep_where(&mut like, path, |raw| id_in_json(raw) == Some(id));
            }
        }
        let names = [
            ("accountName", &filters.account_name),
            ("advertiserName", &filters.advertiser_name),
        ];
        for (path, name) in names {
            if let Some(name) = name {
                self.keep_including(&mut like, path, &name.to_lowercase());
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
        match self.fields.at_filter(path) {
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

    fn keep_including(&self, like: &mut [bool], path: &str, part: &str) {
        match self.fields.at_filter(path) {
            Some(at) => {
                let mut has = vec![false; self.len()];
                add(
                    &mut has,
                    &self.columns[at],
                    &self.columns[at].including(part),
                );
                keep(like, &has);
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
        let code = ids.which(|raw| id_in_json(raw) == Some(id));
        let mut rows = (0..self.len()).filter(|&row| code[ids.codes()[row] as usize]);
        let name = rows.find_map(|row| Some(names.raw(row)).filter(|name| !name.is_empty()))?;
        Some(spoken(name).into_owned())
    }

    /// The values seen in a field, the most frequent first; ids with the name that goes with them.
    pub(crate) fn seen(&self, path: &str) -> Vec<Choice> {
        let Some(at) = self.fields.at_filter(path) else {
            return Vec::new();
        };
        let column = &self.columns[at];
        let names = path
            .strip_suffix("Id")
            .and_then(|stem| self.fields.at_filter(&format!("{stem}Name")))
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
        let mut values = HashSet::new();
        let mut choices: Vec<_> = seen.into_iter().map(choice).collect();
        // An id may have been seen as a number and as a text.
        choices.retain(|choice| values.insert(choice.value.clone()));
        choices
    }

    /// The raw values that were seen together in the same campaign; the ones of the last campaign at the end.
    pub(crate) fn together(&self, bindings: &[Binding]) -> Vec<Vec<&str>> {
        let columns: Vec<&Column> = bindings
            .iter()
            .filter_map(|binding| self.bound(*binding))
            .collect();
        if columns.len() < bindings.len() {
            return Vec::new();
        }
        let codes = |row: usize| -> Vec<u32> {
            let columns = columns.iter();
            columns.map(|column| column.codes()[row]).collect()
        };
        let mut seen = HashSet::new();
        let first = (0..self.len()).filter(|row| seen.insert(codes(*row)));
        let values = |row| columns.iter().map(|column| column.raw(row)).collect();
        first.map(values).collect()
    }

    /// The column of what a binding leads to.
    pub(crate) fn bound(&self, binding: Binding) -> Option<&Column> {
        self.fields.bound(binding).map(|at| &self.columns[at])
    }
}

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
    if let Some(found) = field.value_of_raw(raw) {
        return matcher.matches(|_| Some(found.clone()));
    }
    let value = Editable::parse(raw).ok();
    let found = value.as_ref().map(|value| field.values_of(value.root()));
    found.is_some_and(|found| matcher.matches(|_| found.clone()))
}

/// A count as the views carry it; no list here comes near the limit.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
impl Index {
    /// An index of campaigns by their texts, in the order of their ids.
    pub(crate) fn of_texts(texts: &[&str]) -> Self {
        use adwright_model::{Bindings, Catalog};

        let fields = ListFields::new(Catalog::bundled(), &Bindings::default());
        let mut builder = IndexBuilder::new(&Arc::new(fields));
        for text in texts {
            let campaign = Editable::parse(text).unwrap();
            let id = crate::document::id_of(&campaign).unwrap();
            let values = builder.fields.values(&campaign);
            builder.push(RowKey::Object(id), &values);
        }
        builder.finish()
    }
}

#[cfg(test)]
mod tests;
