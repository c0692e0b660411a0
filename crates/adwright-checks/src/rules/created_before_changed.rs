use adwright_model::Facet;

use crate::date::format_day;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An object whose last change precedes its creation.
pub(super) const RULE: Rule = Rule {
    id: "created-before-changed",
    code: None,
    title: "Changed before it was created",
    about: "The last change of an object cannot be earlier than its creation. If it is, one of the two dates was \
           overwritten or is in another unit.",
    source: "The interface, Ad objects (shared layout): createdOn is the \"creation time\", \
            lastUpdatedOn the \"last update time\".",
    kinds: &[],
    cases: &[warning(
        "order",
        "{field} is {changed}, but it was created on {created}. The service supplies both dates. Fetch the object \
        again; if the dates stay wrong, ask the service's support.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let created = index.fields_with(Facet::Instant);
    created
        .filter(|instance| instance.field.name == "createdOn")
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let created = instance.node?.as_i64()?;
    let changed = instance.object().field("lastUpdateOn")?;
    let when = changed.node?.as_i64()?;
    (when < created).then(|| {
        RULE.finding_at("order", &changed)
            .with_arg("changed", format_day(when))
            .with_arg("created", format_day(created))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn times(created: &str, changed: &str) -> TestCase {
        let sent = [("createdOn", created), ("lastUpdateOn", changed)];
        TestCase::update_from(&sent, &[])
    }

    #[test]
    fn a_change_comes_after_the_creation() {
        let at = "1760000000000";
        check(RULE.id, &times(at, at), &expect![[""]]);
        check(RULE.id, &times(at, "null"), &expect![[""]]);
        check(
            RULE.id,
            &times(at, "1759000000000"),
            &expect![[r#"
                Warning at lastUpdateOn: Last changed on is 2025-09-27, but it was created on 2025-10-09. The service supplies both dates. Fetch the object again; if the dates stay wrong, ask the service's support.
            "#]],
        );
    }

    #[test]
    fn other_spelling_is_checked_too() {
        let sent = [("lastUpdateOn", ""), ("lastUpdatedOn", "1759000000000")];
        check(
            RULE.id,
            &TestCase::update_from(&sent, &[]),
            &expect![[r#"
                Warning at lastUpdatedOn: Last changed on is 2025-09-27, but it was created on 2025-10-09. The service supplies both dates. Fetch the object again; if the dates stay wrong, ask the service's support.
            "#]],
        );
    }
}
