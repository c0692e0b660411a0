use adwright_model::{Binding, Kind, Path};

use crate::check_input::CheckInput;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::{Finding, Severity};

/// One rule: its text, its reason, its wording, and its check.
#[derive(Debug)]
pub struct Rule {
    /// The name in files and links.
    pub id: &'static str,
    /// The service's error code that it predicts.
    pub code: Option<u32>,
    /// The name for people.
    pub title: &'static str,
    /// The rule and its reason, for the user guide.
    pub about: &'static str,
    /// The sentence that it is based on, and where to find it.
    pub source: &'static str,
    /// The kinds that it covers; empty for every kind.
    pub kinds: &'static [Kind],
    /// The cases.
    pub cases: &'static [RuleCase],
    pub(crate) check: fn(&DocumentIndex<'_>) -> Vec<Finding>,
}

/// One case that a rule can report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleCase {
    /// The name, unique within the rule.
    pub name: &'static str,
    /// The severity, unless a workspace overrides it.
    pub severity: Severity,
    /// The text for people; an argument replaces its placeholder `{name}`.
    pub wording: &'static str,
}

/// A case that blocks sending.
pub(crate) const fn error(name: &'static str, wording: &'static str) -> RuleCase {
    RuleCase {
        name,
        severity: Severity::Error,
        wording,
    }
}

/// A case that is probably a mistake.
pub(crate) const fn warning(name: &'static str, wording: &'static str) -> RuleCase {
    RuleCase {
        name,
        severity: Severity::Warning,
        wording,
    }
}

/// A case that is worth knowing.
pub(crate) const fn note(name: &'static str, wording: &'static str) -> RuleCase {
    RuleCase {
        name,
        severity: Severity::Note,
        wording,
    }
}

impl Rule {
    /// Returns a case by name.
    #[must_use]
    pub fn case(&self, name: &str) -> Option<&'static RuleCase> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// Returns the highest severity of its cases, unless a workspace overrides it.
    #[must_use]
    pub fn severity(&self) -> Severity {
        let severities = self.cases.iter().map(|case| case.severity);
        severities.min().unwrap_or(Severity::Note)
    }

    /// Returns true if it covers documents of this kind.
    #[must_use]
    pub fn is_about(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Creates a finding of one of its cases, with the severity of the case.
    pub(crate) fn finding(&self, case: &'static str, path: Path) -> Finding {
        let severity = self.case(case).map(|case| case.severity);
        Finding {
            rule: self.id.into(),
            case,
            code: self.code,
            severity: severity.expect("a rule makes findings only of its own cases"),
            path,
            args: Vec::new(),
            source: None,
            fix: None,
        }
    }

    /// Creates a finding about a field, with the field's label as the argument `field`.
    pub(crate) fn finding_at(&self, case: &'static str, instance: &FieldInstance<'_>) -> Finding {
        let finding = self.finding(case, instance.path());
        finding.with_arg("field", &instance.field.title)
    }

    /// Creates a finding that a value is ambiguous, if a document has several places for a binding.
    pub(crate) fn ambiguity_finding(
        &self,
        input: &CheckInput<'_>,
        binding: Binding,
    ) -> Option<Finding> {
        let paths = input.ambiguous_paths(binding)?;
        let places: Vec<_> = paths.iter().map(Path::to_string).collect();
        let finding = self.finding("ambiguous", paths.into_iter().next()?);
        Some(finding.with_arg("places", places.join(", ")))
    }
}
