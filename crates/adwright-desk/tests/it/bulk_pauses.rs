//! A bulk edit at a service that asks for a pause while campaigns are fetched in full.

use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use adwright_desk::{Clock, Desk, Error, Paths, Ports};
use adwright_testkit::{CannedRequest, TestApp, TestClock, canned_service, http_response};
use adwright_views::{BulkPreviewResult, BulkRequest};
use jiff::Timestamp;

use crate::bulk::{every, set};
use crate::{endless_lookups, live};

const CAMPAIGNS: u32 = 9;
/// The number of parallel fetches.
const AT_ONCE: usize = 4;

/// A clock whose pauses take a moment of real time, so that a waiting operation can be stopped.
#[derive(Default)]
struct Slow(TestClock);

impl Clock for Slow {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            self.0.pause(time).await;
        })
    }
}

/// Answers a list with summaries, and asks for a pause of 30 seconds if a single campaign is requested.
fn busy_at_single_ones(asked: &CannedRequest) -> Vec<u8> {
    if asked.line.contains("from=") {
        let row = |id| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
        let rows = (1..=CAMPAIGNS).map(row).skip(asked.query_number("from"));
        let rows: Vec<_> = rows.collect();
        return http_response(200, "application/json", format!("[{}]", rows.join(",")));
    }
    let head = "HTTP/1.1 429 -\r\nRetry-After: 30\r\nContent-Length: 0\r\n";
    format!("{head}Connection: close\r\n\r\n").into_bytes()
}

/// Returns a desk at a busy service with such a clock, and the log of requests for single campaigns.
async fn at_a_busy_service() -> (Desk, TestApp, Arc<Mutex<Vec<String>>>) {
    let singles = Arc::<Mutex<Vec<String>>>::default();
    let asked_here = Arc::clone(&singles);
    let address = canned_service(move |asked| {
        if !asked.line.contains("from=") {
            asked_here.lock().unwrap().push(asked.line.clone());
        }
        busy_at_single_ones(asked)
    });
    let (desk, desktop) = endless_lookups::at(&address).await;
    drop(desk);
    let ports = Ports {
        clock: Arc::<Slow>::default(),
        secrets: desktop.secrets.clone(),
    };
    let paths = Paths::in_home(desktop.home());
    let desk = Desk::open(&paths, ports).await.unwrap();
    (desk, desktop, singles)
}

#[tokio::test]
async fn stop_ends_the_pause_and_changes_nothing() {
    let (desk, _desktop, singles) = at_a_busy_service().await;
    let opened = Arc::<OnceLock<Desk>>::default();
    let desk = opened.get_or_init(|| desk);
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let request = BulkRequest {
        operation: "preview".to_owned(),
        scope: every(desk),
        change: set("name", "Checked"),
    };
    let preview = desk.bulk.preview_bulk(&request, |_| {}).await.unwrap();
    assert!(
        matches!(preview, BulkPreviewResult::Ready(_)),
        "{preview:?}"
    );
    let (told, stopped) = (Arc::<Mutex<Vec<String>>>::default(), Arc::clone(&opened));
    let waits = Arc::clone(&told);
    desk.service.on_connection_change(move || {
        let desk = stopped.get().unwrap();
        if let Some(waiting) = desk.overview.workspace_view().unwrap().connection.waiting {
            waits.lock().unwrap().push(waiting);
            desk.stop("preview");
        }
    });
    let ended = desk.bulk.apply_bulk("preview", |_| {}).await;
    assert!(told.lock().unwrap()[0].contains("30 s"));
    let error = ended.unwrap_err();
    assert!(matches!(error, Error::Stopped), "{error}");
    assert!(live(desk).is_empty() && desk.bulk.bulk_edits().unwrap().is_empty());
    // Only the requests that were in flight when the service asked for the pause.
    let singles = singles.lock().unwrap();
    assert!(singles.len() <= AT_ONCE, "{singles:?}");
}
