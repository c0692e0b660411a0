//! Reads the query of a list call.

use std::str::FromStr;

use adwright_wire::Filter as Found;

use crate::reply::Refusal;
use crate::storage::campaigns::{Direction, Filter, Order, Selection};
use crate::storage::fields::{self, FIELDS};

/// Reads the parameters of GET /campaigns; one that is unknown is refused, because ignoring a filter gives wrong lists.
pub(crate) fn selection(parameters: &[(String, String)]) -> Result<Selection, Refusal> {
    let mut selection = Selection {
        from: paging(parameters, "from")?,
        max: paging(parameters, "max")?,
        order: order(parameters)?,
        filters: Vec::new(),
    };
    for (name, value) in parameters {
        if !["from", "max", "sort", "order"].contains(&name.as_str()) {
            selection.filters.push(filter(name, value)?);
        }
    }
    Ok(selection)
}

fn filter(name: &str, value: &str) -> Result<Filter, Refusal> {
    Ok(match name {
        "accountId" => Filter::Account(id(name, value)?),
        "siteId" => Filter::Site(id(name, value)?),
        "advertiserId" => Filter::Advertiser(id(name, value)?),
        "brandId" => Filter::Brand(id(name, value)?),
        "accountName" => Filter::AccountName(value.to_owned()),
        "advertiserName" => Filter::AdvertiserName(value.to_owned()),
        "traffickingMode" => Filter::TraffickingMode(value.to_owned()),
        "q" => Filter::Found(found_by(value)?),
        other => {
            return Err(Refusal::Malformed(format!(
                "The list has no parameter \"{other}\"."
            )));
        }
    })
}

/// A field that campaigns do not have is refused, for the same reason as a parameter that the list does not have.
fn found_by(text: &str) -> Result<Found, Refusal> {
    let filter: Found = text
        .parse()
        .map_err(|error| Refusal::Malformed(format!("The filter \"q\" cannot be read. {error}")))?;
    let mut conditions = filter.groups.iter().flat_map(|group| &group.conditions);
    match conditions.find(|condition| FIELDS.get(&condition.field).is_none()) {
        Some(unknown) => Err(Refusal::Malformed(format!(
            "The filter \"q\" names the field {}, which campaigns do not have.",
            unknown.field
        ))),
        None => Ok(filter),
    }
}

fn paging(parameters: &[(String, String)], name: &str) -> Result<i64, Refusal> {
    let value = find(parameters, name)
        .ok_or_else(|| Refusal::Paging(format!("The parameter \"{name}\" is required.")))?;
    match i64::from_str(value) {
        Ok(number) if number >= 0 => Ok(number),
        _ => Err(Refusal::Paging(format!(
            "The parameter \"{name}\" must be a whole number from 0 on."
        ))),
    }
}

/// A member that lists are not sorted by is no error: the list keeps its own order.
fn order(parameters: &[(String, String)]) -> Result<Option<Order>, Refusal> {
    let Some(sort) = find(parameters, "sort") else {
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
        None => {
            return Err(Refusal::Malformed(
                "\"sort\" needs \"order\" beside it.".to_owned(),
            ));
        }
    };
    Ok(fields::sorted_by(sort).map(|place| Order { place, direction }))
}

fn id(name: &str, value: &str) -> Result<i64, Refusal> {
    value.parse().map_err(|_| {
        Refusal::Malformed(format!("The parameter \"{name}\" must be a whole number."))
    })
}

fn find<'a>(parameters: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = parameters.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}
