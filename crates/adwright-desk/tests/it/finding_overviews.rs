//! The findings of a batch by rule, column and text, and the fix of all alike cells.

use adwright_views::{AlikeFindings, FindingGroupView, Severity, SheetEdit, SheetFilter};

use crate::batch_sends::send;
use crate::fetched;
use crate::sheets::{ADVERTISER, NAME, OpenSheet, all, paste, range};

/// Rows with a wrong advertiser, blanks around a name, and both.
const ROWS: &str = "A\ta\t\tx\t52024\n B\tb\t\t4401\t52024\nC \tc\t\tx\t52024\nD\td\t\t4401\t52024\nE\te\t\ty\t52024";

pub(crate) fn groups(sheet: &OpenSheet<'_>) -> Vec<FindingGroupView> {
    let overview = sheet.desk.sheets.finding_overview(&sheet.batch.id).unwrap();
    assert_eq!(overview.revision, sheet.batch.revision);
    overview.groups
}

pub(crate) fn alike(rule: &str, column: u32, text: Option<&str>) -> AlikeFindings {
    AlikeFindings {
        rule: rule.to_owned(),
        column: Some(column),
        text: text.map(str::to_owned),
    }
}

pub(crate) fn shown(sheet: &OpenSheet<'_>, alike: AlikeFindings) -> Vec<u32> {
    let filter = SheetFilter {
        alike: Some(alike),
        ..all()
    };
    let rows = sheet.window(&filter).rows;
    rows.iter().map(|line| line.number).collect()
}

/// Returns the rule, the severity, and the numbers of rows, fixable rows and texts of each group.
fn figures(sheet: &OpenSheet<'_>) -> Vec<(String, Severity, [u32; 3])> {
    let groups = groups(sheet).into_iter().map(|group| {
        let counts = [group.rows, group.fixable, group.distinct];
        (group.alike.rule, group.severity, counts)
    });
    groups.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_are_grouped_by_rule_and_column() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    let expected = [
        ("type".to_owned(), Severity::Error, [3, 0, 2]),
        ("tidy-name".to_owned(), Severity::Warning, [2, 2, 2]),
    ];
    assert_eq!(figures(&sheet), expected);
    let group = &groups(&sheet)[0];
    let texts: Vec<_> = group
        .texts
        .iter()
        .map(|one| (&*one.text, one.rows))
        .collect();
    assert_eq!(group.alike, alike("type", ADVERTISER, None));
    assert_eq!(texts, [("x", 2), ("y", 1)]);
    // An edit is followed, also by a rule about several rows.
    sheet.edit(paste(range(4, 1, &[NAME]), "E\ta\t\t4401\t52024"));
    sheet.edit(paste(range(0, 1, &[ADVERTISER]), "4401"));
    let expected = [
        ("type".to_owned(), Severity::Error, [1, 0, 1]),
        ("tidy-name".to_owned(), Severity::Warning, [2, 2, 2]),
        ("same-value".to_owned(), Severity::Warning, [1, 0, 1]),
    ];
    assert_eq!(figures(&sheet), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_ids_are_found_in_cells() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "A\ta\t\t4401\t52024");
    let path = "clientRefId".to_owned();
    sheet.edit(SheetEdit::AddColumn { path });
    let reference = 5;
    for (column, text, rule) in [
        (ADVERTISER, "1e5", Some("id")),
        (reference, "1e5", Some("unusable-cell")),
        (reference, "x1e5", None),
    ] {
        sheet.edit(SheetEdit::Set {
            ranges: vec![range(0, 1, &[column])],
            text: text.to_owned(),
        });
        let found = sheet.window(&all()).rows.remove(0).findings;
        let of_column = found.iter().find(|one| one.column == Some(column));
        let rule_found = of_column.map(|one| &*one.rule);
        assert_eq!(rule_found, rule, "{column} {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_with_alike_findings_are_shown() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    for (alike, expected) in [
        (alike("type", ADVERTISER, None), &[1, 3, 5][..]),
        (alike("type", ADVERTISER, Some("x")), &[1, 3]),
        (alike("type", NAME, None), &[]),
        (alike("tidy-name", NAME, None), &[2, 3]),
    ] {
        assert_eq!(shown(&sheet, alike.clone()), expected, "{alike:?}");
    }
    sheet.edit(paste(range(2, 1, &[ADVERTISER]), "4401"));
    assert_eq!(shown(&sheet, alike("type", ADVERTISER, Some("x"))), [1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_fix_changes_all_alike_cells() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    let one = alike("tidy-name", NAME, Some(" B"));
    sheet.edit(SheetEdit::FixFindings(one));
    assert_eq!(sheet.text(1), "A / B / C  / D / E");
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    sheet.reload();
    sheet.edit(SheetEdit::FixFindings(alike("tidy-name", NAME, None)));
    assert_eq!(sheet.text(1), "A / B / C / D / E");
    assert_eq!(figures(&sheet).len(), 1);
    let revision = sheet.batch.revision;
    sheet.edit(SheetEdit::FixFindings(alike("type", ADVERTISER, None)));
    assert_eq!(sheet.batch.revision, revision, "this rule has no fix");
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    sheet.reload();
    assert_eq!(sheet.text(1), "A /  B / C  / D / E");
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_rows_are_left_out_of_fixes() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, " A\ta1\t\t4401\t52024");
    send(&app, &sheet.batch.id).await.unwrap();
    sheet.reload();
    sheet.edit(paste(range(1, 1, &[NAME]), " B\tb1\t\t4401\t52024"));
    sheet.edit(SheetEdit::FixFindings(alike("tidy-name", NAME, None)));
    assert_eq!(sheet.text(1), " A / B");
}
