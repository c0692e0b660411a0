use crate::check_input::display_value;
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

const OF_PLACEMENT: [&str; 4] = ["placementId", "placementName", "siteId", "siteName"];

/// An ad with members of a placement ad but no master ad, or a placement ad without a placement.
pub(super) const RULE: Rule = Rule {
    id: "placement-ad",
    code: None,
    title: "Placement of an ad that has no master",
    about: "A placement ad is made from a master ad and attached to a placement. It names both; a master ad names \
           neither. If only one is present, the ad was copied or edited in part.",
    source: "The interface, Ad objects (shared layout): placementId is \"placement ad only\"; \
            masterAdId is \"for a placement ad, the master ad it came from; empty otherwise\"; \
            changed is \"for a placement ad, whether it changed since creation from its master\".",
    kinds: &[],
    cases: &[
        warning(
            "placement",
            "{field} is {value}, which only a placement ad has, but this ad names no master ad. Check if it is a \
            placement ad. If it is, fetch it again.",
        ),
        warning(
            "changed",
            "{field} is yes, which only a placement ad can be, but this ad names no master ad. Check if it is a \
            placement ad. If it is, fetch it again.",
        ),
        warning(
            "itself",
            "{field} is {value}, the id of this ad itself. An ad is never its own master. Fetch it again.",
        ),
        note(
            "detached",
            "{field} is {value}, so this is a placement ad, but it names no placement. It is not served until it \
            is attached to a placement.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index.objects("Ad").flat_map(|ad| findings(&ad)).collect()
}

fn findings(ad: &ObjectInstance<'_>) -> Vec<Finding> {
    match ad.value("masterAdId") {
        None => check_master(ad),
        Some(_) => check_placement_ad(ad).into_iter().collect(),
    }
}

fn check_master(ad: &ObjectInstance<'_>) -> Vec<Finding> {
    let filled = OF_PLACEMENT
        .iter()
        .filter(|name| ad.value(name).is_some())
        .filter_map(|name| finding_with_value(ad, "placement", name));
    let changed = ad
        .is_true("changed")
        .then(|| finding_with_value(ad, "changed", "changed"));
    filled.chain(changed.flatten()).collect()
}

fn check_placement_ad(ad: &ObjectInstance<'_>) -> Option<Finding> {
    let (master, id) = (ad.integer("masterAdId"), ad.integer("id"));
    if master.is_some() && master == id {
        return finding_with_value(ad, "itself", "masterAdId");
    }
    let is_attached = ad.value("placementId").is_some();
    finding_with_value(ad, "detached", "masterAdId").filter(|_| !is_attached)
}

fn finding_with_value(ad: &ObjectInstance<'_>, case: &'static str, name: &str) -> Option<Finding> {
    let instance = ad.field(name)?;
    Some(
        RULE.finding_at(case, &instance)
            .with_arg("value", display_value(&instance.node?)),
    )
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(more: &str) -> TestCase {
        TestCase::new_of(Kind::InStreamInteractiveAd, &format!(r#"{{"id":5{more}}}"#))
    }

    #[test]
    fn a_master_ad_has_no_placement() {
        check(RULE.id, &ad(""), &expect![[""]]);
        check(
            RULE.id,
            &ad(r#","masterAdId":null,"placementId":null,"changed":false"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(r#","placementId":71,"siteName":"News","changed":true"#),
            &expect![[r#"
                Warning at placementId: Placement ID is 71, which only a placement ad has, but this ad names no master ad. Check if it is a placement ad. If it is, fetch it again.
                Warning at siteName: Site is News, which only a placement ad has, but this ad names no master ad. Check if it is a placement ad. If it is, fetch it again.
                Warning at changed: Changed from master is yes, which only a placement ad can be, but this ad names no master ad. Check if it is a placement ad. If it is, fetch it again.
            "#]],
        );
    }

    #[test]
    fn a_placement_ad_has_both() {
        check(
            RULE.id,
            &ad(r#","masterAdId":4,"placementId":71,"changed":true"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(r#","masterAdId":4"#),
            &expect![[r#"
                Note at masterAdId: Master ad ID is 4, so this is a placement ad, but it names no placement. It is not served until it is attached to a placement.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#","masterAdId":5,"placementId":71"#),
            &expect![[r#"
                Warning at masterAdId: Master ad ID is 5, the id of this ad itself. An ad is never its own master. Fetch it again.
            "#]],
        );
    }
}
