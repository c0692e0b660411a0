//! The client keeps the limits that a service reports, by the client's own clock.

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

/// A time source on which every sleep ends at once.
#[derive(Default)]
struct InstantTime(AtomicI64);

impl TimeSource for InstantTime {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let ms = i64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(ms, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

/// A time source on which no sleep ends.
struct FrozenTime;

impl TimeSource for FrozenTime {
    fn now_ms(&self) -> i64 {
        0
    }

    fn sleep(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

/// Returns how long this many reads of one campaign take, in milliseconds.
async fn read_duration_ms(client: &Client, reads: u32) -> i64 {
    let time = Arc::new(InstantTime::default());
    client.set_time_source(Arc::<InstantTime>::clone(&time));
    for _ in 0..reads {
        client.get(Kind::Campaign, Id(7)).await.unwrap();
    }
    time.now_ms()
}

fn reply_with_quota(
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
    let none_left = Server::start(reply_with_quota("0", "12")).await;
    let client = with(&none_left.base, Dialect::default());
    assert_eq!(read_duration_ms(&client, 3).await, 24_000);
    let (quota, said) = client.quota().unwrap();
    assert_eq!((quota.remaining, said), (0, 24_000));
    let many_left = Server::start(reply_with_quota("99", "12")).await;
    assert_eq!(
        read_duration_ms(&with(&many_left.base, Dialect::default()), 3).await,
        0
    );
}

#[tokio::test]
async fn requested_pause_also_delays_writes() {
    let server = Server::start(|_| {
        let busy = Response::builder().status(429).header("retry-after", "7");
        busy.body("".into()).unwrap()
    })
    .await;
    let client = with(&server.base, Dialect::default());
    let time = Arc::new(InstantTime::default());
    client.set_time_source(Arc::<InstantTime>::clone(&time));
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

/// Starts a service that asks for a pause of an hour until `is_open` is set.
async fn paused_service(is_open: &Arc<AtomicBool>) -> (Server, Client) {
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
    client.set_time_source(Arc::new(InstantTime::default()));
    (server, client)
}

#[tokio::test]
async fn long_pause_allows_only_a_persons_requests() {
    let is_open = Arc::<AtomicBool>::default();
    let (server, client) = paused_service(&is_open).await;
    let read = async || client.get(Kind::Campaign, Id(7)).await;
    read().await.unwrap_err();
    assert_eq!(client.paused_until(), Some(3_600_000));
    is_open.store(true, Ordering::SeqCst);
    let error = read().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the service is busy, try again in 60 min"
    );
    let written = client.create(Kind::Campaign, "{}").await.delivery;
    assert!(matches!(written, WriteOutcome::NeverSent(_)), "{written:?}");
    let slot = client.acquire_slot().await;
    let error = slot.unwrap_err();
    assert!(
        matches!(error.failure, RequestFailure::Busy { .. }),
        "{error:?}"
    );
    assert_eq!(server.lines().len(), 1);
    // A person ends the pause. After that, requests are sent as usual.
    client.resume();
    assert!(read().await.is_ok() && read().await.is_ok());
    assert_eq!((client.paused_until(), server.lines().len()), (None, 3));
}

#[tokio::test]
async fn request_during_pause_renews_the_pause() {
    let (server, client) = paused_service(&Arc::default()).await;
    for _ in 0..2 {
        client.resume();
        let result = client.get(Kind::Campaign, Id(7)).await;
        let error = result.unwrap_err();
        assert!(error.reply().is_some(), "{error}");
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
    client.set_time_source(Arc::new(InstantTime::default()));
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert!(
        matches!(
            error.failure,
            RequestFailure::Busy {
                seconds: Some(3_600),
                ..
            }
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn write_with_slot_does_not_wait_for_another() {
    let server = Server::start(reply_with_quota("0", "3600")).await;
    let client = with(&server.base, Dialect::default());
    let time = Arc::new(InstantTime::default());
    client.set_time_source(Arc::<InstantTime>::clone(&time));
    client.get(Kind::Campaign, Id(7)).await.unwrap();
    let slot = client.acquire_slot().await.unwrap();
    assert_eq!(time.now_ms(), 60_000, "no request waits longer");
    let written = slot
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
    let server = Server::start(move |request| {
        if request.line != "POST /login/login" {
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
    client.set_time_source(Arc::new(FrozenTime));
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
    assert_eq!(read_duration_ms(&with(&server.base, dialect), 5).await, 400);
}
