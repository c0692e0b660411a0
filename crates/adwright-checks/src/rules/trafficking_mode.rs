use adwright_model::{Binding, Edit, Kind, Node, Path};

use crate::check_input::{CheckInput, Phase, is_word};
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 62000: a change from advanced to simple while a placement is attached.
///
/// It applies only to this change. So it never applies on create, without a base, or if the setting is not found.
pub(super) const RULE: Rule = Rule {
    id: "trafficking-mode-with-placements",
    code: Some(62000),
    title: "Back to simple with placements attached",
    about: "A campaign with a placement cannot go from advanced back to simple trafficking. No document shows if \
           it has a placement. Offline, Adwright knows it only from a person or from a reply of the service.",
    source: "The interface, Campaign, rule 2: \"traffickingMode must not change from advanced to \
            simple while a placement is already attached (error 62000).\"",
    kinds: &[Kind::Campaign],
    cases: &[
        error(
            "refused",
            "This campaign has {placements} attached, so the service will refuse the change from \
            advanced to simple (62000). Keep advanced, or detach the placements first.",
        ),
        note(
            "unknown",
            "Adwright cannot tell offline if this campaign has placements attached. If it has, the service will \
            refuse the change from advanced to simple (62000). Keep advanced if you are not sure.",
        ),
        note(
            "ambiguous",
            "A trafficking mode is at several places ({places}), and Adwright cannot tell which one counts. Choose \
            one in the workspace's settings.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    if input.phase == Phase::Create {
        return Vec::new();
    }
    let ambiguous = RULE.ambiguity_finding(input, Binding::TraffickingMode);
    ambiguous.or_else(|| finding(input)).into_iter().collect()
}

fn finding(input: &CheckInput<'_>) -> Option<Finding> {
    let (path, mode) = input.find(Binding::TraffickingMode)?;
    let before = input.find_in_base(Binding::TraffickingMode)?;
    if !(is_word(&before, "advanced") && is_word(&mode, "simple")) {
        return None;
    }
    let finding = match input.fact(Fact::PlacementAttached) {
        Some(known) if !known.value => return None,
        Some(known) => RULE
            .finding("refused", path.clone())
            .with_arg("placements", known.count_text().unwrap_or("placements"))
            .with_source(known.source_text()),
        None => RULE.finding("unknown", path.clone()),
    };
    Some(with_keep_advanced_fix(finding, path, &before))
}

fn with_keep_advanced_fix(finding: Finding, path: Path, before: &Node<'_>) -> Finding {
    finding.with_fix(
        "Keep advanced",
        Edit::Set {
            path,
            json: before.raw().to_owned(),
        },
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    const TO_SIMPLE: &[(&str, &str)] = &[("traffickingMode", "\"simple\"")];

    fn placements(case: TestCase, attached: bool, detail: Option<&str>) -> TestCase {
        case.with_fact(Fact::PlacementAttached, attached, detail)
    }

    #[test]
    fn mode_cannot_revert_with_placements() {
        check(
            RULE.id,
            &placements(TestCase::update(TO_SIMPLE), true, Some("4 placements")),
            &expect![[r#"
                Error at traffickingMode: This campaign has 4 placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
                  source: practice admin: 4 placements
                  fix: Keep advanced (set traffickingMode to "advanced")
            "#]],
        );
        check(
            RULE.id,
            &placements(TestCase::update(TO_SIMPLE), true, None),
            &expect![[r#"
                Error at traffickingMode: This campaign has placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
                  source: practice admin
                  fix: Keep advanced (set traffickingMode to "advanced")
            "#]],
        );
    }

    #[test]
    fn learned_refusal_is_cited_as_source_without_count() {
        check(
            RULE.id,
            &TestCase::update(TO_SIMPLE).with_refusal(Fact::PlacementAttached, 62000),
            &expect![[r#"
                Error at traffickingMode: This campaign has placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
                  source: a reply of the service: it answered 62000
                  fix: Keep advanced (set traffickingMode to "advanced")
            "#]],
        );
    }

    #[test]
    fn mode_can_revert_without_placements() {
        check(
            RULE.id,
            &placements(TestCase::update(TO_SIMPLE), false, None),
            &expect![[""]],
        );
    }

    #[test]
    fn unknown_fact_is_reported_only_if_relevant() {
        check(
            RULE.id,
            &TestCase::update(TO_SIMPLE),
            &expect![[r#"
                Note at traffickingMode: Adwright cannot tell offline if this campaign has placements attached. If it has, the service will refuse the change from advanced to simple (62000). Keep advanced if you are not sure.
                  fix: Keep advanced (set traffickingMode to "advanced")
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("name", "\"x\"")]),
            &expect![[""]],
        );
    }

    #[test]
    fn letter_case_does_not_count() {
        let case = TestCase::update_from(
            &[("traffickingMode", "\"ADVANCED\"")],
            &[("traffickingMode", "\"Simple\"")],
        );
        check(
            RULE.id,
            &placements(case, true, Some("1 placement")),
            &expect![[r#"
                Error at traffickingMode: This campaign has 1 placement attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
                  source: practice admin: 1 placement
                  fix: Keep advanced (set traffickingMode to "ADVANCED")
            "#]],
        );
    }

    #[test]
    fn no_other_move_is_refused() {
        let to_advanced = TestCase::update_from(TO_SIMPLE, &[("traffickingMode", "\"advanced\"")]);
        check(
            RULE.id,
            &placements(to_advanced, true, None),
            &expect![[""]],
        );
        check(
            RULE.id,
            &placements(TestCase::update_from(TO_SIMPLE, &[]), true, None),
            &expect![[""]],
        );
        check(
            RULE.id,
            &placements(TestCase::create(TO_SIMPLE), true, None),
            &expect![[""]],
        );
        check(
            RULE.id,
            &placements(TestCase::update(TO_SIMPLE).without_base(), true, None),
            &expect![[""]],
        );
        check(
            RULE.id,
            &placements(TestCase::update(&[("traffickingMode", "")]), true, None),
            &expect![[""]],
        );
    }

    #[test]
    fn the_setting_may_be_anywhere() {
        let moved = &[
            ("traffickingMode", ""),
            ("adminSettings.campaignSettings.mode", "\"advanced\""),
        ];
        let back = &[("adminSettings.campaignSettings.mode", "\"simple\"")];
        let case = placements(
            TestCase::update_from(moved, back),
            true,
            Some("2 placements"),
        );
        check(RULE.id, &case, &expect![[""]]);
        let bound = case.with_binding(
            Binding::TraffickingMode,
            "adminSettings.campaignSettings.mode",
        );
        check(
            RULE.id,
            &bound,
            &expect![[r#"
            Error at adminSettings.campaignSettings.mode: This campaign has 2 placements attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
              source: practice admin: 2 placements
              fix: Keep advanced (set adminSettings.campaignSettings.mode to "advanced")
        "#]],
        );
    }

    #[test]
    fn value_at_two_places_is_ambiguous() {
        let twice = [
            ("traffickingMode", ""),
            ("adminSettings.TraffickingMode", "\"advanced\""),
            ("delivery.traffickingMode", "\"simple\""),
        ];
        check(
            RULE.id,
            &placements(TestCase::update(&twice), true, None),
            &expect![[r#"
                Note at adminSettings.TraffickingMode: A trafficking mode is at several places (adminSettings.TraffickingMode, delivery.traffickingMode), and Adwright cannot tell which one counts. Choose one in the workspace's settings.
            "#]],
        );
    }
}
