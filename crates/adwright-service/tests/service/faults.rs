use expect_test::expect;

use crate::door::{Door, SPRING};

async fn arm(door: &Door, fault: &str, times: u32) {
    let answer = door
        .call(&format!(
            "POST /practice/faults\n{{\"fault\":\"{fault}\",\"times\":{times}}}"
        ))
        .await;
    assert_eq!(answer.status, 200);
}

async fn rename(door: &Door) -> Result<String, reqwest::Error> {
    let text = door
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    door.try_call(&request).await?.text().await
}

async fn is_renamed(door: &Door) -> bool {
    door.campaign(SPRING).await.contains("\"Renamed\"")
}

#[tokio::test]
async fn a_drop_before_the_commit_answers_nothing_and_keeps_nothing() {
    let door = Door::open().await;
    arm(&door, "drop-before-commit", 1).await;
    assert!(rename(&door).await.is_err());
    assert!(!is_renamed(&door).await);
    assert!(rename(&door).await.is_ok(), "the fault was for one write");
}

#[tokio::test]
async fn a_drop_after_the_commit_answers_nothing_and_keeps_the_work() {
    let door = Door::open().await;
    arm(&door, "drop-after-commit", 1).await;
    assert!(rename(&door).await.is_err());
    assert!(is_renamed(&door).await);
}

#[tokio::test]
async fn half_a_reply_breaks_off_in_the_body_and_keeps_the_work() {
    let door = Door::open().await;
    arm(&door, "half-reply", 1).await;
    let text = door
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    let response = door.try_call(&request).await.expect("the head arrives");
    assert_eq!(response.status(), 200);
    assert!(response.text().await.is_err(), "the body does not");
    assert!(is_renamed(&door).await);
}

#[tokio::test]
async fn an_unavailable_service_says_when_to_come_back_and_keeps_nothing() {
    let door = Door::open().await;
    arm(&door, "status-503", 1).await;
    let text = door
        .campaign(SPRING)
        .await
        .replace("Spring launch, DE", "Renamed");
    let request = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    let response = door.try_call(&request).await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            &response.headers()["Retry-After"]
        ),
        (503, &"1".parse().unwrap())
    );
    expect![[r#"{"error":{"errors":[{"code":503,"message":"The service cannot take this call now."}]},"result":null}"#]].assert_eq(&response.text().await.unwrap());
    assert!(!is_renamed(&door).await);
}

#[tokio::test]
async fn a_fault_hits_so_many_writes_and_no_reads() {
    let door = Door::open().await;
    arm(&door, "drop-before-commit", 2).await;
    assert_eq!(door.call("GET /campaigns?from=0&max=1").await.status, 200);
    assert!(rename(&door).await.is_err());
    assert!(rename(&door).await.is_err());
    assert!(rename(&door).await.is_ok());
    arm(&door, "drop-before-commit", 1).await;
    arm(&door, "drop-before-commit", 0).await;
    assert!(rename(&door).await.is_ok(), "it was switched off");
}

#[tokio::test]
async fn an_unknown_fault_is_refused() {
    let door = Door::open().await;
    door.check(
        "POST /practice/faults/\n{\"fault\":\"fire\"}",
        expect!["400 400: The body cannot be used: unknown variant `fire`, expected one of `drop-before-commit`, `drop-after-commit`, `status-503`, `hold-after-commit`, `half-reply`, `hold-read` at line 1 column 15."],
    )
    .await;
}

#[tokio::test]
async fn a_held_read_answers_once_faults_are_set_anew_and_others_are_not_held() {
    let door = Door::open().await;
    arm(&door, "hold-read", 1).await;
    let request = format!("GET /campaigns/{SPRING}");
    let mut held = Box::pin(door.try_call(&request));
    let is_held = async {
        while !door
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
    assert!(door.campaign(SPRING).await.contains("Spring launch, DE"));
    arm(&door, "hold-read", 0).await;
    assert_eq!(held.await.unwrap().status(), 200);
}
