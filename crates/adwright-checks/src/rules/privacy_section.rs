use adwright_model::{Binding, Kind};

use crate::check_input::{CheckInput, Phase};
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// 62002: a new campaign of an advertiser whose data has no privacy section.
///
/// The rule needs an advertiser. The rule `required` reports a missing one.
pub(super) const RULE: Rule = Rule {
    id: "advertiser-without-privacy-section",
    code: Some(62002),
    title: "Advertiser without a privacy section",
    about: "A campaign can be created only for an advertiser whose data has a privacy section. A campaign does not \
           show that.",
    source: "The interface, Campaign, rule 4: \"Creating a campaign requires the advertiser data to \
            contain a privacy section (error 62002).\"",
    kinds: &[Kind::Campaign],
    cases: &[
        error(
            "refused",
            "{advertiser} has no privacy section, so the service will refuse to create a campaign for it (62002). \
            Choose another advertiser, or have a privacy section added first.",
        ),
        note(
            "unknown",
            "Adwright cannot tell offline if {advertiser} has a privacy section. Without one, the service will \
            refuse to create the campaign (62002). Ask before you send if you are not sure.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    match index.input.phase {
        Phase::Create => finding(&index.input).into_iter().collect(),
        Phase::Update => Vec::new(),
    }
}

fn finding(input: &CheckInput<'_>) -> Option<Finding> {
    let (path, advertiser) = input
        .find(Binding::AdvertiserId)
        .filter(|(_, node)| !node.is_null())?;
    let finding = match input.fact(Fact::AdvertiserHasPrivacySection) {
        Some(known) if known.value => return None,
        Some(known) => RULE
            .finding("refused", path)
            .with_source(known.source_text()),
        None => RULE.finding("unknown", path),
    };
    let name = input
        .find(Binding::AdvertiserName)
        .and_then(|(_, name)| name.as_str());
    let name = name.filter(|name| !name.is_empty());
    Some(finding.with_arg(
        "advertiser",
        name.map_or_else(|| format!("Advertiser {}", advertiser.raw()), Into::into),
    ))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn section(case: TestCase, there: bool) -> TestCase {
        case.with_fact(Fact::AdvertiserHasPrivacySection, there, None)
    }

    #[test]
    fn no_campaign_without_a_privacy_section() {
        check(
            RULE.id,
            &section(TestCase::create(&[]), false),
            &expect![[r#"
                Error at advertiserId: Alpen Bikes has no privacy section, so the service will refuse to create a campaign for it (62002). Choose another advertiser, or have a privacy section added first.
                  source: practice admin
            "#]],
        );
        check(
            RULE.id,
            &section(TestCase::create(&[("advertiserName", "")]), false),
            &expect![[r#"
                Error at advertiserId: Advertiser 7001 has no privacy section, so the service will refuse to create a campaign for it (62002). Choose another advertiser, or have a privacy section added first.
                  source: practice admin
            "#]],
        );
        check(
            RULE.id,
            &section(TestCase::create(&[]), true),
            &expect![[""]],
        );
    }

    #[test]
    fn unknown_section_is_reported_with_an_advertiser() {
        check(
            RULE.id,
            &TestCase::create(&[]),
            &expect![[r#"
                Note at advertiserId: Adwright cannot tell offline if Alpen Bikes has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure.
            "#]],
        );
        check(
            RULE.id,
            &TestCase::create(&[("advertiserId", "null")]),
            &expect![[""]],
        );
    }

    #[test]
    fn only_creating_needs_it() {
        check(
            RULE.id,
            &section(TestCase::update(&[]), false),
            &expect![[""]],
        );
    }
}
