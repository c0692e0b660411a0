//! Authentication, rate limits and reply forms of services that differ.

use std::io::Read as _;

use adwright_service::{DemoUser, ServiceOptions, Variant};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::Response;

use crate::logged_in_client::{LoggedInClient, SPRING, http};

async fn with(variant: Variant) -> LoggedInClient {
    LoggedInClient::open_with(ServiceOptions {
        variants: vec![variant],
        ..ServiceOptions::default()
    })
    .await
}

/// Requests a campaign with one header.
async fn ask(client: &LoggedInClient, (name, value): (&str, &str)) -> Response {
    let url = format!("{}/campaigns/{SPRING}", client.running.base_url);
    let asking = http().build().unwrap().get(url).header(name, value);
    asking.send().await.unwrap()
}

async fn check(variant: Variant, spelled: impl Fn(&str, &str) -> (&'static str, String)) {
    let client = with(variant).await;
    let (username, password) = client.running.login(DemoUser::Planner);
    let (name, right) = spelled(&username, &password);
    let answer = ask(&client, (name, &right)).await;
    assert_eq!(answer.status(), 200, "{variant}");
    for (username, password) in [(&*username, "wrong"), ("nobody", &*password), ("", "")] {
        let (name, wrong) = spelled(username, password);
        assert_eq!(
            ask(&client, (name, &wrong)).await.status(),
            401,
            "{variant}"
        );
    }
}

#[tokio::test]
async fn basic_login_is_sent_with_every_call() {
    check(Variant::BasicLogin, |username, password| {
        let pair = BASE64_STANDARD.encode(format!("{username}:{password}"));
        ("Authorization", format!("Basic {pair}"))
    })
    .await;
    check(Variant::BearerLogin, |username, password| {
        ("Authorization", format!("Bearer {username}.{password}"))
    })
    .await;
    check(Variant::HeaderLogin, |username, password| {
        ("X-Api-Key", format!("{username}.{password}"))
    })
    .await;
}

#[tokio::test]
async fn account_header_is_required_beside_the_login() {
    let mut client = with(Variant::AccountHeader).await;
    let session = client.log_in(DemoUser::Planner).await;
    let asked = async |account: Option<&str>| {
        let url = format!("{}/campaigns/{SPRING}", client.running.base_url);
        let asking = http().build().unwrap().get(url);
        let asking = asking.header("Authorization", &session);
        let asking = match account {
            Some(account) => asking.header("X-Account-Id", account),
            None => asking,
        };
        let answer = asking.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(asked(Some("3310")).await.0, 200);
    let (missing, said) = asked(None).await;
    assert!(missing == 400 && said.contains("X-Account-Id"), "{said}");
    assert_eq!(asked(Some("none")).await.0, 400);
    let (other, said) = asked(Some("9999")).await;
    assert!(
        other == 403 && said.contains("does not belong to you"),
        "{said}"
    );
    // A caller without a login learns nothing about accounts.
    assert_eq!(ask(&client, ("X-Account-Id", "9999")).await.status(), 401);
}

#[tokio::test]
async fn login_has_the_permissions_of_its_user() {
    let client = with(Variant::HeaderLogin).await;
    let (username, password) = client.running.login(DemoUser::Reader);
    let url = format!("{}/campaigns", client.running.base_url);
    let entity = "{\"type\":\"Campaign\",\"name\":\"A\",\"advertiserId\":4401,\"brandId\":88120}";
    let asking = http().build().unwrap().post(url);
    let asking = asking.header("X-Api-Key", format!("{username}.{password}"));
    let asking = asking.body(format!("{{\"entities\":[{entity}]}}"));
    let answer = asking.send().await.unwrap().text().await.unwrap();
    assert!(answer.contains("62004"), "{answer}");
}

#[tokio::test]
async fn ended_session_gets_the_gateway_reply() {
    let client = with(Variant::FaultOnExpiry).await;
    let answer = ask(&client, ("Authorization", "of yesterday")).await;
    assert_eq!(answer.status(), 500);
    let body = answer.text().await.unwrap();
    assert!(body.starts_with("{\"fault\":"), "{body}");
    assert_eq!(
        client
            .call(&format!("GET /campaigns/{SPRING}"))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn thousandth_call_names_the_next_day() {
    let client = with(Variant::RateLimits).await;
    let call = "GET /campaigns/1";
    let first = client.try_call(call).await.unwrap();
    assert_eq!(first.headers()["ratelimit-available-daily"], "999");
    assert_eq!(first.headers()["ratelimit-available-monthly"], "29999");
    let mut calls = 1;
    let refused = loop {
        let answer = client.try_call(call).await.unwrap();
        calls += 1;
        if answer.status() != 200 {
            break answer;
        }
    };
    // The test may run across midnight.
    assert!((1_001..=2_001).contains(&calls), "{calls}");
    assert_eq!(refused.status(), 429);
    let date = refused.headers()["retry-after"].to_str().unwrap();
    let date = rfc2822::parse(date).unwrap().timestamp();
    let hours = date.duration_since(Timestamp::now()).as_hours();
    assert!((0..24).contains(&hours), "{date}");
}

#[tokio::test]
async fn answers_are_compressed_if_accepted() {
    let client = with(Variant::Gzip).await;
    let url = format!("{}/campaigns/?from=0&max=1", client.running.base_url);
    let asking = http().no_gzip().build().unwrap().get(url);
    let answer = asking
        .header("Accept-Encoding", "br, gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let packed = answer.bytes().await.unwrap();
    let mut text = String::new();
    GzDecoder::new(&*packed).read_to_string(&mut text).unwrap();
    assert!(text.starts_with("{\"error\":"), "{text}");
    let plain = client
        .try_call(&format!("GET /campaigns/{SPRING}"))
        .await
        .unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
}
