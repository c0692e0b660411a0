//! A service whose answers cost it next to nothing: campaigns and ads stand ready in memory, and a page is a part of them.
//! For `cargo xtask bench fetch`. Usage: `serve_pages CAMPAIGNS ADS`; it says where it answers, and ends with its input.
#![expect(clippy::print_stdout, reason = "it says where it answers")]

mod rows;

use std::sync::Arc;
use std::{env, io};

use adwright_service::{RunningService, ServiceOptions};
use adwright_testkit::PracticeClient;
use axum::extract::{Query, State};
use axum::http::{HeaderName, header};
use axum::{Router, routing::get};
use serde::Deserialize;
use serde_json::Value;

/// The part of a list that is asked for.
#[derive(Deserialize)]
struct PageSlice {
    from: usize,
    max: usize,
}

/// The rows of a list, one after the other.
#[derive(Default)]
struct ReadyRows {
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl ReadyRows {
    /// Adds a row, which `write` writes.
    fn add(&mut self, write: impl FnOnce(&mut String)) {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    fn page(&self, PageSlice { from, max }: &PageSlice) -> String {
        let total = self.ends.len();
        let (from, to) = (total.min(*from), total.min(from + max));
        let end = |rows: usize| rows.checked_sub(1).map_or(0, |last| self.ends[last]);
        let part = self.text[end(from)..end(to)].trim_start_matches(',');
        format!(r#"{{"metadata":{{"total":{total}}},"error":null,"result":[{part}]}}"#)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let counts: Vec<u64> = env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let [campaigns, ads] = *counts.as_slice() else {
        panic!("how many campaigns, and how many ads")
    };
    let router = Router::new()
        .route(
            "/campaigns",
            get(list).with_state(Arc::new(some_campaigns(campaigns))),
        )
        .route("/ads", get(list).with_state(Arc::new(some_ads(ads).await)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    println!("http://{}", listener.local_addr().expect("it listens"));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let until_told = || io::copy(&mut io::stdin().lock(), &mut io::sink());
    tokio::task::spawn_blocking(until_told)
        .await
        .expect("reading does not panic")
        .expect("its input can be read");
    serving.abort();
}

async fn list(
    State(rows): State<Arc<ReadyRows>>,
    Query(page): Query<PageSlice>,
) -> ([(HeaderName, &'static str); 1], String) {
    (
        [(header::CONTENT_TYPE, "application/json")],
        rows.page(&page),
    )
}

fn some_campaigns(count: u64) -> ReadyRows {
    let mut all = ReadyRows::default();
    for number in 0..count {
        all.add(|text| rows::write_campaign(text, number));
    }
    all
}

/// The ads of the practice service, again and again, each with an id of its own.
async fn some_ads(count: u64) -> ReadyRows {
    let practice: RunningService = adwright_service::start(ServiceOptions::default())
        .await
        .expect("the practice service starts");
    let mut shown = PracticeClient::new(&practice).list_ads().await;
    let mut all = ReadyRows::default();
    for (number, at) in (0..count).zip((0..shown.len()).cycle()) {
        shown[at]["id"] = Value::from(2_000_000_000 + number);
        all.add(|text| text.push_str(&shown[at].to_string()));
    }
    all
}
