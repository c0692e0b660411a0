use adwright_model::{Editable, Path};

use crate::finding::Finding;
use crate::rule::{Rule, note};
use crate::subject::shown;

/// An object of which nobody knows what it is. The other rules start from the kind, so this one stands beside them.
pub(super) const RULE: Rule = Rule {
    id: "kind",
    code: None,
    title: "Unknown kind of object",
    about: "The type of an object says what it is. Adwright knows campaigns, site contacts, retargeting data values and three \
            types of ads; any other object is kept and shown, but no rule can judge it.",
    source: "INTERFACE.md, Ad objects: lists give ads with the type \"Ad\"; a type that it does not name may come.",
    kinds: &[],
    cases: &[
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
    check: |_| Vec::new(),
};

/// Says that no rule can judge an object, because its kind is not known.
#[must_use]
pub fn unknown_kind(object: &Editable) -> Finding {
    let path = Path::root().child("type");
    match object.get(&path) {
        Some(ty) if ty.raw() == "\"Ad\"" => RULE.finding("summary", path),
        Some(ty) => RULE.finding("unknown", path).arg("type", shown(&ty)),
        None => RULE.finding("untyped", Path::root()),
    }
}

/// Says what of an ad could not be checked, because it is none of the known kinds.
#[must_use]
pub fn other_ad(ad: &Editable) -> Finding {
    let path = Path::root().child("type");
    match ad.get(&path) {
        Some(ty) if ty.raw() == "\"Ad\"" => RULE.finding("short-ad", path),
        Some(ty) => RULE.finding("other-ad", path).arg("type", shown(&ty)),
        None => RULE.finding("untyped-ad", Path::root()),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::message;

    fn check(object: &str, expected: &Expect) {
        let finding = unknown_kind(&Editable::parse(object).unwrap());
        expected.assert_eq(&format!("{}: {}", finding.path, message(&finding)));
    }

    #[test]
    fn of_an_ad_it_is_said_what_was_not_checked() {
        let said = |ad: &str| message(&other_ad(&Editable::parse(ad).unwrap()));
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
    fn an_unknown_type_a_summary_and_no_type_are_told_apart() {
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
