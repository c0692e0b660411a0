use adwright_model::{Editable, Node, Shape};
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

/// The largest pattern that is taken, in bytes of what it is compiled to: a rule must not take a computer's memory.
const LARGEST_PATTERN: usize = 1 << 20;

/// What a value must be like, as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Written {
    /// A text, or a number as it is written, matches a regular expression somewhere.
    Match(String),
    /// It matches nowhere.
    NotMatch(String),
    /// It is one of these.
    BeOneOf(Vec<serde_json::Value>),
    /// A number is no less.
    BeAtLeast(f64),
    /// A number is no more.
    BeAtMost(f64),
    /// A text has no more characters, a list no more items.
    HaveAtMost(usize),
    /// With `true`: it is there and neither null, blank nor empty. With `false`: it is not.
    BeFilled(bool),
}

/// What a value must be like, ready to be asked.
#[derive(Debug, Clone)]
pub(super) enum Must {
    Match(Regex),
    NotMatch(Regex),
    BeOneOf(Vec<Editable>),
    BeAtLeast(f64),
    BeAtMost(f64),
    HaveAtMost(usize),
    BeFilled(bool),
}

impl Written {
    pub(super) fn ready(self) -> Result<Must, String> {
        Ok(match self {
            Self::Match(pattern) => Must::Match(compiled(&pattern)?),
            Self::NotMatch(pattern) => Must::NotMatch(compiled(&pattern)?),
            Self::BeOneOf(values) if values.is_empty() => {
                return Err("beOneOf needs at least one value".to_owned());
            }
            Self::BeOneOf(values) => Must::BeOneOf(values.iter().filter_map(document).collect()),
            Self::BeAtLeast(least) => Must::BeAtLeast(least),
            Self::BeAtMost(most) => Must::BeAtMost(most),
            Self::HaveAtMost(most) => Must::HaveAtMost(most),
            Self::BeFilled(filled) => Must::BeFilled(filled),
        })
    }
}

impl Must {
    /// Whether nothing is wrong with a value. Only what must be filled is wrong when it is not there; a type that the
    /// question is not about is left to the rules that everybody has.
    pub(super) fn is_kept_by(&self, node: Option<&Node<'_>>) -> bool {
        self.answer(node).unwrap_or(true)
    }

    /// Whether a value is like this, as a condition asks it: what is not there is like nothing.
    pub(super) fn is_met_by(&self, node: Option<&Node<'_>>) -> bool {
        self.answer(node).unwrap_or(false)
    }

    /// None for a value that the question is not about, or that is not there.
    fn answer(&self, node: Option<&Node<'_>>) -> Option<bool> {
        let node = node.filter(|node| !node.is_null());
        Some(match self {
            Self::Match(pattern) => pattern.is_match(&spelled(node?)?),
            Self::NotMatch(pattern) => !pattern.is_match(&spelled(node?)?),
            Self::BeOneOf(values) => {
                let node = node?;
                values.iter().any(|value| value.root().same_value(node))
            }
            Self::BeAtLeast(least) => number(node?)? >= *least,
            Self::BeAtMost(most) => number(node?)? <= *most,
            Self::HaveAtMost(most) => extent(node?)? <= *most,
            Self::BeFilled(wanted) => node.is_some_and(is_filled) == *wanted,
        })
    }
}

fn compiled(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern)
        .size_limit(LARGEST_PATTERN)
        .build();
    built.map_err(|error| format!("the pattern {pattern} cannot be read: {error}"))
}

fn document(value: &serde_json::Value) -> Option<Editable> {
    Editable::parse(&value.to_string()).ok()
}

/// A text, or a number as it stands.
fn spelled(node: &Node<'_>) -> Option<String> {
    match node.shape() {
        Shape::String => node.as_str().map(Into::into),
        Shape::Number => Some(node.raw().to_owned()),
        _ => None,
    }
}

fn number(node: &Node<'_>) -> Option<f64> {
    let is_number = node.shape() == Shape::Number;
    is_number.then(|| node.raw().parse().ok()).flatten()
}

fn extent(node: &Node<'_>) -> Option<usize> {
    match node.shape() {
        Shape::String => node.as_str().map(|text| text.chars().count()),
        Shape::Array => Some(node.len()),
        _ => None,
    }
}

/// Of what is not null.
fn is_filled(node: &Node<'_>) -> bool {
    match node.shape() {
        Shape::String => node.as_str().is_some_and(|text| !text.trim().is_empty()),
        Shape::Array | Shape::Object => !node.is_empty(),
        Shape::Null | Shape::Bool | Shape::Number => true,
    }
}
