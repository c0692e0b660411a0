use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An ad with more visible placement ads than placement ads in total.
pub(super) const RULE: Rule = Rule {
    id: "placement-counts",
    code: None,
    title: "More placement ads visible than there are",
    about: "A master ad has two counts of its placement ads: those that you may see, and all of them. The first \
           cannot be larger than the second.",
    source: "The interface, Ad objects (shared layout): \"placement ads of the master visible to the \
            user\" and \"all placement ads of the master\".",
    kinds: &[],
    cases: &[warning(
        "more",
        "{field} is {visible}, but there are only {all} in all. The service supplies both, so fetch \
        the ad again.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ads = index.objects("Ad");
    ads.filter_map(|ad| finding(&ad)).collect()
}

fn finding(ad: &ObjectInstance<'_>) -> Option<Finding> {
    let field = ad.field("numberOfPlacementAds")?;
    let visible = field.node?.as_i64()?;
    let all = ad.integer("overallNumberOfPlacementAds")?;
    (visible > all).then(|| {
        RULE.finding_at("more", &field)
            .with_arg("visible", visible.to_string())
            .with_arg("all", all.to_string())
    })
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn visible_placements_must_exist() {
        let ad = |counts: &str| TestCase::new_of(Kind::ExpandableBannerAd, counts);
        check(
            RULE.id,
            &ad(r#"{"numberOfPlacementAds":3,"overallNumberOfPlacementAds":3}"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(r#"{"numberOfPlcementAds":4,"overallNumberOfPlacdementAds":3}"#),
            &expect![[r#"
                Warning at numberOfPlcementAds: Placement ads you can see is 4, but there are only 3 in all. The service supplies both, so fetch the ad again.
            "#]],
        );
    }
}
