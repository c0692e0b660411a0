//! A filter as a person reads it.

use super::{Filter, FilterGroup, FilterKind, FilterValue};

/// How fields and moments are called: the one who shows the filter knows the workspace's catalog and zone.
pub trait Wording {
    /// How a field is called, by its upper-case name.
    fn field(&self, name: &str) -> FieldWords;

    /// How a moment is written, from epoch milliseconds.
    fn instant(&self, moment: i64) -> String;
}

/// How a field is called, and what it is compared as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldWords {
    /// Its label, such as `Campaign name`.
    pub title: String,
    /// What it is compared as.
    pub kind: FilterKind,
}

impl Filter {
    /// The filter as one clause without a full stop: `(Name contains “tea” or Brand ID is 7) and Account ID is 3`.
    /// Empty where it finds everything.
    #[must_use]
    pub fn in_words(&self, wording: &impl Wording) -> String {
        let lone = self.groups.len() == 1;
        let groups = self.groups.iter().map(|group| clause(group, lone, wording));
        groups.collect::<Vec<_>>().join(" and ")
    }
}

/// Parentheses only where words would leave open what belongs together.
fn clause(group: &FilterGroup, lone: bool, wording: &impl Wording) -> String {
    let fields = group.by_field();
    let several = fields.iter().map(|(_, values)| values.len()).sum::<usize>() > 1;
    let clauses: Vec<_> = fields
        .into_iter()
        .map(|(field, values)| condition(&wording.field(field), &values, wording))
        .collect();
    let clause = clauses.join(" or ");
    match (several, lone) {
        (true, false) => format!("({clause})"),
        _ if clause.is_empty() => "nothing".to_owned(),
        _ => clause,
    }
}

fn condition(field: &FieldWords, values: &[&FilterValue], wording: &impl Wording) -> String {
    let verb = match field.kind {
        FilterKind::Text => "contains",
        FilterKind::Number | FilterKind::YesNo | FilterKind::Instant => "is",
    };
    let values: Vec<_> = values
        .iter()
        .map(|value| value_words(field.kind, value, wording))
        .collect();
    format!("{} {verb} {}", field.title, values.join(" or "))
}

fn value_words(kind: FilterKind, value: &FilterValue, wording: &impl Wording) -> String {
    let moment = |text: &str| text.parse().ok().map(|moment| wording.instant(moment));
    match (kind, value) {
        (FilterKind::Instant, FilterValue::Dates(range)) => {
            let [from, to] = [range.from, range.to].map(|end| wording.instant(end));
            format!("from {from} to {to}")
        }
        (FilterKind::Instant, FilterValue::Text(text) | FilterValue::Number(text)) => {
            moment(text).unwrap_or_else(|| in_quotes(text))
        }
        (FilterKind::YesNo, FilterValue::Text(text)) if text.eq_ignore_ascii_case("true") => {
            "yes".to_owned()
        }
        (FilterKind::YesNo, FilterValue::Text(text)) if text.eq_ignore_ascii_case("false") => {
            "no".to_owned()
        }
        (FilterKind::Number, FilterValue::Text(text) | FilterValue::Number(text))
            if super::is_number(text) =>
        {
            text.clone()
        }
        (_, FilterValue::Text(text) | FilterValue::Number(text)) => in_quotes(text),
        (_, FilterValue::Dates(range)) => in_quotes(&range.to_string()),
    }
}

fn in_quotes(text: &str) -> String {
    format!("“{text}”")
}
