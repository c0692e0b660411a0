use std::fs;

use expect_test::expect;
use serde_json::json;

use crate::{adwright, check, elements, folder};

const AD: &[u8] = br#"{"type":"ExpandableBannerAd","id":7,"name":"Spring","width":970,"height":250,
 "panels":[{"type":"Panel","name":"main","positionX":0,"positionY":0,"positionType":"BANNER_RELATIVE","width":970,"height":600}]}"#;

#[test]
fn a_review_in_sentences() {
    check(
        &[("ad.json", AD)],
        &["ad", "review", "ad.json"],
        &expect![[r#"
            ad.json: Spring (Expandable banner ad)
              The banner is 970 px wide and 250 px high.
              It has one panel.
              “main” is 970 px by 600 px at 0 px, 0 px: it opens down by 350 px and covers 100 % of the banner. Opens when asked (the ad does not say whether by itself); the ad does not say what closes it.
              Error adStatus: Status is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error adFormatId: Format ID is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error accountId: Account ID is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error defaultImage: Default image is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error downloadMode: Download is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error adSmartVersionSchema: Dynamic elements is empty. The service asks for it because there is something in Panels, so enter it before you send.
              Error banner: Banner is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Error videoStartMethod: Video start is empty. The service does not take an expandable banner ad without it, so enter it before you send.
              Warning panels[0].defaultPanel: No panel of this ad is the default panel, so nothing may open where no panel is asked for by name. Make one of them the default.
            ended with 1
        "#]],
    );
}

#[test]
fn what_is_no_ad_or_cannot_be_read_says_so() {
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

            more.json, object 2: b [2J (Not a known type of ad: NewAd)
              The size of the banner is unknown; the drawing shows a stand-in.
              Note type: Adwright does not know the type NewAd, so only the JSON was checked. If it is one of the known kinds, say which.

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
fn one_ad_is_one_file_and_several_are_a_folder() {
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

    let (code, said) = run(&["ad", "review", "two.json", "--svg", "one.svg"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("Name a folder instead: one.svg/"), "{said}");

    let (code, said) = run(&["ad", "review", "ad.json", "--html", "missing/out.html"]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("missing/out.html cannot be written"),
        "{said}"
    );
}
