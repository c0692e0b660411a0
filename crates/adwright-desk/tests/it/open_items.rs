//! Items with an unknown outcome: a later look-up settles them without a person, and nothing is created twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use adwright_desk::ResendPolicy;
use adwright_service::{RunningService, ServiceOptions};
use adwright_testkit::{PracticeClient, TestApp, TestProxy};
use adwright_views::{ItemState, SendProgress, SentRow};

use crate::workspaces::{CANARY, form, make};
use crate::{
    SPRING, batch_of_values, batch_sends, campaign, draft_of, each_value_once, edit, id_of,
    request, send,
};

/// The service answers everything.
const UP: u8 = 0;
/// The service stops answering reads after the next write.
const GOES_DOWN: u8 = 1;
/// The service answers no reads.
const DOWN: u8 = 2;

/// A desk at a service whose reads fail after the next write, if a test asks for it.
struct Outage {
    desktop: TestApp,
    proxy: TestProxy,
    state: Arc<AtomicU8>,
    _service: RunningService,
}

impl Outage {
    async fn new() -> Self {
        let service = adwright_service::start(ServiceOptions {
            password: Some(CANARY.to_owned()),
            ..ServiceOptions::default()
        });
        let service = service.await.unwrap();
        let state = Arc::new(AtomicU8::new(UP));
        let seen = Arc::clone(&state);
        let proxy = TestProxy::with_answers(&service, move |line| {
            if line.starts_with("POST /campaigns") || line.starts_with("PUT ") {
                let armed = (GOES_DOWN, DOWN);
                let order = Ordering::SeqCst;
                let _ = seen.compare_exchange(armed.0, armed.1, order, order);
            }
            let fails = line.starts_with("GET ") && seen.load(Ordering::SeqCst) == DOWN;
            fails.then(|| (500, String::new()))
        });
        let (login, _) = service.practice_login();
        let mut desktop = TestApp::first_start().await;
        let id = make(&desktop.desk, &form("Acme", &proxy.address, &login)).id;
        desktop.desk = desktop.switch(&id).await.unwrap();
        desktop.practice = PracticeClient::new(&service);
        desktop
            .fetches
            .fetch_campaigns("fetch", |_| {})
            .await
            .unwrap();
        Self {
            desktop,
            proxy,
            state,
            _service: service,
        }
    }

    fn set(&self, state: u8) {
        self.state.store(state, Ordering::SeqCst);
    }

    /// Sends a draft under a fault. Reads fail from then on.
    async fn send_under(&self, fault: &str, draft: &str) {
        self.desktop.practice.arm_fault(fault).await;
        self.set(GOES_DOWN);
        send(&self.desktop, draft).await;
    }

    fn count(&self, method: &str) -> usize {
        let lines = self.proxy.request_lines();
        let path = format!("{method} /campaigns");
        lines.iter().filter(|line| line.starts_with(&path)).count()
    }
}

/// Creates the draft of a new campaign.
pub(crate) fn new_one(desktop: &TestApp, name: &str) -> String {
    let target = desktop.drafts.create_draft().unwrap().target;
    edit(desktop, &target, "name", name);
    edit(desktop, &target, "advertiserId", "4401");
    draft_of(&edit(desktop, &target, "brandId", "88120"))
}

fn row(desktop: &TestApp, title: &str) -> SentRow {
    let mut rows = desktop.outbox.sent_items().unwrap().into_iter();
    rows.find(|row| row.title == title).unwrap()
}

fn state(desktop: &TestApp, title: &str) -> ItemState {
    row(desktop, title).state
}

#[tokio::test(flavor = "multi_thread")]
async fn unverified_create_is_settled_at_next_start() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let draft = new_one(desktop, "Only once");
    outage.send_under("drop-after-commit", &draft).await;
    assert_eq!(state(desktop, "Only once"), ItemState::NeedsYou);
    // While the service is silent, the outcome stays unknown.
    assert!(!desktop.outbox.recover().await.unwrap());
    assert_eq!(state(desktop, "Only once"), ItemState::NeedsYou);

    outage.set(UP);
    assert!(desktop.outbox.recover().await.unwrap());
    let row = row(desktop, "Only once");
    assert_eq!(row.state, ItemState::Confirmed, "{}", row.outcome);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    assert!(receipt.hash.is_some() && receipt.decisions.is_empty());
    assert!(row.outcome.contains("adwright-"), "{}", row.outcome);
    assert!(
        desktop
            .overview
            .workspace_view()
            .unwrap()
            .recovered
            .is_some()
    );
    assert_eq!(desktop.practice.count_named("Only once").await, 1);
    assert_eq!(outage.count("POST"), 1);
    assert!(!desktop.outbox.recover().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn unverified_update_is_settled_at_next_start() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let target = campaign(&id_of(desktop, SPRING));
    desktop.details.open_detail(&target).await.unwrap();
    for (fault, title, expected) in [
        ("drop-after-commit", "Arrived", ItemState::Confirmed),
        ("drop-before-commit", "Lost", ItemState::NeedsYou),
    ] {
        let draft = draft_of(&edit(desktop, &target, "name", title));
        outage.send_under(fault, &draft).await;
        assert_eq!(state(desktop, title), ItemState::NeedsYou);
        outage.set(UP);
        assert!(desktop.outbox.recover().await.unwrap());
        assert_eq!(state(desktop, title), expected, "{fault}");
    }
    assert_eq!(outage.count("PUT"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn unverified_item_is_settled_by_its_send() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let draft = new_one(desktop, "Only once");
    desktop.practice.arm_fault("drop-after-commit").await;
    outage.set(GOES_DOWN);
    let progress = |told: SendProgress| {
        if let SendProgress::Advanced { state, .. } = told
            && state == ItemState::NeedsYou
        {
            outage.set(UP);
        }
    };
    let request = request(desktop, &[&draft]);
    let summary = desktop.outbox.send(&request, progress).await.unwrap();
    assert_eq!((summary.confirmed, summary.needs_you), (1, 0));
    assert_eq!(state(desktop, "Only once"), ItemState::Confirmed);
    assert_eq!(outage.count("POST"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn earlier_item_is_settled_by_next_send() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let late = new_one(desktop, "Late");
    desktop.practice.arm_fault("late-commit").await;
    send(desktop, &late).await;
    assert_eq!(state(desktop, "Late"), ItemState::NeedsYou);
    desktop.practice.release_held().await;
    // The item was looked up already, so a start alone sends no request.
    let asked = outage.count("GET");
    assert!(!desktop.outbox.recover().await.unwrap());
    assert_eq!(outage.count("GET"), asked);

    let next = new_one(desktop, "Next");
    let summary = send(desktop, &next).await;
    assert_eq!((summary.confirmed, summary.needs_you), (1, 0));
    for title in ["Late", "Next"] {
        assert_eq!(state(desktop, title), ItemState::Confirmed);
        assert_eq!(desktop.practice.count_named(title).await, 1);
    }
    let settled = row(desktop, "Late");
    let receipt = desktop.outbox.receipt(&settled.item).unwrap();
    assert!(receipt.hash.is_some() && receipt.attempts.len() == 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_create_needs_a_persons_decision() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let absent = new_one(desktop, "Absent");
    outage.send_under("drop-before-commit", &absent).await;
    outage.set(UP);
    assert!(desktop.outbox.recover().await.unwrap());
    let after_start = row(desktop, "Absent");
    assert_eq!(after_start.state, ItemState::NeedsYou);
    assert_eq!(after_start.id, None);

    let next = new_one(desktop, "Next");
    send(desktop, &next).await;
    assert_eq!(row(desktop, "Absent"), after_start, "nothing new was seen");
    assert_eq!(desktop.practice.count_named("Absent").await, 0);
    assert_eq!(outage.count("POST"), 2, "one for each");
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_send_looks_up_no_item() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let late = new_one(desktop, "Late");
    desktop.practice.arm_fault("late-commit").await;
    send(desktop, &late).await;
    desktop.practice.release_held().await;
    let next = new_one(desktop, "Next");
    let progress = |told: SendProgress| {
        if matches!(told, SendProgress::Advanced { .. }) {
            desktop.stop("send");
        }
    };
    let request = request(desktop, &[&next]);
    desktop.outbox.send(&request, progress).await.unwrap();
    assert_eq!(state(desktop, "Late"), ItemState::NeedsYou);
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_rows_are_searched_for_together() {
    let outage = Outage::new().await;
    let desktop = &outage.desktop;
    let batch = batch_of_values(desktop, "Cut", 12, ResendPolicy::Skip);
    let request = batch_sends::request(desktop, &batch).unwrap();
    desktop.practice.arm_fault("hold-after-commit").await;
    tokio::select! {
        () = desktop.practice.wait_until_held() => {}
        ended = desktop.outbox.send_batch(&request, |_| {}) => panic!("it was answered: {ended:?}"),
    }
    desktop.practice.release_held().await;
    let searches = || {
        let lines = outage.proxy.request_lines().into_iter();
        lines.filter(|line| line.contains("from=0")).count()
    };
    let before = searches();
    assert!(desktop.outbox.recover().await.unwrap());
    assert_eq!(searches(), before + 1);
    let rows = desktop.outbox.sent_items().unwrap();
    let confirmed = |row: &SentRow| row.state == ItemState::Confirmed;
    assert!(rows.len() == 12 && rows.iter().all(confirmed));
    each_value_once(desktop, "Cut", 12).await;
}
