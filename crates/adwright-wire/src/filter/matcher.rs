//! Evaluates filters. The practice service and the desk's cache share this code.

use std::borrow::Cow;

use adwright_model::compare_numbers;

use super::{DateRange, Filter, FilterGroup, FilterValue, is_number};

/// One value of a document's field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A number in its original spelling.
    Number(Cow<'a, str>),
    /// True or false.
    YesNo(bool),
    /// A moment, in epoch milliseconds.
    Instant(i64),
}

/// A filter that is prepared for many documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matcher {
    groups: Vec<Vec<FieldTest>>,
}

/// The values that a field may have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FieldTest {
    field: String,
    targets: Vec<MatchTarget>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct MatchTarget {
    /// The text on the wire, in lower case.
    folded: String,
    /// The number, if the text is one.
    number: Option<String>,
    dates: Option<DateRange>,
}

impl Filter {
    /// Prepares the filter for many documents.
    #[must_use]
    pub fn matcher(&self) -> Matcher {
        Matcher {
            groups: self.groups.iter().map(field_tests).collect(),
        }
    }

    /// Returns whether the filter matches a document. `lookup` returns the values of a field by its upper-case name.
    pub fn matches<'a, L, V>(&self, lookup: L) -> bool
    where
        L: FnMut(&str) -> V,
        V: IntoIterator<Item = FieldValue<'a>>,
    {
        self.matcher().matches(lookup)
    }
}

impl Matcher {
    /// Returns whether the filter matches a document: in every group one of the fields has one of the values. `lookup`
    /// returns the values of a field by its upper-case name.
    pub fn matches<'a, L, V>(&self, mut lookup: L) -> bool
    where
        L: FnMut(&str) -> V,
        V: IntoIterator<Item = FieldValue<'a>>,
    {
        self.groups.iter().all(|group| {
            group.iter().any(|test| {
                let mut values = lookup(&test.field).into_iter();
                values.any(|value| test.targets.iter().any(|target| target.accepts(&value)))
            })
        })
    }
}

fn field_tests(group: &FilterGroup) -> Vec<FieldTest> {
    let fields = group.by_field().into_iter();
    fields
        .map(|(field, values)| FieldTest {
            field: field.to_owned(),
            targets: values.into_iter().map(MatchTarget::from_value).collect(),
        })
        .collect()
}

impl MatchTarget {
    fn from_value(value: &FilterValue) -> Self {
        let (text, dates) = match value {
            FilterValue::Text(text) | FilterValue::Number(text) => (text.clone(), None),
            FilterValue::Dates(range) => (range.to_string(), Some(*range)),
        };
        Self {
            folded: text.to_lowercase(),
            number: is_number(&text).then_some(text),
            dates,
        }
    }

    fn accepts(&self, value: &FieldValue<'_>) -> bool {
        match value {
            FieldValue::Text(text) => text.to_lowercase().contains(&self.folded),
            FieldValue::Number(number) => self.equals_number(number),
            FieldValue::YesNo(yes) => self.folded == if *yes { "true" } else { "false" },
            FieldValue::Instant(moment) => match self.dates {
                Some(range) => range.contains(*moment),
                None => self.equals_number(&moment.to_string()),
            },
        }
    }

    fn equals_number(&self, other: &str) -> bool {
        let number = self.number.as_deref();
        number.is_some_and(|number| compare_numbers(number, other).is_eq())
    }
}
