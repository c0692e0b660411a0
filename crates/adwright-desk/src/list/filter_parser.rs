//! Parses the list's filters: from typed text to a query for the service and the cache.

use std::collections::BTreeSet;

use adwright_list::ListFields;
use adwright_views::{
    FilterChip, FilterConditionInput, FilterGroupInput, FilterValueInput, RowFilters, SortBy,
};
use adwright_wire::{
    Filter, FilterCondition, FilterField, FilterGroup, FilterKind, FilterValue, ListFilters,
};

use crate::error::{FilterInputError, InvalidFilter};
use crate::field::DateParser;
use crate::wording::learned_fields_warning;

/// The values of open ends of a time span, in epoch milliseconds: 1970, and the end of the year 9999.
const EARLIEST: i64 = 0;
const LATEST: i64 = 253_402_300_799_999;

/// The valid filters, and the others with their errors.
#[derive(Debug, Default)]
pub(crate) struct ParsedFilters {
    pub(crate) filters: ListFilters,
    pub(crate) from: Option<u32>,
    pub(crate) max: Option<u32>,
    pub(crate) invalid: Vec<InvalidFilter>,
}

/// A parser of filters, with the list's fields and the way dates are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FilterParser<'a> {
    pub(crate) fields: &'a ListFields,
    pub(crate) dates: DateParser<'a>,
}

impl ParsedFilters {
    fn parse_id(&mut self, filter: &'static str, typed: &str) -> Option<i64> {
        self.parse_number(filter, typed, FilterInputError::NotAnId)
    }

    fn parse_count(&mut self, filter: &'static str, typed: &str) -> Option<u32> {
        self.parse_number(filter, typed, FilterInputError::NotACount)
    }

    fn parse_number<T: std::str::FromStr>(
        &mut self,
        filter: &'static str,
        typed: &str,
        error: fn(String) -> FilterInputError,
    ) -> Option<T> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let read = typed.parse().ok();
        if read.is_none() {
            self.refuse(filter, error(typed.to_owned()));
        }
        read
    }

    fn refuse(&mut self, filter: &'static str, error: FilterInputError) {
        self.invalid.push(InvalidFilter {
            filter,
            group: None,
            error,
        });
    }

    fn refuse_group(&mut self, group: u32, error: FilterInputError) {
        self.invalid.push(InvalidFilter {
            filter: "q",
            group: Some(group),
            error,
        });
    }
}

impl FilterParser<'_> {
    /// Parses all filters. Invalid filters are reported and not applied.
    pub(crate) fn parse(&self, typed: &RowFilters) -> ParsedFilters {
        let mut read = ParsedFilters::default();
        let text = |typed: &str| Some(typed.trim().to_owned()).filter(|text| !text.is_empty());
        read.filters = ListFilters {
            account_id: read.parse_id("accountId", &typed.account_id),
            account_name: text(&typed.account_name),
            site_id: read.parse_id("siteId", &typed.site_id),
            advertiser_id: read.parse_id("advertiserId", &typed.advertiser_id),
            advertiser_name: text(&typed.advertiser_name),
            brand_id: read.parse_id("brandId", &typed.brand_id),
            trafficking_mode: text(&typed.trafficking_mode),
            q: self.parse_groups(&typed.q, &mut read),
        };
        read.from = read.parse_count("from", &typed.from);
        read.max = read.parse_count("max", &typed.max);
        read
    }

    /// Returns a warning before asking the service: it may not know fields that come from a sample.
    pub(crate) fn custom_field_warning(
        &self,
        typed: &RowFilters,
        sort: Option<&SortBy>,
    ) -> Option<String> {
        let conditions = typed.q.iter().flat_map(|group| &group.conditions);
        let named =
            conditions.filter_map(|one| self.fields.find_filter_field(&one.field.to_uppercase()));
        let sorted = sort.and_then(|sort| self.fields.position_of_path(&sort.path));
        let used: BTreeSet<usize> = named.map(|(at, _)| at).chain(sorted).collect();
        let used = used.into_iter().map(|at| &self.fields.get(at).info);
        let learned: Vec<&str> = used
            .filter(|info| info.learned)
            .map(|info| info.label.as_str())
            .collect();
        (!learned.is_empty()).then(|| learned_fields_warning(&learned))
    }

    /// Parses the filter `q`, without invalid conditions and empty groups.
    fn parse_groups(&self, groups: &[FilterGroupInput], read: &mut ParsedFilters) -> Filter {
        let groups = (0..).zip(groups).map(|(at, group)| FilterGroup {
            conditions: group
                .conditions
                .iter()
                .filter_map(|condition| self.parse_condition(condition, at, read))
                .collect(),
        });
        Filter {
            groups: groups.collect(),
        }
        .without_gaps()
    }

    fn parse_condition(
        &self,
        typed: &FilterConditionInput,
        group: u32,
        read: &mut ParsedFilters,
    ) -> Option<FilterCondition> {
        let name = typed.field.trim().to_uppercase();
        if name.is_empty() {
            return None;
        }
        let Some(field) = self.fields.filters().get(&name) else {
            read.refuse_group(group, FilterInputError::UnknownField(name));
            return None;
        };
        let values = typed.values.iter();
        let values = values.filter_map(|value| match self.parse_value(field, value) {
            Ok(value) => value,
            Err(error) => {
                read.refuse_group(group, error);
                None
            }
        });
        Some(FilterCondition {
            values: values.collect(),
            field: name,
        })
    }

    /// Parses one value; none if the input is empty.
    fn parse_value(
        &self,
        field: &FilterField,
        typed: &FilterValueInput,
    ) -> Result<Option<FilterValue>, FilterInputError> {
        match typed {
            FilterValueInput::Text(text) if text.trim().is_empty() => Ok(None),
            FilterValueInput::Text(text) => parse_text_value(field, text.trim()).map(Some),
            FilterValueInput::Dates { from, to }
                if from.trim().is_empty() && to.trim().is_empty() =>
            {
                Ok(None)
            }
            FilterValueInput::Dates { from, to } => {
                self.parse_dates(from.trim(), to.trim()).map(Some)
            }
        }
    }

    fn parse_dates(&self, from: &str, to: &str) -> Result<FilterValue, FilterInputError> {
        let not_a_date = |typed: &str, error| FilterInputError::NotADate {
            typed: typed.to_owned(),
            error,
        };
        let from_at = match from {
            "" => EARLIEST,
            _ => (self.dates.parse(from)).map_err(|error| not_a_date(from, error))?,
        };
        let to_at = match to {
            "" => LATEST,
            _ => (self.dates.parse_range_end(to)).map_err(|error| not_a_date(to, error))?,
        };
        if from_at > to_at {
            return Err(FilterInputError::DatesReversed {
                from: from.to_owned(),
                to: to.to_owned(),
            });
        }
        Ok(FilterValue::dates(from_at, to_at))
    }
}

/// Returns the text filters with their names, in display order.
pub(crate) fn text_filters(filters: &RowFilters) -> [(&'static str, &str); 9] {
    [
        ("accountId", &filters.account_id),
        ("accountName", &filters.account_name),
        ("advertiserId", &filters.advertiser_id),
        ("advertiserName", &filters.advertiser_name),
        ("brandId", &filters.brand_id),
        ("siteId", &filters.site_id),
        ("traffickingMode", &filters.trafficking_mode),
        ("from", &filters.from),
        ("max", &filters.max),
    ]
}

/// Clears the filter of a chip.
pub(crate) fn clear_filter(filters: &mut RowFilters, chip: &FilterChip) {
    let text = match chip.filter.as_str() {
        "accountId" => &mut filters.account_id,
        "accountName" => &mut filters.account_name,
        "advertiserId" => &mut filters.advertiser_id,
        "advertiserName" => &mut filters.advertiser_name,
        "brandId" => &mut filters.brand_id,
        "siteId" => &mut filters.site_id,
        "traffickingMode" => &mut filters.trafficking_mode,
        "from" => &mut filters.from,
        "max" => &mut filters.max,
        "drafts" => {
            filters.drafts = None;
            return;
        }
        _ => {
            filters
                .q
                .remove(chip.group.map_or(0, |group| group as usize));
            return;
        }
    };
    text.clear();
}

fn parse_text_value(field: &FilterField, typed: &str) -> Result<FilterValue, FilterInputError> {
    let is_number = || FilterValue::number(typed).is_some();
    let fits = match field.kind {
        FilterKind::Text => true,
        FilterKind::Number | FilterKind::Instant => is_number(),
        FilterKind::YesNo => ["true", "false"].contains(&typed),
    };
    if fits {
        return Ok(FilterValue::text(typed));
    }
    Err(FilterInputError::OtherType {
        typed: typed.to_owned(),
        kind: field.kind,
        title: field.title.clone(),
    })
}
