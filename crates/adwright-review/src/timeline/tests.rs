use expect_test::{Expect, expect};

use super::*;

fn check(json: &str, expected: &Expect) {
    let timeline = Timeline::from_ad(&EditableDocument::parse(json).unwrap());
    let sentences = timeline.map_or("nothing plays".to_owned(), |timeline| {
        timeline.sentences.join("\n")
    });
    expected.assert_eq(&sentences);
}

#[test]
fn linears_play_in_order() {
    check(
        r#"{"linears":[{"name":"b","sequence":2,"duration":10},{"name":"c","sequence":3},{"name":"d","sequence":4,"duration":1},
            {"name":"a","sequence":1,"duration":15.5,"vpaid":true}],
            "linearSettings":{"skipEnabled":true,"skipDelay":5.0,"scalable":true,"maintainAspectRatio":false}}"#,
        &expect![[r#"
            4 linears play, one after another; the total duration is unknown.
            “a” starts at 0 s; its duration is 15.5 s, with VPAID.
            “b” starts at 15.5 s; its duration is 10 s.
            “c” starts at 25.5 s; its duration is unknown.
            “d” has the sequence number 4 and an unknown start; its duration is 1 s.
            It can be skipped after 5 s.
            Durations and delays are read as seconds: the interface does not document their unit.
            It is scaled to the size of the player.
            It may be stretched."#]],
    );
}

#[test]
fn linear_without_place_leaves_order_open() {
    check(
        r#"{"linears":[{"name":"b","sequence":2,"duration":10},{"name":"none","duration":4},{"name":"odd","sequence":"x","duration":1},
            {"name":"a","sequence":1,"duration":15.5}],
            "linearSettings":{"skipEnabled":true,"skipDelay":31}}"#,
        &expect![[r#"
            4 linears play, one after another; the total duration is 30.5 s.
            Some linears have no valid sequence number, so the order and the start times are unknown.
            “a” has the sequence number 1; its duration is 15.5 s.
            “b” has the sequence number 2; its duration is 10 s.
            “none” has no sequence number; its duration is 4 s.
            “odd” has an invalid sequence number ("x"); its duration is 1 s.
            It can be skipped after 31 s, but it is over by then.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
}

#[test]
fn two_linears_at_one_place_have_no_order() {
    check(
        r#"{"linears":[{"name":"b","sequence":2,"duration":10},{"name":"a","sequence":1,"duration":5},{"name":"c","sequence":2.0,"duration":1},
            {"name":"d","sequence":3,"duration":2}]}"#,
        &expect![[r#"
            4 linears play, one after another; the total duration is 18 s.
            “a” starts at 0 s; its duration is 5 s.
            “b” has the sequence number 2 and an unknown start; its duration is 10 s.
            “c” has the sequence number 2 and an unknown start; its duration is 1 s.
            “d” starts at 16 s; its duration is 2 s.
            The ad does not say whether it can be skipped.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
}

#[test]
fn single_linear_lasts_as_long_as_its_file() {
    check(
        r#"{"linears":[{"assetName":"film.mp4"}],"linearSettings":{"fileDuration":30,"skipEnabled":true,"skipDelay":45}}"#,
        &expect![[r#"
            One linear plays; the total duration is 30 s.
            “film.mp4” starts at 0 s; its duration is 30 s.
            It can be skipped after 45 s, but it is over by then.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
}

#[test]
fn file_duration_is_ignored_for_several_linears() {
    check(
        r#"{"linears":[{"name":"a","sequence":1},{"name":"b","sequence":2}],
            "linearSettings":{"fileDuration":30,"skipEnabled":true,"skipDelay":45}}"#,
        &expect![[r#"
            2 linears play, one after another; the total duration is unknown.
            The duration of the file is 30 s.
            “a” starts at 0 s; its duration is unknown.
            “b” has the sequence number 2 and an unknown start; its duration is unknown.
            It can be skipped after 45 s.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
    check(
        r#"{"linears":[{"name":"a","duration":12}],"linearSettings":{"fileDuration":30}}"#,
        &expect![[r#"
            One linear plays; the total duration is 12 s.
            The duration of the file is 30 s.
            “a” starts at 0 s; its duration is 12 s.
            The ad does not say whether it can be skipped.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
    check(
        r#"{"linears":[],"linearSettings":{"fileDuration":30}}"#,
        &expect![[r#"
            No linear is listed; the total duration is unknown.
            The duration of the file is 30 s.
            The ad does not say whether it can be skipped.
            Durations and delays are read as seconds: the interface does not document their unit."#]],
    );
}

#[test]
fn impossible_values_are_named() {
    check(
        r#"{"linears":{"duration":"long","sequence":-1e300},"linearSettings":{"skipEnabled":true,"skipDelay":-3},"nonLinears":[1,2]}"#,
        &expect![[r#"
            One linear plays; the total duration is unknown.
            “Linear 1” starts at 0 s; its duration is not a number ("long").
            It can be skipped, but a delay of -3 s is not possible.
            Durations and delays are read as seconds: the interface does not document their unit.
            2 non-linear parts overlay the video."#]],
    );
    check(
        r#"{"linears":[],"linearSettings":{"skipEnabled":true,"skipDelay":"5s"},"nonLinears":{"type":"NonLinear"}}"#,
        &expect![[r#"
            No linear is listed; the total duration is unknown.
            It can be skipped; the delay is not a number ("5s").
            One non-linear part overlays the video."#]],
    );
    check(
        r#"{"linears":[],"linearSettings":{}}"#,
        &expect![[r#"
            No linear is listed; the total duration is unknown.
            The ad does not say whether it can be skipped."#]],
    );
    check(r#"{"width":3}"#, &expect!["nothing plays"]);
}

#[test]
fn an_in_stream_ad_plays_whatever_it_has() {
    check(
        r#"{"type":"InStreamInteractiveAd"}"#,
        &expect![[r#"
            No linear is listed; the total duration is unknown.
            The ad does not say whether it can be skipped."#]],
    );
    check(
        r#"{"type":"ExpandableBannerAd"}"#,
        &expect!["nothing plays"],
    );
}

#[test]
fn many_linears_are_sorted_before_truncation() {
    let linears: Vec<_> = (0..1_003)
        .map(|at| format!(r#"{{"sequence":{},"duration":1}}"#, 1_003 - at))
        .collect();
    let variables = vec!["{}"; 1_002].join(",");
    let json = format!(
        r#"{{"linears":[{}],"variables":[{variables}]}}"#,
        linears.join(",")
    );
    let timeline = Timeline::from_ad(&EditableDocument::parse(&json).unwrap()).unwrap();
    assert_eq!(timeline.linears[0].path, "linears[1002]");
    assert_eq!((timeline.linears.len(), timeline.more_linears), (1_000, 3));
    assert_eq!(timeline.total_seconds, Some(1_003.0));
    assert_eq!(
        (
            timeline.template_variables.len(),
            timeline.more_template_variables
        ),
        (1_000, 2)
    );
    let sentences = timeline.sentences.join("\n");
    assert!(sentences.contains("1,003 linears play"), "{sentences}");
    assert!(
        sentences.contains("973 more linears are not described here."),
        "{sentences}"
    );
}

#[test]
fn variables_of_the_template_and_of_the_ad() {
    let ad = r#"{"linearSettings":{},"templateData":{"vastVariables":[{"name":"skip","value":"5","editLevel":"AD","source":"CUSTOM"}]},"variables":[{"value":7}]}"#;
    let timeline = Timeline::from_ad(&EditableDocument::parse(ad).unwrap()).unwrap();
    expect![[r#"
        [
            TemplateVariable {
                name: "skip",
                value: Some(
                    "5",
                ),
                edit_level: Some(
                    "AD",
                ),
                source: Some(
                    "CUSTOM",
                ),
                path: "templateData.vastVariables[0]",
                owner: Template,
            },
            TemplateVariable {
                name: "a variable without a name",
                value: Some(
                    "7",
                ),
                edit_level: None,
                source: None,
                path: "variables[0]",
                owner: Ad,
            },
        ]
    "#]]
    .assert_debug_eq(&timeline.template_variables);
}
