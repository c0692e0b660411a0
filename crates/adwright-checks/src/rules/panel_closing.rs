use crate::check_input::is_word;
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// A panel that opens by itself and does not close by itself.
pub(super) const RULE: Rule = Rule {
    id: "panel-closing",
    code: None,
    title: "Panel that does not close",
    about: "A panel covers the page. A panel that opens by itself has to close by itself or have a close button. \
           Otherwise people cannot reach the page.",
    source: "The interface, Nested object shapes: Panel has retraction; Values seen for enumerated fields: \
            retraction \"MOUSE_OFF_AD, NEVER\".",
    kinds: &[],
    cases: &[
        warning(
            "stays",
            "This panel opens by itself and {field} is {value}, so it stays over the page. Make sure that it \
            has a button to close it, or let it close when the mouse leaves the ad.",
        ),
        note(
            "unsaid",
            "This panel opens by itself, but {field} is empty, so nobody can tell what closes it. Enter {field}.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let panels = index
        .objects("Panel")
        .filter(|panel| panel.is_true("autoExpand"));
    panels.filter_map(|panel| finding(&panel)).collect()
}

fn finding(panel: &ObjectInstance<'_>) -> Option<Finding> {
    let field = panel.field("retraction")?;
    match field.node.filter(|node| !node.is_null()) {
        None => Some(RULE.finding_at("unsaid", &field)),
        Some(node) if is_word(&node, "NEVER") => Some(
            RULE.finding_at("stays", &field)
                .with_arg("value", node.as_str()?),
        ),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(panel: &str) -> TestCase {
        let json = format!(r#"{{"panels":[{panel}]}}"#);
        TestCase::new_of(Kind::Html5ExpandableBannerAd, &json)
    }

    #[test]
    fn manually_opened_panel_may_stay_open() {
        for panel in [
            r#"{"autoExpand":false,"retraction":"NEVER"}"#,
            r#"{"retraction":null}"#,
            r#"{"autoExpand":true,"retraction":"MOUSE_OFF_AD"}"#,
            r#"{"autoExpand":true,"retraction":7}"#,
        ] {
            check(RULE.id, &ad(panel), &expect![[""]]);
        }
    }

    #[test]
    fn automatically_opened_panel_must_close() {
        check(
            RULE.id,
            &ad(r#"{"autoExpand":true,"retraction":"Never"}"#),
            &expect![[r#"
                Warning at panels[0].retraction: This panel opens by itself and Closes is Never, so it stays over the page. Make sure that it has a button to close it, or let it close when the mouse leaves the ad.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#"{"autoExpand":true}"#),
            &expect![[r#"
                Note at panels[0].retraction: This panel opens by itself, but Closes is empty, so nobody can tell what closes it. Enter Closes.
            "#]],
        );
    }
}
