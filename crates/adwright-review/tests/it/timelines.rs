//! What plays, drawn.

use adwright_review::{Drawing, Mark, Palette, Review};
use expect_test::expect_file;
use proptest::prelude::*;

use crate::ads::ad;

fn drawn(json: &str) -> Option<Drawing> {
    Drawing::of_timeline(&Review::of(&ad(json)))
}

#[test]
fn what_plays_is_drawn_in_its_turn() {
    let drawing = drawn(
        r#"{"linears":[{"name":"Offer","sequence":2,"duration":15},{"name":"Opening","sequence":1,"duration":7.5},
            {"name":"The end, of which nobody says how long it is","sequence":3}],
            "linearSettings":{"skipEnabled":true,"skipDelay":5},"nonLinears":[{},{}],
            "customInteractions":[{"name":"a"}],"companions":[{"name":"Beside","width":300,"height":250}]}"#,
    );
    let svg = drawing.expect("something plays").svg(Palette::Light);
    expect_file!["pictures/timeline.svg"].assert_eq(&svg);
}

#[test]
fn what_plays_nothing_has_no_timeline() {
    assert_eq!(drawn(r#"{"width":970}"#), None);
    let empty = drawn(r#"{"linears":[],"linearSettings":{}}"#).expect("it is an in-stream ad");
    let told = |mark: &Mark| matches!(mark, Mark::Words { text, .. } if text == "nothing is listed to play");
    assert!(empty.marks.iter().any(told));
}

#[test]
fn very_many_linears_and_companions_are_drawn_in_few_tracks() {
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
                Mark::Box { rect, .. } => within(rect.x, rect.y) && within(rect.right(), rect.bottom()),
                Mark::Line { ends: [a, b, c, d], .. } => within(*a, *b) && within(*c, *d),
                Mark::Words { x, y, .. } => within(*x, *y),
            };
            prop_assert!(fits, "{mark:?} is outside {view:?}");
        }
    }
}
