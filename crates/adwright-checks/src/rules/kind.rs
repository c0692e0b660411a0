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
