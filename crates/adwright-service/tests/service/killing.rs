//! kill -9 in the middle of work: what was answered is there, and no call is there by half.

use std::collections::BTreeMap;
use std::path::Path;

use reqwest::Client;
use serde_json::{Value, json};

use crate::program::Program;

const VALUES: &str = "/tagManagers/retargetingDataValue";
/// How many values each call creates.
const CALL: usize = 5;

/// How often it is killed: 200 times where the environment asks for it (`ADWRIGHT_KILLS=200`).
fn kills() -> usize {
    let asked = std::env::var("ADWRIGHT_KILLS").ok();
    asked.and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// A running program on the file, and a session.
async fn start(file: &Path) -> (Program, String, String) {
    let file = file.to_str().unwrap();
    let mut program = Program::start(&["--data", file, "--password", "open-sesame"]);
    let base_url = program.line();
    let body = json!({ "username": "mara.lindgaard", "password": "open-sesame" });
    let login = Client::new()
        .post(format!("{base_url}/login/login"))
        .body(body.to_string());
    let login: Value =
        serde_json::from_str(&login.send().await.unwrap().text().await.unwrap()).unwrap();
    let session = login["result"]["sessionId"].as_str().unwrap().to_owned();
    (program, base_url, session)
}

/// Creates values, call after call, until the service is gone; gives the references of the calls that were answered.
async fn work(base_url: String, session: String, worker: String) -> Vec<String> {
    let http = Client::new();
    let mut answered = Vec::new();
    for nth in 0.. {
        let reference = format!("{worker}-{nth}");
        let value = json!({ "type": "RetargetingDataValue", "name": "A", "value": "load", "clientRefId": reference, "advertiserId": 4401, "retargetingActivityId": 52_024 });
        let body = json!({ "entities": vec![value; CALL] }).to_string();
        let call = http
            .post(format!("{base_url}{VALUES}"))
            .header("Authorization", &session);
        match call.body(body).send().await {
            Ok(answer) if answer.status() == 200 => answered.push(reference),
            _ => return answered,
        }
    }
    unreachable!("the service is killed")
}

/// How many values carry each reference.
async fn kept(base_url: &str, session: &str) -> BTreeMap<String, usize> {
    let q = "%7B%221%22%3A%7B%22VALUE%22%3A%5B%22load%22%5D%7D%7D";
    let list = Client::new().get(format!("{base_url}{VALUES}?from=0&max=1000000&q={q}"));
    let list = list
        .header("Authorization", session)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    let mut kept = BTreeMap::new();
    for value in list["result"].as_array().unwrap() {
        *kept
            .entry(value["clientRefId"].as_str().unwrap().to_owned())
            .or_insert(0) += 1;
    }
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_survives_kill_9_and_no_call_is_kept_by_half() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.sqlite");
    let mut answered: Vec<String> = Vec::new();
    for kill in 0..kills() {
        let (program, base_url, session) = start(&file).await;
        let before = answered.len();
        let workers: Vec<_> = (0..3)
            .map(|worker| {
                tokio::spawn(work(
                    base_url.clone(),
                    session.clone(),
                    format!("{kill}-{worker}"),
                ))
            })
            .collect();
        // After some calls, at another instant each time.
        while kept(&base_url, &session).await.len() < before + 3 + kill % 7 {}
        assert!(!program.stop_with("KILL").success());
        for worker in workers {
            answered.extend(worker.await.unwrap());
        }
        let (program, base_url, session) = start(&file).await;
        let kept = kept(&base_url, &session).await;
        assert!(kept.values().all(|count| *count == CALL), "{kept:?}");
        for reference in &answered {
            assert!(kept.contains_key(reference), "{reference} was answered");
        }
        assert!(program.stop_with("TERM").success());
    }
}
