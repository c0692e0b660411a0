//! Layouts in sentences, for people who do not see the drawing.

use adwright_review::Layout;
use expect_test::expect;

use crate::ads::{ad, expandable, panel};

fn describe_layout(json: &str) -> String {
    Layout::from_ad(&ad(json)).sentences.join("\n")
}

#[test]
fn layout_is_described_in_words() {
    let panel = panel("main", [0.0, 0.0], [970, 600]).replace("false", "true");
    expect![[r#"
        The banner is 970 px wide and 250 px high.
        The ad also gives other sizes (banner: 728x90).
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens by itself; closes when the mouse leaves the ad.
        Panels open by themselves at most 2 times for each “SESSION”.
        One panel is open at a time: opening one closes the other.
        The default image “fallback.png” is 300 px by 250 px, not the same size as the banner.
        The ad choices icon is at “CENTER”, an unknown location."#]]
    .assert_eq(&describe_layout(&format!(
        r#"{{"width":970,"height":250,"banner":{{"width":728,"height":90}},"panels":{panel},
            "panelsSettings":{{"panelFrequency":"SESSION","panelFrequencyTimes":2,"multiplePanels":false}},
            "defaultImage":{{"assetName":"fallback.png","width":300,"height":250}},
            "adChoicesStatus":true,"adChoicesLocation":"CENTER"}}"#
    )));
}

#[test]
fn unsized_banner_has_no_measurements() {
    let panel = panel("main", [0.0, 0.0], [970, 600]);
    expect![[r#"
        The size of the banner is unknown (width: 970 px, height: unknown); the drawing uses an assumed size.
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px; its direction is unknown, because the size of the banner is unknown. Opens on request; closes when the mouse leaves the ad."#]].assert_eq(&describe_layout(&format!(r#"{{"width":970,"panels":{panel}}}"#)));
    let json = format!(r#"{{"linears":[{{}}],"panels":{panel}}}"#);
    let player = Layout::from_ad(&ad(&json));
    let expected = "unknown, because the size of the player is unknown";
    assert_eq!(player.panels[0].direction, expected);
}

#[test]
fn hidden_parts_and_component_position_are_described() {
    let panel = panel("main", [0.0, 0.0], [970, 600]);
    let describe = |hides: &str| {
        describe_layout(&format!(
            r#"{{"width":970,"height":250,"hides":{hides},"panels":{panel},
                "panelsSettings":{{"componentPositionX":12.5,"componentPositionY":"top"}}}}"#
        ))
    };
    expect![[r#"
        The banner is 970 px wide and 250 px high.
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens on request; closes when the mouse leaves the ad.
        The panel settings put the component at 12.5 px, not a number ("top"); it is not drawn, because the interface does not document the origin.
        While it is expanded, it hides: BANNER, VIDEO."#]].assert_eq(&describe(r#"["BANNER","VIDEO"]"#));
    assert!(describe(r#""BANNER""#).contains("it hides: BANNER."));
    assert!(!describe(r#""""#).contains("hides"));
    let many = vec![r#""A""#; 25].join(",");
    assert!(describe(&format!("[{many}]")).contains("A, A and 5 more."));
}

#[test]
fn offsets_are_described_and_can_reach_the_banner() {
    let describe = |x: f64, settings: &str| {
        let panel = panel("p", [x, 0.0], [100, 50]);
        let layout = Layout::from_ad(&expandable([300, 250], &panel, settings));
        let remarks = layout.panel_table().rows[0].cells[6].text.clone();
        format!("{}\n{remarks}\n", layout.sentences[2])
    };
    expect![[r#"
        “p” is 100 px by 50 px at 900 px, 0 px: it is apart from the banner. But with the offsets of the panel settings, it would be at 200 px, 0 px (within the banner); the interface does not document if they apply. Opens on request; closes when the mouse leaves the ad.
        with the offsets of the panel settings, it would be at 200 px, 0 px (within the banner); the interface does not document if they apply
    "#]].assert_eq(&describe(900.0, r#""panelPixelOffsetsX":-700"#));
    expect![[r#"
        “p” is 100 px by 50 px at 0 px, 0 px: it opens within the banner and covers 7 % of the banner. But with the offsets of the panel settings, it would be at 0 px, 5,000 px (apart from the banner); the interface does not document if they apply. Opens on request; closes when the mouse leaves the ad.
        with the offsets of the panel settings, it would be at 0 px, 5,000 px (apart from the banner); the interface does not document if they apply
    "#]].assert_eq(&describe(0.0, r#""panelPixelOffsetsY":5000"#));
    expect![[r#"
        “p” is 100 px by 50 px at 900 px, 0 px: it is apart from the banner. But with the offsets of the panel settings, it would be at 1,600 px, 0 px (apart from the banner); the interface does not document if they apply. Note: it neither covers nor touches the banner. Opens on request; closes when the mouse leaves the ad.
        it neither covers nor touches the banner; with the offsets of the panel settings, it would be at 1,600 px, 0 px (apart from the banner); the interface does not document if they apply
    "#]].assert_eq(&describe(900.0, r#""panelPixelOffsetsX":700"#));
}

/// Describes how a panel with these members opens and closes, with these panel settings.
fn behaviour(members: &str, settings: &str) -> String {
    let panel = format!(r#"{{"width":1,"height":1{members}}}"#);
    let layout = Layout::from_ad(&expandable([970, 250], &panel, settings));
    layout.panels[0].behaviour.clone()
}

#[test]
fn panel_opening_combines_own_and_common_settings() {
    let cases = [
        (r#","autoExpand":true"#, ""),
        (r#","autoExpand":true,"delayedExpansion":true"#, ""),
        (r#","autoExpand":true"#, r#""delayExpansion":true"#),
        (r#","autoExpand":false,"delayedExpansion":true"#, ""),
        (r#","autoExpand":false"#, r#""delayExpansion":false"#),
        ("", ""),
        (
            r#","defaultPanel":true"#,
            r#""autoExpandDefaultPanel":true"#,
        ),
        (
            r#","defaultPanel":false"#,
            r#""autoExpandDefaultPanel":true"#,
        ),
        (
            r#","defaultPanel":true,"autoExpand":false"#,
            r#""autoExpandDefaultPanel":true,"delayExpansion":true"#,
        ),
    ];
    let lines = cases.map(|(members, settings)| {
        let behaviour = behaviour(members, settings);
        let opens = behaviour.split(';').next().unwrap_or_default();
        format!("{members} {{{settings}}}: {opens}\n")
    });
    expect![[r#"
        ,"autoExpand":true {}: Opens by itself
        ,"autoExpand":true,"delayedExpansion":true {}: Opens by itself, after a delay
        ,"autoExpand":true {"delayExpansion":true}: Opens by itself, after a delay
        ,"autoExpand":false,"delayedExpansion":true {}: Opens on request, after a delay
        ,"autoExpand":false {"delayExpansion":false}: Opens on request
         {}: Opens on request (the ad does not say if it opens by itself)
        ,"defaultPanel":true {"autoExpandDefaultPanel":true}: Opens by itself
        ,"defaultPanel":false {"autoExpandDefaultPanel":true}: Opens on request (the ad does not say if it opens by itself)
        ,"defaultPanel":true,"autoExpand":false {"autoExpandDefaultPanel":true,"delayExpansion":true}: Opens by itself, after a delay
    "#]].assert_eq(&lines.concat());
}

#[test]
fn closing_of_a_panel_is_described() {
    let lines = [
        "",
        r#","retraction":"MOUSE_OFF_AD""#,
        r#","retraction":"NEVER""#,
        r#","retraction":"AFTER_A_WHILE""#,
        r#","retraction":7"#,
    ]
    .map(|members| {
        let behaviour = behaviour(members, "");
        let closes = behaviour.split("; ").nth(1).unwrap_or_default();
        format!("{members}: {closes}\n")
    });
    expect![[r#"
        : the ad does not say what closes it.
        ,"retraction":"MOUSE_OFF_AD": closes when the mouse leaves the ad.
        ,"retraction":"NEVER": never closes by itself.
        ,"retraction":"AFTER_A_WHILE": closes on “AFTER_A_WHILE”.
        ,"retraction":7: closes on “7”.
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn automatic_opening_frequency_is_described() {
    let panel = panel("main", [0.0, 0.0], [1, 1]);
    let of_all = |settings: &str| {
        let sentences = Layout::from_ad(&expandable([970, 250], &panel, settings)).sentences;
        sentences[3..].join(" ") + "\n"
    };
    let lines = [
        r#""panelFrequency":"UNLIMITED""#,
        r#""panelFrequency":"UNLIMITED","panelFrequencyTimes":3"#,
        r#""panelFrequency":"PAGE_VIEW","panelFrequencyTimes":3"#,
        r#""panelFrequency":"PAGE_VIEW""#,
        r#""panelFrequencyTimes":3"#,
        r#""multiplePanels":true,"preloadPanels":true"#,
        r#""multiplePanels":false,"preloadPanels":false"#,
    ]
    .map(of_all);
    expect![[r#"
        Panels may open by themselves without limit.
        Panels may open by themselves without limit.
        Panels open by themselves at most 3 times for each “PAGE_VIEW”.
        The limit for panels that open by themselves is “PAGE_VIEW”.
        Panels open by themselves at most 3 times; the ad does not say in which period.
        Several panels may be open at once. The panels are loaded in advance.
        One panel is open at a time: opening one closes the other. A panel is loaded when it opens.
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn unshown_parts_are_not_described() {
    let describe =
        |members: &str| describe_layout(&format!(r#"{{"width":970,"height":250{members}}}"#));
    assert!(
        !describe(r#","adChoicesStatus":false,"adChoicesLocation":"TOP_LEFT""#).contains("icon")
    );
    assert!(!describe(r#","panelsSettings":{"multiplePanels":true}"#).contains("panel"));
}
