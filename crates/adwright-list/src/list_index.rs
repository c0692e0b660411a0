//! Holds all rows of a list in memory, column by column, so that search and sort never wait for the disk.

mod patch;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use adwright_model::{Binding, EditableDocument, Id, Kind, parse_json_id};
use adwright_views::{FieldChoice, ListId, SortBy};
use adwright_wire::{
    Filter, FilterCondition, FilterField, FilterGroup, ListFilters, Matcher, SortDirection,
};

use crate::index_column::{IndexColumn, IndexColumnBuilder};
use crate::list_fields::{ListFields, split_values};
use crate::row_id::{RowId, RowIds};
use crate::sort_key::plain_text;

pub use patch::RowChange;

/// The fields of campaigns that the search covers.
const CAMPAIGN_SEARCH_FIELDS: [&str; 5] =
    ["name", "advertiserName", "brandName", "accountName", "id"];

/// The fields of ads that the search covers.
const AD_SEARCH_FIELDS: [&str; 10] = [
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

/// The most values to offer for a filter.
const MAX_CHOICES: usize = 500;

/// The list of one workspace in memory.
#[derive(Debug)]
pub struct ListIndex {
    fields: Arc<ListFields>,
    /// The ids of the rows, in the index's order.
    keys: Arc<RowIds>,
    columns: Vec<IndexColumn>,
    /// All rows by name, then id.
    by_name: Arc<[u32]>,
}

/// A row with the names that people see.
#[derive(Debug, Clone)]
pub struct NamedRow<'a> {
    /// The row's id.
    pub key: RowId,
    /// The object's name; empty if it has none.
    pub name: Cow<'a, str>,
    /// The name of its advertiser; empty if it has none.
    pub advertiser: Cow<'a, str>,
}

/// A builder of the index. Rows are added in the order of their ids.
#[derive(Debug)]
pub struct ListIndexBuilder {
    fields: Arc<ListFields>,
    keys: RowIds,
    columns: Vec<IndexColumnBuilder>,
}

impl ListIndexBuilder {
    /// Creates an index without rows.
    #[must_use]
    pub fn new(fields: &Arc<ListFields>) -> Self {
        let kinds = fields.iter().map(|field| field.info.kind);
        let columns = kinds.map(IndexColumnBuilder::for_kind).collect();
        Self {
            fields: Arc::clone(fields),
            keys: RowIds::default(),
            columns,
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.keys.len()
    }

    /// Adds a row with the output of [`ListFields::values`].
    pub fn push(&mut self, key: RowId, values: &str) {
        self.keys.push(key);
        let mut values = split_values(values);
        for column in &mut self.columns {
            column.push(values.next().unwrap_or_default());
        }
    }

    /// Sets the values of a row that was added without values.
    pub fn set_values(&mut self, row: usize, values: &str) {
        for (column, value) in self.columns.iter_mut().zip(split_values(values)) {
            column.replace(row, value);
        }
    }

    /// Sorts the rows, and returns the index.
    #[must_use]
    pub fn finish(mut self) -> ListIndex {
        self.keys.shrink_to_fit();
        let columns = self.columns.into_iter().map(IndexColumnBuilder::finish);
        let index = ListIndex {
            fields: self.fields,
            keys: Arc::new(self.keys),
            columns: columns.collect(),
            by_name: Arc::default(),
        };
        ListIndex {
            by_name: index.rows_by_name(),
            ..index
        }
    }
}

impl ListIndex {
    /// Returns the number of rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.keys.len()
    }

    /// Returns the fields of its columns.
    #[must_use]
    pub fn fields(&self) -> &Arc<ListFields> {
        &self.fields
    }

    /// Returns the ids of the rows that are on the service.
    pub fn object_ids(&self) -> impl Iterator<Item = Id> {
        self.keys.service_ids().iter().copied()
    }

    /// Returns the id of a row.
    #[must_use]
    pub fn row_id(&self, row: u32) -> RowId {
        self.keys.get(row as usize)
    }

    /// Returns the row with an id; none if the list has no such row.
    #[must_use]
    pub fn row_of(&self, key: RowId) -> Option<u32> {
        self.keys.row_of(key).map(to_row)
    }

    /// Returns the raw value of a field in a row; empty if it has none.
    #[must_use]
    pub fn raw_value(&self, row: u32, field: usize) -> &str {
        self.columns[field].raw(row as usize)
    }

    /// Returns every row with its names.
    pub fn named_rows(&self) -> impl Iterator<Item = NamedRow<'_>> {
        let (name, advertiser) = (
            self.bound_column(Binding::Name),
            self.bound_column(Binding::AdvertiserName),
        );
        self.keys
            .iter()
            .enumerate()
            .map(move |(row, key)| NamedRow {
                key,
                name: name
                    .map(|column| plain_text(column.raw(row)))
                    .unwrap_or_default(),
                advertiser: advertiser
                    .map(|column| plain_text(column.raw(row)))
                    .unwrap_or_default(),
            })
    }

    /// Returns a mask of the rows that an ad list shows, by their type.
    #[must_use]
    pub fn list_mask(&self, list: ListId) -> Vec<bool> {
        let Some(at) = self.fields.position_of_path("type") else {
            return vec![list == ListId::OtherAds; self.row_count()];
        };
        let column = &self.columns[at];
        let value_mask = column.test_values(|raw| {
            let kind = Kind::from_wire(&plain_text(raw));
            let kind = kind.filter(|kind| kind.list_kind() == Kind::Ad);
            kind == list.ad_kind()
        });
        let codes = column.codes().iter();
        codes.map(|code| value_mask[code as usize]).collect()
    }

    fn rows_by_name(&self) -> Arc<[u32]> {
        let rows: Vec<u32> = (0..to_row(self.keys.len())).collect();
        match self.bound_column(Binding::Name) {
            Some(name) => name.sorted_rows(&rows, SortDirection::Asc).into(),
            None => rows.into(),
        }
    }

    /// Returns all rows in an order; none for an unknown field.
    #[must_use]
    pub fn sorted_rows(&self, sort: Option<&SortBy>) -> Option<Arc<[u32]>> {
        let Some(SortBy { path, descending }) = sort else {
            return Some(Arc::clone(&self.by_name));
        };
        let column = &self.columns[self.fields.position_of_path(path)?];
        let direction = if *descending {
            SortDirection::Desc
        } else {
            SortDirection::Asc
        };
        Some(column.sorted_rows(&self.by_name, direction).into())
    }

    /// Groups all rows by advertiser, then by brand. Within a group they keep their order.
    #[must_use]
    pub fn grouped_rows(&self, rows: Arc<[u32]>) -> Arc<[u32]> {
        // The last sort decides first.
        let [advertiser, brand] = self.group_columns();
        let columns = [brand, advertiser].into_iter().flatten();
        columns.fold(rows, |rows, column| {
            column.sorted_rows(&rows, SortDirection::Asc).into()
        })
    }

    /// Returns the names of the advertiser and the brand of a row; empty if it has none.
    #[must_use]
    pub fn group_of(&self, row: u32) -> [Cow<'_, str>; 2] {
        let columns = self.group_columns();
        columns.map(|column| {
            column.map_or(Cow::Borrowed(""), |column| {
                plain_text(column.raw(row as usize))
            })
        })
    }

    fn group_columns(&self) -> [Option<&IndexColumn>; 2] {
        [Binding::AdvertiserName, Binding::BrandName].map(|binding| self.bound_column(binding))
    }

    /// Returns a mask of the rows that contain all words of a search; `None` for an empty search.
    #[must_use]
    pub fn search_mask(&self, search: &str) -> Option<Vec<bool>> {
        let search = search.to_lowercase();
        let search_fields = match self.fields.kind() {
            Kind::Ad => &AD_SEARCH_FIELDS[..],
            _ => &CAMPAIGN_SEARCH_FIELDS,
        };
        let word_masks = search.split_whitespace().map(|word| {
            let mut mask = vec![false; self.row_count()];
            for at in search_fields
                .iter()
                .filter_map(|path| self.fields.position_of_path(path))
            {
                or_mask(
                    &mut mask,
                    &self.columns[at],
                    &self.columns[at].values_containing(word),
                );
            }
            mask
        });
        word_masks.reduce(|mut all, mask| {
            and_mask(&mut all, &mask);
            all
        })
    }

    /// Returns a mask of the rows that match the filters; `None` if there are no filters. The cache does not know a
    /// campaign's site, so that filter is skipped.
    #[must_use]
    pub fn filter_mask(&self, filters: &ListFilters) -> Option<Vec<bool>> {
        if *filters == ListFilters::default() {
            return None;
        }
        let mut row_mask = vec![true; self.row_count()];
        let ids = [
            ("accountId", filters.account_id),
            ("advertiserId", filters.advertiser_id),
            ("brandId", filters.brand_id),
        ];
        let site = filters.site_id.filter(|_| self.fields.kind() == Kind::Ad);
        for (path, id) in ids.into_iter().chain([("siteId", site)]) {
            if let Some(id) = id {
                self.retain_matching(&mut row_mask, path, |raw| parse_json_id(raw) == Some(id));
            }
        }
        let names = [
            ("accountName", &filters.account_name),
            ("advertiserName", &filters.advertiser_name),
        ];
        for (path, name) in names {
            if let Some(name) = name {
                self.retain_containing(&mut row_mask, path, &name.to_lowercase());
            }
        }
        if let Some(mode) = &filters.trafficking_mode {
            let is_mode = |raw: &str| plain_text(raw).eq_ignore_ascii_case(mode);
            self.retain_matching(&mut row_mask, "traffickingMode", is_mode);
        }
        self.retain_groups(&mut row_mask, &filters.q);
        Some(row_mask)
    }

    fn retain_matching(&self, row_mask: &mut [bool], path: &str, test: impl Fn(&str) -> bool) {
        match self.fields.position_of_filter(path) {
            Some(at) => {
                let column = &self.columns[at];
                let value_mask = column.test_values(|raw| !raw.is_empty() && test(raw));
                for (is_match, code) in row_mask.iter_mut().zip(column.codes().iter()) {
                    *is_match &= value_mask[code as usize];
                }
            }
            None => row_mask.fill(false),
        }
    }

    fn retain_containing(&self, row_mask: &mut [bool], path: &str, part: &str) {
        match self.fields.position_of_filter(path) {
            Some(at) => {
                let mut mask = vec![false; self.row_count()];
                or_mask(
                    &mut mask,
                    &self.columns[at],
                    &self.columns[at].values_containing(part),
                );
                and_mask(row_mask, &mask);
            }
            None => row_mask.fill(false),
        }
    }

    /// Keeps the rows that match every group. Each distinct value of a field is tested once.
    fn retain_groups(&self, row_mask: &mut [bool], filter: &Filter) {
        for group in &filter.groups {
            let mut group_mask = vec![false; self.row_count()];
            for condition in &group.conditions {
                if let Some((at, field)) = self.fields.find_filter_field(&condition.field) {
                    let matcher = single_condition_matcher(condition);
                    let column = &self.columns[at];
                    let value_mask = column.test_values(|raw| value_matches(&matcher, field, raw));
                    or_mask(&mut group_mask, column, &value_mask);
                }
            }
            and_mask(row_mask, &group_mask);
        }
    }

    /// Returns the name that was seen with an id.
    #[must_use]
    pub fn name_of(&self, by: Binding, id: i64, name: Binding) -> Option<String> {
        let (ids, names) = (self.bound_column(by)?, self.bound_column(name)?);
        let id_mask = ids.test_values(|raw| parse_json_id(raw) == Some(id));
        let mut rows = (0..self.row_count()).filter(|&row| id_mask[ids.codes().get(row) as usize]);
        let name = rows.find_map(|row| Some(names.raw(row)).filter(|name| !name.is_empty()))?;
        Some(plain_text(name).into_owned())
    }

    /// Returns the values seen in a field, the most frequent first; ids come with their names.
    #[must_use]
    pub fn seen_values(&self, path: &str) -> Vec<FieldChoice> {
        let Some(at) = self.fields.position_of_filter(path) else {
            return Vec::new();
        };
        let column = &self.columns[at];
        let names = path
            .strip_suffix("Id")
            .and_then(|stem| self.fields.position_of_filter(&format!("{stem}Name")))
            .map(|at| &self.columns[at]);
        let mut seen = vec![(0_u32, 0_u32); column.values().len()];
        for (row, code) in column.codes().iter().enumerate() {
            let (times, first) = &mut seen[code as usize];
            if *times == 0 {
                *first = to_row(row);
            }
            *times += 1;
        }
        let mut seen: Vec<(usize, (u32, u32))> = seen.into_iter().enumerate().collect();
        seen.retain(|(code, (times, _))| *times > 0 && !column.values().get(*code).is_empty());
        seen.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
        seen.truncate(MAX_CHOICES);
        let choice = |(code, (_, first)): (usize, (u32, u32))| {
            let value = plain_text(column.values().get(code)).into_owned();
            let name = names.map(|names| plain_text(names.raw(first as usize)).into_owned());
            let label = name.filter(|name| !name.is_empty());
            FieldChoice {
                label: label.unwrap_or_else(|| value.clone()),
                value,
            }
        };
        let mut values = HashSet::new();
        let mut choices: Vec<_> = seen.into_iter().map(choice).collect();
        // An id may occur both as a number and as a text.
        choices.retain(|choice| values.insert(choice.value.clone()));
        choices
    }

    /// Returns the combinations of raw values that were seen in one row; the last row's combination comes last.
    #[must_use]
    pub fn value_combinations(&self, bindings: &[Binding]) -> Vec<Vec<&str>> {
        let columns: Vec<&IndexColumn> = bindings
            .iter()
            .filter_map(|binding| self.bound_column(*binding))
            .collect();
        if columns.len() < bindings.len() {
            return Vec::new();
        }
        let codes = |row: usize| -> Vec<u32> {
            let columns = columns.iter();
            columns.map(|column| column.codes().get(row)).collect()
        };
        let mut seen = HashSet::new();
        let first = (0..self.row_count()).filter(|row| seen.insert(codes(*row)));
        let values = |row| columns.iter().map(|column| column.raw(row)).collect();
        first.map(values).collect()
    }

    /// Returns the column of a binding.
    #[must_use]
    pub fn bound_column(&self, binding: Binding) -> Option<&IndexColumn> {
        self.fields
            .position_of_binding(binding)
            .map(|at| &self.columns[at])
    }
}

fn or_mask(row_mask: &mut [bool], column: &IndexColumn, value_mask: &[bool]) {
    for (is_match, code) in row_mask.iter_mut().zip(column.codes().iter()) {
        *is_match |= value_mask[code as usize];
    }
}

fn and_mask(mask: &mut [bool], other: &[bool]) {
    for (is_match, other) in mask.iter_mut().zip(other) {
        *is_match &= other;
    }
}

/// Returns a matcher for one condition with the service's semantics, to test one field at a time.
fn single_condition_matcher(condition: &FilterCondition) -> Matcher {
    let group = FilterGroup {
        conditions: vec![condition.clone()],
    };
    Filter {
        groups: vec![group],
    }
    .matcher()
}

fn value_matches(matcher: &Matcher, field: &FilterField, raw: &str) -> bool {
    if let Some(value) = field.parse_raw_value(raw) {
        return matcher.matches(|_| Some(value.clone()));
    }
    let value = EditableDocument::parse(raw).ok();
    let found = value.as_ref().map(|value| field.values_of(value.root()));
    found.is_some_and(|found| matcher.matches(|_| found.clone()))
}

/// Converts a position to a row number; no list comes near the limit.
fn to_row(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
