//! Which redirects the client follows.

use adwright_client::WriteOutcome;
use adwright_model::{Id, Kind};
use adwright_wire::{Ambiguity, RequestFailure, Verdict};

use crate::plain;
use crate::server::{Server, redirect, reply};

#[tokio::test]
async fn write_never_follows_a_redirect() {
    for status in [301, 302, 303, 307, 308] {
        let server = Server::start(move |_| redirect(status, "/elsewhere")).await;
        let exchange = plain(&server.base)
            .update(Kind::Campaign, Id(7), "{}")
            .await;
        let WriteOutcome::Answered {
            verdict: Verdict::Unknown(unclear),
            ..
        } = exchange.delivery
        else {
            panic!("{exchange:?}");
        };
        assert_eq!(unclear.ambiguity, Ambiguity::Redirected);
        assert_eq!(server.lines(), ["PUT /campaigns/7"]);
    }
}

#[tokio::test]
async fn read_follows_redirect_within_its_origin() {
    let server = Server::start(|request| match request.line.as_str() {
        "GET /campaigns/7" => redirect(307, "/moved/7"),
        _ => reply(200, r#"{"result":{"id":7}}"#),
    })
    .await;
    let entity = plain(&server.base)
        .get(Kind::Campaign, Id(7))
        .await
        .unwrap();
    assert_eq!(entity.as_deref(), Some(r#"{"id":7}"#));
    assert_eq!(server.lines(), ["GET /campaigns/7", "GET /moved/7"]);
}

#[tokio::test]
async fn read_follows_no_redirect_elsewhere() {
    let other = Server::start(|_| reply(200, r#"{"result":{"id":7}}"#)).await;
    let elsewhere = format!("{}/campaigns/7", other.base);
    let server = Server::start(move |_| redirect(302, &elsewhere)).await;
    let error = plain(&server.base)
        .get(Kind::Campaign, Id(7))
        .await
        .unwrap_err();
    assert!(
        matches!(error.failure, RequestFailure::Unclear(_)),
        "{error}"
    );
    assert!(other.requests().is_empty());
}

#[tokio::test]
async fn redirect_loop_is_an_error() {
    let server = Server::start(|_| redirect(302, "/campaigns/7")).await;
    let error = plain(&server.base)
        .get(Kind::Campaign, Id(7))
        .await
        .unwrap_err();
    assert!(
        matches!(error.failure, RequestFailure::Unclear(_)),
        "{error}"
    );
    assert_eq!(server.requests().len(), 6);
}
