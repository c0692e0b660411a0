//! Plants a canary secret at services that repeat it, redirect and break off. The canary must not appear in any
//! file, log, export or view.

mod service;

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once};

use adwright_desk::{Desk, Error, JsonObject, ResendPolicy};
use adwright_model::Kind;
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, ContactQuestionView, Decision, Failure, ItemState, LoginKind, ReviewedDraft,
    SecretText, WorkspaceForm,
};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use secrecy::SecretString;
use service::{Misbehaviour, READS, Service, service};
use tracing_subscriber::fmt::MakeWriter;

use crate::workspaces::form;
use crate::{campaign, query, request_of, sending, typed};

/// A unique text whose characters are escaped in JSON, in addresses and in headers.
const CANARY: &str = "Qz7canary9x/Wp\"ü4hT";
const NAME: &str = "ann";
/// The token of a session. It begins like the canary.
const TOKEN: &str = "Qz7canary-of-gold/ü";

/// Returns the patterns of the canary: its beginning, and its base64 form, alone and after a name. The beginning
/// also finds a truncated canary.
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

/// The log of this process at the finest level.
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

/// Lists the files below a folder that contain the canary.
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

/// All text that a person could have seen.
#[derive(Default)]
struct VisibleText(Vec<String>);

impl VisibleText {
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

/// The statuses of replies to a change.
const WRITES: [u16; 7] = [200, 400, 401, 500, 503, 302, 307];

/// Sends a change of one campaign.
async fn send(desk: &Desk, id: &str, told: &mut VisibleText) {
    let draft = desk
        .drafts
        .edit_draft(&campaign(id), &typed("name", "Changed"));
    told.came(draft.map(drop));
    let review = desk.outbox.review().unwrap();
    told.of(&review);
    let reviewed = review.rows.into_iter().map(|row| ReviewedDraft {
        draft: row.draft,
        revision: row.revision,
    });
    let sent = desk
        .outbox
        .send(&request_of(reviewed.collect()), |_| {})
        .await;
    told.came(sent);
}

/// Sends new values together with those that were refused before.
async fn send_values(desk: &Desk, told: &mut VisibleText) {
    let value = |name: &str| JsonObject {
        from: name.to_owned(),
        json: format!(r#"{{"type":"RetargetingDataValue","name":"{name}","value":"{name}|x"}}"#)
            .into_bytes(),
    };
    let objects = [value("one"), value("two")];
    let kind = Kind::RetargetingDataValue;
    told.came(
        desk.drafts
            .create_from_json(kind, &objects, &[], ResendPolicy::Skip),
    );
    let request = sending(desk.values.review_values().unwrap());
    assert!(request.drafts.len() >= 2, "{request:?}");
    told.came(desk.outbox.send(&request, |_| {}).await);
}

/// Reads everything that a person could read, in one go.
async fn read_everything(desk: &Desk, id: &str, told: &mut VisibleText) {
    told.came(desk.fetches.fetch_campaigns("fetch", |_| {}).await);
    told.came(
        desk.fetches
            .fetch(Collection::Values, "values", |_| {})
            .await,
    );
    told.came(desk.overview.check_connection().await);
    told.came(desk.doctor.examine_connection(id, "doctor", |_| {}).await);
    told.came(desk.details.open_detail(&campaign("2")).await);
    told.came(desk.drafts.update_from_json("3", &[], false).await);
    let question = ContactQuestionView {
        campaign: "1".to_owned(),
        id: "7".to_owned(),
        from_advertiser: true,
    };
    told.came(
        desk.site_contacts
            .fetch_site_contact("ask", &question)
            .await,
    );
    told.of(&desk.overview.workspace_view().unwrap());
}

/// Looks up one campaign and one value whose outcome is unknown.
async fn look_again(desk: &Desk, told: &mut VisibleText) {
    for collection in [Collection::Campaigns, Collection::Values] {
        let rows = desk.outbox.sent_items().unwrap().into_iter();
        let mut rows = rows.filter(|row| row.collection == collection);
        let row = rows.find(|row| row.state == ItemState::NeedsYou);
        let row = row.unwrap_or_else(|| panic!("what became of {collection:?} is known"));
        told.came(desk.outbox.decide(&row.item, Decision::LookAgain).await);
    }
}

async fn try_everything(desk: &Desk, id: &str, service: &Service, told: &mut VisibleText) {
    let becomes = |mood| *service.mood.lock().unwrap() = mood;
    assert!(told.came(desk.fetches.fetch_campaigns("fetch", |_| {}).await));
    for mood in READS {
        // The session is open, so that more requests than the login meet the misbehaviour.
        becomes(Misbehaviour::Fine);
        assert!(told.came(desk.overview.check_connection().await));
        becomes(mood);
        read_everything(desk, id, told).await;
    }
    for (campaign, status) in ["1", "2", "3", "4", "5"]
        .iter()
        .zip([200, 400, 500, 302, 307])
    {
        becomes(Misbehaviour::InWrite(status));
        send(desk, campaign, told).await;
    }
    for status in WRITES {
        becomes(Misbehaviour::InWrite(status));
        send_values(desk, told).await;
    }
    for mood in READS {
        becomes(Misbehaviour::Fine);
        assert!(told.came(desk.overview.check_connection().await));
        becomes(mood);
        look_again(desk, told).await;
    }
    look_at_everything(desk, id, told);
}

/// Opens everything that a person can see afterwards, and writes all exports.
fn look_at_everything(desk: &Desk, id: &str, told: &mut VisibleText) {
    for row in desk.outbox.sent_items().unwrap() {
        told.came(desk.outbox.receipt(&row.item));
        told.came(desk.outbox.last_sent_reply(&row.item));
        told.of(&row);
    }
    told.came(desk.history.history(&campaign("1")));
    told.came(desk.site_contacts.site_contact("1", None));
    told.came(desk.lists.campaigns(&query("")));
    told.came(desk.workspaces.workspace_form(Some(id)));
    told.came(desk.settings.connection_settings(id));
    told.came(desk.workspaces.test_secret_storage(Some(id)));
    told.came(desk.workspaces.export_settings(id));
    told.came(desk.workspaces.export_data(id));
}

/// The requests that carried the canary.
const FLIGHTS: [&str; 8] = [
    "GET /campaigns",
    "GET /campaigns/2",
    "GET /campaigns/3",
    "GET /campaigns/1/siteContacts/7",
    "GET /moved",
    "GET /tagManagers/retargetingDataValue",
    "POST /tagManagers/retargetingDataValue",
    "PUT /campaigns/1",
];

async fn check(login: LoginKind, slot: &str) {
    let log = Log::of_this_process();
    let (service, desktop) = (service(), TestApp::first_start().await);
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
    let id = desktop.workspaces.save_workspace(None, &form).unwrap().id;
    let secret = SecretText::new(SecretString::from(CANARY));
    desktop.workspaces.save_secret(&id, slot, &secret).unwrap();
    let desk = desktop.switch(&id).await.unwrap();
    let mut told = VisibleText::default();
    try_everything(&desk, &id, &service, &mut told).await;
    let flown = service.shown.lock().unwrap();
    for flight in FLIGHTS {
        assert!(flown.contains(flight), "{flight} is not in {flown:?}");
    }
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
async fn password_of_every_request_leaks_nowhere() {
    check(LoginKind::Basic, "password").await;
}

#[tokio::test]
async fn token_of_every_request_leaks_nowhere() {
    check(LoginKind::Bearer, "token").await;
}

#[tokio::test]
async fn header_value_leaks_nowhere() {
    check(LoginKind::Headers, "header/x-key").await;
}

#[tokio::test]
async fn password_and_session_token_leak_nowhere() {
    check(LoginKind::Session, "password").await;
}

/// Proves that the search can find the canary; otherwise finding nothing would mean nothing.
#[tokio::test]
async fn search_finds_every_planted_secret() {
    // In a separate log, because the log of the process has to stay clean.
    let log = Log::default();
    let to_it = tracing_subscriber::fmt().with_writer(log.clone()).finish();
    tracing::subscriber::with_default(to_it, || tracing::info!("{CANARY}"));
    assert!(is_in(&log.written()));

    let desktop = TestApp::first_start().await;
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
    let mut told = VisibleText::default();
    told.of(&CANARY);
    assert!(is_in(told.0.concat().as_bytes()));
}
