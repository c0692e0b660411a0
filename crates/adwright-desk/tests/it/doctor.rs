//! The connection doctor at many variants of the practice service, and at an address without a service.

use std::net::TcpListener;

use adwright_desk::Desk;
use adwright_service::{RunningService, ServiceOptions, Variant};
use adwright_testkit::{TestApp, TestProxy, canned_service, http_response};
use adwright_views::{
    DoctorProgress, DoctorReport, DoctorStep, DoctorStepId, DoctorStepState, LoginKind, SecretText,
    WorkspaceForm,
};
use expect_test::{Expect, expect};
use secrecy::SecretString;

use crate::workspaces::{CANARY, elsewhere, form, make};

/// Starts a service with these variants.
async fn service(variants: &[Variant]) -> RunningService {
    let options = ServiceOptions {
        password: Some(CANARY.to_owned()),
        variants: variants.to_vec(),
        ..ServiceOptions::default()
    };
    adwright_service::start(options).await.unwrap()
}

pub(crate) async fn examined(desk: &Desk, form: &WorkspaceForm) -> DoctorReport {
    let id = if form.login == LoginKind::None {
        desk.workspaces.save_workspace(None, form).unwrap().id
    } else {
        make(desk, form).id
    };
    desk.doctor
        .examine_connection(&id, "doctor", |_| {})
        .await
        .unwrap()
}

/// Lists the states of the steps and the suggested settings.
pub(crate) fn summarize(report: &DoctorReport) -> String {
    let steps = report.steps.iter();
    let steps = steps.map(|step| format!("{:?}: {:?}\n", step.id, step.state));
    let suggestions = report.suggestions.iter().map(|suggestion| {
        let changes = suggestion.changes.iter().map(|change| {
            let sample = change.sample.as_ref().map(|sample| format!(" ({sample})"));
            format!(
                "{}={}{}",
                change.key,
                change.value,
                sample.unwrap_or_default()
            )
        });
        format!("=> {}\n", changes.collect::<Vec<_>>().join("; "))
    });
    steps.chain(suggestions).collect()
}

/// Returns one step of a report.
pub(crate) fn step(report: &DoctorReport, id: DoctorStepId) -> &DoctorStep {
    let mut steps = report.steps.iter();
    steps.find(|step| step.id == id).unwrap()
}

async fn check_with(
    service: &RunningService,
    change: impl Fn(&mut WorkspaceForm),
    expected: &Expect,
) {
    let proxy = TestProxy::in_front_of(service);
    let desktop = TestApp::first_start().await;
    let (login, _) = service.practice_login();
    let mut form = form("Acme live", &proxy.address, &login);
    change(&mut form);
    let report = examined(&desktop.desk, &form).await;
    expected.assert_eq(&summarize(&report));
    reads_only(&proxy);
    assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
}

async fn check(variants: &[Variant], expected: &Expect) {
    check_with(&service(variants).await, |_| {}, expected).await;
}

/// Asserts that only reads and logins reached the service.
fn reads_only(proxy: &TestProxy) {
    let lines = proxy.request_lines();
    let is_harmless = |line: &String| line.starts_with("GET ") || line.starts_with("POST /login");
    assert!(
        !lines.is_empty() && lines.iter().all(is_harmless),
        "{lines:?}"
    );
}

#[tokio::test]
async fn automatic_reading_needs_no_setting() {
    // No service sends lists in both forms, so there are two.
    let first: &[Variant] = &[
        Variant::ItemsEnvelope,
        Variant::BareSingle,
        Variant::NotFound404,
        Variant::ShortLists,
        Variant::TextIds,
        Variant::Gzip,
        Variant::HtmlErrors,
    ];
    let second: &[Variant] = &[
        Variant::BareList,
        Variant::SingleInList,
        Variant::FaultErrors,
        Variant::FaultOnExpiry,
        Variant::RateLimits,
        Variant::LenientLists,
    ];
    for variants in [&[], first, second] {
        check(
            variants,
            &expect![[r#"
                Address: Fine
                Encryption: Fine
                Login: Fine
                Campaigns: Fine
                Campaign: Fine
                Values: Fine
                Ads: Fine
                => adsPath=/ads
            "#]],
        )
        .await;
    }
}

#[tokio::test]
async fn doctor_handles_slash_redirects_and_page_caps() {
    let variants = [
        Variant::SlashRedirects,
        Variant::PagingWindow,
        Variant::TopTotal,
    ];
    check(
        &variants,
        &expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: Fine
        Campaign: Fine
        Values: Fine
        Ads: Fine
        => adsPath=/ads
        => trailingSlash=true
    "#]],
    )
    .await;
}

#[tokio::test]
async fn one_that_wants_another_login_than_was_chosen() {
    check(
        &[Variant::BasicLogin],
        &expect![[r#"
            Address: Fine
            Encryption: Fine
            Login: Failed
            Campaigns: NotTried
            Campaign: NotTried
            Values: NotTried
            Ads: NotTried
            => authentication=basic
        "#]],
    )
    .await;
    check(
        &[Variant::BearerLogin, Variant::HtmlErrors],
        &expect![[r#"
            Address: Fine
            Encryption: Fine
            Login: Failed
            Campaigns: NotTried
            Campaign: NotTried
            Values: NotTried
            Ads: NotTried
            => authentication=bearer
        "#]],
    )
    .await;
    check(
        &[Variant::HeaderLogin],
        &expect![[r#"
            Address: Fine
            Encryption: Fine
            Login: Failed
            Campaigns: NotTried
            Campaign: NotTried
            Values: NotTried
            Ads: NotTried
        "#]],
    )
    .await;
}

#[tokio::test]
async fn one_that_takes_the_login_that_was_chosen() {
    let basic = service(&[Variant::BasicLogin]).await;
    check_with(
        &basic,
        |form| form.login = LoginKind::Basic,
        &expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: Fine
        Campaign: Fine
        Values: Fine
        Ads: Fine
        => adsPath=/ads
    "#]],
    )
    .await;
    let session = service(&[]).await;
    check_with(
        &session,
        |form| form.login = LoginKind::None,
        &expect![[r#"
            Address: Fine
            Encryption: Fine
            Login: Failed
            Campaigns: NotTried
            Campaign: NotTried
            Values: NotTried
            Ads: NotTried
            => authentication=session
        "#]],
    )
    .await;
}

#[tokio::test]
async fn token_and_header_are_sent_only_where_required() {
    for (variant, login, slot) in [
        (Variant::BearerLogin, LoginKind::Bearer, "token"),
        (Variant::HeaderLogin, LoginKind::Headers, "header/x-api-key"),
    ] {
        let service = service(&[variant]).await;
        let (name, _) = service.practice_login();
        let proxy = TestProxy::in_front_of(&service);
        let desktop = TestApp::first_start().await;
        let mut form = form("Acme live", &proxy.address, "");
        form.login = login;
        form.headers = "X-Api-Key".to_owned();
        let saved = desktop.workspaces.save_workspace(None, &form).unwrap();
        let secret = SecretText::new(SecretString::from(format!("{name}.{CANARY}")));
        desktop
            .workspaces
            .save_secret(&saved.id, slot, &secret)
            .unwrap();
        let report = desktop
            .doctor
            .examine_connection(&saved.id, "doctor", |_| {})
            .await
            .unwrap();
        assert!(report.works, "{}", summarize(&report));
        reads_only(&proxy);
        assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
    }
}

#[tokio::test]
async fn a_wrong_password_is_tried_once() {
    let (service, login) = elsewhere().await;
    let proxy = TestProxy::in_front_of(&service);
    let desktop = TestApp::first_start().await;
    let saved = desktop
        .workspaces
        .save_workspace(None, &form("Acme live", &proxy.address, &login))
        .unwrap();
    let wrong = SecretText::new(SecretString::from("not the one"));
    desktop
        .workspaces
        .save_secret(&saved.id, "password", &wrong)
        .unwrap();
    let report = desktop
        .doctor
        .examine_connection(&saved.id, "doctor", |_| {})
        .await
        .unwrap();
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Failed
        Campaigns: NotTried
        Campaign: NotTried
        Values: NotTried
        Ads: NotTried
    "#]]
    .assert_eq(&summarize(&report));
    let logins = proxy
        .request_lines()
        .into_iter()
        .filter(|line| line.starts_with("POST"));
    assert_eq!(logins.collect::<Vec<_>>(), ["POST /login/login"]);
}

#[tokio::test]
async fn refusing_service_is_asked_in_other_ways() {
    let (service, login) = elsewhere().await;
    let refusal = r#"{"error":{"errors":[{"code":9199,"message":"Not so."}]},"result":null}"#;
    let proxy = TestProxy::with_answers(&service, move |line| {
        let is_refused = line.contains("sort=")
            || line.contains("POST /login/login ")
            || line.starts_with("GET /tagManagers");
        let status = if line.contains("sort=") { 500 } else { 404 };
        is_refused.then(|| (status, refusal.to_owned()))
    });
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, &form("Acme live", &proxy.address, &login)).await;
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Notable
        Campaigns: Notable
        Campaign: Fine
        Values: Notable
        Ads: Fine
        => authentication.session.path=login/login/
        => listSort=
        => restPrefix=true
        => adsPath=/ads
    "#]]
    .assert_eq(&summarize(&report));
    reads_only(&proxy);
}

#[tokio::test]
async fn doctor_handles_caps_nested_fields_and_invalid_pages() {
    let (service, login) = elsewhere().await;
    let row = |id: i32| {
        format!(
            r#"{{"type":"Campaign","id":{id},"name":"One","clientRefId":"ours-{id}","a":{{"b":{{"c":{{"traffickingMode":"simple"}}}}}}}}"#
        )
    };
    let rows = move |from: i32| {
        let (one, two) = (row(from + 1), row(from + 2));
        format!(r#"{{"result":[{one},{two}],"total":7}}"#)
    };
    let proxy = TestProxy::with_answers(&service, move |line| {
        if line.starts_with("GET /campaigns?") {
            let from = if line.contains("from=2&max=248&") {
                2
            } else {
                0
            };
            return Some((200, rows(from)));
        }
        line.starts_with("GET /campaigns/")
            .then(|| (200, "<html>Welcome</html>".to_owned()))
    });
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, &form("Acme live", &proxy.address, &login)).await;
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: Fine
        Campaign: Failed
        Values: Fine
        Ads: Fine
        => adsPath=/ads
        => pageSize=2
        => bindings.traffickingMode=a.b.c.traffickingMode ("simple")
    "#]]
    .assert_eq(&summarize(&report));
    let page = step(&report, DoctorStepId::Campaign);
    assert_eq!(
        page.tries[0].reply.as_ref().unwrap().body,
        "<html>Welcome</html>"
    );
}

#[tokio::test]
async fn doctor_handles_empty_lists_behind_a_cap() {
    let address = canned_service(|asked| {
        let is_list = asked.line.contains("?from=");
        if is_list && asked.query_number("max") > 100 {
            let refusal = r#"{"error":{"errors":[{"code":9199}]},"result":null}"#;
            return http_response(400, "application/json", refusal);
        }
        http_response(200, "application/json", r#"{"result":[],"total":0}"#)
    });
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    };
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, &form).await;
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: Notable
        Campaign: NotTried
        Values: Notable
        Ads: Notable
        => pageSize=100
        => adsPath=/ads
    "#]]
    .assert_eq(&summarize(&report));
}

#[tokio::test]
async fn nothing_where_the_service_should_be() {
    let desktop = TestApp::first_start().await;
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let report = examined(
        &desktop.desk,
        &form("Closed", &format!("http://{closed}"), "me"),
    )
    .await;
    expect![[r#"
        Address: Failed
        Encryption: NotTried
        Login: NotTried
        Campaigns: NotTried
        Campaign: NotTried
        Values: NotTried
        Ads: NotTried
    "#]]
    .assert_eq(&summarize(&report));
    let nowhere = form("Nowhere", "https://service.invalid", "me");
    let report = examined(&desktop.desk, &nowhere).await;
    assert_eq!(
        report.steps[0].state,
        DoctorStepState::Failed,
        "{}",
        summarize(&report)
    );
    // The service at this address does not speak TLS.
    let (service, login) = elsewhere().await;
    let address = service.base_url.replace("http:", "https:");
    let report = examined(&desktop.desk, &form("No TLS", &address, &login)).await;
    assert_eq!(
        report.steps[0].state,
        DoctorStepState::Failed,
        "{}",
        summarize(&report)
    );
    assert!(
        report.steps[1..]
            .iter()
            .all(|step| step.state == DoctorStepState::NotTried)
    );
}

#[tokio::test]
async fn practice_can_be_tried_while_it_is_open() {
    let desktop = TestApp::first_start().await;
    let id = desktop.overview.workspace_view().unwrap().id;
    let report = desktop
        .doctor
        .examine_connection(&id, "doctor", |_| {})
        .await
        .unwrap();
    assert!(
        report.works && report.suggestions.is_empty(),
        "{}",
        summarize(&report)
    );
}

#[tokio::test]
async fn each_step_is_reported_and_stop_skips_rest() {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme live", &service.base_url, &login)).id;
    let steps = std::sync::Mutex::new(Vec::<DoctorStep>::new());
    let desk = &desktop.desk;
    let report = desk.doctor.examine_connection(&id, "doctor", |progress| {
        if let DoctorProgress::Step(step) = progress {
            if step.state == DoctorStepState::Fine && step.id == DoctorStepId::Login {
                desk.stop("doctor");
            }
            steps.lock().unwrap().push(step);
        }
    });
    let report = report.await.unwrap();
    expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: NotTried
        Campaign: NotTried
        Values: NotTried
        Ads: NotTried
    "#]]
    .assert_eq(&summarize(&report));
    assert!(!report.works);
    let told = steps.into_inner().unwrap();
    let running = told
        .iter()
        .filter(|step| step.state == DoctorStepState::Running);
    let running: Vec<_> = running.map(|step| step.id).collect();
    assert_eq!(running, DoctorStepId::ALL[..4]);
}

#[tokio::test]
async fn very_short_secret_is_not_shown_either() {
    let address = canned_service(|asked| {
        let row = r#"{"type":"Campaign","id":7,"name":"Spring","x":"you said k7Qz and k7Qz%21","traffickingMode":"k7Qz","a":{"b":{"c":{"d":{"disableCookies":"k7Qz!"}}}}}"#;
        let body = match asked.line.split_once("/campaigns/") {
            Some(_) => format!(r#"{{"result":{row}}}"#),
            None => format!(r#"{{"result":[{row}],"total":1}}"#),
        };
        http_response(200, "application/json", body)
    });
    let desk = TestApp::first_start().await.desk;
    let form = WorkspaceForm {
        login: LoginKind::Bearer,
        login_name: String::new(),
        ..form("Acme live", &address, "")
    };
    let id = desk.workspaces.save_workspace(None, &form).unwrap().id;
    for short in ["k7Qz", "k7Qz!"] {
        let secret = SecretText::new(SecretString::from(short));
        desk.workspaces.save_secret(&id, "token", &secret).unwrap();
        let report = desk.doctor.examine_connection(&id, "doctor", |_| {}).await;
        let report = report.unwrap();
        let tries = report.steps.iter().flat_map(|step| &step.tries);
        let named = tries.filter(|tried| tried.request != report.steps[0].tries[0].request);
        let shown = named.filter_map(|tried| tried.reply.as_ref());
        let bodies: Vec<_> = shown.map(|reply| reply.body.as_str()).collect();
        assert!(bodies.len() > 1, "{report:?}");
        for body in bodies {
            assert!(body.contains("[hidden]"), "{body}");
            assert!(
                !body.contains("k7Qz!") && !body.contains("k7Qz%21"),
                "{body}"
            );
            assert!(short == "k7Qz!" || !body.contains("k7Qz"), "{body}");
        }
        // Facts and suggestions show values, so secrets must be hidden in them too.
        let facts = report.steps.iter().flat_map(|step| &step.facts);
        let changes = report.suggestions.iter().flat_map(|one| &one.changes);
        let told = format!(
            "{:?}",
            (facts.collect::<Vec<_>>(), changes.collect::<Vec<_>>())
        );
        assert!(told.contains("[hidden]"), "{told}");
        assert!(!told.contains(&format!("\\\"{short}\\\"")), "{told}");
    }
}
