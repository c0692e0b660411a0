use adwright_model::{Binding, Kind};

use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};
use crate::subject::{Phase, Subject};
use crate::walk::Walk;

/// 62002: a new campaign of an advertiser whose data has no privacy section.
///
/// Nothing can be told before an advertiser is chosen; the rule `required` asks for one.
pub(super) const RULE: Rule = Rule {
    id: "advertiser-without-privacy-section",
    code: Some(62002),
    title: "Advertiser without a privacy section",
    about: "A campaign can be created only for an advertiser whose data has a privacy section. The \
           campaign itself does not show that.",
    source: "The interface, Campaign, rule 4: \"Creating a campaign requires the advertiser data to \
            contain a privacy section (error 62002).\"",
    kinds: &[Kind::Campaign],
    cases: &[
        error(
            "refused",
            "{advertiser} has no privacy section, so the service will refuse to create a campaign \
            for it (62002). Choose another advertiser, or have the privacy section added first.",
        ),
        note(
            "unknown",
            "It cannot be told offline whether {advertiser} has a privacy section. If it has none, \
            the service will refuse to create the campaign (62002). Ask before you send if you are \
            not sure.",
        ),
    ],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    match walk.subject.phase {
        Phase::Create => finding(&walk.subject).into_iter().collect(),
        Phase::Update => Vec::new(),
    }
}

fn finding(subject: &Subject<'_>) -> Option<Finding> {
    let (path, advertiser) = subject
        .find(Binding::AdvertiserId)
        .filter(|(_, node)| !node.is_null())?;
    let finding = match subject.fact(Fact::AdvertiserHasPrivacySection) {
        Some(known) if known.value => return None,
        Some(known) => RULE.finding("refused", path).source(known.words()),
        None => RULE.finding("unknown", path),
    };
    let name = subject
        .find(Binding::AdvertiserName)
        .and_then(|(_, name)| name.as_str());
    let name = name.filter(|name| !name.is_empty());
    Some(finding.arg(
        "advertiser",
        name.map_or_else(|| format!("Advertiser {}", advertiser.raw()), Into::into),
    ))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    fn section(case: Case, there: bool) -> Case {
        case.knowing(Fact::AdvertiserHasPrivacySection, there, None)
    }

    #[test]
    fn no_campaign_without_a_privacy_section() {
        check(
            RULE.id,
            &section(Case::create(&[]), false),
            &expect![[r"
            Error at advertiserId: Alpen Bikes has no privacy section, so the service will refuse to create a campaign for it (62002). Choose another advertiser, or have the privacy section added first.
              source: practice admin
        "]],
        );
        check(
            RULE.id,
            &section(Case::create(&[("advertiserName", "")]), false),
            &expect![[r"
                Error at advertiserId: Advertiser 7001 has no privacy section, so the service will refuse to create a campaign for it (62002). Choose another advertiser, or have the privacy section added first.
                  source: practice admin
            "]],
        );
        check(RULE.id, &section(Case::create(&[]), true), &expect![[""]]);
    }

    #[test]
    fn unknown_is_said_once_there_is_an_advertiser() {
        check(
            RULE.id,
            &Case::create(&[]),
            &expect![[r"
                Note at advertiserId: It cannot be told offline whether Alpen Bikes has a privacy section. If it has none, the service will refuse to create the campaign (62002). Ask before you send if you are not sure.
            "]],
        );
        check(
            RULE.id,
            &Case::create(&[("advertiserId", "null")]),
            &expect![[""]],
        );
    }

    #[test]
    fn only_creating_needs_it() {
        check(RULE.id, &section(Case::update(&[]), false), &expect![[""]]);
    }
}
