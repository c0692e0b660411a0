//! Reads a filter's text.

use adwright_model::Shape;
use adwright_model::{Editable, Node, TextOnly};

use super::{Filter, FilterCondition, FilterGroup, FilterValue};

/// Why a text is no filter. Its `Display` is a sentence that names the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// It cannot be read as JSON.
    #[error("{0}")]
    Broken(TextOnly),
    /// It is JSON of another shape.
    #[error("{place}: {why}")]
    Misshapen {
        /// Where, such as `Group "2", field NAME`.
        place: String,
        /// What must be there, as a sentence.
        why: &'static str,
    },
}

const ORDINAL: &str = "the groups must be called \"1\", \"2\" and so on, in this order.";
const UPPER_CASE: &str = "the name of a field must be in upper case.";
const STRINGS: &str = "this must be a list of texts.";
const FILTER: &str =
    "this must be an object with one member for each group: \"1\", \"2\" and so on.";
const GROUP: &str = "this must be an object with at least one field.";
const VALUES: &str = "this must be a list with at least one value.";
const VALUE: &str = "a value must be a text or a number.";

pub(super) fn filter(text: &str) -> Result<Filter, FilterError> {
    let document = Editable::parse(text).map_err(FilterError::Broken)?;
    let root = document.root();
    if root.shape() != Shape::Object {
        return misshapen("The filter", FILTER);
    }
    let groups = root.members().map(|(name, node)| group(&name, node));
    Ok(Filter {
        groups: groups.collect::<Result<_, _>>()?,
    })
}

/// Reads a filter that is exactly as convention 6 of the interface has it.
pub(super) fn strict_filter(text: &str) -> Result<Filter, FilterError> {
    let document = Editable::parse(text).map_err(FilterError::Broken)?;
    for ((name, group), ordinal) in document.root().members().zip(1..) {
        let place = format!("Group \"{name}\"");
        if *name != *ordinal.to_string() {
            return misshapen(&place, ORDINAL);
        }
        for (field, values) in group.members() {
            let place = format!("{place}, field {field}");
            if field.chars().any(char::is_lowercase) {
                return misshapen(&place, UPPER_CASE);
            }
            let is_text = |value: Node<'_>| value.shape() == Shape::String;
            if values.shape() != Shape::Array || !values.items().all(is_text) {
                return misshapen(&place, STRINGS);
            }
        }
    }
    filter(text)
}

fn group(name: &str, node: Node<'_>) -> Result<FilterGroup, FilterError> {
    let place = format!("Group \"{name}\"");
    if node.shape() != Shape::Object || node.is_empty() {
        return misshapen(&place, GROUP);
    }
    let mut group = FilterGroup::default();
    for (name, node) in node.members() {
        let field = name.to_uppercase();
        let values = values(&format!("{place}, field {field}"), node)?;
        // Two spellings of one name are one field.
        let mut known = group.conditions.iter_mut();
        match known.find(|condition| condition.field == field) {
            Some(condition) => condition.values.extend(values),
            None => group.conditions.push(FilterCondition { field, values }),
        }
    }
    Ok(group)
}

fn values(place: &str, node: Node<'_>) -> Result<Vec<FilterValue>, FilterError> {
    if node.shape() != Shape::Array {
        return Ok(vec![value(place, node)?]);
    }
    if node.is_empty() {
        return misshapen(place, VALUES);
    }
    node.items()
        .zip(1..)
        .map(|(item, ordinal)| value(&format!("{place}, value {ordinal}"), item))
        .collect()
}

fn value(place: &str, node: Node<'_>) -> Result<FilterValue, FilterError> {
    match node.shape() {
        Shape::String => Ok(FilterValue::text(&node.as_str().unwrap_or_default())),
        Shape::Number => Ok(FilterValue::Number(node.raw().to_owned())),
        Shape::Bool => Ok(FilterValue::Text(node.raw().to_owned())),
        Shape::Null | Shape::Array | Shape::Object => misshapen(place, VALUE),
    }
}

fn misshapen<T>(place: &str, why: &'static str) -> Result<T, FilterError> {
    let place = place.to_owned();
    Err(FilterError::Misshapen { place, why })
}
