//! Drawings of timelines.

use adwright_review::{Drawing, DrawingMark, MarkRole, Palette, Review};
use expect_test::{expect, expect_file};
use proptest::prelude::*;

use crate::ads::ad;

fn drawn(json: &str) -> Option<Drawing> {
    Drawing::from_timeline(&Review::from_ad(&ad(json)))
}

#[test]
fn linears_are_drawn_in_play_order() {
    let drawing = drawn(
        r#"{"linears":[{"name":"Offer","sequence":2,"duration":15},{"name":"Opening","sequence":1,"duration":7.5},
            {"name":"The end, of which nobody says how long it is","sequence":3}],
            "linearSettings":{"skipEnabled":true,"skipDelay":5},"nonLinears":[{},{}],
            "customInteractions":[{"name":"a"}],"companions":[{"name":"Beside","width":300,"height":250}]}"#,
    );
    let svg = drawing.expect("something plays").to_svg(Palette::Light);
    expect_file!["pictures/timeline.svg"].assert_eq(&svg);
}

#[test]
fn parallel_tracks_name_every_part() {
    let drawing = drawn(
        r#"{"linears":[{"name":"Spot","duration":15,"sequence":1}],
            "nonLinears":[{"name":"Bar","width":480,"height":70}],
            "companions":[{"name":"Beside","width":300,"height":250}],
            "advancedCompanions":[{"name":"Wall","width":970,"height":250},{}]}"#,
    );
    let drawing = drawing.expect("something plays");
    expect![[r#"
        [
            "The timeline of the ad",
            "Spot, 0 s to 15 s",
            "1 part",
            "Beside, 300 px by 250 px",
            "Wall, 970 px by 250 px",
            "Advanced companion 2, unknown by unknown",
        ]
    "#]]
    .assert_debug_eq(&titles(&drawing));
}

#[test]
fn ad_without_linears_has_no_timeline() {
    assert_eq!(drawn(r#"{"width":970}"#), None);
    let empty = drawn(r#"{"linears":[],"linearSettings":{}}"#).expect("it is an in-stream ad");
    let is_note = |mark: &DrawingMark| matches!(mark, DrawingMark::Words { text, .. } if text == "no linear is listed");
    assert!(empty.marks.iter().any(is_note));
}

/// Returns the title of the drawing and the titles of its boxes.
fn titles(drawing: &Drawing) -> Vec<&str> {
    let boxes = drawing.marks.iter().filter_map(|mark| match mark {
        DrawingMark::Box { title, .. } => Some(title.as_str()),
        _ => None,
    });
    std::iter::once(drawing.title.as_str())
        .chain(boxes)
        .collect()
}

#[test]
fn open_order_draws_nothing_at_a_second() {
    let json = r#"{"linears":[{"name":"a","sequence":1,"duration":10},{"name":"b","duration":5}],
        "linearSettings":{"skipEnabled":true,"skipDelay":3}}"#;
    let unordered = drawn(json).expect("something plays");
    expect![[r#"
        [
            "The timeline of the ad; the order of the linears is unknown",
            "a, duration 10 s",
            "b, duration 5 s",
        ]
    "#]]
    .assert_debug_eq(&titles(&unordered));
    let is_second = |mark: &DrawingMark| matches!(mark, DrawingMark::Words { text, .. } if text.ends_with(" s"));
    assert_eq!(
        unordered
            .marks
            .iter()
            .filter(|mark| is_second(mark))
            .count(),
        2
    );
    let ordered = drawn(&json.replace(r#""b","#, r#""b","sequence":2,"#)).expect("it plays");
    expect![[r#"
        [
            "The timeline of the ad",
            "a, 0 s to 10 s",
            "b, 10 s to 15 s",
        ]
    "#]]
    .assert_debug_eq(&titles(&ordered));
}

#[test]
fn wide_names_are_truncated_to_their_box() {
    let named = |name: &str| {
        let json = format!(
            r#"{{"linears":[{{"name":"{name}","duration":1}}],"companions":[{{"name":"{name}"}}]}}"#
        );
        let drawing = drawn(&json).expect("something plays");
        let boxes = drawing.marks.iter().filter_map(|mark| match mark {
            DrawingMark::Box { rect, .. } => Some(*rect),
            _ => None,
        });
        let boxes: Vec<_> = boxes.collect();
        let names = drawing.marks.iter().filter_map(|mark| match mark {
            DrawingMark::Words {
                text,
                role: MarkRole::Name,
                frame,
                ..
            } => Some((text.chars().count(), *frame)),
            _ => None,
        });
        names
            .map(|(long, frame)| (long, frame.is_some_and(|frame| boxes.contains(&frame))))
            .collect::<Vec<_>>()
    };
    let letters = ["i", "W", "広", "🎬"];
    let lines = letters.map(|letter| format!("{letter} {:?}\n", named(&letter.repeat(100))));
    expect![[r#"
        i [(92, true), (90, true)]
        W [(36, true), (36, true)]
        広 [(32, true), (32, true)]
        🎬 [(26, true), (26, true)]
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn linears_that_are_not_drawn_are_counted() {
    let linears = vec!["{}"; 1_011].join(",");
    let drawing = drawn(&format!(r#"{{"linears":[{linears}]}}"#)).expect("something plays");
    assert_eq!(titles(&drawing).last(), Some(&"and 1,003 more"));
    let known = vec![r#"{"duration":1,"sequence":1}"#; 1_001].join(",");
    let drawing = drawn(&format!(r#"{{"linears":[{known}]}}"#)).expect("something plays");
    assert_eq!(titles(&drawing).last(), Some(&"and 993 more"));
}

#[test]
fn many_linears_and_companions_share_few_tracks() {
    let linears = vec![r#"{"duration":1e-3}"#; 5_000].join(",");
    let companions = vec!["{}"; 3_000].join(",");
    let drawing = drawn(&format!(
        r#"{{"linears":[{linears}],"companions":[{companions}]}}"#
    ))
    .expect("something plays");
    assert!(drawing.view.height < 1_000.0, "{:?}", drawing.view);
    assert!(drawing.marks.len() < 1_200, "{}", drawing.marks.len());
}

proptest! {
    #[test]
    fn any_lengths_are_drawn_within_bounds(
        lengths in prop::collection::vec(prop_oneof![Just(f64::NAN), -1e308..1e308, 0.0..60.0], 0..6),
        whole in prop_oneof![Just(f64::NAN), 0.0..1e308, 0.0..60.0],
        skip in -10.0..1e300,
    ) {
        let number = |value: &f64| if value.is_nan() { "null".to_owned() } else { format!("{value:e}") };
        let linears: Vec<_> = lengths.iter().map(|length| format!(r#"{{"duration":{}}}"#, number(length))).collect();
        let json = format!(
            r#"{{"linears":[{}],"linearSettings":{{"fileDuration":{},"skipEnabled":true,"skipDelay":{skip:e}}}}}"#,
            linears.join(","), number(&whole),
        );
        let drawing = drawn(&json).expect("it is an in-stream ad");
        let view = drawing.view;
        for mark in &drawing.marks {
            let within = |x: f64, y: f64| {
                x >= view.x && x <= view.right() && y >= view.y && y <= view.bottom()
            };
            let fits = match mark {
                DrawingMark::Box { rect, .. } => within(rect.x, rect.y) && within(rect.right(), rect.bottom()),
                DrawingMark::Line { ends: [a, b, c, d], .. } => within(*a, *b) && within(*c, *d),
                DrawingMark::Words { x, y, .. } => within(*x, *y),
            };
            prop_assert!(fits, "{mark:?} is outside {view:?}");
        }
    }
}
