use adwright_model::{Binding, Edit, Kind, Node};

use crate::check_input::{CheckInput, Phase, display_value, is_word};
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 62001: verification None with a verification tracking placement.
///
/// A new campaign has no placements yet. If the fact is unknown, only a draft that sets None gets a note.
pub(super) const RULE: Rule = Rule {
    id: "verification-with-tracking-placement",
    code: Some(62001),
    title: "Verification None with a verification tracking placement",
    about: "A campaign that has a verification tracking placement needs a verification setting other than None. \
           The service answers such a change as partly done, so check the campaign afterwards.",
    source: "The interface, Campaign, rule 1: \"A campaign whose verification is set to None must \
            not have a verification tracking placement (error 62001, multi-status).\"",
    kinds: &[Kind::Campaign],
    cases: &[
        error(
            "refused",
            "This campaign has {placements} attached, so the service will refuse verification \
            None (62001). Choose another verification, or detach the placement first.",
        ),
        note(
            "unknown",
            "Adwright cannot tell offline if this campaign has a verification tracking placement. If it has, the \
            service will refuse verification None (62001). Keep the previous value if you are not sure.",
        ),
        note(
            "ambiguous",
            "A verification setting is at several places ({places}), and Adwright cannot tell which one counts. \
            Choose one in the workspace's settings.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    if input.phase == Phase::Create {
        return Vec::new();
    }
    let ambiguous = RULE.ambiguity_finding(input, Binding::Verification);
    ambiguous.or_else(|| finding(input)).into_iter().collect()
}

fn finding(input: &CheckInput<'_>) -> Option<Finding> {
    let (path, _) = input
        .find(Binding::Verification)
        .filter(|(_, node)| is_none(node))?;
    let before = input
        .find_in_base(Binding::Verification)
        .filter(|before| !is_none(before));
    let finding = match input.fact(Fact::VerificationPlacementAttached) {
        Some(known) if !known.value => return None,
        Some(known) => RULE
            .finding("refused", path.clone())
            .with_arg(
                "placements",
                known
                    .count_text()
                    .unwrap_or("a verification tracking placement"),
            )
            .with_source(known.source_text()),
        None => {
            before?;
            RULE.finding("unknown", path.clone())
        }
    };
    // The only safe fix is a value that the service has already accepted.
    Some(match before.filter(|before| !before.is_null()) {
        Some(before) => {
            let edit = Edit::Set {
                path,
                json: before.raw().to_owned(),
            };
            finding.with_fix(format!("Keep {}", display_value(&before)), edit)
        }
        None => finding,
    })
}

fn is_none(node: &Node<'_>) -> bool {
    is_word(node, "None")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    const AT: &str = "adminSettings.campaignSettings.verification";

    fn placement(case: TestCase, attached: bool, detail: Option<&str>) -> TestCase {
        case.with_fact(Fact::VerificationPlacementAttached, attached, detail)
    }

    #[test]
    fn a_tracking_placement_needs_verification() {
        let case = TestCase::update(&[(AT, "\"none\"")]);
        let detail = Some("2 verification tracking placements");
        check(
            RULE.id,
            &placement(case.clone(), true, detail),
            &expect![[r#"
                Error at adminSettings.campaignSettings.verification: This campaign has 2 verification tracking placements attached, so the service will refuse verification None (62001). Choose another verification, or detach the placement first.
                  source: practice admin: 2 verification tracking placements
                  fix: Keep Tracking (set adminSettings.campaignSettings.verification to "Tracking")
            "#]],
        );
        check(
            RULE.id,
            &placement(case.clone(), true, None),
            &expect![[r#"
                Error at adminSettings.campaignSettings.verification: This campaign has a verification tracking placement attached, so the service will refuse verification None (62001). Choose another verification, or detach the placement first.
                  source: practice admin
                  fix: Keep Tracking (set adminSettings.campaignSettings.verification to "Tracking")
            "#]],
        );
        check(
            RULE.id,
            &case
                .clone()
                .with_refusal(Fact::VerificationPlacementAttached, 62001),
            &expect![[r#"
                Error at adminSettings.campaignSettings.verification: This campaign has a verification tracking placement attached, so the service will refuse verification None (62001). Choose another verification, or detach the placement first.
                  source: a reply of the service: it answered 62001
                  fix: Keep Tracking (set adminSettings.campaignSettings.verification to "Tracking")
            "#]],
        );
        check(RULE.id, &placement(case, false, None), &expect![[""]]);
        check(
            RULE.id,
            &placement(TestCase::update(&[]), true, None),
            &expect![[""]],
        );
    }

    #[test]
    fn none_is_refused_even_if_unchanged() {
        let case = TestCase::update_from(&[(AT, "\"None\"")], &[("name", "\"x\"")]);
        check(
            RULE.id,
            &placement(case, true, None),
            &expect![[r"
                Error at adminSettings.campaignSettings.verification: This campaign has a verification tracking placement attached, so the service will refuse verification None (62001). Choose another verification, or detach the placement first.
                  source: practice admin
            "]],
        );
    }

    #[test]
    fn unknown_fact_is_reported_only_if_relevant() {
        check(
            RULE.id,
            &TestCase::update(&[(AT, "\"None\"")]),
            &expect![[r#"
                Note at adminSettings.campaignSettings.verification: Adwright cannot tell offline if this campaign has a verification tracking placement. If it has, the service will refuse verification None (62001). Keep the previous value if you are not sure.
                  fix: Keep Tracking (set adminSettings.campaignSettings.verification to "Tracking")
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update_from(&[(AT, "\"None\"")], &[("name", "\"x\"")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::create(&[(AT, "\"None\"")]),
            &expect![[""]],
        );
    }

    #[test]
    fn value_at_two_places_is_ambiguous() {
        let case = TestCase::update(&[("adminSettings.privacy.verification", "\"None\"")]);
        check(
            RULE.id,
            &placement(case, true, None),
            &expect![[r#"
                Note at adminSettings.campaignSettings.verification: A verification setting is at several places (adminSettings.campaignSettings.verification, adminSettings.privacy.verification), and Adwright cannot tell which one counts. Choose one in the workspace's settings.
            "#]],
        );
    }
}
