//! Workspaces of real services. A second service runs elsewhere with its own password.

use adwright_desk::{
    Desk, Error, FormError, Paths, SecretStore, UnusableReason, WorkspaceError, home,
};
use adwright_service::{RunningService, ServiceOptions};
use adwright_store::{SendLock, SendLockHolder};
use adwright_testkit::{PracticeClient, TestApp};
use adwright_views::{
    Colour, FailureCode, LoginKind, RecoveryAction, SavedWorkspace, SecretStorage, SecretText,
    SecretsState, WorkspaceForm, WorkspaceFormField,
};
use adwright_wire::HeaderError;
use secrecy::SecretString;

use crate::{SPRING, campaign, drafts, fetched, live, query, typed};

/// The password, which only the keyring and the service may have.
pub(crate) const CANARY: &str = "canary-7f3a-opensesame";

/// Starts another service. Returns it with its login name.
pub(crate) async fn elsewhere() -> (RunningService, String) {
    let options = ServiceOptions {
        password: Some(CANARY.to_owned()),
        ..ServiceOptions::default()
    };
    let service = adwright_service::start(options).await.unwrap();
    let (login, _) = service.practice_login();
    (service, login)
}

/// Returns a form as a person fills it in for that service.
pub(crate) fn form(name: &str, address: &str, login: &str) -> WorkspaceForm {
    WorkspaceForm {
        name: name.to_owned(),
        colour: Colour::Red,
        address: address.to_owned(),
        plain_http: false,
        plain_headers: String::new(),
        login: LoginKind::Session,
        login_name: login.to_owned(),
        headers: String::new(),
        read_only: false,
        production: false,
        confirm_above: "10".to_owned(),
    }
}

/// Creates a workspace and enters its password.
pub(crate) fn make(desk: &Desk, form: &WorkspaceForm) -> SavedWorkspace {
    let saved = desk.workspaces.save_workspace(None, form).unwrap();
    enter_password(desk, &saved.id);
    saved
}

fn enter_password(desk: &Desk, id: &str) {
    let secret = SecretText::new(SecretString::from(CANARY));
    desk.workspaces
        .save_secret(id, "password", &secret)
        .unwrap();
}

/// A home with an open workspace of a real service and its campaigns.
pub(crate) struct Real {
    pub(crate) desk: Desk,
    pub(crate) id: String,
    pub(crate) service: RunningService,
    /// The home with Practice, which was open before.
    pub(crate) desktop: TestApp,
}

pub(crate) async fn real() -> Real {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme live", &service.base_url, &login)).id;
    let desk = desktop.switch(&id).await.unwrap();
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert!(summary.complete, "{}", summary.message);
    Real {
        desk,
        id,
        service,
        desktop,
    }
}

impl Real {
    /// Changes a campaign. Returns its draft's id.
    pub(crate) fn change(&self, search: &str, name: &str) -> String {
        let rows = self.desk.lists.campaigns(&query(search)).unwrap().rows;
        let detail = self
            .desk
            .drafts
            .edit_draft(&campaign(&rows[0].id), &typed("name", name));
        detail.unwrap().draft.unwrap().id
    }

    pub(crate) fn request(&self, typed_name: &str) -> adwright_views::SendRequest {
        let review = self.desk.outbox.review().unwrap();
        let drafts = review
            .rows
            .into_iter()
            .map(|row| adwright_views::ReviewedDraft {
                draft: row.draft,
                revision: row.revision,
            });
        adwright_views::SendRequest {
            operation: "send".to_owned(),
            drafts: drafts.collect(),
            overrides: Vec::new(),
            typed_name: typed_name.to_owned(),
        }
    }

    /// Returns the name of a secret of the service in the keyring.
    pub(crate) fn secret(&self, slot: &str) -> String {
        let server = self.service.base_url.trim_end_matches('/');
        format!("workspace/{}/{server}/{slot}", self.id)
    }

    fn configure(&self, change: impl Fn(&mut WorkspaceForm)) -> SavedWorkspace {
        let mut form = self
            .desk
            .workspaces
            .workspace_form(Some(&self.id))
            .unwrap()
            .form;
        change(&mut form);
        self.desk
            .workspaces
            .save_workspace(Some(&self.id), &form)
            .unwrap()
    }
}

/// Returns the state of the open workspace's secrets.
pub(crate) fn standing(desk: &Desk) -> (SecretsState, String) {
    let secrets = desk.overview.workspace_view().unwrap().secrets.unwrap();
    (secrets.state, secrets.message)
}

#[tokio::test]
async fn real_workspace_has_own_data_and_service() {
    let real = real().await;
    let shown = real.desk.overview.workspace_view().unwrap();
    assert_eq!((shown.name.as_str(), shown.practice), ("Acme live", false));
    assert_eq!(shown.colour, Colour::Red);
    assert_eq!(
        shown.location,
        real.service.base_url.trim_start_matches("http://")
    );
    assert!(shown.counts.campaigns > 0 && !shown.welcome.open);
    let practice = real.desktop.overview.workspace_view().unwrap();
    assert_eq!(
        practice.counts.campaigns, 0,
        "nothing was fetched into Practice"
    );

    real.change(SPRING, "Sent to Acme");
    let summary = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    assert_eq!(summary.confirmed, 1, "{}", summary.message);
    assert_eq!(
        PracticeClient::new(&real.service)
            .count_named("Sent to Acme")
            .await,
        1
    );
    assert_eq!(real.desktop.practice.count_named("Sent to Acme").await, 0);
    let receipt = real.desk.outbox.sent_items().unwrap().remove(0);
    let receipt = real.desk.outbox.receipt(&receipt.item).unwrap();
    assert!(receipt.row.title.contains("Sent to Acme"));
}

#[tokio::test]
async fn practice_facts_do_not_apply_to_services() {
    let practice = fetched().await;
    let real = real().await;
    let id = real
        .desk
        .lists
        .campaigns(&query(SPRING))
        .unwrap()
        .rows
        .remove(0)
        .id;
    let change = typed("traffickingMode", "simple");
    let known = practice
        .desk
        .drafts
        .edit_draft(&campaign(&id), &change)
        .unwrap();
    let has_62000 = |findings: &[adwright_views::FindingView]| {
        findings.iter().any(|finding| {
            finding.message.contains("62000") && finding.severity == adwright_views::Severity::Error
        })
    };
    assert!(
        has_62000(&known.findings),
        "Practice's admin knows of the placements"
    );
    let unknown = real
        .desk
        .drafts
        .edit_draft(&campaign(&id), &change)
        .unwrap();
    assert!(!has_62000(&unknown.findings), "{:?}", unknown.findings);

    let fields = |detail: &adwright_views::Detail| {
        let fields = detail.groups.iter().flat_map(|group| &group.fields);
        fields.filter(|field| field.label == "Notes").count()
    };
    assert_eq!(
        (fields(&known), fields(&unknown)),
        (1, 0),
        "a field of Practice's own"
    );
}

#[tokio::test]
async fn next_start_opens_the_last_workspace() {
    let real = real().await;
    real.change(SPRING, "Kept");
    let Real {
        desk,
        desktop,
        service,
        ..
    } = real;
    drop(desk);
    let secrets = std::sync::Arc::clone(&desktop.secrets);
    let home = desktop.close().await;
    let next = TestApp::open_with(home.path(), secrets).await.unwrap();
    let shown = next.overview.workspace_view().unwrap();
    assert_eq!((shown.name.as_str(), shown.counts.drafts), ("Acme live", 1));
    assert_eq!(standing(&next).0, SecretsState::Unread);
    assert!(next.overview.check_connection().await.is_ok());
    assert_eq!(standing(&next).0, SecretsState::Found);
    assert!(
        !home.path().join("practice.db-shm").exists(),
        "Practice was not started"
    );
    drop((next, service));
}

#[tokio::test]
async fn workspace_without_password_opens_and_reports_it() {
    let real = real().await;
    for slot in ["password", "session"] {
        real.desktop.secrets.delete(&real.secret(slot)).unwrap();
    }
    let anew = real.desk.switch(&real.id).await.unwrap();
    assert_eq!(standing(&anew).0, SecretsState::Unread);
    let failure = anew
        .overview
        .check_connection()
        .await
        .unwrap_err()
        .failure();
    assert_eq!(failure.code, FailureCode::Unauthorized);
    let (state, message) = standing(&anew);
    assert_eq!(state, SecretsState::Missing);
    assert!(message.contains("Enter it"), "{message}");
    let shown = anew.overview.workspace_view().unwrap();
    assert!(shown.counts.campaigns > 0, "what was got is there");
    enter_password(&anew, &real.id);
    let anew = anew.switch(&real.id).await.unwrap();
    assert!(anew.overview.check_connection().await.is_ok());
}

#[tokio::test]
async fn unreadable_settings_never_become_practice_settings() {
    let real = real().await;
    let Real {
        desk,
        desktop,
        id,
        service,
    } = real;
    drop(desk);
    let secrets = std::sync::Arc::clone(&desktop.secrets);
    let home = desktop.close().await;
    let paths = Paths::in_home(home.path());
    let raw = rusqlite::Connection::open(paths.store()).unwrap();
    let damage = "UPDATE workspace SET dialect = '{\"authentication\":\"magic\"}' WHERE id = ?1";
    raw.execute(damage, [&id]).unwrap();
    drop(raw);
    let error = TestApp::open_with(home.path(), std::sync::Arc::clone(&secrets))
        .await
        .err()
        .unwrap();
    let trouble = home::home_failure(&error, Some(&paths));
    assert!(
        matches!(
            &error,
            Error::Workspace(WorkspaceError::Unusable { name, reason: UnusableReason::DamagedSettings })
                if name == "Acme live"
        ),
        "{error:?}"
    );
    assert_eq!(trouble.ways_out[0].remedy, RecoveryAction::OpenPractice);
    home::apply_remedy(&paths, &trouble.ways_out[0].remedy).unwrap();
    let practice = TestApp::open_with(home.path(), secrets).await.unwrap();
    assert!(practice.overview.workspace_view().unwrap().practice);
    assert_eq!(
        practice.workspaces.workspaces().unwrap().len(),
        2,
        "the other one is still there"
    );
    drop(service);
}

#[tokio::test]
async fn nothing_is_sent_from_a_read_only_workspace() {
    let real = real().await;
    real.change(SPRING, "Not to be sent");
    assert!(real.desk.overview.set_read_only(true).unwrap().read_only);
    let guard = real.desk.outbox.review().unwrap().guard;
    assert!(guard.read_only.is_some());
    let error = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::ReadOnly(name) if name == "Acme live"),
        "{error:?}"
    );
    assert_eq!(error.failure().code, FailureCode::Conflict);
    assert_eq!(
        PracticeClient::new(&real.service)
            .count_named("Not to be sent")
            .await,
        0
    );
    assert_eq!(live(&real.desk).len(), 1, "it is still a draft");
    real.desk.overview.set_read_only(false).unwrap();
    assert_eq!(
        real.desk
            .outbox
            .send(&real.request(""), |_| {})
            .await
            .unwrap()
            .confirmed,
        1
    );
}

#[tokio::test]
async fn large_production_send_needs_the_name() {
    let real = real().await;
    real.configure(|form| {
        form.production = true;
        form.confirm_above = "1".to_owned();
    });
    real.change(SPRING, "Larkspur one");
    real.change("Brand film, EMEA", "Two");
    let guard = real.desk.outbox.review().unwrap().guard;
    assert_eq!((guard.name.as_deref(), guard.above), (Some("Acme live"), 1));
    for wrong in ["", "acme live", "Practice"] {
        let error = real
            .desk
            .outbox
            .send(&real.request(wrong), |_| {})
            .await
            .unwrap_err();
        assert_eq!(error.failure().code, FailureCode::Invalid, "{wrong}");
    }
    assert_eq!(live(&real.desk).len(), 2);
    let summary = real
        .desk
        .outbox
        .send(&real.request(" Acme live "), |_| {})
        .await
        .unwrap();
    assert_eq!(summary.confirmed, 2, "{}", summary.message);
    real.change("Larkspur one", "Small");
    let small = real
        .desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    assert_eq!(small.confirmed, 1, "as many as are allowed without asking");
}

#[tokio::test]
async fn other_server_gets_no_secret() {
    let real = real().await;
    let kept = || {
        real.desk
            .workspaces
            .test_secret_storage(Some(&real.id))
            .unwrap()
            .stored_slots
    };
    assert_eq!(kept(), ["password"]);
    let renamed = real.configure(|form| form.name = "Acme, renamed".to_owned());
    assert!(
        !renamed.reopen && kept() == ["password"],
        "a name changes no connection"
    );
    let mut form = real
        .desk
        .workspaces
        .workspace_form(Some(&real.id))
        .unwrap()
        .form;
    form.address = "http://127.0.0.1:9".to_owned();
    let judgement = real
        .desk
        .workspaces
        .validate_workspace(Some(&real.id), &form)
        .unwrap();
    assert!(judgement.note.is_some());
    let saved = real
        .desk
        .workspaces
        .save_workspace(Some(&real.id), &form)
        .unwrap();
    assert!(saved.reopen);
    assert!(kept().is_empty());
    for slot in ["password", "session"] {
        let kept = real.desktop.secrets.get(&real.secret(slot)).unwrap();
        assert!(kept.is_none(), "{slot} of the server before");
    }
}

#[tokio::test]
async fn workspace_cannot_be_left_during_a_send() {
    let real = real().await;
    let holder = SendLockHolder {
        person: "Mara".to_owned(),
        pid: std::process::id(),
        since: 0,
    };
    let lock = SendLock::acquire(real.desktop.home(), &real.id, &holder).unwrap();
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    let failure = real.desk.switch(&practice).await.err().unwrap().failure();
    assert!(
        failure.message.contains("A send is running"),
        "{}",
        failure.message
    );
    drop(lock);
    assert!(
        real.desk
            .switch(&practice)
            .await
            .unwrap()
            .overview
            .workspace_view()
            .unwrap()
            .practice
    );
}

#[tokio::test]
async fn duplicate_has_the_service_but_no_data() {
    let real = real().await;
    real.change(SPRING, "Draft of the first");
    let copy = real.desk.workspaces.duplicate_workspace(&real.id).unwrap();
    assert_eq!(copy.name, "Acme live copy");
    assert_eq!(
        real.desk
            .workspaces
            .duplicate_workspace(&real.id)
            .unwrap()
            .name,
        "Acme live copy 2"
    );
    assert!(
        real.desk
            .workspaces
            .test_secret_storage(Some(&copy.id))
            .unwrap()
            .stored_slots
            .is_empty(),
        "no secret is copied"
    );
    let desk = real.desk.switch(&copy.id).await.unwrap();
    assert_eq!(
        desk.drafts
            .draft_window(&drafts(adwright_views::DraftFilter::All))
            .unwrap()
            .rows
            .len(),
        0
    );
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    assert!(real.desk.workspaces.duplicate_workspace(&practice).is_err());
}

/// Returns the fields with a problem.
fn invalid_fields(desk: &Desk, form: &WorkspaceForm) -> Vec<WorkspaceFormField> {
    let judgement = desk.workspaces.validate_workspace(None, form).unwrap();
    let problems = judgement.problems.into_iter();
    problems.map(|problem| problem.field).collect()
}

/// Returns the error with which a form is refused.
fn form_error(desk: &Desk, form: &WorkspaceForm) -> FormError {
    let error = desk.workspaces.save_workspace(None, form).unwrap_err();
    assert_eq!(error.failure().code, FailureCode::Invalid);
    match error {
        Error::Workspace(WorkspaceError::Form(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn workspace_name_has_no_invisible_characters() {
    let desk = TestApp::first_start().await.desk;
    let named = |name: &str| form(name, "https://ads.acme.example/api/", "mara");
    for unseen in [
        '\n', '\r', '\t', '\u{1b}', '\u{85}', '\u{ad}', '\u{200b}', '\u{200d}', '\u{202e}',
        '\u{2028}', '\u{2066}', '\u{feff}',
    ] {
        let form = named(&format!("Ac{unseen}me"));
        assert_eq!(invalid_fields(&desk, &form), [WorkspaceFormField::Name]);
        assert_eq!(form_error(&desk, &form), FormError::InvisibleInName);
    }
    for seen in ["Acme – Österreich", "アクメ", "عربي", "Acme 🚀\u{fe0f}"] {
        assert_eq!(invalid_fields(&desk, &named(seen)), [], "{seen}");
        desk.workspaces.save_workspace(None, &named(seen)).unwrap();
    }
}

#[tokio::test]
async fn form_names_headers_that_cannot_be_plain() {
    let desk = TestApp::first_start().await.desk;
    let plain = |headers: &str| WorkspaceForm {
        plain_headers: headers.to_owned(),
        headers: "X-Who".to_owned(),
        ..form("Acme live", "https://ads.acme.example/api/", "mara")
    };
    for (headers, error) in [
        ("X-Account-Id", HeaderError::Malformed),
        ("cookie: a=1", HeaderError::Secret("cookie".to_owned())),
        ("Host: elsewhere", HeaderError::Reserved("Host".to_owned())),
        (
            "X-Auth-Key: 1",
            HeaderError::Secret("X-Auth-Key".to_owned()),
        ),
        ("x-who: 1", HeaderError::PlainAndSecret("X-Who".to_owned())),
    ] {
        let form = plain(headers);
        assert_eq!(
            invalid_fields(&desk, &form),
            [WorkspaceFormField::PlainHeaders]
        );
        assert_eq!(form_error(&desk, &form), FormError::Header(error));
    }
    assert_eq!(invalid_fields(&desk, &plain("X-Account-Id: 1021")), []);
}

#[tokio::test]
async fn invalid_form_names_each_problem() {
    use WorkspaceFormField::{Address, ConfirmAbove, LoginName, Name, PlainHttp};

    let desk = TestApp::first_start().await.desk;
    let good = form("Acme live", "https://ads.acme.example/api/", "mara");
    assert_eq!(invalid_fields(&desk, &good), []);
    let empty = WorkspaceForm {
        confirm_above: "many".to_owned(),
        ..form(" ", "ads.acme.example", "")
    };
    assert_eq!(
        invalid_fields(&desk, &empty),
        [Name, Address, LoginName, ConfirmAbove]
    );
    assert_eq!(form_error(&desk, &empty), FormError::NoName);
    let taken = form(
        "practice",
        "https://mara:opensesame@ads.acme.example",
        "mara",
    );
    assert_eq!(invalid_fields(&desk, &taken), [Name, Address]);
    let unnamed = WorkspaceForm {
        name: "Acme".to_owned(),
        ..taken.clone()
    };
    assert_eq!(form_error(&desk, &unnamed), FormError::LoginInAddress);
    assert_eq!(
        form_error(&desk, &taken),
        FormError::NameTaken("practice".to_owned())
    );
    let judged = |form: &WorkspaceForm| desk.workspaces.validate_workspace(None, form).unwrap();
    let mut open = form("Acme", "http://ads.acme.example", "mara");
    assert_eq!(invalid_fields(&desk, &open), [PlainHttp]);
    assert!(judged(&open).plain_http.is_some());
    open.plain_http = true;
    assert!(judged(&open).problems.is_empty());
    let here = judged(&form("Here", "http://127.0.0.1:8080", "mara"));
    assert_eq!((here.problems, here.plain_http), (Vec::new(), None));
    assert_eq!(here.slots.len(), 1);
}

#[tokio::test]
async fn each_login_kind_requires_its_own_secrets() {
    let desk = TestApp::first_start().await.desk;
    let form = |login, headers: &str| WorkspaceForm {
        login,
        headers: headers.to_owned(),
        ..form("Acme", "https://ads.acme.example", "mara")
    };
    for (login, headers, expected) in [
        (LoginKind::None, "", &[][..]),
        (LoginKind::Basic, "", &["password"]),
        (LoginKind::Bearer, "", &["token"]),
        (
            LoginKind::Headers,
            "X-User, X-Key x-key",
            &["header/x-user", "header/x-key"],
        ),
        (
            LoginKind::Session,
            "X-Api-Key",
            &["password", "header/x-api-key"],
        ),
    ] {
        let judged = desk
            .workspaces
            .validate_workspace(None, &form(login, headers))
            .unwrap();
        assert!(judged.problems.is_empty(), "{judged:?}");
        let slots: Vec<_> = judged.slots.iter().map(|slot| &*slot.slot).collect();
        assert_eq!(slots, expected);
    }
    assert_eq!(
        form_error(&desk, &form(LoginKind::Headers, " ")),
        FormError::NoHeader
    );
    for login in [LoginKind::Headers, LoginKind::Session] {
        assert_eq!(
            form_error(&desk, &form(login, "X-Key, Host")),
            FormError::Header(HeaderError::Reserved("Host".to_owned()))
        );
    }
    assert!(matches!(
        form_error(&desk, &form(LoginKind::Session, "X-Key:opensesame")),
        FormError::NotAHeaderName(_)
    ));
}

#[tokio::test]
async fn unused_secret_is_forgotten_and_others_stay() {
    let real = real().await;
    let kept = |slot: &str| {
        real.desktop
            .secrets
            .get(&real.secret(slot))
            .unwrap()
            .is_some()
    };
    let with_key = real.configure(|form| form.headers = "X-Api-Key".to_owned());
    assert!(with_key.reopen && kept("password"));
    let secret = SecretText::new(SecretString::from(CANARY));
    real.desk
        .workspaces
        .save_secret(&real.id, "header/x-api-key", &secret)
        .unwrap();
    assert!(
        real.desk
            .workspaces
            .save_secret(&real.id, "token", &secret)
            .is_err(),
        "it has no such secret"
    );
    real.configure(|form| form.headers = String::new());
    assert!(kept("password") && !kept("header/x-api-key"));
    real.configure(|form| form.login = LoginKind::Bearer);
    assert!(!kept("password") && !kept("session"));
}

#[tokio::test]
async fn practice_form_cannot_change_its_service() {
    let desk = fetched().await.desk;
    let id = desk.overview.workspace_view().unwrap().id;
    let edit = desk.workspaces.workspace_form(Some(&id)).unwrap();
    assert!(edit.practice);
    let form = WorkspaceForm {
        name: "Training".to_owned(),
        ..form("", "http://ads.example", "mara")
    };
    let saved = desk.workspaces.save_workspace(Some(&id), &form).unwrap();
    assert!(!saved.reopen);
    let shown = desk.overview.workspace_view().unwrap();
    assert_eq!(
        (shown.name.as_str(), shown.location.as_str()),
        ("Training", "on this computer")
    );
    assert!(desk.overview.check_connection().await.is_ok());
}

#[tokio::test]
async fn probe_reports_the_secret_storage() {
    let desk = TestApp::first_start().await.desk;
    let state = desk.workspaces.test_secret_storage(None).unwrap();
    assert!(state.works && state.details.is_none());
    assert_eq!(
        state.storage,
        SecretStorage::Memory,
        "a test has no keyring"
    );
}
