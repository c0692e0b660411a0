use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note};

/// Settings for mass versioning on an ad that is not mass versioned.
pub(super) const RULE: Rule = Rule {
    id: "mass-versioning",
    code: None,
    title: "Retargeting of an ad without versions",
    about: "Retargeting chooses among the versions of a mass versioned ad. An ad that is not mass \
           versioned has no versions to choose from.",
    source: "The interface, HTML5 expandable banner ad: enableRetargeting is \"retargeting for a mass \
            versioned ad\", advancedRetargeting \"retargeting data of a mass versioned ad\".",
    kinds: &[],
    cases: &[note(
        "single",
        "{field} is set, but this ad is not mass versioned, so there are no versions to choose from. Switch mass \
        versioning on, or remove the setting.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ads = index.objects("HTML5ExpandableBannerAd");
    ads.flat_map(|ad| findings(&ad)).collect()
}

fn findings(ad: &ObjectInstance<'_>) -> Vec<Finding> {
    if ad.value("massVersioning").and_then(|node| node.as_bool()) != Some(false) {
        return Vec::new();
    }
    let enabled = ad
        .is_true("enableRetargeting")
        .then_some("enableRetargeting");
    let data = ad
        .value("advancedRetargeting")
        .map(|_| "advancedRetargeting");
    let set = enabled.into_iter().chain(data);
    set.filter_map(|name| Some(RULE.finding_at("single", &ad.field(name)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(versions: &str, retargeting: &str) -> TestCase {
        let json = format!(r#"{{"massVersioning":{versions},{retargeting}}}"#);
        TestCase::new_of(Kind::Html5ExpandableBannerAd, &json)
    }

    #[test]
    fn retargeting_needs_versions() {
        let both =
            r#""enableRetargeting":true,"advancedRetargeting":{"type":"AdvancedRetargeting"}"#;
        let neither = r#""enableRetargeting":false,"advancedRetargeting":null"#;
        check(RULE.id, &ad("true", both), &expect![[""]]);
        check(RULE.id, &ad("null", both), &expect![[""]]);
        check(RULE.id, &ad("false", neither), &expect![[""]]);
        check(
            RULE.id,
            &ad("false", both),
            &expect![[r#"
                Note at enableRetargeting: Retargeting is set, but this ad is not mass versioned, so there are no versions to choose from. Switch mass versioning on, or remove the setting.
                Note at advancedRetargeting: Advanced retargeting is set, but this ad is not mass versioned, so there are no versions to choose from. Switch mass versioning on, or remove the setting.
            "#]],
        );
    }
}
