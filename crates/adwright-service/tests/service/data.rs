use std::collections::BTreeMap;

use adwright_model::Kind;
use adwright_service::{DataLocation, ServiceOptions, start};
use expect_test::expect;
use serde_json::Value;

use crate::logged_in_client::{COVER, FILM, HttpAnswer, LoggedInClient, SPRING, findings, get};

const ALL: &str = "GET /campaigns?from=0&max=2000";

#[tokio::test]
async fn demo_data_is_large_enough_for_practice() {
    let client = LoggedInClient::open().await;
    let campaigns = client.call(ALL).await;
    assert!(campaigns.total() >= 400);
    assert!(
        campaigns
            .ids()
            .iter()
            .all(|id| (1_072_000_000..1_073_000_000).contains(id))
    );
    let advertisers = client.call("GET /practice/advertisers").await.json();
    let facts = |at: usize, value: bool| {
        let all = advertisers["result"].as_array().unwrap().iter();
        all.filter(|advertiser| advertiser["facts"][at]["value"] == value)
            .count()
    };
    assert!(facts(0, true) + facts(0, false) >= 12);
    assert_eq!((facts(0, false), facts(1, true)), (1, 1));
}

#[tokio::test]
async fn different_seeds_give_different_data() {
    let first = LoggedInClient::open().await.call(ALL).await;
    let again = LoggedInClient::open().await.call(ALL).await;
    assert!(first == again);
    let mut client = LoggedInClient::open().await;
    let seed = ServiceOptions {
        seed: 2,
        ..ServiceOptions::default()
    };
    client.running = start(seed).await.unwrap();
    client.log_in(adwright_service::DemoUser::Planner).await;
    assert!(first != client.call(ALL).await);
}

#[tokio::test]
async fn campaign_names_are_unique_within_an_advertiser() {
    let list = LoggedInClient::open().await.call(ALL).await.json();
    let all = list["result"].as_array().unwrap();
    let mut names: Vec<_> = all
        .iter()
        .map(|item| (item["advertiserId"].as_i64(), item["name"].as_str()))
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
    let springs = all
        .iter()
        .filter(|item| item["name"] == "Spring launch, DE");
    assert_eq!(springs.count(), 1);
}

#[tokio::test]
async fn demo_data_has_modes_odd_numbers_unknown_members() {
    let list = LoggedInClient::open().await.call(ALL).await;
    for part in [
        "\"traffickingMode\":\"simple\"",
        ".0e2",
        "\"mediaPlanRef\":",
        "\"pacing\":4.50e-1",
        "\\\"hold\\\"",
    ] {
        assert!(list.body.contains(part), "{part}");
    }
}

#[tokio::test]
async fn data_in_a_file_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let data = || DataLocation::File(folder.path().join("practice.sqlite"));
    let client = LoggedInClient::open_on(data()).await;
    assert_eq!(
        client
            .put(SPRING, |text| text.replace("Spring launch, DE", "Kept"))
            .await
            .status,
        200
    );
    let before = client.campaign(SPRING).await;
    client.running.stop().await.unwrap();
    let client = LoggedInClient::open_on(data()).await;
    assert_eq!(client.campaign(SPRING).await, before);
    assert!(before.contains("\"Kept\""));
}

#[tokio::test]
async fn data_of_a_newer_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("practice.sqlite");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    let started = start(ServiceOptions {
        data: DataLocation::File(path),
        ..ServiceOptions::default()
    })
    .await;
    expect!["the practice data has version 99: it was written by a newer version of Adwright"]
        .assert_eq(&started.err().unwrap().to_string());
}

#[tokio::test]
async fn demo_campaigns_can_be_put_back_except_one() {
    let client = LoggedInClient::open().await;
    let campaigns = client.call(ALL).await;
    let mut refused = Vec::new();
    for id in campaigns.ids() {
        let HttpAnswer { status, body } = client.put(id, |text| text).await;
        if status != 200 {
            refused.push((
                id,
                serde_json::from_str::<Value>(&body).unwrap()["error"]["errors"][0]["code"].clone(),
            ));
        }
    }
    assert_eq!(refused, [(COVER, 62003.into())]);
    assert!(campaigns.ids().contains(&FILM));
}

#[tokio::test]
async fn demo_data_has_only_intended_findings() {
    let client = LoggedInClient::open().await;
    let mut found = BTreeMap::new();
    for id in client.call(ALL).await.ids() {
        let findings = findings(Kind::Campaign, &client.campaign(id).await);
        for finding in findings {
            let what = (finding.severity, finding.rule, finding.case);
            *found.entry(what).or_insert(0) += 1;
        }
    }
    let line = |((severity, rule, case), count)| format!("{severity:?} {rule} {case}: {count}\n");
    let found: String = found.into_iter().map(line).collect();
    expect![[""]].assert_eq(&found);
}

#[tokio::test]
async fn stopped_or_dropped_service_does_not_answer() {
    let client = LoggedInClient::open().await;
    let url = client.running.base_url.clone();
    client.running.stop().await.unwrap();
    assert!(get(&url).await.is_err());
    let client = LoggedInClient::open().await;
    let url = client.running.base_url.clone();
    drop(client);
    while get(&url).await.is_ok() {}
}

#[tokio::test]
async fn larger_scale_only_adds_campaigns() {
    let usual = LoggedInClient::open().await.call(ALL).await;
    let client = LoggedInClient::open_with(ServiceOptions {
        scale: Some(5000),
        ..ServiceOptions::default()
    })
    .await;
    let list = client.call("GET /campaigns?from=0&max=5000").await;
    assert_eq!((list.total(), list.ids().len()), (5000, 5000));
    let first = usual.ids().len();
    let first = client
        .call(&format!("GET /campaigns?from=0&max={first}"))
        .await;
    assert_eq!(first.ids(), usual.ids());
    let list = list.json();
    let mut names = BTreeMap::new();
    for item in list["result"].as_array().unwrap() {
        let name = (item["advertiserId"].to_string(), item["name"].to_string());
        *names.entry(name).or_insert(0) += 1;
    }
    assert!(names.values().all(|count| *count == 1));
    let small = LoggedInClient::open_with(ServiceOptions {
        scale: Some(3),
        ..ServiceOptions::default()
    });
    assert_eq!(small.await.call(ALL).await.total(), usual.total());
}

#[tokio::test]
async fn total_matches_the_list_after_any_writes() {
    let mut client = LoggedInClient::open().await;
    let entity = "{\"type\":\"Campaign\",\"name\":\"A\",\"advertiserId\":4440,\"brandId\":88210}";
    client
        .call(&format!("POST /campaigns\n{{\"entities\":[{entity}]}}"))
        .await;
    client
        .call(&format!(
            "POST /practice/campaigns/{SPRING}/touch\n{{\"accountId\":3377}}"
        ))
        .await;
    for user in adwright_service::DemoUser::ALL {
        client.log_in(user).await;
        let list = client.call(ALL).await;
        assert_eq!(list.total(), list.ids().len() as u64);
    }
}
