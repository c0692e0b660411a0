//! Tables of retargeting values that a spreadsheet wrote.

use adwright_checks::IdDamage;
use adwright_desk::{Error, IdLoss, ResendPolicy, TableFile, ValueRows, ValueTableError};
use adwright_testkit::TestApp;
use adwright_views::FailureCode;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use crate::{csv_table, fetched, live};

const HEAD: &str = "name,value,advertiserId,orderId\n";

fn table(rows: &str) -> [ValueRows; 1] {
    let text = format!("{HEAD}{rows}");
    [csv_table("v.csv", text)]
}

#[tokio::test]
async fn damaged_id_refuses_the_table_with_its_line() {
    let desktop = fetched().await;
    for (rows, place) in [
        ("A,a,4401,1\nB,b,5.2024E+4,2\n", "v.csv: Line 3, column 3: "),
        (
            "A,a,4401,9.00719925474099E+15\n",
            "v.csv: Line 2, column 4: ",
        ),
        (
            "A,a,\"9,00719925474099E+15\",1\n",
            "v.csv: Line 2, column 3: ",
        ),
        ("A,a,4401.0,1\n", "v.csv: Line 2, column 3: "),
        ("A,a,4401,900719925474099000\n", "v.csv: Line 2, column 4: "),
        (
            "A,a,4401,7\nB,b,4401,9007199254740990\nC,c,4401,9007199254741010\nD,d,4401,9007199254741120\n",
            "v.csv: Line 3, column 4: ",
        ),
    ] {
        let refused = desktop
            .values
            .create_value_drafts(&table(rows), &[], ResendPolicy::Skip)
            .unwrap_err()
            .failure();
        assert_eq!(refused.code, FailureCode::Invalid, "{rows}");
        assert!(
            refused.message.starts_with(place),
            "{rows}: {}",
            refused.message
        );
        assert!(live(&desktop.desk).is_empty(), "{rows}");
    }
}

#[tokio::test]
async fn whole_ids_of_any_length_are_taken() {
    let desktop = fetched().await;
    let rows = "A,1.5,4401,9007199254740993\nB,1E+5,4401,9007199254740990\nC,c,4401,A-7\n";
    let begun = desktop
        .values
        .create_value_drafts(&table(rows), &[], ResendPolicy::Skip)
        .unwrap();
    assert_eq!(begun.created.drafts.len(), 3);
}

/// Returns a workbook whose sheets have a header and one row each. `write_id` writes the last cell.
fn workbook(
    worksheets: &[&str],
    write_id: impl Fn(&mut Worksheet) -> Result<&mut Worksheet, XlsxError>,
) -> TableFile {
    let mut workbook = Workbook::new();
    for name in worksheets {
        let sheet = workbook.add_worksheet().set_name(*name).unwrap();
        sheet.write_row(0, 0, HEAD.trim().split(',')).unwrap();
        sheet.write_row(1, 0, ["A", "a", "4401"]).unwrap();
        write_id(sheet).unwrap();
    }
    TableFile {
        name: "v.xlsx".to_owned(),
        bytes: workbook.save_to_buffer().unwrap(),
        worksheet: None,
    }
}

fn refusal(desktop: &TestApp, table: TableFile) -> ValueTableError {
    let refused =
        desktop
            .values
            .create_value_drafts(&[ValueRows::Table(table)], &[], ResendPolicy::Skip);
    match refused {
        Err(Error::ValueTable(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn workbook_becomes_drafts_with_exact_ids() {
    let desktop = fetched().await;
    let table = workbook(&["Values"], |sheet| sheet.write(1, 3, "9007199254740993"));
    let rows = [ValueRows::Table(table)];
    let created = desktop
        .values
        .create_value_drafts(&rows, &[], ResendPolicy::Skip)
        .unwrap();
    assert_eq!(created.created.drafts.len(), 1);
    let [review] = &desktop.values.review_values().unwrap()[..] else {
        panic!("one draft")
    };
    let id = review.changes.iter().find(|one| one.path == "orderId");
    assert_eq!(id.unwrap().after.as_deref(), Some("9007199254740993"));
}

#[tokio::test]
async fn id_that_a_workbook_damaged_is_refused() {
    let desktop = fetched().await;
    let date = ExcelDateTime::from_ymd(2026, 1, 2).unwrap();
    let format = Format::new().set_num_format("yyyy-mm-dd");
    let dated = workbook(&["Values"], |sheet| {
        sheet.write_with_format(1, 3, &date, &format)
    });
    assert!(matches!(
        refusal(&desktop, dated),
        ValueTableError::DamagedId {
            line: 2,
            column: 4,
            loss: IdLoss::Date,
            ..
        }
    ));
    let rounded = workbook(&["Values"], |sheet| {
        sheet.write(1, 3, 9_007_199_254_740_993_f64)
    });
    assert!(matches!(
        refusal(&desktop, rounded),
        ValueTableError::DamagedId {
            line: 2,
            column: 4,
            loss: IdLoss::Damage(IdDamage::Rounded),
            ..
        }
    ));
}

#[tokio::test]
async fn workbook_with_several_sheets_needs_a_choice() {
    let desktop = fetched().await;
    let table = workbook(&["Values", "Old"], |sheet| sheet.write(1, 3, "7"));
    let refused = refusal(&desktop, table.clone());
    let ValueTableError::SeveralWorksheets { worksheets, .. } = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(worksheets, ["Values", "Old"]);
    let chosen = ValueRows::Table(TableFile {
        worksheet: Some("Old".to_owned()),
        ..table
    });
    let created = desktop
        .values
        .create_value_drafts(&[chosen], &[], ResendPolicy::Skip)
        .unwrap();
    assert_eq!(created.created.drafts.len(), 1);
}
