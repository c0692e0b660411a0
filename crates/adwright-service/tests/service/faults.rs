use expect_test::expect;

use crate::logged_in_client::{LoggedInClient, SPRING};

pub(crate) async fn arm(client: &LoggedInClient, fault: &str, times: u32) {
    let answer = client
        .call(&format!(
            "POST /practice/faults\n{{\"fault\":\"{fault}\",\"times\":{times}}}"
        ))
        .await;
    assert_eq!(answer.status, 200);
}

async fn rename(client: &LoggedInClient) -> Result<String, reqwest::Error> {
    let text = client
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    client.try_call(&request).await?.text().await
}

async fn is_renamed(client: &LoggedInClient) -> bool {
    client.campaign(SPRING).await.contains("\"Renamed\"")
}

#[tokio::test]
async fn drop_before_commit_answers_and_keeps_nothing() {
    let client = LoggedInClient::open().await;
    arm(&client, "drop-before-commit", 1).await;
    assert!(rename(&client).await.is_err());
    assert!(!is_renamed(&client).await);
    assert!(rename(&client).await.is_ok(), "the fault was for one write");
}

#[tokio::test]
async fn drop_after_commit_keeps_the_work() {
    let client = LoggedInClient::open().await;
    arm(&client, "drop-after-commit", 1).await;
    assert!(rename(&client).await.is_err());
    assert!(is_renamed(&client).await);
}

#[tokio::test]
async fn half_reply_breaks_off_and_keeps_the_work() {
    let client = LoggedInClient::open().await;
    arm(&client, "half-reply", 1).await;
    let text = client
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    let response = client.try_call(&request).await.expect("the head arrives");
    assert_eq!(response.status(), 200);
    assert!(response.text().await.is_err(), "the body does not");
    assert!(is_renamed(&client).await);
}

#[tokio::test]
async fn unavailable_service_names_retry_time_and_keeps_nothing() {
    let client = LoggedInClient::open().await;
    arm(&client, "status-503", 1).await;
    let text = client
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    let response = client.try_call(&request).await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            &response.headers()["Retry-After"]
        ),
        (503, &"1".parse().unwrap())
    );
    expect![[r#"{"error":{"errors":[{"code":503,"message":"The service cannot take this call now."}]},"result":null}"#]].assert_eq(&response.text().await.unwrap());
    assert!(!is_renamed(&client).await);
}

#[tokio::test]
async fn fault_hits_given_number_of_writes_only() {
    let client = LoggedInClient::open().await;
    arm(&client, "drop-before-commit", 2).await;
    assert_eq!(client.call("GET /campaigns?from=0&max=1").await.status, 200);
    assert!(rename(&client).await.is_err());
    assert!(rename(&client).await.is_err());
    assert!(rename(&client).await.is_ok());
    arm(&client, "drop-before-commit", 1).await;
    arm(&client, "drop-before-commit", 0).await;
    assert!(rename(&client).await.is_ok(), "it was switched off");
}

#[tokio::test]
async fn an_unknown_fault_is_refused() {
    let client = LoggedInClient::open().await;
    client.check(
        "POST /practice/faults/\n{\"fault\":\"fire\"}",
        expect!["400 400: The body cannot be used: unknown variant `fire`, expected one of `drop-before-commit`, `drop-after-commit`, `late-commit`, `status-503`, `status-429`, `hold-after-commit`, `half-reply`, `empty-reply`, `partial-create`, `reordered-reply`, `slow-drip`, `hold-read`, `busy-read` at line 1 column 15."],
    )
    .await;
}

#[tokio::test]
async fn held_read_answers_after_faults_are_reset() {
    let client = LoggedInClient::open().await;
    arm(&client, "hold-read", 1).await;
    let request = format!("GET /campaigns/{SPRING}");
    let mut held = Box::pin(client.try_call(&request));
    let is_held = async {
        while !client
            .call("GET /practice/faults")
            .await
            .body
            .contains("\"held\":1")
        {}
    };
    tokio::select! {
        biased;
        _ = &mut held => panic!("the read is not held"),
        () = is_held => {}
    }
    assert!(client.campaign(SPRING).await.contains("Spring launch, DE"));
    arm(&client, "hold-read", 0).await;
    assert_eq!(held.await.unwrap().status(), 200);
}

const VALUES: &str = "/tagManagers/retargetingDataValue";

/// Creates four values, named a to d.
pub(crate) async fn create(client: &LoggedInClient) -> Result<reqwest::Response, reqwest::Error> {
    let value = |name: &str| {
        format!(
            "{{\"type\":\"RetargetingDataValue\",\"name\":\"{name}\",\"value\":\"fresh\",\"advertiserId\":4401,\"retargetingActivityId\":52024}}"
        )
    };
    let values = ["a", "b", "c", "d"].map(value).join(",");
    client
        .try_call(&format!("POST {VALUES}\n{{\"entities\":[{values}]}}"))
        .await
}

/// Returns the names of the new values that were saved.
pub(crate) async fn kept(client: &LoggedInClient) -> Vec<String> {
    let q = "%7B%221%22%3A%7B%22VALUE%22%3A%5B%22fresh%22%5D%7D%7D";
    let list = client
        .call(&format!("GET {VALUES}?from=0&max=9&q={q}"))
        .await
        .json();
    names(&list["result"])
}

fn names(list: &serde_json::Value) -> Vec<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|value| value["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test]
async fn late_commit_keeps_work_after_connection_was_cut() {
    let client = LoggedInClient::open().await;
    arm(&client, "late-commit", 1).await;
    assert!(rename(&client).await.is_err());
    assert!(!is_renamed(&client).await);
    arm(&client, "late-commit", 0).await;
    while !is_renamed(&client).await {}
    assert!(rename(&client).await.is_ok());
}

#[tokio::test]
async fn status_429_names_retry_time_and_keeps_nothing() {
    let client = LoggedInClient::open().await;
    arm(&client, "status-429", 1).await;
    let response = create(&client).await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            &response.headers()["Retry-After"]
        ),
        (429, &"1".parse().unwrap())
    );
    expect![[r#"{"error":{"errors":[{"code":429,"message":"Too many calls."}]},"result":null}"#]]
        .assert_eq(&response.text().await.unwrap());
    assert!(kept(&client).await.is_empty());
}

#[tokio::test]
async fn empty_reply_omits_the_kept_work() {
    let client = LoggedInClient::open().await;
    arm(&client, "empty-reply", 1).await;
    assert_eq!(rename(&client).await.unwrap(), "");
    assert!(is_renamed(&client).await);
}

#[tokio::test]
async fn partial_create_keeps_and_reports_first_half() {
    let client = LoggedInClient::open().await;
    arm(&client, "partial-create", 1).await;
    assert!(
        rename(&client).await.is_ok(),
        "it waits for a call that creates several"
    );
    let response = create(&client).await.unwrap();
    assert_eq!(response.status(), 207);
    let body: serde_json::Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    let items = body["result"].as_array().unwrap();
    let names: Vec<_> = items
        .iter()
        .map(|item| item["result"]["name"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(names, ["a", "b", "", ""]);
    assert_eq!(items[3]["error"]["errors"][0]["code"], 500);
    assert_eq!(kept(&client).await, ["a", "b"]);
}

#[tokio::test]
async fn reordered_reply_reverses_everything() {
    let client = LoggedInClient::open().await;
    arm(&client, "reordered-reply", 1).await;
    let body = create(&client).await.unwrap().text().await.unwrap();
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(names(&body["result"]), ["d", "c", "b", "a"]);
    assert_eq!(kept(&client).await, ["a", "b", "c", "d"]);
}

#[tokio::test]
async fn slow_reply_arrives_in_full_and_only_once() {
    let client = LoggedInClient::open().await;
    let usual = client.campaign(SPRING).await;
    for request in [
        format!("GET /campaigns/{SPRING}"),
        format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{usual}]}}"),
    ] {
        arm(&client, "slow-drip", 1).await;
        let mut response = client.try_call(&request).await.unwrap();
        let (mut pieces, mut bytes) = (0, 0);
        while let Some(piece) = response.chunk().await.unwrap() {
            pieces += 1;
            bytes += piece.len();
        }
        assert!(pieces >= 2 && bytes > 1000, "{pieces} {bytes}");
        let mut response = client
            .try_call(&format!("GET /campaigns/{SPRING}"))
            .await
            .unwrap();
        assert!(response.chunk().await.unwrap().unwrap().len() > 1000);
    }
}

#[tokio::test]
async fn faults_can_wait_from_the_start() {
    let client = LoggedInClient::open_with(adwright_service::ServiceOptions {
        faults: vec![
            (adwright_service::Fault::Status503, 1),
            (adwright_service::Fault::EmptyReply, 1),
        ],
        ..adwright_service::ServiceOptions::default()
    })
    .await;
    assert_eq!(create(&client).await.unwrap().status(), 503);
    assert_eq!(create(&client).await.unwrap().text().await.unwrap(), "");
    assert_eq!(kept(&client).await, ["a", "b", "c", "d"]);
}
