use adwright_model::{JsonType, Node, compare_numbers};

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// A video that can be skipped only after its end, or after an unspecified delay, or a delay without skipping.
pub(super) const RULE: Rule = Rule {
    id: "skip-delay",
    code: None,
    title: "Skipping against the duration",
    about: "People may skip a video after the delay. If the delay is as long as the video, nobody can skip it. If \
           skipping is off, the delay has no effect.",
    source: "The interface, Nested object shapes: LinearSettings has fileDuration, skipEnabled and skipDelay; \
            their units are not shown.",
    kinds: &[],
    cases: &[
        warning(
            "late",
            "{field} is {delay}, but the video lasts {duration}, so nobody can skip it. Enter a shorter delay. If \
            one is in milliseconds and the other in seconds, use the same unit for both.",
        ),
        note(
            "unsaid",
            "People may skip the video, but {field} is empty, so nobody can tell when. Enter a delay; with 0, \
            people can skip at once.",
        ),
        note(
            "off",
            "{field} is {delay}, but people may not skip the video at all. Switch skipping on, or remove the \
            delay.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let settings = index.objects("LinearSettings");
    settings.filter_map(|settings| finding(&settings)).collect()
}

fn finding(settings: &ObjectInstance<'_>) -> Option<Finding> {
    let delay = settings.field("skipDelay")?;
    let node = delay.node.filter(|node| !node.is_null());
    let is_number = |node: &Node<'_>| node.json_type() == JsonType::Number;
    let finding =
        |case, node: Node<'_>| RULE.finding_at(case, &delay).with_arg("delay", node.raw());
    match (settings.value("skipEnabled")?.as_bool()?, node) {
        (true, None) => Some(RULE.finding_at("unsaid", &delay)),
        (true, Some(node)) => {
            let duration = settings.value("fileDuration").filter(is_number)?;
            let is_late =
                is_number(&node) && is_positive(&duration) && !is_before(&node, &duration);
            is_late.then(|| finding("late", node).with_arg("duration", duration.raw()))
        }
        (false, Some(node)) => {
            let has_delay = is_number(&node) && is_positive(&node);
            has_delay.then(|| finding("off", node))
        }
        (false, None) => None,
    }
}

fn is_positive(node: &Node<'_>) -> bool {
    compare_numbers(node.raw(), "0").is_gt()
}

fn is_before(one: &Node<'_>, other: &Node<'_>) -> bool {
    compare_numbers(one.raw(), other.raw()).is_lt()
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(settings: &str) -> TestCase {
        let json = format!(r#"{{"linearSettings":{{{settings}}}}}"#);
        TestCase::new_of(Kind::InStreamInteractiveAd, &json)
    }

    #[test]
    fn a_video_may_be_skipped_before_it_ends() {
        for settings in [
            r#""skipEnabled":true,"skipDelay":5.0,"fileDuration":30"#,
            r#""skipEnabled":true,"skipDelay":0,"fileDuration":0"#,
            r#""skipEnabled":true,"skipDelay":5"#,
            r#""skipEnabled":true,"skipDelay":"5","fileDuration":3"#,
            r#""skipEnabled":true,"skipDelay":5,"fileDuration":"3""#,
            r#""skipEnabled":false,"skipDelay":0,"fileDuration":30"#,
            r#""skipEnabled":false"#,
            r#""skipEnabled":false,"skipDelay":"5""#,
            r#""skipDelay":5,"fileDuration":3"#,
        ] {
            check(RULE.id, &ad(settings), &expect![[""]]);
        }
    }

    #[test]
    fn delay_beyond_the_video_is_reported() {
        check(
            RULE.id,
            &ad(r#""skipEnabled":true,"skipDelay":3e1,"fileDuration":30"#),
            &expect![[r#"
                Warning at linearSettings.skipDelay: Skip after is 3e1, but the video lasts 30, so nobody can skip it. Enter a shorter delay. If one is in milliseconds and the other in seconds, use the same unit for both.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""skipEnabled":true,"skipDelay":5000,"fileDuration":30.5"#),
            &expect![[r#"
                Warning at linearSettings.skipDelay: Skip after is 5000, but the video lasts 30.5, so nobody can skip it. Enter a shorter delay. If one is in milliseconds and the other in seconds, use the same unit for both.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""skipEnabled":true,"fileDuration":30"#),
            &expect![[r#"
                Note at linearSettings.skipDelay: People may skip the video, but Skip after is empty, so nobody can tell when. Enter a delay; with 0, people can skip at once.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#""skipEnabled":false,"skipDelay":0.5"#),
            &expect![[r#"
                Note at linearSettings.skipDelay: Skip after is 0.5, but people may not skip the video at all. Switch skipping on, or remove the delay.
            "#]],
        );
    }
}
