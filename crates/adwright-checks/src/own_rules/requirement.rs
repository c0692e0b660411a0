use adwright_model::{EditableDocument, JsonType, Node};
use regex::{Regex, RegexBuilder};

use super::read::{OwnRuleError, OwnRulesError};
use super::rule_parser::{ParseResult, RuleParser};

/// The largest accepted pattern, in bytes of its compiled form, so that a rule cannot exhaust the memory.
const MAX_PATTERN_SIZE: usize = 1 << 20;

/// A parsed requirement for a value.
#[derive(Debug, Clone)]
pub(super) enum Requirement {
    Matches(Regex),
    DoesNotMatch(Regex),
    OneOf(Vec<EditableDocument>),
    AtLeast(f64),
    AtMost(f64),
    MaxLength(usize),
    Filled(bool),
}

/// The names of the requirements. `match` and `notMatch` compare a text, or a number as written, with a regular
/// expression. `beOneOf` lists the values. `beAtLeast` and `beAtMost` limit a number. `haveAtMost` limits the length
/// of a text or a list. `beFilled` requires or forbids a value that is not absent, null, blank or empty.
const REQUIREMENT_NAMES: [&str; 7] = [
    "match",
    "notMatch",
    "beOneOf",
    "beAtLeast",
    "beAtMost",
    "haveAtMost",
    "beFilled",
];

impl Requirement {
    /// Parses a requirement. `in_rule` adds the rule's name to the error of an impossible requirement.
    pub(super) fn parse(
        form: RuleParser<'_>,
        node: &Node<'_>,
        in_rule: &dyn Fn(OwnRuleError) -> OwnRulesError,
    ) -> ParseResult<Self> {
        let what = r#"the requirement of a field must be in braces, such as {"beFilled": true}"#;
        let members = form.known_members(node, what, &REQUIREMENT_NAMES)?;
        let [(name, value)] = &members[..] else {
            let reason = "exactly one requirement is needed here";
            return Err(form.error_at(node, reason));
        };
        Ok(match &**name {
            "match" => Self::Matches(compile_pattern(&form.text(value, name)?).map_err(in_rule)?),
            "notMatch" => {
                Self::DoesNotMatch(compile_pattern(&form.text(value, name)?).map_err(in_rule)?)
            }
            "beOneOf" => Self::OneOf(parse_choices(form, value, in_rule)?),
            "beAtLeast" => Self::AtLeast(form.number(value, name)?),
            "beAtMost" => Self::AtMost(form.number(value, name)?),
            "haveAtMost" => Self::MaxLength(form.count(value, name)?),
            _ => Self::Filled(form.boolean(value, name)?),
        })
    }

    /// Returns true if a value is acceptable. An absent value fails only if it must be filled. Values of other
    /// types are left to the built-in rules.
    pub(super) fn allows(&self, node: Option<&Node<'_>>) -> bool {
        self.test(node).unwrap_or(true)
    }

    /// Returns true if a value meets a condition. An absent value meets none.
    pub(super) fn matches(&self, node: Option<&Node<'_>>) -> bool {
        self.test(node).unwrap_or(false)
    }

    /// Returns `None` if the requirement does not apply to the value, or the value is absent.
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
            Self::Filled(must_be_filled) => node.is_some_and(is_filled) == *must_be_filled,
        })
    }
}

fn compile_pattern(pattern: &str) -> Result<Regex, OwnRuleError> {
    let built = RegexBuilder::new(pattern)
        .size_limit(MAX_PATTERN_SIZE)
        .build();
    built.map_err(|error| OwnRuleError::InvalidPattern {
        pattern: pattern.to_owned(),
        error: error.to_string(),
    })
}

/// Keeps each choice as written, so that numbers of any length are compared exactly.
fn parse_choices(
    form: RuleParser<'_>,
    list: &Node<'_>,
    in_rule: &dyn Fn(OwnRuleError) -> OwnRulesError,
) -> ParseResult<Vec<EditableDocument>> {
    let items = form.items(list, "beOneOf")?;
    let choices: Vec<_> = items
        .filter_map(|item| EditableDocument::parse(item.raw()).ok())
        .collect();
    if choices.is_empty() {
        return Err(in_rule(OwnRuleError::NoChoices));
    }
    Ok(choices)
}

/// Returns a text, or a number as written.
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
