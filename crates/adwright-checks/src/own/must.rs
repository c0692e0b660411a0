use adwright_model::{Editable, Node, Shape};
use regex::{Regex, RegexBuilder};

use super::file::OwnRulesError;
use super::form::{Form, Formed};

/// The largest pattern that is taken, in bytes of what it is compiled to: a rule must not take a computer's memory.
const LARGEST_PATTERN: usize = 1 << 20;

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

/// What can be asked of a value: that a text, or a number as it is written, matches a regular expression somewhere or
/// nowhere; that it is one of some values; that a number is no less or no more; that a text has no more characters, or a
/// list no more items; that it is there and neither null, blank nor empty, or that it is not.
const QUESTIONS: [&str; 7] = [
    "match",
    "notMatch",
    "beOneOf",
    "beAtLeast",
    "beAtMost",
    "haveAtMost",
    "beFilled",
];

impl Must {
    /// Reads what is written. What has the right form and cannot be meant all the same is for `wrong` to word.
    pub(super) fn read(
        form: Form<'_>,
        node: &Node<'_>,
        wrong: &dyn Fn(String) -> OwnRulesError,
    ) -> Formed<Self> {
        let what = r#"what a field must be like is said in braces, such as {"beFilled": true}"#;
        let members = form.known_members(node, what, &QUESTIONS)?;
        let [(name, value)] = &members[..] else {
            let reason = "here must stand exactly one thing that the field must be like";
            return Err(form.wrong(node, reason));
        };
        Ok(match &**name {
            "match" => Self::Match(compiled(&form.text(value, name)?).map_err(wrong)?),
            "notMatch" => Self::NotMatch(compiled(&form.text(value, name)?).map_err(wrong)?),
            "beOneOf" => Self::BeOneOf(choices(form, value, wrong)?),
            "beAtLeast" => Self::BeAtLeast(form.number(value, name)?),
            "beAtMost" => Self::BeAtMost(form.number(value, name)?),
            "haveAtMost" => Self::HaveAtMost(form.count(value, name)?),
            _ => Self::BeFilled(form.yes_or_no(value, name)?),
        })
    }

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
                values.iter().any(|value| value.root().agrees_with(node))
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

/// Each as it is written, so that a number of any length is compared exactly.
fn choices(
    form: Form<'_>,
    list: &Node<'_>,
    wrong: &dyn Fn(String) -> OwnRulesError,
) -> Formed<Vec<Editable>> {
    let items = form.items(list, "beOneOf")?;
    let choices: Vec<_> = items
        .filter_map(|item| Editable::parse(item.raw()).ok())
        .collect();
    if choices.is_empty() {
        return Err(wrong("beOneOf needs at least one value".to_owned()));
    }
    Ok(choices)
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

fn is_filled(node: &Node<'_>) -> bool {
    match node.shape() {
        Shape::String => node.as_str().is_some_and(|text| !text.trim().is_empty()),
        Shape::Array | Shape::Object => !node.is_empty(),
        Shape::Bool | Shape::Number => true,
        Shape::Null => false,
    }
}
