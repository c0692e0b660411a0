//! Parses the text of a filter.

use adwright_model::JsonType;
use adwright_model::{EditableDocument, Node, UneditableText};

use super::{Filter, FilterCondition, FilterGroup, FilterValue};

/// Why a text is not a filter. Its `Display` is a sentence that names the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// The text is not valid JSON.
    #[error("{0}")]
    InvalidJson(UneditableText),
    /// The JSON has another shape.
    #[error("{place}: {why}")]
    InvalidShape {
        /// The place, such as `Group "2", field NAME`.
        place: String,
        /// A sentence that says what must be there.
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

pub(super) fn parse_filter(text: &str) -> Result<Filter, FilterError> {
    let document = EditableDocument::parse(text).map_err(FilterError::InvalidJson)?;
    let root = document.root();
    if root.json_type() != JsonType::Object {
        return shape_error("The filter", FILTER);
    }
    let groups = root.members().map(|(name, node)| parse_group(&name, node));
    Ok(Filter {
        groups: groups.collect::<Result<_, _>>()?,
    })
}

/// Parses a filter that follows convention 6 of the interface exactly.
pub(super) fn parse_strict_filter(text: &str) -> Result<Filter, FilterError> {
    let document = EditableDocument::parse(text).map_err(FilterError::InvalidJson)?;
    for ((name, group), ordinal) in document.root().members().zip(1..) {
        let place = format!("Group \"{name}\"");
        if *name != *ordinal.to_string() {
            return shape_error(&place, ORDINAL);
        }
        for (field, values) in group.members() {
            let place = format!("{place}, field {field}");
            if field.chars().any(char::is_lowercase) {
                return shape_error(&place, UPPER_CASE);
            }
            let is_text = |value: Node<'_>| value.json_type() == JsonType::String;
            if values.json_type() != JsonType::Array || !values.items().all(is_text) {
                return shape_error(&place, STRINGS);
            }
        }
    }
    parse_filter(text)
}

fn parse_group(name: &str, node: Node<'_>) -> Result<FilterGroup, FilterError> {
    let place = format!("Group \"{name}\"");
    if node.json_type() != JsonType::Object || node.is_empty() {
        return shape_error(&place, GROUP);
    }
    let mut group = FilterGroup::default();
    for (name, node) in node.members() {
        let field = name.to_uppercase();
        let values = parse_values(&format!("{place}, field {field}"), node)?;
        // Two spellings of one name are one field.
        let mut known = group.conditions.iter_mut();
        match known.find(|condition| condition.field == field) {
            Some(condition) => condition.values.extend(values),
            None => group.conditions.push(FilterCondition { field, values }),
        }
    }
    Ok(group)
}

fn parse_values(place: &str, node: Node<'_>) -> Result<Vec<FilterValue>, FilterError> {
    if node.json_type() != JsonType::Array {
        return Ok(vec![parse_value(place, node)?]);
    }
    if node.is_empty() {
        return shape_error(place, VALUES);
    }
    node.items()
        .zip(1..)
        .map(|(item, ordinal)| parse_value(&format!("{place}, value {ordinal}"), item))
        .collect()
}

fn parse_value(place: &str, node: Node<'_>) -> Result<FilterValue, FilterError> {
    match node.json_type() {
        JsonType::String => Ok(FilterValue::text(&node.as_str().unwrap_or_default())),
        JsonType::Number => Ok(FilterValue::Number(node.raw().to_owned())),
        JsonType::Bool => Ok(FilterValue::Text(node.raw().to_owned())),
        JsonType::Null | JsonType::Array | JsonType::Object => shape_error(place, VALUE),
    }
}

fn shape_error<T>(place: &str, why: &'static str) -> Result<T, FilterError> {
    let place = place.to_owned();
    Err(FilterError::InvalidShape { place, why })
}
