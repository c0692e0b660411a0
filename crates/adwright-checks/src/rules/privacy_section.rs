use adwright_model::Binding;

use crate::fact::Fact;
use crate::finding::{Finding, Severity};
use crate::rule::Rule;
use crate::subject::{Phase, Subject};

/// 62002: a new campaign of an advertiser whose data has no privacy section.
///
/// Nothing can be told before an advertiser is chosen; the rule `required` asks for one.
pub(super) const RULE: Rule = Rule {
    id: "advertiser-without-privacy-section",
    code: Some(62002),
    title: "Advertiser without a privacy section",
    about: "A campaign can be created only for an advertiser whose data has a privacy section. The \
           campaign itself does not show that.",
    source: "INTERFACE.md, Campaign, rule 4: \"Creating a campaign requires the advertiser data to \
            contain a privacy section (error 62002).\"",
    wording: &[
        (
            "refused",
            "{advertiser} has no privacy section, so the service will refuse to create a campaign \
            for it (62002). Choose another advertiser, or have the privacy section added first.",
        ),
        (
            "unknown",
            "It cannot be told offline whether {advertiser} has a privacy section. If it has none, \
            the service will refuse to create the campaign (62002).",
        ),
    ],
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    match subject.phase {
        Phase::Create => finding(subject).into_iter().collect(),
        Phase::Update => Vec::new(),
    }
}

fn finding(subject: &Subject<'_>) -> Option<Finding> {
    let (path, advertiser) = subject
        .find(Binding::AdvertiserId)
        .filter(|(_, node)| !node.is_null())?;
    let finding = match subject.fact(Fact::AdvertiserHasPrivacySection) {
        Some(known) if known.value => return None,
        Some(known) => RULE
            .finding(Severity::Error, "refused", path)
            .source(known.words()),
        None => RULE.finding(Severity::Note, "unknown", path),
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
