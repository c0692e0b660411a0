//! Suggestions of the doctor at services with other paths. An accepted suggestion works.

use std::sync::{Arc, Mutex};

use adwright_desk::Desk;
use adwright_service::Variant;
use adwright_testkit::{CannedRequest, TestApp, canned_service, http_response};
use adwright_views::{
    DoctorReport, DoctorStepId, DoctorStepState, LoginKind, SecretText, SettingChange,
    WorkspaceForm,
};
use expect_test::expect;

use crate::doctor::{step, summarize};
use crate::settings::{opened_on, send_values};
use crate::workspaces::{CANARY, form, make};

const JSON: &str = "application/json";

async fn examined(desk: &Desk, id: &str) -> DoctorReport {
    let report = desk
        .doctor
        .examine_connection(id, "doctor", |_| {})
        .await
        .unwrap();
    assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
    report
}

/// Accepts all suggestions.
fn accept(desk: &Desk, id: &str, report: &DoctorReport) {
    let suggested = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| SettingChange {
            key: change.key.clone(),
            value: change.value.clone(),
            suggested: Some(suggestion.why.clone()),
        })
    });
    let changes: Vec<_> = suggested.collect();
    desk.settings.change_settings(id, &changes).unwrap();
}

/// Returns the requested path.
fn path(asked: &CannedRequest) -> &str {
    let target = asked.line.split(' ').nth(1).unwrap();
    target.split('?').next().unwrap()
}

/// Starts a service that answers only to paths with, or only to paths without, a trailing slash.
fn strict(wants_slash: bool) -> String {
    canned_service(move |asked| {
        let path = path(asked);
        if path.ends_with('/') != wants_slash || path.starts_with("/ads") {
            return http_response(404, JSON, r#"{"error":"Not Found"}"#);
        }
        let campaign = r#"{"type":"Campaign","id":7,"name":"One"}"#;
        let is_single = path.trim_end_matches('/').ends_with("/7");
        let body = if is_single {
            format!(r#"{{"result":{campaign}}}"#)
        } else {
            format!(r#"{{"result":[{campaign}],"total":1}}"#)
        };
        http_response(200, JSON, body)
    })
}

/// Returns the suggested values of the trailing slash.
fn suggested_slash(report: &DoctorReport) -> Vec<&str> {
    let changes = report.suggestions.iter().flat_map(|one| &one.changes);
    let slashes = changes.filter(|change| change.key == "trailingSlash");
    slashes.map(|change| &*change.value).collect()
}

fn set_slash(desk: &Desk, id: &str, value: &str) {
    let slash = SettingChange {
        key: "trailingSlash".to_owned(),
        value: value.to_owned(),
        suggested: None,
    };
    desk.settings.change_settings(id, &[slash]).unwrap();
}

#[tokio::test]
async fn the_doctor_finds_the_trailing_slash() {
    let desk = TestApp::first_start().await.desk;
    for wanted in [false, true] {
        for set in [false, true] {
            let form = WorkspaceForm {
                login: LoginKind::None,
                ..form(&format!("{wanted} from {set}"), &strict(wanted), "")
            };
            let id = desk.workspaces.save_workspace(None, &form).unwrap().id;
            set_slash(&desk, &id, &set.to_string());
            let report = examined(&desk, &id).await;
            assert!(report.works, "{}", summarize(&report));
            let value = wanted.to_string();
            let expected = if wanted == set { vec![] } else { vec![&*value] };
            assert_eq!(suggested_slash(&report), expected, "{}", summarize(&report));
            accept(&desk, &id, &report);
            let again = examined(&desk, &id).await;
            assert!(
                again.works && again.suggestions.is_empty(),
                "{}",
                summarize(&again)
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_trailing_slash_lets_values_be_created() {
    for (variant, wrong, right) in [
        (Variant::SlashRedirects, "false", "true"),
        (Variant::SlashNotFound, "true", "false"),
    ] {
        let (desktop, open, _service) = opened_on(&[variant]).await;
        let (desk, id) = (&desktop.desk, open.overview.workspace_view().unwrap().id);
        set_slash(desk, &id, wrong);
        let report = examined(desk, &id).await;
        assert_eq!(suggested_slash(&report), [right], "{}", summarize(&report));
        accept(desk, &id, &report);
        let open = desk.switch(&id).await.unwrap();
        assert_eq!(send_values(&open, 2).await, 2, "{variant}");
    }
}

/// A service that opens sessions at one path only, and asks for Basic if a request has no session.
struct Login {
    address: String,
    /// The paths of all POST requests. Only the session of the last login is valid.
    posted: Arc<Mutex<Vec<String>>>,
}

impl Login {
    /// Starts the service. The star in `reply` stands for the token. `elsewhere` answers a POST to any other path.
    fn at(login: &'static str, reply: &'static str, elsewhere: fn() -> Vec<u8>) -> Self {
        let posted = Arc::<Mutex<Vec<String>>>::default();
        let log = Arc::clone(&posted);
        let address = canned_service(move |asked| {
            let (path, mut log) = (path(asked), log.lock().unwrap());
            if asked.is_write() {
                log.push(path.to_owned());
            }
            let token = format!("tok-{}", log.len());
            if asked.is_write() && path != login {
                return elsewhere();
            }
            if asked.is_write() && asked.body.contains(CANARY) {
                return http_response(200, JSON, reply.replace('*', &token));
            }
            if asked.head.iter().any(|line| line.ends_with(&token)) {
                return http_response(200, JSON, r#"{"result":[],"total":0}"#);
            }
            with_header(401, "WWW-Authenticate: Basic realm=\"ads\"")
        });
        Self { address, posted }
    }

    fn posted(&self) -> Vec<String> {
        self.posted.lock().unwrap().clone()
    }

    /// Ends the session.
    fn expire(&self) {
        self.posted.lock().unwrap().push(String::new());
    }
}

fn with_header(status: u16, header: &str) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} -\r\n{header}\r\n");
    format!("{head}Content-Length: 0\r\nConnection: close\r\n\r\n").into_bytes()
}

const USUAL: &str = r#"{"result":{"sessionId":"*"}}"#;
const DEEPER: &str = r#"{"result":{"data":{"token":"*"}}}"#;

fn gone() -> Vec<u8> {
    http_response(404, "text/html", "<h1>Nothing here</h1>")
}

/// Returns the status of the last reply to a login that failed.
fn login_failure(report: &DoctorReport) -> Option<u16> {
    let login = step(report, DoctorStepId::Login);
    assert_eq!(login.state, DoctorStepState::Failed, "{}", login.message);
    login.tries.last()?.reply.as_ref()?.status
}

/// Returns the suggestions about the login.
fn suggested(report: &DoctorReport) -> String {
    let changes = report.suggestions.iter().flat_map(|one| &one.changes);
    let of_login = changes.filter(|change| change.key.starts_with("authentication"));
    let lines = of_login.map(|change| format!("{}={}", change.key, change.value));
    lines.collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn other_login_path_is_suggested_alone_and_works() {
    let to_slash = || with_header(307, "Location: /login/login/");
    let to_auth = || with_header(308, "Location: /auth/session");
    let path = |path: &str| format!("authentication.session.path={path}");
    let token = "authentication.session.token=result.data.token".to_owned();
    let both = format!("{} {token}", path("auth/session"));
    let services = [
        (Login::at("/login", USUAL, gone), path("login")),
        (
            Login::at("/login/login/", USUAL, to_slash),
            path("login/login/"),
        ),
        (
            Login::at("/auth/session", USUAL, to_auth),
            path("auth/session"),
        ),
        (Login::at("/login/login", DEEPER, gone), token),
        (Login::at("/auth/session", DEEPER, to_auth), both),
    ];
    for (service, expected) in services {
        let desk = TestApp::first_start().await.desk;
        let id = make(&desk, &form("Acme", &service.address, "someone")).id;
        let report = examined(&desk, &id).await;
        assert!(report.works, "{}", summarize(&report));
        assert_eq!(suggested(&report), expected, "{}", summarize(&report));
        accept(&desk, &id, &report);
        let login = service.posted().pop().unwrap();
        service.expire();
        let before = service.posted().len();
        let again = examined(&desk, &id).await;
        let works = again.works && again.suggestions.is_empty();
        assert!(works, "{}", summarize(&again));
        assert_eq!(service.posted()[before..], [login]);
    }
}

#[tokio::test]
async fn refused_password_is_sent_once_per_login_path() {
    let to_auth = || with_header(307, "Location: /auth");
    let service = Login::at("/auth", USUAL, to_auth);
    let desk = TestApp::first_start().await.desk;
    let id = make(&desk, &form("Acme", &service.address, "someone")).id;
    let wrong = SecretText::new("not the one".into());
    desk.workspaces
        .save_secret(&id, "password", &wrong)
        .unwrap();
    let report = examined(&desk, &id).await;
    assert_eq!(login_failure(&report), Some(401));
    assert_eq!(service.posted(), ["/login/login", "/auth"]);
    assert!(!suggested(&report).contains("session.path"));
}

#[tokio::test]
async fn password_is_sent_to_no_other_address() {
    let other = Login::at("/login/login", USUAL, gone);
    let elsewhere = format!("Location: {}/login/login", other.address);
    for header in [
        elsewhere.as_str(),
        "Location: /login?error=1",
        "Location: /home",
    ] {
        let header = header.to_owned();
        let posted = Arc::new(Mutex::new(0));
        let count = Arc::clone(&posted);
        let address = canned_service(move |asked| {
            *count.lock().unwrap() += usize::from(asked.is_write());
            with_header(if asked.is_write() { 302 } else { 401 }, &header)
        });
        let desk = TestApp::first_start().await.desk;
        let id = make(&desk, &form("Acme", &address, "someone")).id;
        let report = examined(&desk, &id).await;
        assert_eq!(login_failure(&report), Some(302));
        assert_eq!(*posted.lock().unwrap(), 1);
        assert_eq!(suggested(&report), "");
    }
    assert!(other.posted().is_empty());
}

#[tokio::test]
async fn redirected_practice_login_works_once_accepted() {
    let (desktop, open, service) = opened_on(&[Variant::LoginRedirects]).await;
    let (desk, id) = (&desktop.desk, open.overview.workspace_view().unwrap().id);
    let failed = open
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap_err();
    let said = failed
        .failure()
        .message
        .replace(&service.base_url, "ADDRESS");
    expect!["The service redirects the login to ADDRESS/login/login/, and the password is not sent there. Let the connection doctor look for the login; or set “Path of the login” in the workspace’s settings."].assert_eq(&said);
    let report = examined(desk, &id).await;
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Notable
        Campaigns: Fine
        Campaign: Fine
        Values: Fine
        Ads: Fine
        => authentication.session.path=login/login/
        => adsPath=/ads
    "#]]
    .assert_eq(&summarize(&report));
    accept(desk, &id, &report);
    let open = desk.switch(&id).await.unwrap();
    assert!(
        open.fetches
            .fetch_campaigns("fetch", |_| {})
            .await
            .unwrap()
            .complete
    );
}
