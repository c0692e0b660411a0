//! The connection doctor at many variants of the practice service, and at an address without a service.

use std::net::TcpListener;

use adwright_desk::Desk;
use adwright_service::{RunningService, ServiceOptions, Variant};
use adwright_testkit::{TestApp, TestProxy, canned_service, http_response};
use adwright_views::{
    DoctorProgress, DoctorReport, DoctorStep, DoctorStepState, LoginKind, SecretText, WorkspaceForm,
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

/// Summarizes the steps and suggestions without ports and times.
pub(crate) fn told(report: &DoctorReport) -> String {
    let steps = report.steps.iter().map(|step| {
        let state = match step.state {
            DoctorStepState::Fine => "ok",
            DoctorStepState::Notable => "note",
            DoctorStepState::Failed => "FAILED",
            _ => "not tried",
        };
        format!("{}: {state}. {}\n", step.title, step.message)
    });
    let suggestions = report.suggestions.iter().map(|suggestion| {
        let changes = suggestion.changes.iter().map(|change| {
            let sample = change.sample.as_ref().map(|sample| format!(" ({sample})"));
            format!(
                "{}: {} -> {}{}",
                change.key,
                change.before,
                change.after,
                sample.unwrap_or_default()
            )
        });
        format!("=> {}\n", changes.collect::<Vec<_>>().join("; "))
    });
    steps.chain(suggestions).collect()
}

/// Returns one step of a report by its title.
pub(crate) fn step<'a>(report: &'a DoctorReport, title: &str) -> &'a DoctorStep {
    let mut steps = report.steps.iter();
    steps.find(|step| step.title == title).unwrap()
}

async fn check_with(
    service: &RunningService,
    change: impl Fn(&mut WorkspaceForm),
    expected: &Expect,
) {
    let door = TestProxy::in_front_of(service);
    let desktop = TestApp::first_start().await;
    let (login, _) = service.practice_login();
    let mut form = form("Acme live", &door.address, &login);
    change(&mut form);
    let report = examined(&desktop.desk, &form).await;
    expected.assert_eq(&told(&report));
    reads_only(&door);
    assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
}

async fn check(variants: &[Variant], expected: &Expect) {
    check_with(&service(variants).await, |_| {}, expected).await;
}

/// Asserts that only reads and logins reached the service.
fn reads_only(door: &TestProxy) {
    let lines = door.request_lines();
    let is_harmless = |line: &String| line.starts_with("GET ") || line.starts_with("POST /login");
    assert!(
        !lines.is_empty() && lines.iter().all(is_harmless),
        "{lines:?}"
    );
}

#[tokio::test]
async fn a_service_as_the_interface_has_it() {
    check(&[], &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: ok. The list works: 250 of 434 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields.
        List of retargeting values: ok. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => adsPath: none -> /ads
    "#]]).await;
}

#[tokio::test]
async fn one_that_differs_where_reading_is_automatic() {
    let variants = [
        Variant::ItemsEnvelope,
        Variant::BareSingle,
        Variant::NotFound404,
        Variant::ShortLists,
        Variant::TextIds,
        Variant::Gzip,
        Variant::HtmlErrors,
    ];
    check(&variants, &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: ok. The list works: 250 of 434 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields. The list has only 5 of them.
        List of retargeting values: ok. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => adsPath: none -> /ads
    "#]]).await;
    let variants = [
        Variant::BareList,
        Variant::SingleInList,
        Variant::FaultErrors,
        Variant::FaultOnExpiry,
        Variant::RateLimits,
        Variant::LenientLists,
    ];
    check(&variants, &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: ok. The list works: 250 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields.
        List of retargeting values: ok. The list works: 250 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 ads came.
        => adsPath: none -> /ads
    "#]]).await;
}

#[tokio::test]
async fn doctor_handles_slash_redirects_and_page_caps() {
    let variants = [
        Variant::SlashRedirects,
        Variant::PagingWindow,
        Variant::TopTotal,
    ];
    check(&variants, &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: ok. The list works: 250 of 434 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields.
        List of retargeting values: ok. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => adsPath: none -> /ads
        => trailingSlash: No -> Yes
    "#]]).await;
}

#[tokio::test]
async fn one_that_wants_another_login_than_was_chosen() {
    check(
        &[Variant::BasicLogin],
        &expect![[r#"
            Address: ok. The service answers, and wants to know who asks.
            Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
            Login: FAILED. The service does not accept the login: Log in first: POST /login/login gives the session for the Authorization header.
            List of campaigns: not tried. The service has to accept the login first.
            One campaign: not tried. The service has to accept the login first.
            List of retargeting values: not tried. The service has to accept the login first.
            List of ads: not tried. The service has to accept the login first.
            => authentication: A login for each session -> Name and password with every request
        "#]],
    )
    .await;
    check(
        &[Variant::BearerLogin, Variant::HtmlErrors],
        &expect![[r#"
            Address: ok. The service answers, and wants to know who asks.
            Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
            Login: FAILED. The service does not accept the login: it sent a web page with the title “Error”.
            List of campaigns: not tried. The service has to accept the login first.
            One campaign: not tried. The service has to accept the login first.
            List of retargeting values: not tried. The service has to accept the login first.
            List of ads: not tried. The service has to accept the login first.
            => authentication: A login for each session -> A token with every request
        "#]],
    )
    .await;
    check(
        &[Variant::HeaderLogin],
        &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: FAILED. The service does not accept the login: Log in first: POST /login/login gives the session for the Authorization header.
        List of campaigns: not tried. The service has to accept the login first.
        One campaign: not tried. The service has to accept the login first.
        List of retargeting values: not tried. The service has to accept the login first.
        List of ads: not tried. The service has to accept the login first.
    "#]],
    )
    .await;
}

#[tokio::test]
async fn one_that_takes_the_login_that_was_chosen() {
    let basic = service(&[Variant::BasicLogin]).await;
    check_with(&basic, |form| form.login = LoginKind::Basic, &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepts what goes with every request.
        List of campaigns: ok. The list works: 250 of 434 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields.
        List of retargeting values: ok. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => adsPath: none -> /ads
    "#]]).await;
    let session = service(&[]).await;
    check_with(
        &session,
        |form| form.login = LoginKind::None,
        &expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: FAILED. The service does not accept the login: Log in first: POST /login/login gives the session for the Authorization header.
        List of campaigns: not tried. The service has to accept the login first.
        One campaign: not tried. The service has to accept the login first.
        List of retargeting values: not tried. The service has to accept the login first.
        List of ads: not tried. The service has to accept the login first.
        => authentication: It does not ask -> A login for each session
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
        let door = TestProxy::in_front_of(&service);
        let desktop = TestApp::first_start().await;
        let mut form = form("Acme live", &door.address, "");
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
        assert!(report.works, "{}", told(&report));
        reads_only(&door);
        assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
    }
}

#[tokio::test]
async fn a_wrong_password_is_tried_once() {
    let (service, login) = elsewhere().await;
    let door = TestProxy::in_front_of(&service);
    let desktop = TestApp::first_start().await;
    let saved = desktop
        .workspaces
        .save_workspace(None, &form("Acme live", &door.address, &login))
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
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: FAILED. The service refused the login (status 401): The username or the password is wrong.
        List of campaigns: not tried. The service has to accept the login first.
        One campaign: not tried. The service has to accept the login first.
        List of retargeting values: not tried. The service has to accept the login first.
        List of ads: not tried. The service has to accept the login first.
    "#]]
    .assert_eq(&told(&report));
    let logins = door
        .request_lines()
        .into_iter()
        .filter(|line| line.starts_with("POST"));
    assert_eq!(logins.collect::<Vec<_>>(), ["POST /login/login"]);
}

#[tokio::test]
async fn refusing_service_is_asked_in_other_ways() {
    let (service, login) = elsewhere().await;
    let refusal = r#"{"error":{"errors":[{"code":9199,"message":"Not so."}]},"result":null}"#;
    let door = TestProxy::with_answers(&service, move |line| {
        let is_refused = line.contains("sort=")
            || line.contains("POST /login/login ")
            || line.starts_with("GET /tagManagers");
        let status = if line.contains("sort=") { 500 } else { 404 };
        is_refused.then(|| (status, refusal.to_owned()))
    });
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, &form("Acme live", &door.address, &login)).await;
    expect![[r#"
        Address: ok. The service answers (status 500).
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: note. The login is at another path than the settings say.
        List of campaigns: note. It does not work as it is set, but in another way. The list works: 250 of 434 campaigns came.
        One campaign: ok. The service gives campaign 1072226018, with 36 fields.
        List of retargeting values: note. It does not work as it is set, but in another way. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => authentication.session.path: login/login -> login/login/
        => listSort: id ASC -> no order
        => restPrefix: No -> Yes
        => adsPath: none -> /ads
    "#]].assert_eq(&told(&report));
    reads_only(&door);
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
    let door = TestProxy::with_answers(&service, move |line| {
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
    let report = examined(&desktop.desk, &form("Acme live", &door.address, &login)).await;
    expect![[r#"
        Address: ok. The service answers (status 200).
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: ok. The list works: 2 of 7 campaigns came.
        One campaign: FAILED. The reply is a web page, not JSON.
        List of retargeting values: ok. The list works: 250 of 275 retargeting values came.
        List of ads: ok. No path of ads is set, but there are ads at /ads. The list works: 42 of 42 ads came.
        => adsPath: none -> /ads
        => pageSize: 250 -> 2
        => bindings.traffickingMode: looked for -> a.b.c.traffickingMode ("simple")
    "#]].assert_eq(&told(&report));
    let page = step(&report, "One campaign");
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
        Address: ok. The service answers (status 200).
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. No login is set, and the service does not ask for one.
        List of campaigns: note. It does not work as it is set, but in another way. The list works; there are no campaigns in it, or none that you may see.
        One campaign: not tried. No campaign with an id came with the list.
        List of retargeting values: note. The list works; there are no retargeting values in it, or none that you may see.
        List of ads: note. No path of ads is set, but there are ads at /ads. The list works; there are no ads in it, or none that you may see.
        => pageSize: 250 -> 100
        => adsPath: none -> /ads
    "#]].assert_eq(&told(&report));
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
        Address: FAILED. The service cannot be reached: connection refused.
        Encryption: not tried. Nothing answers at this address.
        Login: not tried. Nothing answers at this address.
        List of campaigns: not tried. Nothing answers at this address.
        One campaign: not tried. Nothing answers at this address.
        List of retargeting values: not tried. Nothing answers at this address.
        List of ads: not tried. Nothing answers at this address.
    "#]]
    .assert_eq(&told(&report));
    let nowhere = form("Nowhere", "https://service.invalid", "me");
    let report = examined(&desktop.desk, &nowhere).await;
    assert_eq!(
        report.steps[0].state,
        DoctorStepState::Failed,
        "{}",
        told(&report)
    );
    // The service at this address does not speak TLS.
    let (service, login) = elsewhere().await;
    let address = service.base_url.replace("http:", "https:");
    let report = examined(&desktop.desk, &form("No TLS", &address, &login)).await;
    assert_eq!(
        report.steps[0].state,
        DoctorStepState::Failed,
        "{}",
        told(&report)
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
        told(&report)
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
            if step.state == DoctorStepState::Fine && step.title == "Login" {
                desk.stop("doctor");
            }
            steps.lock().unwrap().push(step);
        }
    });
    let report = report.await.unwrap();
    expect![[r#"
        Address: ok. The service answers, and wants to know who asks.
        Encryption: ok. The service is on this computer, so that nothing has to be encrypted.
        Login: ok. The service accepted the login and opened a session.
        List of campaigns: not tried. You stopped it here.
        One campaign: not tried. You stopped it before.
        List of retargeting values: not tried. You stopped it before.
        List of ads: not tried. You stopped it before.
    "#]]
    .assert_eq(&told(&report));
    assert!(!report.works);
    let told = steps.into_inner().unwrap();
    let running = told
        .iter()
        .filter(|step| step.state == DoctorStepState::Running);
    let running: Vec<_> = running.map(|step| step.title.as_str()).collect();
    assert_eq!(
        running,
        ["Address", "Encryption", "Login", "List of campaigns"]
    );
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
