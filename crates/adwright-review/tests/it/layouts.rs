use std::collections::BTreeSet;

use adwright_review::{
    BannerSide, Drawing, DrawingMark, Layout, LayoutView, MarkRole, Palette, drawn_size,
};
use expect_test::{expect, expect_file};

use crate::ads::{ad, expandable, panel};
use crate::xml;

/// Draws a layout, and checks that the picture is well-formed XML.
fn drawn(layout: &Layout, shown: LayoutView) -> String {
    let svg = Drawing::from_layout(layout, shown).to_svg(Palette::Light);
    xml::elements(&svg);
    svg
}

#[test]
fn a_panel_opens_to_each_side() {
    let cases = [
        ([0.0, 0.0], [970, 600], "down by 350 px"),
        ([0.0, -225.0], [970, 475], "up by 225 px"),
        ([-300.0, 0.0], [1270, 250], "left by 300 px"),
        ([0.0, 0.0], [1200, 250], "right by 230 px"),
        (
            [-10.0, -20.0],
            [1000, 300],
            "up by 20 px, down by 30 px, left by 10 px and right by 20 px",
        ),
        ([10.0, 10.0], [100, 100], "within the banner"),
        ([0.0, 250.0], [970, 90], "down by 90 px"),
        ([0.0, 300.0], [970, 90], "apart from the banner"),
    ];
    for (position, size, expected) in cases {
        let layout = Layout::from_ad(&expandable([970, 250], &panel("main", position, size), ""));
        assert_eq!(
            layout.panels[0].direction, expected,
            "{position:?} {size:?}"
        );
    }
}

#[test]
fn covered_area_and_overflow_of_a_panel() {
    let layout = Layout::from_ad(&expandable(
        [100, 100],
        &panel("a", [50.0, 0.0], [100, 100]),
        "",
    ));
    assert_eq!(layout.panels[0].covered_percent, Some(50));
    assert_eq!(layout.panels[0].openings, [(BannerSide::Right, 50.0)]);
}

#[test]
fn panels_that_share_pixels_are_named() {
    let panels = [
        panel("a", [0.0, 0.0], [100, 100]),
        panel("b", [90.0, 90.0], [100, 100]),
        panel("beside", [190.0, 0.0], [10, 90]),
        panel("c", [95.0, 0.0], [10, 300]),
    ];
    let layout = Layout::from_ad(&expandable([100, 100], &panels.join(","), ""));
    let overlaps: Vec<_> = layout
        .panels
        .iter()
        .map(|panel| panel.overlaps.clone())
        .collect();
    assert_eq!(overlaps, [vec![1, 3], vec![0, 3], vec![], vec![0, 1]]);
}

#[test]
fn partly_hidden_panel_is_named() {
    let panels = [
        panel("far", [0.0, 400.0], [100, 100]),
        panel("large", [0.0, 0.0], [970, 700]),
        panel("fine", [0.0, 0.0], [970, 600]),
    ];
    let settings = r#""expandedPanelWidth":970,"expandedPanelHeight":600"#;
    let layout = Layout::from_ad(&expandable([970, 250], &panels.join(","), settings));
    let outside: Vec<_> = layout
        .panels
        .iter()
        .map(|panel| panel.remarks.join("; "))
        .collect();
    expect![[r#"
        [
            "it neither covers nor touches the banner",
            "it is 700 px high, but the panel settings allow only 600 px",
            "",
        ]
    "#]]
    .assert_debug_eq(&outside);
    expect_file!["pictures/odd-panels.svg"].assert_eq(&drawn(&layout, LayoutView::All));
}

#[test]
fn banner_and_panels_are_drawn_to_scale() {
    let panels = [
        panel("gallery", [0.0, 120.0], [490, 250]),
        panel("map", [490.0, 120.0], [490, 250]),
        panel("terms", [0.0, -60.5], [980, 60])
            .replace("\"name\"", "\"defaultPanel\":true,\"name\""),
    ];
    let settings = r#""panelPixelOffsetsX":0,"panelPixelOffsetsY":20"#;
    let layout = Layout::from_ad(&expandable([980, 120], &panels.join(","), settings));
    expect_file!["pictures/collapsed.svg"].assert_eq(&drawn(&layout, LayoutView::Collapsed));
    expect_file!["pictures/one-panel.svg"].assert_eq(&drawn(&layout, LayoutView::Panel { at: 2 }));
    expect_file!["pictures/all-panels.svg"].assert_eq(&drawn(&layout, LayoutView::All));
}

#[test]
fn scale_is_equal_in_every_view() {
    let layout = Layout::from_ad(&expandable(
        [970, 250],
        &panel("main", [-5.0, 0.0], [980, 900]),
        "",
    ));
    let view = |shown| Drawing::from_layout(&layout, shown).view;
    assert_eq!(view(LayoutView::Collapsed), view(LayoutView::All));
    assert_eq!(view(LayoutView::Panel { at: 0 }), view(LayoutView::All));
}

/// Returns the titles of the parts without a position, and the note below them.
fn beside(layout: &Layout, shown: LayoutView) -> Vec<String> {
    let drawing = Drawing::from_layout(layout, shown);
    let titles = drawing.marks.into_iter().filter_map(|mark| match mark {
        DrawingMark::Box {
            title,
            role: MarkRole::Unplaced | MarkRole::Companion,
            ..
        } => Some(title),
        DrawingMark::Words { text, .. } if text.starts_with("and ") => Some(text),
        _ => None,
    });
    titles.collect()
}

#[test]
fn part_without_place_is_drawn_on_request() {
    let layout = Layout::from_ad(&ad(
        r#"{"width":640,"height":360,"panels":[{"name":"a","width":10,"height":20},{"name":"b","width":30,"height":40}],
            "companions":{"name":"c","width":300,"height":250},"defaultImage":{"width":640,"height":360}}"#,
    ));
    let shown = |shown| beside(&layout, shown).join(", ");
    assert_eq!(shown(LayoutView::Collapsed), "c 300x250");
    assert_eq!(shown(LayoutView::All), "a 10x20, b 30x40, c 300x250");
    assert_eq!(shown(LayoutView::Panel { at: 1 }), "b 30x40, c 300x250");
    assert_eq!(shown(LayoutView::DefaultImage), "");
}

#[test]
fn companions_that_are_not_drawn_are_counted() {
    let layout = |count: usize| {
        let companions = vec![r#"{"width":300,"height":250}"#; count].join(",");
        Layout::from_ad(&ad(&format!(
            r#"{{"width":640,"height":360,"companions":[{companions}]}}"#
        )))
    };
    let all = beside(&layout(31), LayoutView::All);
    assert_eq!(all.len(), 25);
    assert_eq!(all[24], "and 7 more, not drawn");
    assert_eq!(beside(&layout(24), LayoutView::All).len(), 24);
    let view = |shown| Drawing::from_layout(&layout(31), shown).view;
    assert_eq!(view(LayoutView::DefaultImage), view(LayoutView::All));
    let last = |count| layout(count).sentences.last().cloned();
    assert_eq!(
        last(31).as_deref(),
        Some("1 more companion is in the table.")
    );
    assert_eq!(
        last(33).as_deref(),
        Some("3 more companions are in the table.")
    );
}

#[test]
fn six_overlaid_layouts_are_distinguishable() {
    let text = r#"{"width":640,"height":360,"panels":[{"name":"a"}],"companions":[{"width":1,"height":1}],
        "defaultImage":{"width":640,"height":300}}"#;
    let shifted = expandable(
        [970, 250],
        &panel("main", [0.0, 0.0], [970, 600]),
        r#""panelPixelOffsetsX":7"#,
    );
    let ads = [shifted].into_iter().chain((0..5).map(|_| ad(text)));
    let layouts: Vec<_> = ads
        .enumerate()
        .map(|(at, ad)| (at.to_string(), Layout::from_ad(&ad)))
        .collect();
    let drawing = Drawing::overlay(&layouts);
    let boxes = drawing.marks.iter().filter_map(|mark| match mark {
        DrawingMark::Box { role, title, .. } => Some(format!("{role:?} {title}\n")),
        DrawingMark::Words { text, .. } if text.starts_with("and ") => Some(text.clone()),
        _ => None,
    });
    expect![[r#"
        First 0: banner
        First 0: main
        First 0: main, with the offsets of the panel settings
        Second 1: banner
        Second 1: default image
        Third 2: banner
        Third 2: default image
        Fourth 3: banner
        Fourth 3: default image
        Fifth 4: banner
        Fifth 4: default image
        Further 5: banner
        Further 5: default image
        and 10 parts that are not drawn"#]]
    .assert_eq(&boxes.collect::<String>());
    xml::elements(&drawing.to_svg(Palette::Dark));
}

#[test]
fn exported_layouts_are_distinguishable_without_colours() {
    let layouts: Vec<_> = (0..6)
        .map(|at| (format!("“<{at}>”"), Layout::from_ad(&ad("{}"))))
        .collect();
    let drawing = Drawing::overlay(&layouts).with_key(&layouts);
    for palette in [Palette::Light, Palette::Dark] {
        let svg = drawing.to_svg(palette);
        xml::elements(&svg);
        for (name, _) in &layouts {
            let (escaped, title) = (name.replace('<', "&lt;").replace('>', "&gt;"), ": banner");
            let outlines: Vec<_> = svg
                .lines()
                .filter(|line| line.contains(&format!("<title>{escaped}")))
                .map(|line| (line.contains(title), outline(line)))
                .collect();
            // The sample in the key has the same outline as the banner.
            let [(true, drawn), (false, sample)] = outlines.as_slice() else {
                panic!("{outlines:?}");
            };
            assert_eq!(drawn, sample);
            assert!(svg.contains(&format!(">{escaped}</text>")), "{svg}");
        }
        let dashes: BTreeSet<_> = svg
            .lines()
            .filter(|line| line.contains(": banner"))
            .map(|line| {
                line.split_once("stroke-dasharray")
                    .map(|(_, dashes)| dashes)
            })
            .map(|dashes| dashes.and_then(|dashes| dashes.split('"').nth(1)))
            .collect();
        assert_eq!(dashes.len(), 6, "{dashes:?}");
    }
    let view = &drawing.view;
    let in_view = |mark: &DrawingMark| match mark {
        DrawingMark::Box { rect, .. } => rect.x >= view.x && rect.bottom() <= view.bottom(),
        DrawingMark::Words { y, .. } => *y <= view.bottom(),
        DrawingMark::Line { .. } => true,
    };
    assert!(drawing.marks.iter().all(in_view));
}

/// Returns the attributes that paint a shape.
fn outline(line: &str) -> &str {
    let from = line.find("fill=").expect("it is painted");
    &line[from..line.find('>').expect("it ends")]
}

#[test]
fn many_non_overlaid_panels_are_counted() {
    let panels = vec![panel("a", [0.0, 0.0], [10, 10]); 203].join(",");
    let layout = Layout::from_ad(&expandable([970, 250], &panels, ""));
    let drawing = Drawing::overlay(&[("one".to_owned(), layout)]);
    let is_undrawn_note = |mark: &DrawingMark| matches!(mark, DrawingMark::Words { text, .. } if text == "and 3 parts that are not drawn");
    assert!(drawing.marks.iter().any(is_undrawn_note));
}

#[test]
fn layout_differences_are_described() {
    let wide = expandable(
        [970, 250],
        &[
            panel("main", [0.0, 0.0], [970, 600]),
            panel("same", [0.0, 0.0], [1, 1]),
            panel("main", [5.0, 0.0], [970, 600]),
        ]
        .join(","),
        r#""panelPixelOffsetsX":7"#,
    );
    let bare = ad(
        r#"{"width":970,"panels":[{"name":"main","width":970,"height":600},{"name":"same","width":1,"height":1,"positionX":0,"positionY":0,"positionType":"BANNER_RELATIVE"}],
            "defaultImage":{"width":970,"height":250},"companions":{"width":300,"height":250},"adChoicesStatus":true}"#,
    );
    let layouts = [
        ("wide".to_owned(), Layout::from_ad(&wide)),
        ("bare".to_owned(), Layout::from_ad(&bare)),
    ];
    expect![[r#"
        The banner: 970 px by 250 px in “wide”; of unknown size in “bare”.
        The number of panels: 3 in “wide”; 2 in “bare”.
        The panel “main”: 970 px by 600 px at 0 px, 0 px (with the offsets of the panel settings, 7, 0) in “wide”; 970 px by 600 px, without a known position in “bare”.
        The panel “same”: 1 px by 1 px at 0 px, 0 px (with the offsets of the panel settings, 7, 0) in “wide”; 1 px by 1 px at 0 px, 0 px in “bare”.
        The panel “main”, number 2 of that name: 970 px by 600 px at 5 px, 0 px (with the offsets of the panel settings, 12, 0) in “wide”; none in “bare”.
        The default image: none in “wide”; 970 px by 250 px in “bare”.
        The companions: none in “wide”; 300 px by 250 px in “bare”.
        The ad choices icon: none in “wide”; shown in “bare”."#]].assert_eq(&Layout::differences(&layouts).join("\n"));
    let same = [layouts[0].clone(), layouts[0].clone()];
    assert!(Layout::differences(&same).is_empty());
    let many = |x: f64| {
        let panels: Vec<_> = (0..33)
            .map(|at| panel(&at.to_string(), [x, 0.0], [1, 1]))
            .collect();
        let layout = Layout::from_ad(&expandable([970, 250], &panels.join(","), ""));
        (x.to_string(), layout)
    };
    let differences = Layout::differences(&[many(0.0), many(1.0)]);
    assert_eq!(differences.len(), 31);
    assert_eq!(differences[30], "3 more panels differ.");
}

#[test]
fn companions_are_drawn_below_the_player() {
    let layout = Layout::from_ad(&ad(
        r#"{"type":"InStreamInteractiveAd","width":640,"height":360,
            "companions":[{"width":300,"height":250},{"name":"wide","width":728,"height":90}],
            "advancedCompanions":[{"width":"300px","height":250}],
            "adChoicesStatus":true,"adChoicesLocation":"TOP_RIGHT"}"#,
    ));
    expect_file!["pictures/companions.svg"].assert_eq(&drawn(&layout, LayoutView::All));
    expect![[r#"
        The player is 640 px wide and 360 px high.
        “Companion 1” is 300 px by 250 px.
        “wide” is 728 px by 90 px.
        “Advanced companion 1” is not a number ("300px") by 250 px.
        The ad choices icon is in the upper right corner."#]]
    .assert_eq(&layout.sentences.join("\n"));
}

#[test]
fn banner_size_is_found_in_any_place() {
    for json in [
        r#"{"width":970,"height":250}"#,
        r#"{"width":null,"banner":{"width":970,"height":250}}"#,
        r#"{"width":-5,"height":250,"html5":{"width":970,"height":250}}"#,
        r#"{"dimensions":"970x250"}"#,
        r#"{"panelsSettings":{"componentCollapsedSizeX":970,"componentCollapsedSizeY":250}}"#,
    ] {
        let banner = Layout::from_ad(&ad(json)).banner;
        assert!(!banner.is_assumed, "{json}");
        assert_eq!(
            (banner.rect.width, banner.rect.height),
            (970.0, 250.0),
            "{json}"
        );
    }
}

#[test]
fn player_size_falls_back_to_its_content() {
    let of = |more: &str| {
        let json = format!(
            r#"{{"type":"InStreamInteractiveAd",{more}"linears":[{{}},{{"width":1920,"height":1080}}]}}"#
        );
        let ad = ad(&json);
        let sentences = Layout::from_ad(&ad).sentences.join(" ");
        (drawn_size(&ad), sentences)
    };
    expect![[r#"
        [
            (
                Some(
                    (
                        1920.0,
                        1080.0,
                    ),
                ),
                "The player is 1,920 px wide and 1,080 px high, like the linear in it.",
            ),
            (
                Some(
                    (
                        970.0,
                        250.0,
                    ),
                ),
                "The player is 970 px wide and 250 px high.",
            ),
        ]
    "#]]
    .assert_debug_eq(&[of(""), of(r#""width":970,"height":250,"#)]);
}

#[test]
fn icon_is_not_drawn_beside_default_image() {
    let layout = Layout::from_ad(&ad(
        r#"{"width":970,"height":250,"defaultImage":{"assetName":"d.gif","width":300,"height":250},
            "adChoicesStatus":true,"adChoicesLocation":"TOP_RIGHT"}"#,
    ));
    let icons = |shown| {
        let drawn = Drawing::from_layout(&layout, shown);
        let is_icon = |mark: &&DrawingMark| {
            matches!(
                mark,
                DrawingMark::Box {
                    role: MarkRole::Icon,
                    ..
                }
            )
        };
        drawn.marks.iter().filter(is_icon).count()
    };
    assert_eq!(
        [
            icons(LayoutView::Collapsed),
            icons(LayoutView::DefaultImage)
        ],
        [1, 0]
    );
    expect_file!["pictures/default-image.svg"].assert_eq(&drawn(&layout, LayoutView::DefaultImage));
}

#[test]
fn icon_is_drawn_in_its_corner() {
    let of = |corner: &str| {
        let json = format!(
            r#"{{"width":970,"height":250,"adChoicesStatus":true,"adChoicesLocation":"{corner}"}}"#
        );
        let layout = Layout::from_ad(&ad(&json));
        let sentence = layout.sentences.last().cloned().unwrap_or_default();
        let icons = Drawing::from_layout(&layout, LayoutView::Collapsed).marks;
        let icons = icons.into_iter().filter_map(|mark| match mark {
            DrawingMark::Box {
                rect,
                role: MarkRole::Icon,
                ..
            } => Some(format!(" {}, {}", rect.x, rect.y)),
            _ => None,
        });
        format!("{sentence}{}\n", icons.collect::<String>())
    };
    let corners = [
        "TOP_LEFT",
        "TOP_RIGHT",
        "BOTTOM_LEFT",
        "bottom_right",
        "CENTER",
    ];
    expect![[r#"
        The ad choices icon is in the upper left corner. 0, 0
        The ad choices icon is in the upper right corner. 937.6666666666666, 0
        The ad choices icon is in the lower left corner. 0, 217.66666666666669
        The ad choices icon is in the lower right corner. 937.6666666666666, 217.66666666666669
        The ad choices icon is at “CENTER”, an unknown location.
    "#]]
    .assert_eq(&corners.map(of).concat());
}

#[test]
fn two_layouts_are_overlaid_in_a_picture() {
    let of = |name: &str, size, panels: &str| {
        (
            name.to_owned(),
            Layout::from_ad(&expandable(size, panels, "")),
        )
    };
    let layouts = [
        of("Before", [970, 250], &panel("main", [0.0, 0.0], [970, 600])),
        of(
            "After",
            [970, 200],
            &panel("main", [-30.0, 0.0], [1000, 500]),
        ),
    ];
    let drawing = Drawing::overlay(&layouts).with_key(&layouts);
    for (palette, file) in [
        (Palette::Light, expect_file!["pictures/overlay-light.svg"]),
        (Palette::Dark, expect_file!["pictures/overlay-dark.svg"]),
    ] {
        let svg = drawing.to_svg(palette);
        xml::elements(&svg);
        file.assert_eq(&svg);
    }
}
