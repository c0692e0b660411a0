//! Reads the query of a list call.

use std::str::FromStr;

use adwright_wire::{Filter, FilterValue};

use crate::reply::Refusal;
use crate::resource::{Resource, Value};
use crate::storage::documents::{Condition, Direction, Order, Selection};
use crate::variants::{Variant, Variants};

/// Reads the parameters of a list; one that is unknown is refused, because ignoring a filter gives wrong lists. Only
/// services of a variant do that.
pub(crate) fn selection(
    resource: &Resource,
    parameters: &[(String, String)],
    variants: Variants,
) -> Result<Selection, Refusal> {
    let (mut from, mut max) = (i64::MAX, i64::MAX);
    if variants.has(Variant::PagingWindow) {
        (from, max) = (WINDOW - 1, LARGEST_PAGE - 1);
    }
    let mut selection = Selection {
        from: paging(parameters, "from", from)?,
        max: paging(parameters, "max", max)?,
        order: order(resource, parameters, variants)?,
        conditions: Vec::new(),
    };
    for (name, value) in parameters {
        if is_of_every_list(resource, name) {
            continue;
        }
        match condition(resource, (name, value), variants)? {
            Ok(condition) => selection.conditions.push(condition),
            Err(_) if variants.has(Variant::LenientLists) => {}
            Err(Unknown(why)) => return Err(Refusal::Malformed(why)),
        }
    }
    Ok(selection)
}

/// Where lists end under the variant `paging-window`.
const WINDOW: i64 = 10_000;
/// What a page has fewer than under it.
const LARGEST_PAGE: i64 = 500;

/// A parameter or a field that the list does not have.
struct Unknown(String);

fn is_of_every_list(resource: &Resource, name: &str) -> bool {
    match name {
        "from" | "max" => true,
        "sort" | "order" => resource.sorts,
        _ => false,
    }
}

fn condition(
    resource: &Resource,
    (name, value): (&str, &str),
    variants: Variants,
) -> Result<Result<Condition, Unknown>, Refusal> {
    if name == "q" {
        return found_by(resource, value, variants);
    }
    let mut known = resource.parameters.iter();
    let Some(parameter) = known.find(|parameter| parameter.name == name) else {
        let why = format!("The list has no parameter \"{name}\".");
        return Ok(Err(Unknown(why)));
    };
    let value = match parameter.value {
        Value::Whole => whole(name, value)?.into(),
        Value::Text => value.to_owned().into(),
    };
    let sql = parameter.condition.to_owned();
    Ok(Ok(Condition { sql, value }))
}

/// A field that the documents do not have is as bad as a parameter that the list does not have.
fn found_by(
    resource: &Resource,
    text: &str,
    variants: Variants,
) -> Result<Result<Condition, Unknown>, Refusal> {
    let filter = if variants.has(Variant::StrictFilters) {
        Filter::read_strictly(text)
    } else {
        text.parse()
    };
    let filter = filter
        .map_err(|error| Refusal::Malformed(format!("The filter \"q\" cannot be read. {error}")))?;
    let mut conditions = filter.groups.iter().flat_map(|group| &group.conditions);
    if let Some(unknown) = conditions.find(|condition| !resource.fields.knows(&condition.field)) {
        let why = format!(
            "The filter \"q\" names the field {}, which {} do not have.",
            unknown.field, resource.nouns
        );
        return Ok(Err(Unknown(why)));
    }
    let among = among(&filter).map_or_else(String::new, |ids| format!("id IN ({ids}) AND "));
    Ok(Ok(Condition {
        sql: format!("{among}found_by('{}', text, ?)", resource.table),
        value: filter.to_string().into(),
    }))
}

/// The ids, with commas between them, among which everything is that the filter finds, so that no other document need
/// be looked at: there are such ids where a group asks for nothing else.
fn among(filter: &Filter) -> Option<String> {
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

fn paging(parameters: &[(String, String)], name: &str, largest: i64) -> Result<i64, Refusal> {
    let value = find(parameters, name)
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

/// A member that lists are not sorted by is no error: the list keeps its own order.
fn order(
    resource: &Resource,
    parameters: &[(String, String)],
    variants: Variants,
) -> Result<Option<Order>, Refusal> {
    let Some(sort) = find(parameters, "sort").filter(|_| resource.sorts) else {
        return Ok(None);
    };
    let direction = match find(parameters, "order") {
        Some(order) if order.eq_ignore_ascii_case("ASC") => Direction::Ascending,
        Some(order) if order.eq_ignore_ascii_case("DESC") => Direction::Descending,
        Some(_) => {
            return Err(Refusal::Malformed(
                "\"order\" must be ASC or DESC.".to_owned(),
            ));
        }
        None if variants.has(Variant::OptionalOrder) => Direction::Ascending,
        None => {
            return Err(Refusal::Malformed(
                "\"sort\" needs \"order\" beside it.".to_owned(),
            ));
        }
    };
    let place = resource.fields.sorted_by(sort);
    if place.is_none() && variants.has(Variant::StrictFilters) {
        let why = format!("The list has no field \"{sort}\" to be sorted by.");
        return Err(Refusal::Malformed(why));
    }
    Ok(place.map(|place| Order { place, direction }))
}

fn whole(name: &str, value: &str) -> Result<i64, Refusal> {
    value.parse().map_err(|_| {
        Refusal::Malformed(format!("The parameter \"{name}\" must be a whole number."))
    })
}

fn find<'a>(parameters: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = parameters.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}
