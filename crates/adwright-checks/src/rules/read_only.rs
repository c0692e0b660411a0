use adwright_model::{Edit, Facet, Node};

use crate::check_input::{Phase, display_value};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, error, note};

/// A field that the service supplies, with another value than the service supplied.
///
/// The value is compared with the base; without a base the rule cannot judge. In a new document the service overwrites
/// the value, so the rule only adds a note.
pub(super) const RULE: Rule = Rule {
    id: "read-only",
    code: None,
    title: "Read-only field was changed",
    about: "The service supplies some fields. Every change must return them unchanged.",
    source: "The interface, Limitation words: \"Read-only = supplied by the service\"; Conventions: \
            \"Include every field, read-only ones as well. Missing information may make the call \
            fail or overwrite existing fields.\"",
    kinds: &[],
    cases: &[
        error(
            "changed",
            "The service supplies {field}, so it cannot be changed. Restore {before}.",
        ),
        error(
            "added",
            "The service supplies {field}, and did not send it for this object. Remove it.",
        ),
        error(
            "removed",
            "{field} is missing. The service supplied it. A change without it may fail or overwrite other fields. \
            Restore {before}.",
        ),
        note(
            "assigned",
            "The service assigns {field} when it creates the {noun}. It may ignore this value. Remove it.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let read_only = index.fields_with(Facet::ReadOnly);
    match (index.input.phase, index.input.base) {
        (Phase::Create, _) => read_only.filter_map(check_new).collect(),
        (Phase::Update, Some(_)) => read_only.filter_map(check_changed).collect(),
        (Phase::Update, None) => Vec::new(),
    }
}

fn check_new(instance: FieldInstance<'_>) -> Option<Finding> {
    instance.node.filter(|node| !node.is_null())?;
    let finding = RULE.finding("assigned", instance.path());
    let finding = finding
        .with_arg("field", &instance.field.title)
        .with_arg("noun", instance.input().noun());
    Some(finding.with_fix(
        "Take it out",
        Edit::Remove {
            path: instance.path(),
        },
    ))
}

fn check_changed(instance: FieldInstance<'_>) -> Option<Finding> {
    let finding = |case| RULE.finding_at(case, &instance);
    match (instance.base, instance.node) {
        (Some(base), Some(node)) if !base.equals_ignoring_id_type(&node) => {
            Some(with_base_restored(finding("changed"), &instance, &base))
        }
        (Some(base), None) => Some(with_base_restored(finding("removed"), &instance, &base)),
        (None, Some(node)) if !node.is_null() => Some(finding("added").with_fix(
            "Take it out",
            Edit::Remove {
                path: instance.path(),
            },
        )),
        _ => None,
    }
}

fn with_base_restored(finding: Finding, instance: &FieldInstance<'_>, base: &Node<'_>) -> Finding {
    let edit = Edit::Set {
        path: instance.path(),
        json: base.raw().to_owned(),
    };
    finding
        .with_arg("before", display_value(base))
        .with_fix("Put it back", edit)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn service_supplied_fields_move_with_their_item() {
        let [one, two] = [
            r#"{"name":"One","delivered":7}"#,
            r#"{"name":"Two","delivered":9}"#,
        ];
        let base = format!("[{one},{two}]");
        let moved = format!("[{two},{one}]");
        check(
            RULE.id,
            &TestCase::update_from(&[("flights", &base)], &[("flights", &moved)]),
            &expect![[""]],
        );
        let swapped = moved.replace('9', "8");
        check(
            RULE.id,
            &TestCase::update_from(&[("flights", &base)], &[("flights", &swapped)]),
            &expect![[r#"
                Error at flights[0].delivered: The service supplies Delivered, so it cannot be changed. Restore 9.
                  fix: Put it back (set flights[0].delivered to 9)
            "#]],
        );
    }

    #[test]
    fn service_supplied_fields_return_unchanged() {
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
        check(
            RULE.id,
            &TestCase::update(&[("version", "4"), ("accountName", "\"South\"")]),
            &expect![[r#"
                Error at version: The service supplies Version, so it cannot be changed. Restore 3.
                  fix: Put it back (set version to 3)
                Error at accountName: The service supplies Account, so it cannot be changed. Restore North Media.
                  fix: Put it back (set accountName to "North Media")
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("createdOn", "")]),
            &expect![[r#"
                Error at createdOn: Created on is missing. The service supplied it. A change without it may fail or overwrite other fields. Restore 1760000000000.
                  fix: Put it back (set createdOn to 1760000000000)
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update_from(&[("brandName", "")], &[("brandName", "\"x\"")]),
            &expect![[r#"
                Error at brandName: The service supplies Brand, and did not send it for this object. Remove it.
                  fix: Take it out (remove brandName)
            "#]],
        );
    }

    #[test]
    fn unsent_read_only_field_must_be_absent() {
        let case = TestCase::update_from(&[("brandName", "")], &[("brandName", "null")]);
        check(RULE.id, &case, &expect![[""]]);
    }

    #[test]
    fn field_is_compared_under_the_service_name() {
        let sent = [("lastUpdateOn", ""), ("lastUpdatedOn", "1761000000000")];
        let case = TestCase::update_from(&sent, &[("lastUpdatedOn", "1762000000000")]);
        check(
            RULE.id,
            &case,
            &expect![[r#"
                Error at lastUpdatedOn: The service supplies Last changed on, so it cannot be changed. Restore 1761000000000.
                  fix: Put it back (set lastUpdatedOn to 1761000000000)
            "#]],
        );
    }

    #[test]
    fn another_spelling_is_no_change() {
        check(
            RULE.id,
            &TestCase::update(&[("version", "3.0")]),
            &expect![[""]],
        );
    }

    #[test]
    fn a_new_campaign_leaves_it_to_the_service() {
        check(
            RULE.id,
            &TestCase::create(&[("id", "5"), ("version", "null")]),
            &expect![[r#"
                Note at advertiserName: The service assigns Advertiser when it creates the campaign. It may ignore this value. Remove it.
                  fix: Take it out (remove advertiserName)
                Note at id: The service assigns Campaign ID when it creates the campaign. It may ignore this value. Remove it.
                  fix: Take it out (remove id)
            "#]],
        );
    }

    #[test]
    fn without_base_there_is_no_finding() {
        check(
            RULE.id,
            &TestCase::update(&[("version", "4")]).without_base(),
            &expect![[""]],
        );
    }
}
