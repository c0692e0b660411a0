use adwright_model::{JsonType, Node};

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note};

/// A companion without a size.
///
/// The interface does not show a companion's fields, so a size anywhere inside it counts.
pub(super) const RULE: Rule = Rule {
    id: "companion-size",
    code: None,
    title: "Companion without a size",
    about: "A companion is shown beside the video, in a place of its width and height on the page. A player cannot \
           choose a companion without a size.",
    source: "VAST 4.2, IAB Tech Lab, June 2019: a Companion must have width and height. The interface, Nested \
            object shapes: the fields of Companion are \"not shown\"",
    kinds: &[],
    cases: &[note(
        "unsaid",
        "This companion has no {missing}, so players may not show it. Enter the {missing}, or check if the service \
        keeps the size elsewhere.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let companions = index
        .objects("Companion")
        .chain(index.objects("AdvancedCompanion"));
    companions
        .filter_map(|companion| finding(&companion))
        .collect()
}

fn finding(companion: &ObjectInstance<'_>) -> Option<Finding> {
    let sides = ["width", "height"];
    let missing: Vec<_> = sides
        .into_iter()
        .filter(|side| !has_size(&companion.node, side))
        .collect();
    (!missing.is_empty()).then(|| {
        let finding = RULE.finding("unsaid", companion.path());
        finding.with_arg("missing", missing.join(" and "))
    })
}

/// Returns true if an object, or one inside it, has a member with a size.
fn has_size(node: &Node<'_>, side: &str) -> bool {
    let is_size = |node: &Node<'_>| match node.json_type() {
        JsonType::Number => true,
        JsonType::String => node.as_str().is_some_and(|text| !text.trim().is_empty()),
        _ => false,
    };
    let is_it = |name: &str, member: &Node<'_>| {
        ends_with_ignoring_case(name, side) && is_size(member) || has_size(member, side)
    };
    let in_member = node.members().any(|(name, member)| is_it(&name, &member));
    in_member || node.items().any(|item| has_size(&item, side))
}

/// Ignores letter case.
fn ends_with_ignoring_case(name: &str, end: &str) -> bool {
    let from = name.len().checked_sub(end.len());
    let tail = from.and_then(|from| name.get(from..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(companion: &str) -> TestCase {
        let json = format!(r#"{{"companions":[{companion}]}}"#);
        TestCase::new_of(Kind::InStreamInteractiveAd, &json)
    }

    #[test]
    fn size_is_accepted_at_any_place() {
        for companion in [
            r#"{"type":"Companion","width":300,"height":250}"#,
            r#"{"type":"Companion","assetWidth":"300","assetHeight":"250"}"#,
            r#"{"type":"Companion","asset":{"files":[{"width":300,"height":250}]}}"#,
        ] {
            check(RULE.id, &ad(companion), &expect![[""]]);
        }
        let none = TestCase::new_of(Kind::InStreamInteractiveAd, r#"{"companions":[]}"#);
        check(RULE.id, &none, &expect![[""]]);
    }

    #[test]
    fn missing_size_is_reported() {
        check(
            RULE.id,
            &ad(r#"{"type":"Companion"}"#),
            &expect![[r#"
                Note at companions[0]: This companion has no width and height, so players may not show it. Enter the width and height, or check if the service keeps the size elsewhere.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#"{"width":300,"height":null,"widthless":1}"#),
            &expect![[r#"
                Note at companions[0]: This companion has no height, so players may not show it. Enter the height, or check if the service keeps the size elsewhere.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#"{"width":" ","height":true,"asset":{"height":1}}"#),
            &expect![[r#"
                Note at companions[0]: This companion has no width, so players may not show it. Enter the width, or check if the service keeps the size elsewhere.
            "#]],
        );
        let advanced = r#"{"advancedCompanions":[{"type":"AdvancedCompanion","height":90}]}"#;
        let advanced = TestCase::new_of(Kind::InStreamInteractiveAd, advanced);
        check(
            RULE.id,
            &advanced,
            &expect![[r#"
                Note at advancedCompanions[0]: This companion has no width, so players may not show it. Enter the width, or check if the service keeps the size elsewhere.
            "#]],
        );
    }
}
