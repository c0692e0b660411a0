use adwright_model::{Binding, Path};

use crate::finding::{Finding, Severity};
use crate::subject::Subject;

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
    /// The wording of each case; `{name}` stands for an argument.
    pub wording: &'static [(&'static str, &'static str)],
    pub(crate) check: fn(&Subject<'_>) -> Vec<Finding>,
}

impl Rule {
    /// The wording of a case; none where the rule has no such case.
    #[must_use]
    pub fn template(&self, case: &str) -> Option<&'static str> {
        self.wording
            .iter()
            .find(|(name, _)| *name == case)
            .map(|(_, template)| *template)
    }

    pub(crate) fn finding(&self, severity: Severity, case: &'static str, path: Path) -> Finding {
        Finding {
            rule: self.id,
            case,
            code: self.code,
            severity,
            path,
            args: Vec::new(),
            source: None,
            fix: None,
        }
    }

    /// Says that a rule cannot tell which of several values counts, where there are several.
    pub(crate) fn ambiguous(&self, subject: &Subject<'_>, binding: Binding) -> Option<Finding> {
        let paths = subject.ambiguous(binding)?;
        let places: Vec<_> = paths.iter().map(Path::to_string).collect();
        let finding = self.finding(Severity::Note, "ambiguous", paths.into_iter().next()?);
        Some(finding.arg("places", places.join(", ")))
    }
}
