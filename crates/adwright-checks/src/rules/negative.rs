use adwright_model::{Facet, JsonType, compare_numbers};

use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// A negative count or measure.
///
/// Positions and offsets may be negative: a panel can open to the left.
pub(super) const RULE: Rule = Rule {
    id: "negative",
    code: None,
    title: "Negative size, duration or count",
    about: "A width, a size in kilobytes, a duration or a number of things is never less than 0.",
    source: "The interface, Ad objects (shared layout): \"Sizes are in KB\"; Nested object shapes: \
            width, height, size, duration, bitRate and counts.",
    kinds: &[],
    cases: &[warning(
        "negative",
        "{field} is {value}, but it cannot be less than 0. Check the value.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Quantity)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    // If the field has its own limit, the rule `range` reports it.
    let node = instance
        .node
        .filter(|_| instance.field.minimum.is_none_or(|least| least < 0))?;
    let is_number = node.json_type() == JsonType::Number;
    let is_signed = is_number && node.raw().starts_with('-');
    let is_negative = is_signed && compare_numbers(node.raw(), "0").is_lt();
    is_negative.then(|| {
        RULE.finding_at("negative", &instance)
            .with_arg("value", node.raw())
    })
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(json: &str) -> TestCase {
        TestCase::new_of(Kind::ExpandableBannerAd, json)
    }

    #[test]
    fn zero_is_not_negative() {
        check(
            RULE.id,
            &ad(
                r#"{"width":0,"overallSize":-0,"banner":{"duration":-0.0e5,"size":null,"width":"-1"}}"#,
            ),
            &expect![[""]],
        );
    }

    #[test]
    fn a_quantity_is_not_negative() {
        check(
            RULE.id,
            &ad(
                r#"{"height":-1,"numberOfPlcementAds":-2,"banner":{"duration":-0.5,"size":-3},
                "panelsSettings":{"type":"BasePanelsSettings","panelFrequencyTimes":-1}}"#,
            ),
            &expect![[r#"
                Warning at height: Height is -1, but it cannot be less than 0. Check the value.
                Warning at numberOfPlcementAds: Placement ads you can see is -2, but it cannot be less than 0. Check the value.
                Warning at banner.duration: Duration is -0.5, but it cannot be less than 0. Check the value.
                Warning at banner.size: Size is -3, but it cannot be less than 0. Check the value.
                Warning at panelsSettings.panelFrequencyTimes: Times is -1, but it cannot be less than 0. Check the value.
            "#]],
        );
    }

    #[test]
    fn position_may_be_negative() {
        check(
            RULE.id,
            &ad(r#"{"panels":[{"positionX":-300,"positionY":-5}]}"#),
            &expect![[""]],
        );
    }

    #[test]
    fn limit_of_the_field_takes_precedence() {
        check(
            RULE.id,
            &TestCase::update(&[("budget", "-1")]),
            &expect![[""]],
        );
    }
}
