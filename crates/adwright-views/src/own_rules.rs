use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FieldChoice, RulePart, Severity};

/// A workspace's own rules, as a person wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OwnRulesText {
    /// The JSON text, as written.
    pub text: String,
    /// The number of rules.
    pub rules: u32,
    /// The reason why the rules are not used, as a sentence; none if they are used.
    pub problem: Option<String>,
}

/// A text of rules, as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RulesForm {
    /// The rules. Each may be unfinished.
    Rules(RuleList),
    /// The text as a whole is not one of rules, so only its JSON can be edited.
    Broken(RulesTextProblem),
}

/// The problem of a text of rules as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RulesTextProblem {
    /// The line from 1.
    pub line: u32,
    /// The column from 1, in characters.
    pub column: u32,
    /// The problem with its place, as a sentence.
    pub message: String,
}

/// All rules of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleList {
    /// The rules, in their order.
    pub rules: Vec<RuleRow>,
    /// The fields to offer, for each kind that a rule checks.
    pub kinds: Vec<RuleKindFields>,
}

/// The fields that rules of one kind can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleKindFields {
    /// The kind; none for rules about every kind.
    pub kind: Option<String>,
    /// The name of the kind for people.
    pub label: String,
    /// The fields, by their paths in a rule.
    pub fields: Vec<FieldChoice>,
}

/// One rule in the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleRow {
    /// The parts that can be edited.
    pub parts: RuleParts,
    /// The kind that it checks; none for every kind.
    pub kind: Option<String>,
    /// True if it has conditions (`where`), which only the JSON shows.
    pub has_conditions: bool,
    /// True if the catalog does not know its field.
    pub is_field_unknown: bool,
    /// The problems, at most one for each part.
    pub problems: Vec<RuleProblem>,
}

/// The parts of a rule that the form edits. A part is none if only the JSON can show it; then an edit keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleParts {
    /// The path of the field, with `[]` after lists.
    pub field: Option<String>,
    /// The requirement for its value.
    pub requirement: Option<RuleRequirement>,
    /// The wording of its findings.
    pub message: Option<String>,
    /// The severity of its findings.
    pub severity: Option<Severity>,
}

/// A requirement with its value, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleRequirement {
    /// The requirement.
    pub kind: RequirementKind,
    /// The pattern, the number, or the values, one on each line; unused if the kind needs none.
    pub value: String,
}

/// A requirement that a rule can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RequirementKind {
    /// Present, and not blank or empty.
    BeFilled,
    /// Absent, blank or empty.
    BeEmpty,
    /// A text that matches a regular expression.
    Match,
    /// A text that does not match a regular expression.
    NotMatch,
    /// One of some values.
    BeOneOf,
    /// A number with this minimum.
    BeAtLeast,
    /// A number with this maximum.
    BeAtMost,
    /// At most this many characters or items.
    HaveAtMost,
}

/// A problem of one part of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleProblem {
    /// The part.
    pub part: RulePart,
    /// The problem and its remedy, as a sentence.
    pub message: String,
    /// True if the part is only not filled in yet.
    pub is_missing: bool,
}

/// One change of a text of rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RulesEdit {
    /// Sets the parts of a rule that differ. The index after the last rule adds one.
    Put {
        /// The index of the rule.
        index: u32,
        /// Its parts.
        parts: RuleParts,
    },
    /// Removes a rule.
    Remove {
        /// The index of the rule.
        index: u32,
    },
}

/// How many cached objects a rule finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleCount {
    /// The objects with a finding.
    pub found: u32,
    /// The objects of its kind.
    pub total: u32,
}
