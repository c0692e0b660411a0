//! One way of checking for lists, forms and reviews, so that they find the same.

use adwright_checks::{CheckInput, Finding, OwnRules, Phase, unknown_ad_finding};
use adwright_model::{Id, Kind};

/// What is not asked of an ad of which nobody can tell what it must have.
const NOT_OF_OTHER_ADS: &str = "required";

/// What the rules notice in a document.
pub(crate) fn check_document(rules: &OwnRules, subject: &CheckInput<'_>) -> Vec<Finding> {
    let mut found = rules.check(subject);
    if subject.kind == Kind::Ad {
        found.retain(|finding| finding.rule != NOT_OF_OTHER_ADS);
        found.extend(rules.apply_severities(vec![unknown_ad_finding(subject.document)]));
    }
    found
}

/// What has an id is known to the service.
pub(crate) const fn phase_of(id: Option<Id>) -> Phase {
    match id {
        Some(_) => Phase::Update,
        None => Phase::Create,
    }
}
