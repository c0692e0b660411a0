//! Batches as a whole: their findings in the list, their exports, and what new ones are made of.

use adwright_testkit::TestApp;
use adwright_views::{
    BatchFindings, BatchTemplateRequest, Collection, ListId, RowImportOptions, RowImportRequest,
    RowImportSource, RowImportTarget, RowsQuery, SheetCheck, TableFormat, TemplateProduct,
};

use crate::sheets::{ADVERTISER, OpenSheet, paste, range};
use crate::{fetched, query};

/// Returns what the list says about the findings of the only batch.
fn findings(app: &TestApp) -> BatchFindings {
    app.sheets.batches().unwrap().remove(0).findings
}

/// Lists until the findings of the only batch are counted.
fn counted(app: &TestApp) -> SheetCheck {
    loop {
        match findings(app) {
            BatchFindings::Known(counts) => return counts,
            BatchFindings::Running(_) => std::thread::yield_now(),
            BatchFindings::Unknown => panic!("a small batch is counted"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_counts_findings_without_opening() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "A\ta\t\tx\t52024\nB\ta\t\t4401\t52024");
    assert_eq!(findings(&app), BatchFindings::Running(None));
    let expected = SheetCheck {
        errors: 1,
        warnings: 0,
        rows_with_findings: 1,
    };
    assert_eq!(counted(&app), expected);
    sheet.edit(paste(range(0, 1, &[ADVERTISER]), "4401"));
    let counts = counted(&app);
    assert_eq!((counts.errors, counts.warnings), (0, 1));
    // The open sheet counts, too.
    sheet.edit(paste(range(0, 1, &[ADVERTISER]), "y"));
    let open = sheet.window(&crate::sheets::all()).check.unwrap();
    assert_eq!(findings(&app), BatchFindings::Known(open));
}

#[tokio::test(flavor = "multi_thread")]
async fn exported_batch_is_imported_unchanged() {
    let app = fetched().await;
    let rows = "=1+1\t 007\t2026-01-30\t4401\t52024\n'-5\tÄ \"q\", ;\t\t9007199254740993123\t\n\t@x\t\t\tx5";
    let sheet = OpenSheet::of(&app, rows);
    let cells = |batch: &str| {
        let rows = app.batches.rows(batch, 0..u32::MAX).unwrap().rows;
        rows.into_iter().map(|row| row.cells).collect::<Vec<_>>()
    };
    let before = cells(&sheet.batch.id);
    assert_eq!(before.len(), 3);
    for format in [TableFormat::Csv, TableFormat::Xlsx] {
        let exported = app.sheets.export_batch(&sheet.batch.id, "export", format);
        let exported = exported.unwrap();
        assert_eq!(exported.rows, 3);
        let mut request = RowImportRequest {
            source: RowImportSource::File(exported.path),
            target: RowImportTarget::NewBatch("Again".to_owned()),
            options: RowImportOptions::default(),
        };
        let preview = app.sheets.preview_import(&request, "preview").unwrap();
        request.options = preview.options;
        let again = app.sheets.import(&request, &preview.digest, "import");
        assert_eq!(cells(&again.unwrap().id), before, "{format:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn export_keeps_existing_files() {
    let app = fetched().await;
    let sheet = OpenSheet::of(&app, "A\ta\t\t4401\t52024");
    let first = app
        .sheets
        .export_batch(&sheet.batch.id, "a", TableFormat::Csv);
    let first = first.unwrap().path;
    assert!(std::path::Path::new(&first).is_file());
    let again = app
        .sheets
        .export_batch(&sheet.batch.id, "b", TableFormat::Csv);
    assert_ne!(again.unwrap().path, first, "no file is overwritten");
}

/// Fetches the values, and returns the first two.
async fn two_values(app: &TestApp) -> (Vec<String>, Vec<Vec<String>>) {
    app.fetches
        .fetch(Collection::Values, "values", |_| {})
        .await
        .unwrap();
    let columns = ["name", "value", "advertiserId", "retargetingActivityId"];
    let request = RowsQuery {
        columns: columns.map(str::to_owned).into(),
        limit: 2,
        ..query("")
    };
    let rows = app.lists.list_rows(ListId::Values, &request).unwrap().rows;
    rows.into_iter().map(|row| (row.id, row.cells)).unzip()
}

#[tokio::test(flavor = "multi_thread")]
async fn selected_values_become_new_rows() {
    let app = fetched().await;
    let (ids, values) = two_values(&app).await;
    let batch = app.sheets.create_batch_of_values("Copies", &ids).unwrap();
    assert_eq!((&*batch.name, batch.rows), ("Copies", 2));
    let columns: Vec<_> = batch.columns.iter().map(|column| &*column.path).collect();
    for gone in ["id", "type", "clientRefId", "createdOn"] {
        assert!(!columns.contains(&gone), "{columns:?}");
    }
    let rows = app.batches.rows(&batch.id, 0..2).unwrap().rows;
    let copied = rows.iter().map(|row| {
        let shown = [0, 1, 3, 4];
        shown.map(|at| row.cells[at].clone()).to_vec()
    });
    assert_eq!(copied.collect::<Vec<_>>(), values);
}

#[tokio::test(flavor = "multi_thread")]
async fn template_keeps_columns_and_first_row() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "\t\t\t\t\nA\t\t\t4401\t52024\nB\tb\t\t4412\t");
    for path in ["retargetingData", "clientRefId"] {
        let path = path.to_owned();
        sheet.edit(adwright_views::SheetEdit::AddColumn { path });
    }
    sheet.edit(paste(range(1, 1, &[6]), "ref-1"));
    let request = BatchTemplateRequest {
        batch: sheet.batch.id.clone(),
        name: "Carts".to_owned(),
        description: String::new(),
        replace: false,
    };
    let saved = app.templates.save_batch_template(&request).unwrap();
    assert_eq!(saved.template.product, TemplateProduct::Batch);
    let listed = app.templates.templates().unwrap();
    assert_eq!(listed, std::slice::from_ref(&saved.template));
    let batch = app.templates.create_batch(&saved.template.id).unwrap();
    assert_eq!((&*batch.name, batch.rows), ("Carts", 1));
    let columns: Vec<_> = batch.columns.iter().map(|column| &*column.path).collect();
    assert!(columns.contains(&"retargetingData"), "{columns:?}");
    let row = app.batches.rows(&batch.id, 0..1).unwrap().rows.remove(0);
    assert_eq!(row.cells[..5], ["A", "", "", "4401", "52024"]);
    assert!(!row.cells.contains(&"ref-1".to_owned()));
}
