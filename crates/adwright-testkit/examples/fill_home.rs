//! Fills a home folder with as many campaigns as asked for, by a real fetch from a service that has them: for
//! `cargo xtask bench`. Usage: `fill_home HOME COUNT`.

mod rows;

use std::env;
use std::sync::Arc;

use adwright_desk::{Desk, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use adwright_service::{Data, Options};
use axum::extract::{Query, State};
use axum::routing::{get, post};
use axum::{Router, http::header};
use serde::Deserialize;

/// The part of a list that is asked for.
#[derive(Deserialize)]
struct Page {
    from: u64,
    max: u64,
}

#[tokio::main]
async fn main() {
    let mut words = env::args().skip(1);
    let home = words.next().expect("a home folder");
    let count = words.next().and_then(|word| word.parse().ok());
    let count = count.expect("how many campaigns");
    let paths = Paths::inside(home);
    paths.prepare().expect("the home can be made");
    let options = Options {
        data: Data::File(paths.practice()),
        ..Options::default()
    };
    let mut running = adwright_service::start(options)
        .await
        .expect("the practice service starts");
    running.base_url = serve(count).await;
    let ports = Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    };
    let desk = Desk::open_on(running, &paths, ports).expect("the desk opens");
    let summary = desk.fetch_campaigns("fill", |_| {}).await;
    let summary = summary.expect("the service answers");
    assert!(summary.complete, "{}", summary.message);
}

/// A service with `count` campaigns, of which a page at a time can be had; where it answers.
async fn serve(count: u64) -> String {
    let router = Router::new()
        .route(
            "/login/login",
            post(|| async { r#"{"result":{"sessionId":"bench"}}"# }),
        )
        .route("/campaigns", get(list))
        .with_state(count);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn list(
    State(count): State<u64>,
    Query(page): Query<Page>,
) -> ([(header::HeaderName, &'static str); 1], String) {
    let mut text = format!(r#"{{"metadata":{{"total":{count}}},"error":null,"result":["#);
    for number in page.from..(page.from + page.max).min(count) {
        if number > page.from {
            text.push(',');
        }
        rows::write_campaign(&mut text, number);
    }
    text.push_str("]}");
    ([(header::CONTENT_TYPE, "application/json")], text)
}
