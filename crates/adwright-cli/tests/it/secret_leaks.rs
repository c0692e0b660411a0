//! Services that repeat a secret from the request: no command prints it, and no file contains it.

use std::fs;
use std::process::Output;

use adwright_testkit::{CannedRequest, canned_service, http_response};
use serde_json::json;
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::live_workspace::in_acme;
use crate::practice::program;
use crate::secrets::without_secret;
use crate::sending::written;

const SECRET: &str = "canary-4711";

/// Returns the part of a request that contains the secret.
fn told(asked: &CannedRequest) -> String {
    let lines = [&asked.line].into_iter().chain(&asked.head);
    let told = lines.filter(|line| line.contains("canary"));
    told.cloned().collect::<Vec<_>>().join(" ")
}

fn failing(status: u16, told: &str) -> Vec<u8> {
    let entity = json!({"type": "Campaign", "id": 7, "name": told});
    let body = json!({"result": [entity], "error": {"message": told}});
    http_response(status, "application/json", body.to_string())
}

fn sending_on(to: &str, told: &str) -> Vec<u8> {
    let coded = told.bytes().map(|byte| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    let told: String = coded.collect();
    let head = format!("Location: {to}/moved/{told}?x={told}\r\nContent-Length: 0\r\n");
    format!("HTTP/1.1 302 -\r\n{head}Connection: close\r\n\r\n").into_bytes()
}

/// Starts services that repeat the secret: in a success, in failures, in a redirect elsewhere, and in a redirect to
/// themselves.
fn services() -> Vec<String> {
    let statuses = [200, 400, 500].into_iter();
    let mut all: Vec<_> = statuses
        .map(|status| canned_service(move |asked| failing(status, &told(asked))))
        .collect();
    all.push(canned_service(|asked| {
        sending_on("http://127.0.0.1:9", &told(asked))
    }));
    all.push(canned_service(|asked| {
        if asked.line.contains("/moved") {
            return failing(500, &told(asked));
        }
        sending_on("", &told(asked))
    }));
    all
}

/// Runs the program on this service: a command that reads without a workspace, and any other in one.
fn at(home: &TempDir, service: &str, arguments: &[&str]) -> Output {
    let settings = ["--auth", "header:X-Key", "--set", "dialect.quietPeriodMs=1"];
    let mut command = if matches!(arguments[1], "get" | "list") && arguments[0] != "sent" {
        let mut command = program(arguments, service);
        command.args(settings);
        command
    } else {
        in_acme(home, (service, &settings), arguments)
    };
    command
        .args(["--secret-env", "KEY", "--show-reply"])
        .env("KEY", SECRET)
        .env("ADWRIGHT_HOME", home.path().join("adwright"));
    command.output().unwrap()
}

#[test]
fn secret_is_neither_printed_nor_stored() {
    for service in services() {
        let home = tempfile::tempdir().unwrap();
        let campaign = written(&home, "c.json", &json!({"type": "Campaign", "name": "New"}));
        let value = json!({"type": "RetargetingDataValue", "name": "New", "value": "a|b"});
        let values = written(&home, "v.json", &json!([value]));
        let commands: [&[&str]; 6] = [
            &["campaign", "get", "7", "--json"],
            &["value", "list"],
            &["value", "get", "7"],
            &["value", "create", &values, "--go"],
            &["campaign", "create", &campaign, "--go"],
            &["campaign", "update", "7", "--set", "name=\"Other\"", "--go"],
        ];
        let mut hidden = 0;
        for command in commands {
            let output = at(&home, &service, command);
            let said = without_secret(&output);
            assert_ne!(output.status.code(), Some(2), "{command:?} {said}");
            hidden += usize::from(said.contains("[hidden]"));
        }
        assert!(hidden > 0, "it came back from {service}");
        without_secret(&at(&home, &service, &["sent", "list"]));
        no_file_has_the_secret(&home);
    }
}

fn no_file_has_the_secret(home: &TempDir) {
    let files = WalkDir::new(home.path().join("adwright")).into_iter();
    let files = files
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    let kept: Vec<_> = files
        .filter(|file| {
            let bytes = fs::read(file.path()).unwrap();
            bytes.windows(6).any(|part| part == b"canary")
        })
        .collect();
    assert!(kept.is_empty(), "{kept:?}");
}
