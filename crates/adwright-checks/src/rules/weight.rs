use adwright_model::Path;

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::{Finding, Severity};
use crate::profile::{WeightLimit, WeightProfile, WeightScope, profiles};
use crate::rule::{Rule, note, warning};

/// An ad that exceeds a published weight limit.
///
/// Unknown sizes are not compared: an ad without a size in kilobytes is not light.
pub(super) const RULE: Rule = Rule {
    id: "weight",
    code: None,
    title: "Weight against published limits",
    about: "Publishers, ad servers and browsers limit the weight of an ad. The limits come from named and dated \
           profiles: IAB fixed sizes (2017), the ad server of this interface (10 MB, 200 KB for the default \
           image), and the browser (4 MB before a person touches the ad). The finding names the profile and its \
           date.",
    source: "The interface, Ad objects (shared layout): \"Sizes are in KB\". IAB Tech Lab, New Ad Portfolio, \
            July 2017; Chrome, Handling Heavy Ad Interventions, May 2020; Public help pages of the historic ad server of this interface.",
    kinds: &[],
    cases: &[
        warning(
            "refused",
            "{what} weighs {weight} KB, but the profile {profile} of {date} allows {most} KB. The ad may be refused \
            or taken down, so make it lighter. Source: {source}.",
        ),
        note(
            "advised",
            "{what} weighs {weight} KB, but the profile {profile} of {date} advises at most {most} KB{size}. Check \
            the publisher's limit. Source: {source}.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let Some(ad) = index.objects("Ad").next() else {
        return Vec::new();
    };
    let profiles = profiles().iter();
    let profiles = profiles.filter(|profile| profile.kinds.contains(&index.input.kind));
    let limits =
        profiles.flat_map(|profile| profile.limits.iter().map(move |limit| (profile, limit)));
    let size = size_text(&ad);
    let of_size = |limit: &WeightLimit| {
        limit.sizes.is_empty() || size.as_ref().is_some_and(|it| limit.sizes.contains(it))
    };
    limits
        .filter(|(_, limit)| of_size(limit))
        .filter_map(|(profile, limit)| {
            let size = size.as_ref().filter(|_| !limit.sizes.is_empty());
            finding(find_weight(index, &ad, limit.weighs)?, size, profile, limit)
        })
        .collect()
}

fn finding(
    (path, weight): (Path, i64),
    size: Option<&String>,
    profile: &WeightProfile,
    limit: &WeightLimit,
) -> Option<Finding> {
    let case = match profile.severity {
        Severity::Note => "advised",
        Severity::Error | Severity::Warning => "refused",
    };
    let size_note = size.map_or(String::new(), |size| format!(" for {size}"));
    (weight > limit.most).then(|| {
        RULE.finding(case, path)
            .with_arg("what", scope_name(limit.weighs))
            .with_arg("weight", weight.to_string())
            .with_arg("profile", &profile.name)
            .with_arg("date", &profile.date)
            .with_arg("most", limit.most.to_string())
            .with_arg("size", size_note)
            .with_arg("source", &profile.source)
    })
}

fn size_text(ad: &ObjectInstance<'_>) -> Option<String> {
    Some(format!(
        "{}x{}",
        ad.integer("width")?,
        ad.integer("height")?
    ))
}

fn scope_name(scope: WeightScope) -> &'static str {
    match scope {
        WeightScope::Initial => "The initial load of the ad",
        WeightScope::Overall => "The ad with all its assets",
        WeightScope::Untouched => "The load of the ad before a person touches it",
        WeightScope::DefaultImage => "The default image",
    }
}

/// Returns the path of a weight and its value in kilobytes.
fn find_weight(
    index: &DocumentIndex<'_>,
    ad: &ObjectInstance<'_>,
    scope: WeightScope,
) -> Option<(Path, i64)> {
    let of = |name| Some((ad.field(name)?.path(), ad.integer(name)?));
    match scope {
        WeightScope::Initial => of("initialSize"),
        WeightScope::Overall => of("overallSize"),
        WeightScope::DefaultImage => {
            let image = ad.field("defaultImage")?;
            let size = image.node?.member("size")?.as_i64()?;
            Some((image.path().child("size"), size))
        }
        WeightScope::Untouched => {
            let (path, overall) = of("overallSize")?;
            let panels = index.objects("Panel");
            let on_request = panels.filter_map(|panel| on_request_weight(&panel));
            Some((path, on_request.fold(overall, i64::saturating_sub)))
        }
    }
}

/// Returns the weight of a panel that loads only when somebody opens it.
fn on_request_weight(panel: &ObjectInstance<'_>) -> Option<i64> {
    let weight = panel.integer("size")?;
    (weight > 0 && !panel.is_true("autoExpand")).then_some(weight)
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(more: &str) -> TestCase {
        let json = format!(r#"{{"width":300,"height":250,{more}}}"#);
        TestCase::new_of(Kind::Html5ExpandableBannerAd, &json)
    }

    #[test]
    fn ad_at_the_limit_has_no_finding() {
        for more in [
            r#""initialSize":150,"overallSize":4096,"defaultImage":{"size":200}"#,
            r#""initialSize":null,"overallSize":"9999","defaultImage":null"#,
            r#""overallSize":10240,"panels":[{"size":6000},{"size":144,"autoExpand":false}]"#,
            r#""overallSize":-9223372036854775808,"panels":[{"size":9223372036854775807}]"#,
        ] {
            check(RULE.id, &ad(more), &expect![[""]]);
        }
        let unusual = r#"{"width":301,"height":250,"initialSize":900}"#;
        let unusual = TestCase::new_of(Kind::ExpandableBannerAd, unusual);
        check(RULE.id, &unusual, &expect![[""]]);
        let video = r#"{"width":300,"height":250,"initialSize":900,"overallSize":90000}"#;
        let video = TestCase::new_of(Kind::InStreamInteractiveAd, video);
        check(RULE.id, &video, &expect![[""]]);
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
    }

    #[test]
    fn heavier_ad_is_reported_with_its_profile() {
        check(
            RULE.id,
            &ad(r#""initialSize":151"#),
            &expect![[r#"
                Note at initialSize: The initial load of the ad weighs 151 KB, but the profile IAB fixed sizes of 2017-07 advises at most 150 KB for 300x250. Check the publisher's limit. Source: IAB Tech Lab, New Ad Portfolio, Fixed Size Ad Specifications, version 1.1.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""overallSize":10241,"panels":{"size":9000}"#),
            &expect![[r#"
                Warning at overallSize: The ad with all its assets weighs 10241 KB, but the profile Ad server of 2024-10 allows 10240 KB. The ad may be refused or taken down, so make it lighter. Source: Public help pages of the historic ad server of this interface.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""defaultImage":{"size":201}"#),
            &expect![[r#"
                Warning at defaultImage.size: The default image weighs 201 KB, but the profile Ad server of 2024-10 allows 200 KB. The ad may be refused or taken down, so make it lighter. Source: Public help pages of the historic ad server of this interface.
            "#]],
        );
    }

    #[test]
    fn auto_opening_panel_counts_as_initial_weight() {
        check(
            RULE.id,
            &ad(
                r#""overallSize":4100,"panels":[{"size":3000,"autoExpand":true},{"size":3},{"size":-9}]"#,
            ),
            &expect![[r#"
                Warning at overallSize: The load of the ad before a person touches it weighs 4097 KB, but the profile Browser of 2020-05 allows 4096 KB. The ad may be refused or taken down, so make it lighter. Source: Chrome, Handling Heavy Ad Interventions, developer.chrome.com.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""overallSize":4100,"panels":[{"size":3000,"autoExpand":true},{"size":4}]"#),
            &expect![[""]],
        );
    }
}
