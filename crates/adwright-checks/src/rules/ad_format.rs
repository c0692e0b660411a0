use adwright_model::Kind;

use crate::check_input::is_word;
use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, warning};

const FORMATS: [(Kind, &str); 3] = [
    (Kind::InStreamInteractiveAd, "INSTREAM_INTERACTIVE_AD"),
    (Kind::ExpandableBannerAd, "EXPANDABLE_BANNER_AD"),
    (Kind::Html5ExpandableBannerAd, "HTML5_EXPANDABLE_BANNER_AD"),
];

/// An ad with the format of another ad type.
pub(super) const RULE: Rule = Rule {
    id: "ad-format",
    code: None,
    title: "Format of another type of ad",
    about: "An ad names its type and its base format. The two belong together. If they differ, the ad was probably \
           made from an ad of another type.",
    source: "The interface, Values seen for enumerated fields: \"type of ad\" and \"adFormat\" have \
            the same three values in two spellings.",
    kinds: &[
        Kind::InStreamInteractiveAd,
        Kind::ExpandableBannerAd,
        Kind::Html5ExpandableBannerAd,
    ],
    cases: &[warning(
        "other",
        "{field} is {value}, the format of another ad type than this {noun}. Change it to {expected}, or leave it \
        empty.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    finding(index).into_iter().collect()
}

fn finding(index: &DocumentIndex<'_>) -> Option<Finding> {
    let kind = index.input.kind;
    let format = index.objects("Ad").next()?.field("adFormat")?;
    let node = format.node?;
    let (named, value) = FORMATS.iter().find(|(_, word)| is_word(&node, word))?;
    let (_, expected) = FORMATS.iter().find(|(known, _)| *known == kind)?;
    (*named != kind).then(|| {
        RULE.finding_at("other", &format)
            .with_arg("value", *value)
            .with_arg("noun", index.input.noun())
            .with_arg("expected", *expected)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(format: &str) -> TestCase {
        TestCase::new_of(
            Kind::ExpandableBannerAd,
            &format!(r#"{{"adFormat":{format}}}"#),
        )
    }

    #[test]
    fn the_format_goes_with_the_type() {
        for format in ["\"expandable_banner_ad\"", "\"POLITE_BANNER\"", "null", "7"] {
            check(RULE.id, &ad(format), &expect![[""]]);
        }
        check(
            RULE.id,
            &ad("\"HTML5_EXPANDABLE_BANNER_AD\""),
            &expect![[r#"
                Warning at adFormat: Format is HTML5_EXPANDABLE_BANNER_AD, the format of another ad type than this expandable banner ad. Change it to EXPANDABLE_BANNER_AD, or leave it empty.
            "#]],
        );
    }
}
