use adwright_model::{Edit, Editable, Path, to_json_string};

use crate::check_input::display_value;
use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// An object whose type is unknown, or is another kind than the one it is sent as. The other rules depend on the kind.
pub(super) const RULE: Rule = Rule {
    id: "kind",
    code: None,
    title: "Wrong or unknown kind of object",
    about: "The type of an object says what it is. Adwright knows campaigns, site contacts, retargeting data values and three \
            types of ads; any other object is kept and shown, but no rule can judge it. What is sent to a list of one kind must be of \
            that kind. An unknown type of ad may be one that the service knows.",
    source: "The interface, Ad objects: lists give ads with the type \"Ad\"; a type that it does not name may come. Endpoints, \
             Conventions 3: \"<object with type and the required fields>\".",
    kinds: &[],
    cases: &[
        error(
            "other",
            "The type is {type}, but this is {a_noun}. The service takes only {word} here. Make the type {word}.",
        ),
        note(
            "unknown",
            "Adwright does not know the type {type}, so only the JSON was checked. If it is one of the known kinds, say \
             which.",
        ),
        note(
            "summary",
            "This is the short form of an ad that lists give, so only the JSON was checked. Get the ad itself to check \
             it.",
        ),
        note(
            "untyped",
            "There is no type, and the members do not tell what this is, so only the JSON was checked. Say of which kind \
             it is.",
        ),
        note(
            "other-ad",
            "Adwright does not know the ad type {type}, so it was checked only for what all ads have in common, and not \
             for what must be filled in.",
        ),
        note(
            "short-ad",
            "This is the short form of an ad that lists give, so only what it shows was checked. Get the ad itself to \
             check all of it.",
        ),
        note(
            "untyped-ad",
            "This ad does not say its type, so it was checked only for what all ads have in common, and not for what must \
             be filled in. Give it a type.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let Some(ty) = input.foreign_type() else {
        return Vec::new();
    };
    let path = Path::root().child("type");
    let word = input.kind.as_str();
    let finding = RULE.finding("other", path.clone());
    let finding = finding
        .with_arg("type", ty)
        .with_arg("a_noun", input.noun_with_article())
        .with_arg("word", word);
    // The type of an object that the service has cannot be changed.
    let may_change = input.base.is_none();
    let json = to_json_string(word);
    vec![finding.with_fix_if(
        may_change,
        format!("Make it {word}"),
        Edit::Set { path, json },
    )]
}

/// Reports that no rule can check an object, because its kind is unknown.
#[must_use]
pub fn unknown_kind_finding(object: &Editable) -> Finding {
    let path = Path::root().child("type");
    match object.get(&path) {
        Some(ty) if ty.raw() == "\"Ad\"" => RULE.finding("summary", path),
        Some(ty) => RULE
            .finding("unknown", path)
            .with_arg("type", display_value(&ty)),
        None => RULE.finding("untyped", Path::root()),
    }
}

/// Reports which parts of an ad could not be checked, because its kind is unknown.
#[must_use]
pub fn unknown_ad_finding(ad: &Editable) -> Finding {
    let path = Path::root().child("type");
    match ad.get(&path) {
        Some(ty) if ty.raw() == "\"Ad\"" => RULE.finding("short-ad", path),
        Some(ty) => RULE
            .finding("other-ad", path)
            .with_arg("type", display_value(&ty)),
        None => RULE.finding("untyped-ad", Path::root()),
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::message;
    use crate::testing::TestCase;

    fn check(object: &str, expected: &Expect) {
        let finding = unknown_kind_finding(&Editable::parse(object).unwrap());
        expected.assert_eq(&format!("{}: {}", finding.path, message(&finding)));
    }

    #[test]
    fn type_of_another_kind_is_an_error() {
        let value = Kind::RetargetingDataValue;
        let banner = Kind::ExpandableBannerAd;
        for (kind, word) in [
            (Kind::Campaign, "SiteContact"),
            (Kind::Campaign, "Whatever"),
            (Kind::Campaign, "campaign"),
            (value, "Campaign"),
            (value, "Whatever"),
            (banner, "InStreamInteractiveAd"),
            (banner, "Campaign"),
        ] {
            let json = format!(r#"{{"type":"{word}"}}"#);
            let case = TestCase::new_of(kind, &json);
            assert_eq!(case.outline(RULE.id), ["type Error other"], "{json}");
            assert!(case.findings_of("values").is_empty(), "{json}");
            let fixed = case.apply_fix(&case.findings_of(RULE.id)[0]).unwrap();
            assert!(fixed.findings_of(RULE.id).is_empty(), "{json}");
        }
    }

    #[test]
    fn fitting_type_and_unknown_ad_type_are_fine() {
        for (kind, json) in [
            (Kind::Campaign, r#"{"type":"Campaign"}"#),
            (
                Kind::Html5ExpandableBannerAd,
                r#"{"type":"HTML5SingleExpandableBannerAd"}"#,
            ),
            (Kind::ExpandableBannerAd, r#"{"type":"SkyAd"}"#),
            (Kind::ExpandableBannerAd, r#"{"type":"Ad"}"#),
            (Kind::Campaign, r#"{"type":null}"#),
            (Kind::Campaign, r#"{"type":7}"#),
            (Kind::Campaign, "{}"),
        ] {
            assert!(
                TestCase::new_of(kind, json).findings_of(RULE.id).is_empty(),
                "{json}"
            );
        }
        let theirs = [("type", "\"APICampaign\"")];
        assert!(
            TestCase::update_from(&theirs, &[])
                .findings_of(RULE.id)
                .is_empty()
        );
    }

    #[test]
    fn ad_report_says_what_was_not_checked() {
        let said = |ad: &str| message(&unknown_ad_finding(&Editable::parse(ad).unwrap()));
        expect![[r#"
            Adwright does not know the ad type SkyAd, so it was checked only for what all ads have in common, and not for what must be filled in.
            This is the short form of an ad that lists give, so only what it shows was checked. Get the ad itself to check all of it.
            This ad does not say its type, so it was checked only for what all ads have in common, and not for what must be filled in. Give it a type."#]].assert_eq(
            &[r#"{"type":"SkyAd"}"#, r#"{"type":"Ad"}"#, "{}"]
                .map(said)
                .join("\n"),
        );
    }

    #[test]
    fn unknown_type_summary_and_missing_type_are_distinguished() {
        check(
            r#"{"type":"Placement"}"#,
            &expect![
                "type: Adwright does not know the type Placement, so only the JSON was checked. If it is one of the known kinds, say which."
            ],
        );
        check(
            r#"{"type":"Ad","id":1}"#,
            &expect![
                "type: This is the short form of an ad that lists give, so only the JSON was checked. Get the ad itself to check it."
            ],
        );
        check(
            r#"{"id":1}"#,
            &expect![
                ": There is no type, and the members do not tell what this is, so only the JSON was checked. Say of which kind it is."
            ],
        );
    }
}
