//! The review of one ad, as the window receives it.

use std::collections::BTreeSet;

use adwright_desk::Paths;
use adwright_desk::{AdError, Error};
use adwright_model::{Id, Kind};
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_testkit::TestApp;
use adwright_views::{
    AdAspect, AdReview, Collection, DocumentRef, EditRequest, FailureCode, FieldInput, FieldView,
    LayoutView, ListId, Palette, Presence, ThumbnailResult,
};
use expect_test::expect;

use crate::{edit, first_ad, with_ads};

/// One full ad of each kind.
pub(crate) const WHOLE: [&str; 3] = [
    include_str!("../../../adwright-checks/tests/it/documents/in_stream.json"),
    include_str!("../../../adwright-checks/tests/it/documents/expandable.json"),
    include_str!("../../../adwright-checks/tests/it/documents/html5_expandable.json"),
];

/// Returns the ad with this id or key.
fn target(id: &str) -> DocumentRef {
    DocumentRef::Ad(id.to_owned())
}

/// Reviews an ad that is stored with this text.
fn reviewed(desktop: &TestApp, text: &str) -> AdReview {
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let ad = FetchedObject {
        id: Id(7),
        text: text.to_owned(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    };
    store
        .cache_put_page(&workspace, Kind::Ad, &[ad], 0)
        .unwrap();
    desktop.ad_reviews.ad_review(&target("7")).unwrap()
}

#[tokio::test]
async fn each_kind_of_ad_has_its_parts() {
    let desktop = TestApp::first_start().await;
    let [in_stream, expandable, html5] = WHOLE.map(|text| reviewed(&desktop, text));
    let titles = |ad: &AdReview| {
        ad.cards
            .iter()
            .map(|card| card.title.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        titles(&in_stream),
        ["First load", "Everything", "Plays", "Click-through"]
    );
    assert_eq!(titles(&html5)[2], "Panels");
    assert!(in_stream.timeline.is_some() && expandable.timeline.is_none());
    for ad in [&expandable, &html5] {
        assert!(!ad.layout.panels.rows.is_empty(), "{}", ad.head.name);
        assert!(!ad.layout.sentences.is_empty());
    }
    assert!(!html5.assets.files.rows.is_empty() && !html5.assets.pages.rows.is_empty());
    assert!(html5.versions.is_some() && !html5.tracking.addresses.rows.is_empty());
}

#[tokio::test]
async fn card_shows_skip_time_whatever_the_part_names() {
    let desktop = TestApp::first_start().await;
    let json = r#"{"type":"InStreamInteractiveAd","id":7,"linears":[{"name":"never skipped"}],
        "linearSettings":{"skipEnabled":true,"skipDelay":-3}}"#;
    let cards = reviewed(&desktop, json).cards;
    let plays = cards.iter().find(|card| card.title == "Plays").unwrap();
    assert_eq!(plays.value, "unknown");
    assert!(plays.note.contains("-3 s"), "{}", plays.note);
    let bare = reviewed(&desktop, r#"{"type":"InStreamInteractiveAd","id":7}"#);
    assert_eq!(bare.cards[2].title, "Plays");
    let file = r#"{"type":"InStreamInteractiveAd","id":7,"linears":[{},{}],"linearSettings":{"fileDuration":30}}"#;
    let card = &reviewed(&desktop, file).cards[2];
    assert_eq!(card.value, "30 s");
    assert!(
        card.note.starts_with("The duration of its file. "),
        "{card:?}"
    );
}

#[tokio::test]
async fn ads_of_the_service_are_reviewed_and_drawn() {
    let desktop = TestApp::first_start().await;
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let fetched = desktop
        .fetches
        .fetch(Collection::Ads, "fetch", |_| {})
        .await;
    assert!(fetched.unwrap().fetched > 0);
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let mut ids = Vec::new();
    let all = (None, 1_000);
    store
        .cache_for_each_cells(&workspace, Kind::Ad, all, |id, _| ids.push(id))
        .unwrap();
    for id in ids {
        let shown = target(&id.to_string());
        let review = desktop.ad_reviews.ad_review(&shown).unwrap();
        assert_eq!(review.target, shown);
        let last = review.layout.views.last().expect("a view").view;
        let drawing = desktop.ad_reviews.ad_drawing(&shown, last).unwrap();
        let svg = desktop
            .ad_reviews
            .ad_svg(&shown, Some(last), Palette::Light)
            .unwrap();
        assert!(
            !drawing.marks.is_empty() && svg.starts_with("<svg "),
            "{id}"
        );
        let plays = desktop.ad_reviews.ad_svg(&shown, None, Palette::Dark);
        assert_eq!(plays.is_ok(), review.timeline.is_some(), "{id}");
    }
}

#[tokio::test]
async fn unsent_new_ad_is_reviewed_from_its_draft() {
    let desktop = with_ads().await;
    let desk = &desktop.desk;
    for list in [
        ListId::InStream,
        ListId::Expandable,
        ListId::Html5Expandable,
    ] {
        let held = first_ad(&desktop, list);
        let draft = desk.drafts.copy_draft(&held).await.unwrap().detail.target;
        edit(&desktop, &draft, "name", "Not sent yet");
        let (original, review) = (
            desk.ad_reviews.ad_review(&held).unwrap(),
            desk.ad_reviews.ad_review(&draft).unwrap(),
        );
        assert_eq!(
            (&review.target, review.head.name.as_str()),
            (&draft, "Not sent yet")
        );
        assert_eq!(review.tracking, original.tracking);
        assert_eq!(review.layout.panels, original.layout.panels);
        assert_eq!(review.timeline.is_some(), list == ListId::InStream);
        let last = review.layout.views.last().expect("a view").view;
        assert!(
            !desk
                .ad_reviews
                .ad_drawing(&draft, last)
                .unwrap()
                .marks
                .is_empty()
        );
        assert!(
            desk.ad_reviews
                .ad_svg(&draft, Some(last), Palette::Light)
                .is_ok()
        );
        let compared = desk
            .ad_reviews
            .compare_ads(&[held, draft])
            .await
            .unwrap()
            .ads;
        let is_new = compared.iter().map(|ad| ad.name.ends_with("(new)"));
        assert_eq!(is_new.collect::<Vec<_>>(), [false, true]);
    }
}

#[tokio::test]
async fn object_without_ad_has_no_review() {
    let desktop = TestApp::first_start().await;
    let campaign = desktop.drafts.create_draft().unwrap().target;
    let refused = desktop.ad_reviews.ad_review(&campaign).unwrap_err();
    assert_eq!(refused.failure().code, FailureCode::Invalid);
    assert!(matches!(refused, Error::Ad(AdError::NotAnAd)), "{refused}");
}

#[tokio::test]
async fn findings_appear_beside_their_aspect() {
    let desktop = TestApp::first_start().await;
    let ad = reviewed(
        &desktop,
        r#"{"type":"ExpandableBannerAd","id":7,"width":970,"height":250,"name":7,
            "panels":[{"name":"<script>alert(1)</script>","width":-5,"height":"x","positionX":1e400}],
            "mainClickthrough":{"url":"javascript:alert(1)"},"overallSize":"heavy"}"#,
    );
    let about = |aspect| {
        ad.findings
            .iter()
            .filter(|one| one.aspect == aspect)
            .count()
    };
    for aspect in [
        AdAspect::Layout,
        AdAspect::Assets,
        AdAspect::Tracking,
        AdAspect::Other,
    ] {
        assert!(about(aspect) > 0, "{aspect:?}");
    }
    let severities: Vec<_> = ad.findings.iter().map(|one| one.finding.severity).collect();
    assert!(severities.is_sorted());
}

/// Lists the set fields with all their parts, each with its path and its text.
fn tree(fields: &[FieldView]) -> String {
    let set = fields
        .iter()
        .filter(|field| field.presence == Presence::Value);
    let told = set.map(|field| format!("{}: {}\n{}", field.path, field.text, tree(&field.parts)));
    told.collect()
}

#[tokio::test]
async fn untyped_and_missing_ads_are_handled() {
    let desktop = TestApp::first_start().await;
    let ad = reviewed(
        &desktop,
        r#"{"type":"SkyAd","id":7,"panels":"none","linears":3,"sky":{"stars":[1,{"hue":"red"}]}}"#,
    );
    assert!(ad.head.kind.contains("SkyAd"));
    assert_eq!(ad.layout.views[0].view, LayoutView::Collapsed);
    let rules: Vec<_> = ad
        .findings
        .iter()
        .map(|one| one.finding.rule.as_str())
        .collect();
    assert!(
        rules.contains(&"kind") && !rules.contains(&"required"),
        "{rules:?}"
    );
    let groups = desktop.details.read_detail(&ad.target).unwrap().groups;
    let fields: String = groups.iter().map(|group| tree(&group.fields)).collect();
    expect![[r#"
        type: SkyAd
        id: 7
        panels: "none"
        linears: 3
        sky: 1 field
        sky.stars: 2 items
        sky.stars[0]: 1
        sky.stars[1]: 1 field
        sky.stars[1].hue: "red"
    "#]]
    .assert_eq(&fields);
    // A part is edited like a field, and its siblings do not change.
    let part = EditRequest {
        path: "sky.stars[1].hue".to_owned(),
        input: FieldInput::Text("\"blue\"".to_owned()),
    };
    let edited = desktop.drafts.edit_draft(&ad.target, &part).unwrap();
    assert!(
        edited
            .source
            .ends_with(r#""sky":{"stars":[1,{"hue":"blue"}]}}"#)
    );
    let missing = desktop
        .ad_reviews
        .ad_review(&target("8"))
        .unwrap_err()
        .failure();
    assert_eq!(missing.code, FailureCode::NotFound);
    assert!(desktop.ad_reviews.ad_review(&target("../7")).is_err());
}

#[tokio::test]
async fn deep_or_long_untyped_values_stay_one_field() {
    let desktop = TestApp::first_start().await;
    let deep = r#"{"a":"#.repeat(100) + "0" + &"}".repeat(100);
    let long = format!("[{}]", vec!["0"; 5_000].join(","));
    let text = format!(r#"{{"type":"SkyAd","id":7,"deep":{deep},"long":{long},"none":[],"":1}}"#);
    reviewed(&desktop, &text);
    let groups = desktop.details.read_detail(&target("7")).unwrap().groups;
    let fields = groups.iter().flat_map(|group| &group.fields);
    let unknown: Vec<_> = fields.filter(|field| !field.known).cloned().collect();
    let told = tree(&unknown);
    let lines = told
        .lines()
        .map(|line| line.chars().take(40).collect::<String>());
    expect![[r#"
        deep: 1 field
        deep.a: 1 field
        deep.a.a: 1 field
        deep.a.a.a: 1 field
        deep.a.a.a.a: 1 field
        deep.a.a.a.a.a: 1 field
        deep.a.a.a.a.a.a: {"a":{"a":{"a":{"a":{"
        long: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
        none: []
        [""]: 1"#]]
    .assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[tokio::test]
async fn oddly_shaped_elements_do_not_imply_one_version() {
    let desktop = TestApp::first_start().await;
    let versions = |schema: &str| {
        let ad =
            format!(r#"{{"type":"ExpandableBannerAd","id":7,"adSmartVersionSchema":{schema}}}"#);
        reviewed(&desktop, &ad).versions
    };
    for schema in ["\"none\"", "[]", "7", r#"{"smartElements":"all"}"#] {
        let versions = versions(schema).expect(schema);
        assert!(
            versions.facts[0].value.starts_with("cannot be read"),
            "{versions:?}"
        );
    }
    for schema in ["null", "{}", r#"{"smartElements":[]}"#] {
        assert_eq!(versions(schema), None, "{schema}");
    }
}

/// Combines everything that can be too large or wrong in an ad.
#[tokio::test]
async fn largest_ad_is_reviewed_within_bounds() {
    let desktop = TestApp::first_start().await;
    let ad = reviewed(&desktop, &crate::large_ad::worst_ad());
    assert_eq!(ad.layout.panels.rows.len(), 2_000);
    assert!(ad.assets.files.rows.len() >= 10_000);
    let bounds = ad.layout.drawing.view;
    assert!(
        bounds.width < 200_000.0 && bounds.height < 200_000.0,
        "{bounds:?}"
    );
    for shown in [
        LayoutView::Collapsed,
        LayoutView::All,
        LayoutView::Panel { at: 1_999 },
        LayoutView::Panel { at: 70_000 },
    ] {
        let svg = desktop
            .ad_reviews
            .ad_svg(&target("7"), Some(shown), Palette::Light)
            .unwrap();
        assert!(
            !svg.contains("<script") && !svg.contains("<img"),
            "{shown:?}"
        );
    }
}

/// Stores ads with these texts under the ids 7, 8 and so on.
fn kept(desktop: &TestApp, texts: &[&str]) -> Vec<DocumentRef> {
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let ads = (7..).zip(texts).map(|(id, text)| FetchedObject {
        id: Id(id),
        text: (*text).to_owned(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    });
    let ads: Vec<_> = ads.collect();
    store.cache_put_page(&workspace, Kind::Ad, &ads, 0).unwrap();
    ads.iter()
        .map(|kept| target(&kept.id.to_string()))
        .collect()
}

#[tokio::test]
async fn ads_side_by_side_show_only_what_differs() {
    let desktop = TestApp::first_start().await;
    let ads = kept(
        &desktop,
        &[
            r#"{"type":"ExpandableBannerAd","id":7,"name":"One","width":970,"height":250,"adURLs":[{"url":"a"}]}"#,
            r#"{"type":"ExpandableBannerAd","id":8,"name":"Two","width":970,"height":250,"adURLs":[{"url":"b"}],"masterAdId":7}"#,
            r#"{"type":"ExpandableBannerAd","id":9,"name":"One","width":728,"height":250,"adURLs":[]}"#,
        ],
    );
    let compared = desktop.ad_reviews.compare_ads(&ads).await.unwrap();
    let cells = |row: &adwright_review::TableRow| {
        let texts = row.cells[1..].iter().map(|cell| cell.text.clone());
        format!("{}: {}", row.path, texts.collect::<Vec<_>>().join(" | "))
    };
    let rows: Vec<_> = compared.differences.rows.iter().map(cells).collect();
    assert!(
        rows.contains(&"name: One | Two | One".to_owned()),
        "{rows:#?}"
    );
    assert!(
        rows.contains(&"width: 970 | 970 | 728".to_owned()),
        "{rows:#?}"
    );
    let of_urls = rows.iter().filter(|row| row.starts_with("adURLs")).count();
    assert_eq!(
        of_urls, 1,
        "a list and an item of it are told once: {rows:#?}"
    );
    assert!(
        !rows.iter().any(|row| row.starts_with("height")),
        "{rows:#?}"
    );
    // Two of the ads have the same name.
    let columns = compared.differences.columns.iter();
    let heads: Vec<_> = columns.map(|column| column.label.as_str()).collect();
    assert_eq!(heads, ["Field", "One (7)", "Two (8)", "One (9)"]);
    let names: Vec<_> = compared.ads.iter().map(|ad| ad.name.as_str()).collect();
    assert_eq!(names, heads[1..]);
    let svg = desktop
        .ad_reviews
        .compare_ads_svg(&ads, Palette::Light)
        .unwrap();
    assert!(svg.contains("Two (8): banner"), "{svg}");
    for name in &names {
        assert!(svg.contains(&format!(">{name}</text>")), "{name} in {svg}");
    }
    let master = desktop
        .details
        .read_detail(&ads[1])
        .unwrap()
        .master
        .unwrap();
    assert_eq!(
        (master.id.as_str(), master.document_ref),
        ("7", Some(ads[0].clone()))
    );
}

#[tokio::test]
async fn differing_layouts_of_two_versions_are_overlaid() {
    let desktop = TestApp::first_start().await;
    let shown = target("7");
    for (width, name) in [(970, "One"), (728, "One"), (728, "Two")] {
        let ad = format!(
            r#"{{"type":"ExpandableBannerAd","id":7,"name":"{name}","width":{width},"height":250}}"#
        );
        kept(&desktop, &[&ad]);
    }
    let entries = desktop.history.history(&shown).unwrap().entries;
    let [renamed, resized, first] = [0, 1, 2].map(|at| entries[at].id.as_str());
    let compared = |before, after| {
        desktop
            .history
            .compare_history(&shown, before, after)
            .unwrap()
    };
    let layouts = |before, after| compared(before, after).layouts.unwrap();
    let same = layouts(resized, renamed);
    assert_eq!((same.drawing, same.sentences), (None, Vec::new()));
    let differing = layouts(first, resized);
    assert!(differing.drawing.is_some());
    let [told] = differing.sentences.as_slice() else {
        panic!("{:?}", differing.sentences);
    };
    for size in ["970 px by 250 px", "728 px by 250 px"] {
        assert!(told.contains(size), "{told}");
    }
    let svg = desktop
        .history
        .compare_history_svg(&shown, (first, resized), Palette::Light)
        .unwrap();
    assert_eq!(svg.matches(": banner").count(), 2, "{svg}");
    let in_key = |line: &&str| line.starts_with("<text") && line.contains(">Fetched");
    assert_eq!(svg.lines().filter(in_key).count(), 2, "{svg}");
    let refused = desktop
        .history
        .compare_history_svg(&shown, (resized, renamed), Palette::Light)
        .unwrap_err();
    assert!(
        matches!(refused, Error::Ad(AdError::SameDrawing)),
        "{refused}"
    );
}

#[tokio::test]
async fn equal_values_are_equal_in_all_compared_ads() {
    let desktop = TestApp::first_start().await;
    let ad = |a: u8, b: u8| format!(r#"{{"type":"ExpandableBannerAd","a":{a},"b":{b}}}"#);
    let ads = [ad(1, 1), ad(1, 2), ad(2, 1)];
    let ids = kept(&desktop, &ads.each_ref().map(String::as_str));
    let compared = desktop.ad_reviews.compare_ads(&ids).await.unwrap();
    let labels = compared.differences.rows.iter();
    let labels: BTreeSet<_> = labels.map(|row| &*row.cells[0].text).collect();
    assert_eq!(labels, BTreeSet::from(["a", "b"]));
    assert_eq!(compared.layouts.len(), 1);
}

#[tokio::test]
async fn comparison_needs_two_different_ads() {
    let desktop = TestApp::first_start().await;
    let text = r#"{"type":"ExpandableBannerAd","id":7,"name":"One"}"#;
    let ads = kept(&desktop, &[text, text]);
    let compared = desktop.ad_reviews.compare_ads(&ads).await.unwrap();
    assert!(compared.differences.rows.is_empty());
    assert!(
        compared.message.starts_with("Nothing differs"),
        "{}",
        compared.message
    );
    for wrong in [&ads[..1], &vec![ads[0].clone(); 7][..]] {
        let refused = desktop.ad_reviews.compare_ads(wrong).await.unwrap_err();
        let Error::Ad(AdError::ComparisonSize { most }) = refused else {
            panic!("{refused}")
        };
        assert_eq!(most, 6);
    }
}

#[tokio::test]
async fn picture_comes_only_from_the_ads_address() {
    let desktop = TestApp::first_start().await;
    kept(
        &desktop,
        &[
            r#"{"type":"ExpandableBannerAd","id":7,"banner":{"assetName":"a","thumbnailUrl":"file:///etc/passwd"},
             "defaultImage":{"assetName":"b","thumbnailUrl":"http://pictures.example/b.png"}}"#,
        ],
    );
    for (path, is_expected) in [
        (
            "banner",
            (|error| matches!(error, Error::NotAWebAddress)) as fn(&Error) -> bool,
        ),
        ("defaultImage", |error| {
            matches!(error, Error::Ad(AdError::Picture(_)))
        }),
        ("panels[0]", |error| {
            matches!(error, Error::Ad(AdError::NoThumbnail))
        }),
    ] {
        let refused = desktop
            .ad_reviews
            .fetch_ad_thumbnail(&target("7"), path, None)
            .await;
        let error = refused.unwrap_err();
        assert_eq!(error.failure().code, FailureCode::Invalid);
        assert!(is_expected(&error), "{path}: {error}");
    }
}

#[tokio::test]
async fn picture_on_private_host_needs_consent() {
    let desktop = TestApp::first_start().await;
    kept(
        &desktop,
        &[
            r#"{"type":"ExpandableBannerAd","id":7,"banner":{"assetName":"a","thumbnailUrl":"http://127.0.0.1:1/a.png"}}"#,
        ],
    );
    for agreed in [None, Some("localhost"), Some("")] {
        let reply = desktop
            .ad_reviews
            .fetch_ad_thumbnail(&target("7"), "banner", agreed)
            .await;
        let host = "127.0.0.1".to_owned();
        assert_eq!(reply.unwrap(), ThumbnailResult::PrivateHost { host });
    }
    let agreed = Some("127.0.0.1");
    let asked = desktop
        .ad_reviews
        .fetch_ad_thumbnail(&target("7"), "banner", agreed)
        .await;
    let failure = asked.unwrap_err().failure();
    assert_eq!(failure.code, FailureCode::Invalid, "nobody listens there");
}

#[tokio::test]
async fn card_shows_the_tightest_limit() {
    let desktop = TestApp::first_start().await;
    let ad = r#"{"type":"ExpandableBannerAd","id":7,"name":"One","overallSize":6000,"panels":[{"size":PANEL}]}"#;
    let note = |panel: &str| {
        let ids = kept(&desktop, &[&ad.replace("PANEL", panel)]);
        desktop.ad_reviews.ad_review(&ids[0]).unwrap().cards[1]
            .note
            .clone()
    };
    assert_eq!(note("500"), "5,500 KB untouched, of 4,096 KB (Browser)");
    assert_eq!(note("5000"), "of 10,240 KB (Ad server)");
}
