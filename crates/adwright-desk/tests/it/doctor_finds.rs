//! Findings of the doctor at services with unusual replies, and how a person sees them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_desk::Desk;
use adwright_model::Kind;
use adwright_service::{ServiceOptions, Variant};
use adwright_testkit::{
    CannedRequest, TestApp, canned_service, http_response, start_untrusted_service,
};
use adwright_views::{
    DoctorReport, DoctorStepId, DoctorStepState, LoginKind, ReplyView, SettingChange, WorkspaceForm,
};
use expect_test::{Expect, expect};

use crate::doctor::{examined, step, summarize};
use crate::endless_lookups::at;
use crate::workspaces::{CANARY, form};

const JSON: &str = "application/json";

/// Checks the doctor's report about the service in this form.
async fn check(form: &WorkspaceForm, expected: &Expect) -> DoctorReport {
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, form).await;
    expected.assert_eq(&summarize(&report));
    assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
    report
}

/// Returns the replies of a step as they are shown.
fn replies(report: &DoctorReport, id: DoctorStepId) -> Vec<ReplyView> {
    let tries = step(report, id).tries.iter();
    tries.filter_map(|tried| tried.reply.clone()).collect()
}

#[tokio::test]
async fn untrusted_certificate_stops_before_anything_is_sent() {
    let form = form("Acme", &start_untrusted_service(), "someone");
    check(
        &form,
        &expect![[r#"
        Address: Fine
        Encryption: Failed
        Login: NotTried
        Campaigns: NotTried
        Campaign: NotTried
        Values: NotTried
        Ads: NotTried
    "#]],
    )
    .await;
}

#[tokio::test]
async fn token_at_another_place_of_reply_is_found() {
    let address = canned_service(|asked: &CannedRequest| {
        if asked.line.starts_with("POST /login") {
            let body = r#"{"result":{"user":"a","data":{"expires":1,"Access_Token":"tok-81"}}}"#;
            return http_response(200, JSON, body);
        }
        http_response(200, JSON, r#"{"result":[],"total":0}"#)
    });
    let report = check(
        &form("Acme", &address, "someone"),
        &expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Notable
        Campaigns: Notable
        Campaign: NotTried
        Values: Notable
        Ads: Notable
        => authentication.session.token=result.data.Access_Token
        => adsPath=/ads
    "#]],
    )
    .await;
    assert!(!format!("{report:?}").contains("tok-81"), "a token is told");
    let login = &replies(&report, DoctorStepId::Login)[0];
    expect!["Not shown, because it may contain a token, 68 bytes"].assert_eq(&login.about);
}

#[tokio::test]
async fn refused_login_reply_omits_typed_secrets() {
    let address = canned_service(|asked: &CannedRequest| {
        if asked.is_write() {
            let body = format!("<h1>Not today, {CANARY}</h1>");
            return http_response(403, "text/html", body);
        }
        http_response(401, JSON, "")
    });
    let report = check(
        &form("Acme", &address, "someone"),
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
    let login = &replies(&report, DoctorStepId::Login)[0];
    assert_eq!(login.status, Some(403));
    expect!["<h1>Not today, [hidden]</h1>"].assert_eq(&login.body);
}

#[tokio::test]
async fn password_refused_by_403_is_sent_once() {
    for (status, body) in [
        (403, String::new()),
        (
            500,
            r#"{"error":{"errors":[{"code":62004}]},"result":null}"#.to_owned(),
        ),
    ] {
        let shown = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&shown);
        let address = canned_service(move |asked: &CannedRequest| {
            let is_named = |line: &String| line.to_ascii_lowercase().starts_with("authorization:");
            count.fetch_add(
                usize::from(asked.head.iter().any(is_named)),
                Ordering::SeqCst,
            );
            http_response(status, JSON, &body)
        });
        let form = WorkspaceForm {
            login: LoginKind::Basic,
            ..form("Acme", &address, "someone")
        };
        let report = examined(&TestApp::first_start().await.desk, &form).await;
        let login = step(&report, DoctorStepId::Login);
        assert_eq!(login.state, DoctorStepState::Failed, "{}", login.message);
        assert_eq!(
            replies(&report, DoctorStepId::Login)[0].status,
            Some(status)
        );
        assert_eq!(shown.load(Ordering::SeqCst), 1, "{status}");
    }
}

#[tokio::test]
async fn wrong_password_does_not_suggest_basic_login() {
    let address = canned_service(|_| {
        let head = "HTTP/1.1 401 -\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0";
        format!("{head}\r\nConnection: close\r\n\r\n").into_bytes()
    });
    let form = form("Acme", &address, "someone");
    let report = examined(&TestApp::first_start().await.desk, &form).await;
    let login = step(&report, DoctorStepId::Login);
    assert_eq!(login.state, DoctorStepState::Failed);
    let reply = login.tries[0].reply.as_ref().unwrap();
    assert_eq!((login.tries.len(), reply.status), (1, Some(401)));
    assert!(report.suggestions.is_empty(), "{}", summarize(&report));
}

/// Returns the page sizes that the doctor suggests for a service with these campaign ids. The service claims a total
/// of 434, and returns at most `cap` rows of a page. If `counts_hidden`, a page also counts rows that it does not
/// show.
async fn page_sizes(ids: &'static [usize], cap: usize, counts_hidden: bool) -> Vec<String> {
    let address = canned_service(move |asked: &CannedRequest| {
        let (from, max) = (
            asked.query_number("from"),
            asked.query_number("max").min(cap),
        );
        let in_page = |(at, id): (usize, &usize)| {
            let place = if counts_hidden { *id } else { at };
            (from..from + max).contains(&place).then_some(*id)
        };
        let rows = ids.iter().enumerate().filter_map(in_page);
        let rows: Vec<_> = rows.map(|id| format!(r#"{{"id":{id}}}"#)).collect();
        let body = format!(r#"{{"result":[{}],"total":434}}"#, rows.join(","));
        http_response(200, JSON, body)
    });
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    };
    let report = examined(&TestApp::first_start().await.desk, &form).await;
    let changes = report.suggestions.iter().flat_map(|one| &one.changes);
    let sizes = changes.filter(|change| change.key == "pageSize");
    sizes.map(|change| change.value.clone()).collect()
}

#[tokio::test]
async fn smaller_pages_are_suggested_only_for_proven_caps() {
    assert_eq!(page_sizes(&[1, 2, 3, 4, 5], 2, false).await, ["2"]);
    assert!(page_sizes(&[1], 250, false).await.is_empty());
    // With pages of one row, a fetch would take years.
    assert!(page_sizes(&[1, 2, 3], 1, false).await.is_empty());
    // The pages count rows that this login cannot see, so the next page has only rows after the requested range.
    assert!(page_sizes(&[0, 250], 250, true).await.is_empty());
}

#[tokio::test]
async fn overstated_total_suggests_no_smaller_pages() {
    let options = ServiceOptions {
        password: Some(CANARY.to_owned()),
        variants: vec![Variant::LargeTotal],
        ..ServiceOptions::default()
    };
    let service = adwright_service::start(options).await.unwrap();
    let (login, _) = service.practice_login();
    let form = form("Acme", &service.base_url, &login);
    let report = examined(&TestApp::first_start().await.desk, &form).await;
    let changes = report.suggestions.iter().flat_map(|one| &one.changes);
    let keys: Vec<_> = changes.map(|change| &*change.key).collect();
    assert_eq!(keys, ["adsPath"], "{}", summarize(&report));
}

#[tokio::test]
async fn unclear_answer_does_not_count_as_accepted_login() {
    let address = canned_service(|_| http_response(404, "text/html", "<h1>Nothing here</h1>"));
    let form = WorkspaceForm {
        login: LoginKind::Basic,
        ..form("Acme", &address, "someone")
    };
    let report = examined(&TestApp::first_start().await.desk, &form).await;
    assert_eq!(
        step(&report, DoctorStepId::Login).state,
        DoctorStepState::Notable
    );
}

/// Starts a service with two campaigns in an unusual envelope. A missing campaign is a web page.
fn enveloped() -> String {
    canned_service(|asked: &CannedRequest| {
        let path = asked.line.split(' ').nth(1).unwrap();
        let campaign = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
        if let Some(id) = path.strip_prefix("/campaigns/") {
            return match id.parse() {
                Ok(id @ 1..=2) => {
                    let body = format!(r#"{{"page":{{"row":{}}}}}"#, campaign(id));
                    http_response(200, JSON, body)
                }
                _ => http_response(404, "text/html", "<h1>Nothing here</h1>"),
            };
        }
        let from = asked.query_number("from");
        let rows: Vec<_> = (1 + from..=2).map(campaign).collect();
        let body = format!(
            r#"{{"page":{{"rows":[{}],"totalRows":3}}}}"#,
            rows.join(",")
        );
        http_response(200, JSON, body)
    })
}

fn set(desk: &Desk, changes: &[(&str, &str)]) {
    let changes = changes.iter().map(|(key, value)| SettingChange {
        key: (*key).to_owned(),
        value: (*value).to_owned(),
        suggested: None,
    });
    let changes: Vec<_> = changes.collect();
    let id = desk.overview.workspace_view().unwrap().id;
    desk.settings.change_settings(&id, &changes).unwrap();
}

#[tokio::test]
async fn custom_envelope_is_found_and_used_once_accepted() {
    let address = enveloped();
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    };
    check(
        &form,
        &expect![[r#"
        Address: Fine
        Encryption: Fine
        Login: Fine
        Campaigns: Notable
        Campaign: Fine
        Values: Fine
        Ads: Fine
        => listAt=page.rows
        => singleAt=page.row
        => adsPath=/ads
        => totalAt=page.totalRows
    "#]],
    )
    .await;

    let (desk, _desktop) = at(&address).await;
    let unread = desk
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap_err();
    let failure = unread.failure();
    assert!(
        failure.message.contains("connection doctor"),
        "{}",
        failure.message
    );
    assert!(failure.reply.is_some());
    set(&desk, &[("listAt", "page.rows"), ("singleAt", "page.row")]);
    let desk = desk
        .switch(&desk.overview.workspace_view().unwrap().id)
        .await
        .unwrap();
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert_eq!((summary.fetched, summary.complete), (2, true));
    // Adwright sees that the service has more rows once a setting says where the total is.
    set(&desk, &[("totalAt", "page.totalRows"), ("notFound", "404")]);
    let desk = desk
        .switch(&desk.overview.workspace_view().unwrap().id)
        .await
        .unwrap();
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert_eq!((summary.fetched, summary.complete), (2, false));
    let (client, _) = desk.client_and_dialect();
    let one = client.get(Kind::Campaign, adwright_model::Id(2)).await;
    assert!(one.unwrap().unwrap().contains("N2"));
    let none = client.get(Kind::Campaign, adwright_model::Id(9)).await;
    assert_eq!(none, Ok(None));
}

/// Starts a service that lists values only with a trailing slash, and refuses requests that begin with `refused`.
fn slashed(refused: &'static str) -> WorkspaceForm {
    let address = canned_service(move |asked: &CannedRequest| {
        let is_refused = asked
            .line
            .starts_with("GET /tagManagers/retargetingDataValue?")
            || asked.line.starts_with("GET /rest/")
            || asked.line.starts_with(refused);
        if is_refused {
            return http_response(404, JSON, "");
        }
        http_response(200, JSON, r#"{"result":[],"total":0}"#)
    });
    WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    }
}

#[tokio::test]
async fn suggestion_for_one_list_never_breaks_campaigns() {
    let values = async |refused| {
        let report = examined(&TestApp::first_start().await.desk, &slashed(refused)).await;
        let values = step(&report, DoctorStepId::Values);
        let changes = report.suggestions.iter().flat_map(|one| &one.changes);
        let keys = changes.map(|change| change.key.clone());
        (values.state, keys.collect::<Vec<_>>())
    };
    let harmful = values("GET /campaigns/?").await;
    assert_eq!(
        harmful,
        (DoctorStepState::Failed, vec!["adsPath".to_owned()])
    );
    let (state, keys) = values("GET /none").await;
    assert_eq!(state, DoctorStepState::Notable);
    assert!(keys.contains(&"trailingSlash".to_owned()), "{keys:?}");
}

#[tokio::test]
async fn custom_code_place_works_once_accepted() {
    let address = canned_service(|asked: &CannedRequest| {
        if asked.line.starts_with("GET /campaigns") {
            let body = r#"{"problem":{"number":62004,"text":"Not for you."}}"#;
            return http_response(500, JSON, body);
        }
        http_response(200, JSON, r#"{"result":[],"total":0}"#)
    });
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    };
    let desktop = TestApp::first_start().await;
    let report = examined(&desktop.desk, &form).await;
    let suggested = report.suggestions.iter().flat_map(|one| &one.changes);
    let suggested: Vec<_> = suggested
        .map(|change| (&*change.key, &*change.value))
        .collect();
    let places = [
        ("errors.codeAt", "problem.number"),
        ("errors.messageAt", "problem.text"),
    ];
    assert_eq!(suggested[1..3], places);

    let (desk, _desktop) = at(&address).await;
    let told = async |desk: &Desk| {
        let failed = desk
            .fetches
            .fetch_campaigns("fetch", |_| {})
            .await
            .unwrap_err();
        failed.failure().message
    };
    let before = told(&desk).await;
    assert!(
        before.contains("failed without saying what it did"),
        "{before}"
    );
    set(&desk, &places);
    let desk = desk
        .switch(&desk.overview.workspace_view().unwrap().id)
        .await
        .unwrap();
    expect!["The service refused (status 500) 62004: This login lacks the privileges for the action. The service says: Not for you."]
    .assert_eq(&told(&desk).await);
}

#[tokio::test]
async fn activity_place_of_values_is_suggested() {
    let address = canned_service(|asked: &CannedRequest| {
        if asked.line.starts_with("GET /tagManagers") {
            let value = r#"{"type":"RetargetingDataValue","id":1,"a":{"b":{"c":{"retargetingActivityId":7}}},"tag":{"RetargetingData":[]}}"#;
            return http_response(200, JSON, format!(r#"{{"result":[{value}],"total":1}}"#));
        }
        http_response(200, JSON, r#"{"result":[],"total":0}"#)
    });
    let form = WorkspaceForm {
        login: LoginKind::None,
        ..form("Acme", &address, "")
    };
    let report = examined(&TestApp::first_start().await.desk, &form).await;
    let last = &report.suggestions.last().unwrap().changes[0];
    assert_eq!(
        (&*last.key, &*last.value),
        (
            "bindings.retargetingActivity",
            "a.b.c.retargetingActivityId"
        )
    );
}

/// Returns the report and the suggestions for the service in this form.
async fn suggested(form: &WorkspaceForm) -> (DoctorReport, Vec<(String, String)>) {
    let report = examined(&TestApp::first_start().await.desk, form).await;
    let changes = report.suggestions.iter().flat_map(|one| &one.changes);
    let changes = changes.map(|change| (change.key.clone(), change.value.clone()));
    let changes = changes.collect();
    (report, changes)
}

async fn of_variant(variant: Variant) -> (DoctorReport, Vec<(String, String)>) {
    let options = ServiceOptions {
        password: Some(CANARY.to_owned()),
        variants: vec![variant],
        ..ServiceOptions::default()
    };
    let service = adwright_service::start(options).await.unwrap();
    let (login, _) = service.practice_login();
    suggested(&form("Acme", &service.base_url, &login)).await
}

fn has(changes: &[(String, String)], key: &str, value: &str) -> bool {
    changes.contains(&(key.to_owned(), value.to_owned()))
}

#[tokio::test]
async fn a_bearer_session_is_one_setting() {
    let (report, changes) = of_variant(Variant::BearerSession).await;
    assert!(report.works, "{}", summarize(&report));
    let scheme = ("authentication.session.scheme", "bearer");
    assert!(has(&changes, scheme.0, scheme.1), "{}", summarize(&report));
    let keys = changes.iter().map(|(key, _)| key.as_str());
    assert!(!keys.collect::<Vec<_>>().contains(&"authentication"));
}

#[tokio::test]
async fn rows_in_a_wrapper_are_found() {
    let (report, changes) = of_variant(Variant::WrappedList).await;
    assert!(report.works, "{}", summarize(&report));
    for (key, value) in [("listAt", "data.rows"), ("totalAt", "data.total")] {
        assert!(has(&changes, key, value), "{key} {}", summarize(&report));
    }
    let keys = changes.iter().map(|(key, _)| key.as_str());
    assert!(!keys.collect::<Vec<_>>().contains(&"pageSize"));
}

#[tokio::test]
async fn a_session_that_meets_403_does_not_work() {
    let address = canned_service(|asked: &CannedRequest| {
        if asked.line.starts_with("POST") {
            http_response(200, JSON, r#"{"result":{"sessionId":"one"}}"#)
        } else {
            http_response(403, JSON, r#"{"message":"Ask Ann."}"#)
        }
    });
    let (report, _) = suggested(&form("Acme", &address, "someone")).await;
    let login = step(&report, DoctorStepId::Login);
    assert_ne!(login.state, DoctorStepState::Fine);
    assert!(login.message.contains("Ask Ann"), "{}", login.message);
    assert!(!report.works);
}

#[tokio::test]
async fn a_missing_header_is_what_the_doctor_advises() {
    let address = canned_service(|_: &CannedRequest| {
        http_response(
            401,
            JSON,
            r#"{"message":"The header X-Api-Key is missing."}"#,
        )
    });
    let (report, _) = suggested(&form("Acme", &address, "someone")).await;
    let advice = step(&report, DoctorStepId::Login).advice.clone().unwrap();
    assert!(
        advice.contains("X-Api-Key") && !advice.contains("password"),
        "{advice}"
    );
}
