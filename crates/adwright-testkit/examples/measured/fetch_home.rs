//! Fetches all campaigns and ads of a service into a home, as the window does: for `cargo xtask bench fetch`.
//!
//! `measured fetch-home HOME prepare URL` creates the home, with a workspace of the service at the URL. `measured fetch-home HOME`
//! fetches. It prints in JSON the number of objects, the time in milliseconds, and the peak memory in MB.
#![expect(clippy::print_stdout, reason = "what a program measures it prints")]

use std::fs;
use std::time::Instant;

use adwright_views::Collection;
use serde_json::json;

use crate::open;

pub(crate) async fn run(words: &[String]) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [home, "prepare", url] => prepare(home, url).await,
        [home] => fetch(home).await,
        _ => panic!("a home folder"),
    }
}

async fn prepare(home: &str, url: &str) {
    let desk = open(home).await;
    let settings = json!({
        "format": "adwright-workspace",
        "version": 1,
        "name": "Bench",
        "colour": "blue",
        "address": url,
        "login": null,
        "readOnly": false,
        "production": false,
        "confirmAbove": 10,
        "dialect": { "adsPath": "/ads" },
        "fields": [],
    });
    let saved = desk.workspaces.import_settings(&settings.to_string());
    let saved = saved.expect("the settings are fine");
    desk.switch(&saved.id).await.expect("it can be opened");
}

async fn fetch(home: &str) {
    let desk = open(home).await;
    let begin = Instant::now();
    let mut counts = Vec::new();
    for collection in [Collection::Campaigns, Collection::Ads] {
        let summary = desk.fetches.fetch(collection, "bench", |_| {}).await;
        let summary = summary.expect("the service answers");
        assert!(summary.complete, "{}", summary.message);
        counts.push(summary.fetched);
    }
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let peak = peak_megabytes();
    println!(
        "{}",
        json!({ "counts": counts, "milliseconds": milliseconds, "megabytes": peak })
    );
}

/// Returns the peak memory of this process.
fn peak_megabytes() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB"));
    let kib: f64 = kib
        .and_then(|kib| kib.trim().parse().ok())
        .expect("a number of kB");
    kib * 1024.0 / 1e6
}
