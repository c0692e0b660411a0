//! A workspace's own rules, and its severities for the built-in ones. They are data, parsed from a text that people
//! can write, share and compare.

mod field_path;
mod read;
mod requirement;
mod rule_parser;

use std::collections::BTreeMap;

use adwright_model::{EditableDocument, Kind, Node, Path};

use self::field_path::{FieldMatch, FieldPath};
use self::read::SeverityOverride;
pub use self::read::{OwnRuleError, OwnRulesError, ParsedRule, RulePart};
use self::requirement::Requirement;
use crate::check_input::CheckInput;
use crate::finding::{Finding, Severity};
use crate::rules::{MOST_FINDINGS, check, sort_findings, unknown_ad_finding};

/// The rule that is skipped for ads of an unknown type.
const REQUIRED: &str = "required";

/// The rules of a workspace, in addition to the built-in ones. Empty by default.
///
/// ```
/// let text = r#"{
///   "severities": { "plain-http": "note" },
///   "rules": [{
///     "name": "country-first",
///     "title": "Campaign names begin with the country",
///     "kind": "Campaign",
///     "field": "name",
///     "must": { "match": "^[A-Z]{2} " },
///     "severity": "warning",
///     "says": "The name does not begin with the country, such as DE. Put it in front."
///   }]
/// }"#;
/// let rules = adwright_checks::OwnRules::parse(text)?;
/// assert_eq!(rules.count(), 1);
/// # Ok::<(), adwright_checks::OwnRulesError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct OwnRules {
    severities: BTreeMap<String, SeverityOverride>,
    rules: Vec<OwnRule>,
    /// The reason why the rules could not be loaded; `None` if they were.
    load_error: Option<String>,
}

/// A rule that a person wrote.
#[derive(Debug, Clone)]
pub struct OwnRule {
    name: String,
    title: String,
    /// The kind that the rule applies to; `None` for every kind.
    kind: Option<Kind>,
    /// The conditions, which must all hold.
    conditions: Vec<FieldCondition>,
    field: FieldPath,
    must: Requirement,
    severity: Severity,
    /// The wording for people.
    message: String,
}

/// A condition for a rule: at least one place of the field meets the requirement.
#[derive(Debug, Clone)]
struct FieldCondition {
    field: FieldPath,
    requirement: Requirement,
}

impl OwnRules {
    /// Counts the workspace's own rules.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rules.len()
    }

    /// Creates an empty set for rules that cannot be parsed. A document checked by it reports that.
    #[must_use]
    pub fn not_loaded(why: &OwnRulesError) -> Self {
        Self {
            load_error: Some(why.to_string()),
            ..Self::default()
        }
    }

    /// Checks a document by every rule, built-in and own. Errors come first, then the order of the document.
    #[must_use]
    pub fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        let mut findings = self.apply_severities(check(input));
        for rule in self.rules.iter().filter(|rule| rule.is_about(input.kind)) {
            findings.extend(rule.check(input));
        }
        findings.extend(self.load_error.as_deref().map(not_loaded_finding));
        sort_findings(input, findings)
    }

    /// Checks a document like [`Self::check`]. For an ad of an unknown type, the required members are unknown too, so
    /// that rule is skipped and the type is reported.
    #[must_use]
    pub fn check_any_type(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        let mut findings = self.check(input);
        if input.kind == Kind::Ad {
            findings.retain(|finding| finding.rule != REQUIRED);
            findings.extend(self.apply_severities(vec![unknown_ad_finding(input.document)]));
        }
        findings
    }

    /// Returns the workspace's severity for a finding of a rule; `None` if the rule is off.
    #[must_use]
    pub fn severity_of(&self, rule: &str, severity: Severity) -> Option<Severity> {
        match self.severities.get(rule) {
            None => Some(severity),
            Some(severity) => severity.severity(),
        }
    }

    /// Applies the workspace's severities. Findings of rules that are off are left out.
    #[must_use]
    pub fn apply_severities(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let findings = findings.into_iter().filter_map(|finding| {
            let severity = self.severity_of(&finding.rule, finding.severity)?;
            Some(Finding {
                severity,
                ..finding
            })
        });
        findings.collect()
    }
}

/// Creates the finding that the workspace's own rules are not used, and why.
fn not_loaded_finding(why: &str) -> Finding {
    let message = format!(
        "Your own rules were not applied, because this version of Adwright cannot use them. {why} Fix them under \
         “Rules of your own…”, or update Adwright if a later version wrote them."
    );
    let title = "Rules of your own that are not used";
    Finding::from_own_rule(
        "own-rules",
        title,
        &message,
        Severity::Warning,
        Path::root(),
    )
}

impl OwnRule {
    /// Returns the kind that the rule applies to; `None` for every kind.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Returns true if the rule applies to a kind.
    #[must_use]
    pub fn is_about(&self, kind: Kind) -> bool {
        self.kind.is_none_or(|own| own == kind)
    }

    /// Returns true if the rule finds anything in a document of its kind.
    #[must_use]
    pub fn has_findings(&self, document: &EditableDocument) -> bool {
        self.failing_places(document.root()).next().is_some()
    }

    /// Returns the places that violate the requirement; none unless all conditions hold.
    fn failing_places<'a>(&'a self, root: Node<'a>) -> impl Iterator<Item = FieldMatch<'a>> {
        let is_met = |condition: &FieldCondition| {
            let mut places = condition.field.matches(root);
            places.any(|place| condition.requirement.matches(place.node.as_ref()))
        };
        let applies = self.conditions.iter().all(is_met);
        let places = applies.then(|| self.field.matches(root)).into_iter();
        let places = places.flatten();
        places.filter(|place| !self.must.allows(place.node.as_ref()))
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        let failing = self.failing_places(input.document.root());
        let finding = |place: FieldMatch<'_>| {
            Finding::from_own_rule(
                &self.name,
                &self.title,
                &self.message,
                self.severity,
                place.path,
            )
        };
        failing.take(MOST_FINDINGS).map(finding).collect()
    }
}

#[cfg(test)]
mod tests;
