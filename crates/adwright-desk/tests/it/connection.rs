//! The practice service, paused and resumed. A practised outage has to look like a real one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adwright_desk::Clock as _;

use adwright_testkit::{canned_service, http_response};
use adwright_views::{ConnectionState, FailureCode, FetchProgress};

use crate::endless_lookups::at;
use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, query, send};

#[tokio::test]
async fn drafts_are_saved_while_service_is_paused() {
    let desktop = fetched().await;
    let state = || desktop.overview.workspace_view().unwrap().connection;
    assert_eq!(state().state, ConnectionState::Online);

    let paused = desktop.overview.pause_practice().await.unwrap().connection;
    assert_eq!(paused.state, ConnectionState::Paused);
    assert!(paused.since.is_some());

    let id = id_of(&desktop, SPRING);
    let opened = desktop.details.open_detail(&campaign(&id)).await.unwrap();
    assert_eq!(opened.title, SPRING, "the cache has it");
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "While paused"));

    let failure = desktop.fetches.fetch_campaigns("fetch", |_| {}).await;
    assert_eq!(failure.unwrap_err().failure().code, FailureCode::Offline);
    let summary = send(&desktop, &draft).await;
    assert_eq!(summary.confirmed, 0, "{}", summary.message);

    let resumed = desktop.overview.resume_practice().await.unwrap();
    assert_eq!(resumed.connection.state, ConnectionState::Untried);
    assert_eq!(resumed.counts.drafts, 1, "nothing was retried by itself");
    assert_eq!(desktop.practice.count_named("While paused").await, 0);
    let checked = desktop.overview.check_connection().await.unwrap();
    assert_eq!(checked.connection.state, ConnectionState::Online);
}

#[tokio::test]
async fn unreachable_service_is_offline_since_first_silence() {
    let desktop = fetched().await.restart_offline().await;
    let connection = || desktop.overview.workspace_view().unwrap().connection;
    assert_eq!(connection().state, ConnectionState::Untried);
    assert!(desktop.overview.check_connection().await.is_err());
    let first = connection();
    assert_eq!(first.state, ConnectionState::Offline);
    assert!(first.since.is_some());
    desktop.clock.advance_ms(60_000);
    assert!(desktop.overview.check_connection().await.is_err());
    assert_eq!(connection().since, first.since);
}

#[tokio::test]
async fn recovered_service_is_detected() {
    let is_up = Arc::new(AtomicBool::new(false));
    let asked = Arc::new(AtomicUsize::new(0));
    let (up, count) = (Arc::clone(&is_up), Arc::clone(&asked));
    let address = canned_service(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        if up.load(Ordering::SeqCst) {
            http_response(200, "application/json", "[]")
        } else {
            Vec::new()
        }
    });
    let (desk, _desktop) = at(&address).await;
    let probe = async || {
        let before = asked.load(Ordering::SeqCst);
        let state = desk
            .overview
            .probe_if_offline()
            .await
            .unwrap()
            .connection
            .state;
        (state, asked.load(Ordering::SeqCst) > before)
    };
    assert_eq!(probe().await, (ConnectionState::Untried, false));
    assert!(desk.overview.check_connection().await.is_err());
    assert_eq!(probe().await, (ConnectionState::Offline, true));
    is_up.store(true, Ordering::SeqCst);
    assert_eq!(probe().await, (ConnectionState::Online, true));
    assert_eq!(probe().await, (ConnectionState::Online, false));
}

#[tokio::test]
async fn listeners_are_notified_of_connection_changes_only() {
    let desktop = fetched().await;
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    desktop.service.on_connection_change(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    desktop.overview.check_connection().await.unwrap();
    assert_eq!(told.load(Ordering::SeqCst), 0, "it answered before, too");
    desktop.overview.pause_practice().await.unwrap();
    desktop.overview.resume_practice().await.unwrap();
    desktop.overview.check_connection().await.unwrap();
    assert_eq!(told.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn stopped_fetch_resumes_after_its_last_page() {
    let desktop = adwright_testkit::TestApp::first_start().await;
    let desk = &desktop.desk;
    let stop_after_first = |step| {
        if let FetchProgress::Advanced { .. } = step {
            desk.stop("fetch");
        }
    };
    let stopped = desk
        .fetches
        .fetch_campaigns("fetch", stop_after_first)
        .await
        .unwrap();
    assert!(!stopped.complete);
    let state = desk.overview.workspace_view().unwrap().fetched.campaigns;
    assert!(!state.complete && state.reason.is_some());

    let first = std::sync::Mutex::new(None);
    let rest = desk.fetches.resume_campaign_fetch("rest", |step| {
        if let FetchProgress::Advanced { done, .. } = step {
            first.lock().unwrap().get_or_insert(done);
        }
    });
    let summary = rest.await.unwrap();
    assert!(summary.complete, "{}", summary.message);
    assert!(first.into_inner().unwrap().unwrap() > stopped.fetched);
    let all = desk.lists.campaigns(&query("")).unwrap().total;
    assert_eq!(summary.fetched, all);
    assert!(
        desk.overview
            .workspace_view()
            .unwrap()
            .fetched
            .campaigns
            .complete
    );
}

#[tokio::test]
async fn empty_fetch_does_not_replace_a_complete_one() {
    let desktop = fetched().await;
    let before = desktop.overview.workspace_view().unwrap().fetched.campaigns;
    desktop.overview.pause_practice().await.unwrap();
    desktop.clock.advance_ms(60_000);
    let failure = desktop.fetches.fetch_campaigns("fetch", |_| {}).await;
    assert!(failure.is_err());
    assert_eq!(
        desktop.overview.workspace_view().unwrap().fetched.campaigns,
        before
    );
}

#[tokio::test]
async fn announced_service_limits_are_shown_and_respected() {
    let address = canned_service(|_| {
        let head = "HTTP/1.1 200 -\r\nRateLimit-Limit: 100\r\nRateLimit-Remaining: 0\r\nRateLimit-Reset: 12\r\n";
        format!("{head}Content-Length: 2\r\nConnection: close\r\n\r\n[]").into_bytes()
    });
    let (desk, desktop) = at(&address).await;
    let connection = desk.overview.check_connection().await.unwrap().connection;
    let quota = connection.quota.unwrap();
    for number in ["0 of 100", "12 s"] {
        assert!(quota.contains(number), "{quota}");
    }
    let desk = Arc::new(desk);
    let told = Arc::<Mutex<Vec<_>>>::default();
    let (asked, heard) = (Arc::downgrade(&desk), Arc::clone(&told));
    desk.service.on_connection_change(move || {
        let connection = asked
            .upgrade()
            .unwrap()
            .overview
            .workspace_view()
            .unwrap()
            .connection;
        heard.lock().unwrap().extend(connection.waiting);
    });
    let before = desktop.clock.now();
    desk.service.try_connection().await.unwrap();
    let waited = desktop.clock.now().duration_since(before).as_secs();
    let connection = desk.overview.workspace_view().unwrap().connection;
    assert_eq!((waited, connection.waiting), (12, None));
    let told = told.lock().unwrap();
    assert!(told.len() == 1 && told[0].contains("12 s"), "{told:?}");
}
