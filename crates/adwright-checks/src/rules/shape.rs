use adwright_model::{Node, Path, Shape, Type};

use crate::finding::{Finding, Severity};
use crate::rule::Rule;
use crate::subject::Subject;
use crate::walk::{Visit, fields};

/// A value of another type than the field's.
///
/// The spelling of a number does not matter: `100.0` and `1e2` are whole numbers. An empty required
/// field is left to the rule `required`.
pub(super) const RULE: Rule = Rule {
    id: "type",
    code: None,
    title: "Value of the wrong type",
    about: "Each field takes one type of value: a text, a whole number within 64 bits, a number, \
           yes or no, a list, or a group of fields. With another one the service may refuse the \
           document, or read something else into it.",
    source: "INTERFACE.md, the Type column of each field list.",
    wording: &[
        (
            "shape",
            "{field} must be {wanted}, but here it is {found}. The service will not understand \
            that. Enter {wanted}.",
        ),
        (
            "whole",
            "{field} must be a whole number of at most 19 digits, but here it is {value}. The \
            service will not understand that. Enter it without a fraction.",
        ),
    ],
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    fields(subject)
        .iter()
        .flat_map(|visit| findings(subject, visit))
        .collect()
}

fn findings(subject: &Subject<'_>, visit: &Visit<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(node) = visit.node {
        let may_be_null = visit.field.nullable || subject.requires(visit.field);
        if !(node.is_null() && may_be_null) {
            check_value(
                &visit.field.title,
                &visit.field.ty,
                &visit.path,
                &node,
                &mut findings,
            );
        }
    }
    findings
}

fn check_value(title: &str, ty: &Type, path: &Path, node: &Node<'_>, findings: &mut Vec<Finding>) {
    if !fits(ty, node.shape()) {
        let finding = RULE.finding(Severity::Error, "shape", path.clone());
        findings.push(
            finding
                .arg("field", title)
                .arg("wanted", wanted(ty))
                .arg("found", found(node.shape())),
        );
    } else if *ty == Type::Integer && node.as_i64().is_none() {
        let finding = RULE.finding(Severity::Error, "whole", path.clone());
        findings.push(finding.arg("field", title).arg("value", node.raw()));
    }
    if let Type::List(item) = ty {
        for (at, node) in node.items().enumerate() {
            check_value(title, item, &path.item(at), &node, findings);
        }
    }
}

fn fits(ty: &Type, shape: Shape) -> bool {
    match ty {
        Type::Any => true,
        Type::Text | Type::Url => shape == Shape::String,
        Type::Integer | Type::Decimal => shape == Shape::Number,
        Type::YesNo => shape == Shape::Bool,
        Type::Object(_) => shape == Shape::Object,
        Type::List(_) => shape == Shape::Array,
    }
}

fn wanted(ty: &Type) -> &'static str {
    match ty {
        Type::Any => "anything",
        Type::Text => "a text",
        Type::Url => "a web address",
        Type::Integer => "a whole number",
        Type::Decimal => "a number",
        Type::YesNo => "yes or no (true or false)",
        Type::Object(_) => "a group of fields",
        Type::List(_) => "a list",
    }
}

fn found(shape: Shape) -> &'static str {
    match shape {
        Shape::Null => "null",
        Shape::Bool => "true or false",
        Shape::Number => "a number",
        Shape::String => "a text",
        Shape::Array => "a list",
        Shape::Object => "a group of fields",
    }
}
