//! Rows that repeat an earlier row or a value on the service: found, and deleted as one step.

use adwright_testkit::TestApp;
use adwright_views::{Collection, DuplicateKind, ListId, RowsQuery, Severity, SheetEdit};

use crate::batch_sends::send;
use crate::sheets::{OpenSheet, VALUE, all, paste, range, search};
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

#[tokio::test(flavor = "multi_thread")]
async fn confirmed_rows_are_no_duplicates() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "A\ta\t\t4401\t52024\nB\tb\t\t4401\t52024");
    send(&app, &sheet.batch.id).await.unwrap();
    app.fetches
        .fetch(Collection::Values, "values", |_| {})
        .await
        .unwrap();
    sheet.reload();
    let findings = |sheet: &OpenSheet<'_>| {
        let window = sheet.window(&all());
        let lines = window.rows.iter();
        let found: Vec<_> = lines
            .flat_map(|line| line.findings.iter().map(|one| (line.number, &*one.rule)))
            .map(|(number, rule)| (number, rule.to_owned()))
            .collect();
        assert_eq!(window.check.unwrap().warnings as usize, found.len());
        found
    };
    assert_eq!(findings(&sheet), []);
    // A new row with the same value is a duplicate.
    sheet.edit(paste(range(2, 1, &[0]), "B2\tb\t\t4401\t52024"));
    let expected = ["value-on-service", "same-value"].map(|rule| (3, rule.to_owned()));
    assert_eq!(findings(&sheet), expected);
    for kind in [DuplicateKind::OnService, DuplicateKind::EarlierRow] {
        sheet.edit(delete(kind));
        assert_eq!(sheet.text(1), "A / B");
        app.sheets.undo_sheet(&sheet.batch.id).unwrap();
        sheet.reload();
    }
}

/// Returns the numbers of the rows that another batch has, with their places in the messages. These are the only
/// warnings, so the check of all rows counts as many.
fn also_elsewhere(sheet: &OpenSheet<'_>) -> Vec<(u32, String)> {
    let window = sheet.window(&all());
    let findings = window
        .rows
        .iter()
        .flat_map(|line| line.findings.iter().map(|one| (line.number, one)));
    let found = findings.filter(|(_, one)| one.rule == "value-in-other-batch");
    let place = |message: &str| {
        let place = message.split("batch ").nth(1).unwrap();
        place.split(", for").next().unwrap().to_owned()
    };
    let found: Vec<_> = found.map(|(at, one)| (at, place(&one.message))).collect();
    assert_eq!(window.check.unwrap().warnings as usize, found.len());
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_other_batches_are_found_and_dropped() {
    let app = fetched().await;
    let mut first = OpenSheet::of(&app, "A\ta\t\t4401\t52024\nB\tb\t\t4401\t52024");
    let mut second = OpenSheet::of(
        &app,
        "C\tc\t\t4401\t52024\nB2\t b\t\t4401\t52024\nB3\tb\t\t4401\t52025\nD\td\t\t4401\t52024",
    );
    app.sheets.rename_batch(&first.batch.id, "Winter").unwrap();
    let place = |name: &str, row| format!("“{name}”, row {row}");
    assert_eq!(also_elsewhere(&second), [(2, place("Winter", 2))]);
    assert_eq!(also_elsewhere(&first), [(2, place("Spring", 2))]);
    let counted = second.window(&all()).check.unwrap();
    assert_eq!((counted.errors, counted.rows_with_findings), (0, 1));
    // A change of the other batch is followed.
    first.edit(paste(range(2, 1, &[0]), "D2\td\t\t4401\t52024"));
    let expected = [(2, place("Winter", 2)), (4, place("Winter", 3))];
    assert_eq!(also_elsewhere(&second), expected);
    second.edit(delete(DuplicateKind::InOtherBatch));
    assert_eq!(second.text(1), "C / B3");
    assert_eq!(also_elsewhere(&first), []);
    app.sheets.undo_sheet(&second.batch.id).unwrap();
    assert_eq!(also_elsewhere(&first).len(), 2);
    app.sheets.discard_batch(&second.batch.id).unwrap();
    assert_eq!(also_elsewhere(&first), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn large_other_batches_are_read_in_the_background() {
    let app = fetched().await;
    let rows: Vec<_> = (0..1_500)
        .map(|at| format!("A\ta{at}\t\t4401\t52024"))
        .collect();
    OpenSheet::of(&app, &rows.join("\n"));
    let sheet = OpenSheet::of(&app, "B\ta1499\t\t4401\t52024");
    let check = loop {
        match sheet.window(&all()).check {
            Some(check) => break check,
            None => std::thread::yield_now(),
        }
    };
    assert_eq!(check.warnings, 1);
    assert_eq!(
        also_elsewhere(&sheet),
        [(1, "“Spring”, row 1,500".to_owned())]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_rows_are_no_duplicates_elsewhere() {
    let app = fetched().await;
    let sheet = OpenSheet::of(&app, "A\ta\t\t4412\t52024");
    let other = OpenSheet::of(&app, "B\ta\t\t4412\t52024");
    assert_eq!(also_elsewhere(&other).len(), 1);
    // The service alone knows that this activity is another advertiser's.
    send(&app, &sheet.batch.id).await.unwrap();
    assert_eq!(also_elsewhere(&other), []);
    let batch = app.sheets.copy_refused_rows(&sheet.batch.id).unwrap();
    let copy = OpenSheet { desk: &app, batch };
    app.sheets.discard_batch(&other.batch.id).unwrap();
    assert_eq!(also_elsewhere(&copy), []);
}
