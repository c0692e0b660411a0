//! The filter `q` of a list: a pure type, the text on the wire, what it finds, and how it reads in words.
//!
//! On the wire it is a JSON object of groups under the keys "1", "2" and so on, all of which must hold. A group holds
//! where one of its fields has one of the values that stand under the field's upper-case name.

mod date_range;
mod fields;
mod matcher;
mod parse;
mod wording;

use std::fmt;
use std::str::FromStr;

use adwright_model::Editable;
use adwright_model::{JsonType, to_json_string};
use serde::{Deserialize, Serialize};

pub use date_range::DateRange;
pub use fields::{FilterField, FilterFields, FilterKind};
pub use matcher::{FieldValue, Matcher};
pub use parse::FilterError;
pub use wording::{FieldLabel, FilterWording};

/// The filter `q`. Without a group it finds everything. Serialised as its text on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Filter {
    /// All of these must hold.
    pub groups: Vec<FilterGroup>,
}

/// One of these conditions must hold. Without a condition it finds nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilterGroup {
    /// The conditions, as far as possible one for each field: those of one field share one list on the wire.
    pub conditions: Vec<FilterCondition>,
}

/// One of these values must be found in this field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterCondition {
    /// The field's name as the filter knows it, in upper case, such as `ADVERTISERNAME`.
    pub field: String,
    /// The values.
    pub values: Vec<FilterValue>,
}

/// What is looked for. Made by [`FilterValue::text`], [`FilterValue::number`] and [`FilterValue::dates`], so that one
/// value has one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterValue {
    /// Included in a text, in any letter case; equal to a number or a yes or no.
    Text(String),
    /// Equal to a number, in exactly this spelling.
    Number(String),
    /// Around a moment. In a text field it is looked for as the text that it is on the wire.
    Dates(DateRange),
}

impl FilterValue {
    /// A value from what stands in quotes on the wire; `"1500000000000-1510000000000"` is a range of dates.
    #[must_use]
    pub fn text(text: &str) -> Self {
        DateRange::parse(text).map_or_else(|| Self::Text(text.to_owned()), Self::Dates)
    }

    /// A value from the spelling of a JSON number; none where it is no such number.
    #[must_use]
    pub fn number(spelling: &str) -> Option<Self> {
        is_number(spelling).then(|| Self::Number(spelling.to_owned()))
    }

    /// A value for the moments from `from` to `to`, both included, in epoch milliseconds.
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
    /// Reads the text on the wire as the interface has it: ordinals, names in upper case, arrays of strings.
    ///
    /// # Errors
    /// Where the text is anything else.
    pub fn parse_strict(text: &str) -> Result<Self, FilterError> {
        parse::parse_strict_filter(text)
    }

    /// The text that goes to a service: every value is a string, as the interface has it.
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

    /// Whether it finds everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The same without groups and conditions that have nothing in them yet, as a person leaves them while building.
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

    /// The values of each field, in the order in which the fields first come.
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

/// The text on the wire.
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

/// Reads the text on the wire, leniently: a value may stand without a list around it, a field's name in any letter
/// case, a group under any name.
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
    let read = Editable::parse(text);
    read.is_ok_and(|value| {
        value.root().json_type() == JsonType::Number && value.root().raw() == text
    })
}

#[cfg(test)]
mod tests;
