//! Messages about services that send too much, too deep, too slowly or too little, or that redirect. `secret_leaks.rs`
//! tests that no secret leaks meanwhile, and the client's tests check the memory use.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use adwright_desk::Desk;
use adwright_testkit::{TestApp, canned_service, http_response};
use adwright_wire::Dialect;
use expect_test::{Expect, expect};
use serde_json::json;

use crate::unusable_replies::without_port;

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

/// Checks the message after a list was fetched from this address.
async fn check_at(address: &str, dialect: Dialect, expected: &Expect) {
    let (desk, _desktop) = hurried(address, dialect).await;
    let told = match desk.fetches.fetch_campaigns("fetch", |_| {}).await {
        Ok(summary) => summary.message,
        Err(error) => error.failure().message,
    };
    expected.assert_eq(&without_port(&told));
}

async fn check(reply: Vec<u8>, expected: &Expect) {
    let address = canned_service(move |_| reply.clone());
    check_at(&address, Dialect::default(), expected).await;
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
    let expected = expect![
        "The answer (status 200, http://SERVICE/campaigns) is larger than 1,000,000 bytes, and the rest of it was not read. Ask for smaller pages, or allow larger replies, in the workspace’s settings."
    ];
    check_at(&canned_service(move |_| huge.clone()), limited, &expected).await;
}

#[tokio::test]
async fn deeply_nested_reply_is_not_a_list() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    check(
        http_response(200, JSON, deep),
        &expect!["Fetched 1 campaign; incomplete: the service answers with the same page again and again. 1 row was unreadable and is left out. “Get the rest” starts over."],
    )
    .await;
    let deep = format!(r#"{{"result":{}"#, r#"{"a":"#.repeat(10_000));
    check(http_response(200, JSON, deep), &expect!["The service answered with JSON that ends in the middle (status 200, http://SERVICE/campaigns). Try again, or ask for smaller pages in the workspace’s settings."]).await;
}

#[tokio::test]
async fn wrong_length_is_reported_as_early_end() {
    let page = br#"{"result":[{"id":1}],"total":1}"#;
    check(with_head(99, page), &expect!["The answer (status 200, http://SERVICE/campaigns) ended before it was whole: unexpected end of file. Try again; if it happens each time, look at the reply for how far it came."]).await;
    check(with_head(20, page), &expect!["The service answered with JSON that ends in the middle (status 200, http://SERVICE/campaigns). Try again, or ask for smaller pages in the workspace’s settings."]).await;
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
    check_at(&silent, dialect, &expect!["The answer (status 200, http://SERVICE/campaigns) ended before it was whole: the time for it was over. Try again; if it happens each time, look at the reply for how far it came."]).await;
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
    check_at(&dripping, dialect, &expect!["The answer (status 200, http://SERVICE/campaigns) ended before it was whole: the time for it was over. Try again; if it happens each time, look at the reply for how far it came."]).await;
}

#[tokio::test]
async fn redirects_and_other_login_requests_are_named() {
    let elsewhere = b"HTTP/1.1 307 -\r\nLocation: http://127.0.0.1:1/campaigns\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    check(elsewhere.to_vec(), &expect!["The service answered with a redirect, which is not followed (status 307). Look at the reply of http://SERVICE/campaigns; then check the address in the workspace’s settings, or try again later."]).await;
    let challenge = b"HTTP/1.1 401 -\r\nWWW-Authenticate: Basic realm=\"http://127.0.0.1:1/\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    check(challenge.to_vec(), &expect!["The service asks for another login (status 401, http://SERVICE/campaigns). Check the login, and enter its password or token anew, in the workspace’s settings."]).await;
}
