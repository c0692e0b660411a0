use std::io::ErrorKind;

use adwright_service::{FactIds, ServiceError};
use serde_json::Value;
use tokio::net::TcpStream;

use crate::logged_in_client::{LoggedInClient, SPRING};

/// Whether the service refuses both the open connection and a new one.
async fn is_refused(client: &LoggedInClient) -> bool {
    let answer = client.try_call(&format!("GET /campaigns/{SPRING}")).await;
    let address = client.running.base_url.trim_start_matches("http://");
    let new = TcpStream::connect(address).await;
    answer.is_err() && new.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused)
}

#[tokio::test]
async fn paused_service_is_silent_and_resumes_unchanged() {
    let client = LoggedInClient::open().await;
    let before = client.campaign(SPRING).await;
    for _ in 0..3 {
        client.running.pause().await.unwrap();
        assert!(client.running.is_paused());
        assert!(is_refused(&client).await);
        client.running.resume().await.unwrap();
        assert!(!client.running.is_paused());
        // The address, the session and the data are the same.
        assert_eq!(client.campaign(SPRING).await, before);
    }
}

#[tokio::test]
async fn pausing_cuts_waiting_call_but_keeps_its_work() {
    let client = LoggedInClient::open().await;
    client
        .call("POST /practice/faults\n{\"fault\":\"hold-after-commit\",\"times\":1}")
        .await;
    let text = client.campaign(SPRING).await.replace("Spring", "Summer");
    let put = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{text}]}}");
    let kept = async {
        while !client.campaign(SPRING).await.contains("Summer") {}
        client.running.pause().await.unwrap();
        client.running.resume().await.unwrap();
        // Release a held call, so that the test ends in either case.
        client
            .call("POST /practice/faults\n{\"fault\":\"hold-read\",\"times\":0}")
            .await;
    };
    let (cut, ()) = tokio::join!(client.try_call(&put), kept);
    assert!(cut.is_err());
    let campaign: Value = serde_json::from_str(&client.campaign(SPRING).await).unwrap();
    assert_eq!(campaign["name"], "Summer launch, DE");
}

#[tokio::test]
async fn facts_are_unavailable_while_paused() {
    let client = LoggedInClient::open().await;
    let facts = || client.running.facts(FactIds::default());
    assert!(!facts().unwrap().is_empty());
    client.running.pause().await.unwrap();
    let facts = facts();
    assert!(matches!(facts, Err(ServiceError::Paused)));
}

#[tokio::test]
async fn pause_and_resume_are_idempotent() {
    let client = LoggedInClient::open().await;
    client.running.resume().await.unwrap();
    client.running.pause().await.unwrap();
    client.running.pause().await.unwrap();
    assert!(is_refused(&client).await);
    client.running.resume().await.unwrap();
    client.running.resume().await.unwrap();
    client.campaign(SPRING).await;
    client.running.pause().await.unwrap();
    client.running.stop().await.unwrap();
}
