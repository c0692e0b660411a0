//! Each form of authentication that a service may require.

use adwright_client::{Credentials, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{
    Authentication, Dialect, RequestFailure, SecretName, SessionLogin, parse_plain_headers,
};
use axum::response::Response;

use crate::server::{ReceivedRequest, Server, reply};
use crate::{client, credentials};

const KEY: &str = "X-Api-Key";

fn dialect(authentication: Authentication) -> Dialect {
    Dialect {
        authentication,
        ..Dialect::default()
    }
}

fn all_credentials() -> Credentials {
    let mut credentials = credentials();
    credentials
        .secrets
        .insert(SecretName::Token, "t0ken-of-gold".into());
    let key = SecretName::Header(KEY.to_owned());
    credentials.secrets.insert(key, "key-of-silver".into());
    credentials
}

/// Starts a service that accepts requests with this header, and no others.
async fn service(header: &'static str) -> Server {
    Server::start(move |request| {
        if request.line.ends_with("/login/login")
            && request.headers.contains("x-api-key: key-of-silver")
        {
            return reply(200, r#"{"result":{"sessionId":"session-1"}}"#);
        }
        if request.headers.lines().any(|line| line == header) {
            reply(200, r#"{"result":{"type":"Campaign","id":7}}"#)
        } else {
            reply(401, "")
        }
    })
    .await
}

async fn check(authentication: Authentication, header: &'static str) {
    let server = service(header).await;
    let client = client(
        &server.base,
        dialect(authentication.clone()),
        all_credentials(),
    );
    let read = client.get(Kind::Campaign, Id(7)).await;
    assert!(read.is_ok(), "{authentication:?}: {read:?}");
    let written = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
    let is_ok = matches!(written, WriteOutcome::Answered { status: 200, .. });
    assert!(is_ok, "{authentication:?}: {written:?}");
}

#[tokio::test]
async fn every_form_is_shown_with_reads_and_writes() {
    check(
        Authentication::Basic,
        "authorization: Basic dXNlci1hOm9wZW4tc2VzYW1l",
    )
    .await;
    check(
        Authentication::Bearer,
        "authorization: Bearer t0ken-of-gold",
    )
    .await;
    check(
        Authentication::Headers(vec![KEY.to_owned()]),
        "x-api-key: key-of-silver",
    )
    .await;
    let session = SessionLogin {
        headers: vec![KEY.to_owned()],
        ..SessionLogin::default()
    };
    let session = Authentication::Session(session);
    check(session.clone(), "authorization: session-1").await;
    check(session, "x-api-key: key-of-silver").await;
}

#[tokio::test]
async fn refusal_without_renewal_is_not_retried() {
    let server = Server::start(|_| reply(401, "")).await;
    let client = client(
        &server.base,
        dialect(Authentication::Bearer),
        all_credentials(),
    );
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert!(matches!(error.failure, RequestFailure::Unauthorized { .. }));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn missing_credentials_are_reported_before_sending() {
    let server = service("").await;
    let forms = [
        (Authentication::Basic, "a password"),
        (Authentication::Bearer, "a token"),
        (
            Authentication::Headers(vec![KEY.to_owned()]),
            "a value for the header X-Api-Key",
        ),
    ];
    for (form, what) in forms {
        let client = client(&server.base, dialect(form), Credentials::default());
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert!(
            error.failure.is_unauthorized() && error.to_string().contains(what),
            "{error}"
        );
        let written = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
        assert!(matches!(written, WriteOutcome::NeverSent(_)), "{written:?}");
    }
    assert!(server.requests().is_empty());
}

/// Returns an entity that contains the secret of the request.
fn repeat_secret(request: &ReceivedRequest) -> Response {
    let header = request.login.as_deref().unwrap_or_default();
    let name = header.trim_start_matches("Bearer ");
    reply(
        200,
        format!(r#"{{"result":{{"type":"Campaign","id":7,"name":"{name}"}}}}"#),
    )
}

#[tokio::test]
async fn success_repeating_a_secret_is_not_stored() {
    let server = Server::start(repeat_secret).await;
    for form in [Authentication::Bearer, Authentication::Basic] {
        let client = client(&server.base, dialect(form), all_credentials());
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert!(matches!(
            error.failure,
            RequestFailure::ReplyLeaksSecret { .. }
        ));
        // The service may have saved the change, so the write is lost.
        let written = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
        assert!(matches!(written, WriteOutcome::Lost(_)), "{written:?}");
        let output = format!("{error:?} {written:?}");
        assert!(
            !output.contains("t0ken") && !output.contains("dXNlci"),
            "{output}"
        );
    }
}

/// Starts a service that requires an account header, and repeats its value in entities.
async fn account_service() -> Server {
    Server::start(|request| {
        if !request
            .headers
            .lines()
            .any(|line| line == "x-account-id: account-1021")
        {
            return reply(400, r#"{"error":{"message":"which account?"}}"#);
        }
        if request.line.contains("/login/login") {
            return reply(200, r#"{"result":{"sessionId":"session-1"}}"#);
        }
        reply(
            200,
            r#"{"result":{"type":"Campaign","id":7,"accountKey":"account-1021"}}"#,
        )
    })
    .await
}

#[tokio::test]
async fn plain_header_is_always_sent_and_may_repeat() {
    let server = account_service().await;
    let dialect = Dialect {
        plain_headers: parse_plain_headers("X-Account-Id: account-1021; Accept: text/plain")
            .unwrap(),
        ..dialect(Authentication::Session(SessionLogin::default()))
    };
    let client = client(&server.base, dialect, all_credentials());
    let unnamed = client.probe_anonymously("campaigns/7", &[]).await.unwrap();
    assert_eq!(unnamed.status, 200);
    let read = client.get(Kind::Campaign, Id(7)).await.unwrap().unwrap();
    assert!(read.contains("account-1021"), "{read}");
    let written = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
    let is_ok = matches!(written, WriteOutcome::Answered { status: 200, .. });
    assert!(is_ok, "{written:?}");
    let requests = server.requests();
    assert_eq!(requests.len(), 4, "{requests:?}");
    for request in requests {
        let accepts = request
            .headers
            .lines()
            .filter(|line| line.starts_with("accept: "));
        assert_eq!(accepts.collect::<Vec<_>>(), ["accept: text/plain"]);
    }
}

#[tokio::test]
async fn repeated_secret_is_reported_with_its_header() {
    let server = account_service().await;
    let name = "X-Account-Id".to_owned();
    let mut credentials = all_credentials();
    let secret = SecretName::Header(name.clone());
    credentials.secrets.insert(secret, "account-1021".into());
    let form = Authentication::Headers(vec![name.clone()]);
    let client = client(&server.base, dialect(form), credentials);
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    let RequestFailure::ReplyLeaksSecret { header, .. } = &error.failure else {
        panic!("{error:?}");
    };
    assert_eq!(header.as_ref(), Some(&name));
    let expected =
        "the reply repeats the secret value of the header X-Account-Id, so it was not kept";
    assert_eq!(error.to_string(), expected);
}
