//! Everything that is shown as rows is exported in each format, and reads back.

use std::collections::BTreeMap;
use std::fs;

use adwright_sheet::{Workbook, read_csv};
use adwright_testkit::TestApp;
use adwright_views::{
    DraftFilter, ExportSource, ListExport, ListId, RowsQuery, SentFilter, SentQuery, TableFormat,
};

use crate::{
    SPRING, campaign, draft_of, drafts, edit, fetched, id_of, ids_of, newest, query, send,
};

/// A name that a spreadsheet would run as a formula.
const FORMULA: &str = "=HYPERLINK(\"x\")";

type Rows = Vec<BTreeMap<String, String>>;

/// Exports a source and returns the text of the file.
fn text(desktop: &TestApp, source: &ExportSource, format: TableFormat) -> String {
    let bytes = bytes(desktop, source, format);
    String::from_utf8(bytes).unwrap()
}

fn bytes(desktop: &TestApp, source: &ExportSource, format: TableFormat) -> Vec<u8> {
    let exported = desktop.exports.export(source, "export", format).unwrap();
    fs::read(exported.path).unwrap()
}

/// Exports a source as JSON, and reads it.
fn rows(desktop: &TestApp, source: &ExportSource) -> Rows {
    serde_json::from_str(&text(desktop, source, TableFormat::Json)).unwrap()
}

fn all_sent() -> ExportSource {
    ExportSource::Sent(SentQuery {
        shown: SentFilter::All,
        search: String::new(),
        person: None,
        from: String::new(),
        until: String::new(),
        by_send: true,
        offset: 0,
        limit: 1,
    })
}

/// Returns a desk with a sent campaign, and its id.
async fn with_sent() -> (TestApp, String) {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", FORMULA));
    send(&desktop, &draft).await;
    (desktop, id)
}

#[tokio::test]
async fn formats_have_the_same_cells() {
    let (desktop, id) = with_sent().await;
    let sent = rows(&desktop, &all_sent());
    assert_eq!(
        (sent.len(), &*sent[0]["Name"], &*sent[0]["Id"]),
        (1, FORMULA, &*id)
    );
    assert_eq!(sent[0]["State"], "confirmed");

    let csv = bytes(&desktop, &all_sent(), TableFormat::Csv);
    assert!(String::from_utf8_lossy(&csv).contains("'=HYPERLINK"));
    let workbook = bytes(&desktop, &all_sent(), TableFormat::Xlsx);
    let workbook = Workbook::open(&workbook).unwrap().read("sent", 1).unwrap();
    for table in [read_csv(&csv).unwrap(), workbook] {
        let cells = table
            .columns
            .iter()
            .cloned()
            .zip(table.rows[0].cells.clone());
        assert_eq!(cells.collect::<BTreeMap<_, _>>(), sent[0]);
    }
    let page = text(&desktop, &all_sent(), TableFormat::Html);
    assert!(page.contains(&id) && page.contains("=HYPERLINK(&quot;x&quot;)"));
}

#[tokio::test]
async fn receipt_export_has_changes_requests_and_text() {
    let (desktop, id) = with_sent().await;
    let item = newest(&desktop).item;
    let receipt = rows(&desktop, &ExportSource::Receipt(item.clone()));
    let part = |part: &str| {
        let rows = receipt.iter().filter(|row| row["Part"] == part);
        rows.collect::<Vec<_>>()
    };
    let change = part("Change");
    assert_eq!(
        (&*change[0]["Before"], &*change[0]["After"]),
        (SPRING, FORMULA)
    );
    let request = part("Request");
    assert_eq!(request.len(), 1);
    assert_eq!(request[0]["Name"], format!("PUT /campaigns/{id}"));
    let body = desktop.outbox.receipt(&item).unwrap().body.unwrap();
    assert_eq!(part("Exact text sent")[0]["After"], body);
}

#[tokio::test]
async fn review_export_has_changes_and_findings() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "traffickingMode", "simple"));
    let review = rows(&desktop, &ExportSource::Review(vec![draft]));
    assert_eq!(review[0]["Path"], "traffickingMode");
    assert!(
        review
            .iter()
            .any(|row| row["Finding"].starts_with("error 62000: "))
    );
    let listed = rows(&desktop, &ExportSource::Drafts(drafts(DraftFilter::All)));
    assert_eq!((listed.len(), &*listed[0]["Errors"]), (1, "1"));
    let history = rows(&desktop, &ExportSource::History(target));
    assert_eq!(history[0]["Event"], "draft edit");
}

#[tokio::test]
async fn selection_export_has_only_its_rows() {
    let desktop = fetched().await;
    let ids: Vec<_> = ids_of(&desktop, ListId::Campaigns)
        .into_iter()
        .take(2)
        .collect();
    let source = ExportSource::List(Box::new(ListExport {
        list: ListId::Campaigns,
        query: RowsQuery {
            columns: vec!["name".to_owned()],
            only: Some(ids.clone()),
            ..query("")
        },
    }));
    let exported = rows(&desktop, &source);
    let exported: Vec<_> = exported.iter().map(|row| row["id"].clone()).collect();
    assert_eq!(exported, ids);
}

#[tokio::test]
async fn only_exported_pages_open() {
    let (desktop, _) = with_sent().await;
    let exported = desktop
        .exports
        .export(&all_sent(), "export", TableFormat::Html);
    let path = exported.unwrap().path;
    assert!(desktop.exports.exported_page(&path).is_ok());
    let foreign = desktop.home().join("adwright.db");
    for path in [&*foreign.to_string_lossy(), "/etc/passwd", "", ".."] {
        assert!(desktop.exports.exported_page(path).is_err(), "{path}");
    }
}
