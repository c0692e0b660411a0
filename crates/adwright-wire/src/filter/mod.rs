//! The filter `q` of a list: its type, its text on the wire, its evaluation, and its wording for people.
//!
//! On the wire it is a JSON object of groups under the keys "1", "2" and so on. All groups must match. A group matches
//! if one of its fields has one of the values under the field's upper-case name.

mod date_range;
mod fields;
mod matcher;
mod parse;
mod wording;

use std::fmt;
use std::str::FromStr;

use adwright_model::EditableDocument;
use adwright_model::{JsonType, to_json_string};
use serde::{Deserialize, Serialize};

pub use date_range::DateRange;
pub use fields::{FilterField, FilterFields, FilterKind};
pub use matcher::{FieldValue, Matcher};
pub use parse::FilterError;
pub use wording::{FieldLabel, FilterWording};

/// The filter `q`. Without a group it matches everything. Serialised as its text on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Filter {
    /// All of these groups must match.
    pub groups: Vec<FilterGroup>,
}

/// A group of conditions, one of which must match. A group without conditions matches nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilterGroup {
    /// The conditions, if possible one per field: conditions on the same field share one list on the wire.
    pub conditions: Vec<FilterCondition>,
}

/// A field and the values, one of which it must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterCondition {
    /// The field's filter name, in upper case, such as `ADVERTISERNAME`.
    pub field: String,
    /// The values.
    pub values: Vec<FilterValue>,
}

/// A value to search for. Created by [`FilterValue::text`], [`FilterValue::number`] and [`FilterValue::dates`], so that
/// each value has only one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterValue {
    /// Matches a text that contains it, in any letter case, and a number, true or false that equals it.
    Text(String),
    /// Matches a number with an equal value. The spelling is kept for the wire.
    Number(String),
    /// Matches a moment in the range. In a text field it is searched for as its text on the wire.
    Dates(DateRange),
}

impl FilterValue {
    /// Returns the value of a quoted text on the wire. `"1500000000000-1510000000000"` is a range of dates.
    #[must_use]
    pub fn text(text: &str) -> Self {
        DateRange::parse(text).map_or_else(|| Self::Text(text.to_owned()), Self::Dates)
    }

    /// Returns the value of a JSON number's spelling; `None` if it is not a number.
    #[must_use]
    pub fn number(spelling: &str) -> Option<Self> {
        is_number(spelling).then(|| Self::Number(spelling.to_owned()))
    }

    /// Returns a value for the moments from `from` to `to`, both included, in epoch milliseconds.
    #[must_use]
    pub fn dates(from: i64, to: i64) -> Self {
        Self::Dates(DateRange { from, to })
    }

    fn to_json(&self) -> String {
        match self {
            Self::Text(text) => to_json_string(text),
            Self::Number(spelling) => spelling.clone(),
            Self::Dates(range) => to_json_string(&range.to_string()),
        }
    }
}

impl Filter {
    /// Parses the exact form of the interface: ordinals, names in upper case, arrays of strings.
    ///
    /// # Errors
    /// For any other text.
    pub fn parse_strict(text: &str) -> Result<Self, FilterError> {
        parse::parse_strict_filter(text)
    }

    /// Returns the text for a service. Every value is a string, as the interface requires.
    #[must_use]
    pub fn to_wire(&self) -> String {
        let mut strings = self.clone();
        let groups = strings.groups.iter_mut();
        let conditions = groups.flat_map(|group| &mut group.conditions);
        for value in conditions.flat_map(|condition| &mut condition.values) {
            if let FilterValue::Number(spelling) = value {
                *value = FilterValue::Text(std::mem::take(spelling));
            }
        }
        strings.to_string()
    }

    /// Returns whether the filter matches everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the filter without empty groups and conditions, which a person leaves while building it.
    #[must_use]
    pub fn without_gaps(&self) -> Self {
        let groups = self.groups.iter().map(FilterGroup::without_gaps);
        Self {
            groups: groups
                .filter(|group| !group.conditions.is_empty())
                .collect(),
        }
    }
}

impl FilterGroup {
    fn without_gaps(&self) -> Self {
        let filled = |condition: &&FilterCondition| !condition.values.is_empty();
        Self {
            conditions: self.conditions.iter().filter(filled).cloned().collect(),
        }
    }

    /// Returns the values of each field, in the order of the fields' first conditions.
    fn by_field(&self) -> Vec<(&str, Vec<&FilterValue>)> {
        let mut fields: Vec<(&str, Vec<&FilterValue>)> = Vec::new();
        for condition in &self.conditions {
            match fields.iter_mut().find(|(name, _)| *name == condition.field) {
                Some((_, values)) => values.extend(&condition.values),
                None => fields.push((&condition.field, condition.values.iter().collect())),
            }
        }
        fields
    }
}

/// Formats the text on the wire.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = self.groups.iter().zip(1..).map(|(group, ordinal)| {
            let fields = group.by_field();
            let fields = fields.iter().map(|(name, values)| {
                let values: Vec<_> = values.iter().map(|value| value.to_json()).collect();
                format!("{}:[{}]", to_json_string(name), values.join(","))
            });
            format!("\"{ordinal}\":{{{}}}", join_with_commas(fields))
        });
        write!(f, "{{{}}}", join_with_commas(groups))
    }
}

/// Parses the text on the wire leniently: a value without a list around it, a field's name in any letter case, a group
/// under any name.
impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        parse::parse_filter(text)
    }
}

impl From<Filter> for String {
    fn from(filter: Filter) -> Self {
        filter.to_string()
    }
}

impl TryFrom<String> for Filter {
    type Error = FilterError;

    fn try_from(text: String) -> Result<Self, FilterError> {
        text.parse()
    }
}

fn join_with_commas(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn is_number(text: &str) -> bool {
    let read = EditableDocument::parse(text);
    read.is_ok_and(|value| {
        value.root().json_type() == JsonType::Number && value.root().raw() == text
    })
}

#[cfg(test)]
mod tests;
