use adwright_model::Facet;

use crate::finding::Finding;
use crate::rule::{Rule, note};
use crate::walk::{Visit, Walk};

/// An id that no service gives: zero or less.
///
/// What the service sent itself is left alone, and so are folders: the root folder is -1.
pub(super) const RULE: Rule = Rule {
    id: "id",
    code: None,
    title: "Id of zero or less",
    about: "Services number their objects from 1. A 0 or -1 is what tools write where they have no \
           id; an empty field says that better.",
    source: "PUBLIC-FACTS.md, sections 5, 7 and 8.6: the ids seen are positive, but for the root \
            folder, which is -1.",
    kinds: &[],
    cases: &[note(
        "no-id",
        "{field} is {value}, which is no id that a service gives. Leave it empty if there is none.",
    )],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    walk.with(Facet::Id).filter_map(finding).collect()
}

fn finding(visit: Visit<'_>) -> Option<Finding> {
    let node = visit.node?;
    let value = node.as_i64().filter(|value| *value < 1)?;
    let is_sent = visit.base.is_some_and(|base| base.same_value(&node));
    let is_limited = visit.field.minimum.is_some();
    (!is_sent && !is_limited).then(|| RULE.at("no-id", &visit).arg("value", value.to_string()))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    fn ad(json: &str) -> Case {
        Case::new_of(Kind::ExpandableBannerAd, json)
    }

    #[test]
    fn ids_count_from_one() {
        check(
            RULE.id,
            &ad(r#"{"id":1,"adTemplateId":null,"banner":{"assetId":7,"folderId":-1,"width":0}}"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(r#"{"id":0,"adTemplateId":-1,"banner":{"assetId":0.0}}"#),
            &expect![[r#"
                Note at id: Ad ID is 0, which is no id that a service gives. Leave it empty if there is none.
                Note at adTemplateId: Template ID is -1, which is no id that a service gives. Leave it empty if there is none.
                Note at banner.assetId: Asset ID is 0, which is no id that a service gives. Leave it empty if there is none.
            "#]],
        );
    }

    #[test]
    fn what_the_service_sent_is_left_alone() {
        let sent = Case::update_from(&[("createdBy", "0"), ("id", "0")], &[]);
        check(RULE.id, &sent, &expect![[""]]);
    }

    #[test]
    fn a_limit_of_its_own_goes_first() {
        check(RULE.id, &Case::create(&[("brandId", "0")]), &expect![[""]]);
    }
}
