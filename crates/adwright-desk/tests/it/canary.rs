//! A canary for a secret, before services that repeat it, send elsewhere and break off: it is in no file, no log, no
//! export and nothing that is shown.

mod service;

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once};

use adwright_desk::views::{Failure, LoginKind, SecretText, WorkspaceForm};
use adwright_desk::{Desk, Error};
use adwright_testkit::Desktop;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use secrecy::SecretString;
use service::{Mood, READS, Service, service};
use tracing_subscriber::fmt::MakeWriter;

use crate::workspaces::form;
use crate::{campaign, query, typed};

/// Unlike anything else, with what is spelled otherwise in JSON, in addresses and in headers.
const CANARY: &str = "Qz7canary9x/Wp\"ü4hT";
const NAME: &str = "ann";
/// The token of a session, which begins alike.
const TOKEN: &str = "Qz7canary-of-gold/ü";

/// What the canary is known by: its beginning, for one that was cut, and what it is in base64, alone and after a name.
fn marks() -> Vec<Vec<u8>> {
    let coded = |text: &str| BASE64_STANDARD.encode(text).into_bytes()[..12].to_vec();
    vec![
        CANARY.as_bytes()[..6].to_vec(),
        coded(CANARY),
        coded(&format!("{NAME}:{CANARY}")),
    ]
}

fn is_in(bytes: &[u8]) -> bool {
    let has = |mark: &Vec<u8>| bytes.windows(mark.len()).any(|part| part == mark);
    marks().iter().any(has)
}

/// Everything that this process logs, at the finest level.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn of_this_process() -> Self {
        static LOG: Mutex<Option<Log>> = Mutex::new(None);
        static BEGUN: Once = Once::new();
        let log = LOG.lock().unwrap().get_or_insert_default().clone();
        BEGUN.call_once(|| {
            let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
            all.with_writer(log.clone()).init();
        });
        log
    }

    pub(crate) fn written(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// The files below a folder that hold the canary.
fn files_with_it(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with_it(&path));
        } else if is_in(&std::fs::read(&path).unwrap()) {
            found.push(path.display().to_string());
        }
    }
    found
}

/// All that a person could have been told.
#[derive(Default)]
struct Told(Vec<String>);

impl Told {
    fn of(&mut self, told: &impl Debug) {
        self.0.push(format!("{told:?}"));
    }

    fn came<T: Debug>(&mut self, came: Result<T, Error>) -> bool {
        match came {
            Ok(told) => {
                self.of(&told);
                true
            }
            Err(error) => {
                let failure: Failure = error.failure();
                self.0.push(format!("{error} {error:?} {failure:?}"));
                self.0.push(serde_json::to_string(&failure).unwrap());
                false
            }
        }
    }
}

/// Sends a change of one campaign while the service is in a mood.
async fn send(desk: &Desk, id: &str, told: &mut Told) {
    let draft = desk.edit_draft(&campaign(id), &typed("name", "Changed"));
    told.came(draft.map(drop));
    let review = desk.review().unwrap();
    told.of(&review);
    let rows = review.rows.iter();
    let drafts = rows.map(|row| adwright_desk::views::ReviewedDraft {
        draft: row.draft.clone(),
        revision: row.revision,
    });
    let request = adwright_desk::views::SendRequest {
        operation: "send".to_owned(),
        drafts: drafts.collect(),
        overrides: Vec::new(),
        typed_name: String::new(),
    };
    let sent = desk.send(&request, |_| {}).await;
    told.came(sent);
}

async fn try_everything(desk: &Desk, id: &str, service: &Service, told: &mut Told) {
    assert!(told.came(desk.fetch_campaigns("fetch", |_| {}).await));
    assert!(*service.was_shown.lock().unwrap(), "the canary flew");
    for mood in READS {
        *service.mood.lock().unwrap() = mood;
        told.came(desk.fetch_campaigns("fetch", |_| {}).await);
        told.came(desk.check_connection().await);
        told.came(desk.examine_connection(id, "doctor", |_| {}).await);
        told.of(&desk.workspace().unwrap());
    }
    for (campaign, status) in [("1", 200), ("2", 400), ("3", 500), ("4", 302), ("5", 307)] {
        *service.mood.lock().unwrap() = Mood::InWrite(status);
        send(desk, campaign, told).await;
    }
    told.of(&desk.sent().unwrap());
    told.came(desk.campaigns(&query("")));
    told.came(desk.workspace_form(Some(id)));
    told.came(desk.connection_settings(id));
    told.came(desk.secrets_state(Some(id)));
    told.came(desk.export_settings(id));
    told.came(desk.export_data(id));
}

async fn check(login: LoginKind, slot: &str) {
    let log = Log::of_this_process();
    let (service, desktop) = (service(), Desktop::first_start().await);
    let has_name = matches!(login, LoginKind::Basic | LoginKind::Session);
    let form = WorkspaceForm {
        login,
        headers: if slot.starts_with("header") {
            "X-Key"
        } else {
            ""
        }
        .to_owned(),
        ..form(
            "Acme live",
            &service.address,
            if has_name { NAME } else { "" },
        )
    };
    let id = desktop.desk.save_workspace(None, &form).unwrap().id;
    let secret = SecretText::new(SecretString::from(CANARY));
    desktop.desk.keep_secret(&id, slot, &secret).unwrap();
    let desk = desktop.desk.switch(&id).await.unwrap();
    let mut told = Told::default();
    try_everything(&desk, &id, &service, &mut told).await;
    let shown = told.0.iter().find(|line| is_in(line.as_bytes()));
    assert_eq!(shown, None, "it is shown");
    assert_eq!(files_with_it(desktop.home()), [""; 0]);
    assert!(!is_in(&log.written()), "it is logged");
    let elsewhere = service.elsewhere.lock().unwrap();
    assert!(
        elsewhere.is_empty(),
        "the other origin was asked: {elsewhere:?}"
    );
}

#[tokio::test]
async fn a_password_of_every_request_is_nowhere() {
    check(LoginKind::Basic, "password").await;
}

#[tokio::test]
async fn a_token_of_every_request_is_nowhere() {
    check(LoginKind::Bearer, "token").await;
}

#[tokio::test]
async fn the_value_of_a_header_is_nowhere() {
    check(LoginKind::Headers, "header/x-key").await;
}

#[tokio::test]
async fn the_password_and_the_token_of_a_session_are_nowhere() {
    check(LoginKind::Session, "password").await;
}

/// A search that finds nothing where it is says nothing.
#[tokio::test]
async fn the_search_finds_it_in_each_place_where_it_is_planted() {
    // In a log of its own: that of the process has to stay clean.
    let log = Log::default();
    let to_it = tracing_subscriber::fmt().with_writer(log.clone()).finish();
    tracing::subscriber::with_default(to_it, || tracing::info!("{CANARY}"));
    assert!(is_in(&log.written()));

    let desktop = Desktop::first_start().await;
    assert_eq!(files_with_it(desktop.home()), [""; 0]);
    let raw = rusqlite::Connection::open(desktop.home().join("adwright.db")).unwrap();
    let plant = "INSERT INTO preference (key, value) VALUES ('planted', ?1)";
    raw.execute(plant, [CANARY]).unwrap();
    let found = files_with_it(desktop.home());
    assert!(
        found.iter().any(|file| file.contains("adwright.db")),
        "{found:?}"
    );
    std::fs::create_dir_all(desktop.home().join("exports")).unwrap();
    let export = desktop.home().join("exports/x.json");
    std::fs::write(&export, BASE64_STANDARD.encode(format!("{NAME}:{CANARY}"))).unwrap();
    assert!(files_with_it(desktop.home()).contains(&export.display().to_string()));
    let mut told = Told::default();
    told.of(&CANARY);
    assert!(is_in(told.0.concat().as_bytes()));
}
