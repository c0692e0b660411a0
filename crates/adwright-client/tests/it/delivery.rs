//! The outcome of a write: never sent, answered or lost.

use adwright_client::{Client, WriteExchange, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Dialect, put_body};
use expect_test::{Expect, expect};

use crate::server::{Server, closed, hanging_up, reply, silent};
use crate::{plain, with};

const ODD: &str = r#"{ "type":"Campaign", "budget" : 1.50e+1 }"#;

/// Updates an object with this client, and describes the outcome.
async fn check(client: &Client, expected: &Expect) {
    let exchange = client.update(Kind::Campaign, Id(7), &put_body(ODD)).await;
    expected.assert_eq(&describe(&exchange));
}

fn describe(WriteExchange { request, delivery }: &WriteExchange) -> String {
    match delivery {
        WriteOutcome::NeverSent(failure) => format!("{request}: never sent, {failure}"),
        WriteOutcome::Answered {
            status,
            reply,
            verdict,
        } => format!("{request}: {status} {reply:?}\n{verdict:?}"),
        WriteOutcome::Lost(failure) => format!("{request}: lost, {failure}"),
    }
}

#[tokio::test]
async fn body_arrives_byte_for_byte_in_one_piece() {
    let server = Server::start(|_| reply(200, format!(r#"{{"result":{ODD}}}"#))).await;
    check(
        &plain(&server.base),
        &expect![[r#"
            PUT /campaigns/7: 200 "{\"result\":{ \"type\":\"Campaign\", \"budget\" : 1.50e+1 }}"
            Accepted { entities: ["{ \"type\":\"Campaign\", \"budget\" : 1.50e+1 }"] }"#]],
    )
    .await;
    let request = &server.requests()[0];
    assert_eq!(request.body, put_body(ODD));
    expect![[r#"
        accept: application/json
        content-type: application/json
        content-length: 56
        accept-encoding: gzip"#]]
    .assert_eq(&request.headers);
}

#[tokio::test]
async fn create_is_posted_to_the_collection() {
    let server = Server::start(|_| reply(200, r#"{"result":{"type":"Campaign","id":9}}"#)).await;
    let dialect = Dialect {
        trailing_slash: true,
        ..Dialect::default()
    };
    let base = format!("{}/sas/", server.base);
    let exchange = with(&base, dialect).create(Kind::Campaign, "{}").await;
    expect![[r#"
        POST /campaigns/: 200 "{\"result\":{\"type\":\"Campaign\",\"id\":9}}"
        Accepted { entities: ["{\"type\":\"Campaign\",\"id\":9}"] }"#]]
    .assert_eq(&describe(&exchange));
    assert_eq!(server.lines(), ["POST /sas/campaigns/"]);
}

#[tokio::test]
async fn refusal_has_code_and_message() {
    let server = Server::start(|_| {
        reply(
            500,
            r#"{"error":{"errors":[{"code":62003}]},"result":null}"#,
        )
    })
    .await;
    check(
        &plain(&server.base),
        &expect![[r#"
            PUT /campaigns/7: 500 "{\"error\":{\"errors\":[{\"code\":62003}]},\"result\":null}"
            Refused { codes: [62003], message: None }"#]],
    )
    .await;
    assert_eq!(server.lines().len(), 1);
}

#[tokio::test]
async fn a_refused_connection_was_never_sent() {
    let (base, _socket) = closed();
    check(
        &plain(&base),
        &expect!["PUT /campaigns/7: never sent, the service cannot be reached: connection refused"],
    )
    .await;
}

#[tokio::test]
async fn hang_up_after_body_leaves_outcome_unknown() {
    let base = hanging_up("").await;
    check(&plain(&base), &expect!["PUT /campaigns/7: lost, no complete reply came: connection closed before message completed"]).await;
}

#[tokio::test]
async fn half_reply_leaves_outcome_unknown() {
    let by_length = "HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{\"result\":{\"type\":";
    check(
        &plain(&hanging_up(by_length).await),
        &expect!["PUT /campaigns/7: lost, no complete reply came: unexpected end of file"],
    )
    .await;
    let in_chunks = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"res\r\n";
    check(
        &plain(&hanging_up(in_chunks).await),
        &expect!["PUT /campaigns/7: lost, no complete reply came: unexpected end of file"],
    )
    .await;
    check(&plain(&hanging_up("HTTP/1.1 200 O").await), &expect!["PUT /campaigns/7: lost, no complete reply came: connection closed before message completed"]).await;
}

#[tokio::test]
async fn non_http_answer_leaves_outcome_unknown() {
    check(
        &plain(&hanging_up("220 mail ready\r\n\r\n").await),
        &expect!["PUT /campaigns/7: lost, no complete reply came: invalid HTTP version parsed"],
    )
    .await;
}

/// Returns a client that times out after 50 ms.
fn client_with_short_timeout(base: &str) -> Client {
    let dialect = Dialect {
        answer_timeout_ms: 50,
        ..Dialect::default()
    };
    with(base, dialect)
}

#[tokio::test]
async fn silence_leaves_outcome_unknown() {
    let base = silent().await;
    let dialect = Dialect {
        read_timeout_ms: 50,
        ..Dialect::default()
    };
    check(
        &with(&base, dialect),
        &expect!["PUT /campaigns/7: lost, no complete reply came: the request timed out"],
    )
    .await;
    check(
        &client_with_short_timeout(&base),
        &expect!["PUT /campaigns/7: lost, no complete reply came: the request timed out"],
    )
    .await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connect_timeout_means_nothing_was_sent() {
    let (base, _listener) = crate::server::full().await;
    let dialect = Dialect {
        connect_timeout_ms: 50,
        ..Dialect::default()
    };
    let client = with(&base, dialect);
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    expect!["the service cannot be reached: the connection timed out"]
        .assert_eq(&error.to_string());
    assert!(error.failure.is_unreachable());
    check(
        &client,
        &expect![
            "PUT /campaigns/7: never sent, the service cannot be reached: the connection timed out"
        ],
    )
    .await;
    // The same holds if the request times out before the connection.
    check(
        &client_with_short_timeout(&base),
        &expect!["PUT /campaigns/7: never sent, no complete reply came: the request timed out"],
    )
    .await;
}

#[tokio::test]
async fn oversized_reply_leaves_outcome_unknown() {
    let server = Server::start(|_| reply(200, "x".repeat(101))).await;
    let dialect = Dialect {
        reply_limit_bytes: 100,
        ..Dialect::default()
    };
    check(
        &with(&server.base, dialect),
        &expect!["PUT /campaigns/7: lost, the reply is larger than 100 bytes"],
    )
    .await;
}

#[tokio::test]
async fn invalid_utf8_reply_leaves_outcome_unknown() {
    let body = [
        b"{\"result\":{\"type\":\"Campaign\",\"name\":\"".as_slice(),
        &[0xff],
        b"\"}}",
    ]
    .concat();
    let server = Server::start(move |_| reply(200, body.clone())).await;
    check(
        &plain(&server.base),
        &expect![[r#"
            PUT /campaigns/7: 200 "{\"result\":{\"type\":\"Campaign\",\"name\":\"�\"}}"
            Unknown(UnclearReply { ambiguity: NotUtf8, status: 200, codes: [], message: None })"#]],
    )
    .await;
}

#[tokio::test]
async fn busy_service_names_its_retry_time() {
    let server = Server::start(|_| {
        let mut busy = reply(503, "");
        busy.headers_mut()
            .insert("retry-after", "3".parse().unwrap());
        busy
    })
    .await;
    check(
        &plain(&server.base),
        &expect![[r#"
            PUT /campaigns/7: 503 ""
            Wait { seconds: Some(3) }"#]],
    )
    .await;
    assert_eq!(server.lines().len(), 1);
}

#[tokio::test]
async fn each_write_uses_its_own_connection() {
    // This server hangs up after one reply. On a pooled connection the second write would be lost.
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 37\r\n\r\n{\"result\":{\"type\":\"Campaign\",\"id\":7}} ";
    let client = plain(&hanging_up(answer).await);
    for _ in 0..3 {
        let WriteExchange { delivery, .. } = client.update(Kind::Campaign, Id(7), "{}").await;
        assert!(
            matches!(delivery, WriteOutcome::Answered { status: 200, .. }),
            "{delivery:?}"
        );
    }
}

#[tokio::test]
async fn created_entity_is_found_at_configured_place() {
    let server = Server::start(|_| reply(200, r#"{"page":{"row":{"id":9,"n":1.50}}}"#)).await;
    let dialect = Dialect {
        single_at: "page.row".parse().ok(),
        ..Dialect::default()
    };
    let exchange = with(&server.base, dialect)
        .create(Kind::Campaign, "{}")
        .await;
    expect![[r#"
        POST /campaigns: 200 "{\"page\":{\"row\":{\"id\":9,\"n\":1.50}}}"
        Accepted { entities: ["{\"id\":9,\"n\":1.50}"] }"#]]
    .assert_eq(&describe(&exchange));
}
