//! What a service says of its limits is kept to, by the client's own time.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use adwright_client::{Client, MemoryTokenStore, ThrottleReason, TimeSource, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Dialect, RequestFailure};
use axum::response::Response;
use futures_util::FutureExt as _;

use crate::server::Server;
use crate::{with, with_login};

/// Time that passes at once wherever someone waits.
#[derive(Default)]
struct Passing(AtomicI64);

impl TimeSource for Passing {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let ms = i64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(ms, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

/// Time in which nobody's pause ends.
struct StandingStill;

impl TimeSource for StandingStill {
    fn now_ms(&self) -> i64 {
        0
    }

    fn sleep(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

/// How long so many reads of one campaign take, in milliseconds.
async fn took(client: &Client, reads: u32) -> i64 {
    let time = Arc::new(Passing::default());
    client.set_time_source(Arc::<Passing>::clone(&time));
    for _ in 0..reads {
        client.get(Kind::Campaign, Id(7)).await.unwrap();
    }
    time.now_ms()
}

fn saying(
    remaining: &'static str,
    reset: &'static str,
) -> impl Fn(&crate::server::ReceivedRequest) -> Response + Clone {
    move |_| {
        let answer = Response::builder()
            .header("ratelimit-limit", "100")
            .header("ratelimit-remaining", remaining)
            .header("ratelimit-reset", reset);
        answer.body("{}".into()).unwrap()
    }
}

#[tokio::test]
async fn exhausted_service_is_asked_after_its_reset() {
    let none_left = Server::start(saying("0", "12")).await;
    let client = with(&none_left.base, Dialect::default());
    assert_eq!(took(&client, 3).await, 24_000);
    let (quota, said) = client.quota().unwrap();
    assert_eq!((quota.remaining, said), (0, 24_000));
    let many_left = Server::start(saying("99", "12")).await;
    assert_eq!(took(&with(&many_left.base, Dialect::default()), 3).await, 0);
}

#[tokio::test]
async fn requested_pause_also_delays_writes() {
    let server = Server::start(|_| {
        let busy = Response::builder().status(429).header("retry-after", "7");
        busy.body("".into()).unwrap()
    })
    .await;
    let client = with(&server.base, Dialect::default());
    let time = Arc::new(Passing::default());
    client.set_time_source(Arc::<Passing>::clone(&time));
    assert_eq!(client.throttle(), None);
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    let throttle = client.throttle().unwrap();
    assert_eq!(
        (throttle.delay, throttle.reason),
        (Duration::from_secs(7), ThrottleReason::PauseRequested)
    );
    client.update(Kind::Campaign, Id(7), "{}").await;
    assert_eq!(time.now_ms(), 7_000);
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert_eq!(time.now_ms(), 14_000);
}

/// A service that asks for an hour until it is told to be open.
async fn closed(is_open: &Arc<AtomicBool>) -> (Server, Client) {
    let is_open = Arc::clone(is_open);
    let server = Server::start(move |_| {
        if is_open.load(Ordering::SeqCst) {
            return Response::new("{}".into());
        }
        let busy = Response::builder()
            .status(429)
            .header("retry-after", "3600");
        busy.body("".into()).unwrap()
    });
    let server = server.await;
    let client = with(&server.base, Dialect::default());
    client.set_time_source(Arc::new(Passing::default()));
    (server, client)
}

#[tokio::test]
async fn long_pause_allows_only_a_persons_requests() {
    let is_open = Arc::<AtomicBool>::default();
    let (server, client) = closed(&is_open).await;
    let read = async || client.get(Kind::Campaign, Id(7)).await;
    read().await.unwrap_err();
    assert_eq!(client.paused_until(), Some(3_600_000));
    is_open.store(true, Ordering::SeqCst);
    let told = read().await.unwrap_err();
    assert_eq!(told.to_string(), "the service is busy, try again in 60 min");
    let written = client.create(Kind::Campaign, "{}").await.delivery;
    assert!(matches!(written, WriteOutcome::NeverSent(_)), "{written:?}");
    let turn = client.acquire_slot().await;
    let error = turn.unwrap_err();
    assert!(
        matches!(error.failure, RequestFailure::Busy { .. }),
        "{error:?}"
    );
    assert_eq!(server.lines().len(), 1);
    // By hand, and after that by itself.
    client.resume();
    assert!(read().await.is_ok() && read().await.is_ok());
    assert_eq!((client.paused_until(), server.lines().len()), (None, 3));
}

#[tokio::test]
async fn request_during_pause_renews_the_pause() {
    let (server, client) = closed(&Arc::default()).await;
    for _ in 0..2 {
        client.resume();
        let asked = client.get(Kind::Campaign, Id(7)).await;
        let told = asked.unwrap_err();
        assert!(told.reply().is_some(), "{told}");
    }
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert_eq!(server.lines().len(), 2);
}

#[tokio::test]
async fn exhausted_service_reports_when_it_recovers() {
    let server = Server::start(|_| {
        let busy = Response::builder().status(429);
        let busy = busy.header("x-ratelimit-remaining", "0");
        let busy = busy.header("x-ratelimit-reset", "3600");
        busy.body("".into()).unwrap()
    })
    .await;
    let client = with(&server.base, Dialect::default());
    client.set_time_source(Arc::new(Passing::default()));
    let told = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert!(
        matches!(
            told.failure,
            RequestFailure::Busy {
                seconds: Some(3_600),
                ..
            }
        ),
        "{told:?}"
    );
}

#[tokio::test]
async fn write_with_slot_does_not_wait_for_another() {
    let server = Server::start(saying("0", "3600")).await;
    let client = with(&server.base, Dialect::default());
    let time = Arc::new(Passing::default());
    client.set_time_source(Arc::<Passing>::clone(&time));
    client.get(Kind::Campaign, Id(7)).await.unwrap();
    let turn = client.acquire_slot().await.unwrap();
    assert_eq!(time.now_ms(), 60_000, "no request waits longer");
    let written = turn
        .prepare_update(Kind::Campaign, Id(7))
        .send("{}")
        .await
        .delivery;
    assert!(
        matches!(written, WriteOutcome::Answered { .. }),
        "{written:?}"
    );
    assert_eq!(time.now_ms(), 60_000);
}

#[tokio::test]
async fn login_in_pause_does_not_block_manual_request() {
    let is_busy = Arc::new(AtomicBool::new(true));
    let busy = Arc::clone(&is_busy);
    let server = Server::start(move |seen| {
        if seen.line != "POST /login/login" {
            return Response::new("{}".into());
        }
        if busy.swap(false, Ordering::SeqCst) {
            let busy = Response::builder().status(429).header("retry-after", "7");
            return busy.body("".into()).unwrap();
        }
        Response::new(r#"{"result":{"sessionId":"token"}}"#.into())
    })
    .await;
    let client = with_login(&server.base, Arc::new(MemoryTokenStore::default()));
    client.set_time_source(Arc::new(StandingStill));
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    let mut waits = pin!(client.get(Kind::Campaign, Id(7)));
    assert!(waits.as_mut().now_or_never().is_none());
    client.resume();
    client.get(Kind::Campaign, Id(7)).await.unwrap();
    let lines = server.lines();
    assert_eq!(lines[1..], ["POST /login/login", "GET /campaigns/7"]);
    assert!(waits.now_or_never().is_none());
}

#[tokio::test]
async fn requests_per_second_stay_within_dialect_limit() {
    let server = Server::start(|_| Response::new("{}".into())).await;
    let dialect = Dialect {
        requests_per_second: 10,
        ..Dialect::default()
    };
    assert_eq!(took(&with(&server.base, dialect), 5).await, 400);
}
