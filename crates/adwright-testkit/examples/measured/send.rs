//! Measures a send of many values through the outbox, in turns with a bare loop that posts the same bodies to a service
//! of its own: for `cargo xtask bench send`. Usage: `measured send ROWS`. After the line `ready`, each line of the input
//! is a word, and each line of the output a number of milliseconds:
//!
//! - `send`: from the release of a batch to the receipts of all its rows
//! - `bare`: from the first to the last of the same requests, each reply read as JSON

use std::io::{self, BufRead as _, Write as _};
use std::time::Instant;

use adwright_desk::Paths;
use adwright_store::{OutboxState, Store};
use adwright_testkit::TestApp;
use adwright_views::{BatchSendRequest, SheetEdit, SheetEditRequest, SheetFilter, SheetRange};
use serde_json::Value;

/// The columns of the first five fields of a new batch: name, value, expiry, advertiser and activity.
const COLUMNS: [u32; 5] = [0, 1, 2, 3, 4];

pub(crate) async fn run(words: &[String]) {
    let rows: u32 = words[0].parse().expect("a number of rows");
    let mut last_sent = Vec::new();
    let mut output = io::stdout().lock();
    writeln!(output, "ready").expect("the output is open");
    for word in io::stdin().lock().lines() {
        let measured = match &*word.expect("the input is open") {
            "send" => {
                let (time, bodies) = send(rows).await;
                last_sent = bodies;
                time
            }
            "bare" => post(&last_sent).await,
            other => panic!("unknown word {other}"),
        };
        writeln!(output, "{measured}").expect("the output is open");
    }
}

/// Sends the rows through the outbox. Returns the milliseconds, and the bodies of the requests.
async fn send(rows: u32) -> (f64, Vec<String>) {
    let app = TestApp::first_start().await;
    let batch = app.sheets.create_batch("Measured").expect("a batch");
    let line = |row: u32| format!("Visitors {row:07}\tsegment|{row:07}\t\t4401\t52024");
    let text: Vec<_> = (0..rows).map(line).collect();
    let request = SheetEditRequest {
        revision: batch.revision,
        filter: SheetFilter::default(),
        edit: SheetEdit::Paste {
            range: SheetRange {
                top: 0,
                rows: 1,
                columns: vec![0],
            },
            shown: COLUMNS.to_vec(),
            text: text.join("\n"),
            html: None,
            transposed: false,
        },
    };
    app.sheets
        .edit_sheet(&batch.id, &request)
        .expect("the rows are pasted");
    let plan = app.outbox.plan_batch(&batch.id).expect("a plan");
    assert_eq!(plan.rows, rows, "each row can be sent");
    let request = BatchSendRequest {
        operation: "send".to_owned(),
        batch: batch.id,
        revision: plan.revision,
        typed_name: String::new(),
        overrides: Vec::new(),
    };
    let begin = Instant::now();
    let sent = app.outbox.send_batch(&request, |_| {}).await;
    let time = begin.elapsed().as_secs_f64() * 1e3;
    assert_eq!(sent.expect("the rows are sent").confirmed, rows);
    (time, bodies(&app, plan.cap as usize))
}

/// Returns the body of each request that was just sent.
fn bodies(app: &TestApp, cap: usize) -> Vec<String> {
    let store = Store::open(&Paths::in_home(app.home()).store()).expect("the database opens");
    let workspaces = store.workspace_list().expect("a workspace");
    let items = store.item_list(&workspaces[0].id, &[OutboxState::Confirmed]);
    let items = items.expect("the sent items");
    let rows: Vec<_> = items.iter().map(|item| item.body.as_str()).collect();
    let calls = rows.chunks(cap);
    calls
        .map(|rows| format!(r#"{{"entities":[{}]}}"#, rows.join(",")))
        .collect()
}

async fn post(bodies: &[String]) -> f64 {
    let app = TestApp::first_start().await;
    let practice = &app.practice;
    let token = practice.log_in().await;
    let begin = Instant::now();
    for body in bodies {
        let reply = practice.create_values(&token, body.clone()).await;
        let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
        assert!(reply["error"].is_null(), "{}", reply["error"]);
    }
    begin.elapsed().as_secs_f64() * 1e3
}
