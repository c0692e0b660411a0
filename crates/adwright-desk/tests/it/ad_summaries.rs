//! Ads that are known only as summaries are never treated as complete.

use adwright_desk::Paths;
use adwright_model::{Id, Kind};
use adwright_review::Palette;
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_testkit::TestApp;
use adwright_views::{
    AdImportSource, AdReview, Detail, DocumentRef, EditRequest, FailureCode, FieldInput, ListId,
};

use crate::{first_ad, get_ads};

const SUMMARY: &str = r#"{"type":"Ad","id":7,"name":"Spring"}"#;
const MASTER: &str = r#"{"type":"ExpandableBannerAd","id":8,"name":"Spring","width":970,"height":250,
    "panels":[{"name":"main","width":970,"height":600,"positionX":0,"positionY":0}]}"#;

async fn offline() -> TestApp {
    TestApp::first_start().await.restart_offline().await
}

/// Stores an ad under this id.
fn keep(desktop: &TestApp, id: i64, text: &str, fullness: Fullness) {
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let ad = FetchedObject {
        id: Id(id),
        text: text.to_owned(),
        fullness,
        columns: CachedColumns::default(),
    };
    store
        .cache_put_page(&workspace, Kind::Ad, &[ad], 0)
        .unwrap();
}

fn ad(id: &str) -> DocumentRef {
    DocumentRef::Ad(id.to_owned())
}

/// Returns the values on the cards.
fn values(ad: &AdReview) -> Vec<&str> {
    ad.cards.iter().map(|card| card.value.as_str()).collect()
}

#[tokio::test]
async fn summary_review_does_not_claim_missing_parts() {
    let desktop = offline().await;
    keep(&desktop, 7, SUMMARY, Fullness::Summary);
    let summary = |ad: AdReview| ad.summary.expect("it is a summary");
    let unasked = summary(desktop.ad_reviews.ad_review(&ad("7")).unwrap());
    assert!(unasked.gettable, "{unasked:?}");
    let opened = desktop.details.open_detail(&ad("7")).await;
    assert_eq!(opened.unwrap().title, "Spring");
    let review = desktop.ad_reviews.ad_review(&ad("7")).unwrap();
    assert_eq!(values(&review), ["unknown"; 4]);
    let asked = summary(review);
    assert!(asked.gettable && asked != unasked, "{asked:?}");
}

#[tokio::test]
async fn fully_fetched_ad_is_reviewed_in_full() {
    let desktop = TestApp::first_start().await;
    get_ads(&desktop).await;
    let shown = first_ad(&desktop, ListId::Expandable);
    let DocumentRef::Ad(id) = &shown else {
        unreachable!("ads are listed as ads");
    };
    let summary = SUMMARY.replace('7', id);
    keep(&desktop, id.parse().unwrap(), &summary, Fullness::Summary);
    let opened = desktop.ad_reviews.open_ad(&shown).await.unwrap();
    let review = opened.review.expect("it can be reviewed");
    assert_eq!((&review.summary, &opened.detail.summary), (&None, &None));
    assert_ne!(review.head.name, "Spring");
    assert_eq!(review, desktop.ad_reviews.ad_review(&shown).unwrap());
    // Only the form is left out.
    let whole = desktop.details.read_detail(&shown).unwrap();
    let groups = whole.groups.clone();
    assert!(opened.detail.groups.is_empty() && !groups.is_empty());
    assert_eq!(
        Detail {
            groups,
            ..opened.detail
        },
        whole
    );
}

#[tokio::test]
async fn text_only_ad_opens_without_a_review() {
    let desktop = offline().await;
    let twice = r#"{"type":"ExpandableBannerAd","id":7,"id":7}"#;
    keep(&desktop, 7, twice, Fullness::Full);
    let opened = desktop.ad_reviews.open_ad(&ad("7")).await.unwrap();
    assert!(opened.detail.text_only.is_some());
    assert_eq!(opened.review, None);
}

#[tokio::test]
async fn empty_full_ad_is_reported_as_empty() {
    let desktop = offline().await;
    let bare = r#"{"type":"ExpandableBannerAd","id":7,"name":"Bare"}"#;
    keep(&desktop, 7, bare, Fullness::Full);
    let review = desktop.ad_reviews.ad_review(&ad("7")).unwrap();
    assert_eq!(review.summary, None);
    assert_eq!(values(&review), ["unknown", "unknown", "0", "none"]);
}

#[tokio::test]
async fn file_and_draft_summaries_cannot_be_fetched() {
    let desktop = offline().await;
    keep(&desktop, 7, SUMMARY, Fullness::Summary);
    let source = AdImportSource::Text(SUMMARY.to_owned());
    let imported = desktop
        .ad_files
        .import_ads(source, "import", |_| {})
        .unwrap();
    let of_file = imported.only.expect("one came");
    let edit = EditRequest {
        path: "name".to_owned(),
        input: FieldInput::Text("Summer".to_owned()),
    };
    desktop.drafts.edit_draft(&ad("7"), &edit).unwrap();
    for target in [of_file, ad("7")] {
        let review = desktop.ad_reviews.ad_review(&target).unwrap();
        assert!(!review.summary.unwrap().gettable);
    }
}

#[tokio::test]
async fn file_summary_is_marked_everywhere() {
    let desktop = offline().await;
    keep(&desktop, 8, MASTER, Fullness::Full);
    let source = AdImportSource::Text(format!("[{SUMMARY},{MASTER}]"));
    desktop
        .ad_files
        .import_ads(source, "import", |_| {})
        .unwrap();
    let target = first_ad(&desktop, ListId::OtherAds);
    let review = desktop.ad_reviews.ad_review(&target).unwrap();
    let fields = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(fields.summary, review.summary);
    assert!(!fields.summary.unwrap().gettable);
    let both = [target, ad("8")];
    let compared = desktop.ad_reviews.compare_ads(&both).await.unwrap();
    let width = &compared.differences.rows[2].cells;
    assert_eq!((&*width[0].text, &*width[2].text), ("Width", "970"));
    let whole = first_ad(&desktop, ListId::Expandable);
    assert_eq!(
        desktop.details.open_detail(&whole).await.unwrap().summary,
        None
    );
}

#[tokio::test]
async fn new_ad_from_summary_may_lack_fields() {
    let desktop = offline().await;
    keep(&desktop, 7, SUMMARY, Fullness::Summary);
    let copy = desktop.drafts.copy_draft(&ad("7")).await.unwrap();
    assert_eq!(copy.detail.summary, None);
    assert!(copy.note.is_some(), "something may be missing");
    assert_eq!(
        desktop
            .ad_reviews
            .ad_review(&copy.detail.target)
            .unwrap()
            .summary,
        None
    );
}

#[tokio::test]
async fn new_ad_from_file_summary_may_lack_fields() {
    let desktop = offline().await;
    let [of_summary, of_whole] = [SUMMARY, MASTER].map(|text| {
        let source = AdImportSource::Text(text.to_owned());
        let came = desktop
            .ad_files
            .import_ads(source, "import", |_| {})
            .unwrap();
        came.only.expect("one came")
    });
    let copy = desktop.drafts.copy_draft(&of_summary).await.unwrap();
    assert!(copy.note.is_some(), "something may be missing");
    assert_eq!(copy.detail.summary, None);
    let whole = desktop.drafts.copy_draft(&of_whole).await.unwrap();
    assert_eq!(whole.note, None);
}

#[tokio::test]
async fn weight_in_a_summary_is_not_missing() {
    let desktop = offline().await;
    let weighed = SUMMARY.replace(r#""id":7"#, r#""id":7,"initialSize":90"#);
    keep(&desktop, 7, &weighed, Fullness::Summary);
    let cards = desktop.ad_reviews.ad_review(&ad("7")).unwrap().cards;
    assert_eq!(cards[0].value, "90 KB");
}

#[tokio::test]
async fn missing_summary_fields_compare_as_unknown() {
    let desktop = offline().await;
    keep(&desktop, 7, SUMMARY, Fullness::Summary);
    let ads = [ad("7"), ad("8")];
    let desk = &desktop.desk;
    keep(&desktop, 8, MASTER, Fullness::Full);
    let compared = desk.ad_reviews.compare_ads(&ads).await.unwrap();
    let rows = &compared.differences.rows;
    let rows = rows.iter().map(|row| {
        let texts = row.cells.iter().map(|cell| cell.text.as_str());
        texts.collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows[0], ["Ad ID", "7", "8"]);
    let unknown = rows[1][1];
    assert_eq!(
        rows[1..],
        [
            ["Type", unknown, "ExpandableBannerAd"],
            ["Width", unknown, "970"],
            ["Height", unknown, "250"],
            ["Panels", unknown, "1. main · 970 · 600"],
        ]
    );
    let summary = compared.summary.unwrap();
    assert!(
        summary.message.contains("Spring (7)") && summary.gettable,
        "{summary:?}"
    );
    // The layout of a summary is unknown.
    let [layout] = compared.layouts.as_slice() else {
        panic!("{:?}", compared.layouts);
    };
    assert!(layout.contains("Spring (7)"), "{layout}");
    assert_eq!(compared.drawing, None);
    let svg = desk.ad_reviews.compare_ads_svg(&ads, Palette::Light);
    assert_eq!(svg.unwrap_err().failure().code, FailureCode::Invalid);
    let lower = MASTER
        .replace("600", "400")
        .replace(r#""id":8"#, r#""id":9"#);
    keep(&desktop, 9, &lower, Fullness::Full);
    let ads = [ad("8"), ad("7"), ad("9")];
    let compared = desk.ad_reviews.compare_ads(&ads).await.unwrap();
    let places: Vec<_> = compared.ads.iter().map(|ad| ad.position).collect();
    assert_eq!(places, [Some(0), None, Some(1)]);
    assert_eq!(compared.layouts.len(), 2, "{:?}", compared.layouts);
    assert!(compared.layouts[1].contains("970 px by 600 px"));
    let svg = desk
        .ad_reviews
        .compare_ads_svg(&ads, Palette::Light)
        .unwrap();
    assert_eq!(svg.matches(": banner</title>").count(), 2, "{svg}");
}

#[tokio::test]
async fn later_summary_removes_no_panels() {
    let desktop = offline().await;
    let master = MASTER.replace(r#""id":8"#, r#""id":7"#);
    keep(&desktop, 7, &master, Fullness::Full);
    let later = SUMMARY.replace("Spring", "Summer");
    keep(&desktop, 7, &later, Fullness::Summary);
    let entries = desktop.history.history(&ad("7")).unwrap().entries;
    let [newer, older] = [0, 1].map(|at| entries[at].id.as_str());
    let compared = desktop
        .history
        .compare_history(&ad("7"), older, newer)
        .unwrap();
    assert_eq!(compared.layouts, None);
}

#[tokio::test]
async fn comparison_fetches_full_ads_first() {
    let desktop = TestApp::first_start().await;
    get_ads(&desktop).await;
    let ads = [ListId::InStream, ListId::Expandable].map(|list| first_ad(&desktop, list));
    assert!(
        desktop
            .ad_reviews
            .ad_review(&ads[0])
            .unwrap()
            .summary
            .is_some()
    );
    let compared = desktop.ad_reviews.compare_ads(&ads).await.unwrap();
    assert_eq!(compared.summary, None);
    assert!(
        ads.iter()
            .all(|ad| { desktop.ad_reviews.ad_review(ad).unwrap().summary.is_none() })
    );
}
