//! Hostile ads are drawn within bounds or marked as unknown, and nothing in them runs.

use adwright_review::{BannerSide, Drawing, DrawingMark, Layout, LayoutView, Palette, Rect};
use proptest::prelude::*;

use crate::ads::{ad, expandable, panel};
use crate::xml;

const EVERY: [LayoutView; 4] = [
    LayoutView::Collapsed,
    LayoutView::Panel { at: 0 },
    LayoutView::All,
    LayoutView::DefaultImage,
];

/// Draws every view, and checks that each picture is valid.
fn check(layout: &Layout) {
    for shown in EVERY {
        let drawing = Drawing::from_layout(layout, shown);
        assert!(drawing.letter.is_finite() && drawing.letter > 0.0);
        for mark in &drawing.marks {
            if let DrawingMark::Box { rect, .. } = mark {
                assert!(
                    contains(&drawing.view, rect),
                    "{rect:?} in {:?}",
                    drawing.view
                );
            }
        }
        let names = xml::elements(&drawing.to_svg(Palette::Dark));
        let known = ["svg", "title", "rect", "line", "text"];
        assert!(
            names.iter().all(|name| known.contains(&name.as_str())),
            "{names:?}"
        );
    }
}

fn contains(view: &Rect, rect: &Rect) -> bool {
    let all = [rect.x, rect.y, rect.width, rect.height];
    all.into_iter().all(f64::is_finite)
        && rect.width > 0.0
        && rect.height > 0.0
        && rect.x >= view.x
        && rect.y >= view.y
        && rect.right() <= view.right()
        && rect.bottom() <= view.bottom()
}

#[test]
fn unplaceable_part_has_a_reason() {
    for (from, to, why) in [
        ("\"width\":100", "\"width\":-5", "its width is -5 px"),
        ("\"width\":100", "\"width\":0", "its width is 0 px"),
        (
            "\"width\":100",
            "\"width\":1e300",
            "its width is 1e300 px, too large to draw",
        ),
        (
            "\"width\":100",
            "\"width\":\"100px\"",
            "its width is not a number (\"100px\")",
        ),
        ("\"height\":100", "\"height\":null", "its height is unknown"),
        (
            "\"positionX\":0",
            "\"positionX\":-1e9",
            "its left is -1,000,000,000 px, too far from the banner to draw",
        ),
        (
            "\"positionY\":0",
            "\"positionY\":{}",
            "its top is not a number ({})",
        ),
        (
            "BANNER_RELATIVE",
            "PAGE",
            "its position is relative to “PAGE”, not to the banner",
        ),
        (
            "\"positionType\"",
            "\"other\"",
            "the ad does not say what its position is relative to",
        ),
    ] {
        let panel = panel("a", [0.0, 0.0], [100, 100]);
        assert!(panel.contains(from), "{from}");
        let layout = Layout::from_ad(&expandable([100, 100], &panel.replacen(from, to, 1), ""));
        assert_eq!(layout.panels[0].unplaced_reason.as_deref(), Some(why));
        assert!(
            layout
                .sentences
                .iter()
                .any(|sentence| sentence.contains(why)),
            "{why}"
        );
        check(&layout);
    }
}

#[test]
fn ad_texts_are_escaped_in_drawings() {
    let name =
        r#"</title><script>alert(1)</script><image href=\"https://x.example/\"/>&amp;\u0000\u001b"#;
    let layout = Layout::from_ad(&expandable(
        [970, 250],
        &panel(name, [0.0, 0.0], [970, 600]),
        "",
    ));
    check(&layout);
    let svg = Drawing::from_layout(&layout, LayoutView::All).to_svg(Palette::Light);
    assert!(svg.contains("&lt;script&gt;alert(1)"), "{svg}");
}

#[test]
fn very_many_panels_are_drawn() {
    let panels: Vec<_> = (0..2_500)
        .map(|at| panel(&at.to_string(), [0.0, 0.0], [970, 600]))
        .collect();
    let layout = Layout::from_ad(&expandable([970, 250], &panels.join(","), ""));
    assert_eq!((layout.panels.len(), layout.more_panels), (2_000, 500));
    assert_eq!(layout.panels[7].overlap_count, 1_999);
    check(&layout);
}

#[test]
fn non_ad_documents_also_have_a_layout() {
    for json in [
        "[]",
        "1",
        "{}",
        r#"{"panels":7,"panelsSettings":[],"defaultImage":"x","companions":{"width":1}}"#,
        r#"{"panels":[[],1,"x",null,{}],"width":{},"dimensions":"NaNxinf","adChoicesStatus":"yes"}"#,
    ] {
        check(&Layout::from_ad(&ad(json)));
    }
}

/// Generates JSON in place of a number.
fn amount() -> impl Strategy<Value = String> {
    let near = (-400..1_500_i32).prop_map(|value| value.to_string());
    let any = any::<f64>().prop_filter_map("JSON", |value| {
        value.is_finite().then(|| format!("{value:?}"))
    });
    let unusual = prop::sample::select(vec![
        "null", "\"12\"", "true", "[]", "1e999", "-0.0", "1e-300",
    ]);
    prop_oneof![6 => near, 2 => any, 1 => unusual.prop_map(str::to_owned)]
}

proptest! {
    #[test]
    fn any_numbers_are_drawn_within_bounds(
        sizes in prop::collection::vec(amount(), 6),
        panels in prop::collection::vec(prop::collection::vec(amount(), 4), 0..6),
    ) {
        let panels: Vec<_> = panels.iter().map(|panel| format!(
            r#"{{"positionX":{},"positionY":{},"width":{},"height":{},"positionType":"BANNER_RELATIVE"}}"#,
            panel[0], panel[1], panel[2], panel[3]
        )).collect();
        let json = format!(
            r#"{{"width":{},"height":{},"panels":[{}],
                "panelsSettings":{{"panelPixelOffsetsX":{},"expandedPanelWidth":{}}},
                "defaultImage":{{"width":{},"height":{}}},"adChoicesStatus":true,"adChoicesLocation":"TOP_LEFT"}}"#,
            sizes[0], sizes[1], panels.join(","), sizes[2], sizes[3], sizes[4], sizes[5]
        );
        let layout = Layout::from_ad(&ad(&json));
        check(&layout);
        for (at, panel) in layout.panels.iter().enumerate() {
            prop_assert_eq!(panel.rect.is_none(), panel.unplaced_reason.is_some());
            // Overlap is symmetric.
            for other in &panel.overlaps {
                let back = &layout.panels[*other as usize];
                prop_assert!(back.overlap_count > 0);
                prop_assert_ne!(*other as usize, at);
            }
        }
    }

    #[test]
    fn bounds_cover_banner_and_overflow(
        x in -300..300_i32, y in -300..300_i32, width in 1..900_i64, height in 1..900_i64,
    ) {
        let position = [f64::from(x), f64::from(y)];
        let layout = Layout::from_ad(&expandable([300, 250], &panel("a", position, [width, height]), ""));
        let found = &layout.panels[0];
        let rect = found.rect.expect("it is placed");
        let beyond = rect.union(layout.banner.rect);
        let sum: f64 = found.openings.iter().map(|(_, by)| by).sum();
        let added = beyond.width - 300.0 + (beyond.height - 250.0);
        prop_assert!((sum - added).abs() < 1e-6, "{} {}", sum, added);
    }

    #[test]
    fn mirrored_panel_opens_to_the_other_side(
        x in -300..300_i32, y in -300..300_i32, width in 1..900_u16, height in 1..900_i64,
    ) {
        let opens = |x: f64| {
            let panel = panel("a", [x, f64::from(y)], [width.into(), height]);
            let layout = Layout::from_ad(&expandable([300, 250], &panel, ""));
            let opens = &layout.panels[0].openings;
            let by = |side| opens.iter().find(|(one, _)| *one == side).map(|(_, by)| *by);
            [BannerSide::Up, BannerSide::Down, BannerSide::Left, BannerSide::Right].map(by)
        };
        let mirrored = 300.0 - f64::from(x) - f64::from(width);
        let [up, down, left, right] = opens(f64::from(x));
        prop_assert_eq!(opens(mirrored), [up, down, right, left]);
    }

    #[test]
    fn panel_has_no_offsets_without_banner_size(
        size in prop::sample::select(vec![
            "", r#""width":970,"#, r#""width":970,"height":0,"#, r#""width":"970px","height":250,"#, r#""dimensions":"axb","#,
        ]),
        panels in prop::collection::vec((-400..1_500_i32, -400..1_500_i32, 1..1_500_i64, 1..1_500_i64), 1..5),
    ) {
        let panels = panels.into_iter();
        let panels: Vec<_> = panels.map(|(x, y, width, height)| panel("a", [x.into(), y.into()], [width, height])).collect();
        let layout = Layout::from_ad(&ad(&format!(r#"{{{size}"panels":[{}]}}"#, panels.join(","))));
        prop_assert!(layout.banner.is_assumed);
        for (panel, row) in layout.panels.iter().zip(layout.panel_table().rows) {
            prop_assert!(panel.rect.is_some() && panel.openings.is_empty());
            prop_assert_eq!(panel.covered_percent, None);
            prop_assert_eq!(&panel.direction, "unknown, because the size of the banner is unknown");
            prop_assert_eq!(&row.cells[4].text, "unknown");
        }
        for sentence in &layout.sentences {
            prop_assert!(!sentence.contains(": it opens") && !sentence.contains('%'), "{}", sentence);
        }
    }
}
