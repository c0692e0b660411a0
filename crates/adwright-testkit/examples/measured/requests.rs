//! Sends requests and measures their duration, for `cargo xtask bench service`. Usage: `measured requests`.
//!
//! It prints a line when it is ready. Each line of its input is a [`Job`] in JSON. It answers each line with one line
//! of JSON: the reply to a single request, or the figures for many.
#![expect(clippy::print_stdout, reason = "what a program measures it prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails is not to go on"
)]

use std::collections::VecDeque;
use std::io::BufRead as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adwright_testkit::http_client;
use reqwest::{Client, Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

/// The requests to send.
#[derive(Deserialize)]
struct Job {
    method: String,
    /// Each is requested once, by the next free connection.
    urls: Vec<String>,
    /// The value of `Authorization`.
    token: Option<String>,
    body: Option<String>,
    /// The number of concurrent requests.
    #[serde(default = "one")]
    connections: usize,
}

fn one() -> usize {
    1
}

pub(crate) async fn run() {
    let client = http_client();
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let job: Arc<Job> = serde_json::from_str(&line.unwrap()).map(Arc::new).unwrap();
        let answer = match job.urls.as_slice() {
            [url] => sent(&client, &job, url).await,
            _ => measured(&client, &job).await,
        };
        println!("{answer}");
    }
}

/// The status and the body of a reply.
async fn sent(client: &Client, job: &Job, url: &str) -> Value {
    let (status, body) = call(client, job, url).await;
    json!({ "status": status.as_u16(), "body": body })
}

/// The requests per second, and the median and the 99th percentile of their duration in milliseconds. A status other
/// than 200 ends the measurement.
async fn measured(client: &Client, job: &Arc<Job>) -> Value {
    let waiting: VecDeque<String> = job.urls.iter().cloned().collect();
    let waiting = Arc::new(Mutex::new(waiting));
    let begin = Instant::now();
    let connections = (0..job.connections).map(|_| {
        let (client, job, waiting) = (client.clone(), Arc::clone(job), Arc::clone(&waiting));
        tokio::spawn(async move { one_after_the_other(&client, &job, &waiting).await })
    });
    let connections: Vec<_> = connections.collect();
    let mut times = Vec::new();
    for connection in connections {
        times.extend(connection.await.unwrap());
    }
    let all = begin.elapsed();
    times.sort_unstable();
    json!({
        "per_second": f64::from(u32::try_from(times.len()).unwrap()) / all.as_secs_f64(),
        "p50": milliseconds(times[times.len() / 2]),
        "p99": milliseconds(times[times.len() * 99 / 100]),
    })
}

async fn one_after_the_other(
    client: &Client,
    job: &Job,
    waiting: &Mutex<VecDeque<String>>,
) -> Vec<Duration> {
    let mut times = Vec::new();
    loop {
        let Some(url) = waiting.lock().unwrap().pop_front() else {
            return times;
        };
        let begin = Instant::now();
        let (status, body) = call(client, job, &url).await;
        times.push(begin.elapsed());
        assert_eq!(status, StatusCode::OK, "{url}: {body}");
    }
}

async fn call(client: &Client, job: &Job, url: &str) -> (StatusCode, String) {
    let method: Method = job.method.parse().unwrap();
    let mut request = client.request(method, url);
    if let Some(token) = &job.token {
        request = request.header("Authorization", token);
    }
    if let Some(body) = &job.body {
        let typed = request.header("Content-Type", "application/json");
        request = typed.body(body.clone());
    }
    let answer = request.send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
