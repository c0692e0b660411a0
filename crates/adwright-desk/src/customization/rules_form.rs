//! A text of rules as a form. The text stays the source of truth, and parts that only it can show stay in it.

use adwright_checks::{OwnRuleError, OwnRules, OwnRulesError, ParsedRule, RulePart};
use adwright_model::{EditableDocument, JsonType, Kind, Node};
use adwright_views::{
    RequirementKind, RuleKindFields, RuleList, RuleParts, RuleProblem, RuleRequirement, RuleRow,
    RulesForm, RulesTextProblem, Severity, saturating_u32,
};

use super::own_rules::or_empty_rules;
use crate::customization::Customization;
use crate::error::BulkInputError;
use crate::field::{FieldCatalog, rule_field_type};
use crate::replace::check_regex;
use crate::wording::{bulk_input_message, rule_kind_label, rule_problem_message};

/// The members of a requirement and their kinds. `beFilled` has two, by its value.
const REQUIREMENTS: [(&str, RequirementKind); 8] = [
    ("beFilled", RequirementKind::BeFilled),
    ("beFilled", RequirementKind::BeEmpty),
    ("match", RequirementKind::Match),
    ("notMatch", RequirementKind::NotMatch),
    ("beOneOf", RequirementKind::BeOneOf),
    ("beAtLeast", RequirementKind::BeAtLeast),
    ("beAtMost", RequirementKind::BeAtMost),
    ("haveAtMost", RequirementKind::HaveAtMost),
];

/// The severities of a rule, as written.
const SEVERITIES: [(&str, Severity); 3] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("note", Severity::Note),
];

impl Customization {
    /// Returns the rules of a text as a form shows them, unfinished ones too. Nothing is saved.
    #[must_use]
    pub fn rules_form(&self, text: &str) -> RulesForm {
        match self.rule_list(or_empty_rules(text)) {
            Ok(rules) => RulesForm::Rules(rules),
            Err(error) => RulesForm::Broken(text_problem(&error)),
        }
    }

    fn rule_list(&self, text: &str) -> Result<RuleList, OwnRulesError> {
        let document = OwnRules::parse_json(text)?;
        let parsed = OwnRules::parse_each(&document)?;
        let nodes = rule_nodes(&document);
        let rows = nodes.into_iter().zip(parsed);
        let rules: Vec<_> = rows
            .map(|(node, parsed)| self.rule_row(&node, &parsed))
            .collect();
        let mut kinds: Vec<_> = rules.iter().map(|rule| rule.kind.as_deref()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Ok(RuleList {
            kinds: kinds
                .into_iter()
                .map(|kind| self.kind_fields(kind))
                .collect(),
            rules,
        })
    }

    fn rule_row(&self, node: &Node<'_>, parsed: &ParsedRule) -> RuleRow {
        let parts = rule_parts(node);
        let field = parts.field.as_deref().filter(|field| !field.is_empty());
        let catalog = self.context.catalog();
        RuleRow {
            kind: node_kind(node).map(|kind| kind.as_str().to_owned()),
            has_conditions: node.member("where").is_some_and(|node| !node.is_null()),
            is_field_unknown: field.is_some_and(|field| {
                rule_field_type(&catalog, checked_kind(node), field).is_none()
            }),
            problems: problems(&parts, &parsed.errors),
            parts,
        }
    }

    fn kind_fields(&self, kind: Option<&str>) -> RuleKindFields {
        let parsed = kind.and_then(Kind::from_wire);
        let catalog = self.context.catalog();
        let fields = FieldCatalog::new(catalog, parsed.unwrap_or(Kind::Campaign));
        RuleKindFields {
            label: rule_kind_label(parsed.map(|_| fields.kind_title())),
            fields: fields.rule_fields(),
            kind: kind.map(str::to_owned),
        }
    }
}

/// Returns the rules of a document, in their order.
pub(super) fn rule_nodes(document: &EditableDocument) -> Vec<Node<'_>> {
    let rules = document.root().member("rules");
    rules.into_iter().flat_map(|list| list.items()).collect()
}

/// Returns the parts of a rule that a form can show.
pub(super) fn rule_parts(rule: &Node<'_>) -> RuleParts {
    let text = |name| Some(rule.member(name)?.as_str()?.into_owned());
    let severity = text("severity");
    let severity = SEVERITIES
        .iter()
        .find(|(word, _)| severity.as_deref() == Some(*word));
    RuleParts {
        field: text("field"),
        requirement: rule.member("must").and_then(|node| requirement(&node)),
        message: text("says"),
        severity: severity.map(|(_, severity)| *severity),
    }
}

/// Returns the kind that a rule checks; none if it checks every kind.
fn node_kind(rule: &Node<'_>) -> Option<Kind> {
    Kind::from_wire(&rule.member("kind")?.as_str()?)
}

/// Returns the kind whose fields a rule uses.
pub(super) fn checked_kind(rule: &Node<'_>) -> Kind {
    node_kind(rule).unwrap_or(Kind::Campaign)
}

/// Returns a requirement if the form can show it with every detail.
fn requirement(node: &Node<'_>) -> Option<RuleRequirement> {
    let mut members = node.members();
    let (name, value) = members.next()?;
    if members.next().is_some() {
        return None;
    }
    let kind = match value.as_bool() {
        Some(false) if name == "beFilled" => RequirementKind::BeEmpty,
        _ => REQUIREMENTS.iter().find(|(member, _)| name == *member)?.1,
    };
    let value = match kind {
        RequirementKind::BeFilled | RequirementKind::BeEmpty => {
            value.as_bool().map(|_| String::new())?
        }
        RequirementKind::Match | RequirementKind::NotMatch => value.as_str()?.into_owned(),
        RequirementKind::BeOneOf => choice_lines(&value)?,
        RequirementKind::BeAtLeast | RequirementKind::BeAtMost | RequirementKind::HaveAtMost => {
            scalar_text(&value)?
        }
    };
    Some(RuleRequirement { kind, value })
}

/// Returns the choices as lines; none if a choice is no single line.
fn choice_lines(list: &Node<'_>) -> Option<String> {
    if list.json_type() != JsonType::Array {
        return None;
    }
    let lines = list.items().map(|item| {
        let text = scalar_text(&item)?;
        let is_line = !text.trim().is_empty() && !text.contains(['\n', '\r']);
        is_line.then_some(text)
    });
    Some(lines.collect::<Option<Vec<_>>>()?.join("\n"))
}

/// Returns a text without quotes, and another single value as spelled.
pub(super) fn scalar_text(node: &Node<'_>) -> Option<String> {
    match node.json_type() {
        JsonType::String => node.as_str().map(Into::into),
        JsonType::Array | JsonType::Object => None,
        JsonType::Bool | JsonType::Null | JsonType::Number => Some(node.raw().to_owned()),
    }
}

/// Returns the member of a requirement.
pub(super) fn requirement_name(kind: RequirementKind) -> &'static str {
    let known = REQUIREMENTS.iter().find(|(_, own)| *own == kind);
    known.map_or("beFilled", |(name, _)| name)
}

/// Returns the spelling of a severity.
pub(super) fn severity_name(severity: Severity) -> &'static str {
    let known = SEVERITIES.iter().find(|(_, own)| *own == severity);
    known.map_or("warning", |(name, _)| name)
}

fn problems(parts: &RuleParts, errors: &[(RulePart, OwnRulesError)]) -> Vec<RuleProblem> {
    let mut problems: Vec<RuleProblem> = Vec::new();
    for (part, error) in errors {
        if problems.iter().all(|problem| problem.part != *part) {
            problems.push(RuleProblem {
                part: *part,
                message: problem_message(*part, parts, error),
                is_missing: is_missing(parts, *part),
            });
        }
    }
    problems
}

fn problem_message(part: RulePart, parts: &RuleParts, error: &OwnRulesError) -> String {
    let OwnRulesError::Rule {
        reason: OwnRuleError::InvalidPattern { pattern, .. },
        ..
    } = error
    else {
        return rule_problem_message(part, parts.requirement.as_ref(), error);
    };
    let too_large = || bulk_input_message(&BulkInputError::PatternTooLarge);
    check_regex(pattern).map_or_else(|problem| problem.message, |()| too_large())
}

fn is_missing(parts: &RuleParts, part: RulePart) -> bool {
    let requirement = parts.requirement.as_ref().map(|own| own.value.as_str());
    let value = match part {
        RulePart::Field => parts.field.as_deref(),
        RulePart::Requirement => requirement,
        RulePart::Message => parts.message.as_deref(),
        RulePart::Severity | RulePart::Other => None,
    };
    value.is_some_and(|value| value.trim().is_empty())
}

fn text_problem(error: &OwnRulesError) -> RulesTextProblem {
    let (OwnRulesError::Form { line, column, .. } | OwnRulesError::Rule { line, column, .. }) =
        error;
    RulesTextProblem {
        line: saturating_u32(*line),
        column: saturating_u32(*column),
        message: error.to_string(),
    }
}
