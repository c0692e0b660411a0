//! Tables are imported over existing objects: each cell keeps, sets or clears a field.

use std::fs;

use adwright_desk::{Desk, Error, RowImportError, RowRefusal};
use adwright_testkit::TestApp;
use adwright_views::{
    ListId, RowImportOptions, RowImportPreview, RowImportRequest, RowImportSource, RowImportTarget,
    RowsQuery, SheetFilter, SheetQuery, SheetSource, SheetView, TableFormat,
};

use crate::{campaign, edit, fetched, get_ads, ids_of, live, query, with_ads};

fn request(list: ListId, text: &str) -> RowImportRequest {
    RowImportRequest {
        source: RowImportSource::Clipboard {
            text: text.to_owned(),
            html: None,
        },
        target: RowImportTarget::Objects(list),
        options: RowImportOptions::default(),
    }
}

fn campaigns(text: &str) -> RowImportRequest {
    request(ListId::Campaigns, text)
}

fn preview(desk: &Desk, request: &RowImportRequest) -> RowImportPreview {
    desk.sheets.preview_import(request, "preview").unwrap()
}

/// Imports as the window does: with the options of the preview.
fn import(desk: &Desk, request: &RowImportRequest) -> Result<SheetView, Error> {
    let preview = preview(desk, request);
    let request = RowImportRequest {
        options: preview.options,
        ..request.clone()
    };
    desk.sheets.import(&request, &preview.digest, "import")
}

/// Returns the texts of a field in the first campaigns.
fn notes(app: &TestApp, ids: &[String]) -> Vec<String> {
    let query = RowsQuery {
        columns: vec!["notes".to_owned()],
        only: Some(ids.to_vec()),
        ..query("")
    };
    let rows = app.lists.list_rows(ListId::Campaigns, &query).unwrap().rows;
    let of = |id: &String| rows.iter().find(|row| row.id == *id).unwrap().cells[0].clone();
    ids.iter().map(of).collect()
}

fn first_ids(app: &TestApp, rows: usize) -> Vec<String> {
    let mut ids = ids_of(&app.desk, ListId::Campaigns);
    ids.truncate(rows);
    ids
}

#[tokio::test]
async fn cells_keep_set_or_clear_fields() {
    let app = fetched().await;
    let ids = first_ids(&app, 3);
    edit(&app, &campaign(&ids[1]), "notes", "Old");
    edit(&app, &campaign(&ids[2]), "notes", "Kept");
    let [a, b, c] = &ids[..] else { panic!("three") };
    let table = format!("id\tnotes\n{a}\tNew\n{b}\t(clear)\n{c}\t\n");
    let shown = preview(&app.desk, &campaigns(&table));
    assert_eq!(shown.problem, None);
    assert_eq!(shown.options.clear_marker.as_deref(), Some("(clear)"));
    let objects = shown.objects.unwrap();
    let counts = (
        objects.matched,
        objects.changed,
        objects.set,
        objects.cleared,
    );
    assert_eq!(counts, (3, 2, 1, 1));
    let cleared = &objects.changes[1];
    assert_eq!((&*cleared.before, &cleared.after), ("Old", &None));
    assert_eq!(notes(&app, &ids)[1], "Old", "a preview changes nothing");
    let sheet = import(&app.desk, &campaigns(&table)).unwrap();
    assert_eq!(notes(&app, &ids), ["New", "", "Kept"]);
    assert_eq!(sheet.source, SheetSource::Objects(ListId::Campaigns));
    assert_eq!(sheet.rows, 2);
    app.sheets.undo_sheet(&sheet.id).unwrap();
    assert_eq!(notes(&app, &ids)[1..], ["Old", "Kept"]);
    assert_eq!(live(&app.desk).len(), 2);
}

#[tokio::test]
async fn another_text_can_clear_fields() {
    let app = fetched().await;
    let ids = first_ids(&app, 1);
    edit(&app, &campaign(&ids[0]), "notes", "Old");
    let mut request = campaigns(&format!("id\tnotes\n{}\t-\n", ids[0]));
    request.options.clear_marker = Some("-".to_owned());
    import(&app.desk, &request).unwrap();
    assert_eq!(notes(&app, &ids), [""]);
}

/// Imports an exported list of all columns again.
fn import_exported(app: &TestApp, list: ListId, format: TableFormat) -> RowImportPreview {
    let columns = app.lists.list_columns(list).all.into_iter();
    let query = RowsQuery {
        columns: columns.map(|column| column.path).collect(),
        ..query("")
    };
    let file = app
        .lists
        .export_list(list, "export", &query, format)
        .unwrap();
    let request = RowImportRequest {
        source: RowImportSource::File(file.path.clone()),
        ..request(list, "")
    };
    let shown = preview(&app.desk, &request);
    assert_eq!(shown.objects.as_ref().unwrap().matched, file.rows);
    let unchanged = app.sheets.import(
        &RowImportRequest {
            options: shown.options.clone(),
            ..request
        },
        &shown.digest,
        "import",
    );
    let changes_nothing = matches!(unchanged, Err(Error::RowImport(RowImportError::NoChanges)));
    let changes = &shown.objects.as_ref().unwrap().changes;
    let fields: Vec<_> = changes.iter().map(|change| &*change.label).collect();
    assert!(changes_nothing, "{fields:?}");
    fs::remove_file(file.path).unwrap();
    shown
}

#[tokio::test]
async fn exported_lists_change_nothing_when_imported() {
    let app = fetched().await;
    let ids = first_ids(&app, 1);
    edit(
        &app,
        &campaign(&ids[0]),
        "name",
        "=cmd, \"quoted\"\nsecond line ",
    );
    for format in [TableFormat::Csv, TableFormat::Xlsx] {
        let shown = import_exported(&app, ListId::Campaigns, format);
        let objects = shown.objects.unwrap();
        assert_eq!((objects.changed, objects.refused_count), (0, 0));
    }
    assert_eq!(live(&app.desk).len(), 1);
}

#[tokio::test]
async fn exported_ads_change_nothing_when_imported() {
    let app = with_ads().await;
    get_ads(&app).await;
    for list in [
        ListId::InStream,
        ListId::Expandable,
        ListId::Html5Expandable,
    ] {
        let shown = import_exported(&app, list, TableFormat::Csv);
        assert_eq!(shown.objects.unwrap().changed, 0);
    }
    assert!(live(&app.desk).is_empty());
}

#[tokio::test]
async fn rows_without_an_object_are_refused() {
    let app = fetched().await;
    let ids = first_ids(&app, 2);
    let table = format!("id\tnotes\n{}\ta\n17\tb\n{}\tc\n\td\n", ids[0], ids[0]);
    let shown = preview(&app.desk, &campaigns(&table));
    let objects = shown.objects.unwrap();
    let lines: Vec<_> = objects.refused.iter().map(|row| row.line).collect();
    assert_eq!((&lines[..], objects.refused_count), (&[3, 4, 5][..], 3));
    assert!(shown.problem.is_some());
    let refused = import(&app.desk, &campaigns(&table)).unwrap_err();
    let Error::RowImport(RowImportError::RefusedRows {
        count,
        line,
        reason,
    }) = refused
    else {
        panic!("{refused:?}");
    };
    let expected = RowRefusal::UnknownId("17".to_owned());
    assert_eq!((count, line, reason), (3, 3, expected));
    assert!(live(&app.desk).is_empty());
}

#[tokio::test]
async fn damaged_ids_are_never_guessed() {
    let app = fetched().await;
    let ids = first_ids(&app, 1);
    let table = format!("id\tnotes\n{}\ta\n1.23E+18\tb\n", ids[0]);
    let shown = preview(&app.desk, &campaigns(&table));
    assert_eq!((shown.damaged_count, shown.damaged[0].line), (1, 3));
    let refused = import(&app.desk, &campaigns(&table));
    let is_refused = matches!(
        refused,
        Err(Error::RowImport(RowImportError::DamagedIds { .. }))
    );
    assert!(is_refused);
    assert!(live(&app.desk).is_empty());
}

#[tokio::test]
async fn table_needs_a_column_of_ids() {
    let app = fetched().await;
    let refused = import(&app.desk, &campaigns("name\tnotes\na\tb\n"));
    let is_refused = matches!(refused, Err(Error::RowImport(RowImportError::NoIdColumn)));
    assert!(is_refused);
    let shown = preview(&app.desk, &campaigns("name\tnotes\na\tb\n"));
    assert!(shown.problem.is_some());
}

#[tokio::test]
async fn fixed_fields_are_refused_by_line() {
    let app = fetched().await;
    let ids = first_ids(&app, 1);
    let table = format!("id\tadvertiserId\n{}\t1\n", ids[0]);
    let refused = import(&app.desk, &campaigns(&table));
    let Err(Error::RowImport(RowImportError::RefusedRows { line, reason, .. })) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(line, 2);
    assert!(matches!(reason, RowRefusal::Object(_)), "{reason:?}");
}

#[tokio::test]
async fn times_are_imported_as_exported_or_shown() {
    let app = fetched().await;
    let ids = first_ids(&app, 2);
    let [a, b] = &ids[..] else { panic!("two") };
    let table = format!("id\tstartDate\n{a}\t1775026800000\n{b}\t2026-04-01 09:00\n");
    let sheet = import(&app.desk, &campaigns(&table)).unwrap();
    let query = SheetQuery {
        filter: SheetFilter::default(),
        offset: 0,
        limit: 10,
    };
    let rows = app.sheets.sheet_rows(&sheet.id, &query).unwrap();
    let shown: Vec<_> = rows.rows.iter().map(|line| line.cells[1].len()).collect();
    assert_eq!(shown, ["2026-04-01 09:00".len(); 2]);
}
