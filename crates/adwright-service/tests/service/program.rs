use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

/// The program, and the lines that it prints.
struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        Self::start_logging(arguments, Stdio::null())
    }

    fn start_logging(arguments: &[&str], log: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .env("RUST_LOG", "trace")
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    #[cfg(unix)]
    fn stop_with(mut self, signal: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.unwrap().success());
        self.child.wait().unwrap()
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_program_prints_where_it_answers_and_ends_cleanly_on_a_signal() {
    for signal in ["TERM", "INT"] {
        let mut program = Program::start(&[]);
        let base_url = program.line();
        assert!(base_url.starts_with("http://127.0.0.1:"), "{base_url}");
        assert_eq!(
            reqwest::get(format!("{base_url}/campaigns"))
                .await
                .unwrap()
                .status(),
            401
        );
        assert!(program.stop_with(signal).success());
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_program_takes_a_password_and_prints_the_token_when_asked() {
    let mut program = Program::start(&["--print-token", "--password", "open-sesame"]);
    let base_url = program.line();
    assert!(program.line().starts_with("X-Practice-Token: "));
    assert_eq!(program.line(), "login: mara.lindgaard open-sesame");
    let body = json!({ "username": "mara.lindgaard", "password": "open-sesame" });
    let login = reqwest::Client::new().post(format!("{base_url}/login/login"));
    assert_eq!(
        login.body(body.to_string()).send().await.unwrap().status(),
        200
    );
    assert!(program.stop_with("TERM").success());
}

#[cfg(unix)]
#[tokio::test]
async fn no_secret_is_logged() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let arguments = ["--print-token", "--password", "open-sesame"];
    let mut program = Program::start_logging(&arguments, log.reopen().unwrap().into());
    let (base_url, token) = (program.line(), program.line());
    let token = token.strip_prefix("X-Practice-Token: ").unwrap().to_owned();
    let http = reqwest::Client::new();
    let body = json!({ "username": "mara.lindgaard", "password": "open-sesame" }).to_string();
    let login = http.post(format!("{base_url}/login/login")).body(body);
    let reply: Value =
        serde_json::from_str(&login.send().await.unwrap().text().await.unwrap()).unwrap();
    let session = reply["result"]["sessionId"].as_str().unwrap();
    let check = http.get(format!("{base_url}/login/tokens/check"));
    let brands = http.get(format!("{base_url}/practice/brands"));
    check.header("Authorization", session).send().await.unwrap();
    brands
        .header("X-Practice-Token", &token)
        .send()
        .await
        .unwrap();
    assert!(program.stop_with("TERM").success());
    let log = std::fs::read_to_string(log.path()).unwrap();
    assert!(log.contains("/practice/brands"), "{log}");
    for secret in ["open-sesame", session, &token] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[test]
fn help_names_every_option() {
    let help = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
        .arg("--help")
        .output()
        .unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    for option in [
        "--port",
        "--data",
        "--seed",
        "--print-token",
        "--password",
        "127.0.0.1",
    ] {
        assert!(text.contains(option), "{option}");
    }
}
