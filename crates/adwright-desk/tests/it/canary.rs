//! A canary for a secret, before services that repeat it, send elsewhere and break off: it is in no file, no log, no
//! export and nothing that is shown.

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once};

use adwright_desk::views::{Failure, LoginKind, SecretText, WorkspaceForm};
use adwright_desk::{Desk, Error};
use adwright_testkit::{Asked, Desktop, answer, canned};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use secrecy::SecretString;
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

/// How the service misbehaves; it repeats whatever it was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// As the interface has it.
    Fine,
    InSuccess,
    InReason(u16),
    InPage,
    InHeaders,
    Coded,
    BrokenOff,
    Elsewhere(u16),
    Challenge,
    /// Only where something is changed; with a status of redirects it sends elsewhere.
    InWrite(u16),
}

const READS: [Mood; 15] = [
    Mood::InSuccess,
    Mood::InReason(400),
    Mood::InReason(401),
    Mood::InReason(403),
    Mood::InReason(500),
    Mood::InReason(503),
    Mood::InPage,
    Mood::InHeaders,
    Mood::Coded,
    Mood::BrokenOff,
    Mood::Elsewhere(301),
    Mood::Elsewhere(302),
    Mood::Elsewhere(307),
    Mood::Elsewhere(308),
    Mood::Challenge,
];

/// How many campaigns the service has: one for each way in which a change is answered.
const CAMPAIGNS: u32 = 5;

/// A service with a few campaigns and a mood, and another origin that it sends to.
struct Service {
    address: String,
    mood: Arc<Mutex<Mood>>,
    /// Whether the service was shown the canary.
    was_shown: Arc<Mutex<bool>>,
    /// What the other origin was asked.
    elsewhere: Arc<Mutex<Vec<String>>>,
}

fn service() -> Service {
    let mood = Arc::new(Mutex::new(Mood::Fine));
    let was_shown = Arc::new(Mutex::new(false));
    let elsewhere = Arc::<Mutex<Vec<String>>>::default();
    let asked_there = Arc::clone(&elsewhere);
    let other = canned(move |asked| {
        asked_there.lock().unwrap().push(everything(asked));
        answer(200, "application/json", "{}")
    });
    let (now, shown) = (Arc::clone(&mood), Arc::clone(&was_shown));
    let address = canned(move |asked| {
        let told = everything(asked);
        *shown.lock().unwrap() |= is_in(told.as_bytes());
        reply(*now.lock().unwrap(), asked, &told, &other)
    });
    Service {
        address,
        mood,
        was_shown,
        elsewhere,
    }
}

fn everything(asked: &Asked) -> String {
    format!("{}\n{}\n{}", asked.line, asked.head.join("\n"), asked.body)
}

/// An answer without a body.
fn with(status: u16, header: &str) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} -\r\n{header}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    head.into_bytes()
}

fn reply(mood: Mood, asked: &Asked, told: &str, other: &str) -> Vec<u8> {
    let text = serde_json::Value::from(told).to_string();
    let json = |status, body: String| answer(status, "application/json", body);
    let one_line = told.replace(['\r', '\n'], " ");
    match mood {
        Mood::InWrite(status) if asked.is_write() && !asked.line.contains("login") => {
            match status {
                300..400 => with(status, &format!("Location: {other}/campaigns/1")),
                _ => json(
                    status,
                    format!(r#"{{"result":{text},"error":{{"message":{text}}}}}"#),
                ),
            }
        }
        Mood::Fine | Mood::InWrite(_) => fine(asked),
        Mood::InSuccess => json(
            200,
            format!(r#"{{"result":[{{"type":"Campaign","id":1,"name":{text}}}],"total":1}}"#),
        ),
        Mood::InReason(status) => json(status, format!(r#"{{"error":{{"message":{text}}}}}"#)),
        Mood::InPage => answer(
            502,
            "text/html",
            format!(
                "<meta http-equiv=refresh content=\"0;url={other}\"><title>{told}</title><img src={other}><pre>{told}</pre>"
            ),
        ),
        Mood::InHeaders => with(
            418,
            &format!("X-Echo: {one_line}\r\nLocation: /{one_line}\r\nSet-Cookie: a={one_line}"),
        ),
        Mood::Coded => {
            let coded = told.bytes().map(|byte| format!("%{byte:02x}"));
            answer(400, "text/plain", coded.collect::<String>())
        }
        Mood::BrokenOff => {
            let mark = marks().into_iter().find_map(|mark| {
                let at = told
                    .as_bytes()
                    .windows(mark.len())
                    .position(|part| part == mark)?;
                Some(at + mark.len())
            });
            let told = &told.as_bytes()[..mark.unwrap_or(told.len())];
            let head = b"HTTP/1.1 500 -\r\nContent-Length: 99999\r\n\r\n";
            [&head[..], told].concat()
        }
        Mood::Elsewhere(status) => with(status, &format!("Location: {other}/campaigns?{}", "x=1")),
        Mood::Challenge => with(
            401,
            &format!("WWW-Authenticate: Basic realm=\"{other}\"\r\nLocation: {other}/"),
        ),
    }
}

fn fine(asked: &Asked) -> Vec<u8> {
    let row = |id: u32| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}","version":1}}"#);
    let path = asked.line.split([' ', '?']).nth(1).unwrap_or_default();
    let body = match path.rsplit('/').next().unwrap_or_default().parse() {
        Ok(id) => format!(r#"{{"result":{}}}"#, row(id)),
        Err(_) if path.contains("login") => {
            format!(
                r#"{{"result":{{"sessionId":{}}}}}"#,
                serde_json::Value::from(TOKEN)
            )
        }
        Err(_) => {
            let rows: Vec<_> = (1..=CAMPAIGNS).map(row).collect();
            format!(r#"{{"result":[{}],"total":{CAMPAIGNS}}}"#, rows.join(","))
        }
    };
    answer(200, "application/json", body)
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
