use adwright_model::{Binding, Kind, Path};

use crate::check_input::CheckInput;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::{Finding, Severity};

/// One rule: what it says, why, how it is worded, and how it is checked.
#[derive(Debug)]
pub struct Rule {
    /// Its name in files and links.
    pub id: &'static str,
    /// The service's code that it foretells.
    pub code: Option<u32>,
    /// Its name for a person.
    pub title: &'static str,
    /// What it says and why, for the user guide.
    pub about: &'static str,
    /// The sentence that it rests on, and where that stands.
    pub source: &'static str,
    /// The kinds that it is about; empty for every kind.
    pub kinds: &'static [Kind],
    /// What it can say.
    pub cases: &'static [RuleCase],
    pub(crate) check: fn(&DocumentIndex<'_>) -> Vec<Finding>,
}

/// One of the things that a rule can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleCase {
    /// Its name, unique within the rule.
    pub name: &'static str,
    /// How much it matters, unless a workspace says otherwise.
    pub severity: Severity,
    /// What a person reads; `{name}` stands for an argument.
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
    /// One of its cases, by name; none where it has no such case.
    #[must_use]
    pub fn case(&self, name: &str) -> Option<&'static RuleCase> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// How much it matters at most, unless a workspace says otherwise.
    #[must_use]
    pub fn severity(&self) -> Severity {
        let severities = self.cases.iter().map(|case| case.severity);
        severities.min().unwrap_or(Severity::Note)
    }

    /// Whether it is about documents of this kind.
    #[must_use]
    pub fn is_about(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// A finding of one of its cases, as severe as the case is.
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

    /// A finding about a field, with its label as the argument `field`.
    pub(crate) fn finding_at(&self, case: &'static str, visit: &FieldInstance<'_>) -> Finding {
        let finding = self.finding(case, visit.path());
        finding.with_arg("field", &visit.field.title)
    }

    /// Says that a rule cannot tell which of several values counts, where there are several.
    pub(crate) fn ambiguity_finding(
        &self,
        subject: &CheckInput<'_>,
        binding: Binding,
    ) -> Option<Finding> {
        let paths = subject.ambiguous_paths(binding)?;
        let places: Vec<_> = paths.iter().map(Path::to_string).collect();
        let finding = self.finding("ambiguous", paths.into_iter().next()?);
        Some(finding.with_arg("places", places.join(", ")))
    }
}
