//! Hostile services: no secret leaves the origin, memory stays bounded, and every call ends with a message.

use std::convert::Infallible;

use adwright_client::ClientError;
use adwright_model::{Id, Kind};
use adwright_wire::{Authentication, Dialect, RequestFailure, SecretName};
use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::{StreamExt as _, stream};

use crate::server::{Server, hanging_up, reply, talking};
use crate::{client, credentials, plain, with};

/// A secret that no output may contain.
const CANARY: &str = "canary-of-yellow-feathers";

async fn read(base: &str) -> Result<Option<String>, ClientError> {
    plain(base).get(Kind::Campaign, Id(7)).await
}

/// Returns a reply with this status, and with another address in every header that can lead there.
fn point_elsewhere(status: u16, elsewhere: &str) -> Response {
    let mut answer = reply(status, "");
    let realm = format!("Basic realm=\"{elsewhere}\"");
    let refresh = format!("0; url={elsewhere}");
    for (name, value) in [
        ("location", elsewhere),
        ("content-location", elsewhere),
        ("www-authenticate", &realm),
        ("proxy-authenticate", &realm),
        ("refresh", &refresh),
    ] {
        answer.headers_mut().insert(name, value.parse().unwrap());
    }
    answer
}

#[tokio::test]
async fn other_hosts_get_no_request_or_secret() {
    let forms = [
        Authentication::Basic,
        Authentication::Bearer,
        Authentication::Headers(vec!["X-Api-Key".to_owned()]),
    ];
    for status in [301, 302, 307, 308, 401, 407] {
        let other = Server::start(|_| reply(200, "")).await;
        let elsewhere = format!("{}/campaigns/7", other.base);
        let server = Server::start(move |_| point_elsewhere(status, &elsewhere)).await;
        for form in &forms {
            let mut all = credentials();
            let key = SecretName::Header("X-Api-Key".to_owned());
            for name in [SecretName::Password, SecretName::Token, key] {
                all.secrets.insert(name, CANARY.into());
            }
            let dialect = Dialect {
                authentication: form.clone(),
                ..Dialect::default()
            };
            let client = client(&server.base, dialect, all);
            let read = client.get(Kind::Campaign, Id(7)).await;
            let written = client.update(Kind::Campaign, Id(7), "{}").await;
            assert!(read.is_err(), "{status}: {read:?}");
            let output = format!("{read:?} {written:?}");
            assert!(!output.contains(CANARY), "{output}");
        }
        assert_eq!(server.requests().len(), 2 * forms.len(), "{status}");
        assert!(other.requests().is_empty(), "{status}");
    }
}

#[tokio::test]
async fn deep_or_truncated_replies_are_errors() {
    let levels = 10_000;
    let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for body in [
        deep.clone(),
        format!("{{\"result\":\"{deep}\"}}"),
        "[".repeat(1_000_000),
        "{\"result\":".repeat(levels),
    ] {
        let server = Server::start(move |_| reply(200, body.clone())).await;
        let read = read(&server.base).await;
        // A list inside a list looks like a page with one invalid row.
        assert!(!matches!(read, Ok(None)), "{read:?}");
    }
    for answer in [
        "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{\"result\":null}",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope",
    ] {
        let error = read(&hanging_up(answer).await).await.unwrap_err();
        assert!(
            matches!(error.failure, RequestFailure::IncompleteReply(_)),
            "{answer}: {error}"
        );
    }
}

#[tokio::test]
async fn endless_reply_stops_at_size_or_time_limit() {
    let endless = |_: &_| {
        let chunk = Bytes::from(vec![b' '; 65_536]);
        let chunks = stream::repeat_with(move || Ok::<_, Infallible>(chunk.clone()));
        reply(200, Body::from_stream(chunks))
    };
    let server = Server::start(endless).await;
    let error = read(&server.base).await.unwrap_err();
    let limit = Dialect::default().reply_limit_bytes;
    assert!(
        matches!(error.failure, RequestFailure::TooLarge { limit: reported, .. } if reported == limit)
    );
    // It sends a byte often enough, but never ends.
    let dialect = Dialect {
        answer_timeout_ms: 200,
        reply_limit_bytes: u64::MAX,
        ..Dialect::default()
    };
    let dripping = Server::start(|_| {
        let drops = stream::unfold((), |()| async {
            tokio::task::yield_now().await;
            Some((Ok::<_, Infallible>(Bytes::from_static(b" ")), ()))
        });
        reply(200, Body::from_stream(drops))
    })
    .await;
    let error = with(&dripping.base, dialect)
        .get(Kind::Campaign, Id(7))
        .await;
    let error = error.unwrap_err();
    assert!(
        matches!(error.failure, RequestFailure::IncompleteReply(_)),
        "{error}"
    );
}

#[tokio::test]
async fn bytes_after_a_reply_are_ignored() {
    let server = talking(|nth| {
        let answer = |id: usize| {
            let body = format!(r#"{{"result":{{"id":{id}}}}}"#);
            format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        format!("{}{}", answer(nth), answer(666))
    })
    .await;
    let client = plain(&server);
    for nth in 0..50 {
        let got = client.get(Kind::Campaign, Id(7)).await.unwrap();
        assert_eq!(got, Some(format!(r#"{{"id":{nth}}}"#)));
    }
}

#[tokio::test]
async fn silent_reply_times_out() {
    let dialect = Dialect {
        read_timeout_ms: 50,
        ..Dialect::default()
    };
    let silent = Server::start(|_| {
        let begun = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{\"result\":"))]);
        reply(200, Body::from_stream(begun.chain(stream::pending())))
    })
    .await;
    let error = with(&silent.base, dialect).get(Kind::Campaign, Id(7)).await;
    let error = error.unwrap_err();
    assert_eq!(
        error.to_string(),
        "no complete reply came: the request timed out"
    );
}
