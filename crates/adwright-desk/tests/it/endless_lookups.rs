//! A create whose reply is lost, at a service whose list never ends or never arrives.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use adwright_desk::Desk;
use adwright_testkit::{CannedRequest, TestApp, canned_service, http_response};
use adwright_views::{ItemState, LoginKind, ReviewedDraft, SendRequest, SentRow, WorkspaceForm};

use crate::typed;
use crate::workspaces::form;

/// Returns a desk whose open workspace is at this address and needs no login.
pub(crate) async fn at(address: &str) -> (Desk, TestApp) {
    let desktop = TestApp::first_start().await;
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Elsewhere", address, "")
    };
    let saved = desktop.workspaces.save_workspace(None, &form).unwrap();
    let desk = desktop.switch(&saved.id).await.unwrap();
    (desk, desktop)
}

/// Returns rows without end, each with its own id, although the total is three.
fn endless(asked: &CannedRequest) -> Vec<u8> {
    let from = asked.query_number("from");
    let row = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
    let rows: Vec<_> = (from..from + asked.query_number("max")).map(row).collect();
    let page = format!(
        r#"{{"metadata":{{"total":3}},"result":[{}]}}"#,
        rows.join(",")
    );
    http_response(200, "application/json", page)
}

/// Sends the draft of a new campaign. Returns its row, and the evidence about its outcome.
async fn create(desk: &Desk) -> (SentRow, String) {
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "Lost"))
        .unwrap();
    let reviewed = desk.outbox.review().unwrap().rows.remove(0);
    let overrides = desk
        .outbox
        .review_item(&reviewed.draft)
        .unwrap()
        .unwrap()
        .findings;
    assert_eq!(overrides.len(), 0, "{overrides:?}");
    let request = SendRequest {
        operation: "send".to_owned(),
        drafts: vec![ReviewedDraft {
            draft: reviewed.draft,
            revision: reviewed.revision,
        }],
        overrides: Vec::new(),
        typed_name: String::new(),
    };
    desk.outbox.send(&request, |_| {}).await.unwrap();
    let row = desk.outbox.sent_items().unwrap().remove(0);
    let evidence = desk.outbox.receipt(&row.item).unwrap().evidence.join(" ");
    (row, evidence)
}

#[tokio::test]
async fn endless_list_is_abandoned_and_outcome_stays_unknown() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let address = canned_service(move |asked| {
        if asked.is_write() {
            return Vec::new();
        }
        count.fetch_add(1, Ordering::SeqCst);
        endless(asked)
    });
    let (desk, _desktop) = at(&address).await;
    let (row, evidence) = create(&desk).await;
    assert_eq!(row.state, ItemState::NeedsYou, "{}", row.outcome);
    assert!(
        evidence.contains('3') && evidence.contains("500"),
        "{evidence}"
    );
    // Two look-ups, each with two pages.
    assert_eq!(asked.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn stopped_search_ends_at_once_with_unknown_outcome() {
    let opened = Arc::<OnceLock<Desk>>::default();
    let stopped = Arc::clone(&opened);
    let is_written = AtomicBool::new(false);
    let lookups = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&lookups);
    let address = canned_service(move |asked| {
        if asked.is_write() {
            is_written.store(true, Ordering::SeqCst);
            return Vec::new();
        }
        if is_written.load(Ordering::SeqCst) {
            stopped.get().unwrap().stop("send");
            count.fetch_add(1, Ordering::SeqCst);
        }
        endless(asked)
    });
    let (desk, _desktop) = at(&address).await;
    let desk = opened.get_or_init(|| desk);
    let (row, _) = create(desk).await;
    assert_eq!(row.state, ItemState::NeedsYou, "{}", row.outcome);
    assert_eq!(lookups.load(Ordering::SeqCst), 1);
}
