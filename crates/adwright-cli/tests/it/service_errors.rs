//! Addresses without a service, other servers, and incomplete replies.

use std::net::TcpListener;
use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_testkit::{CannedRequest, canned_service, http_response};
use expect_test::{Expect, expect};

use crate::canned_replies::{json, page};
use crate::pauses::command;
use crate::practice::{Practice, program};
use crate::sending::{outcomes, written};
use crate::{elements, shown};

fn list(service: &str, more: &[&str]) -> Output {
    let mut command = program(&["campaign", "list"], service);
    command.args(more).output().unwrap()
}

fn check(answer: fn(&CannedRequest) -> Vec<u8>, more: &[&str], expected: &Expect) {
    expected.assert_eq(&shown(&list(&canned_service(answer), more)));
}

/// Returns an address where nobody listens.
pub(crate) fn closed() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[test]
fn unreachable_service_is_reported() {
    expect![[r#"
        The service cannot be reached: connection refused. Check the service’s address and the network.
        ended with 5
    "#]]
    .assert_eq(&shown(&list(&closed(), &["--json"])));
}

#[test]
fn remote_plain_http_needs_consent() {
    expect![[r#"
        Plain HTTP to http://service.example is not encrypted, and everyone on the network path can read it. Use https, or allow it with --allow-plain-http.
        ended with 2
    "#]].assert_eq(&shown(&list("http://service.example", &[])));
}

#[test]
fn error_page_is_not_a_list() {
    check(
        |_| {
            http_response(
                502,
                "text/html",
                b"<html><h1>Bad \x1b[2Jgateway</h1></html>",
            )
        },
        &["--json"],
        &expect![[r#"
            The service failed without saying what it did (status 502: it sent a web page). Check that the address is the service’s own. Add --show-reply to see the service’s reply.
            ended with 4
        "#]],
    );
    check(
        |_| http_response(200, "text/html", b"<html>Please log in</html>"),
        &[],
        &expect![[r#"
            The reply is a web page, not JSON. Check that the address is the service’s own. Add --show-reply to see the service’s reply.
            ended with 4
        "#]],
    );
    check(
        |_| http_response(503, "text/html", ""),
        &[],
        &expect![[r#"
            The service failed without saying what it did (status 503). Check that the address is the service’s own. Add --show-reply to see the service’s reply.
            ended with 4
        "#]],
    );
}

#[test]
fn capped_pages_are_read_to_the_end() {
    let capped = canned_service(|asked| json(page(asked, 1000, 7)));
    let output = list(&capped, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    let ids: Vec<_> = elements(&output)
        .iter()
        .map(|row| row["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (1..=1000).collect::<Vec<_>>());
}

#[test]
fn incomplete_list_is_reported() {
    let short = |asked: &CannedRequest| {
        let page = page(asked, 5, 100).replace(r#""total":5"#, r#""total":9"#);
        json(page)
    };
    check(
        short,
        &["--json"],
        &expect![[r#"
            [
            {"type":"Campaign","id":1,"name":"N1"},
            {"type":"Campaign","id":2,"name":"N2"},
            {"type":"Campaign","id":3,"name":"N3"},
            {"type":"Campaign","id":4,"name":"N4"},
            {"type":"Campaign","id":5,"name":"N5"}
            ]
            Incomplete: the service reports 9 and returned 5 campaigns.
            ended with 4
        "#]],
    );
    let breaking = |asked: &CannedRequest| match asked.query_number("from") {
        0 => json(page(asked, 9, 3)),
        _ => http_response(500, "text/html", b"<html>out of order</html>"),
    };
    check(
        breaking,
        &[],
        &expect![[r#"
            ID  NAME  STATUS  MODE  ADVERTISER  BRAND
            1   N1
            2   N2
            3   N3
            Incomplete: the list failed after 3 campaigns. The service failed without saying what it did (status 500: it sent a web page). Check that the address is the service’s own. Add --show-reply to see the service’s reply.
            ended with 4
        "#]],
    );
    let repeating = |asked: &CannedRequest| {
        let first = CannedRequest {
            line: asked.line.replace("from=3", "from=0"),
            head: Vec::new(),
            body: String::new(),
        };
        json(page(&first, 9, 3))
    };
    check(
        repeating,
        &["--ndjson"],
        &expect![[r#"
            {"type":"Campaign","id":1,"name":"N1"}
            {"type":"Campaign","id":2,"name":"N2"}
            {"type":"Campaign","id":3,"name":"N3"}
            Incomplete: the service repeats the same rows after 3 campaigns.
            ended with 4
        "#]],
    );
}

#[test]
fn endless_list_is_stopped_and_reported() {
    // An endless list whose total is three.
    let endless = |asked: &CannedRequest| {
        let rows = asked.query_number("from") + asked.query_number("max");
        json(page(asked, rows, rows).replace(&format!(r#""total":{rows}"#), r#""total":3"#))
    };
    let service = canned_service(endless);
    for form in [&[][..], &["--json"]] {
        let output = list(&service, form);
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        expect![[r#"
            Incomplete: the service reports 3 but returned 500 campaigns.
        "#]]
        .assert_eq(&said);
        assert_eq!(output.status.code(), Some(4), "{form:?}");
        if form.is_empty() {
            let lines = output.stdout.iter().filter(|byte| **byte == b'\n');
            assert_eq!(lines.count(), 501, "below their heads");
        } else {
            assert_eq!(elements(&output).len(), 500);
        }
    }
}

#[test]
fn busy_service_is_retried_and_reported() {
    let count = AtomicUsize::new(0);
    let address = canned_service(move |asked| {
        if count.fetch_add(1, Ordering::SeqCst) == 1 {
            // A second is the shortest pause that a service can ask for.
            let head = "HTTP/1.1 429 -\r\nRetry-After: 1\r\nContent-Length: 0\r\n";
            return format!("{head}Connection: close\r\n\r\n").into_bytes();
        }
        json(page(asked, 3, 2))
    });
    expect![[r#"
        {"type":"Campaign","id":1,"name":"N1"}
        {"type":"Campaign","id":2,"name":"N2"}
        {"type":"Campaign","id":3,"name":"N3"}
        The service asks for a pause. Adwright continues in 1 s.
        ended with 0
    "#]]
    .assert_eq(&shown(&list(&address, &["--ndjson"])));
}

#[test]
fn partitioned_list_request_is_reported() {
    let service = |member: &'static str| {
        canned_service(move |asked| match asked.query_number("from") {
            0..3 => json(page(asked, 9, 2).replace("\"type\"", member)),
            _ => http_response(
                400,
                "application/json",
                r#"{"error":{"errors":[{"code":9199}]}}"#,
            ),
        })
    };
    let said = |member, more: &[&str]| {
        let listed = list(&service(member), more);
        let said = shown(&listed);
        let sentence = said.lines().find(|line| line.starts_with("Incomplete"));
        sentence.unwrap_or(&said).to_owned()
    };
    let (with, without) = (r#""advertiserId":7,"type""#, r#""type""#);
    let all = [
        said(with, &["--json"]),
        said(without, &["--json"]),
        said(with, &["--json", "--from", "1"]),
        said(with, &["--json", "--set", "dialect.partition=off"]),
    ];
    expect![[r#"
        Incomplete: the service refuses pages from row 4 on. It returned 4 campaigns in parts and reports 9. Add --show-reply to see the service’s reply.
        Incomplete: the service refuses pages from row 4 on. It returned 4 campaigns and reports 9. Add --show-reply to see the service’s reply.
        Incomplete: the service refuses pages from row 3 on. It returned 2 campaigns and reports 9. Add --show-reply to see the service’s reply.
        Incomplete: the service refuses pages from row 4 on. It returned 4 campaigns and reports 9. Add --show-reply to see the service’s reply."#]].assert_eq(&all.join("\n"));
}

/// Rows that are broken, each in a different way, beside valid rows.
fn broken(asked: &CannedRequest) -> Vec<u8> {
    let last = b"{\"id\":5, \"name\":\"E\",\n\"budget\":1.50}]}".as_slice();
    let first = br#"{"result":[{"id":1,"name":"A"},{"id":2,"name":nope},7,{"id":3,"name":""#;
    let page = match asked.query_number("from") {
        0 => [
            first.as_slice(),
            b"\xff\xfe",
            br#""},{"id":4,"name":"twice","name":"D"},"#,
            last,
        ]
        .concat(),
        _ => b"{\"result\":[]}".to_vec(),
    };
    json(page)
}

#[test]
fn broken_rows_are_named_and_skipped() {
    check(
        broken,
        &[],
        &expect![[r#"
            ID  NAME                                          STATUS  MODE  ADVERTISER  BRAND
            1   A
            4   Line 1, column 24: the member "name" occurs twice in one object, so it is unclear which one counts.
            5   E
            Row 2 is skipped: Line 1, column 16: this is not well-formed JSON: a value is missing.
            Row 3 is skipped: it is not an object.
            Row 4 is skipped: Line 1, column 17: the bytes from here on are not UTF-8 text.
            Incomplete: 3 of 6 campaigns cannot be read.
            ended with 4
        "#]],
    );
    check(
        broken,
        &["--json"],
        &expect![[r#"
            [
            {"id":1,"name":"A"},
            {"id":4,"name":"twice","name":"D"},
            {"id":5, "name":"E",
            "budget":1.50}
            ]
            Row 2 is skipped: Line 1, column 16: this is not well-formed JSON: a value is missing.
            Row 3 is skipped: it is not an object.
            Row 4 is skipped: Line 1, column 17: the bytes from here on are not UTF-8 text.
            Incomplete: 3 of 6 campaigns cannot be read.
            ended with 4
        "#]],
    );
    check(
        broken,
        &["--ndjson"],
        &expect![[r#"
            {"id":1,"name":"A"}
            {"id":4,"name":"twice","name":"D"}
            {"id":5, "name":"E", "budget":1.50}
            Row 2 is skipped: Line 1, column 16: this is not well-formed JSON: a value is missing.
            Row 3 is skipped: it is not an object.
            Row 4 is skipped: Line 1, column 17: the bytes from here on are not UTF-8 text.
            Incomplete: 3 of 6 campaigns cannot be read.
            ended with 4
        "#]],
    );
}

/// A name that clears the screen, in all JSON spellings.
const SHOUTING: &str =
    "{\"result\":[{\"id\":1,\"name\":\"A\\u001b[2J\u{9b}2J\u{202e}\",\"status\":\"a\\nb\"}]}";

fn shouting(asked: &CannedRequest) -> Vec<u8> {
    if asked.line.contains("from=1") {
        return json("{\"result\":[]}");
    }
    json(SHOUTING)
}

#[test]
fn rows_escape_control_characters() {
    check(
        shouting,
        &[],
        &expect![[r#"
        ID  NAME                        STATUS  MODE  ADVERTISER  BRAND
        1   A\u{1b}[2J\u{9b}2J\u{202e}  a\nb
        ended with 0
    "#]],
    );
    let one = program(&["campaign", "get", "1"], &canned_service(shouting))
        .output()
        .unwrap();
    expect![[r#"
        id      1
        name    A\u{1b}[2J\u{9b}2J\u{202e}
        status  a\nb
        ended with 0
    "#]]
    .assert_eq(&shown(&one));
    // A file or another program receives the original bytes.
    let piped = list(&canned_service(shouting), &["--ndjson"]);
    let piped = String::from_utf8(piped.stdout).unwrap();
    assert!(SHOUTING.contains(piped.trim_end()), "{piped:?}");
}

#[test]
fn closed_pipe_is_not_an_error() {
    let service = Practice::start(&[]);
    let mut running =
        crate::practice::started(&mut service.command(&["campaign", "list", "--json"]));
    drop(running.stdout.take());
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// The second page never comes. The rows before it are whole, and the output says that the list is incomplete.
#[cfg(unix)]
#[test]
fn control_c_ends_a_list_at_once() {
    use std::io::Read as _;
    use std::process::Command;

    use crate::practice::started;

    let service = canned_service(|asked| match asked.query_number("from") {
        0 => json(page(asked, 9, 3)),
        _ => loop {
            std::thread::park();
        },
    });
    let mut command = program(&["campaign", "list", "--json"], &service);
    let mut running = started(&mut command);
    let mut out = running.stdout.take().unwrap();
    // Signals are handled by now, because the handler was set up before the first request.
    let mut first = [0];
    out.read_exact(&mut first).unwrap();
    let id = running.id().to_string();
    let signalled = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(signalled.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let all: Vec<serde_json::Value> = serde_json::from_str(&format!("[{rest}")).unwrap();
    assert_eq!((first, all.len()), ([b'['], 3));
    let output = running.wait_with_output().unwrap();
    expect![[r#"
        Incomplete: stopped after 3 campaigns.
        ended with 4
    "#]]
    .assert_eq(&shown(&output));
}

#[test]
fn long_pause_ends_the_send_as_busy() {
    let home = tempfile::tempdir().unwrap();
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let address = canned_service(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        let head = "HTTP/1.1 429 -\r\nRetry-After: 3600\r\nContent-Length: 0\r\n";
        format!("{head}Connection: close\r\n\r\n").into_bytes()
    });
    let run = |arguments: &[&str]| command(&address, &home, arguments).output().unwrap();
    for name in ["One", "Two"] {
        let campaign = serde_json::json!({"type": "Campaign", "name": name});
        run(&["campaign", "create", &written(&home, "new.json", &campaign)]);
    }
    let sent = run(&["send", "--go", "--json"]);
    assert_eq!(sent.status.code(), Some(5), "{}", shown(&sent));
    // The first create ran into the pause, so the second was not tried.
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let why = "The service asks for a pause until";
    assert!(shown(&sent).contains(why), "{}", shown(&sent));
    let states: Vec<_> = outcomes(&sent).into_iter().map(|one| one.0).collect();
    assert_eq!(states, ["not-sent", "not-sent"]);
}
