//! Properties of every campaign, valid or not.

use adwright_model::Path;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fact::Fact;
use crate::finding::message;
use crate::testing::TestCase;

const PATHS: &[&str] = &[
    "type",
    "id",
    "name",
    "version",
    "accountId",
    "advertiserId",
    "advertiserName",
    "budget",
    "status",
    "lastUpdatedOn",
    "traffickingMode",
    "adminSettings",
    "delivery.traffickingMode",
    "adminSettings.campaignSettings.verification",
    "adminSettings.privacy.disableCookies",
];

const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "\"\"",
    "\"{field}\"",
    "\"simple\"",
    "\"advanced\"",
    "\"None\"",
    "-1",
    "3.0",
    "1e99",
    "[]",
    "{}",
    "[{\"a\":1}]",
];

fn case() -> impl Strategy<Value = TestCase> {
    let sets = || vec((select(PATHS), select(VALUES)), 0..5);
    let facts = vec((select(Fact::ALL), any::<bool>()), 0..5);
    (sets(), sets(), facts, 0..4).prop_map(|(base, sets, facts, phase)| {
        let case = match phase {
            0 => TestCase::create(&sets),
            1 => TestCase::update_from(&base, &sets).without_base(),
            2 => TestCase::update_from(&base, &sets).without_practice(),
            _ => TestCase::update_from(&base, &sets),
        };
        let known = |case: TestCase, (fact, value)| case.with_fact(fact, value, None);
        facts.into_iter().fold(case, known)
    })
}

proptest! {
    #[test]
    fn every_finding_can_be_worded(case in case()) {
        for finding in case.findings() {
            let message = message(&finding);
            prop_assert!(message.ends_with('.'), "{}", message);
        }
    }

    #[test]
    fn errors_precede_other_findings(case in case()) {
        prop_assert!(case.findings().is_sorted_by_key(|finding| finding.severity));
    }

    #[test]
    fn every_fix_can_be_made_and_helps(case in case()) {
        for finding in case.findings() {
            let Some(fixed) = case.apply_fix(&finding) else { continue };
            let same = |other: &crate::Finding| other.rule == finding.rule && other.path == finding.path;
            prop_assert!(!fixed.findings().iter().any(same), "{:?}", finding);
        }
    }

    #[test]
    fn document_equal_to_its_base_has_no_changes(
        sets in vec((select(PATHS), select(VALUES)), 0..5),
    ) {
        let case = TestCase::update_from(&sets, &[]);
        let about_change = |rule: &str| ["read-only", "set-once"].contains(&rule);
        let changed: Vec<Path> = case
            .findings()
            .into_iter()
            .filter(|finding| about_change(&finding.rule))
            .map(|finding| finding.path)
            .collect();
        prop_assert_eq!(changed, vec![]);
    }
}
