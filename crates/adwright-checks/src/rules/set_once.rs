use adwright_model::{Edit, Facet};

use crate::check_input::{Phase, display_value};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// A changed field that must keep its first value. An empty field may still get a value.
pub(super) const RULE: Rule = Rule {
    id: "set-once",
    code: None,
    title: "Field that cannot change was changed",
    about: "Some fields are set when the object is created, and never change.",
    source: "The interface, Limitation words: \"Unchangeable = set once and not changed\".",
    kinds: &[],
    cases: &[error(
        "changed",
        "{field} cannot be changed once the {noun} exists. Restore {before}, or create a new {noun} instead.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    match index.input.phase {
        Phase::Create => Vec::new(),
        Phase::Update => index
            .fields_with(Facet::SetOnce)
            .filter_map(finding)
            .collect(),
    }
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let base = instance.base.filter(|base| !base.is_null())?;
    if instance
        .node
        .is_some_and(|node| node.equals_ignoring_id_type(&base))
    {
        return None;
    }
    let finding = RULE.finding("changed", instance.path());
    let finding = finding
        .with_arg("field", &instance.field.title)
        .with_arg("noun", instance.input().noun())
        .with_arg("before", display_value(&base));
    Some(finding.with_fix(
        "Put it back",
        Edit::Set {
            path: instance.path(),
            json: base.raw().to_owned(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn the_first_value_stays() {
        check(
            RULE.id,
            &TestCase::update(&[("accountId", "9001.0")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("brandId", "8002"), ("accountId", "")]),
            &expect![[r#"
                Error at brandId: Brand ID cannot be changed once the campaign exists. Restore 8001, or create a new campaign instead.
                  fix: Put it back (set brandId to 8001)
                Error at accountId: Account ID cannot be changed once the campaign exists. Restore 9001, or create a new campaign instead.
                  fix: Put it back (set accountId to 9001)
            "#]],
        );
    }

    #[test]
    fn unset_value_can_be_set_once() {
        check(
            RULE.id,
            &TestCase::update_from(&[("brandId", "null")], &[("brandId", "8002")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::create(&[("brandId", "8002")]),
            &expect![[""]],
        );
    }
}
