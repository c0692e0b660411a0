//! The retargeting values of the service: listed, searched, filtered and opened, but never changed.

use std::fs;

use adwright_desk::Error;
use adwright_sheet::{Workbook, read_csv};
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, DocumentRef, EditRequest, FieldInput, ListId, PaletteDestination, PaletteKind,
    RowFilters, RowsQuery, RowsWindow, TableFormat,
};

use crate::query;

const LIST: ListId = ListId::Values;

async fn with_values() -> TestApp {
    let desktop = TestApp::first_start().await;
    desktop
        .fetches
        .fetch(Collection::Values, "fetch", |_| {})
        .await
        .unwrap();
    desktop
}

fn rows(desktop: &TestApp, query: &RowsQuery) -> RowsWindow {
    desktop.lists.list_rows(LIST, query).unwrap()
}

#[tokio::test]
async fn fetched_values_are_listed_after_a_restart() {
    let desktop = with_values().await;
    let all = rows(&desktop, &query(""));
    let workspace = desktop.overview.workspace_view().unwrap();
    assert!(all.total > 0 && workspace.fetched.values.complete);
    assert_eq!((all.total, all.drafts), (workspace.counts.values, 0));
    let desktop = desktop.restart().await;
    assert_eq!(rows(&desktop, &query("")), all);
}

#[tokio::test]
async fn values_are_searched_filtered_and_sorted() {
    let desktop = with_values().await;
    let all = rows(&desktop, &query(""));
    let first = &all.rows[0];
    let found = rows(&desktop, &query(&first.id));
    assert!(found.rows.iter().any(|row| row.id == first.id));
    let seen = desktop.lists.seen_values(LIST, "advertiserId").unwrap();
    let filtered = RowsQuery {
        filters: RowFilters {
            advertiser_id: seen[0].value.clone(),
            ..RowFilters::default()
        },
        ..query("")
    };
    let matched = rows(&desktop, &filtered).matched;
    assert!(matched > 0 && matched < all.total, "{matched}");
    let columns = desktop.lists.list_columns(LIST);
    assert!(columns.usual.iter().any(|column| column.path == "value"));
    assert!(columns.all.iter().all(|column| column.path != "brandId"));
}

#[tokio::test]
async fn service_answers_query_for_values() {
    let desktop = with_values().await;
    let advertiser = desktop.lists.seen_values(LIST, "advertiserId").unwrap();
    let asked = RowsQuery {
        filters: RowFilters {
            advertiser_id: advertiser[0].value.clone(),
            ..RowFilters::default()
        },
        ..query("")
    };
    let words = desktop.lists.describe_filters(LIST, &asked.filters);
    let json = format!(r#"{{"1":{{"ADVERTISERID":["{}"]}}}}"#, advertiser[0].value);
    assert_eq!(words.unwrap().json, json);
    let answer = desktop.fetches.query_service(LIST, "ask", &asked, |_| {});
    let answer = answer.await.unwrap();
    assert!(answer.complete, "{answer:?}");
    let local = rows(&desktop, &asked).rows;
    let answered = RowsQuery {
        answer: Some(answer.id),
        ..asked
    };
    let mut answered = rows(&desktop, &answered).rows;
    answered.sort_by_key(|row| local.iter().position(|one| one.id == row.id));
    assert_eq!(answered, local);
}

#[tokio::test]
async fn value_is_opened_and_read_only() {
    let desktop = with_values().await;
    let row = rows(&desktop, &query("")).rows.remove(0);
    let target = DocumentRef::Value(row.id.clone());
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!((&detail.target, detail.list), (&target, LIST));
    assert!(detail.read_only.is_some() && detail.field("value").unwrap().lock.is_some());
    let edit = EditRequest {
        path: "value".to_owned(),
        input: FieldInput::Text("other".to_owned()),
    };
    let refused = desktop.drafts.edit_draft(&target, &edit);
    assert!(
        matches!(refused, Err(Error::ValueReadOnly)),
        "{:?}",
        refused.err()
    );
    assert_eq!(desktop.details.read_detail(&target).unwrap().draft, None);
    let gone = DocumentRef::Value("7".to_owned());
    let missing = desktop.details.read_detail(&gone);
    assert!(matches!(missing, Err(Error::ValueMissing(_))));
}

#[tokio::test]
async fn palette_finds_and_remembers_a_value() {
    let desktop = with_values().await;
    let row = rows(&desktop, &query("")).rows.remove(0);
    let found = desktop.palette.search_palette(&row.id).unwrap().objects;
    let value = found
        .into_iter()
        .find(|object| object.kind == PaletteKind::Value)
        .unwrap();
    desktop.palette.record_palette_choice(&value.key).unwrap();
    let recent = desktop.palette.search_palette("").unwrap().recent;
    assert_eq!(recent.len(), 1);
}

#[tokio::test]
async fn value_is_fetched_by_its_id() {
    let fetched = with_values().await;
    let id = rows(&fetched, &query("")).rows.remove(0).id;
    let desktop = TestApp::first_start().await;
    let found = desktop.palette.search_palette(&id).unwrap().objects;
    let offered = found.iter().find(|one| one.kind == PaletteKind::Value);
    let target = DocumentRef::Value(id.clone());
    let opens = PaletteDestination::Detail(target.clone());
    assert_eq!(offered.unwrap().opens, opens);
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(detail.id, Some(id));
    let unknown = DocumentRef::Value("7".to_owned());
    let missing = desktop.details.open_detail(&unknown).await;
    assert!(matches!(missing, Err(Error::ValueMissing(_))));
}

#[tokio::test]
async fn exported_list_reads_back_with_exact_ids() {
    let desktop = with_values().await;
    let asked = RowsQuery {
        columns: vec!["value".to_owned(), "advertiserId".to_owned()],
        ..query("")
    };
    let all = rows(&desktop, &asked);
    for (format, is_workbook) in [(TableFormat::Csv, false), (TableFormat::Xlsx, true)] {
        let exported = desktop.lists.export_list(LIST, "export", &asked, format);
        let exported = exported.unwrap();
        assert_eq!(exported.rows, all.total);
        let bytes = fs::read(exported.path).unwrap();
        let table = if is_workbook {
            Workbook::open(&bytes).unwrap().read("values", 1).unwrap()
        } else {
            read_csv(&bytes).unwrap()
        };
        assert_eq!(table.columns, ["value", "advertiserId", "id"]);
        let ids: Vec<_> = table.rows.iter().map(|row| row.cells[2].clone()).collect();
        let keys = desktop.lists.row_ids(
            LIST,
            &RowsQuery {
                limit: all.total,
                ..asked.clone()
            },
        );
        assert_eq!(ids, keys.unwrap());
    }
}
