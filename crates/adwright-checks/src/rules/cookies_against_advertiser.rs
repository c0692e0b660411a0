use adwright_model::{Binding, Edit, Kind, Node};

use crate::check_input::{CheckInput, Phase, is_word};
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 62003: a campaign that allows cookies although its advertiser disables them.
///
/// If the fact is unknown, only a draft that switches cookies on gets a note.
pub(super) const RULE: Rule = Rule {
    id: "cookies-against-advertiser",
    code: Some(62003),
    title: "Cookies on although the advertiser disables them",
    about: "If an advertiser disables cookies, each of its campaigns must disable them as well. A campaign does \
           not show its advertiser's setting.",
    source: "The interface, Campaign, rule 3: \"A campaign cannot be saved with DisableCookies \
            false while the advertiser's DisableCookies is true (error 62003).\"",
    kinds: &[Kind::Campaign],
    cases: &[
        error(
            "refused",
            "The advertiser disables cookies, so the service will refuse a campaign that allows them (62003). \
            Disable cookies here too.",
        ),
        note(
            "unknown",
            "Adwright cannot tell offline if the advertiser disables cookies. If so, the service will refuse a \
            campaign that allows them (62003). Disable cookies here too if you are not sure.",
        ),
        note(
            "ambiguous",
            "A setting to disable cookies is at several places ({places}), and Adwright cannot tell which one \
            counts. Choose one in the workspace's settings.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let ambiguous = RULE.ambiguity_finding(input, Binding::DisableCookies);
    ambiguous.or_else(|| finding(input)).into_iter().collect()
}

fn finding(input: &CheckInput<'_>) -> Option<Finding> {
    let (path, node) = input
        .find(Binding::DisableCookies)
        .filter(|(_, node)| is_false(node))?;
    let finding = match input.fact(Fact::AdvertiserDisablesCookies) {
        Some(known) if !known.value => return None,
        Some(known) => RULE
            .finding("refused", path.clone())
            .with_source(known.source_text()),
        None if is_relevant(input) => RULE.finding("unknown", path.clone()),
        None => return None,
    };
    // A service that writes the flag as text receives it as text.
    let json = if node.as_bool().is_some() {
        "true"
    } else {
        "\"true\""
    };
    Some(finding.with_fix(
        "Disable cookies",
        Edit::Set {
            path,
            json: json.to_owned(),
        },
    ))
}

fn is_relevant(input: &CheckInput<'_>) -> bool {
    match input.phase {
        Phase::Create => input
            .find(Binding::AdvertiserId)
            .is_some_and(|(_, node)| !node.is_null()),
        Phase::Update => !input
            .find_in_base(Binding::DisableCookies)
            .is_some_and(|before| is_false(&before)),
    }
}

fn is_false(node: &Node<'_>) -> bool {
    node.as_bool() == Some(false) || is_word(node, "false")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    const AT: &str = "adminSettings.privacy.disableCookies";

    fn advertiser(case: TestCase, disables: bool) -> TestCase {
        case.with_fact(Fact::AdvertiserDisablesCookies, disables, None)
    }

    #[test]
    fn a_campaign_follows_its_advertiser() {
        check(
            RULE.id,
            &advertiser(TestCase::update(&[(AT, "false")]), true),
            &expect![[r#"
                Error at adminSettings.privacy.disableCookies: The advertiser disables cookies, so the service will refuse a campaign that allows them (62003). Disable cookies here too.
                  source: practice admin
                  fix: Disable cookies (set adminSettings.privacy.disableCookies to true)
            "#]],
        );
        check(
            RULE.id,
            &advertiser(TestCase::create(&[(AT, "\"False\"")]), true),
            &expect![[r#"
                Error at adminSettings.privacy.disableCookies: The advertiser disables cookies, so the service will refuse a campaign that allows them (62003). Disable cookies here too.
                  source: practice admin
                  fix: Disable cookies (set adminSettings.privacy.disableCookies to "true")
            "#]],
        );
        check(
            RULE.id,
            &advertiser(TestCase::update(&[(AT, "false")]), false),
            &expect![[""]],
        );
        check(
            RULE.id,
            &advertiser(TestCase::update(&[]), true),
            &expect![[""]],
        );
        check(
            RULE.id,
            &advertiser(TestCase::update(&[(AT, "")]), true),
            &expect![[""]],
        );
    }

    #[test]
    fn unknown_fact_is_reported_only_if_relevant() {
        check(
            RULE.id,
            &TestCase::update(&[(AT, "false")]),
            &expect![[r#"
                Note at adminSettings.privacy.disableCookies: Adwright cannot tell offline if the advertiser disables cookies. If so, the service will refuse a campaign that allows them (62003). Disable cookies here too if you are not sure.
                  fix: Disable cookies (set adminSettings.privacy.disableCookies to true)
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update_from(&[(AT, "false")], &[("name", "\"x\"")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::create(&[(AT, "false")]),
            &expect![[r#"
                Note at adminSettings.privacy.disableCookies: Adwright cannot tell offline if the advertiser disables cookies. If so, the service will refuse a campaign that allows them (62003). Disable cookies here too if you are not sure.
                  fix: Disable cookies (set adminSettings.privacy.disableCookies to true)
            "#]],
        );
        check(
            RULE.id,
            &TestCase::create(&[(AT, "false"), ("advertiserId", "")]),
            &expect![[""]],
        );
    }

    #[test]
    fn value_at_two_places_is_ambiguous() {
        let case = TestCase::update(&[("adminSettings.serving.DisableCookies", "false")]);
        check(
            RULE.id,
            &advertiser(case, true),
            &expect![[r#"
                Note at adminSettings.privacy.disableCookies: A setting to disable cookies is at several places (adminSettings.privacy.disableCookies, adminSettings.serving.DisableCookies), and Adwright cannot tell which one counts. Choose one in the workspace's settings.
            "#]],
        );
    }
}
