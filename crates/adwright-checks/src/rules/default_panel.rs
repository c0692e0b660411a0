use adwright_model::Edit;

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An ad with no default panel, or with several.
pub(super) const RULE: Rule = Rule {
    id: "default-panel",
    code: None,
    title: "No default panel, or several",
    about: "One panel of an ad is the default: it opens if no other panel is requested. Without a default nothing \
           may open; with several, any of them may open.",
    source: "The interface, Nested object shapes: Panel has defaultPanel, BasePanelsSettings has \
            autoExpandDefaultPanel.",
    kinds: &[],
    cases: &[
        warning(
            "none",
            "No panel of this ad is the default, so nothing may open if no panel is requested by name. Make one \
            panel the default.",
        ),
        warning(
            "several",
            "{field} is yes here and at panel {first}. Only one panel can be the default. Choose no for the \
            others.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let panels: Vec<_> = index.objects("Panel").collect();
    let defaults: Vec<_> = (0..panels.len())
        .filter(|&at| panels[at].is_true("defaultPanel"))
        .collect();
    match (panels.as_slice(), defaults.as_slice()) {
        ([], _) | (_, [_]) => Vec::new(),
        ([first, ..], []) => no_default(first, panels.len()).into_iter().collect(),
        (_, [first, others @ ..]) => {
            let others = others.iter();
            others
                .filter_map(|&at| second_default(&panels[at], *first))
                .collect()
        }
    }
}

/// Reports that no panel is the default. Offers a fix only if there is one panel.
fn no_default(first: &ObjectInstance<'_>, count: usize) -> Option<Finding> {
    let field = first.field("defaultPanel")?;
    let set = Edit::Set {
        path: field.path(),
        json: "true".to_owned(),
    };
    let is_only_choice = count == 1 && field.is_editable();
    Some(RULE.finding_at("none", &field).with_fix_if(
        is_only_choice,
        "Make it the default panel",
        set,
    ))
}

fn second_default(panel: &ObjectInstance<'_>, first: usize) -> Option<Finding> {
    let field = panel.field("defaultPanel")?;
    Some(
        RULE.finding_at("several", &field)
            .with_arg("first", (first + 1).to_string()),
    )
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(panels: &str) -> TestCase {
        TestCase::new_of(
            Kind::ExpandableBannerAd,
            &format!(r#"{{"panels":{panels}}}"#),
        )
    }

    #[test]
    fn one_of_the_panels_is_the_default() {
        for panels in [
            "null",
            "[]",
            r#"[{"defaultPanel":true}]"#,
            r#"[{"defaultPanel":false},{"defaultPanel":true},{}]"#,
        ] {
            check(RULE.id, &ad(panels), &expect![[""]]);
        }
        let bare = r#"{"panels":{"defaultPanel":true}}"#;
        let bare = TestCase::new_of(Kind::Html5ExpandableBannerAd, bare);
        check(RULE.id, &bare, &expect![[""]]);
    }

    #[test]
    fn missing_or_second_default_is_reported() {
        check(
            RULE.id,
            &ad(r#"[{"defaultPanel":false}]"#),
            &expect![[r#"
                Warning at panels[0].defaultPanel: No panel of this ad is the default, so nothing may open if no panel is requested by name. Make one panel the default.
                  fix: Make it the default panel (set panels[0].defaultPanel to true)
            "#]],
        );
        check(
            RULE.id,
            &ad("[{},{}]"),
            &expect![[r#"
                Warning at panels[0].defaultPanel: No panel of this ad is the default, so nothing may open if no panel is requested by name. Make one panel the default.
            "#]],
        );
        check(
            RULE.id,
            &ad(r#"[{},{"defaultPanel":true},{"defaultPanel":true},{"defaultPanel":true}]"#),
            &expect![[r#"
                Warning at panels[2].defaultPanel: Default panel is yes here and at panel 2. Only one panel can be the default. Choose no for the others.
                Warning at panels[3].defaultPanel: Default panel is yes here and at panel 2. Only one panel can be the default. Choose no for the others.
            "#]],
        );
    }
}
