use adwright_model::{Edit, EditableDocument, Path, to_json_string};

use crate::check_input::display_value;
use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// An object whose type is unknown, or is another kind than the one it is sent as. The other rules depend on the kind.
pub(super) const RULE: Rule = Rule {
    id: "kind",
    code: None,
    title: "Wrong or unknown kind of object",
    about: "The type of an object names its kind. Adwright knows campaigns, site contacts, retargeting data values \
            and three types of ads. Any other object is kept and shown, but no rule can check it. An object must have \
            the kind of the list that it is sent to. The service may know ad types that Adwright does not know.",
    source: "The interface, Ad objects: lists give ads with the type \"Ad\"; types that it does not name may appear. \
             Endpoints, Conventions 3: \"<object with type and the required fields>\".",
    kinds: &[],
    cases: &[
        error(
            "other",
            "The type is {type}, but this is {a_noun}. The service takes only {word} here. Change the type to \
             {word}.",
        ),
        note(
            "unknown",
            "Adwright does not know the type {type}, so only the JSON was checked. If it is one of the known \
             kinds, choose that kind.",
        ),
        note(
            "summary",
            "This is the short form of an ad from a list, so only the JSON was checked. Fetch the ad itself to \
             check it.",
        ),
        note(
            "untyped",
            "The type is missing, and the members do not show the kind, so only the JSON was checked. Choose the \
             kind.",
        ),
        note(
            "other-ad",
            "Adwright does not know the ad type {type}, so only the rules for all ads were checked. Required \
             fields were not.",
        ),
        note(
            "short-ad",
            "This is the short form of an ad from a list, so only its fields were checked. Fetch the ad itself to \
             check all of it.",
        ),
        note(
            "untyped-ad",
            "This ad has no type, so only the rules for all ads were checked. Required fields were not. Enter a \
             type.",
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
pub fn unknown_kind_finding(object: &EditableDocument) -> Finding {
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
pub fn unknown_ad_finding(ad: &EditableDocument) -> Finding {
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
        let finding = unknown_kind_finding(&EditableDocument::parse(object).unwrap());
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
        let wording =
            |ad: &str| message(&unknown_ad_finding(&EditableDocument::parse(ad).unwrap()));
        expect![[r#"
            Adwright does not know the ad type SkyAd, so only the rules for all ads were checked. Required fields were not.
            This is the short form of an ad from a list, so only its fields were checked. Fetch the ad itself to check all of it.
            This ad has no type, so only the rules for all ads were checked. Required fields were not. Enter a type."#]].assert_eq(
            &[r#"{"type":"SkyAd"}"#, r#"{"type":"Ad"}"#, "{}"]
                .map(wording)
                .join("\n"),
        );
    }

    #[test]
    fn unknown_type_summary_and_missing_type_are_distinguished() {
        check(
            r#"{"type":"Placement"}"#,
            &expect![
                "type: Adwright does not know the type Placement, so only the JSON was checked. If it is one of \
                 the known kinds, choose that kind."
            ],
        );
        check(
            r#"{"type":"Ad","id":1}"#,
            &expect![
                "type: This is the short form of an ad from a list, so only the JSON was checked. Fetch the ad \
                 itself to check it."
            ],
        );
        check(
            r#"{"id":1}"#,
            &expect![
                ": The type is missing, and the members do not show the kind, so only the JSON was checked. Choose \
                 the kind."
            ],
        );
    }
}
