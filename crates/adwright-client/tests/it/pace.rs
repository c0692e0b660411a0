//! What a service says of its limits is kept to, by the client's own time.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use adwright_client::{Client, Time};
use adwright_model::{Id, Kind};
use adwright_wire::Dialect;
use axum::response::Response;

use crate::server::Server;
use crate::with;

/// Time that passes at once wherever someone waits.
#[derive(Default)]
struct Passing(AtomicI64);

impl Time for Passing {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let ms = i64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(ms, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

/// How long so many reads of one campaign take, in milliseconds.
async fn took(client: &Client, reads: u32) -> i64 {
    let time = Arc::new(Passing::default());
    client.keep_time(Arc::<Passing>::clone(&time));
    for _ in 0..reads {
        client.get(Kind::Campaign, Id(7)).await.unwrap();
    }
    time.now_ms()
}

fn saying(remaining: &'static str) -> impl Fn(&crate::server::Seen) -> Response + Clone {
    move |_| {
        let answer = Response::builder()
            .header("ratelimit-limit", "100")
            .header("ratelimit-remaining", remaining)
            .header("ratelimit-reset", "12");
        answer.body("{}".into()).unwrap()
    }
}

#[tokio::test]
async fn a_service_that_allows_no_more_is_asked_again_when_it_does() {
    let none_left = Server::start(saying("0")).await;
    let client = with(&none_left.base, Dialect::default());
    assert_eq!(took(&client, 3).await, 24_000);
    let (quota, said) = client.quota().unwrap();
    assert_eq!((quota.remaining, said), (0, 24_000));
    let many_left = Server::start(saying("99")).await;
    assert_eq!(took(&with(&many_left.base, Dialect::default()), 3).await, 0);
}

#[tokio::test]
async fn after_a_pause_that_the_service_asked_for_nothing_goes_out_before_it_is_over_writes_neither()
 {
    let server = Server::start(|_| {
        let busy = Response::builder().status(429).header("retry-after", "7");
        busy.body("".into()).unwrap()
    })
    .await;
    let client = with(&server.base, Dialect::default());
    let time = Arc::new(Passing::default());
    client.keep_time(Arc::<Passing>::clone(&time));
    assert_eq!(client.held_back(), None);
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert_eq!(client.held_back(), Some(Duration::from_secs(7)));
    client.update(Kind::Campaign, Id(7), "{}").await;
    assert_eq!(time.now_ms(), 7_000);
    client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert_eq!(time.now_ms(), 14_000);
}

#[tokio::test]
async fn no_more_go_out_in_a_second_than_the_dialect_allows() {
    let server = Server::start(|_| Response::new("{}".into())).await;
    let dialect = Dialect {
        requests_per_second: 10,
        ..Dialect::default()
    };
    assert_eq!(took(&with(&server.base, dialect), 5).await, 400);
}
