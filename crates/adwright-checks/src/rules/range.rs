use adwright_model::{Field, Node, Shape, compare_numbers};

use crate::finding::{Finding, Severity};
use crate::rule::Rule;
use crate::subject::Subject;
use crate::walk::{Visit, fields};

/// A number outside its limits, or a text that is too long. Numbers are compared by exact decimal
/// value.
pub(super) const RULE: Rule = Rule {
    id: "range",
    code: None,
    title: "Value outside its limits",
    about: "Some numbers have a smallest or largest value, and some texts a greatest length.",
    source: "INTERFACE.md shows no limits; those of campaigns hold in Practice only.",
    wording: &[
        (
            "small",
            "{field} is {value}, but it must be at least {limit}. Enter {limit} or more.",
        ),
        (
            "large",
            "{field} is {value}, but it must be at most {limit}. Enter {limit} or less.",
        ),
        (
            "long",
            "{field} has {length} characters, but at most {limit} are allowed. Shorten it.",
        ),
    ],
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    fields(subject).iter().filter_map(finding).collect()
}

fn finding(visit: &Visit<'_>) -> Option<Finding> {
    let node = visit.node?;
    let (case, limit) = match node.shape() {
        Shape::Number => beyond(visit.field, &node)?,
        Shape::String => too_long(visit.field, &node)?,
        _ => return None,
    };
    let finding = RULE
        .finding(Severity::Error, case, visit.path.clone())
        .arg("field", &visit.field.title);
    let finding = match case {
        "long" => finding.arg("length", length(&node).to_string()),
        _ => finding.arg("value", node.raw()),
    };
    Some(finding.arg("limit", limit))
}

fn beyond(field: &Field, node: &Node<'_>) -> Option<(&'static str, String)> {
    let minimum = field.minimum.map(|limit| limit.to_string());
    if let Some(limit) = minimum.filter(|limit| compare_numbers(node.raw(), limit).is_lt()) {
        return Some(("small", limit));
    }
    let maximum = field.maximum.map(|limit| limit.to_string());
    let limit = maximum.filter(|limit| compare_numbers(node.raw(), limit).is_gt())?;
    Some(("large", limit))
}

fn too_long(field: &Field, node: &Node<'_>) -> Option<(&'static str, String)> {
    let limit = field.max_length.filter(|&limit| length(node) > limit)?;
    Some(("long", limit.to_string()))
}

fn length(node: &Node<'_>) -> usize {
    node.as_str().map_or(0, |text| text.chars().count())
}
