//! Nothing that can be printed holds a password or a token.

use std::sync::Arc;

use adwright_client::{MemoryTokens, TokenKeep};
use adwright_model::{Id, Kind};
use axum::response::Response;

use crate::server::{Seen, Server, closed, hanging_up, reply};
use crate::{PASSWORD, credentials, with_login};

const TOKEN: &str = "token-of-gold";

fn kept() -> Arc<MemoryTokens> {
    let keep = MemoryTokens::default();
    keep.set(TOKEN.into());
    Arc::new(keep)
}

fn assert_clean(printed: &str) {
    assert!(
        !printed.contains(PASSWORD) && !printed.contains(TOKEN),
        "{printed}"
    );
}

#[tokio::test]
async fn nothing_printed_holds_a_secret() {
    let client = with_login("http://127.0.0.1:1", kept());
    assert_clean(&format!("{client:?} {:?} {:?}", credentials(), kept()));
}

/// A service that puts into its reasons whatever secret it was sent.
fn telling(seen: &Seen) -> Response {
    let login = seen.login.as_deref().unwrap_or_default();
    let words = format!("{login} {}", seen.body).replace('"', "'");
    reply(401, format!(r#"{{"error":{{"message":"{words}"}}}}"#))
}

#[tokio::test]
async fn no_failure_holds_a_secret() {
    let bad_token =
        Server::start(|_| reply(200, format!(r#"{{"result":{{"sessionId":"{TOKEN}\n"}}}}"#))).await;
    let failing = Server::start(|seen| {
        reply(
            500,
            format!(r#"{{"error":"{}"}}"#, seen.body.replace('"', "'")),
        )
    })
    .await;
    let elsewhere =
        Server::start(|_| reply(200, format!(r#"{{"result":{{"session":"{TOKEN}"}}}}"#))).await;
    let telling = Server::start(telling).await;
    let (closed, _socket) = closed();
    let halves = [
        hanging_up("").await,
        hanging_up("HTTP/1.1 99").await,
        // A login whose answer breaks off after the token.
        hanging_up("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"sessionId\":\"token-of-gold\"")
            .await,
        closed,
    ];
    let bases = [
        bad_token.base.clone(),
        elsewhere.base.clone(),
        failing.base.clone(),
        telling.base.clone(),
    ];
    for base in bases.iter().chain(&halves) {
        let client = with_login(base, Arc::new(MemoryTokens::default()));
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
        assert_clean(&format!("{error} {error:?} {exchange:?}"));
    }
    for base in [&telling.base].into_iter().chain(&halves) {
        let client = with_login(base, kept());
        let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert_clean(&format!("{error} {error:?} {exchange:?}"));
    }
}

#[tokio::test]
async fn a_refused_login_is_not_told_with_the_token_that_came_with_it() {
    for status in [200, 201, 400, 401, 403, 429, 500, 503] {
        for error in [
            format!(r#"{{"message":"{TOKEN} has ended","errorCode":62001}}"#),
            format!(r#""{TOKEN}""#),
            "null".to_owned(),
        ] {
            let body = format!(r#"{{"result":{{"sessionId":"{TOKEN}"}},"error":{error}}}"#);
            let server = Server::start(move |seen| {
                let is_login = seen.line.ends_with("/login/login");
                reply(if is_login { status } else { 401 }, body.clone())
            })
            .await;
            let client = with_login(&server.base, Arc::new(MemoryTokens::default()));
            let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
            assert_clean(&format!("{error} {error:?}"));
            let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
            assert_clean(&format!("{exchange:?}"));
        }
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_within_a_secret_shows_no_part_of_it() {
    let told = PASSWORD.replace('-', "%2d");
    for length in 1..told.len() {
        let answer = format!(
            "HTTP/1.1 500 -\r\nContent-Length: 99\r\n\r\nyou said {}",
            &told[..length]
        );
        let server = hanging_up(answer.leak()).await;
        let client = with_login(&server, kept());
        let error = client.log_in().await.err();
        let error = error.unwrap_or(client.get(Kind::Campaign, Id(7)).await.unwrap_err());
        let body = &error.evidence().unwrap().body;
        assert_eq!(body, "you said [hidden]", "{error:?}");
    }
}
