//! Rows of a batch are sent, through every kind of trouble.

use adwright_desk::{BatchError, Desk, Error};
use adwright_store::StoreError;
use adwright_testkit::TestApp;
use adwright_views::{BatchSendRequest, Decision, ItemState, SendSummary, SheetEdit};

use crate::fetched;
use crate::rate_limits::counts;
use crate::sheets::{OpenSheet, all, paste, range};

/// Four rows that can be sent, one with an error, and an empty one between them.
const ROWS: &str = "Ann\ta|1\t\t4401\t52024
Bob\ta|2\t\t4401\t52024

Cem\ta|3\t\t4401\twrong
Dea\ta|4\t\t4401\t52024
Eve\ta|5\t\t4401\t52024";
const SENDABLE: [&str; 4] = ["Ann", "Bob", "Dea", "Eve"];

pub(crate) fn request(desk: &Desk, batch: &str) -> Result<BatchSendRequest, Error> {
    Ok(BatchSendRequest {
        operation: "send".to_owned(),
        batch: batch.to_owned(),
        revision: desk.outbox.plan_batch(batch)?.revision,
        typed_name: String::new(),
        overrides: Vec::new(),
    })
}

pub(crate) async fn send(desk: &Desk, batch: &str) -> Result<SendSummary, Error> {
    desk.outbox.send_batch(&request(desk, batch)?, |_| {}).await
}

/// Returns the state of each row that was ever sent.
fn states(sheet: &OpenSheet<'_>) -> Vec<ItemState> {
    let rows = sheet.window(&all()).rows.into_iter();
    rows.filter_map(|line| line.state).collect()
}

async fn created(app: &TestApp) -> usize {
    let mut count = 0;
    for name in SENDABLE {
        let same = app.practice.count_named(name).await;
        assert!(same <= 1, "{name} is there {same} times");
        count += same;
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn each_row_is_created_at_most_once() {
    use ItemState::{Confirmed, NeedsYou, Refused};
    for (fault, states_after, created_after) in [
        (None, [Confirmed; 4], 4),
        (Some("reordered-reply"), [Confirmed; 4], 4),
        (
            Some("partial-create"),
            [Confirmed, Confirmed, NeedsYou, NeedsYou],
            2,
        ),
        (Some("drop-after-commit"), [Confirmed; 4], 4),
        (Some("half-reply"), [Confirmed; 4], 4),
        (Some("drop-before-commit"), [NeedsYou; 4], 0),
        (Some("late-commit"), [NeedsYou; 4], 0),
    ] {
        let app = fetched().await;
        let sheet = OpenSheet::of(&app, ROWS);
        let batch = &sheet.batch.id;
        if let Some(fault) = fault {
            app.practice.arm_fault(fault).await;
        }
        let plan = app.outbox.plan_batch(batch).unwrap();
        assert_eq!((plan.rows, plan.with_errors, plan.requests), (4, 1, 1));
        let sent = send(&app, batch).await.unwrap();
        let of = |state| u32::try_from(states_after.iter().filter(|it| **it == state).count());
        let expected = [Confirmed, Refused, NeedsYou].map(|state| of(state).unwrap());
        assert_eq!(counts(&sent)[..3], expected, "{fault:?}");
        assert_eq!(states(&sheet), states_after, "{fault:?}");
        assert_eq!(created(&app).await, created_after, "{fault:?}");

        // A row that waits for a decision is not sent again.
        app.practice.release_held().await;
        let again = send(&app, batch).await.unwrap_err();
        assert!(
            matches!(again, Error::Batch(BatchError::NothingToSend)),
            "{fault:?}"
        );
        for row in app.outbox.sent_items().unwrap() {
            if row.state == NeedsYou {
                let back = Decision::BackToDraft;
                app.outbox.decide(&row.item, back).await.unwrap();
            }
        }
        // What was saved late is found before the row is sent again.
        let _sent = send(&app, batch).await;
        assert_eq!(states(&sheet), [Confirmed; 4], "{fault:?}");
        assert_eq!(created(&app).await, 4, "{fault:?}");
        let summary = app.sheets.batches().unwrap().remove(0);
        assert_eq!(
            (summary.confirmed, summary.refused, summary.open),
            (4, 0, 0)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_row_keeps_its_cells() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "Ann\ta|1\t\t4401\t52024");
    let set = |row, text: &str| SheetEdit::Set {
        ranges: vec![range(row, 1, &[0])],
        text: text.to_owned(),
    };
    sheet.edit(set(0, "Anna"));
    send(&app, &sheet.batch.id).await.unwrap();
    let outdated = sheet.try_edit(&all(), set(0, "Anne")).unwrap_err();
    assert!(matches!(
        outdated,
        Error::Store(StoreError::BatchConflict { .. })
    ));
    sheet.batch = app.sheets.open_batch(&sheet.batch.id).unwrap();
    let is_locked = |refused: Error| {
        matches!(
            refused,
            Error::Batch(BatchError::RowLocked { position: Some(0) })
        )
    };
    assert!(is_locked(
        sheet.try_edit(&all(), set(0, "Anne")).unwrap_err()
    ));
    assert!(is_locked(
        app.sheets.undo_sheet(&sheet.batch.id).unwrap_err()
    ));
    sheet.edit(paste(range(1, 1, &[0]), "Bob\ta|2\t\t4401\t52024"));
    assert_eq!(app.outbox.plan_batch(&sheet.batch.id).unwrap().rows, 1);
    // A deleted row comes back with its state.
    sheet.edit(SheetEdit::DeleteRows {
        spans: vec![adwright_views::RowSpan { top: 0, rows: 1 }],
    });
    assert_eq!(states(&sheet), []);
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    assert_eq!(states(&sheet), [ItemState::Confirmed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_rows_become_a_new_batch() {
    let app = fetched().await;
    // The service alone knows that this activity is another advertiser's.
    let sheet = OpenSheet::of(&app, "Bob\ta|2\t\t4412\t52024");
    let nothing = app.sheets.copy_refused_rows(&sheet.batch.id).unwrap_err();
    assert!(matches!(nothing, Error::Batch(BatchError::NothingRefused)));
    send(&app, &sheet.batch.id).await.unwrap();
    assert_eq!(states(&sheet), [ItemState::Refused]);
    let refused = sheet.window(&all()).rows.into_iter();
    let refused: Vec<_> = refused
        .filter(|line| line.state == Some(ItemState::Refused))
        .collect();
    let outcome = app.outbox.row_outcome(&sheet.batch.id, refused[0].id);
    assert_eq!(outcome.unwrap().unwrap().state, ItemState::Refused);
    let copy = app.sheets.copy_refused_rows(&sheet.batch.id).unwrap();
    let cells: Vec<_> = refused.into_iter().map(|line| line.cells).collect();
    let rows = app.batches.rows(&copy.id, 0..9).unwrap().rows;
    assert_eq!(
        rows.into_iter().map(|row| row.cells).collect::<Vec<_>>(),
        cells
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_batch_is_not_sent() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    let planned = request(&app, &sheet.batch.id).unwrap();
    sheet.edit(paste(range(6, 1, &[0]), "Fay\ta|6\t\t4401\t52024"));
    let refused = app.outbox.send_batch(&planned, |_| {}).await.unwrap_err();
    assert!(matches!(
        refused,
        Error::Store(StoreError::BatchConflict { .. })
    ));
    assert_eq!(created(&app).await, 0);
}
