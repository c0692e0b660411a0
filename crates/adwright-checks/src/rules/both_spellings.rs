use adwright_model::Facet;

use crate::check_input::display_value;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// A field that a document has in both of its spellings.
///
/// Each spelling alone is accepted.
pub(super) const RULE: Rule = Rule {
    id: "both-spellings",
    code: None,
    title: "One field in two spellings",
    about: "The interface spells some fields in two ways. It does not define which spelling counts if a document has \
           both. If both have the same value, nothing can go wrong. If the values differ, the service may use either.",
    source: "The interface, Ad objects, about lastUpdatedOn: \"the sample objects name this key lastUpdateOn\".",
    kinds: &[],
    cases: &[
        warning(
            "differ",
            "{field} is here twice: {name} is {value}, and {alias} is {other}. The service may use either. Keep \
            the right one.",
        ),
        note(
            "same",
            "{field} is here twice, as {name} and as {alias}, with the same value. Both are kept and sent.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Alias)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let name = &instance.field.name;
    let alias = instance.field.alias.as_ref()?;
    let object = instance.object().node;
    let (value, other) = (object.member(name)?, object.member(alias)?);
    let case = if value.same_value(&other) {
        "same"
    } else {
        "differ"
    };
    let finding = RULE.finding(case, instance.path());
    Some(
        finding
            .with_arg("field", &instance.field.title)
            .with_arg("name", name)
            .with_arg("alias", alias)
            .with_arg("value", display_value(&value))
            .with_arg("other", display_value(&other)),
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn differing_spellings_are_warnings_and_equal_ones_notes() {
        let twice = |value| TestCase::update_from(&[("lastUpdatedOn", value)], &[]);
        check(
            RULE.id,
            &twice("1761000000001"),
            &expect![[r#"
                Warning at lastUpdateOn: Last changed on is here twice: lastUpdateOn is 1761000000000, and lastUpdatedOn is 1761000000001. The service may use either. Keep the right one.
            "#]],
        );
        check(
            RULE.id,
            &twice("1.761e12"),
            &expect![[r#"
            Note at lastUpdateOn: Last changed on is here twice, as lastUpdateOn and as lastUpdatedOn, with the same value. Both are kept and sent.
        "#]],
        );
        check(
            RULE.id,
            &twice("null"),
            &expect![[r#"
                Warning at lastUpdateOn: Last changed on is here twice: lastUpdateOn is 1761000000000, and lastUpdatedOn is null. The service may use either. Keep the right one.
            "#]],
        );
    }

    #[test]
    fn one_spelling_alone_has_no_finding() {
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
        let other = [("lastUpdateOn", ""), ("lastUpdatedOn", "1761000000000")];
        check(RULE.id, &TestCase::update_from(&other, &[]), &expect![[""]]);
    }
}
