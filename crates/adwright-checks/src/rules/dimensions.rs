use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An ad whose `dimensions` differ from its `width` and `height`.
///
/// The service supplies all three, so no edit can fix it.
pub(super) const RULE: Rule = Rule {
    id: "dimensions",
    code: None,
    title: "Dimensions against width and height",
    about: "The dimensions of an ad are its width and height as a text, such as 300x250. If they differ, nobody \
           can tell in which size the ad is served.",
    source: "The interface, Ad objects (shared layout): dimensions are \"width and height as text \
            (form: width, letter x, height)\".",
    kinds: &[],
    cases: &[
        warning(
            "form",
            "{field} is \"{value}\", which is not a size such as 300x250. The service supplies it, so ask its \
            support to check the ad.",
        ),
        warning(
            "differs",
            "{field} is \"{value}\", but the ad is {width} wide and {height} high. The service supplies both, so \
            ask its support to check the ad before it is served in the wrong size.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ads = index.objects("AdRecord");
    ads.filter_map(|ad| finding(&ad)).collect()
}

fn finding(ad: &ObjectInstance<'_>) -> Option<Finding> {
    let dimensions = ad.field("dimensions")?;
    let text = dimensions.node?.as_str()?;
    let finding = |case| {
        RULE.finding_at(case, &dimensions)
            .with_arg("value", text.clone())
    };
    let Some(size) = parse_dimensions(&text) else {
        return Some(finding("form"));
    };
    let (width, height) = (ad.integer("width")?, ad.integer("height")?);
    (size != (width, height)).then(|| {
        finding("differs")
            .with_arg("width", width.to_string())
            .with_arg("height", height.to_string())
    })
}

fn parse_dimensions(text: &str) -> Option<(i64, i64)> {
    let (width, height) = text.split_once(['x', 'X'])?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(size: &str) -> TestCase {
        TestCase::new_of(Kind::ExpandableBannerAd, &format!("{{{size}}}"))
    }

    #[test]
    fn equal_sizes_have_no_finding() {
        for size in [
            r#""width":300,"height":250,"dimensions":"300x250""#,
            r#""width":300.0,"height":250,"dimensions":"300 X 250""#,
            r#""width":300,"height":null,"dimensions":"728x90""#,
            r#""width":300,"height":250,"dimensions":null"#,
            r#""width":300,"height":250"#,
        ] {
            check(RULE.id, &ad(size), &expect![[""]]);
        }
    }

    #[test]
    fn differing_size_is_reported() {
        check(
            RULE.id,
            &ad(r#""width":250,"height":300,"dimensions":"300x250""#),
            &expect![[r#"
                Warning at dimensions: Dimensions is "300x250", but the ad is 250 wide and 300 high. The service supplies both, so ask its support to check the ad before it is served in the wrong size.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""width":300,"height":600,"dimensions":"300x250""#),
            &expect![[r#"
                Warning at dimensions: Dimensions is "300x250", but the ad is 300 wide and 600 high. The service supplies both, so ask its support to check the ad before it is served in the wrong size.
            "#]],
        );
    }

    #[test]
    fn invalid_size_is_reported() {
        check(
            RULE.id,
            &ad(r#""dimensions":"300""#),
            &expect![[r#"
                Warning at dimensions: Dimensions is "300", which is not a size such as 300x250. The service supplies it, so ask its support to check the ad.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""dimensions":"300xhigh""#),
            &expect![[r#"
                Warning at dimensions: Dimensions is "300xhigh", which is not a size such as 300x250. The service supplies it, so ask its support to check the ad.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""dimensions":"x250""#),
            &expect![[r#"
                Warning at dimensions: Dimensions is "x250", which is not a size such as 300x250. The service supplies it, so ask its support to check the ad.
            "#]],
        );
    }
}
