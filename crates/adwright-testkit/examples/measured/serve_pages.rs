//! A service with cheap replies, for `cargo xtask bench fetch`: the text of all campaigns and ads is in memory, and a
//! page is a slice of it. Usage: `measured serve-pages CAMPAIGNS ADS`. It prints its address, and ends with its input.
#![expect(clippy::print_stdout, reason = "it says where it answers")]

use std::io;
use std::sync::Arc;

use adwright_service::{RunningService, ServiceOptions};
use adwright_testkit::PracticeClient;
use axum::extract::{Query, State};
use axum::http::{HeaderName, header};
use axum::{Router, routing::get};
use serde::Deserialize;
use serde_json::Value;

use crate::rows;

/// The requested part of a list.
#[derive(Deserialize)]
struct PageSlice {
    from: usize,
    max: usize,
}

/// The text of a list's rows.
#[derive(Default)]
struct ReadyRows {
    text: String,
    /// The offset of each row's end.
    ends: Vec<usize>,
}

impl ReadyRows {
    /// Adds a row that `write` appends.
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

pub(crate) async fn run(words: &[String]) {
    let counts = words.iter().filter_map(|word| word.parse().ok());
    let counts: Vec<u64> = counts.collect();
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

/// Returns copies of the practice service's ads, each with its own id.
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
