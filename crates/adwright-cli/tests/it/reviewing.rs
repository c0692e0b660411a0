use std::fs;

use expect_test::expect;
use serde_json::json;

use crate::{adwright, check, elements, folder};

const AD: &[u8] = br#"{"type":"ExpandableBannerAd","id":7,"name":"Spring","width":970,"height":250,
 "panels":[{"type":"Panel","name":"main","positionX":0,"positionY":0,"positionType":"BANNER_RELATIVE","width":970,"height":600}]}"#;

#[test]
fn review_prints_its_parts() {
    check(
        &[("ad.json", AD)],
        &["ad", "review", "ad.json"],
        &expect![[r#"
            ad.json: Spring (Expandable banner ad)
              The banner is 970 px wide and 250 px high.
              It has one panel.
              “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens on request (the ad does not say if it opens by itself); the ad does not say what closes it.
              Loaded at first: unknown; with everything: unknown.
              The first load: unknown of 250 KB (IAB fixed sizes): unknown.
              The ad with all its files: unknown of 10,240 KB (Ad server): unknown.
              The load before any interaction: unknown of 4,096 KB (Browser): unknown.
              It has no web addresses.
              It counts no interactions of its own.
              Error adStatus: Status is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error adFormatId: Format ID is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error accountId: Account ID is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error defaultImage: Default image is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error downloadMode: Download is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error adSmartVersionSchema: Dynamic elements is empty. The service requires it because Panels is not empty. Enter it before you send.
              Error banner: Banner is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Error videoStartMethod: Video start is empty. The service refuses an expandable banner ad without it. Enter it before you send.
              Warning panels[0].defaultPanel: No panel of this ad is the default, so nothing may open if no panel is requested by name. Make one panel the default.
            ended with 1
        "#]],
    );
}

#[test]
fn non_ad_or_unreadable_file_is_reported() {
    let list = br#"[{"type":"Campaign","name":"a"},{"type":"NewAd","name":"b"},7,{"type":"#;
    check(
        &[
            ("list.json", list),
            (
                "more.json",
                br#"[{"type":"Campaign"},{"type":"NewAd","name":"b\u001b[2J"},7]"#,
            ),
        ],
        &["ad", "review", "list.json", "more.json"],
        &expect![[r#"
            list.json: Line 1, column 71: this is not well-formed JSON: a value is missing.

            more.json: This is a Campaign, not an ad.

            more.json, object 2: b [2J (Unknown type of ad: NewAd)
              The size of the banner is unknown; the drawing uses an assumed size.
              Loaded at first: unknown; with everything: unknown.
              It has no web addresses.
              It counts no interactions of its own.
              Note type: Adwright does not know the type NewAd, so only the JSON was checked. If it is one of the known kinds, choose that kind.

            more.json, object 3: Line 1, column 59: this is a number, not an object.
            ended with 2
        "#]],
    );
}

#[test]
fn json_has_review_and_findings_of_each_ad() {
    let folder = folder(&[("ad.json", AD)]);
    let output = adwright(folder.path(), &["ad", "review", "--json", "ad.json"], b"");
    let elements = elements(&output);
    let ad = &elements[0];
    assert_eq!(ad["kind"], "ExpandableBannerAd");
    assert_eq!(
        ad["review"]["layout"]["panels"][0]["direction"],
        "down by 350 px"
    );
    assert_eq!(
        ad["review"]["layout"]["banner"]["width"],
        json!({"is": "known", "value": 970.0})
    );
    assert!(
        ad["findings"]
            .as_array()
            .is_some_and(|findings| !findings.is_empty())
    );
    assert_eq!(ad["fingerprint"].as_str().map(str::len), Some(64));
}

#[test]
fn one_ad_is_a_file_several_a_folder() {
    let folder = folder(&[
        ("ad.json", AD),
        ("two.json", &[b"[", AD, b",", AD, b"]"].concat()),
    ]);
    let run = |arguments: &[&str]| {
        let output = adwright(folder.path(), arguments, b"");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    assert_eq!(
        run(&["ad", "review", "ad.json", "--html", "out.html"]).0,
        Some(1)
    );
    let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
    assert!(html.contains("<h1>Spring</h1>") && html.contains("<svg "));

    run(&["ad", "review", "ad.json", "--svg", "out.svg"]);
    let svg = fs::read_to_string(folder.path().join("out.svg")).unwrap();
    assert!(svg.contains("main 970x600"), "{svg}");

    run(&["ad", "review", "two.json", "--html", "reviews/"]);
    let mut names: Vec<_> = fs::read_dir(folder.path().join("reviews"))
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["001-Spring.html", "002-Spring.html"]);

    run(&["ad", "review", "two.json", "--html", "unslashed"]);
    let unslashed = folder.path().join("unslashed");
    assert!(unslashed.join("002-Spring.html").is_file());

    let (code, said) = run(&["ad", "review", "two.json", "--svg", "one.svg"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("Name a folder instead: one/"), "{said}");
    assert!(!folder.path().join("one.svg").exists());

    let (code, said) = run(&["ad", "review", "ad.json", "--html", "missing/out.html"]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("missing/out.html cannot be written"),
        "{said}"
    );
}

const IN_STREAM: &[u8] = br#"{"type":"InStreamInteractiveAd","id":8,"name":"Film",
 "linears":[{"type":"LinearHtml5Folder","assetName":"film.mp4","sequence":1,"duration":15}]}"#;

#[test]
fn file_without_ads_is_reported() {
    for empty in ["[]", r#"{"result":[]}"#, r#"{"entities":[]}"#] {
        check(
            &[("empty.json", empty.as_bytes())],
            &["ad", "review", "empty.json"],
            &expect![[r#"
                empty.json: There is no ad in it: the list is empty.
                ended with 2
            "#]],
        );
    }
}

#[test]
fn unreadable_ad_is_not_written_as_file() {
    let folder = folder(&[("list.json", &[b"[7,", AD, b"]"].concat())]);
    let output = adwright(
        folder.path(),
        &["ad", "review", "list.json", "--html", "out.html"],
        b"",
    );
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("this is a number, not an object") && said.ends_with("out.html\n"),
        "{said}"
    );
    assert!(folder.path().join("out.html").is_file());
}

#[test]
fn reviewed_file_is_not_overwritten() {
    let folder = folder(&[("ads/ad.json", AD), ("lone.json", AD)]);
    for (file, place) in [
        ("lone.json", "lone.json"),
        ("lone.json", "./ads/../lone.json"),
        ("ads", "ads/ad.json"),
    ] {
        let output = adwright(folder.path(), &["ad", "review", file, "--html", place], b"");
        assert_eq!(output.status.code(), Some(2), "{place}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains("is one of the files to review. Name another output file."),
            "{said}"
        );
    }
    for kept in ["ads/ad.json", "lone.json"] {
        assert_eq!(fs::read(folder.path().join(kept)).unwrap(), AD, "{kept}");
    }
}

#[test]
fn an_ad_that_plays_has_two_pictures() {
    let folder = folder(&[("film.json", IN_STREAM), ("ad.json", AD)]);
    let drawn = |arguments: &[&str]| {
        let arguments = [&["ad", "review", "--svg", "out.svg"], arguments].concat();
        let output = adwright(folder.path(), &arguments, b"");
        let svg = fs::read_to_string(folder.path().join("out.svg")).unwrap_or_default();
        (svg, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let timeline = drawn(&["film.json"]).0;
    assert!(timeline.contains("film.mp4"), "{timeline}");
    assert_eq!(drawn(&["film.json", "--drawing", "timeline"]).0, timeline);
    let layout = drawn(&["film.json", "--drawing", "layout"]).0;
    assert!(layout.starts_with("<svg ") && layout != timeline);
    let (_, said) = drawn(&["ad.json", "--drawing", "timeline"]);
    assert!(said.contains("it does not play"), "{said}");
}

#[test]
fn weights_addresses_and_interactions_are_printed() {
    let ad = br#"{"type":"HTML5ExpandableBannerAd","id":7,"name":"Spring","initialSize":88,"overallSize":300,
        "mainClickthrough":{"url":"https://shop.example/"},
        "adURLs":[{"url":"https://count.example/i","urlType":"IMPRESSION_TRACKING","enabled":false}],
        "customInteractions":[{"name":"Play","redirectURL":"https://shop.example/play"}]}"#;
    let folder = folder(&[("ad.json", ad)]);
    let output = adwright(folder.path(), &["ad", "review", "ad.json"], b"");
    let said = String::from_utf8(output.stdout).unwrap();
    let is_finding = |line: &&str| {
        ["  Error", "  Warning", "  Note"]
            .iter()
            .any(|one| line.starts_with(one))
    };
    let told = said.lines().filter(|line| !is_finding(line));
    expect![[r#"
        ad.json: Spring (HTML5 expandable banner ad)
          The size of the banner is unknown; the drawing uses an assumed size.
          Loaded at first: 88 KB; with everything: 300 KB.
          The ad with all its files: 300 KB of 10,240 KB (Ad server): fits.
          The load before any interaction: 300 KB of 4,096 KB (Browser): fits.
          Click-through: https://shop.example/
          Tracking (IMPRESSION_TRACKING), switched off: https://count.example/i
          Interaction (Play): https://shop.example/play
          Counted: “Play” · The ad does not say · opens https://shop.example/play"#]]
    .assert_eq(&told.collect::<Vec<_>>().join("\n"));
}

#[test]
fn named_kind_applies_to_an_untyped_ad() {
    let folder = folder(&[("ad.json", br#"{"type":"NewAd","name":"b"}"#)]);
    let rules = |more: &[&str]| {
        let arguments = [&["ad", "review", "--json", "ad.json"], more].concat();
        let ads = elements(&adwright(folder.path(), &arguments, b""));
        let findings = ads[0]["findings"].as_array().unwrap().iter();
        findings
            .map(|one| one["rule"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&[]), ["\"kind\""]);
    let checked = rules(&["--kind", "ExpandableBannerAd"]);
    assert!(checked.contains(&"\"required\"".to_owned()), "{checked:?}");
    let output = adwright(
        folder.path(),
        &["ad", "review", "--kind", "Campaign", "ad.json"],
        b"",
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn summary_claims_nothing_is_missing() {
    check(
        &[("short.json", br#"{"type":"Ad","id":7,"name":"Short"}"#)],
        &["ad", "review", "short.json"],
        &expect![[r#"
            short.json: Short (Ad of unknown type (only a summary is known))
              Only a summary of this ad is known: the fields that a list has. Fetch the full ad to review all of it.
              The size of the banner is unknown; the drawing uses an assumed size.
              Loaded at first: unknown; with everything: unknown.
              Web addresses are not in the summary.
              Interactions are not in the summary.
              Note type: This is the short form of an ad from a list, so only the JSON was checked. Fetch the ad itself to check it.
            ended with 0
        "#]],
    );
}

#[test]
fn summary_file_is_marked_as_summary() {
    let folder = folder(&[("short.json", br#"{"type":"Ad","id":7,"name":"Short"}"#)]);
    let output = adwright(
        folder.path(),
        &["ad", "review", "--html", "out.html", "short.json"],
        b"",
    );
    assert_eq!(output.status.code(), Some(0));
    let report = fs::read_to_string(folder.path().join("out.html")).unwrap();
    for said in [
        "Only a summary of this ad is known: the fields that a list has.",
        "Web addresses are not in the summary.",
    ] {
        assert!(report.contains(said), "{said}");
    }
}
