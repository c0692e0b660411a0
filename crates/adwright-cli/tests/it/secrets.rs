//! Secrets come in by a variable or by standard input, and leave the program only for the service.

use std::io::Write as _;
use std::process::Output;

use adwright_testkit::{canned_service, http_response};
use expect_test::expect;

use crate::canned_replies::{json, page};
use crate::practice::{PASSWORD, Practice, program, started};
use crate::{adwright, shown};

/// The login options of a user of the practice service.
const NAME: [&str; 4] = ["--auth", "session", "--username", "mara.lindgaard"];

pub(crate) fn fed(service: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = program(&["campaign", "list", "--max", "1"], service);
    let mut running = started(command.args(arguments));
    // A program that reads nothing may have ended already.
    let _written = running.stdin.take().unwrap().write_all(input.as_bytes());
    running.wait_with_output().unwrap()
}

/// Asserts that the output contains no secret in any likely form, and returns the output.
pub(crate) fn without_secret(output: &Output) -> String {
    let said = shown(output);
    for form in ["canary", "4711", "Y2FuYXJ5"] {
        assert!(!said.contains(form), "{said}");
    }
    said
}

#[test]
fn standard_input_gives_the_password() {
    let service = Practice::start(&[]);
    let input = format!("{PASSWORD}\r\nwhat else is kept there\n");
    let arguments = [&NAME[..], &["--secret-stdin"]].concat();
    let said = without_secret(&fed(&service.running.base_url, &arguments, &input));
    assert!(said.ends_with("ended with 0\n"), "{said}");
}

#[test]
fn wrong_login_is_reported_without_password() {
    let service = Practice::start(&[]);
    let arguments = [&NAME[..], &["--secret-stdin"]].concat();
    let said = fed(&service.running.base_url, &arguments, "canary-4711\n");
    expect![[r#"
        The service refused the login (status 401): The username or the password is wrong. Check the name and the password. Add --show-reply to see the service’s reply.
        ended with 6
    "#]]
    .assert_eq(&without_secret(&said));
}

/// Starts a service that repeats the header of every request.
pub(crate) fn gossip(status: u16) -> String {
    canned_service(move |asked| {
        let told = asked
            .head
            .iter()
            .find(|line| line.to_lowercase().contains("canary"));
        let told = told.map_or("nothing", |line| line.as_str());
        let told = serde_json::Value::from(told);
        let body =
            format!(r#"{{"result":[{{"id":1,"name":{told}}}],"error":{{"message":{told}}}}}"#);
        http_response(status, "application/json", body)
    })
}

#[test]
fn password_repeated_by_the_service_is_redacted() {
    for status in [200, 400, 401, 403, 500, 503] {
        for form in ["text", "--json", "--ndjson"] {
            let mut arguments = vec!["--auth", "header:X-Key", "--secret-stdin"];
            arguments.extend((form != "text").then_some(form));
            let output = fed(&gossip(status), &arguments, "canary-4711\n");
            let said = without_secret(&output);
            assert_ne!(output.status.code(), Some(0), "{said}");
        }
    }
}

#[test]
fn authentication_forms_show_the_given_values() {
    let forms: [(&[&str], &[&str], &str); 4] = [
        (&["--auth", "none"], &[], ""),
        (
            &["--auth", "basic", "--username", "ann"],
            &["authorization: Basic YW5uOm9uZQ=="],
            "one\n",
        ),
        (&["--auth", "bearer"], &["authorization: Bearer one"], "one"),
        (
            &["--auth", "header:X-User,X-Key"],
            &["x-user: one", "x-key: two"],
            "one\ntwo\n",
        ),
    ];
    for (arguments, expected, input) in forms {
        let wanted: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
        let service = canned_service(move |asked| {
            if wanted.iter().all(|line| asked.head.contains(line)) {
                json(page(asked, 1, 1))
            } else {
                http_response(401, "text/plain", "")
            }
        });
        let mut arguments = arguments.to_vec();
        arguments.extend((!input.is_empty()).then_some("--secret-stdin"));
        let output = fed(&service, &arguments, input);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?} {}",
            shown(&output)
        );
    }
}

#[test]
fn several_secrets_come_from_variables_and_lines() {
    let service = canned_service(|asked| {
        let has = |line: &str| asked.head.iter().any(|other| other == line);
        if has("x-user: from-variable") && has("x-key: from-line") {
            json(page(asked, 1, 1))
        } else {
            http_response(401, "text/plain", "")
        }
    });
    let mut command = program(&["campaign", "list"], &service);
    command
        .args(["--auth", "header:X-Key,X-User", "--secret-stdin"])
        .args(["--secret-env", "header/X-User=USER_KEY"])
        .env("USER_KEY", "from-variable");
    let mut running = started(&mut command);
    running
        .stdin
        .take()
        .unwrap()
        .write_all(b"from-line")
        .unwrap();
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

#[test]
fn standard_input_is_file_or_secret_not_both() {
    let folder = tempfile::tempdir().unwrap();
    for noun in ["campaign", "value"] {
        let to = "create - --base-url https://service.example --auth bearer --secret-stdin";
        let all: Vec<_> = [noun].into_iter().chain(to.split(' ')).collect();
        let said = shown(&adwright(folder.path(), &all, b"canary-4711\n"));
        expect![[r#"
            Standard input cannot supply both the objects (“-”) and the secret (--secret-stdin). Name a file, or pass the secret with --secret-env.
            ended with 2
        "#]].assert_eq(&said);
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn missing_secret_is_reported_before_sending() {
    let lines: [(&str, &[u8]); 10] = [
        ("--auth bearer", b""),
        ("--auth bearer --secret-stdin", b""),
        ("--auth bearer --secret-stdin", b"\xff\n"),
        ("--auth bearer --secret-env NOT_SET_HERE", b""),
        ("--auth bearer --secret-env PATH --secret-env PATH", b""),
        ("--auth header:A,B --secret-env PATH", b""),
        ("--secret-stdin", b"x"),
        ("--auth basic --secret-stdin", b"x"),
        ("--auth bearer --username ann", b"x"),
        ("--auth header:in=valid --secret-stdin", b"x"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let said = lines.map(|(line, input)| {
        let to = "campaign list --base-url https://service.example";
        let all: Vec<_> = to.split(' ').chain(line.split(' ')).collect();
        format!("{line}\n{}\n", shown(&adwright(folder.path(), &all, input)))
    });
    expect![[r#"
        --auth bearer
        There is no token. Pass it with --secret-env VARIABLE or --secret-stdin.
        ended with 6

        --auth bearer --secret-stdin
        Standard input has no line for the token.
        ended with 6

        --auth bearer --secret-stdin
        Standard input has no line for the token.
        ended with 6

        --auth bearer --secret-env NOT_SET_HERE
        The environment variable NOT_SET_HERE, which --secret-env names, is not set.
        ended with 6

        --auth bearer --secret-env PATH --secret-env PATH
        There are more --secret-env options than secrets.
        ended with 2

        --auth header:A,B --secret-env PATH
        --secret-env does not name the secret. Put header/a= or header/b= before the variable.
        ended with 2

        --secret-stdin
        There is a secret but no way to log in. Choose one with --auth.
        ended with 2

        --auth basic --secret-stdin
        This way to log in also needs a name. Add --username NAME.
        ended with 2

        --auth bearer --username ann
        This --auth uses no name. Leave --username out, or use --auth basic or --auth session.
        ended with 2

        --auth header:in=valid --secret-stdin
        "in=valid" is not a valid name of an HTTP header.
        ended with 2

    "#]]
    .assert_eq(&said.concat());
}

#[test]
fn secret_in_url_is_refused_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    for url in [
        "https://ann:canary-4711@service.example/",
        "https://canary-4711@[",
        "ann:canary-4711",
    ] {
        let output = adwright(folder.path(), &["campaign", "list", "--base-url", url], b"");
        let said = without_secret(&output);
        assert!(said.ends_with("ended with 2\n"), "{said}");
    }
}

/// While the program waits for the reply, everyone on this computer can see its command line.
#[cfg(target_os = "linux")]
#[test]
fn a_secret_is_never_on_the_command_line() {
    use std::sync::Mutex;
    use std::sync::mpsc;

    let (was_asked, heads) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let service = canned_service(move |asked| {
        was_asked.send(asked.head.clone()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
        json(r#"{"result":{"id":1}}"#)
    });
    let mut command = program(&["campaign", "get", "1"], &service);
    command
        .args(["--auth", "header:X-User,X-Key", "--secret-stdin"])
        .args(["--secret-env", "header/x-user=USER_KEY"])
        .env("USER_KEY", "canary-1");
    let mut running = started(&mut command);
    running
        .stdin
        .take()
        .unwrap()
        .write_all(b"canary-2\n")
        .unwrap();
    let head = heads.recv().unwrap().join("\n");
    assert!(
        head.contains("x-user: canary-1") && head.contains("x-key: canary-2"),
        "{head}"
    );
    let line = std::fs::read(format!("/proc/{}/cmdline", running.id())).unwrap();
    let line = String::from_utf8(line).unwrap();
    assert!(
        line.contains("--secret-stdin") && !line.contains("canary"),
        "{line}"
    );
    go_on.send(()).unwrap();
    let output = running.wait_with_output().unwrap();
    assert!(without_secret(&output).ends_with("ended with 0\n"));
}

/// Collects the options that take a value, of all commands.
fn options(command: &clap::Command, into: &mut Vec<String>) {
    let takes = command
        .get_arguments()
        .filter(|option| option.get_action().takes_values());
    into.extend(
        takes
            .filter_map(|option| option.get_long())
            .map(str::to_owned),
    );
    for command in command.get_subcommands() {
        options(command, into);
    }
}

#[test]
fn no_option_takes_a_secret() {
    let mut all = Vec::new();
    options(&adwright_cli::command(), &mut all);
    let secretive = ["secret", "password", "token", "key"];
    all.retain(|name| secretive.iter().any(|word| name.contains(word)));
    all.dedup();
    assert_eq!(all, ["secret-env"]);
}
