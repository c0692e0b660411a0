use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// Objects that were not checked because the document has too many.
pub(super) const RULE: Rule = Rule {
    id: "unchecked-rest",
    code: None,
    title: "Too large to be checked completely",
    about: "Adwright checks half a million fields of one object and its parts. A large ad has hundreds of times \
            fewer. The other parts are not checked: they may be right or wrong. Adwright shows at most ten thousand \
            findings of one rule; more appear after these are fixed.",
    source: "The interface, Conventions: it names no limit for the length of an object.",
    kinds: &[],
    cases: &[warning(
        "unchecked",
        "The object has so many parts that this one, and others, were not checked. Find out why it has so many.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let first = index.first_beyond_limit();
    let finding = first.map(|path| RULE.finding("unchecked", path));
    finding.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn panels(count: usize) -> TestCase {
        let panels = vec!["{}"; count].join(",");
        TestCase::new_of(
            Kind::ExpandableBannerAd,
            &format!(r#"{{"panels":[{panels}]}}"#),
        )
    }

    #[test]
    fn unchecked_part_is_reported_at_its_start() {
        check(
            RULE.id,
            &panels(50_000),
            &expect![[r#"
                Warning at panels[17239]: The object has so many parts that this one, and others, were not checked. Find out why it has so many.
            "#]],
        );
    }

    #[test]
    fn a_large_ad_is_checked_to_its_end() {
        check(RULE.id, &panels(2_000), &expect![[""]]);
    }
}
