use adwright_model::{JsonType, Node};

use crate::check_input::is_word;
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::panels::{PanelSettings, panel_name};
use crate::rule::{Rule, warning};

/// A panel that does not touch its banner, or is larger than the settings allow.
///
/// Differences below one pixel are ignored. Only positions relative to the banner can be checked.
pub(super) const RULE: Rule = Rule {
    id: "panel-place",
    code: None,
    title: "Panel outside the stage or larger than set",
    about: "A panel opens out of its banner: it covers the banner or adjoins it. A panel apart from the banner is off \
           the stage. Nobody looks for it there, and it closes before the mouse reaches it. The panel settings give \
           the size of an open panel; a larger panel is cut off.",
    source: "The interface, Nested object shapes: Panel has positionX, positionY, positionType, width and \
            height, BasePanelsSettings expandedPanelWidth, expandedPanelHeight and panelPixelOffsets; \
            positionType \"BANNER_RELATIVE\".",
    kinds: &[],
    cases: &[
        warning(
            "apart",
            "{panel} is outside the stage: it is {width}x{height} at {x}, {y}, which neither covers nor adjoins \
            the banner of {banner}. Check its position and size.",
        ),
        warning(
            "larger",
            "{panel} is too large: its {field} is {value}, but the panel settings say {most}, so the rest may be \
            cut off. Make both the same.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let stage = Stage::of_ad(index);
    let panels = index.objects("Panel");
    let found = panels.flat_map(|panel| {
        let larger = stage.panel_sides.iter();
        let larger = larger.filter_map(|(side, most)| check_side(&panel, side, (*most)?));
        let apart = check_distance(&panel, &stage);
        apart.into_iter().chain(larger.collect::<Vec<_>>())
    });
    found.collect()
}

/// The numbers of an ad that all its panels are compared with.
struct Stage {
    banner: Option<(f64, f64)>,
    offset: (f64, f64),
    /// The largest panel, for each side.
    panel_sides: [(&'static str, Option<f64>); 2],
}

impl Stage {
    fn of_ad(index: &DocumentIndex<'_>) -> Self {
        let settings = PanelSettings::from_document(index);
        let setting = |name| number(settings.as_ref()?.value(name));
        let most = |name| setting(name).filter(|most| *most > 0.0);
        let banner = index.objects("Ad").next().and_then(|ad| size(&ad));
        Self {
            banner: banner.filter(|(width, height)| *width > 0.0 && *height > 0.0),
            offset: (
                setting("panelPixelOffsetsX").unwrap_or_default(),
                setting("panelPixelOffsetsY").unwrap_or_default(),
            ),
            panel_sides: [
                ("width", most("expandedPanelWidth")),
                ("height", most("expandedPanelHeight")),
            ],
        }
    }
}

fn check_side(panel: &ObjectInstance<'_>, side: &str, most: f64) -> Option<Finding> {
    let field = panel.field(side)?;
    let value = number(field.node)?;
    (value >= most + 1.0).then(|| {
        RULE.finding_at("larger", &field)
            .with_arg("panel", panel_name(panel))
            .with_arg("value", value.to_string())
            .with_arg("most", most.to_string())
    })
}

fn check_distance(panel: &ObjectInstance<'_>, stage: &Stage) -> Option<Finding> {
    let banner = stage.banner?;
    let field = panel.field("positionX")?;
    let position_type = panel.value("positionType");
    if !position_type.is_some_and(|word| is_word(&word, "BANNER_RELATIVE")) {
        return None;
    }
    let (width, height) = size(panel)?;
    let (x, y) = (number(field.node)?, number(panel.value("positionY"))?);
    // It is not documented whether the offset adds to the position, so both are tried.
    let touches = |position: f64, offset: f64, size: f64, banner: f64| {
        [position, position + offset]
            .iter()
            .any(|start| *start < banner + 1.0 && start + size > -1.0)
    };
    let is_on_stage =
        touches(x, stage.offset.0, width, banner.0) && touches(y, stage.offset.1, height, banner.1);
    (!is_on_stage).then(|| {
        RULE.finding_at("apart", &field)
            .with_arg("panel", panel_name(panel))
            .with_arg("width", width.to_string())
            .with_arg("height", height.to_string())
            .with_arg("x", x.to_string())
            .with_arg("y", y.to_string())
            .with_arg("banner", format!("{}x{}", banner.0, banner.1))
    })
}

fn size(object: &ObjectInstance<'_>) -> Option<(f64, f64)> {
    Some((
        number(object.value("width"))?,
        number(object.value("height"))?,
    ))
}

/// Returns a number for comparing. It never goes into a document.
fn number(node: Option<Node<'_>>) -> Option<f64> {
    node.filter(|node| node.json_type() == JsonType::Number)?
        .raw()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    /// An ad of 300 by 250 with one panel and settings.
    fn ad(panel: &str, settings: &str) -> TestCase {
        let json = format!(
            r#"{{"width":300,"height":250,"panels":[{{"positionType":"BANNER_RELATIVE",{panel}}}],
            "panelsSettings":{{"type":"PanelsSettings"{settings}}}}}"#
        );
        TestCase::new_of(Kind::ExpandableBannerAd, &json)
    }

    fn at(position: &str) -> TestCase {
        ad(&format!(r#""width":100,"height":50,{position}"#), "")
    }

    #[test]
    fn a_panel_covers_its_banner_or_adjoins_it() {
        for position in [
            r#""positionX":0,"positionY":0"#,
            r#""positionX":-100,"positionY":-50"#,
            r#""positionX":300,"positionY":250.5"#,
            r#""positionX":null,"positionY":900"#,
            r#""positionX":"900","positionY":0"#,
        ] {
            check(RULE.id, &at(position), &expect![[""]]);
        }
        let moved = r#""width":100,"height":50,"positionX":900,"positionY":0"#;
        check(
            RULE.id,
            &ad(moved, r#","panelPixelOffsetsX":-700"#),
            &expect![[""]],
        );
        let page = r#"{"width":300,"height":250,"panels":[{"positionType":"PAGE","width":1,"height":1,
            "positionX":900,"positionY":0}]}"#;
        let page = TestCase::new_of(Kind::ExpandableBannerAd, page);
        check(RULE.id, &page, &expect![[""]]);
        for banner in [r#""width":0,"height":90"#, r#""width":90,"height":0"#] {
            let flat = format!(
                r#"{{{banner},"panels":[{{"positionType":"BANNER_RELATIVE","width":1,"height":1,
                "positionX":500,"positionY":500}}]}}"#
            );
            let flat = TestCase::new_of(Kind::ExpandableBannerAd, &flat);
            check(RULE.id, &flat, &expect![[""]]);
        }
    }

    #[test]
    fn detached_panel_is_reported() {
        check(
            RULE.id,
            &at(r#""name":"Main","positionX":301,"positionY":0"#),
            &expect![[r#"
                Warning at panels[0].positionX: The panel "Main" is outside the stage: it is 100x50 at 301, 0, which neither covers nor adjoins the banner of 300x250. Check its position and size.
            "#]],
        );
        check(
            RULE.id,
            &at(r#""positionX":-101,"positionY":0"#),
            &expect![[r#"
                Warning at panels[0].positionX: A panel is outside the stage: it is 100x50 at -101, 0, which neither covers nor adjoins the banner of 300x250. Check its position and size.
            "#]],
        );
        check(
            RULE.id,
            &at(r#""positionX":0,"positionY":251"#),
            &expect![[r#"
                Warning at panels[0].positionX: A panel is outside the stage: it is 100x50 at 0, 251, which neither covers nor adjoins the banner of 300x250. Check its position and size.
            "#]],
        );
        check(
            RULE.id,
            &at(r#""positionX":0,"positionY":-51.0"#),
            &expect![[r#"
                Warning at panels[0].positionX: A panel is outside the stage: it is 100x50 at 0, -51, which neither covers nor adjoins the banner of 300x250. Check its position and size.
            "#]],
        );
        let moved = r#""width":100,"height":50,"positionX":900,"positionY":0"#;
        check(
            RULE.id,
            &ad(moved, r#","panelPixelOffsetsX":-500"#),
            &expect![[r#"
                Warning at panels[0].positionX: A panel is outside the stage: it is 100x50 at 900, 0, which neither covers nor adjoins the banner of 300x250. Check its position and size.
            "#]],
        );
    }

    #[test]
    fn panel_stays_within_configured_size() {
        let size = r#","expandedPanelWidth":600,"expandedPanelHeight":250"#;
        for panel in [
            r#""width":600,"height":250"#,
            r#""width":600.9,"height":"900""#,
            r#""width":1"#,
        ] {
            check(RULE.id, &ad(panel, size), &expect![[""]]);
        }
        let large = r#""assetName":"a.html","width":601,"height":400.5"#;
        check(
            RULE.id,
            &ad(large, size),
            &expect![[r#"
            Warning at panels[0].width: The panel "a.html" is too large: its Width is 601, but the panel settings say 600, so the rest may be cut off. Make both the same.
            Warning at panels[0].height: The panel "a.html" is too large: its Height is 400.5, but the panel settings say 250, so the rest may be cut off. Make both the same.
        "#]],
        );
        let unset = r#","expandedPanelWidth":0,"expandedPanelHeight":null"#;
        check(RULE.id, &ad(large, unset), &expect![[""]]);
    }
}
