//! A table of the terminal becomes one batch, which is found again.

use adwright_desk::{
    BatchRowId, DraftError, Error, JsonEdit, NewObjectError, ResendPolicy, RowImportError,
    SetOptionError, TableBatch, TableFile, ValueTableError,
};
use adwright_model::Kind;
use adwright_testkit::TestApp;
use adwright_views::{BatchSendRequest, ItemState, SheetEdit};
use rust_xlsxwriter::Workbook;

use crate::sheets::{OpenSheet, range};
use crate::{batch_of_values, batch_sends, each_value_once, fetched};

const HEAD: &str = "name,value,advertiserId,retargetingActivityId\n";

fn csv(text: &str) -> TableFile {
    TableFile {
        name: "folder/values.csv".to_owned(),
        bytes: text.as_bytes().to_vec(),
        worksheet: None,
    }
}

fn set(path: &str, json: &str) -> JsonEdit {
    JsonEdit {
        path: path.to_owned(),
        json: json.to_owned(),
    }
}

fn create(app: &TestApp, text: &str, edits: &[JsonEdit]) -> Result<TableBatch, Error> {
    let skip = ResendPolicy::Skip;
    app.sheets.create_from_table(&csv(text), edits, skip)
}

/// Returns the columns of a batch, and the cells of its rows.
fn content(app: &TestApp, made: &TableBatch) -> (String, Vec<String>) {
    let columns: Vec<_> = made.batch.columns.iter().map(ToString::to_string).collect();
    let rows = app.batches.rows(&made.batch.version.batch, 0..9).unwrap();
    let rows = rows.rows.iter().map(|row| row.cells.join("|"));
    (columns.join("|"), rows.collect())
}

#[tokio::test]
async fn table_keeps_all_of_its_columns() {
    let app = TestApp::first_start().await;
    let text =
        "Value name;value;AdvertiserID;mood;orderId;id\nAnn;a;4401;5;0052;\n;;;;;\nBob;b;4401;;;\n";
    let made = create(
        &app,
        text,
        &[set("value", "\"c\""), set("retargetingActivityId", "52024")],
    );
    let made = made.unwrap();
    assert_eq!((&*made.batch.name, made.is_reused), ("values.csv", false));
    assert_eq!(made.unknown_columns, ["mood", "orderId"]);
    assert_eq!(made.blank_lines, [3]);
    expect_test::expect![[r#"
        (
            "name|value|expiresOn|advertiserId|retargetingActivityId|mood|orderId",
            [
                "Ann|c||4401|52024|5|0052",
                "Bob|c||4401|52024||",
            ],
        )
    "#]]
    .assert_debug_eq(&content(&app, &made));
}

#[tokio::test]
async fn same_rows_are_the_same_batch() {
    let app = TestApp::first_start().await;
    let text = format!("{HEAD}Ann,a,4401,52024\nBob,b,4401,52024\n");
    let first = create(&app, &text, &[]).unwrap();
    // The columns have another order, and one value comes from the command line.
    let other = "value,name,retargetingActivityId,advertiserId\na,Ann,1,4401\nb,Bob,1,4401\n";
    let same = create(&app, other, &[set("retargetingActivityId", "52024")]).unwrap();
    assert!(same.is_reused);
    assert_eq!(same.batch.version, first.batch.version);
    app.sheets
        .discard_batch(&first.batch.version.batch)
        .unwrap();
    assert!(!create(&app, &text, &[]).unwrap().is_reused);
    for other in [
        format!("{HEAD}Ann,a,4401,52024\n"),
        format!("{HEAD}Bob,b,4401,52024\nAnn,a,4401,52024\n"),
        format!("{HEAD}Ann,a,4401,52024\nBob,B,4401,52024\n"),
        text.replace('\n', ",\n")
            .replace("ActivityId,", "ActivityId,orderId"),
    ] {
        assert!(!create(&app, &other, &[]).unwrap().is_reused, "{other}");
    }
}

#[tokio::test]
async fn edited_batch_is_not_the_file() {
    let app = TestApp::first_start().await;
    let text = format!("{HEAD}Ann,a,4401,52024\n");
    let first = create(&app, &text, &[]).unwrap();
    let batch = app.sheets.open_batch(&first.batch.version.batch).unwrap();
    let mut sheet = OpenSheet { desk: &app, batch };
    sheet.edit(SheetEdit::Set {
        ranges: vec![range(0, 1, &[0])],
        text: "Anna".to_owned(),
    });
    assert!(!create(&app, &text, &[]).unwrap().is_reused);
}

#[tokio::test]
async fn unusable_table_makes_no_batch() {
    let app = TestApp::first_start().await;
    let refused = |text: &str| create(&app, text, &[]).unwrap_err();
    assert!(matches!(
        refused("name,advertiserId\nAnn,5.2024E+4\n"),
        Error::RowImport(RowImportError::DamagedIds { line: 2, .. })
    ));
    assert!(matches!(
        refused("name,value\n"),
        Error::RowImport(RowImportError::NoRows)
    ));
    assert!(matches!(
        refused("Ann,7\nBob,8\n"),
        Error::RowImport(RowImportError::NoHeader)
    ));
    for (text, expected) in [
        (
            "name,id\nAnn,\nBob,7\n",
            NewObjectError::HasId(Kind::RetargetingDataValue),
        ),
        (
            "name,type\nAnn,RetargetingDataValue\nBob,Campaign\n",
            NewObjectError::OtherKind(Kind::RetargetingDataValue),
        ),
    ] {
        let Error::ValueTable(ValueTableError::NotNew { line: 3, error, .. }) = refused(text)
        else {
            panic!("{text}")
        };
        assert_eq!(error, expected);
    }
    assert!(app.sheets.batches().unwrap().is_empty());
}

#[tokio::test]
async fn value_that_no_cell_has_is_refused() {
    let app = TestApp::first_start().await;
    let text = format!("{HEAD}Ann,a,4401,52024\n");
    for json in ["null", "[1]", "{}", "\"\"", "7"] {
        let refused = create(&app, &text, &[set("mood", json)]).unwrap_err();
        let Error::Draft(DraftError::Set { error, .. }) = refused else {
            panic!("{json}: {refused:?}")
        };
        assert_eq!(error, SetOptionError::NotACell, "{json}");
    }
    assert!(app.sheets.batches().unwrap().is_empty());
}

#[tokio::test]
async fn workbook_with_several_sheets_needs_a_choice() {
    let app = TestApp::first_start().await;
    let mut workbook = Workbook::new();
    for name in ["Values", "Old"] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        sheet.write_row(0, 0, ["name", "orderId"]).unwrap();
        sheet.write_row(1, 0, [name, "9007199254740993"]).unwrap();
    }
    let mut table = |worksheet: Option<&str>| TableFile {
        name: "values.xlsx".to_owned(),
        bytes: workbook.save_to_buffer().unwrap(),
        worksheet: worksheet.map(str::to_owned),
    };
    let (undecided, chosen) = (table(None), table(Some("Old")));
    let create = |table| app.sheets.create_from_table(table, &[], ResendPolicy::Skip);
    let refused = create(&undecided).unwrap_err();
    let Error::ValueTable(ValueTableError::SeveralWorksheets { worksheets, .. }) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(worksheets, ["Values", "Old"]);
    let (_, rows) = content(&app, &create(&chosen).unwrap());
    assert_eq!(rows, ["Old|||||9007199254740993"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn longer_file_sends_only_new_rows() {
    let app = fetched().await;
    let skip = ResendPolicy::Skip;
    let first = batch_of_values(&app, "Row", 3, skip);
    assert_eq!(batch_sends::send(&app, &first).await.unwrap().confirmed, 3);
    let longer = batch_of_values(&app, "Row", 5, skip);
    let plan = app.outbox.plan_batch(&longer).unwrap();
    assert_eq!((plan.rows, plan.sent_before, plan.confirmed), (2, 3, 0));
    assert_eq!(batch_sends::send(&app, &longer).await.unwrap().confirmed, 2);
    let again = batch_of_values(&app, "Row", 5, skip);
    assert_eq!(again, longer);
    let plan = app.outbox.plan_batch(&again).unwrap();
    assert_eq!((plan.rows, plan.sent_before, plan.confirmed), (0, 3, 2));
    each_value_once(&app, "Row", 5).await;

    // A person may want all of them again.
    let again = batch_of_values(&app, "Row", 3, ResendPolicy::CreateAgain);
    assert_ne!(again, first);
    assert_eq!(
        batch_of_values(&app, "Row", 3, ResendPolicy::CreateAgain),
        again
    );
    let request = BatchSendRequest {
        overrides: vec![adwright_desk::SENT_BEFORE.to_owned()],
        ..batch_sends::request(&app, &again).unwrap()
    };
    let sent = app.outbox.send_batch(&request, |_| {}).await.unwrap();
    assert_eq!(sent.confirmed, 3);
    let BatchRowId(row) = app.batches.rows(&again, 0..1).unwrap().rows[0].id;
    let outcome = app.outbox.row_outcome(&again, row).unwrap().unwrap();
    assert_eq!(outcome.state, ItemState::Confirmed);
    assert_eq!(
        app.outbox.receipt(&outcome.item).unwrap().overrides.len(),
        1
    );
}
