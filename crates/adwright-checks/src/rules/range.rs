use adwright_model::{Facet, Field, JsonType, Node, compare_numbers};

use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// A number outside its limits, or a text that is too long. Numbers are compared by exact decimal
/// value.
pub(super) const RULE: Rule = Rule {
    id: "range",
    code: None,
    title: "Value outside its limits",
    about: "Some numbers have a smallest or largest value, and some texts have a maximum length.",
    source: "The interface shows only the limit of its type Integer, which has 32 bits. The limits of campaigns apply \
            in Practice only.",
    kinds: &[],
    cases: &[
        error(
            "small",
            "{field} is {value}, but it must be at least {limit}. Enter {limit} or more.",
        ),
        error(
            "large",
            "{field} is {value}, but it must be at most {limit}. Enter {limit} or less.",
        ),
        error(
            "long",
            "{field} has {length} characters, but at most {limit} are allowed. Shorten it.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    index
        .fields_with(Facet::Limits)
        .filter_map(finding)
        .collect()
}

fn finding(instance: FieldInstance<'_>) -> Option<Finding> {
    let node = instance.node?;
    let (case, limit) = match node.json_type() {
        JsonType::Number => beyond_limit(instance.field, &node)?,
        JsonType::String => too_long(instance.field, &node)?,
        _ => return None,
    };
    let finding = RULE.finding_at(case, &instance);
    let finding = match case {
        "long" => finding.with_arg("length", length(&node).to_string()),
        _ => finding.with_arg("value", node.raw()),
    };
    Some(finding.with_arg("limit", limit))
}

fn beyond_limit(field: &Field, node: &Node<'_>) -> Option<(&'static str, String)> {
    let whole = node.as_i64();
    let compare = |limit: &i64| match whole {
        Some(value) => value.cmp(limit),
        None => compare_numbers(node.raw(), &limit.to_string()),
    };
    if let Some(limit) = field.minimum.filter(|limit| compare(limit).is_lt()) {
        return Some(("small", limit.to_string()));
    }
    let limit = field.maximum.filter(|limit| compare(limit).is_gt())?;
    Some(("large", limit.to_string()))
}

fn too_long(field: &Field, node: &Node<'_>) -> Option<(&'static str, String)> {
    let limit = field.max_length.filter(|&limit| length(node) > limit)?;
    Some(("long", limit.to_string()))
}

fn length(node: &Node<'_>) -> usize {
    node.as_str().map_or(0, |text| text.chars().count())
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn numbers_have_a_smallest_value() {
        check(
            RULE.id,
            &TestCase::update(&[("budget", "0.00"), ("accountId", "1")]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("budget", "-1e-400"), ("accountId", "0.9")]),
            &expect![[r"
                Error at accountId: Account ID is 0.9, but it must be at least 1. Enter 1 or more.
                Error at budget: Budget is -1e-400, but it must be at least 0. Enter 0 or more.
            "]],
        );
    }

    #[test]
    fn texts_have_a_greatest_length_in_characters() {
        let name = |length| format!("\"{}\"", "ä".repeat(length));
        check(
            RULE.id,
            &TestCase::update(&[("name", &name(300))]),
            &expect![[""]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("name", &name(301))]),
            &expect![[r"
                Error at name: Name has 301 characters, but at most 300 are allowed. Shorten it.
            "]],
        );
    }

    #[test]
    fn numbers_have_a_largest_value() {
        let times = |times| {
            let json = format!(
                r#"{{"panelsSettings":{{"type":"BasePanelsSettings","panelFrequencyTimes":{times}}}}}"#
            );
            TestCase::new_of(Kind::ExpandableBannerAd, &json)
        };
        check(RULE.id, &times("2147483647.0"), &expect![[""]]);
        check(
            RULE.id,
            &times("2147483647.000000000000000000001"),
            &expect![[r#"
                Error at panelsSettings.panelFrequencyTimes: Times is 2147483647.000000000000000000001, but it must be at most 2147483647. Enter 2147483647 or less.
            "#]],
        );
    }
}
