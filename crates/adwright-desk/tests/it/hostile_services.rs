//! Errors of services that send too much, too deep, too slowly or too little, or that redirect. `secret_leaks.rs`
//! tests that no secret leaks meanwhile, and the client's tests check the memory use.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use adwright_client::ClientError;
use adwright_desk::{Desk, Error};
use adwright_testkit::{TestApp, canned_service, http_response};
use adwright_views::ListId;
use adwright_wire::{Dialect, EnvelopeError, RequestFailure};
use serde_json::json;

use crate::ids_of;

const JSON: &str = "application/json";

/// Returns a desk at this address with a dialect that waits only a moment.
async fn hurried(address: &str, dialect: Dialect) -> (Desk, TestApp) {
    let desktop = TestApp::first_start().await;
    let settings = json!({
        "format": "adwright-workspace", "version": 1, "name": "Acme", "colour": "red", "address": address,
        "login": "", "readOnly": false, "production": false, "confirmAbove": 10, "dialect": dialect, "fields": [],
    });
    let saved = desktop
        .workspaces
        .import_settings(&settings.to_string())
        .unwrap();
    (desktop.switch(&saved.id).await.unwrap(), desktop)
}

/// Returns why no list can be fetched from this address.
async fn error_at(address: &str, dialect: Dialect) -> ClientError {
    let (desk, _desktop) = hurried(address, dialect).await;
    match desk.fetches.fetch_campaigns("fetch", |_| {}).await {
        Err(Error::Client(error)) => error,
        other => panic!("{other:?}"),
    }
}

async fn error_after(reply: Vec<u8>) -> ClientError {
    let address = canned_service(move |_| reply.clone());
    error_at(&address, Dialect::default()).await
}

fn is_truncated(error: &ClientError) -> bool {
    error.failure == RequestFailure::Unreadable(EnvelopeError::Truncated)
}

/// Starts a service that reads each request and then runs `act` until the client hangs up.
fn going_on(act: impl Fn(&mut TcpStream) -> std::io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut asked = BufReader::new(stream.try_clone().unwrap()).lines();
            while asked.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            // The error is expected: the client hung up.
            let _hung_up = act(&mut stream);
        }
    });
    format!("http://{address}")
}

fn with_head(length: usize, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 -\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn oversized_reply_is_reported_with_the_limit() {
    let limited = Dialect {
        reply_limit_bytes: 1_000_000,
        ..Dialect::default()
    };
    let huge = http_response(200, JSON, vec![b' '; 100_000_000]);
    let error = error_at(&canned_service(move |_| huge.clone()), limited).await;
    assert!(
        matches!(
            error.failure,
            RequestFailure::TooLarge {
                limit: 1_000_000,
                ..
            }
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn deeply_nested_reply_is_not_a_list() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let reply = http_response(200, JSON, deep);
    let address = canned_service(move |_| reply.clone());
    let (desk, _desktop) = hurried(&address, Dialect::default()).await;
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert_eq!((summary.fetched, summary.complete), (1, false));
    assert_eq!(ids_of(&desk, ListId::Campaigns), [""; 0]);
    let deep = format!(r#"{{"result":{}"#, r#"{"a":"#.repeat(10_000));
    let error = error_after(http_response(200, JSON, deep)).await;
    assert!(is_truncated(&error), "{error:?}");
}

#[tokio::test]
async fn wrong_length_is_reported_as_early_end() {
    let page = br#"{"result":[{"id":1}],"total":1}"#;
    let early = error_after(with_head(99, page)).await;
    assert!(
        matches!(early.failure, RequestFailure::IncompleteReply(_)),
        "{early:?}"
    );
    let cut = error_after(with_head(20, page)).await;
    assert!(is_truncated(&cut), "{cut:?}");
}

#[tokio::test]
async fn silent_and_dropped_replies_are_abandoned() {
    let silent = going_on(|stream| {
        stream.write_all(&with_head(99, b"{\"result\":["))?;
        stream.read_to_end(&mut Vec::new()).map(drop)
    });
    let dialect = Dialect {
        read_timeout_ms: 1_000,
        ..Dialect::default()
    };
    let error = error_at(&silent, dialect).await;
    assert!(
        matches!(error.failure, RequestFailure::IncompleteReply(_)),
        "{error:?}"
    );
    let dripping = going_on(|stream| {
        stream.write_all(&with_head(1 << 40, b""))?;
        loop {
            stream.write_all(b" ")?;
        }
    });
    let dialect = Dialect {
        answer_timeout_ms: 1_000,
        ..Dialect::default()
    };
    let error = error_at(&dripping, dialect).await;
    assert!(
        matches!(error.failure, RequestFailure::IncompleteReply(_)),
        "{error:?}"
    );
}

#[tokio::test]
async fn redirects_and_other_login_requests_are_named() {
    let elsewhere = b"HTTP/1.1 307 -\r\nLocation: http://127.0.0.1:1/campaigns\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let error = error_after(elsewhere.to_vec()).await;
    assert!(
        matches!(error.failure, RequestFailure::Unclear(_)),
        "{error:?}"
    );
    let challenge = b"HTTP/1.1 401 -\r\nWWW-Authenticate: Basic realm=\"http://127.0.0.1:1/\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let error = error_after(challenge.to_vec()).await;
    assert!(
        matches!(error.failure, RequestFailure::Unauthorized { .. }),
        "{error:?}"
    );
}
