use adwright_model::Facet;

use crate::date::day;
use crate::finding::Finding;
use crate::rule::{Rule, warning};
use crate::walk::{Visit, Walk};

/// Something that was changed before it was created.
pub(super) const RULE: Rule = Rule {
    id: "created-before-changed",
    code: None,
    title: "Changed before it was created",
    about: "The last change of an object cannot be earlier than its creation. Where it is, one of \
           the two was overwritten or is in another unit.",
    source: "The interface, Ad objects (shared layout): createdOn is the \"creation time\", \
            lastUpdatedOn the \"last update time\".",
    kinds: &[],
    cases: &[warning(
        "order",
        "{field} is {changed}, but it was created on {created}. The service supplies both, so fetch \
        it again, and ask there if that does not help.",
    )],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    let created = walk.with(Facet::Instant);
    created
        .filter(|visit| visit.field.name == "createdOn")
        .filter_map(finding)
        .collect()
}

fn finding(visit: Visit<'_>) -> Option<Finding> {
    let created = visit.node?.as_i64()?;
    let changed = visit.holder().field("lastUpdateOn")?;
    let when = changed.node?.as_i64()?;
    (when < created).then(|| {
        RULE.at("order", &changed)
            .arg("changed", day(when))
            .arg("created", day(created))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    fn times(created: &str, changed: &str) -> Case {
        let sent = [("createdOn", created), ("lastUpdateOn", changed)];
        Case::update_from(&sent, &[])
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
            Warning at lastUpdateOn: Last changed on is 2025-09-27, but it was created on 2025-10-09. The service supplies both, so fetch it again, and ask there if that does not help.
        "#]],
        );
    }

    #[test]
    fn the_other_spelling_counts_as_well() {
        let sent = [("lastUpdateOn", ""), ("lastUpdatedOn", "1759000000000")];
        check(
            RULE.id,
            &Case::update_from(&sent, &[]),
            &expect![[r#"
            Warning at lastUpdatedOn: Last changed on is 2025-09-27, but it was created on 2025-10-09. The service supplies both, so fetch it again, and ask there if that does not help.
        "#]],
        );
    }
}
