use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

use crate::logged_in_client::{get, http};

/// The running program, and the lines that it prints.
pub(crate) struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Self {
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

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    /// Kills the program with SIGKILL, or its equivalent on other systems.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        assert!(!self.child.wait().unwrap().success());
    }

    #[cfg(unix)]
    pub(crate) fn stop_with(mut self, signal: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.unwrap().success());
        self.child.wait().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[tokio::test]
async fn program_prints_its_address_and_stops_on_signal() {
    for signal in ["TERM", "INT"] {
        let mut program = Program::start(&[]);
        let base_url = program.line();
        assert!(base_url.starts_with("http://127.0.0.1:"), "{base_url}");
        assert_eq!(
            get(format!("{base_url}/campaigns")).await.unwrap().status(),
            401
        );
        assert!(program.stop_with(signal).success());
    }
}

#[cfg(unix)]
#[tokio::test]
async fn program_accepts_password_and_prints_requested_token() {
    let mut program = Program::start(&["--print-token", "--password", "open-sesame"]);
    let base_url = program.line();
    assert!(program.line().starts_with("X-Practice-Token: "));
    assert_eq!(program.line(), "login: mara.lindgaard open-sesame");
    let body = json!({ "username": "mara.lindgaard", "password": "open-sesame" });
    let login = http()
        .build()
        .unwrap()
        .post(format!("{base_url}/login/login"));
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
    let http = http().build().unwrap();
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
        "--token",
        "--listen",
        "--scale",
        "--variant",
        "--fault",
        "slash-redirects",
        "127.0.0.1",
    ] {
        assert!(text.contains(option), "{option}");
    }
}

#[test]
fn externally_reachable_address_needs_a_token() {
    for address in ["0.0.0.0", "::"] {
        let refused = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
            .args(["--listen", address])
            .env_remove("ADWRIGHT_SERVICE_TOKEN")
            .output()
            .unwrap();
        assert!(!refused.status.success());
        assert!(refused.stdout.is_empty());
        let why = String::from_utf8(refused.stderr).unwrap();
        assert!(
            why.contains("only with a practice token of your own: set --token"),
            "{why}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn token_allows_another_listening_address() {
    let arguments = ["--listen", "0.0.0.0", "--token", "mine", "--print-token"];
    let mut program = Program::start(&arguments);
    let base_url = program.line();
    let port = base_url.strip_prefix("http://0.0.0.0:").unwrap();
    assert_eq!(program.line(), "X-Practice-Token: mine");
    let base_url = format!("http://127.0.0.1:{port}");
    let health = get(format!("{base_url}/health")).await.unwrap();
    assert_eq!(
        health.text().await.unwrap(),
        "{\"result\":{\"status\":\"ok\"}}"
    );
    let users = http()
        .build()
        .unwrap()
        .get(format!("{base_url}/practice/users"));
    let users = users
        .header("X-Practice-Token", "mine")
        .send()
        .await
        .unwrap();
    assert_eq!(users.status(), 200);
    assert!(program.stop_with("TERM").success());
}

#[test]
fn more_than_a_million_campaigns_are_refused() {
    let refused = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
        .args(["--scale", "1000001"])
        .output()
        .unwrap();
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("1000001 is not in"), "{why}");
}

#[cfg(unix)]
#[tokio::test]
async fn variants_and_faults_are_given_at_the_start() {
    let mut program = Program::start(&[
        "--variant",
        "bare-list",
        "--variant",
        "text-ids",
        "--fault",
        "status-503:2",
        "--token",
        "mine",
    ]);
    let base_url = program.line();
    let variants = http()
        .build()
        .unwrap()
        .get(format!("{base_url}/practice/variants"));
    let variants = variants
        .header("X-Practice-Token", "mine")
        .send()
        .await
        .unwrap();
    assert_eq!(
        variants
            .text()
            .await
            .unwrap()
            .matches("\"on\":true")
            .count(),
        2
    );
    assert!(program.stop_with("TERM").success());
    for wrong in [["--variant", "upside-down"], ["--fault", "fire"]] {
        let refused = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
            .args(wrong)
            .output()
            .unwrap();
        assert!(!refused.status.success());
    }
    let clash = Command::new(env!("CARGO_BIN_EXE_adwright-service"))
        .args(["--variant", "bare-list", "--variant", "top-total"])
        .output()
        .unwrap();
    let why = String::from_utf8(clash.stderr).unwrap();
    assert!(
        why.contains("bare-list and top-total concern the same point"),
        "{why}"
    );
}
