//! Layouts in sentences, for those who do not see the drawing.

use adwright_review::Layout;
use expect_test::expect;

use crate::ads::{ad, expandable, panel};

fn told(json: &str) -> String {
    Layout::of(&ad(json)).sentences.join("\n")
}

#[test]
fn a_layout_in_sentences() {
    let panel = panel("main", [0.0, 0.0], [970, 600]).replace("false", "true");
    expect![[r#"
        The banner is 970 px wide and 250 px high.
        The ad gives another size for it as well: banner: 728x90.
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens by itself; closes when the mouse leaves the ad.
        Panels open by themselves at most 2 times for each “SESSION”.
        One panel is open at a time: opening one closes the other.
        The default image “fallback.png” is 300 px by 250 px, not as large as the banner.
        The ad choices icon is at “CENTER”, wherever that is."#]]
    .assert_eq(&told(&format!(
        r#"{{"width":970,"height":250,"banner":{{"width":728,"height":90}},"panels":{panel},
            "panelsSettings":{{"panelFrequency":"SESSION","panelFrequencyTimes":2,"multiplePanels":false}},
            "defaultImage":{{"assetName":"fallback.png","width":300,"height":250}},
            "adChoicesStatus":true,"adChoicesLocation":"CENTER"}}"#
    )));
}

#[test]
fn beside_a_banner_of_unknown_size_nothing_is_measured() {
    let panel = panel("main", [0.0, 0.0], [970, 600]);
    expect![[r#"
        The size of the banner is unknown (width: 970 px, height: unknown); the drawing shows a stand-in.
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px; where that opens to cannot be told: the banner’s size is unknown. Opens when asked; closes when the mouse leaves the ad."#]].assert_eq(&told(&format!(r#"{{"width":970,"panels":{panel}}}"#)));
    let json = format!(r#"{{"linears":[{{}}],"panels":{panel}}}"#);
    let player = Layout::of(&ad(&json));
    let said = "cannot be told: the player’s size is unknown";
    assert_eq!(player.panels[0].direction, said);
}

#[test]
fn what_is_hidden_and_where_the_component_stands_is_said() {
    let panel = panel("main", [0.0, 0.0], [970, 600]);
    let told = |hides: &str| {
        told(&format!(
            r#"{{"width":970,"height":250,"hides":{hides},"panels":{panel},
                "panelsSettings":{{"componentPositionX":12.5,"componentPositionY":"top"}}}}"#
        ))
    };
    expect![[r#"
        The banner is 970 px wide and 250 px high.
        It has one panel.
        “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens when asked; closes when the mouse leaves the ad.
        The panel settings put the component at 12.5 px, no number ("top"); it is not drawn, because from where that counts is not documented.
        While it is expanded, it hides: BANNER, VIDEO."#]].assert_eq(&told(r#"["BANNER","VIDEO"]"#));
    assert!(told(r#""BANNER""#).contains("it hides: BANNER."));
    assert!(!told(r#""""#).contains("hides"));
    let many = vec![r#""A""#; 25].join(",");
    assert!(told(&format!("[{many}]")).contains("A, A and 5 more."));
}

#[test]
fn what_offsets_would_do_is_told_and_may_bring_a_panel_to_its_banner() {
    let told = |x: f64, settings: &str| {
        let panel = panel("p", [x, 0.0], [100, 50]);
        let layout = Layout::of(&expandable([300, 250], &panel, settings));
        let remarks = layout.panel_table().rows[0].cells[6].text.clone();
        format!("{}\n{remarks}\n", layout.sentences[2])
    };
    expect![[r#"
        “p” is 100 px by 50 px at 900 px, 0 px: it opens apart from the banner and covers 0 % of the banner. But with the offsets of the panel settings it would stand at 200 px, 0 px (within the banner); whether they count is not documented. Opens when asked; closes when the mouse leaves the ad.
        with the offsets of the panel settings it would stand at 200 px, 0 px (within the banner); whether they count is not documented
    "#]].assert_eq(&told(900.0, r#""panelPixelOffsetsX":-700"#));
    expect![[r#"
        “p” is 100 px by 50 px at 0 px, 0 px: it opens within the banner and covers 7 % of the banner. But with the offsets of the panel settings it would stand at 0 px, 5,000 px (apart from the banner); whether they count is not documented. Opens when asked; closes when the mouse leaves the ad.
        with the offsets of the panel settings it would stand at 0 px, 5,000 px (apart from the banner); whether they count is not documented
    "#]].assert_eq(&told(0.0, r#""panelPixelOffsetsY":5000"#));
    expect![[r#"
        “p” is 100 px by 50 px at 900 px, 0 px: it opens apart from the banner and covers 0 % of the banner. But with the offsets of the panel settings it would stand at 1,600 px, 0 px (apart from the banner); whether they count is not documented. Look at it: it neither covers nor adjoins the banner. Opens when asked; closes when the mouse leaves the ad.
        it neither covers nor adjoins the banner; with the offsets of the panel settings it would stand at 1,600 px, 0 px (apart from the banner); whether they count is not documented
    "#]].assert_eq(&told(900.0, r#""panelPixelOffsetsX":700"#));
}
