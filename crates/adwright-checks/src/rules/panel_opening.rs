use adwright_model::Node;

use crate::check_input::{display_value, is_word};
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::panels::{PanelSettings, panel_name};
use crate::rule::{Rule, note, warning};

/// Panels that open by themselves against the settings for frequency and number.
pub(super) const RULE: Rule = Rule {
    id: "panel-opening",
    code: None,
    title: "Panels that open by themselves",
    about: "A panel that opens by itself does so as often as the frequency allows. If the frequency is missing or \
           zero, or if two panels compete, the ad behaves differently from its settings.",
    source: "The interface, Nested object shapes: Panel has autoExpand, BasePanelsSettings panelFrequency, \
            panelFrequencyTimes, multiplePanels and autoExpandDefaultPanel. Public help pages of the historic ad server of this interface: \
            \"Panel frequency: unlimited, or auto-expand n times per context\".",
    kinds: &[],
    cases: &[
        warning(
            "never",
            "{panel} opens by itself, but {field} is {times}, so it never does. Enter how many times, or let it \
            open on request only.",
        ),
        warning(
            "uncounted",
            "{panel} opens by itself. The frequency {frequency} limits how often, but {field} is empty, so nobody can \
            tell how many times. Enter {field}.",
        ),
        warning(
            "compete",
            "{count} panels open by themselves, but only one may be open at a time. Let one of \
            them open by itself.",
        ),
        warning(
            "default",
            "The settings let the default panel open by itself, but the panel's own setting does not. Make both the \
            same.",
        ),
        note(
            "always",
            "{panel} opens by itself every time, because {field} is {frequency}. Many publishers allow that once a \
            day for each person. Check the publisher's rules.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let Some(settings) = PanelSettings::from_document(index) else {
        return Vec::new();
    };
    let panels: Vec<_> = index.objects("Panel").collect();
    let default = panels.iter().find(|panel| panel.is_true("defaultPanel"));
    let default_opens = settings.flag("autoExpandDefaultPanel") == Some(true);
    let default = default.filter(|_| default_opens);
    let opening: Vec<_> = panels
        .iter()
        .filter(|panel| panel.is_true("autoExpand"))
        .collect();
    let contradicts = default.filter(|panel| never_opens(panel));
    let contradicts =
        contradicts.map(|_| settings.finding_at(&RULE, "default", "autoExpandDefaultPanel"));
    let first = opening.first().copied().or(default);
    let found = [
        contradicts,
        check_competing(&opening, &settings),
        first.and_then(|panel| check_frequency(panel, &settings)),
    ];
    found.into_iter().flatten().collect()
}

fn never_opens(panel: &ObjectInstance<'_>) -> bool {
    let opens = panel.value("autoExpand").and_then(|node| node.as_bool());
    opens == Some(false)
}

fn check_competing(
    opening: &[&ObjectInstance<'_>],
    settings: &PanelSettings<'_>,
) -> Option<Finding> {
    let second = opening.get(1)?.field("autoExpand")?;
    let count = opening.len().to_string();
    let finding = || RULE.finding_at("compete", &second).with_arg("count", count);
    (settings.flag("multiplePanels") == Some(false)).then(finding)
}

fn check_frequency(panel: &ObjectInstance<'_>, settings: &PanelSettings<'_>) -> Option<Finding> {
    let frequency = settings.value("panelFrequency")?;
    let finding = |case, field| {
        let finding = settings
            .finding_at(&RULE, case, field)
            .with_arg("panel", panel_name(panel));
        finding.with_arg("frequency", display_value(&frequency))
    };
    if is_word(&frequency, "UNLIMITED") {
        return Some(finding("always", "panelFrequency"));
    }
    match settings.value("panelFrequencyTimes") {
        None => Some(finding("uncounted", "panelFrequencyTimes")),
        Some(times) if is_zero(&times) => {
            Some(finding("never", "panelFrequencyTimes").with_arg("times", times.raw()))
        }
        Some(_) => None,
    }
}

fn is_zero(times: &Node<'_>) -> bool {
    times.as_i64().is_some_and(|times| times < 1)
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(panels: &str, settings: &str) -> TestCase {
        let json = format!(
            r#"{{"panels":[{panels}],"panelsSettings":{{"type":"ExtendedPanelsSettings"{settings}}}}}"#
        );
        TestCase::new_of(Kind::ExpandableBannerAd, &json)
    }

    const ONE: &str = r#"{"name":"Main","defaultPanel":true,"autoExpand":true}"#;
    const QUIET: &str = r#"{"name":"Main","defaultPanel":true,"autoExpand":false}"#;

    #[test]
    fn panels_open_as_often_as_set() {
        for (panels, settings) in [
            (ONE, ""),
            (
                ONE,
                r#","panelFrequency":"SESSION","panelFrequencyTimes":1"#,
            ),
            (ONE, r#","panelFrequency":null,"panelFrequencyTimes":0"#),
            (
                QUIET,
                r#","panelFrequency":"UNLIMITED","autoExpandDefaultPanel":false"#,
            ),
            (
                QUIET,
                r#","panelFrequency":"UNLIMITED","autoExpandDefaultPanel":"true""#,
            ),
            (
                QUIET,
                r#","panelFrequency":"SESSION","panelFrequencyTimes":0"#,
            ),
            (
                "",
                r#","panelFrequency":"UNLIMITED","autoExpandDefaultPanel":true"#,
            ),
        ] {
            check(RULE.id, &ad(panels, settings), &expect![[""]]);
        }
        let without = TestCase::new_of(
            Kind::ExpandableBannerAd,
            &format!(r#"{{"panels":[{ONE}]}}"#),
        );
        check(RULE.id, &without, &expect![[""]]);
    }

    #[test]
    fn automatic_opening_needs_a_positive_count() {
        let session = r#","panelFrequency":"SESSION","panelFrequencyTimes":"#;
        check(
            RULE.id,
            &ad(ONE, &format!("{session}0")),
            &expect![[r#"
                Warning at panelsSettings.panelFrequencyTimes: The panel "Main" opens by itself, but Times is 0, so it never does. Enter how many times, or let it open on request only.
            "#]],
        );
        check(
            RULE.id,
            &ad(ONE, &format!("{session}null")),
            &expect![[r#"
                Warning at panelsSettings.panelFrequencyTimes: The panel "Main" opens by itself. The frequency SESSION limits how often, but Times is empty, so nobody can tell how many times. Enter Times.
            "#]],
        );
        check(
            RULE.id,
            &ad(ONE, r#","panelFrequency":"Unlimited""#),
            &expect![[r#"
                Note at panelsSettings.panelFrequency: The panel "Main" opens by itself every time, because Frequency is Unlimited. Many publishers allow that once a day for each person. Check the publisher's rules.
            "#]],
        );
        let default = r#"{"assetName":"a.html","defaultPanel":true}"#;
        check(
            RULE.id,
            &ad(
                default,
                &format!(r#","autoExpandDefaultPanel":true{session}0"#),
            ),
            &expect![[r#"
                Warning at panelsSettings.panelFrequencyTimes: The panel "a.html" opens by itself, but Times is 0, so it never does. Enter how many times, or let it open on request only.
            "#]],
        );
    }

    #[test]
    fn settings_and_panels_must_agree() {
        check(
            RULE.id,
            &ad(QUIET, r#","autoExpandDefaultPanel":true"#),
            &expect![[r#"
                Warning at panelsSettings.autoExpandDefaultPanel: The settings let the default panel open by itself, but the panel's own setting does not. Make both the same.
            "#]],
        );
        let two = r#"{"autoExpand":true},{"autoExpand":true},{}"#;
        check(
            RULE.id,
            &ad(two, r#","multiplePanels":true"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(two, r#","multiplePanels":null"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(two, r#","multiplePanels":false"#),
            &expect![[r#"
                Warning at panels[1].autoExpand: 2 panels open by themselves, but only one may be open at a time. Let one of them open by itself.
            "#]],
        );
        check(
            RULE.id,
            &ad(ONE, r#","multiplePanels":false"#),
            &expect![[""]],
        );
    }
}
