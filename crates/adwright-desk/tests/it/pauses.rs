//! A service that asks for a longer pause than Adwright waits.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use adwright_desk::{Clock as _, Desk};
use adwright_testkit::{TestApp, canned_service, http_response};
use adwright_views::{Connection, ConnectionState, ItemState, SendProgress};

use crate::endless_lookups;
use crate::rate_limits::{Limited, all_of, at, changed, counts, sent};
use crate::settings::change;
use crate::typed;
use crate::workspaces::{form, make};

const JSON: &str = "application/json";

/// Returns a desk with this many new campaigns. Its service accepts `left` requests and then asks for an hour.
async fn new_ones(drafts: usize, left: u32) -> (TestApp, Arc<Mutex<Limited>>, Desk) {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 1_000, 0);
    let desk = at(&desktop, &service).await;
    for number in 1..=drafts {
        let draft = desk.drafts.create_draft().unwrap();
        let name = typed("name", &format!("New {number}"));
        desk.drafts.edit_draft(&draft.target, &name).unwrap();
    }
    // The check has seen the list's path, so the first request of the send is a write.
    desk.overview.check_connection().await.unwrap();
    asked(&service);
    asks_for_an_hour(&desktop, &service, left);
    (desktop, service, desk)
}

fn asks_for_an_hour(desktop: &TestApp, service: &Mutex<Limited>, left: u32) {
    let mut service = service.lock().unwrap();
    service.left = left;
    service.until_ms = desktop.clock.now().as_millisecond() + 3_600_000;
}

/// Returns the requests since the last call.
fn asked(service: &Mutex<Limited>) -> Vec<String> {
    let asked = std::mem::take(&mut service.lock().unwrap().asked);
    let short = |line: String| line.split(" HTTP").next().unwrap_or_default().to_owned();
    asked.into_iter().map(short).collect()
}

fn connection(desk: &Desk) -> Connection {
    desk.overview.workspace_view().unwrap().connection
}

#[tokio::test]
async fn interrupted_send_resumes_without_duplicate_creates() {
    let (desktop, service, desk) = new_ones(3, 2).await;
    // Nobody waited.
    assert_eq!(sent(&desk).await, ([1, 0, 0, 2], 0));
    let is_busy = connection(&desk);
    assert_eq!(
        (is_busy.state, is_busy.over_in_ms),
        (ConnectionState::Busy, Some(3_600_000))
    );
    // The third create was never sent.
    assert_eq!(
        asked(&service),
        ["POST /campaigns", "GET /campaigns/1", "POST /campaigns"]
    );
    // The refused create has a receipt, and is a draft again.
    let receipt = desk.outbox.sent_items().unwrap().remove(0);
    assert_eq!(receipt.state, ItemState::TakenBack, "{}", receipt.outcome);
    let attempts = desk.outbox.receipt(&receipt.item).unwrap().attempts;
    assert_eq!(attempts.len(), 1, "{attempts:?}");
    // A send during the pause sends no request.
    assert_eq!(sent(&desk).await.0, [0, 0, 0, 2]);
    assert!(asked(&service).is_empty());
    desktop.clock.advance_ms(3_600_000);
    let is_over = connection(&desk);
    assert_eq!(
        (is_over.state, is_over.over_in_ms),
        (ConnectionState::Online, None)
    );
    assert_eq!(sent(&desk).await.0, [2, 0, 0, 0]);
    let asked = asked(&service);
    assert!(asked[0].starts_with("GET /campaigns?from=0"), "{asked:?}");
    let posts = asked.iter().filter(|line| line.starts_with("POST"));
    assert_eq!(
        (posts.count(), service.lock().unwrap().campaigns.len()),
        (2, 3)
    );
}

#[tokio::test]
async fn campaign_opens_from_cache_during_a_pause() {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 1_000, 1);
    let desk = at(&desktop, &service).await;
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let now_ms = desktop.clock.now().as_millisecond();
    {
        let mut service = service.lock().unwrap();
        (service.left, service.until_ms) = (0, now_ms + 30_000);
    }
    desk.service.try_connection().await.unwrap_err();
    asked(&service);
    let opened = desk
        .details
        .open_detail(&crate::campaign("1"))
        .await
        .unwrap();
    assert_eq!(desktop.clock.now().as_millisecond(), now_ms);
    assert!(asked(&service).is_empty());
    assert!(opened.summary.is_some());
    desktop.clock.advance_ms(30_000);
    let opened = desk
        .details
        .open_detail(&crate::campaign("1"))
        .await
        .unwrap();
    assert!(opened.summary.is_none());
}

#[tokio::test]
async fn next_send_finds_item_created_despite_answer() {
    let (desktop, service, desk) = new_ones(1, 0).await;
    sent(&desk).await;
    {
        let mut service = service.lock().unwrap();
        let late = r#"{"type":"Campaign","id":1,"name":"New 1"}"#;
        service.campaigns.insert(1, late.to_owned());
    }
    desktop.clock.advance_ms(3_600_000);
    assert_eq!(sent(&desk).await.0, [0, 0, 1, 0]);
    assert_eq!(service.lock().unwrap().campaigns.len(), 1);
}

#[tokio::test]
async fn next_send_creates_rejected_item_in_any_list() {
    let (desktop, service, desk) = new_ones(1, 0).await;
    {
        let mut service = service.lock().unwrap();
        let other = |id| format!(r#"{{"type":"Campaign","id":{id},"name":"Other {id}"}}"#);
        service.campaigns = (1..=12_000).map(|id| (id, other(id))).collect();
    }
    sent(&desk).await;
    assert_eq!(
        desk.outbox.sent_items().unwrap()[0].state,
        ItemState::TakenBack
    );
    desktop.clock.advance_ms(3_600_000);
    assert_eq!(sent(&desk).await.0, [1, 0, 0, 0]);
    assert_eq!(service.lock().unwrap().campaigns.len(), 12_001);
}

#[tokio::test]
async fn rejected_read_of_update_sends_no_write() {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 1_000, 3);
    let desk = at(&desktop, &service).await;
    changed(&desk, 3).await;
    asks_for_an_hour(&desktop, &service, 0);
    asked(&service);
    assert_eq!(sent(&desk).await.0, [0, 0, 0, 3]);
    assert_eq!(connection(&desk).over_in_ms, Some(3_600_000));
    assert_eq!(asked(&service).len(), 1);
}

#[tokio::test]
async fn manual_request_can_end_the_pause() {
    let (desktop, service, desk) = new_ones(1, 0).await;
    let desk = &desk;
    sent(desk).await;
    let busy = connection(desk);
    assert_eq!(
        (busy.state, busy.over_in_ms),
        (ConnectionState::Busy, Some(3_600_000))
    );
    asked(&service);
    desk.service.try_connection().await.unwrap_err();
    assert!(asked(&service).is_empty());
    // A check by hand gets the same reply.
    desk.overview.check_connection().await.unwrap_err();
    assert_eq!(
        (asked(&service).len(), connection(desk).state),
        (1, ConnectionState::Busy)
    );
    service.lock().unwrap().left = 10;
    let checked = desk.overview.check_connection().await.unwrap().connection;
    assert_eq!(checked.state, ConnectionState::Online);
    assert_eq!(sent(desk).await.0, [1, 0, 0, 0]);
    drop(desktop);
}

/// A reply that asks for an hour.
pub(crate) const AN_HOUR: &[u8] =
    b"HTTP/1.1 429 -\r\nRetry-After: 3600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn doctor_success_ends_the_pause() {
    let is_open = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&is_open);
    let address = canned_service(move |_| {
        if flag.load(Ordering::SeqCst) {
            return http_response(200, JSON, "[]");
        }
        AN_HOUR.to_vec()
    });
    let (desk, _desktop) = endless_lookups::at(&address).await;
    desk.overview.check_connection().await.unwrap_err();
    let id = desk.overview.workspace_view().unwrap().id;
    let examine = async || {
        desk.doctor
            .examine_connection(&id, "doctor", |_| {})
            .await
            .unwrap()
    };
    assert!(!examine().await.works);
    assert_eq!(connection(&desk).state, ConnectionState::Busy);
    is_open.store(true, Ordering::SeqCst);
    assert!(examine().await.works);
    assert_eq!(connection(&desk).state, ConnectionState::Online);
}

#[tokio::test]
async fn stop_ends_the_wait_for_quota() {
    let posts = Arc::<Mutex<usize>>::default();
    let count = Arc::clone(&posts);
    let address = canned_service(move |asked| {
        *count.lock().unwrap() += usize::from(asked.is_write());
        let head = "HTTP/1.1 200 -\r\nRateLimit-Limit: 100\r\nRateLimit-Remaining: 0\r\nRateLimit-Reset: 3600\r\n";
        format!("{head}Content-Length: 2\r\nConnection: close\r\n\r\n[]").into_bytes()
    });
    let (desk, _desktop) = endless_lookups::at(&address).await;
    desk.overview.check_connection().await.unwrap();
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "New"))
        .unwrap();
    let pauses = AtomicUsize::new(0);
    let stop = |step| {
        if matches!(step, SendProgress::Waiting { .. }) {
            desk.stop("send");
            pauses.fetch_add(1, Ordering::SeqCst);
        }
    };
    desk.outbox.send(&all_of(&desk), stop).await.unwrap();
    assert_eq!(*posts.lock().unwrap(), 0);
    assert!(pauses.into_inner() > 0);
}

/// Returns a desk with a new campaign. Its service answers this many logins with a pause of two seconds.
async fn busy_at_logins(logins: usize) -> (TestApp, Arc<Mutex<Limited>>, Desk) {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 1_000, 0);
    let behind = Arc::clone(&service);
    let tried = AtomicUsize::new(0);
    let address = canned_service(move |asked| {
        if !asked.line.contains("login") {
            return behind.lock().unwrap().answer(asked);
        }
        if tried.fetch_add(1, Ordering::SeqCst) < logins {
            let head = "HTTP/1.1 429 -\r\nRetry-After: 2\r\nContent-Length: 0\r\n";
            return format!("{head}Connection: close\r\n\r\n").into_bytes();
        }
        http_response(200, JSON, r#"{"result":{"sessionId":"s-1"}}"#)
    });
    let saved = make(&desktop.desk, &form("Elsewhere", &address, "someone"));
    let desk = desktop.switch(&saved.id).await.unwrap();
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "New"))
        .unwrap();
    (desktop, service, desk)
}

#[tokio::test]
async fn briefly_rejected_login_is_retried_before_the_write() {
    // One pause before the look at the list's path, and one before the write.
    let (_desktop, service, desk) = busy_at_logins(2).await;
    assert_eq!(sent(&desk).await, ([1, 0, 0, 0], 2));
    assert_eq!(service.lock().unwrap().campaigns.len(), 1);
}

#[tokio::test]
async fn repeatedly_rejected_login_stops_the_send() {
    let (_desktop, service, desk) = busy_at_logins(usize::MAX).await;
    assert_eq!(sent(&desk).await, ([0, 0, 0, 1], 3));
    assert!(asked(&service).is_empty());
}

#[tokio::test]
async fn stopping_the_send_ends_the_login_pause() {
    let (_desktop, service, desk) = busy_at_logins(2).await;
    let pauses = AtomicUsize::new(0);
    let stop = |step| {
        let is_pause = matches!(step, SendProgress::Waiting { .. });
        if is_pause && pauses.fetch_add(1, Ordering::SeqCst) == 1 {
            desk.stop("send");
        }
    };
    let summary = desk.outbox.send(&all_of(&desk), stop).await.unwrap();
    assert_eq!(counts(&summary), [0, 0, 0, 1]);
    assert!(asked(&service).is_empty());
}

#[tokio::test]
async fn verifying_read_in_flight_is_awaited_despite_stop() {
    let opened = Arc::<OnceLock<Desk>>::default();
    let stopped = Arc::clone(&opened);
    let address = canned_service(move |asked| {
        let made = r#"{"result":{"type":"Campaign","id":7,"name":"New"}}"#;
        if asked.line.contains("/campaigns/7") {
            stopped.get().unwrap().stop("send");
        } else if !asked.is_write() {
            return http_response(200, JSON, "[]");
        }
        http_response(200, JSON, made)
    });
    let (desk, _desktop) = endless_lookups::at(&address).await;
    let id = desk.overview.workspace_view().unwrap().id;
    // The rate limit would delay any request after the look-up.
    change(&desk, &id, &[("requestsPerSecond", "1")]).unwrap();
    let desk = desk.switch(&id).await.unwrap();
    let desk = opened.get_or_init(|| desk);
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "New"))
        .unwrap();
    assert_eq!(sent(desk).await.0, [1, 0, 0, 0]);
    let row = desk.outbox.sent_items().unwrap().remove(0);
    assert_eq!(row.state, ItemState::Confirmed);
}
