use std::collections::{BTreeMap, BTreeSet};

use adwright_model::{EditableDocument, Kind, Node};

use super::field_path::FieldPath;
use super::requirement::Requirement;
use super::rule_parser::{ParseResult, RuleParser, json_error};
use super::{FieldCondition, OwnRule, OwnRules};
use crate::check_input::display_value;
use crate::finding::Severity;
use crate::rules::rules;

/// The reason why a text does not contain usable rules, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnRulesError {
    /// The text does not have the form of rules.
    #[error("Line {line}, column {column}: {reason}.")]
    Form {
        /// The line, from one.
        line: usize,
        /// The column, from one, in characters.
        column: usize,
        /// The problem.
        reason: String,
    },
    /// A rule or the severity of one is impossible as written.
    #[error("{rule}: {reason}.")]
    Rule {
        /// The name of the rule.
        rule: String,
        /// The problem.
        reason: OwnRuleError,
    },
}

/// The reason why one rule, or the severity of one, is impossible as written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnRuleError {
    /// A field is not written like a field.
    #[error(
        "“{0}” is not a field. Write members with dots between them and [] after a list, such as flights[].name"
    )]
    NotAField(String),
    /// A member of the rule is empty.
    #[error("“{0}” is empty")]
    EmptyMember(&'static str),
    /// No built-in rule has the name.
    #[error("unknown rule; `adwright explain` lists all rules")]
    UnknownRule,
    /// The rule predicts a refusal, so it cannot be off.
    #[error("it predicts a refusal of the service, so it can be a warning or a note, but not off")]
    CannotBeOff,
    /// The name has other characters than small letters, digits and hyphens.
    #[error("a name may contain only small letters, digits and hyphens")]
    InvalidName,
    /// A built-in rule has the name.
    #[error("a built-in rule has this name already")]
    BuiltInName,
    /// Two rules have the name.
    #[error("two rules have this name")]
    DuplicateName,
    /// The pattern is not a regular expression.
    #[error("the pattern {pattern} cannot be read: {error}")]
    InvalidPattern {
        /// The pattern.
        pattern: String,
        /// The reason in the words of the regex library.
        error: String,
    },
    /// A choice has no values.
    #[error("beOneOf needs at least one value")]
    NoChoices,
}

/// A workspace's severity for a built-in rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeverityOverride {
    Error,
    Warning,
    Note,
    /// The rule is off.
    Off,
}

impl SeverityOverride {
    /// Returns `None` for a rule that is off.
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

/// The words for the severity of a built-in rule.
const SEVERITY_OVERRIDES: [(&str, SeverityOverride); 4] = [
    ("error", SeverityOverride::Error),
    ("warning", SeverityOverride::Warning),
    ("note", SeverityOverride::Note),
    ("off", SeverityOverride::Off),
];

/// The words for the severity of an own rule.
const SEVERITIES: [(&str, Severity); 3] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("note", Severity::Note),
];

/// The members of a rule. The first six are required.
const MEMBERS: [&str; 8] = [
    "name", "title", "field", "must", "severity", "says", "kind", "where",
];

impl OwnRules {
    /// Parses rules from JSON.
    ///
    /// `severities` sets the severity of built-in rules by name: `error`, `warning` or `note`, or `off` for a rule
    /// that does not predict a refusal. Each of `rules` has a `name`, a `title`, a `field`, a requirement (`must`),
    /// a `severity` and the wording for people (`says`). Optional members are the `kind` that it applies to and
    /// conditions by field (`where`).
    ///
    /// # Errors
    /// The text is not JSON, has another form, or contains an impossible rule.
    pub fn parse(text: &str) -> Result<Self, OwnRulesError> {
        let document = EditableDocument::parse(text).map_err(|why| json_error(&why))?;
        let parser = RuleParser(&document);
        let what = "rules must be one object in braces, with “severities” and “rules”";
        let mut own = Self::default();
        for (name, node) in
            parser.known_members(&document.root(), what, &["severities", "rules"])?
        {
            if name == "rules" {
                own.rules = parse_rules(parser, &node)?;
            } else {
                own.severities = parse_severities(parser, &node)?;
            }
        }
        Ok(own)
    }
}

fn parse_severities(
    parser: RuleParser<'_>,
    node: &Node<'_>,
) -> ParseResult<BTreeMap<String, SeverityOverride>> {
    let what = "“severities” must have names of rules in braces, each with its severity";
    let members = parser.members(node, what)?;
    let overrides = members.map(|(name, node)| {
        let severity = parser.one_of(&node, &SEVERITY_OVERRIDES)?;
        check_override(&name, severity).map_err(|reason| rule_error(&name, reason))?;
        Ok((name.into_owned(), severity))
    });
    overrides.collect()
}

fn parse_rules(parser: RuleParser<'_>, node: &Node<'_>) -> ParseResult<Vec<OwnRule>> {
    let mut names = BTreeSet::new();
    let rules = parser.items(node, "rules")?.map(|node| {
        let rule = parse_rule(parser, &node)?;
        let is_new = names.insert(rule.name.clone());
        check_name(&rule.name, is_new).map_err(|reason| rule_error(&rule.name, reason))?;
        Ok(rule)
    });
    rules.collect()
}

fn parse_rule(parser: RuleParser<'_>, rule: &Node<'_>) -> ParseResult<OwnRule> {
    parser.known_members(
        rule,
        "each of “rules” must be an object in braces",
        &MEMBERS,
    )?;
    let member = |name: &str| {
        let missing = || parser.error_at(rule, format!("this rule has no “{name}”"));
        rule.member(name).ok_or_else(missing)
    };
    let text = |member_name| parser.text(&member(member_name)?, member_name);
    let name = text("name")?;
    let in_rule = |reason| rule_error(&name, reason);
    let kind = rule.member("kind").filter(|kind| !kind.is_null());
    let conditions = rule
        .member("where")
        .filter(|conditions| !conditions.is_null());
    Ok(OwnRule {
        kind: kind.map(|kind| parse_kind(parser, &kind)).transpose()?,
        conditions: match conditions {
            Some(conditions) => parse_conditions(parser, &conditions, &in_rule)?,
            None => Vec::new(),
        },
        field: parse_field(&text("field")?).map_err(in_rule)?,
        must: Requirement::parse(parser, &member("must")?, &in_rule)?,
        severity: parser.one_of(&member("severity")?, &SEVERITIES)?,
        title: require_filled("title", text("title")?).map_err(in_rule)?,
        message: require_filled("says", text("says")?).map_err(in_rule)?,
        name: name.clone(),
    })
}

fn parse_kind(parser: RuleParser<'_>, node: &Node<'_>) -> ParseResult<Kind> {
    let kind = node.as_str().and_then(|kind| Kind::from_wire(&kind));
    let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    kind.ok_or_else(|| parser.unknown_word_error(node, &display_value(node), &names))
}

fn parse_conditions(
    parser: RuleParser<'_>,
    node: &Node<'_>,
    in_rule: &dyn Fn(OwnRuleError) -> OwnRulesError,
) -> ParseResult<Vec<FieldCondition>> {
    let what = "“where” must have fields in braces, each with its requirement";
    let members = parser.members(node, what)?;
    let conditions = members.map(|(name, node)| {
        Ok(FieldCondition {
            field: parse_field(&name).map_err(in_rule)?,
            requirement: Requirement::parse(parser, &node, in_rule)?,
        })
    });
    conditions.collect()
}

fn parse_field(name: &str) -> Result<FieldPath, OwnRuleError> {
    FieldPath::parse(name).ok_or_else(|| OwnRuleError::NotAField(name.to_owned()))
}

fn require_filled(member: &'static str, text: String) -> Result<String, OwnRuleError> {
    if text.trim().is_empty() {
        return Err(OwnRuleError::EmptyMember(member));
    }
    Ok(text)
}

/// Refuses to switch off a rule that predicts a refusal, because the service would refuse anyway.
fn check_override(name: &str, severity: SeverityOverride) -> Result<(), OwnRuleError> {
    let rule = rules().iter().find(|rule| rule.id == name);
    let rule = rule.ok_or(OwnRuleError::UnknownRule)?;
    if severity == SeverityOverride::Off && rule.severity() == Severity::Error {
        return Err(OwnRuleError::CannotBeOff);
    }
    Ok(())
}

fn check_name(name: &str, is_new: bool) -> Result<(), OwnRuleError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(OwnRuleError::InvalidName);
    }
    if rules().iter().any(|rule| rule.id == name) {
        return Err(OwnRuleError::BuiltInName);
    }
    is_new.then_some(()).ok_or(OwnRuleError::DuplicateName)
}

fn rule_error(rule: &str, reason: OwnRuleError) -> OwnRulesError {
    OwnRulesError::Rule {
        rule: rule.to_owned(),
        reason,
    }
}
