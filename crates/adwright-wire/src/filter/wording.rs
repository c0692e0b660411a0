//! Describes a filter for people.

use super::{Filter, FilterGroup, FilterKind, FilterValue};

/// The labels of fields and moments. The caller knows the workspace's catalog and time zone.
pub trait FilterWording {
    /// Returns the label of a field by its upper-case name.
    fn field_label(&self, name: &str) -> FieldLabel;

    /// Formats a moment in epoch milliseconds.
    fn format_instant(&self, moment: i64) -> String;
}

/// The label of a field, and how it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldLabel {
    /// The label, such as `Campaign name`.
    pub title: String,
    /// How its values are compared.
    pub kind: FilterKind,
}

impl Filter {
    /// Returns the filter as one clause without a full stop: `(Name contains “tea” or Brand ID is 7) and Account ID is
    /// 3`. Empty if the filter matches everything.
    #[must_use]
    pub fn describe(&self, wording: &impl FilterWording) -> String {
        let is_only_group = self.groups.len() == 1;
        let groups = self
            .groups
            .iter()
            .map(|group| describe_group(group, is_only_group, wording));
        groups.collect::<Vec<_>>().join(" and ")
    }
}

/// Adds parentheses only where the words would be ambiguous.
fn describe_group(
    group: &FilterGroup,
    is_only_group: bool,
    wording: &impl FilterWording,
) -> String {
    let fields = group.by_field();
    let has_several_values = fields.iter().map(|(_, values)| values.len()).sum::<usize>() > 1;
    let clauses: Vec<_> = fields
        .into_iter()
        .map(|(field, values)| describe_condition(&wording.field_label(field), &values, wording))
        .collect();
    let clause = clauses.join(" or ");
    match (has_several_values, is_only_group) {
        (true, false) => format!("({clause})"),
        _ if clause.is_empty() => "nothing".to_owned(),
        _ => clause,
    }
}

fn describe_condition(
    field: &FieldLabel,
    values: &[&FilterValue],
    wording: &impl FilterWording,
) -> String {
    let verb = match field.kind {
        FilterKind::Text => "contains",
        FilterKind::Number | FilterKind::YesNo | FilterKind::Instant => "is",
    };
    let values: Vec<_> = values
        .iter()
        .map(|value| describe_value(field.kind, value, wording))
        .collect();
    format!("{} {verb} {}", field.title, values.join(" or "))
}

fn describe_value(kind: FilterKind, value: &FilterValue, wording: &impl FilterWording) -> String {
    let moment = |text: &str| {
        text.parse()
            .ok()
            .map(|moment| wording.format_instant(moment))
    };
    match (kind, value) {
        (FilterKind::Instant, FilterValue::Dates(range)) => {
            let [from, to] = [range.from, range.to].map(|end| wording.format_instant(end));
            format!("from {from} to {to}")
        }
        (FilterKind::Instant, FilterValue::Text(text) | FilterValue::Number(text)) => {
            moment(text).unwrap_or_else(|| quote(text))
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
        (_, FilterValue::Text(text) | FilterValue::Number(text)) => quote(text),
        (_, FilterValue::Dates(range)) => quote(&range.to_string()),
    }
}

fn quote(text: &str) -> String {
    format!("“{text}”")
}
