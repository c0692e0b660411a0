//! Rows of files and of the clipboard are imported into batches, all or none.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use adwright_checks::IdDamage;
use adwright_desk::{Desk, Error, IdLoss, RowImportError, ValueTableError};
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, ColumnMatch, HeaderRow, RowImportOptions, RowImportPreview, RowImportRequest,
    RowImportSource, RowImportTarget, SheetView, TableEncoding,
};
use rust_xlsxwriter::{Format, Workbook};
use tempfile::TempDir;

use crate::fetched;

const HEAD: &str = "name,value,advertiserId,retargetingActivityId\n";

/// A folder with files to import.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and returns a request to import it into a new batch.
    fn request(&self, name: &str, content: impl AsRef<[u8]>) -> RowImportRequest {
        fs::write(self.path(name), content).unwrap();
        RowImportRequest {
            source: RowImportSource::File(self.path(name).to_str().unwrap().to_owned()),
            target: RowImportTarget::NewBatch("Spring".to_owned()),
            options: RowImportOptions::default(),
        }
    }
}

fn pasted(text: &str) -> RowImportRequest {
    RowImportRequest {
        source: RowImportSource::Clipboard {
            text: text.to_owned(),
            html: None,
        },
        target: RowImportTarget::NewBatch("Spring".to_owned()),
        options: RowImportOptions::default(),
    }
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

/// Returns the cells of a batch, rows separated by slashes.
fn cells(desk: &Desk, batch: &str) -> String {
    let rows = desk.batches.rows(batch, 0..u32::MAX).unwrap().rows;
    let lines = rows
        .iter()
        .map(|row| row.cells.join(",").trim_end_matches(',').to_owned());
    lines.collect::<Vec<_>>().join(" / ")
}

/// Returns the fields of the columns.
fn fields(preview: &RowImportPreview) -> Vec<&str> {
    let columns = preview.columns.iter();
    let fields = columns.map(|column| column.field.as_deref().unwrap_or("-"));
    fields.collect()
}

fn workbook() -> Vec<u8> {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Notes").unwrap();
    workbook
        .worksheet_from_index(0)
        .unwrap()
        .write(0, 0, "Nothing here")
        .unwrap();
    let values = workbook.add_worksheet().set_name("Values").unwrap();
    values.write(0, 0, "Spring values").unwrap();
    for (column, name) in (0..).zip(["Name", "Value", "Advertiser", "Activity"]) {
        values.write(2, column, name).unwrap();
    }
    values.write(3, 0, "Cart").unwrap();
    values.write(3, 1, "cart|1").unwrap();
    values.write(3, 2, 4401).unwrap();
    values
        .write_formula(
            3,
            3,
            rust_xlsxwriter::Formula::new("=52000+24").set_result("52024"),
        )
        .unwrap();
    workbook.save_to_buffer().unwrap()
}

#[tokio::test]
async fn every_kind_of_table_is_detected() {
    let app = TestApp::first_start().await;
    let files = Files::new();
    let rows = "Cart,cart|1,4401,52024\n";
    let semicolons = format!("{HEAD}{rows}").replace(',', ";");
    let latin: Vec<u8> = b"name,value\nCaf\xe9,cafe\n".to_vec();
    let wide: Vec<u8> = format!("\u{feff}{HEAD}{rows}")
        .replace(',', "\t")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut values = files.request("values.xlsx", workbook());
    values.options.worksheet = Some("Values".to_owned());
    for (request, expected) in [
        (
            files.request("a.csv", format!("{HEAD}{rows}")),
            "Cart,cart|1,,4401,52024",
        ),
        (
            files.request("b.csv", semicolons),
            "Cart,cart|1,,4401,52024",
        ),
        (files.request("c.csv", latin), "Café,cafe"),
        (files.request("d.txt", wide), "Cart,cart|1,,4401,52024"),
        (
            files.request("e.csv", format!("Spring\n\n{HEAD}{rows}")),
            "Cart,cart|1,,4401,52024",
        ),
        (values, "Cart,cart|1,,4401,52024"),
        (pasted("Value\tName\ncart|1\tCart\n"), "Cart,cart|1"),
    ] {
        let batch = import(&app, &request).unwrap();
        assert_eq!(cells(&app, &batch.id), expected, "{:?}", request.source);
    }
}

#[tokio::test]
async fn columns_match_by_name_alias_and_content() {
    let app = fetched().await;
    let values = app.fetches.fetch(Collection::Values, "fetch", |_| {}).await;
    assert!(values.unwrap().complete);
    let request = pasted(
        "NAME\tRetargeting value\tExpiry\tadvertiser\tWhat\tNote\nCart\tcart|1\t\t4401\t52024\thello\nCart\tcart|2\t\t?\t\t\n",
    );
    let preview = preview(&app.desk, &request);
    assert_eq!(
        fields(&preview),
        [
            "name",
            "value",
            "expiresOn",
            "advertiserId",
            "retargetingActivityId",
            "-"
        ]
    );
    let reasons: Vec<_> = preview
        .columns
        .iter()
        .map(|column| column.matched_by)
        .collect();
    let alias = Some(ColumnMatch::Alias);
    let content = Some(ColumnMatch::Content);
    assert_eq!(
        reasons,
        [Some(ColumnMatch::Name), alias, alias, alias, content, None]
    );
    assert_eq!(preview.columns[5].samples, ["hello"]);
}

#[tokio::test]
async fn table_without_names_is_read_whole() {
    let app = TestApp::first_start().await;
    let mut request = pasted("Cart\tcart|1\t4401\n");
    let detected = preview(&app, &request);
    assert_eq!(detected.options.header, Some(HeaderRow::None));
    assert_eq!(fields(&detected), ["-", "-", "-"]);
    assert!(detected.problem.is_some());
    let mapping = ["name", "value", "advertiserId"];
    request.options.mapping = Some(mapping.map(|field| Some(field.to_owned())).into());
    let batch = import(&app, &request).unwrap();
    assert_eq!(cells(&app, &batch.id), "Cart,cart|1,,4401");
}

#[tokio::test]
async fn dry_run_counts_findings_and_changes_nothing() {
    let app = TestApp::first_start().await;
    let existing = import(&app, &pasted("name\tvalue\nCart\tcart|1\n")).unwrap();
    let mut rows = String::from("name,value,advertiserId,clientRefId\n");
    for row in 0..300 {
        let advertiser = if row % 3 == 0 { "wrong" } else { "4401" };
        writeln!(rows, "Row {row},row|{row},{advertiser},R{row}").unwrap();
    }
    rows.push_str(",,,\n");
    let files = Files::new();
    let mut request = files.request("a.csv", rows);
    request.target = RowImportTarget::Batch(existing.id.clone());
    let preview = preview(&app, &request);
    assert_eq!((preview.rows, preview.blank_rows), (300, 1));
    assert_eq!(preview.check.rows_with_findings, 300);
    assert!(preview.check.errors >= 400, "{:?}", preview.check);
    assert!(preview.lines.len() <= 105);
    assert_eq!(
        (preview.lines[0].number, &*preview.lines[0].cells[2]),
        (2, "wrong")
    );
    assert_eq!(preview.new_columns, ["Your reference"]);
    assert_eq!(preview.problem, None);
    assert_eq!(app.sheets.open_batch(&existing.id).unwrap(), existing);
}

#[tokio::test]
async fn import_into_a_batch_is_one_undo_step() {
    let app = TestApp::first_start().await;
    let first = import(&app, &pasted("name\tvalue\nCart\tcart|1\n")).unwrap();
    let files = Files::new();
    let mut request = files.request(
        "more.csv",
        "value,name,clientRefId\ncart|2,Cart 2,R-1\ncart|3,Cart 3,\n",
    );
    request.target = RowImportTarget::Batch(first.id.clone());
    let after = import(&app, &request).unwrap();
    assert_eq!(
        cells(&app, &first.id),
        "Cart,cart|1 / Cart 2,cart|2,,,,R-1 / Cart 3,cart|3"
    );
    assert_eq!(
        after.undo.as_deref(),
        Some("import of 2 rows from more.csv")
    );
    let undone = app.sheets.undo_sheet(&first.id).unwrap().batch;
    assert_eq!((undone.rows, undone.columns.len()), (1, 5));
}

#[tokio::test]
async fn duplicate_of_an_existing_row_is_found() {
    let app = TestApp::first_start().await;
    let rows = "name\tvalue\tadvertiserId\tretargetingActivityId\nCart\tcart|1\t4401\t52024\n";
    let existing = import(&app, &pasted(rows)).unwrap();
    let mut request = pasted(rows);
    let rules = |request: &RowImportRequest| -> Vec<_> {
        let lines = preview(&app, request).lines.into_iter();
        let findings = lines.flat_map(|line| line.findings);
        findings.map(|finding| finding.rule).collect()
    };
    assert_eq!(rules(&request), ["value-in-other-batch"]);
    request.target = RowImportTarget::Batch(existing.id);
    assert_eq!(rules(&request), ["same-value"]);
}

#[tokio::test]
async fn damaged_ids_are_refused_with_their_place() {
    let app = TestApp::first_start().await;
    let rounded = IdLoss::Damage(IdDamage::Rounded);
    let reformatted = IdLoss::Damage(IdDamage::Reformatted);
    for (ids, expected) in [
        (&["4401", "1.23E+18"][..], (3, 1, reformatted)),
        (&["00412", "733"], (3, 1, IdLoss::LeadingZeros)),
        (
            &["1234567890123450", "1234567890123460", "1234567890123470"],
            (2, 3, rounded),
        ),
    ] {
        let lines = ids.iter().map(|id| format!("Cart\t{id}\n"));
        let text = format!("name\tadvertiserId\n{}", lines.collect::<String>());
        let mut request = pasted(&text);
        let all = ["name", "advertiserId"].map(|field| Some(field.to_owned()));
        request.options.mapping = Some(all.into());
        let shown = preview(&app, &request);
        assert_eq!(
            (shown.damaged[0].line, shown.damaged_count),
            (expected.0, expected.1),
            "{ids:?}"
        );
        let Err(Error::RowImport(RowImportError::DamagedIds {
            line, column, loss, ..
        })) = import(&app, &request)
        else {
            panic!("{ids:?} was imported")
        };
        assert_eq!(
            (line, &*column, loss),
            (expected.0, "advertiserId", expected.2)
        );
        request.options.mapping = Some(vec![Some("name".to_owned()), None]);
        assert!(import(&app, &request).is_ok());
    }
}

#[tokio::test]
async fn date_in_a_workbook_is_no_id() {
    let app = TestApp::first_start().await;
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "advertiserId").unwrap();
    let date = Format::new().set_num_format("yyyy-mm-dd");
    sheet.write_with_format(1, 0, 45_000, &date).unwrap();
    let files = Files::new();
    let request = files.request("a.xlsx", workbook.save_to_buffer().unwrap());
    let refused = import(&app, &request).unwrap_err();
    let Error::RowImport(RowImportError::DamagedIds { loss, .. }) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(loss, IdLoss::Date);
}

#[tokio::test]
async fn bad_table_imports_nothing() {
    let app = TestApp::first_start().await;
    let files = Files::new();
    for (name, content) in [
        ("ragged.csv", &b"name,value\na,b\nc,d,e\n"[..]),
        ("twice.csv", b"name,name\na,b\n"),
        ("quote.csv", b"name,value\n\"a,b\n"),
        ("head.csv", b"name,value\n"),
        ("unknown.csv", b"colour,size\nred,big\n"),
    ] {
        let request = files.request(name, content);
        assert!(preview(&app, &request).problem.is_some(), "{name}");
        assert!(import(&app, &request).is_err(), "{name}");
    }
    for (name, content) in [
        ("empty.csv", &b""[..]),
        ("page.csv", b"<html></html>"),
        ("cut.xlsx", b"PK\x03\x04cut"),
    ] {
        let refused = app
            .sheets
            .preview_import(&files.request(name, content), "preview");
        assert!(
            matches!(refused, Err(Error::ValueTable(_))),
            "{name}: {refused:?}"
        );
    }
    let mut missing = files.request("gone.csv", "name\n");
    fs::remove_file(files.path("gone.csv")).unwrap();
    missing.options.mapping = None;
    let refused = app.sheets.preview_import(&missing, "preview").unwrap_err();
    assert!(matches!(
        refused,
        Error::RowImport(RowImportError::File { .. })
    ));
    assert!(app.sheets.batches().unwrap().is_empty());
    assert!(app.sheets.discarded_batches().unwrap().is_empty());
}

#[tokio::test]
async fn wide_and_merged_tables_are_refused() {
    let app = TestApp::first_start().await;
    let files = Files::new();
    let wide = files.request("wide.csv", "name,".repeat(1_000_000));
    let refused = preview(&app, &wide);
    assert!(refused.problem.is_some());
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "name").unwrap();
    sheet
        .merge_range(1, 0, 2, 0, "Cart", &Format::new())
        .unwrap();
    let merged = files.request("merged.xlsx", workbook.save_to_buffer().unwrap());
    let refused = import(&app, &merged).unwrap_err();
    assert!(matches!(
        refused,
        Error::ValueTable(ValueTableError::Workbook { .. })
    ));
}

#[tokio::test]
async fn changed_file_is_not_imported() {
    let app = TestApp::first_start().await;
    let files = Files::new();
    let request = files.request("a.csv", "name\nCart\n");
    let digest = preview(&app, &request).digest;
    files.request("a.csv", "name\nCart 2\n");
    let refused = app.sheets.import(&request, &digest, "import").unwrap_err();
    assert!(matches!(refused, Error::RowImport(RowImportError::Changed)));
    assert!(app.sheets.batches().unwrap().is_empty());
}

#[tokio::test]
async fn chosen_fields_are_remembered_for_the_columns() {
    let app = TestApp::first_start().await;
    let mut request = pasted("Colour\tSize\nred\tbig\n");
    let mapping = vec![Some("value".to_owned()), None];
    request.options.mapping = Some(mapping.clone());
    import(&app, &request).unwrap();
    let again = preview(&app, &pasted("Colour\tSize\nblue\tsmall\n"));
    assert_eq!(again.options.mapping, Some(mapping));
    assert_eq!(again.columns[0].matched_by, Some(ColumnMatch::Remembered));
    let other = preview(&app, &pasted("Colour\tHeight\nblue\tsmall\n"));
    assert_eq!(fields(&other), ["-", "-"]);
}

#[tokio::test]
async fn chosen_options_win_over_detected_ones() {
    let app = TestApp::first_start().await;
    let files = Files::new();
    let mut request = files.request("a.csv", "name;value\nM\u{fc}sli,1;cafe\n");
    request.options.separator = Some(',');
    assert!(preview(&app, &request).problem.is_some());
    request.options.separator = Some(';');
    request.options.encoding = Some(TableEncoding::Windows1252);
    let shown = preview(&app, &request);
    assert_eq!(shown.columns[0].samples, ["MÃ¼sli,1"]);
    request.options.header = Some(HeaderRow::Line(2));
    assert_eq!(preview(&app, &request).columns[1].name, "cafe");
}

#[tokio::test]
async fn two_columns_cannot_have_one_field() {
    let app = TestApp::first_start().await;
    let mut request = pasted("name\tvalue\na\tb\n");
    request.options.mapping = Some(vec![Some("name".to_owned()); 2]);
    assert!(preview(&app, &request).problem.is_some());
    let refused = import(&app, &request).unwrap_err();
    assert!(matches!(
        refused,
        Error::RowImport(RowImportError::DuplicateField { .. })
    ));
}
