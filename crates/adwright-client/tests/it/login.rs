//! When the client logs in, and how often.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_client::{LoginGuard, MemoryTokenStore, TokenStore, WriteOutcome};
use adwright_model::{Id, Kind};
use adwright_wire::{Authentication, Dialect, RequestFailure, TokenScheme, Verdict};
use axum::response::Response;
use expect_test::expect;
use secrecy::{ExposeSecret, SecretString};

use crate::server::{ReceivedRequest, Server, closed, redirect, reply};
use crate::{PASSWORD, client_with_store, credentials, with, with_login};

const LOGIN: &str = "POST /login/login";

/// Starts a service with one valid token: that of the latest login.
async fn service() -> Server {
    let logins = Arc::<AtomicUsize>::default();
    Server::start(move |request| {
        if request.line == LOGIN {
            let number = logins.fetch_add(1, Ordering::SeqCst) + 1;
            return token(&format!("token-{number}"));
        }
        let valid = format!("token-{}", logins.load(Ordering::SeqCst));
        let is_valid = request.login.as_deref() == Some(&valid);
        if is_valid {
            reply(200, r#"{"result":{"type":"Campaign","id":7}}"#)
        } else {
            reply(401, "")
        }
    })
    .await
}

/// Starts a service that issues tokens and accepts none.
async fn rejecting_service() -> Server {
    Server::start(|request| {
        if request.line == LOGIN {
            token("token-x")
        } else {
            reply(401, "")
        }
    })
    .await
}

fn token(token: &str) -> Response {
    reply(200, format!(r#"{{"result":{{"sessionId":"{token}"}}}}"#))
}

fn token_store(token: Option<&str>) -> Arc<MemoryTokenStore> {
    let token_store = MemoryTokenStore::default();
    if let Some(token) = token {
        token_store.set(token.into());
    }
    Arc::new(token_store)
}

fn is_answered(delivery: &WriteOutcome) -> bool {
    matches!(
        delivery,
        WriteOutcome::Answered {
            verdict: Verdict::Accepted { .. },
            ..
        }
    )
}

#[tokio::test]
async fn only_the_first_request_logs_in() {
    let (server, token_store) = (service().await, token_store(None));
    let client = with_login(&server.base, token_store.clone());
    assert!(client.get(Kind::Campaign, Id(7)).await.is_ok());
    assert!(is_answered(
        &client.update(Kind::Campaign, Id(7), "{}").await.delivery
    ));
    assert_eq!(
        server.lines(),
        [LOGIN, "GET /campaigns/7", "PUT /campaigns/7"]
    );
    expect![[r#"{"username":"user-a","password":"*"}"#]]
        .assert_eq(&server.requests()[0].body.replace(PASSWORD, "*"));
    assert_eq!(server.requests()[2].login.as_deref(), Some("token-1"));
    assert_eq!(token_store.get().unwrap().expose_secret(), "token-1");
}

#[tokio::test]
async fn stored_token_needs_no_login() {
    let (server, token_store) = (service().await, token_store(None));
    assert!(
        with_login(&server.base, token_store.clone())
            .get(Kind::Campaign, Id(7))
            .await
            .is_ok()
    );
    assert!(
        with_login(&server.base, token_store)
            .get(Kind::Campaign, Id(8))
            .await
            .is_ok()
    );
    assert_eq!(
        server.lines(),
        [LOGIN, "GET /campaigns/7", "GET /campaigns/8"]
    );
}

#[tokio::test]
async fn stored_token_unfit_for_headers_is_replaced() {
    let (server, token_store) = (service().await, token_store(Some("line\nbreak")));
    let answer = with_login(&server.base, token_store.clone())
        .get(Kind::Campaign, Id(7))
        .await;
    assert!(answer.is_ok(), "{answer:?}");
    assert_eq!(token_store.get().unwrap().expose_secret(), "token-1");
}

#[tokio::test]
async fn first_401_logs_in_once_and_resends() {
    let (server, token_store) = (service().await, token_store(Some("stale")));
    let exchange = with_login(&server.base, token_store.clone())
        .update(Kind::Campaign, Id(7), "{}")
        .await;
    assert!(is_answered(&exchange.delivery), "{exchange:?}");
    assert_eq!(
        server.lines(),
        ["PUT /campaigns/7", LOGIN, "PUT /campaigns/7"]
    );
    assert_eq!(token_store.get().unwrap().expose_secret(), "token-1");
}

#[tokio::test]
async fn expired_token_from_elsewhere_leads_to_one_login() {
    let (server, token_store) = (service().await, token_store(None));
    let client = with_login(&server.base, token_store.clone());
    client.get(Kind::Campaign, Id(7)).await.unwrap();
    // A login of another client ends the first session.
    let other = with_login(&server.base, self::token_store(None));
    other.get(Kind::Campaign, Id(7)).await.unwrap();
    token_store.set("stale".into());
    let before = server.lines().len();
    let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
    assert!(is_answered(&exchange.delivery), "{exchange:?}");
    let put = "PUT /campaigns/7";
    assert_eq!(server.lines()[before..], [put, put, LOGIN, put]);
    assert_eq!(token_store.get().unwrap().expose_secret(), "token-3");
}

#[tokio::test]
async fn permanent_401_ends_after_one_login() {
    let server = rejecting_service().await;
    let exchange = with_login(&server.base, token_store(Some("stale")))
        .update(Kind::Campaign, Id(7), "{}")
        .await;
    let unauthorized = matches!(
        exchange.delivery,
        WriteOutcome::Answered {
            status: 401,
            verdict: Verdict::Unauthorized,
            ..
        }
    );
    assert!(unauthorized, "{exchange:?}");
    assert_eq!(
        server.lines(),
        ["PUT /campaigns/7", LOGIN, "PUT /campaigns/7"]
    );
}

#[tokio::test]
async fn refused_new_token_is_not_requested_twice() {
    let server = rejecting_service().await;
    let error = with_login(&server.base, token_store(None))
        .get(Kind::Campaign, Id(7))
        .await
        .unwrap_err();
    assert!(matches!(error.failure, RequestFailure::Unauthorized { .. }));
    assert_eq!(server.lines(), [LOGIN, "GET /campaigns/7"]);
}

#[tokio::test]
async fn concurrent_401s_share_one_login() {
    let server = service().await;
    let client = with_login(&server.base, token_store(Some("stale")));
    let reads = (0..8).map(|id| {
        let client = client.clone();
        tokio::spawn(async move { client.get(Kind::Campaign, Id(id)).await })
    });
    for answer in reads.collect::<Vec<_>>() {
        assert!(answer.await.unwrap().is_ok());
    }
    let logins = server
        .lines()
        .into_iter()
        .filter(|line| line == LOGIN)
        .count();
    assert_eq!(logins, 1);
}

#[tokio::test]
async fn another_program_may_have_logged_in_meanwhile() {
    let (server, token_store) = (service().await, token_store(None));
    let client = with_login(&server.base, token_store.clone());
    assert!(client.get(Kind::Campaign, Id(1)).await.is_ok());
    let other = with_login(&server.base, self::token_store(None));
    assert!(other.get(Kind::Campaign, Id(2)).await.is_ok());
    token_store.set("token-2".into());
    assert!(client.get(Kind::Campaign, Id(3)).await.is_ok());
    let logins = server
        .lines()
        .into_iter()
        .filter(|line| line == LOGIN)
        .count();
    assert_eq!(logins, 2);
}

#[tokio::test]
async fn redirected_login_names_target_and_sends_no_password() {
    let elsewhere = Server::start(|_| token("token-x")).await;
    let redirects = [
        (307, "/login/login/".to_owned(), Some("login/login/")),
        (302, "/login/login/".to_owned(), Some("login/login/")),
        (308, "../auth".to_owned(), Some("auth")),
        (301, "/auth?next=1".to_owned(), None),
        // A form may reply like this to a wrong password.
        (302, "/auth".to_owned(), None),
        (307, format!("{}/login/login/", elsewhere.base), None),
        (307, format!("/{PASSWORD}"), None),
    ];
    for (status, location, below) in redirects {
        let to = location.clone();
        let server = Server::start(move |_| redirect(status, &to)).await;
        let client = with_login(&server.base, token_store(None));
        let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
        assert!(!error.to_string().contains(PASSWORD), "{error}");
        let RequestFailure::LoginRedirected { path, .. } = error.failure else {
            panic!("{error}");
        };
        assert_eq!(path.as_deref(), below, "{status} {location}");
        assert_eq!(server.lines(), [LOGIN]);
        let delivery = client.update(Kind::Campaign, Id(7), "{}").await.delivery;
        assert!(matches!(delivery, WriteOutcome::NeverSent(_)));
    }
    assert!(elsewhere.requests().is_empty());
}

/// A token store into which another program puts its token while this one waits for the lock.
struct SharedTokenStore(MemoryTokenStore, &'static str);

impl TokenStore for SharedTokenStore {
    fn get(&self) -> Option<SecretString> {
        self.0.get()
    }
    fn set(&self, token: SecretString) {
        self.0.set(token);
    }
    fn clear(&self) {
        self.0.clear();
    }
    fn lock_login(&self) -> LoginGuard {
        self.0.set(self.1.into());
        Box::new(())
    }
}

#[tokio::test]
async fn login_waiter_uses_the_other_programs_session() {
    for stored in [None, Some("stale")] {
        let server = service().await;
        let other = with_login(&server.base, token_store(None));
        other.get(Kind::Campaign, Id(7)).await.unwrap();
        let shared = SharedTokenStore(MemoryTokenStore::default(), "token-1");
        if let Some(token) = stored {
            shared.set(token.into());
        }
        let client = with_login(&server.base, Arc::new(shared));
        client.get(Kind::Campaign, Id(8)).await.unwrap();
        let logins = server.lines().into_iter().filter(|line| line == LOGIN);
        assert_eq!(logins.count(), 1, "{stored:?}");
    }
}

/// A token store that panics.
struct BrokenTokenStore;

impl TokenStore for BrokenTokenStore {
    fn get(&self) -> Option<SecretString> {
        panic!("no keyring")
    }
    fn set(&self, _: SecretString) {
        panic!("no keyring")
    }
    fn clear(&self) {
        panic!("no keyring")
    }
    fn lock_login(&self) -> LoginGuard {
        panic!("no keyring")
    }
}

#[tokio::test]
async fn failed_token_storage_causes_no_extra_login() {
    let server = service().await;
    let client = with_login(&server.base, Arc::new(BrokenTokenStore));
    for id in 0..3 {
        assert!(client.get(Kind::Campaign, Id(id)).await.is_ok());
    }
    assert_eq!(server.lines()[0], LOGIN);
    assert_eq!(server.lines().len(), 4);
}

#[tokio::test]
async fn failed_login_leaves_the_write_unsent() {
    let refusals: [fn(&ReceivedRequest) -> Response; 5] = [
        |_| reply(401, r#"{"error":{"message":"Wrong password."}}"#),
        |_| {
            reply(
                200,
                r#"{"error":{"errors":[{"code":1,"message":"Wrong password."}]},"result":null}"#,
            )
        },
        |_| reply(200, r#"{"result":{}}"#),
        |_| token("line\\nbreak"),
        |_| reply(500, "oh"),
    ];
    let mut messages = Vec::new();
    for refusal in refusals {
        let server = Server::start(refusal).await;
        let exchange = with_login(&server.base, token_store(None))
            .create(Kind::Campaign, "{}")
            .await;
        let WriteOutcome::NeverSent(failure) = exchange.delivery else {
            panic!("{exchange:?}");
        };
        assert_eq!(server.lines(), [LOGIN]);
        messages.push(failure.to_string());
    }
    expect![[r"
        the service refused the login (status 401): Wrong password
        the service refused the login (status 200): Wrong password
        the login's reply has no usable token at result.sessionId
        the login's reply has no usable token at result.sessionId
        the service failed without saying what it did (status 500: oh)"]]
    .assert_eq(&messages.join("\n"));
}

#[tokio::test]
async fn waiting_login_delays_its_write() {
    let server = Server::start(|request| {
        if request.line == LOGIN {
            let busy = Response::builder().status(429).header("retry-after", "7");
            return busy.body("slowly".into()).unwrap();
        }
        reply(401, "")
    })
    .await;
    let client = with_login(&server.base, token_store(Some("stale")));
    let exchange = client.create(Kind::Campaign, "{}").await;
    let waits = WriteOutcome::Answered {
        status: 429,
        verdict: Verdict::Wait { seconds: Some(7) },
        reply: "slowly".to_owned(),
    };
    assert_eq!(exchange.delivery, waits);
    assert_eq!(server.lines(), ["POST /campaigns", LOGIN]);
}

#[tokio::test]
async fn without_credentials_nothing_is_sent() {
    let server = service().await;
    let client = with(&server.base, Dialect::practice());
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert!(error.failure.is_unauthorized());
    expect!["the service requires a password, and none is set"].assert_eq(&error.to_string());
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn unreachable_service_is_not_a_wrong_login() {
    let (base, _socket) = closed();
    let error = with_login(&base, token_store(None))
        .get(Kind::Campaign, Id(7))
        .await
        .unwrap_err();
    assert!(error.failure.is_unreachable() && !error.failure.is_unauthorized());
}

/// Starts a service that replies 403 to every token but that of the latest login, and to every token at
/// `forbidden_path`.
async fn forbidding_service(forbidden_path: &'static str) -> Server {
    let logins = Arc::<AtomicUsize>::default();
    Server::start(move |request| {
        if request.line == LOGIN {
            let number = logins.fetch_add(1, Ordering::SeqCst) + 1;
            return token(&format!("token-{number}"));
        }
        let valid = format!("token-{}", logins.load(Ordering::SeqCst));
        let path = request.line.rsplit('/').next().unwrap_or_default();
        if request.login.as_deref() != Some(&valid) {
            reply(403, r#"{"message":"Not now."}"#)
        } else if path == forbidden_path {
            reply(403, r#"{"message":"Not yours."}"#)
        } else {
            reply(200, r#"{"result":{"type":"Campaign","id":7}}"#)
        }
    })
    .await
}

#[tokio::test]
async fn first_403_with_old_session_logs_in_once() {
    let server = forbidding_service("none").await;
    let client = with_login(&server.base, token_store(Some("stale")));
    let exchange = client.update(Kind::Campaign, Id(7), "{}").await;
    assert!(is_answered(&exchange.delivery), "{exchange:?}");
    let put = "PUT /campaigns/7";
    assert_eq!(server.lines(), [put, LOGIN, put]);
}

#[tokio::test]
async fn new_session_403_keeps_the_service_message() {
    let server = forbidding_service("8").await;
    let client = with_login(&server.base, token_store(Some("stale")));
    let get = "GET /campaigns/8";
    for _ in 0..3 {
        let error = client.get(Kind::Campaign, Id(8)).await.unwrap_err();
        let RequestFailure::Refused {
            status: 403,
            message,
            ..
        } = &error.failure
        else {
            panic!("{error:?}");
        };
        assert_eq!(message.as_deref(), Some("Not yours."));
    }
    assert_eq!(server.lines(), [get, LOGIN, get, get, get]);
    // Once the service accepted the token, a later 403 may be about the token again.
    client.get(Kind::Campaign, Id(7)).await.unwrap();
    client.get(Kind::Campaign, Id(8)).await.unwrap_err();
    assert_eq!(server.lines()[5..], ["GET /campaigns/7", get, LOGIN, get]);
}

#[tokio::test]
async fn code_62004_with_403_does_not_renew_session() {
    let server = Server::start(|request| {
        if request.line == LOGIN {
            token("token-1")
        } else {
            reply(403, r#"{"error":{"code":62004}}"#)
        }
    })
    .await;
    let client = with_login(&server.base, token_store(Some("old")));
    let error = client.get(Kind::Campaign, Id(7)).await.unwrap_err();
    assert!(matches!(error.failure, RequestFailure::Refused { codes, .. } if codes == [62004]));
    assert_eq!(server.lines(), ["GET /campaigns/7"]);
}

#[tokio::test]
async fn token_is_sent_with_its_scheme() {
    let server = bearer_service().await;
    let mut dialect = Dialect::practice();
    let Authentication::Session(login) = &mut dialect.authentication else {
        panic!("{dialect:?}");
    };
    login.scheme = TokenScheme::Bearer;
    let client = client_with_store(&server.base, dialect, credentials(), token_store(None));
    assert!(client.get(Kind::Campaign, Id(7)).await.is_ok());
    assert_eq!(
        server.requests()[1].login.as_deref(),
        Some("Bearer token-1")
    );
}

async fn bearer_service() -> Server {
    Server::start(|request| match request.login.as_deref() {
        _ if request.line == LOGIN => token("token-1"),
        Some("Bearer token-1") => reply(200, r#"{"result":{"type":"Campaign","id":7}}"#),
        _ => reply(401, ""),
    })
    .await
}
