//! Parses the query of a list call.

use std::str::FromStr;

use adwright_wire::{Filter, FilterValue};

use crate::reply::Refusal;
use crate::resource::{ParameterType, Resource};
use crate::storage::documents::{ListSelection, SortOrder, SqlCondition, SqlDirection};
use crate::variants::{Variant, VariantSet};

/// Parses the parameters of a list. An unknown parameter is refused, because ignoring a filter gives wrong lists. Under
/// a variant, unknown parameters are ignored.
pub(crate) fn parse_selection(
    resource: &Resource,
    parameters: &[(String, String)],
    variants: VariantSet,
) -> Result<ListSelection, Refusal> {
    let (mut from, mut max) = (i64::MAX, i64::MAX);
    if variants.has(Variant::PagingWindow) {
        (from, max) = (WINDOW - 1, LARGEST_PAGE - 1);
    }
    let mut selection = ListSelection {
        from: parse_paging(parameters, "from", from)?,
        max: parse_paging(parameters, "max", max)?,
        order: parse_order(resource, parameters, variants)?,
        conditions: Vec::new(),
    };
    for (name, value) in parameters {
        if is_common_parameter(resource, name) {
            continue;
        }
        match parse_condition(resource, name, value, variants)? {
            Ok(condition) => selection.conditions.push(condition),
            Err(_) if variants.has(Variant::LenientLists) => {}
            Err(UnknownParameter(why)) => return Err(Refusal::Malformed(why)),
        }
    }
    Ok(selection)
}

/// The end of lists under the variant `paging-window`.
const WINDOW: i64 = 10_000;
/// Pages have fewer rows than this under the variant `paging-window`.
const LARGEST_PAGE: i64 = 500;

/// A parameter or a field that the list does not have.
struct UnknownParameter(String);

fn is_common_parameter(resource: &Resource, name: &str) -> bool {
    match name {
        "from" | "max" => true,
        "sort" | "order" => resource.sorts,
        _ => false,
    }
}

fn parse_condition(
    resource: &Resource,
    name: &str,
    value: &str,
    variants: VariantSet,
) -> Result<Result<SqlCondition, UnknownParameter>, Refusal> {
    if name == "q" {
        return filter_condition(resource, value, variants);
    }
    let mut parameters = resource.parameters.iter();
    let Some(parameter) = parameters.find(|parameter| parameter.name == name) else {
        let why = format!("The list has no parameter \"{name}\".");
        return Ok(Err(UnknownParameter(why)));
    };
    let value = match parameter.value {
        ParameterType::Integer => parse_integer(name, value)?.into(),
        ParameterType::Text => value.to_owned().into(),
    };
    let sql = parameter.condition.to_owned();
    Ok(Ok(SqlCondition { sql, value }))
}

/// Parses the filter `q`. An unknown field is an error, like an unknown parameter.
fn filter_condition(
    resource: &Resource,
    text: &str,
    variants: VariantSet,
) -> Result<Result<SqlCondition, UnknownParameter>, Refusal> {
    let filter = if variants.has(Variant::StrictFilters) {
        Filter::parse_strict(text)
    } else {
        text.parse()
    };
    let filter = filter
        .map_err(|error| Refusal::Malformed(format!("The filter \"q\" cannot be read. {error}")))?;
    let mut conditions = filter.groups.iter().flat_map(|group| &group.conditions);
    if let Some(unknown) = conditions.find(|condition| !resource.fields.has_field(&condition.field))
    {
        let why = format!(
            "The filter \"q\" names the field {}, which {} do not have.",
            unknown.field, resource.nouns
        );
        return Ok(Err(UnknownParameter(why)));
    }
    let id_condition =
        matching_ids(&filter).map_or_else(String::new, |ids| format!("id IN ({ids}) AND "));
    Ok(Ok(SqlCondition {
        sql: format!("{id_condition}found_by('{}', text, ?)", resource.table),
        value: filter.to_string().into(),
    }))
}

/// Returns ids, separated by commas, that include every match of the filter, so that no other document is read. Such
/// ids exist if one group asks for ids only.
fn matching_ids(filter: &Filter) -> Option<String> {
    let id = |value: &FilterValue| match value {
        FilterValue::Text(text) | FilterValue::Number(text) => text.parse::<i64>().ok(),
        FilterValue::Dates(_) => None,
    };
    let mut groups = filter.groups.iter().map(|group| {
        let conditions = group.conditions.iter();
        let values = conditions.flat_map(|condition| {
            let is_id = condition.field == "ID";
            condition.values.iter().map(move |value| (is_id, value))
        });
        let ids = values.map(|(is_id, value)| is_id.then(|| id(value))?.map(|id| id.to_string()));
        ids.collect::<Option<Vec<_>>>()
    });
    Some(groups.find_map(|ids| ids)?.join(","))
}

fn parse_paging(parameters: &[(String, String)], name: &str, largest: i64) -> Result<i64, Refusal> {
    let value = parameter_value(parameters, name)
        .ok_or_else(|| Refusal::Paging(format!("The parameter \"{name}\" is required.")))?;
    match i64::from_str(value) {
        Ok(number) if number > largest => Err(Refusal::Paging(format!(
            "The parameter \"{name}\" must be {largest} at most."
        ))),
        Ok(number) if number >= 0 => Ok(number),
        _ => Err(Refusal::Paging(format!(
            "The parameter \"{name}\" must be a whole number from 0 on."
        ))),
    }
}

/// Parses the order. An unsortable member is not an error: the list keeps its own order.
fn parse_order(
    resource: &Resource,
    parameters: &[(String, String)],
    variants: VariantSet,
) -> Result<Option<SortOrder>, Refusal> {
    let Some(sort) = parameter_value(parameters, "sort").filter(|_| resource.sorts) else {
        return Ok(None);
    };
    let direction = match parameter_value(parameters, "order") {
        Some(order) if order.eq_ignore_ascii_case("ASC") => SqlDirection::Ascending,
        Some(order) if order.eq_ignore_ascii_case("DESC") => SqlDirection::Descending,
        Some(_) => {
            return Err(Refusal::Malformed(
                "\"order\" must be ASC or DESC.".to_owned(),
            ));
        }
        None if variants.has(Variant::OptionalOrder) => SqlDirection::Ascending,
        None => {
            return Err(Refusal::Malformed(
                "\"sort\" needs \"order\" beside it.".to_owned(),
            ));
        }
    };
    let path = resource.fields.sort_path(sort);
    if path.is_none() && variants.has(Variant::StrictFilters) {
        let why = format!("The list has no field \"{sort}\" to be sorted by.");
        return Err(Refusal::Malformed(why));
    }
    Ok(path.map(|path| SortOrder { path, direction }))
}

fn parse_integer(name: &str, value: &str) -> Result<i64, Refusal> {
    value.parse().map_err(|_| {
        Refusal::Malformed(format!("The parameter \"{name}\" must be a whole number."))
    })
}

fn parameter_value<'a>(parameters: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = parameters.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}
