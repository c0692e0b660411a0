//! Replies that caused a failure are shown: without secrets, and to scripts as a field.

use std::process::Output;

use adwright_testkit::{canned_service, http_response};
use expect_test::expect;
use serde_json::Value;

use crate::live_workspace::{added, tested};
use crate::practice::{Practice, program};
use crate::secrets::{fed, gossip, without_secret};
use crate::sending::{at, check};
use crate::service_errors::closed;
use crate::{elements, shown};

/// An advanced campaign with a placement.
const PLACED: &str = "1072226018";

/// Starts a service whose replies contain control characters for the terminal.
fn broken() -> String {
    canned_service(|_| {
        http_response(
            502,
            "text/html",
            b"<h1>Bad\t\x1b[2Jgateway</h1>\n<p>out of order",
        )
    })
}

fn list(service: &str, more: &[&str]) -> Output {
    let mut command = program(&["campaign", "list"], service);
    command.args(more).output().unwrap()
}

#[test]
fn reply_is_printed_below_the_error() {
    check(
        &list(&broken(), &["--show-reply"]),
        &expect![[r#"
            The service failed without saying what it did (status 502: it sent a web page). Check that the address is the service’s own.
              GET http://PLACE/campaigns?from=0&max=250&sort=id&order=ASC
              HTTP 502
              content-type: text/html
              content-length: 40
              connection: close

              <h1>Bad    ␛[2Jgateway</h1>
              <p>out of order
            ended with 4
        "#]],
    );
    let one = program(&["campaign", "get", "7", "--show-reply"], &broken());
    let said = shown(&{ one }.output().unwrap());
    assert!(said.contains("\n  <p>out of order\n"), "{said}");
}

#[test]
fn empty_reply_is_shown() {
    let silent = canned_service(|_| http_response(200, "application/json", ""));
    check(
        &list(&silent, &[]),
        &expect![[r#"
            Incomplete: the service’s reply was empty, without a list. Add --show-reply to see the service’s reply.
            ended with 4
        "#]],
    );
    check(
        &list(&silent, &["--show-reply"]),
        &expect![[r#"
            Incomplete: the service’s reply was empty, without a list.
              GET http://PLACE/campaigns?from=0&max=250&sort=id&order=ASC
              HTTP 200
              content-type: application/json
              content-length: 0
              connection: close
            ended with 4
        "#]],
    );
}

#[test]
fn json_error_has_a_reply_member() {
    for form in ["--json", "--ndjson"] {
        let output = list(&broken(), &[form, "--show-reply"]);
        let told: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(told["message"].as_str().unwrap().contains("502"), "{told}");
        assert_eq!(told["reply"]["status"], 502);
        let body = told["reply"]["body"].as_str().unwrap();
        assert!(body.ends_with("<p>out of order"), "{body}");
    }
    let nobody = list(&closed(), &["--json", "--show-reply"]);
    let told: Value = serde_json::from_slice(&nobody.stderr).unwrap();
    assert!(told["reply"].is_null(), "{told}");
}

#[test]
fn secret_in_a_reply_is_redacted() {
    for status in [200, 400, 401, 403, 500, 503] {
        for form in ["text", "--json", "--ndjson"] {
            let mut arguments = vec!["--auth", "header:X-Key", "--secret-stdin", "--show-reply"];
            arguments.extend((form != "text").then_some(form));
            let output = fed(&gossip(status), &arguments, "canary-4711\n");
            let said = without_secret(&output);
            assert!(said.contains("[hidden]"), "{said}");
        }
    }
}

#[test]
fn refused_request_is_visible_without_resending() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let update = [
        "campaign",
        "update",
        PLACED,
        "--set",
        "traffickingMode=\"simple\"",
        "--go",
    ];
    let said = shown(&at(&service, &home, &update));
    let how = "To see the service’s replies: adwright sent list --show-reply --workspace Acme";
    assert!(said.contains(how), "{said}");
    let came = format!("\n  PUT /campaigns/{PLACED}\n  HTTP 500\n");
    let listed = shown(&at(&service, &home, &["sent", "list", "--show-reply"]));
    assert!(listed.contains(&came), "{listed}");
    let elements = elements(&at(&service, &home, &["sent", "list", "--json"]));
    assert_eq!(elements[0]["reply"]["status"], 500);
    let update = [&update[..], &["--show-reply"]].concat();
    let said = shown(&at(&service, &tempfile::tempdir().unwrap(), &update));
    assert!(said.contains(&came) && !said.contains(how), "{said}");
}

#[test]
fn workspace_test_shows_the_unexpected_reply() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added(
        &home,
        &service,
        &["--set", "dialect.authentication.session.path=nowhere"],
    );
    let said = shown(&tested(&home, &[]));
    assert!(
        said.contains("\nAdd --show-reply to see the service’s reply.\n"),
        "{said}"
    );
    let said = shown(&tested(&home, &["--show-reply"]));
    assert!(
        said.contains("\n  HTTP 404\n") && !said.contains("Add --show-reply"),
        "{said}"
    );
    let steps = elements(&tested(&home, &["--json"]));
    let mut tries = steps
        .iter()
        .flat_map(|step| step["tries"].as_array().into_iter().flatten());
    assert!(tries.any(|one| one["reply"]["status"] == 404), "{steps:?}");
}
