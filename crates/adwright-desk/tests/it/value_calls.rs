//! Many new values in few calls, most at a service that asks for a longer pause than Adwright waits.

use std::sync::{Arc, Mutex, mpsc};

use adwright_desk::Desk;
use adwright_testkit::{CannedRequest, TestApp, canned_service, http_response};
use adwright_views::{ItemState, SendProgress};
use serde_json::{Value, json};

use crate::pauses::AN_HOUR;
use crate::rate_limits::counts;
use crate::settings::change;
use crate::{draft_values, endless_lookups, sending};

const JSON: &str = "application/json";

/// A service with values that asks for an hour at the second call.
#[derive(Default)]
struct Values {
    there: Vec<String>,
    calls: usize,
    /// Whether the service creates the values of that call anyway.
    makes_all: bool,
    /// The request lines since the last look.
    asked: Vec<String>,
}

impl Values {
    fn answer(&mut self, asked: &CannedRequest) -> Vec<u8> {
        self.asked.push(asked.line.clone());
        if asked.is_write() {
            self.calls += 1;
            let is_busy = self.calls == 2;
            if is_busy && !self.makes_all {
                return AN_HOUR.to_vec();
            }
            let made = self.make(&asked.body);
            return if is_busy {
                AN_HOUR.to_vec()
            } else {
                http_response(200, JSON, made)
            };
        }
        if asked.line.contains("from=") {
            let page = self.there.iter().skip(asked.query_number("from"));
            let page: Vec<_> = page.take(asked.query_number("max")).cloned().collect();
            return http_response(200, JSON, format!("[{}]", page.join(",")));
        }
        let (_, id) = asked.line.split_once("Value/").expect("a path of one");
        let id: String = id.chars().take_while(char::is_ascii_digit).collect();
        let found = &self.there[id.parse::<usize>().expect("an id") - 1];
        http_response(200, JSON, format!(r#"{{"result":{found}}}"#))
    }

    fn make(&mut self, body: &str) -> String {
        let sent: Value = serde_json::from_str(body).expect("it is JSON");
        let made = sent["entities"].as_array().expect("a list").iter();
        let made: Vec<_> = made
            .map(|entity| {
                let mut entity = entity.clone();
                entity["id"] = (self.there.len() + 1).into();
                self.there.push(entity.to_string());
                entity
            })
            .collect();
        json!({ "result": made }).to_string()
    }
}

/// Returns a desk with six new values, at this service.
async fn six_values(service: &Arc<Mutex<Values>>) -> (TestApp, Desk) {
    let service = Arc::clone(service);
    let address = canned_service(move |asked| service.lock().unwrap().answer(asked));
    six_values_at(&address).await
}

/// Returns a desk with six new values, at a service that accepts two per call.
async fn six_values_at(address: &str) -> (TestApp, Desk) {
    let (desk, desktop) = endless_lookups::at(address).await;
    let id = desk.overview.workspace_view().unwrap().id;
    change(&desk, &id, &[("batchCap", "2")]).unwrap();
    let desk = desk.switch(&id).await.unwrap();
    let value =
        |at: usize| format!(r#"{{"type":"RetargetingDataValue","name":"V{at}","value":"v|{at}"}}"#);
    draft_values(&desk, (0..6).map(value));
    (desktop, desk)
}

#[tokio::test]
async fn rejected_batch_is_repeated_once_after_the_pause() {
    let service = Arc::<Mutex<Values>>::default();
    let (desktop, desk) = six_values(&service).await;
    let calls = || service.lock().unwrap().calls;
    assert_eq!(sent_values(&desk).await, [2, 0, 0, 4]);
    assert_eq!(calls(), 2, "the third call never went out");
    assert_eq!(sent_values(&desk).await, [0, 0, 0, 4]);
    assert_eq!(calls(), 2);
    desktop.clock.advance_ms(3_600_000);
    assert_eq!(sent_values(&desk).await, [4, 0, 0, 0]);
    assert_eq!((calls(), service.lock().unwrap().there.len()), (4, 6));
}

/// Sends all values that are ready. Returns the counts.
async fn sent_values(desk: &Desk) -> [u32; 4] {
    let request = sending(desk.values.review_values().unwrap());
    counts(&desk.outbox.send(&request, |_| {}).await.unwrap())
}

#[tokio::test]
async fn rejected_batch_is_not_repeated_automatically() {
    let service = Arc::<Mutex<Values>>::default();
    let (desktop, desk) = six_values(&service).await;
    let asked = || std::mem::take(&mut service.lock().unwrap().asked);
    let id = desk.overview.workspace_view().unwrap().id;
    sent_values(&desk).await;
    let rows = desk.outbox.sent_items().unwrap().into_iter();
    let taken_back = rows.filter(|row| row.state == ItemState::TakenBack);
    for row in taken_back.clone() {
        assert_eq!(desk.outbox.receipt(&row.item).unwrap().attempts.len(), 1);
    }
    assert_eq!(taken_back.count(), 2);
    asked();
    drop(desk);
    // Nothing is sent again at a restart, nor after the pause.
    let desktop = desktop.restart().await;
    for wait_ms in [0, 3_600_000] {
        desktop.clock.advance_ms(wait_ms);
        let desk = desktop.switch(&id).await.unwrap();
        desk.outbox.recover().await.unwrap();
        assert_eq!(asked(), [""; 0]);
        assert_eq!(desk.values.review_values().unwrap().len(), 4);
    }
    let desk = desktop.switch(&id).await.unwrap();
    assert_eq!(sent_values(&desk).await, [4, 0, 0, 0]);
}

#[tokio::test]
async fn values_created_despite_answer_are_not_duplicated() {
    let service = Arc::<Mutex<Values>>::default();
    service.lock().unwrap().makes_all = true;
    let (desktop, desk) = six_values(&service).await;
    sent_values(&desk).await;
    desktop.clock.advance_ms(3_600_000);
    // The created values are found by our reference.
    assert_eq!(sent_values(&desk).await, [4, 0, 0, 0]);
    let service = service.lock().unwrap();
    assert_eq!((service.calls, service.there.len()), (3, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn call_is_settled_before_the_next_reply() {
    let (settled, ends) = mpsc::channel();
    let service = Arc::<Mutex<Values>>::default();
    let answers = Arc::clone(&service);
    let address = canned_service(move |asked| {
        let mut service = answers.lock().unwrap();
        if !asked.is_write() {
            return service.answer(asked);
        }
        // The service answers only once the values of the call before are settled.
        let before = service.there.len().min(2);
        assert!(
            ends.iter()
                .take(before)
                .all(|state| state == ItemState::Confirmed)
        );
        http_response(200, JSON, service.make(&asked.body))
    });
    let (_desktop, desk) = six_values_at(&address).await;
    let shown = Mutex::new(Vec::new());
    let listen = |progress| {
        let SendProgress::Advanced { done, state, .. } = progress else {
            return;
        };
        shown.lock().unwrap().push(done);
        if state != ItemState::Intent {
            settled.send(state).unwrap();
        }
    };
    let request = sending(desk.values.review_values().unwrap());
    service.lock().unwrap().asked.clear();
    let sent = desk.outbox.send(&request, listen).await.unwrap();
    assert_eq!(counts(&sent), [6, 0, 0, 0]);
    // A call without a reply would have been looked up.
    assert_eq!(service.lock().unwrap().asked, [""; 0]);
    let shown = shown.into_inner().unwrap();
    assert!(shown.is_sorted() && shown.last() == Some(&6), "{shown:?}");
}
