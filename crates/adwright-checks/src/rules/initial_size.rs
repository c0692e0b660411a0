use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An ad whose initial size is larger than its overall size.
pub(super) const RULE: Rule = Rule {
    id: "initial-size",
    code: None,
    title: "Initial size larger than the whole ad",
    about: "The initially loaded files are a part of all files of an ad. If the initial size is larger, one of the \
           two sizes is outdated. Then nobody can tell if the ad keeps its weight limits.",
    source: "The interface, Ad objects (shared layout): overallSize is the \"size with all assets\", \
            initialSize the \"size of the initially loaded asset\".",
    kinds: &[],
    cases: &[warning(
        "larger",
        "{field} is {initial} KB, but the whole ad has {overall} KB. The service supplies both. Fetch the ad again \
        before you judge its weight.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ads = index.objects("Ad");
    ads.filter_map(|ad| finding(&ad)).collect()
}

fn finding(ad: &ObjectInstance<'_>) -> Option<Finding> {
    let field = ad.field("initialSize")?;
    let initial = field.node?.as_i64()?;
    let overall = ad.integer("overallSize")?;
    (initial > overall).then(|| {
        RULE.finding_at("larger", &field)
            .with_arg("initial", initial.to_string())
            .with_arg("overall", overall.to_string())
    })
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn a_part_is_not_larger_than_the_whole() {
        let ad = |sizes: &str| TestCase::new_of(Kind::Html5ExpandableBannerAd, sizes);
        for sizes in [
            r#"{"initialSize":120,"overallSize":120}"#,
            r#"{"initialSize":120,"overallSize":null}"#,
            r#"{"overallSize":120}"#,
        ] {
            check(RULE.id, &ad(sizes), &expect![[""]]);
        }
        check(
            RULE.id,
            &ad(r#"{"initialSize":121,"overallSize":120}"#),
            &expect![[r#"
                Warning at initialSize: Initial size is 121 KB, but the whole ad has 120 KB. The service supplies both. Fetch the ad again before you judge its weight.
            "#]],
        );
    }
}
