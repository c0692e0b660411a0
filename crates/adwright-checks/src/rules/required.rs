use adwright_model::{Node, Shape};

use crate::finding::{Finding, Severity};
use crate::rule::Rule;
use crate::subject::{Phase, Subject};
use crate::walk::{Visit, fields};

/// A field without which the service does not take the document.
///
/// `null` and blank text count as no value. On create, what the service assigns is not asked for.
pub(super) const RULE: Rule = Rule {
    id: "required",
    code: None,
    title: "Required field is empty",
    about: "Some fields must have a value before the service takes the document. Which ones \
           differs between a new one and a change: what the service assigns is not asked for in a \
           new one, and must go back with a change.",
    source: "INTERFACE.md, Limitation words: \"Mandatory = required\". For campaigns the list is \
            not shown; in Practice it is ours.",
    wording: &[
        (
            "missing",
            "{field} is empty. The service does not take a {noun} without it, so enter it before \
            you send.",
        ),
        (
            "lost",
            "{field} is missing. The service gave it to this {noun} and needs it back with every \
            change. Discard the draft and fetch the {noun} again.",
        ),
    ],
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    fields(subject)
        .iter()
        .filter_map(|visit| finding(subject, visit))
        .collect()
}

fn finding(subject: &Subject<'_>, visit: &Visit<'_>) -> Option<Finding> {
    let field = visit.field;
    if !subject.requires(field) || visit.node.as_ref().is_some_and(has_value) {
        return None;
    }
    let supplied = subject.phase == Phase::Update && field.read_only;
    // Where the base can give it back, the rule `read-only` says so and offers that.
    if supplied && visit.base.as_ref().is_some_and(has_value) {
        return None;
    }
    let case = if supplied { "lost" } else { "missing" };
    let finding = RULE.finding(Severity::Error, case, visit.path.clone());
    Some(
        finding
            .arg("field", &field.title)
            .arg("noun", subject.noun()),
    )
}

fn has_value(node: &Node<'_>) -> bool {
    match node.shape() {
        Shape::Null => false,
        Shape::String => node.as_str().is_some_and(|text| !text.trim().is_empty()),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    #[test]
    fn a_new_campaign_needs_what_a_person_can_give() {
        check(RULE.id, &Case::create(&[]), &expect![[""]]);
        check(
            RULE.id,
            &Case::create(&[("name", ""), ("brandId", "null")]),
            &expect![[r"
                Error at brandId: Brand ID is empty. The service does not take a campaign without it, so enter it before you send.
                Error at name: Name is empty. The service does not take a campaign without it, so enter it before you send.
            "]],
        );
        check(
            RULE.id,
            &Case::create(&[("name", "\" \"")]),
            &expect![[r"
            Error at name: Name is empty. The service does not take a campaign without it, so enter it before you send.
        "]],
        );
    }

    #[test]
    fn a_change_needs_what_the_service_gave() {
        check(RULE.id, &Case::update(&[]), &expect![[""]]);
        check(
            RULE.id,
            &Case::update(&[("id", "")]).without_base(),
            &expect![[r"
                Error at id: Campaign ID is missing. The service gave it to this campaign and needs it back with every change. Discard the draft and fetch the campaign again.
            "]],
        );
    }

    #[test]
    fn what_the_base_can_give_back_is_left_to_another_rule() {
        check(RULE.id, &Case::update(&[("id", "")]), &expect![[""]]);
    }

    #[test]
    fn a_real_service_does_not_say_what_it_needs() {
        check(
            RULE.id,
            &Case::create(&[("name", "")]).without_practice(),
            &expect![[""]],
        );
    }
}
