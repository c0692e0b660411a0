//! Secrets when addresses change, workspaces are removed, or the keyring fails.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adwright_desk::{Desk, Error, FormError, WorkspaceError};
use adwright_service::RunningService;
use adwright_testkit::{TestApp, TestKeyring, canned_service, http_response as replied};
use adwright_views::{
    FailureCode, RemovalMode, SecretRequest, SecretText, SecretsState, WorkspaceForm,
};
use adwright_wire::{RequestFailure, SecretName};
use secrecy::SecretString;
use tempfile::TempDir;

use crate::settings::{row, to};
use crate::workspaces::{CANARY, elsewhere, form, standing};
use crate::{SPRING, campaign, query, typed};

/// A home with an open workspace of a real service. Its password is in a keyring that can be locked.
pub(crate) struct LockedHome {
    pub(crate) desk: Desk,
    pub(crate) id: String,
    pub(crate) service: RunningService,
    pub(crate) login: String,
    pub(crate) keyring: Arc<TestKeyring>,
    pub(crate) home: TempDir,
}

pub(crate) async fn kept() -> LockedHome {
    let (service, login) = elsewhere().await;
    let home = TestApp::first_start().await.close().await;
    let keyring = Arc::new(TestKeyring::default());
    let practice = open(&home, &keyring).await;
    let saved = practice
        .workspaces
        .save_workspace(None, &form("Acme live", &service.base_url, &login));
    let id = saved.unwrap().id;
    enter(&practice, &id);
    let desk = practice.switch(&id).await.unwrap();
    let summary = desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    assert!(summary.complete, "{}", summary.message);
    LockedHome {
        desk,
        id,
        service,
        login,
        keyring,
        home,
    }
}

pub(crate) async fn open(home: &TempDir, keyring: &Arc<TestKeyring>) -> Desk {
    TestApp::open_with(home.path(), Arc::clone(keyring))
        .await
        .unwrap()
}

pub(crate) fn given() -> BTreeMap<SecretName, SecretString> {
    BTreeMap::from([(SecretName::Password, SecretString::from(CANARY))])
}

pub(crate) fn enter(desk: &Desk, id: &str) {
    let secret = SecretText::new(SecretString::from(CANARY));
    desk.workspaces
        .save_secret(id, "password", &secret)
        .unwrap();
}

impl LockedHome {
    pub(crate) fn move_to(&self, address: &str) -> adwright_views::SavedWorkspace {
        let form = form("Acme live", address, &self.login);
        self.desk
            .workspaces
            .save_workspace(Some(&self.id), &form)
            .unwrap()
    }

    /// Unlocks the keyring and uses it, so that the secrets that wait for deletion are deleted.
    fn unlock(&self) {
        self.keyring.unlock();
        let test = self.desk.workspaces.test_secret_storage(None).unwrap();
        assert!(test.works);
    }

    async fn leave(&mut self) {
        let practice = self.desk.workspaces.workspaces().unwrap().remove(0).id;
        self.desk = self.desk.switch(&practice).await.unwrap();
    }
}

#[tokio::test]
async fn locked_keyring_reveals_no_secret_to_other_server() {
    let mut kept = kept().await;
    let (other, _) = elsewhere().await;
    kept.keyring.lock();
    let saved = kept.move_to(&other.base_url);
    assert!(saved.note.is_some());
    assert_eq!(kept.keyring.names().len(), 2, "it could not let go");

    kept.desk = kept.desk.switch(&kept.id).await.unwrap();
    let error = kept.desk.overview.check_connection().await.unwrap_err();
    assert!(
        matches!(&error, Error::Client(error) if matches!(error.failure, RequestFailure::NoCredentials(_))),
        "{error:?}"
    );
    assert_eq!(error.failure().code, FailureCode::Unauthorized);
    assert_eq!(standing(&kept.desk).0, SecretsState::Failed);

    kept.keyring.unlock();
    let error = kept.desk.overview.check_connection().await.unwrap_err();
    assert!(
        matches!(&error, Error::Client(error) if matches!(error.failure, RequestFailure::NoSecret(_))),
        "{error:?}"
    );
    assert_eq!(standing(&kept.desk).0, SecretsState::Missing);
    assert!(
        kept.keyring.names().is_empty(),
        "taken out with its next use"
    );
}

#[tokio::test]
async fn forgotten_secret_stays_forgotten_on_first_server() {
    let mut kept = kept().await;
    let first = kept.service.base_url.clone();
    kept.keyring.lock();
    kept.move_to("http://127.0.0.1:9");
    kept.move_to(&first);
    kept.keyring.unlock();
    kept.desk = kept.desk.switch(&kept.id).await.unwrap();
    assert!(kept.desk.overview.check_connection().await.is_err());
    assert_eq!(standing(&kept.desk).0, SecretsState::Missing);
    enter(&kept.desk, &kept.id);
    kept.desk = kept.desk.switch(&kept.id).await.unwrap();
    assert!(
        kept.desk.overview.check_connection().await.is_ok(),
        "entered anew, it holds"
    );
}

#[tokio::test]
async fn unchanged_workspace_keeps_its_secrets() {
    let kept = kept().await;
    let now = || {
        let settings = kept.desk.settings.connection_settings(&kept.id).unwrap();
        let form = kept
            .desk
            .workspaces
            .workspace_form(Some(&kept.id))
            .unwrap()
            .form;
        let secrets = (kept.keyring.names(), to_delete(&kept.home));
        (settings, form, secrets)
    };
    let before = now();
    let set = |changes: &[(&str, &str)], form: &WorkspaceForm| {
        let set = kept
            .desk
            .workspaces
            .change_workspace(&kept.id, &to(changes), form);
        set.map_err(|error| match error {
            Error::Workspace(WorkspaceError::Form(error)) => error,
            other => panic!("{other}"),
        })
    };
    assert_eq!(before.2.0.len(), 2, "the password and a session");
    let named = |name: &str| WorkspaceForm {
        name: name.to_owned(),
        ..before.1.clone()
    };
    let many = WorkspaceForm {
        confirm_above: "ten".to_owned(),
        ..before.1.clone()
    };
    for (form, why) in [
        (
            named("Practice"),
            FormError::NameTaken("Practice".to_owned()),
        ),
        (many, FormError::NotANumber),
    ] {
        let refused = set(&[("authentication", "bearer")], &form);
        assert_eq!(refused.unwrap_err(), why);
        assert_eq!(now(), before);
    }
    // A change that does not affect the login ends no session.
    set(&[("pageSize", "100")], &named("Acme")).unwrap();
    assert_eq!(now().1.name, "Acme");
    assert_eq!(now().2, before.2);
    set(&[("authentication", "bearer")], &named("Both")).unwrap();
    assert_eq!(
        (now().1.name.as_str(), now().2),
        ("Both", (Vec::new(), Vec::new()))
    );
}

#[tokio::test]
async fn failed_removal_leaves_the_secrets() {
    let mut kept = kept().await;
    kept.leave().await;
    let raw = rusqlite::Connection::open(kept.home.path().join("adwright.db")).unwrap();
    let broken =
        "CREATE TRIGGER broken BEFORE DELETE ON workspace BEGIN SELECT RAISE(ABORT, 'no'); END";
    raw.execute_batch(broken).unwrap();
    let names = kept.keyring.names();
    assert_eq!(names.len(), 2, "{names:?}");
    let failed = kept
        .desk
        .workspaces
        .remove_workspace(&kept.id, RemovalMode::WithoutExport);
    assert!(failed.is_err());
    assert_eq!(kept.keyring.names(), names);
    raw.execute_batch("DROP TRIGGER broken").unwrap();
    let open = kept.desk.switch(&kept.id).await.unwrap();
    assert!(open.overview.check_connection().await.is_ok());
}

#[tokio::test]
async fn locked_secrets_of_removed_workspace_are_removed_later() {
    let mut kept = kept().await;
    kept.leave().await;
    kept.keyring.lock();
    let removed = kept
        .desk
        .workspaces
        .remove_workspace(&kept.id, RemovalMode::WithoutExport)
        .unwrap();
    let note = removed.note.unwrap();
    assert!(
        note.contains("next use") && note.contains("locked"),
        "{note}"
    );
    assert_eq!(kept.keyring.names().len(), 2);

    kept.keyring.unlock();
    let next = open(&kept.home, &kept.keyring).await;
    assert!(next.workspaces.test_secret_storage(None).unwrap().works);
    assert!(kept.keyring.names().is_empty());
}

#[tokio::test]
async fn waiting_keyring_delays_only_requests() {
    let kept = kept().await;
    let LockedHome {
        desk,
        keyring,
        home,
        service,
        ..
    } = kept;
    drop(desk);
    keyring.lock_and_wait();
    let asked = keyring.call_count();
    let desk = Arc::new(open(&home, &keyring).await);
    assert_eq!(keyring.call_count(), asked, "nothing is asked to open it");
    assert_eq!(standing(&desk).0, SecretsState::Unread);
    assert!(desk.overview.workspace_view().unwrap().counts.campaigns > 0);

    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    desk.service
        .on_connection_change(move || told.send(()).unwrap_or_default());
    let fetching = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.fetches.fetch_campaigns("fetch", |_| {}).await }
    });
    heard.recv().await.unwrap();
    assert_eq!(standing(&desk).0, SecretsState::Waiting);
    assert!(
        !desk
            .lists
            .campaigns(&crate::query(""))
            .unwrap()
            .rows
            .is_empty()
    );

    desk.stop("fetch");
    let stopped = fetching.await.unwrap();
    assert!(
        stopped.is_err() || !stopped.unwrap().complete,
        "waiting can be given up"
    );
    let waiting = keyring.call_count();
    let checking = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.overview.check_connection().await.map(drop) }
    });
    keyring.unlock();
    checking.await.unwrap().unwrap();
    assert_eq!(standing(&desk).0, SecretsState::Found);
    assert!(keyring.call_count() >= waiting);
    drop(service);
}

#[tokio::test]
async fn reentered_password_is_looked_up_again() {
    let LockedHome {
        desk,
        id,
        keyring,
        home,
        service,
        ..
    } = kept().await;
    drop(desk);
    keyring.lock();
    let desk = open(&home, &keyring).await;
    desk.workspaces.load_secrets().await;
    assert_eq!(standing(&desk).0, SecretsState::Failed);
    keyring.unlock();
    enter(&desk, &id);
    assert_eq!(standing(&desk).0, SecretsState::Unread);
    desk.workspaces.load_secrets().await;
    assert_eq!(standing(&desk).0, SecretsState::Found);
    enter(&desk, &id);
    assert_eq!(standing(&desk).0, SecretsState::Found);
    drop(service);
}

#[tokio::test]
async fn campaign_is_a_summary_while_keyring_waits() {
    let LockedHome {
        desk,
        keyring,
        home,
        service,
        ..
    } = kept().await;
    let row = desk.lists.campaigns(&query(SPRING)).unwrap().rows.remove(0);
    let target = campaign(&row.id);
    drop(desk);
    keyring.lock_and_wait();
    let desk = open(&home, &keyring).await;
    let told = desk
        .details
        .open_detail(&target)
        .await
        .unwrap()
        .summary
        .unwrap();
    let asked = keyring.call_count();
    assert_eq!(standing(&desk).0, SecretsState::Waiting);
    let again = desk.details.open_detail(&target).await.unwrap().summary;
    assert_eq!(
        (again, keyring.call_count()),
        (Some(told), asked),
        "one question is enough"
    );

    keyring.unlock();
    desk.workspaces.load_secrets().await;
    let whole = desk.details.open_detail(&target).await.unwrap();
    assert_eq!(whole.summary, None);
    drop(service);
}

#[tokio::test]
async fn locked_keyring_is_reported_on_campaign_and_draft() {
    let kept = kept().await;
    let row = kept
        .desk
        .lists
        .campaigns(&query(SPRING))
        .unwrap()
        .rows
        .remove(0);
    let target = campaign(&row.id);
    kept.keyring.lock();
    let desk = kept.desk.switch(&kept.id).await.unwrap();
    let opened = desk.details.open_detail(&target).await.unwrap();
    assert!(opened.summary.is_some());
    assert_eq!(standing(&desk).0, SecretsState::Failed);
    let edited = desk
        .drafts
        .edit_draft(&target, &typed("name", "Mine"))
        .unwrap();
    assert!(!edited.summary.unwrap().gettable);
}

/// Types a secret into the window that asks for it.
pub(crate) fn answer(desk: &Desk, slot: &str, secret: &str) {
    let wanted = SecretRequest {
        slot: slot.to_owned(),
        label: "Password".to_owned(),
        name: "Acme live".to_owned(),
        address: "https://ads.acme.example/api".to_owned(),
    };
    desk.workspaces.prompt_for_secret(wanted).unwrap();
    let secret = SecretText::new(SecretString::from(secret));
    desk.workspaces.enter_secret(secret).unwrap();
}

#[tokio::test]
async fn typed_secrets_are_held_until_workspace_is_saved() {
    let kept = kept().await;
    let wanted = SecretRequest {
        slot: "password".to_owned(),
        label: "Password".to_owned(),
        name: "Acme live".to_owned(),
        address: "https://ads.acme.example/api".to_owned(),
    };
    kept.desk.workspaces.prompt_for_secret(wanted).unwrap();
    let about = kept.desk.workspaces.secret_prompt().unwrap().about;
    assert!(
        about.contains("Acme live") && about.contains("ads.acme.example"),
        "{about}"
    );
    answer(&kept.desk, "password", CANARY);
    answer(&kept.desk, "token", "of another way of logging in");
    assert!(
        kept.desk.workspaces.secret_prompt().is_err(),
        "it was answered"
    );
    assert_eq!(kept.desk.workspaces.typed_secrets(), ["password", "token"]);

    kept.keyring.lock();
    assert!(kept.desk.workspaces.save_typed_secrets(&kept.id).is_err());
    assert_eq!(
        kept.desk.workspaces.typed_secrets().len(),
        2,
        "nobody types it again"
    );
    kept.keyring.unlock();
    assert_eq!(
        kept.desk.workspaces.save_typed_secrets(&kept.id).unwrap(),
        1
    );
    assert!(kept.desk.workspaces.typed_secrets().is_empty());

    answer(&kept.desk, "password", CANARY);
    answer(&kept.desk, "password", "");
    assert!(
        kept.desk.workspaces.typed_secrets().is_empty(),
        "taken back"
    );
    answer(&kept.desk, "password", CANARY);
    kept.desk.workspaces.discard_typed_secrets();
    assert!(kept.desk.workspaces.typed_secrets().is_empty());
    assert!(!format!("{:?}", kept.desk.workspaces.typed_secrets()).contains(CANARY));
}

/// Returns the names of secrets that the keyring still has to delete.
pub(crate) fn to_delete(home: &TempDir) -> Vec<String> {
    let raw = rusqlite::Connection::open(home.path().join("adwright.db")).unwrap();
    let mut names = raw.prepare("SELECT name FROM secret_to_delete").unwrap();
    let names = names.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

#[tokio::test]
async fn given_secrets_remove_nothing_from_the_keyring() {
    let mut kept = kept().await;
    kept.keyring.lock();
    kept.move_to("http://127.0.0.1:9");
    kept.move_to(&kept.service.base_url);
    kept.leave().await;
    let waiting = to_delete(&kept.home);
    assert!(!waiting.is_empty() && kept.keyring.names().len() == 2);

    // Like the terminal with a secret from an environment variable.
    let desk = open(&kept.home, &kept.keyring).await;
    let desk = desk.switch(&kept.id).await.unwrap();
    let desk = desk.reopen_with_secrets(given()).await.unwrap();
    desk.overview.check_connection().await.unwrap();
    assert_eq!(to_delete(&kept.home), waiting, "the keyring still has them");

    kept.unlock();
    assert!(kept.keyring.names().is_empty());
    assert_eq!(to_delete(&kept.home), [""; 0]);
}

#[tokio::test]
async fn given_secrets_allow_login_change_with_locked_keyring() {
    let mut kept = kept().await;
    kept.leave().await;
    let desk = open(&kept.home, &kept.keyring).await;
    let desk = desk.switch(&kept.id).await.unwrap();
    let desk = desk.reopen_with_secrets(given()).await.unwrap();
    kept.keyring.lock();
    let path = to(&[("authentication.session.path", "sign/in")]);
    let changed = desk.settings.change_settings(&kept.id, &path).unwrap();
    assert_eq!(
        row(&changed.settings, path[0].key.as_str()).value,
        "sign/in"
    );
    // The session of the other path is deleted with the keyring's next use.
    kept.unlock();
    let names = kept.keyring.names();
    assert!(
        names.len() == 1 && names[0].ends_with("/password"),
        "{names:?}"
    );
}

#[tokio::test]
async fn given_password_opens_one_session_and_stores_nothing() {
    let logins = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&logins);
    let address = canned_service(move |asked| {
        let json = |status, body: &str| replied(status, "application/json", body);
        if asked.line.contains("login/login") {
            count.fetch_add(1, Ordering::SeqCst);
            return json(200, r#"{"result":{"sessionId":"the-token"}}"#);
        }
        let is_known = asked.head.iter().any(|line| line.ends_with(" the-token"));
        json(if is_known { 200 } else { 401 }, r#"{"result":[]}"#)
    });
    let home = TestApp::first_start().await.close().await;
    let keyring = Arc::new(TestKeyring::default());
    let practice = open(&home, &keyring).await;
    let saved = practice
        .workspaces
        .save_workspace(None, &form("Acme live", &address, "someone"));
    let id = saved.unwrap().id;
    for (is_locked, logged_in) in [(false, 1), (false, 1), (true, 2)] {
        if is_locked {
            keyring.lock();
        }
        let desk = open(&home, &keyring).await.switch(&id).await.unwrap();
        let desk = desk.reopen_with_secrets(given()).await.unwrap();
        for _ in 0..2 {
            desk.overview.check_connection().await.unwrap();
        }
        assert_eq!(logins.load(Ordering::SeqCst), logged_in, "{is_locked}");
    }
    keyring.unlock();
    let names = keyring.names();
    assert!(
        names.len() == 1 && names[0].ends_with("/session"),
        "{names:?}"
    );
}

/// Starts a service with one session per login. The service logs who logs in, and whose session a request carries.
pub(crate) fn who_asks() -> (String, Arc<Mutex<Vec<String>>>) {
    who_asks_until(Arc::default())
}

/// Starts the same service, which ends anna's sessions once `ended` is set.
pub(crate) fn who_asks_until(ended: Arc<AtomicBool>) -> (String, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::<Mutex<Vec<_>>>::default();
    let noted = Arc::clone(&seen);
    let address = canned_service(move |asked| {
        let has = |text: &str| asked.head.iter().any(|line| line.ends_with(text));
        let is_login = asked.line.contains("login/login");
        let people = ["anna", "ben"].into_iter();
        let mut people = people.filter(|who| {
            (is_login && asked.body.contains(who)) || has(&format!(" session-of-{who}"))
        });
        let who = people.next().unwrap_or("nobody");
        let did = if is_login { "logs in" } else { "asks" };
        noted.lock().unwrap().push(format!("{who} {did}"));
        let session = format!(r#"{{"result":{{"sessionId":"session-of-{who}"}}}}"#);
        let body = if is_login {
            &session
        } else {
            r#"{"result":[]}"#
        };
        let is_over = who == "anna" && !is_login && ended.load(Ordering::SeqCst);
        let is_known = who != "nobody" && !is_over;
        replied(if is_known { 200 } else { 401 }, "application/json", body)
    });
    (address, seen)
}

#[tokio::test]
async fn given_password_never_reuses_the_previous_session() {
    let (address, seen) = who_asks();
    let home = TestApp::first_start().await.close().await;
    let keyring = Arc::new(TestKeyring::default());
    let practice = open(&home, &keyring).await;
    let saved = practice
        .workspaces
        .save_workspace(None, &form("Acme live", &address, "anna"));
    let id = saved.unwrap().id;
    enter(&practice, &id);
    let desk = practice.switch(&id).await.unwrap();
    desk.overview.check_connection().await.unwrap();
    keyring.lock();
    let ben = form("Acme live", &address, "ben");
    desk.workspaces.save_workspace(Some(&id), &ben).unwrap();
    drop(desk);
    keyring.unlock();
    assert_eq!(to_delete(&home).len(), 2);
    seen.lock().unwrap().clear();

    for before in [vec!["ben logs in"], vec![]] {
        let desk = open(&home, &keyring).await.switch(&id).await.unwrap();
        let desk = desk.reopen_with_secrets(given()).await.unwrap();
        desk.overview.check_connection().await.unwrap();
        let told: Vec<_> = seen.lock().unwrap().drain(..).collect();
        let (first, asked) = told.split_at(before.len());
        assert_eq!(first, before);
        assert!(
            !asked.is_empty() && asked.iter().all(|who| who == "ben asks"),
            "{told:?}"
        );
        // Anna's remaining secrets are still deleted, and ben's session stays.
        let left = to_delete(&home);
        assert!(
            left.iter().all(|name| name.ends_with("/password")),
            "{left:?}"
        );
        drop(desk);
        assert!(
            open(&home, &keyring)
                .await
                .workspaces
                .test_secret_storage(None)
                .unwrap()
                .works
        );
        let names = keyring.names();
        assert!(
            names.len() == 1 && names[0].ends_with("/session"),
            "{names:?}"
        );
    }
}

#[tokio::test]
async fn given_secret_does_not_reuse_previous_login_secrets() {
    let (address, seen) = who_asks();
    let home = TestApp::first_start().await.close().await;
    let keyring = Arc::new(TestKeyring::default());
    let practice = open(&home, &keyring).await;
    let of = |login: &str| WorkspaceForm {
        headers: "X-Who".to_owned(),
        ..form("Acme live", &address, login)
    };
    let id = practice
        .workspaces
        .save_workspace(None, &of("anna"))
        .unwrap()
        .id;
    let of_anna = SecretText::new(SecretString::from("anna"));
    practice
        .workspaces
        .save_secret(&id, "header/x-who", &of_anna)
        .unwrap();
    keyring.lock();
    practice
        .workspaces
        .save_workspace(Some(&id), &of("ben"))
        .unwrap();
    drop(practice);
    keyring.unlock();

    let desk = open(&home, &keyring).await.switch(&id).await.unwrap();
    let desk = desk.reopen_with_secrets(given()).await.unwrap();
    let failure = desk
        .overview
        .check_connection()
        .await
        .unwrap_err()
        .failure();
    assert_eq!(failure.code, FailureCode::Unauthorized);
    assert_eq!(standing(&desk).0, SecretsState::Missing);
    assert!(seen.lock().unwrap().is_empty());
}
