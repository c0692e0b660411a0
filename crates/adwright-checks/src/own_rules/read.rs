use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use adwright_model::{EditableDocument, Kind, Node};
use serde::Serialize;
use specta::Type;

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
    #[error("Line {line}, column {column}: {rule}: {reason}.")]
    Rule {
        /// The line of the rule, from one.
        line: usize,
        /// The column of the rule, from one, in characters.
        column: usize,
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

/// A part of a rule that a form shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RulePart {
    /// The member `field`.
    Field,
    /// The member `must`.
    Requirement,
    /// The member `severity`.
    Severity,
    /// The member `says`.
    Message,
    /// Any other member, or the rule as a whole.
    Other,
}

/// A rule that may be unfinished.
#[derive(Debug, Clone)]
pub struct ParsedRule {
    /// The rule to search with, even if its wording is unfinished; `None` if it cannot find anything yet.
    pub search: Option<OwnRule>,
    /// The errors by part.
    pub errors: Vec<(RulePart, OwnRulesError)>,
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

/// The members of a rule.
const MEMBERS: [&str; 8] = [
    "name", "title", "field", "must", "severity", "says", "kind", "where",
];

impl OwnRules {
    /// Parses rules from JSON.
    ///
    /// `severities` sets the severity of built-in rules by name: `error`, `warning` or `note`, or `off` for a rule
    /// that does not predict a refusal. Each of `rules` has a `name`, a `field`, a requirement (`must`), a `severity`
    /// and the wording for people (`says`). Optional members are a `title`, the `kind` that it applies to and conditions
    /// by field (`where`).
    ///
    /// # Errors
    /// The text is not JSON, has another form, or contains an impossible rule.
    pub fn parse(text: &str) -> Result<Self, OwnRulesError> {
        let document = Self::parse_json(text)?;
        let parser = RuleParser(&document);
        let mut own = Self::default();
        for (name, node) in parse_sections(parser)? {
            if name == "rules" {
                own.rules = parse_rules(parser, &node)?;
            } else {
                own.severities = parse_severities(parser, &node)?;
            }
        }
        Ok(own)
    }

    /// Parses the JSON of rules, without a look at its members.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn parse_json(text: &str) -> Result<EditableDocument, OwnRulesError> {
        EditableDocument::parse(text).map_err(|why| json_error(&why))
    }

    /// Parses each rule by itself, so that a person can see the others while one is unfinished.
    ///
    /// # Errors
    /// The document as a whole does not have the form of rules, or its severities are impossible.
    pub fn parse_each(document: &EditableDocument) -> Result<Vec<ParsedRule>, OwnRulesError> {
        let parser = RuleParser(document);
        let mut parsed = Vec::new();
        for (name, node) in parse_sections(parser)? {
            if name == "rules" {
                parsed = parse_each_rule(parser, &node)?;
            } else {
                parse_severities(parser, &node)?;
            }
        }
        Ok(parsed)
    }
}

fn parse_sections(parser: RuleParser<'_>) -> ParseResult<Vec<(Cow<'_, str>, Node<'_>)>> {
    let what = "rules must be one object in braces, with “severities” and “rules”";
    parser.known_members(&parser.0.root(), what, &["severities", "rules"])
}

fn parse_severities(
    parser: RuleParser<'_>,
    node: &Node<'_>,
) -> ParseResult<BTreeMap<String, SeverityOverride>> {
    let what = "“severities” must have names of rules in braces, each with its severity";
    let members = parser.members(node, what)?;
    let overrides = members.map(|(name, node)| {
        let severity = parser.one_of(&node, &SEVERITY_OVERRIDES)?;
        check_override(&name, severity)
            .map_err(|reason| parser.rule_error(&node, &name, reason))?;
        Ok((name.into_owned(), severity))
    });
    overrides.collect()
}

fn parse_rules(parser: RuleParser<'_>, node: &Node<'_>) -> ParseResult<Vec<OwnRule>> {
    let mut names = BTreeSet::new();
    let rules = parser.items(node, "rules")?.map(|node| {
        let rule = RuleMembers::parse(parser, &node).into_rule()?;
        check_name(&rule.name, &mut names)
            .map_err(|reason| parser.rule_error(&node, &rule.name, reason))?;
        Ok(rule)
    });
    rules.collect()
}

fn parse_each_rule(parser: RuleParser<'_>, node: &Node<'_>) -> ParseResult<Vec<ParsedRule>> {
    let mut names = BTreeSet::new();
    let rules = parser.items(node, "rules")?.map(|node| {
        let mut parts = RuleMembers::parse(parser, &node);
        parts.name = parts.name.and_then(|name| {
            check_name(&name, &mut names)
                .map_err(|reason| parser.rule_error(&node, &name, reason))?;
            Ok(name)
        });
        ParsedRule {
            errors: parts.errors(),
            search: parts.into_search(),
        }
    });
    Ok(rules.collect())
}

/// The parts of a rule, each parsed by itself.
pub(super) struct RuleMembers {
    members: ParseResult<()>,
    name: ParseResult<String>,
    kind: ParseResult<Option<Kind>>,
    conditions: ParseResult<Vec<FieldCondition>>,
    field: ParseResult<FieldPath>,
    must: ParseResult<Requirement>,
    severity: ParseResult<Severity>,
    title: ParseResult<Option<String>>,
    message: ParseResult<String>,
}

impl RuleMembers {
    fn parse(parser: RuleParser<'_>, rule: &Node<'_>) -> Self {
        let member = |name: &str| {
            let missing = || parser.error_at(rule, format!("this rule has no “{name}”"));
            rule.member(name).ok_or_else(missing)
        };
        let optional = |name: &str| rule.member(name).filter(|node| !node.is_null());
        let text = |member_name| parser.text(&member(member_name)?, member_name);
        let name = text("name");
        let in_rule = |reason| parser.rule_error(rule, name.as_deref().unwrap_or_default(), reason);
        let filled = |member, text| require_filled(member, text).map_err(in_rule);
        let title = optional("title").map(|node| filled("title", parser.text(&node, "title")?));
        let conditions = optional("where").map(|node| parse_conditions(parser, &node, &in_rule));
        let kind = optional("kind").map(|kind| parse_kind(parser, &kind));
        let what = "each of “rules” must be an object in braces";
        Self {
            members: parser.known_members(rule, what, &MEMBERS).map(drop),
            kind: kind.transpose(),
            conditions: conditions.unwrap_or_else(|| Ok(Vec::new())),
            field: text("field").and_then(|field| parse_field(&field).map_err(in_rule)),
            must: member("must").and_then(|node| Requirement::parse(parser, &node, &in_rule)),
            severity: member("severity").and_then(|node| parser.one_of(&node, &SEVERITIES)),
            title: title.transpose(),
            message: text("says").and_then(|text| filled("says", text)),
            name,
        }
    }

    fn into_rule(self) -> ParseResult<OwnRule> {
        self.members?;
        let (name, kind, conditions) = (self.name?, self.kind?, self.conditions?);
        let (field, must, severity) = (self.field?, self.must?, self.severity?);
        let title = self.title?;
        let message = self.message?;
        Ok(OwnRule {
            title: title.unwrap_or_else(|| message.clone()),
            name,
            kind,
            conditions,
            field,
            must,
            severity,
            message,
        })
    }

    /// Returns the rule even if its name, severity or wording is unfinished; `None` if anything else is.
    fn into_search(self) -> Option<OwnRule> {
        self.members.ok()?;
        Some(OwnRule {
            name: self.name.unwrap_or_default(),
            title: self.title.ok().flatten().unwrap_or_default(),
            kind: self.kind.ok()?,
            conditions: self.conditions.ok()?,
            field: self.field.ok()?,
            must: self.must.ok()?,
            severity: self.severity.unwrap_or(Severity::Note),
            message: self.message.unwrap_or_default(),
        })
    }

    /// Returns the error of each part that has one.
    fn errors(&self) -> Vec<(RulePart, OwnRulesError)> {
        let errors = [
            (RulePart::Other, self.members.as_ref().err()),
            (RulePart::Other, self.name.as_ref().err()),
            (RulePart::Other, self.kind.as_ref().err()),
            (RulePart::Other, self.conditions.as_ref().err()),
            (RulePart::Other, self.title.as_ref().err()),
            (RulePart::Field, self.field.as_ref().err()),
            (RulePart::Requirement, self.must.as_ref().err()),
            (RulePart::Severity, self.severity.as_ref().err()),
            (RulePart::Message, self.message.as_ref().err()),
        ];
        let errors = errors.into_iter();
        errors
            .filter_map(|(part, error)| Some((part, error?.clone())))
            .collect()
    }
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

/// Refuses a name that cannot be one, or that another rule has.
fn check_name(name: &str, others: &mut BTreeSet<String>) -> Result<(), OwnRuleError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        Err(OwnRuleError::InvalidName)
    } else if rules().iter().any(|rule| rule.id == name) {
        Err(OwnRuleError::BuiltInName)
    } else if others.insert(name.to_owned()) {
        Ok(())
    } else {
        Err(OwnRuleError::DuplicateName)
    }
}
