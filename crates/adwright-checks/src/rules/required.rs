use adwright_model::{Condition, Facet, JsonType, Node, ObjectType};

use crate::check_input::Phase;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// A required field without a value.
///
/// `null`, blank text and an empty list count as no value. On create, fields that the service assigns are not required.
pub(super) const RULE: Rule = Rule {
    id: "required",
    code: None,
    title: "Required field is empty",
    about: "The service refuses a document if a required field is empty. New objects and changes have different \
           required fields. A field that the service assigns is not required in a new object, but a change must \
           return it. An empty list is not a value.",
    source: "The interface, Limitation words: \"Mandatory = required\", and \"Mandatory when\" with its \
            condition. For campaigns the list is \
            not shown; in Practice it is ours.",
    kinds: &[],
    cases: &[
        error(
            "missing",
            "{field} is empty. The service refuses {a_noun} without it. Enter it before you send.",
        ),
        error(
            "depends",
            "{field} is empty. The service requires it because {because}. Enter it before you send.",
        ),
        error(
            "lost",
            "{field} is missing. The service assigned it to this {noun} and requires it with every change. Discard \
            the draft and fetch the {noun} again.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Required)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    if instance.node.as_ref().is_some_and(has_value) {
        return None;
    }
    let (field, input, object) = (instance.field, instance.input(), instance.object());
    if !input.requires(field, &object.node) {
        return None;
    }
    let is_supplied = input.phase == Phase::Update && field.read_only;
    // If the base has the value, the rule `read-only` reports it and offers the base value.
    if is_supplied && instance.base.as_ref().is_some_and(has_value) {
        return None;
    }
    // A condition counts only if the field is not required anyway.
    let condition = field
        .required_if
        .as_ref()
        .filter(|_| !input.always_requires(field));
    let finding = |case| {
        let finding = RULE.finding(case, instance.path());
        finding.with_arg("field", &field.title)
    };
    Some(match condition {
        _ if is_supplied => finding("lost").with_arg("noun", input.noun()),
        Some(condition) => {
            finding("depends").with_arg("because", reason(condition, object.object_type))
        }
        None => finding("missing").with_arg("a_noun", input.noun_with_article()),
    })
}

/// Formats the condition of a field as a reason inside a sentence.
fn reason(condition: &Condition, object: &ObjectType) -> String {
    let member = condition.member();
    let title = object
        .field(member)
        .map_or(member, |field| field.title.as_str());
    match condition {
        Condition::Is { word, .. } => format!("{title} is {word}"),
        Condition::NotEmpty { .. } => format!("{title} is not empty"),
    }
}

fn has_value(node: &Node<'_>) -> bool {
    match node.json_type() {
        JsonType::Null => false,
        JsonType::String => node
            .as_str()
            .is_some_and(|text| !text.trim_start().is_empty()),
        JsonType::Array => !node.is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::{Catalog, FieldType, Kind};
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn new_campaign_needs_person_supplied_fields() {
        check(RULE.id, &TestCase::create(&[]), &expect![[""]]);
        check(
            RULE.id,
            &TestCase::create(&[("name", ""), ("brandId", "null")]),
            &expect![[r#"
                Error at brandId: Brand ID is empty. The service refuses a campaign without it. Enter it before you send.
                Error at name: Name is empty. The service refuses a campaign without it. Enter it before you send.
            "#]],
        );
        check(
            RULE.id,
            &TestCase::create(&[("name", "\" \"")]),
            &expect![[r#"
                Error at name: Name is empty. The service refuses a campaign without it. Enter it before you send.
            "#]],
        );
    }

    #[test]
    fn empty_list_does_not_satisfy_mandatory_list() {
        for (linears, expected) in [
            ("[]", &["linears Error missing"][..]),
            ("null", &["linears Error missing"]),
            ("[{}]", &[]),
        ] {
            let json = format!(
                r#"{{"type":"InStreamInteractiveAd","name":"A","adFormatId":1,"accountId":1,"deliveryType":"X",
                "enhanced":false,"linearSettings":{{"type":"LinearSettings"}},"linears":{linears}}}"#
            );
            let ad = TestCase::new_of(Kind::InStreamInteractiveAd, &json);
            let about_list = ad
                .outline(RULE.id)
                .into_iter()
                .filter(|line| line.starts_with("linears "));
            assert_eq!(about_list.collect::<Vec<_>>(), expected, "{linears}");
        }
        let mandatory = Catalog::bundled()
            .objects()
            .flat_map(|object| &object.fields);
        let lists: std::collections::BTreeSet<_> = mandatory
            .filter(|field| field.can_be_required() && matches!(field.ty, FieldType::List(_)))
            .map(|field| field.name.as_str())
            .collect();
        assert_eq!(lists.into_iter().collect::<Vec<_>>(), ["linears"]);
    }

    #[test]
    fn update_needs_the_id_of_the_service() {
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
        check(
            RULE.id,
            &TestCase::update(&[("id", "")]).without_base(),
            &expect![[r#"
                Error at id: Campaign ID is missing. The service assigned it to this campaign and requires it with every change. Discard the draft and fetch the campaign again.
            "#]],
        );
    }

    #[test]
    fn fields_restorable_from_base_belong_to_another_rule() {
        check(RULE.id, &TestCase::update(&[("id", "")]), &expect![[""]]);
    }

    #[test]
    fn real_service_does_not_declare_required_fields() {
        check(
            RULE.id,
            &TestCase::create(&[("name", "")]).without_practice(),
            &expect![[""]],
        );
    }

    #[test]
    fn panels_require_more_fields() {
        let ad = |kind, more: &str| {
            let json = format!(
                r#"{{"type":"{kind}","name":"A","adFormatId":39,"accountId":1,"banner":{{"type":"AdAsset"}},
                "defaultImage":{{"type":"AdAsset"}},"videoStartMethod":"USER_START",
                "html5":{{"type":"AdAssetFolder"}}{more}}}"#
            );
            TestCase::new_of(kind, &json)
        };
        let panels = r#","downloadMode":"polite","panels":[{"type":"Panel"}]"#;
        check(
            RULE.id,
            &ad(Kind::ExpandableBannerAd, panels),
            &expect![[r#"
                Error at adSmartVersionSchema: Dynamic elements is empty. The service requires it because Panels is not empty. Enter it before you send.
            "#]],
        );
        check(
            RULE.id,
            &ad(Kind::Html5ExpandableBannerAd, panels),
            &expect![[r#"
                Error at panelsSettings: Panel settings is empty. The service requires it because Panels is not empty. Enter it before you send.
                Error at initialLoadAsset: First shown is empty. The service requires it because Download is POLITE. Enter it before you send.
            "#]],
        );
        let instant = r#","downloadMode":"INSTANT","panels":[]"#;
        check(
            RULE.id,
            &ad(Kind::ExpandableBannerAd, instant),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(Kind::Html5ExpandableBannerAd, instant),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(Kind::ExpandableBannerAd, ""),
            &expect![[r#"
                Error at downloadMode: Download is empty. The service refuses an expandable banner ad without it. Enter it before you send.
            "#]],
        );
    }
}
