use adwright_model::{Editable, JsonType, Node};
use regex::{Regex, RegexBuilder};

use super::read::OwnRulesError;
use super::rule_parser::{ParseResult, RuleParser};

/// The largest pattern that is taken, in bytes of what it is compiled to: a rule must not take a computer's memory.
const LARGEST_PATTERN: usize = 1 << 20;

/// What a value must be like, ready to be asked.
#[derive(Debug, Clone)]
pub(super) enum Requirement {
    Matches(Regex),
    DoesNotMatch(Regex),
    OneOf(Vec<Editable>),
    AtLeast(f64),
    AtMost(f64),
    MaxLength(usize),
    Filled(bool),
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

impl Requirement {
    /// Reads what is written. What has the right form and cannot be meant all the same is for `wrong` to word.
    pub(super) fn parse(
        form: RuleParser<'_>,
        node: &Node<'_>,
        wrong: &dyn Fn(String) -> OwnRulesError,
    ) -> ParseResult<Self> {
        let what = r#"what a field must be like is said in braces, such as {"beFilled": true}"#;
        let members = form.known_members(node, what, &QUESTIONS)?;
        let [(name, value)] = &members[..] else {
            let reason = "here must stand exactly one thing that the field must be like";
            return Err(form.error_at(node, reason));
        };
        Ok(match &**name {
            "match" => Self::Matches(compile_pattern(&form.text(value, name)?).map_err(wrong)?),
            "notMatch" => {
                Self::DoesNotMatch(compile_pattern(&form.text(value, name)?).map_err(wrong)?)
            }
            "beOneOf" => Self::OneOf(parse_choices(form, value, wrong)?),
            "beAtLeast" => Self::AtLeast(form.number(value, name)?),
            "beAtMost" => Self::AtMost(form.number(value, name)?),
            "haveAtMost" => Self::MaxLength(form.count(value, name)?),
            _ => Self::Filled(form.boolean(value, name)?),
        })
    }

    /// Whether nothing is wrong with a value. Only what must be filled is wrong when it is not there; a type that the
    /// question is not about is left to the rules that everybody has.
    pub(super) fn allows(&self, node: Option<&Node<'_>>) -> bool {
        self.test(node).unwrap_or(true)
    }

    /// Whether a value is like this, as a condition asks it: what is not there is like nothing.
    pub(super) fn matches(&self, node: Option<&Node<'_>>) -> bool {
        self.test(node).unwrap_or(false)
    }

    /// None for a value that the question is not about, or that is not there.
    fn test(&self, node: Option<&Node<'_>>) -> Option<bool> {
        let node = node.filter(|node| !node.is_null());
        Some(match self {
            Self::Matches(pattern) => pattern.is_match(&text_of(node?)?),
            Self::DoesNotMatch(pattern) => !pattern.is_match(&text_of(node?)?),
            Self::OneOf(values) => {
                let node = node?;
                values
                    .iter()
                    .any(|value| value.root().equals_ignoring_id_type(node))
            }
            Self::AtLeast(least) => number_of(node?)? >= *least,
            Self::AtMost(most) => number_of(node?)? <= *most,
            Self::MaxLength(most) => length_of(node?)? <= *most,
            Self::Filled(wanted) => node.is_some_and(is_filled) == *wanted,
        })
    }
}

fn compile_pattern(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern)
        .size_limit(LARGEST_PATTERN)
        .build();
    built.map_err(|error| format!("the pattern {pattern} cannot be read: {error}"))
}

/// Each as it is written, so that a number of any length is compared exactly.
fn parse_choices(
    form: RuleParser<'_>,
    list: &Node<'_>,
    wrong: &dyn Fn(String) -> OwnRulesError,
) -> ParseResult<Vec<Editable>> {
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
fn text_of(node: &Node<'_>) -> Option<String> {
    match node.json_type() {
        JsonType::String => node.as_str().map(Into::into),
        JsonType::Number => Some(node.raw().to_owned()),
        _ => None,
    }
}

fn number_of(node: &Node<'_>) -> Option<f64> {
    let is_number = node.json_type() == JsonType::Number;
    is_number.then(|| node.raw().parse().ok()).flatten()
}

fn length_of(node: &Node<'_>) -> Option<usize> {
    match node.json_type() {
        JsonType::String => node.as_str().map(|text| text.chars().count()),
        JsonType::Array => Some(node.len()),
        _ => None,
    }
}

fn is_filled(node: &Node<'_>) -> bool {
    match node.json_type() {
        JsonType::String => node.as_str().is_some_and(|text| !text.trim().is_empty()),
        JsonType::Array | JsonType::Object => !node.is_empty(),
        JsonType::Bool | JsonType::Number => true,
        JsonType::Null => false,
    }
}
