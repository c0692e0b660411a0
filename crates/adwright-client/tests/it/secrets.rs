//! No output contains a password or a token.

use std::sync::Arc;

use adwright_client::{MemoryTokenStore, TokenStore};
use adwright_model::{Id, Kind};
use adwright_wire::RequestFailure;
use axum::response::Response;
use expect_test::expect;

use crate::server::{ReceivedRequest, Server, closed, hanging_up, reply};
use crate::{PASSWORD, credentials, plain, with_login};

const TOKEN: &str = "token-of-gold";

fn filled_token_store() -> Arc<MemoryTokenStore> {
    let store = MemoryTokenStore::default();
    store.set(TOKEN.into());
    Arc::new(store)
}

fn assert_clean(printed: &str) {
    assert!(
        !printed.contains(PASSWORD) && !printed.contains(TOKEN),
        "{printed}"
    );
}

#[tokio::test]
async fn debug_output_contains_no_secret() {
    let client = with_login("http://127.0.0.1:1", filled_token_store());
    assert_clean(&format!(
        "{client:?} {:?} {:?}",
        credentials(),
        filled_token_store()
    ));
}

/// Returns a refusal that repeats every secret of the request.
fn repeat_secrets(request: &ReceivedRequest) -> Response {
    let login = request.login.as_deref().unwrap_or_default();
    let text = format!("{login} {}", request.body).replace('"', "'");
    reply(401, format!(r#"{{"error":{{"message":"{text}"}}}}"#))
}

#[tokio::test]
async fn failures_contain_no_secret() {
    let bad_token =
        Server::start(|_| reply(200, format!(r#"{{"result":{{"sessionId":"{TOKEN}\n"}}}}"#))).await;
    let failing = Server::start(|request| {
        reply(
            500,
            format!(r#"{{"error":"{}"}}"#, request.body.replace('"', "'")),
        )
    })
    .await;
    let elsewhere =
        Server::start(|_| reply(200, format!(r#"{{"result":{{"session":"{TOKEN}"}}}}"#))).await;
    let repeat_secrets = Server::start(repeat_secrets).await;
    let (closed, _socket) = closed();
    let halves = [
        hanging_up("").await,
        hanging_up("HTTP/1.1 99").await,
        // A login whose reply breaks off after the token.
        hanging_up("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"sessionId\":\"token-of-gold\"")
            .await,
        closed,
    ];
    let bases = [
        bad_token.base.clone(),
        elsewhere.base.clone(),
        failing.base.clone(),
        repeat_secrets.base.clone(),
    ];
    for base in bases.iter().chain(&halves) {
        let client = with_login(base, Arc::new(MemoryTokenStore::default()));
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
        assert_clean(&format!("{error} {error:?} {exchange:?}"));
    }
    for base in [&repeat_secrets.base].into_iter().chain(&halves) {
        let client = with_login(base, filled_token_store());
        let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert_clean(&format!("{error} {error:?} {exchange:?}"));
    }
}

#[tokio::test]
async fn refused_login_report_omits_its_token() {
    for status in [200, 201, 400, 401, 403, 429, 500, 503] {
        for error in [
            format!(r#"{{"message":"{TOKEN} has ended","errorCode":62001}}"#),
            format!(r#""{TOKEN}""#),
            "null".to_owned(),
        ] {
            let body = format!(r#"{{"result":{{"sessionId":"{TOKEN}"}},"error":{error}}}"#);
            let server = Server::start(move |request| {
                let is_login = request.line.ends_with("/login/login");
                reply(if is_login { status } else { 401 }, body.clone())
            })
            .await;
            let client = with_login(&server.base, Arc::new(MemoryTokenStore::default()));
            let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
            assert_clean(&format!("{error} {error:?}"));
            let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
            assert_clean(&format!("{exchange:?}"));
        }
    }
}

#[tokio::test]
async fn login_redirect_report_omits_the_token() {
    let tokens = [
        (
            302,
            format!("/app;jsessionid={TOKEN}/home?token={TOKEN}#{TOKEN}"),
        ),
        (307, format!("/login/login/;jsessionid={TOKEN}")),
        (303, format!("/app?token={TOKEN}")),
    ];
    for (status, address) in tokens {
        let server = Server::start(move |_| {
            let answer = Response::builder().status(status);
            let answer = answer.header("location", &address);
            let answer = answer.header("content-location", &address);
            let answer = answer.header("refresh", format!("0;url={address}"));
            let answer = answer.header("link", format!("<{address}>; rel=next"));
            let answer = answer.header("set-cookie", format!("JSESSIONID={TOKEN}"));
            let page = format!("<a href=\"{address}\">Go on</a>");
            answer.body(page.into()).unwrap()
        })
        .await;
        let client = with_login(&server.base, Arc::new(MemoryTokenStore::default()));
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert_clean(&format!("{error} {error:?}"));
        let RequestFailure::LoginRedirected { to, path, .. } = &error.failure else {
            panic!("{error}");
        };
        assert!(to.starts_with(&server.base) && path.is_none(), "{error}");
        let reply_report = error.reply().unwrap();
        assert_eq!(reply_report.header("location"), Some("[hidden]"));
        let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
        assert_clean(&format!("{exchange:?}"));
    }
}

/// Returns a redirect to an address, with the address in every other header and in the body.
fn redirect_in_every_header(status: u16, address: &str) -> Response {
    let page = format!("<a href=\"{address}\">Go on to {address}</a>");
    let mut answer = reply(status, page);
    let refresh = format!("0;url={address}");
    let link = format!("<{address}>; rel=next");
    for (name, value) in [
        ("location", address),
        ("content-location", address),
        ("refresh", &refresh),
        ("link", &link),
    ] {
        answer.headers_mut().insert(name, value.parse().unwrap());
    }
    answer
}

#[tokio::test]
async fn redirect_report_omits_the_new_token() {
    let path = format!(
        "/app;jsessionid={TOKEN}?a=1&token={TOKEN}&next=%2Fapp%3Ftoken%3D{TOKEN}#id_token={TOKEN}"
    );
    for status in [300, 301, 302, 303, 307, 308] {
        for origin in ["", "http://127.0.0.1:1"] {
            let address = format!("{origin}{path}");
            let server = Server::start(move |request| {
                let is_there = request.line.contains("/app");
                redirect_in_every_header(if is_there { 500 } else { status }, &address)
            })
            .await;
            let client = plain(&server.base);
            let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
            let look = client.probe("/campaigns", &[]).await.unwrap();
            let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
            assert_clean(&format!("{error} {error:?} {look:?} {exchange:?}"));
            let reply_report = error.reply().unwrap();
            let shown = reply_report.header("location").unwrap();
            let expected = "/app;jsessionid=[hidden]?a=1&token=[hidden]&next=%2Fapp%3Ftoken%3D[hidden]#id_token=[hidden]";
            assert_eq!(shown.strip_prefix(origin), Some(expected));
        }
    }
}

#[tokio::test]
async fn truncated_failure_report_omits_the_new_token() {
    let answer =
        "HTTP/1.1 502 -\r\nContent-Length: 99\r\n\r\n<a href=\"/app;jsessionid=token-of-gold";
    let client = plain(&hanging_up(answer).await);
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert_clean(&format!("{error:?}"));
    let body = &error.reply().unwrap().body;
    assert_eq!(body, "<a href=\"/app;jsessionid=[hidden]");
}

#[tokio::test]
async fn login_redirect_without_address_omits_received_words() {
    for location in [None, Some("http://["), Some("/app?näme=1")] {
        let server = Server::start(move |_| {
            let mut answer = reply(302, format!("Found. Go on to /app?token={TOKEN}"));
            if let Some(location) = location {
                let location = location.as_bytes().try_into().unwrap();
                answer.headers_mut().insert("location", location);
            }
            answer
        })
        .await;
        let client = with_login(&server.base, Arc::new(MemoryTokenStore::default()));
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert_clean(&format!("{error:?}"));
        expect!["the service redirects the login, but names no address (status 302)"]
            .assert_eq(&error.to_string());
    }
}

#[tokio::test]
async fn reply_truncated_in_secret_reveals_no_part() {
    let encoded = PASSWORD.replace('-', "%2d");
    for length in 1..encoded.len() {
        let answer = format!(
            "HTTP/1.1 500 -\r\nContent-Length: 99\r\n\r\nyou said {}",
            &encoded[..length]
        );
        let server = hanging_up(answer.leak()).await;
        let client = with_login(&server, filled_token_store());
        let error = client.log_in().await.err();
        let error = error.unwrap_or(client.get(Kind::Campaign, Id(7)).await.unwrap_err());
        let body = &error.reply().unwrap().body;
        assert_eq!(body, "you said [hidden]", "{error:?}");
    }
}
