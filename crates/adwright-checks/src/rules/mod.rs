//! The registry: one file and one line per rule.

mod disable_cookies;
mod may_write;
mod privacy_section;
mod range;
mod read_only;
mod required;
mod set_once;
mod shape;
mod trafficking_mode;
mod values;
mod verification;

use adwright_model::{Path, Step};

use crate::finding::Finding;
use crate::rule::Rule;
use crate::subject::Subject;

static RULES: [Rule; 11] = [
    required::RULE,
    shape::RULE,
    range::RULE,
    read_only::RULE,
    set_once::RULE,
    values::RULE,
    trafficking_mode::RULE,
    verification::RULE,
    privacy_section::RULE,
    disable_cookies::RULE,
    may_write::RULE,
];

/// Every rule, in the order in which they are checked and documented.
#[must_use]
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// Checks a document by every rule: errors first, then in the order of the document.
#[must_use]
pub fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings: Vec<_> = RULES
        .iter()
        .flat_map(|rule| (rule.check)(subject))
        .collect();
    findings.sort_by_cached_key(|finding| (finding.severity, offset(subject, &finding.path)));
    findings
}

/// Where a value is, or would be, in the text.
fn offset(subject: &Subject<'_>, path: &Path) -> usize {
    if let Some(node) = subject.document.get(path) {
        return node.span().start;
    }
    let holder = |steps: &[Step]| subject.document.get(&steps.iter().cloned().collect());
    let found = (0..path.steps().len())
        .rev()
        .find_map(|len| holder(&path.steps()[..len]));
    found.map_or(0, |node| node.span().end)
}
