//! The list, the fields and the review of an ad show the same findings.

use adwright_testkit::TestApp;
use adwright_views::{AdImportSource, DocumentRef, ListId, ListRow, Severity};

use crate::ad_reviews::WHOLE;
use crate::{query, with_ads};

const LISTS: [ListId; 4] = [
    ListId::InStream,
    ListId::Expandable,
    ListId::Html5Expandable,
    ListId::OtherAds,
];

/// A new ad, an ad of an unknown type, and a summary.
const OTHERS: &str = r#"[{"type":"ExpandableBannerAd","name":"New","width":-1},
    {"type":"SkyAd","id":5,"name":"Other","width":"wide","mainClickthrough":{"url":"javascript:1"}},
    {"type":"Ad","id":6,"name":"Short"}]"#;

fn rows(desktop: &TestApp) -> Vec<ListRow> {
    let mut query = query("");
    query.columns = ["figures.errorCount", "figures.warningCount"]
        .map(str::to_owned)
        .to_vec();
    let rows = LISTS.map(|list| desktop.lists.list_rows(list, &query).unwrap().rows);
    rows.into_iter().flatten().collect()
}

fn counts<'a>(of: impl Iterator<Item = &'a Severity>) -> [String; 2] {
    let (mut errors, mut warnings) = (0, 0);
    for severity in of {
        match severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
            Severity::Note => {}
        }
    }
    [errors, warnings].map(|count: u32| count.to_string())
}

#[tokio::test]
async fn list_form_and_review_agree_on_findings() {
    let desktop = with_ads().await;
    for text in WHOLE.into_iter().chain([OTHERS]) {
        let source = AdImportSource::Text(text.to_owned());
        desktop
            .ad_files
            .import_ads(source, "import", |_| {})
            .unwrap();
    }
    let rows = rows(&desktop);
    assert!(rows.iter().filter(|row| row.file.is_some()).count() == 6 && rows.len() > 40);
    for row in rows {
        let target = DocumentRef::Ad(row.id.clone());
        let detail = desktop.details.open_detail(&target).await.unwrap();
        let review = desktop
            .ad_reviews
            .ad_review(&DocumentRef::Ad(row.id.clone()))
            .unwrap();
        let of_fields = counts(detail.findings.iter().map(|one| &one.severity));
        let of_review = counts(review.findings.iter().map(|one| &one.finding.severity));
        assert_eq!(row.cells[..], of_review, "list and review of {}", row.name);
        assert_eq!(of_fields, of_review, "fields and review of {}", row.name);
    }
}

#[tokio::test]
async fn ad_of_unknown_type_has_no_required_fields() {
    let desktop = TestApp::first_start().await;
    let source = AdImportSource::Text(OTHERS.to_owned());
    desktop
        .ad_files
        .import_ads(source, "import", |_| {})
        .unwrap();
    let rows = rows(&desktop);
    let rules = |name: &str| {
        let row = rows.iter().find(|row| row.name == name).unwrap();
        let findings = desktop
            .ad_reviews
            .ad_review(&DocumentRef::Ad(row.id.clone()))
            .unwrap()
            .findings;
        let rules = findings.into_iter().map(|one| one.finding.rule);
        rules.collect::<Vec<_>>()
    };
    assert_eq!(rules("Other"), ["web-address", "type", "kind"]);
    assert_eq!(rules("Short"), ["kind"]);
    assert!(rules("New").contains(&"required".to_owned()));
}
