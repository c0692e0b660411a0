//! Sends to a service with a limit of requests per minute.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adwright_desk::{Clock as _, Desk, DraftError, Error, IdMismatch};
use adwright_model::{Id, Kind};
use adwright_testkit::{CannedRequest, TestApp, TestClock, canned_service, http_response};
use adwright_views::{
    LoginKind, ReviewedDraft, SendProgress, SendRequest, SendSummary, WorkspaceForm,
};

use crate::workspaces::form;
use crate::{campaign, typed};

const JSON: &str = "application/json";

/// A service with campaigns that accepts a number of requests per minute. Other requests get a 429.
pub(crate) struct Limited {
    clock: Arc<TestClock>,
    a_minute: u32,
    pub(crate) left: u32,
    pub(crate) until_ms: i64,
    pub(crate) campaigns: BTreeMap<usize, String>,
    /// The number of accepted and of refused writes.
    taken: u32,
    turned_away: u32,
    /// The request lines.
    pub(crate) asked: Vec<String>,
}

impl Limited {
    pub(crate) fn of(clock: &Arc<TestClock>, a_minute: u32, campaigns: usize) -> Arc<Mutex<Self>> {
        let text = |id| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}","version":1}}"#);
        Arc::new(Mutex::new(Self {
            clock: Arc::clone(clock),
            a_minute,
            left: a_minute,
            until_ms: 0,
            campaigns: (1..=campaigns).map(|id| (id, text(id))).collect(),
            taken: 0,
            turned_away: 0,
            asked: Vec::new(),
        }))
    }

    pub(crate) fn answer(&mut self, asked: &CannedRequest) -> Vec<u8> {
        self.asked.push(asked.line.clone());
        let now_ms = self.clock.now().as_millisecond();
        if now_ms >= self.until_ms {
            (self.left, self.until_ms) = (self.a_minute, now_ms + 60_000);
        }
        if self.left == 0 {
            self.turned_away += u32::from(asked.is_write());
            let seconds = (self.until_ms - now_ms + 999) / 1_000;
            let head = format!("HTTP/1.1 429 -\r\nRetry-After: {seconds}\r\nContent-Length: 0\r\n");
            return format!("{head}Connection: close\r\n\r\n").into_bytes();
        }
        self.left -= 1;
        http_response(200, JSON, self.found(asked))
    }

    fn found(&mut self, asked: &CannedRequest) -> String {
        if asked.line.contains("?from=") {
            let rows = self.campaigns.values().skip(asked.query_number("from"));
            let max = asked.query_number("max");
            let rows: Vec<_> = rows.take(max).cloned().collect();
            let total = self.campaigns.len();
            return format!(
                r#"{{"metadata":{{"total":{total}}},"result":[{}]}}"#,
                rows.join(",")
            );
        }
        if asked.is_write() {
            self.taken += 1;
            let entity = asked.body.trim_start_matches(r#"{"entities":["#);
            let entity = entity.trim_end_matches("]}").trim().to_owned();
            if asked.line.starts_with("PUT") {
                self.campaigns.insert(id_in(&asked.line), entity);
            } else {
                let id = self.campaigns.len() + 1;
                let entity = entity.replacen('{', &format!(r#"{{"id":{id},"#), 1);
                self.campaigns.insert(id, entity.clone());
                return format!(r#"{{"result":{entity}}}"#);
            }
        }
        format!(r#"{{"result":{}}}"#, self.campaigns[&id_in(&asked.line)])
    }
}

fn id_in(line: &str) -> usize {
    let (_, after) = line.split_once("/campaigns/").expect("a path of one");
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a few digits")
}

/// Returns a desk whose open workspace is at this service.
pub(crate) async fn at(desktop: &TestApp, service: &Arc<Mutex<Limited>>) -> Desk {
    let service = Arc::clone(service);
    let address = canned_service(move |asked| service.lock().unwrap().answer(asked));
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Elsewhere", &address, "")
    };
    let saved = desktop.workspaces.save_workspace(None, &form).unwrap();
    desktop.switch(&saved.id).await.unwrap()
}

/// Returns a send request for all drafts that are ready.
pub(crate) fn all_of(desk: &Desk) -> SendRequest {
    let reviewed = desk.outbox.review().unwrap().rows.into_iter();
    let drafts = reviewed.map(|row| ReviewedDraft {
        draft: row.draft,
        revision: row.revision,
    });
    SendRequest {
        operation: "send".to_owned(),
        drafts: drafts.collect(),
        overrides: Vec::new(),
        typed_name: String::new(),
    }
}

/// Returns the numbers of confirmed, refused, waiting and unsent items.
pub(crate) const fn counts(summary: &SendSummary) -> [u32; 4] {
    [
        summary.confirmed,
        summary.refused,
        summary.needs_you,
        summary.stopped,
    ]
}

/// Sends everything. Returns the counts, and the number of pauses.
pub(crate) async fn sent(desk: &Desk) -> ([u32; 4], usize) {
    let pauses = AtomicUsize::new(0);
    let progress = |step| {
        if matches!(step, SendProgress::Waiting { .. }) {
            pauses.fetch_add(1, Ordering::SeqCst);
        }
    };
    let summary = desk.outbox.send(&all_of(desk), progress).await.unwrap();
    (counts(&summary), pauses.into_inner())
}

pub(crate) async fn changed(desk: &Desk, campaigns: usize) {
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    for id in 1..=campaigns {
        let change = typed("name", &format!("New {id}"));
        desk.drafts
            .edit_draft(&campaign(&id.to_string()), &change)
            .unwrap();
    }
}

#[tokio::test]
async fn rate_limited_updates_are_each_written_once() {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 50, 100);
    let desk = at(&desktop, &service).await;
    changed(&desk, 100).await;
    let before = desktop.clock.now();
    let (counts, pauses) = sent(&desk).await;
    assert_eq!(counts, [100, 0, 0, 0]);
    let service = service.lock().unwrap();
    assert_eq!(service.taken, 100);
    assert!(
        service
            .campaigns
            .iter()
            .all(|(id, text)| text.contains(&format!("New {id}")))
    );
    assert!(pauses > 0);
    let minutes = desktop.clock.now().duration_since(before).as_secs() / 60;
    assert!((5..=8).contains(&minutes), "{minutes}");
}

#[tokio::test]
async fn rejected_write_is_repeated_once_after_the_pause() {
    // The GET before the update uses the last request of the minute, so the write is refused once.
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 60, 3);
    let desk = at(&desktop, &service).await;
    changed(&desk, 1).await;
    service.lock().unwrap().left = 1;
    assert_eq!(sent(&desk).await.0, [1, 0, 0, 0]);
    let counts = |service: &Limited| (service.taken, service.turned_away);
    assert_eq!(counts(&service.lock().unwrap()), (1, 1));
    // The create is refused. The list shows that the object does not exist, so it is sent again.
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "Made"))
        .unwrap();
    service.lock().unwrap().left = 0;
    assert_eq!(sent(&desk).await.0, [1, 0, 0, 0]);
    let service = service.lock().unwrap();
    assert_eq!(counts(&service), (2, 2));
    assert_eq!(service.campaigns.len(), 4);
}

#[tokio::test]
async fn pause_during_a_lookup_is_reported() {
    let desktop = TestApp::first_start().await;
    // A list of four pages. The last page has to wait.
    let service = Limited::of(&desktop.clock, 3, 600);
    let desk = at(&desktop, &service).await;
    let draft = desk.drafts.create_draft().unwrap();
    desk.drafts
        .edit_draft(&draft.target, &typed("name", "Made"))
        .unwrap();
    // The check has seen the list's path, so the first request of the send is a write.
    desk.overview.check_connection().await.unwrap();
    {
        let mut service = service.lock().unwrap();
        let in_a_minute = desktop.clock.now().as_millisecond() + 60_000;
        (service.left, service.until_ms) = (0, in_a_minute);
    }
    // One pause for the write, and one for the page that could contain the object.
    assert_eq!(sent(&desk).await, ([1, 0, 0, 0], 2));
}

#[tokio::test]
async fn stop_ends_a_pause_and_restores_the_draft() {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 60, 3);
    let desk = at(&desktop, &service).await;
    changed(&desk, 2).await;
    service.lock().unwrap().left = 1;
    let stop = |step| {
        if matches!(step, SendProgress::Waiting { .. }) {
            desk.stop("send");
        }
    };
    let summary = desk.outbox.send(&all_of(&desk), stop).await.unwrap();
    assert_eq!(counts(&summary), [0, 0, 0, 2]);
    assert_eq!(service.lock().unwrap().taken, 0);
    assert_eq!(sent(&desk).await.0, [2, 0, 0, 0]);
}

#[tokio::test]
async fn change_naming_another_campaign_changes_neither() {
    let desktop = TestApp::first_start().await;
    let service = Limited::of(&desktop.clock, 1_000, 2);
    let desk = at(&desktop, &service).await;
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let first = campaign("1");
    for id in ["2", ""] {
        desk.drafts.edit_draft(&first, &typed("id", id)).unwrap();
        let row = desk.outbox.review().unwrap().rows.remove(0);
        assert!(row.blocked.is_some());
        let refused = desk.outbox.send(&all_of(&desk), |_| {}).await.unwrap_err();
        assert!(
            matches!(
                refused,
                Error::Draft(DraftError::IdMismatch(IdMismatch {
                    kind: Kind::Campaign,
                    id: Id(1)
                }))
            ),
            "{refused:?}"
        );
    }
    let asked = std::mem::take(&mut service.lock().unwrap().asked);
    assert!(
        asked.iter().all(|line| line.starts_with("GET")),
        "{asked:?}"
    );
}
