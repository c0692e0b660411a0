//! Unusable replies: each is its own error, and the window shows the reply beside it.

use adwright_desk::Error;
use adwright_testkit::{canned_service, http_response};
use adwright_views::{FailureCode, LoginKind, SecretText, WorkspaceForm};
use adwright_wire::RequestFailure;
use expect_test::{Expect, expect};

use crate::endless_lookups::at;
use crate::workspaces::{CANARY, form, make};

const JSON: &str = "application/json";

/// Returns the error after this reply to the first page of a list.
async fn error_after(reply: Vec<u8>) -> Error {
    let (desk, _desktop) = at(&canned_service(move |_| reply.clone())).await;
    desk.fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap_err()
}

/// Returns the kind of an error as the name of its variant.
fn kind(error: &Error) -> String {
    let Error::Client(error) = error else {
        panic!("{error:?}");
    };
    match &error.failure {
        RequestFailure::Unreadable(why) => format!("{why:?}"),
        RequestFailure::Unclear(_) => "Unclear".to_owned(),
        RequestFailure::IncompleteReply(_) => "IncompleteReply".to_owned(),
        other => panic!("{other:?}"),
    }
}

fn without_port(text: &str) -> String {
    let mut parts = text.split("127.0.0.1:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        format!("{text}SERVICE{rest}")
    })
}

async fn check(reply: Vec<u8>, expected: &Expect) {
    let error = error_after(reply).await;
    let shown = error.failure().reply.unwrap();
    let text = format!(
        "{}: {}\n{:?} {}\n{}",
        kind(&error),
        shown.request,
        shown.status,
        shown.about,
        shown.body
    );
    expected.assert_eq(&without_port(&text));
}

#[tokio::test]
async fn web_page_is_shown_as_text() {
    check(
        http_response(
            200,
            "text/html",
            "<html><title>Sign in</title><script>alert(1)</script>",
        ),
        &expect![[r#"
            WebPage: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
            Some(200) Web page or XML, 53 bytes
            <html><title>Sign in</title><script>alert(1)</script>"#]],
    )
    .await;
    check(
        http_response(502, "text/html", "<h1>Bad gateway</h1>"),
        &expect![[r#"
            Unclear: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
            Some(502) Web page or XML, 20 bytes
            <h1>Bad gateway</h1>"#]],
    )
    .await;
}

#[tokio::test]
async fn non_json_non_list_and_truncation_are_distinguished() {
    check(
        http_response(200, JSON, "soon"),
        &expect![[r#"
        NotJson: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
        Some(200) Text, 4 bytes
        soon"#]],
    )
    .await;
    check(
        http_response(200, JSON, r#"{"page":{"rows":[]}}"#),
        &expect![[r#"
        UnknownEnvelope: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
        Some(200) JSON, 20 bytes
        {
          "page": {
            "rows": []
          }
        }"#]],
    )
    .await;
    check(
        http_response(200, JSON, r#"{"result":[{"id":1},{"id""#),
        &expect![[r#"
            Truncated: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
            Some(200) JSON, 25 bytes
            {
              "result": [
                {
                  "id": 1
                },
                {
                  "id""#]],
    )
    .await;
    check(
        http_response(200, JSON, r#"{"result":[],"result":[]}"#),
        &expect![[r#"
            DuplicateMember: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
            Some(200) JSON, 25 bytes
            {
              "result": [],
              "result": []
            }"#]],
    )
    .await;
}

#[tokio::test]
async fn truncated_answer_is_shown_as_received() {
    let mut cut = http_response(200, JSON, r#"{"result":[{"id":1}]}"#);
    cut.truncate(cut.len() - 5);
    check(
        cut,
        &expect![[r#"
        IncompleteReply: GET http://SERVICE/campaigns?from=0&max=250&sort=id&order=ASC
        Some(200) JSON, 16 bytes
        {
          "result": [
            {
              "id""#]],
    )
    .await;
}

#[tokio::test]
async fn empty_reply_is_reported() {
    let (desk, _desktop) = at(&canned_service(|_| http_response(200, JSON, ""))).await;
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert!(!summary.complete);
    assert_eq!(summary.fetched, 0);
    assert_eq!(summary.reply.unwrap().about, "Empty");
}

#[tokio::test]
async fn header_with_repeated_value_is_named() {
    let row = r#"{"result":[{"type":"Campaign","id":1,"account":"account-1021"}],"total":1}"#;
    for header in ["X-Account-Id", "X-Api-Key"] {
        let address = canned_service(move |_| http_response(200, JSON, row));
        let desktop = adwright_testkit::TestApp::first_start().await;
        let form = WorkspaceForm {
            login: LoginKind::Headers,
            headers: header.to_owned(),
            ..form("Elsewhere", &address, "")
        };
        let id = desktop.workspaces.save_workspace(None, &form).unwrap().id;
        let slot = format!("header/{}", header.to_lowercase());
        let secret = SecretText::new("account-1021".into());
        desktop.workspaces.save_secret(&id, &slot, &secret).unwrap();
        let desk = desktop.switch(&id).await.unwrap();
        let error = desk.overview.check_connection().await.unwrap_err();
        assert!(
            matches!(&error, Error::Client(error)
                if matches!(&error.failure, RequestFailure::ReplyLeaksSecret { header: Some(named) }
                    if named.eq_ignore_ascii_case(header))),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn long_answer_is_truncated_with_its_size() {
    let error = error_after(http_response(200, JSON, "x".repeat(100_000))).await;
    let shown = error.failure().reply.unwrap();
    assert_eq!(shown.body.len(), 64 * 1024);
    assert_eq!(shown.more.as_deref(), Some("… 34,464 bytes more"));
}

#[tokio::test]
async fn repeated_secret_is_redacted_in_headers_and_body() {
    let escapes = CANARY.bytes().map(|byte| format!("\\u{byte:04x}"));
    let body: String = escapes.collect();
    let reply = format!(
        "HTTP/1.1 400 -\r\nX-Echo: {CANARY}\r\nSet-Cookie: a=b\r\nX-Functions-Key: c\r\n\
         X-Author: d\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let address = canned_service(move |_| reply.clone().into_bytes());
    let desktop = adwright_testkit::TestApp::first_start().await;
    let form = WorkspaceForm {
        login: LoginKind::Basic,
        ..form("Elsewhere", &address, "someone")
    };
    let id = make(&desktop.desk, &form).id;
    let desk = desktop.switch(&id).await.unwrap();
    let failure = desk
        .overview
        .check_connection()
        .await
        .unwrap_err()
        .failure();
    assert_eq!(failure.code, FailureCode::Refused);
    let shown = failure.reply.unwrap();
    assert_eq!(shown.body, "[hidden]");
    let value = |name: &str| {
        let mut headers = shown.headers.iter();
        headers
            .find(|header| header.name == name)
            .unwrap()
            .value
            .clone()
    };
    for name in ["x-echo", "set-cookie", "x-functions-key"] {
        assert_eq!(value(name), "[hidden]", "{name}");
    }
    assert_eq!(value("x-author"), "d");
    assert!(!format!("{shown:?}").contains(CANARY));
}
