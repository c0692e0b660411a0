//! Rows that repeat an earlier row or a value on the service: found, and deleted as one step.

use adwright_testkit::TestApp;
use adwright_views::{Collection, DuplicateKind, ListId, RowsQuery, Severity, SheetEdit};

use crate::sheets::{OpenSheet, VALUE, all, search};
use crate::{fetched, query};

/// Returns value, advertiser, activity and id of a fetched value.
async fn fetched_value(app: &TestApp) -> [String; 4] {
    app.fetches
        .fetch(Collection::Values, "values", |_| {})
        .await
        .unwrap();
    let columns = ["value", "advertiserId", "retargetingActivityId"];
    let columns = columns.map(str::to_owned).into();
    let request = RowsQuery {
        columns,
        limit: 1,
        ..query("")
    };
    let row = app.lists.list_rows(ListId::Values, &request).unwrap();
    let row = row.rows.into_iter().next().unwrap();
    let [value, advertiser, activity] = row.cells.try_into().unwrap();
    [value, advertiser, activity, row.id]
}

fn delete(kind: DuplicateKind) -> SheetEdit {
    SheetEdit::DeleteDuplicates(kind)
}

#[tokio::test(flavor = "multi_thread")]
async fn first_row_of_each_value_is_kept() {
    let app = fetched().await;
    let rows = "A\ta\t\t4401\t52024\nB\tb\t\t4401\t52024\n\nA2\t a\t\t4401\t52024\nA3\ta\t\t4401\t52025\nA4\ta\t\t4401\t52024";
    let mut sheet = OpenSheet::of(&app, rows);
    // The filter does not matter: all rows are checked.
    sheet.edit_shown(&search("B"), delete(DuplicateKind::EarlierRow));
    assert_eq!(sheet.text(1), "A / B /  / A3");
    let revision = sheet.batch.revision;
    sheet.edit(delete(DuplicateKind::EarlierRow));
    assert_eq!(sheet.batch.revision, revision, "nothing is left to delete");
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    sheet.reload();
    assert_eq!(sheet.text(1), "A / B /  / A2 / A3 / A4");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_on_the_service_are_found_and_dropped() {
    let app = fetched().await;
    let [value, advertiser, activity, id] = fetched_value(&app).await;
    let rows = format!(
        "Same\t{value}\t\t{advertiser}\t{activity}\nOther text\t{value}x\t\t{advertiser}\t{activity}\n\
         No activity\t{value}\t\t{advertiser}\t\nNew\tnew\t\t{advertiser}\t{activity}"
    );
    let mut sheet = OpenSheet::of(&app, &rows);
    let lines = sheet.window(&all()).rows;
    let found: Vec<_> = lines
        .iter()
        .flat_map(|line| line.findings.iter().map(|one| (line.number, one)))
        .filter(|(_, one)| one.rule == "value-on-service")
        .collect();
    let [(1, finding)] = found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(
        (finding.column, finding.severity),
        (Some(VALUE), Severity::Warning)
    );
    assert!(finding.message.contains(&id));
    sheet.edit(delete(DuplicateKind::OnService));
    assert_eq!(sheet.text(1), "Other text / No activity / New");
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    sheet.reload();
    assert_eq!(sheet.batch.rows, 4);
}
