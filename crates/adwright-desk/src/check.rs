//! The shared check of lists, forms and reviews, so that they report the same findings.

use adwright_checks::{CheckInput, Finding, OwnRules, Phase, unknown_ad_finding};
use adwright_model::{Id, Kind};

/// The rule that is skipped for ads of an unknown type, because their required members are unknown.
const NOT_OF_OTHER_ADS: &str = "required";

/// Returns the findings of the rules in a document.
pub(crate) fn check_document(rules: &OwnRules, subject: &CheckInput<'_>) -> Vec<Finding> {
    let mut found = rules.check(subject);
    if subject.kind == Kind::Ad {
        found.retain(|finding| finding.rule != NOT_OF_OTHER_ADS);
        found.extend(rules.apply_severities(vec![unknown_ad_finding(subject.document)]));
    }
    found
}

/// Returns the phase of an object: an object with an id is updated.
pub(crate) const fn phase_of(id: Option<Id>) -> Phase {
    match id {
        Some(_) => Phase::Update,
        None => Phase::Create,
    }
}
