//! Whether the service answers, as its last answer showed; and the practice service, paused and resumed.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use adwright_client::{ClientError, Contact, Held};
use adwright_model::Kind;
use adwright_service::Running;
use adwright_wire::{ListQuery, Quota};

use crate::clock::Clock;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{Connection, ConnectionState, Workspace};
use crate::zone::rfc3339;

const PAUSED: &str = "The practice service does not answer, as in an outage. What you change is kept on this computer.";

/// Remembers how the service answered the last time, and tells whoever listens when that changes.
pub(crate) struct Line {
    clock: Arc<dyn Clock>,
    heard: Mutex<Heard>,
    /// What is waited for since the last answer.
    awaited: Mutex<Option<Awaited>>,
    listener: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

/// Why the next request does not go out at once.
#[derive(Debug, Clone, Copy)]
enum Awaited {
    Turn(Held),
    /// The end of a pause that is longer than is waited for; the client knows until when.
    End,
}

/// What the last request showed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Heard {
    /// Nothing was asked yet.
    #[default]
    Nothing,
    Answer,
    Silence {
        /// When it began, in epoch milliseconds.
        since: i64,
        why: String,
    },
}

impl Line {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            heard: Mutex::default(),
            awaited: Mutex::default(),
            listener: OnceLock::new(),
        }
    }

    /// The first silence says since when; later ones only tell why now.
    fn hear(&self, error: Option<&ClientError>) {
        let mut heard = self.lock();
        let now = match (&*heard, error) {
            (_, None) => Heard::Answer,
            (Heard::Silence { since, .. }, Some(error)) => silence(*since, error),
            (_, Some(error)) => silence(self.clock.now().as_millisecond(), error),
        };
        let was_held = self.awaited().take().is_some();
        let changed = *heard != now || was_held;
        *heard = now;
        drop(heard);
        if changed {
            self.tell();
        }
    }

    /// Sets what is known without asking, because the person paused or resumed the service.
    fn set(&self, heard: Heard) {
        *self.lock() = heard;
        self.tell();
    }

    /// Tells whoever listens that something about the connection is not as it was.
    pub(crate) fn tell(&self) {
        if let Some(listener) = self.listener.get() {
            listener();
        }
    }

    fn awaited(&self) -> MutexGuard<'_, Option<Awaited>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contact for Line {
    fn answered(&self) {
        self.hear(None);
    }

    fn silent(&self, error: &ClientError) {
        self.hear(Some(error));
    }

    fn waiting(&self, held: Held) {
        *self.awaited() = Some(Awaited::Turn(held));
        self.tell();
    }

    fn closed(&self, _until_ms: i64) {
        *self.awaited() = Some(Awaited::End);
        self.tell();
    }
}

impl Desk {
    /// Calls `changed` whenever the connection is not as it was. Only the first listener is kept.
    pub fn on_connection_change(&self, changed: impl Fn() + Send + Sync + 'static) {
        let _ = self.line.listener.set(Box::new(changed));
    }

    /// Makes the practice service stop answering, as in an outage. Drafts go on being saved.
    pub async fn pause_practice(&self) -> Result<Workspace, Error> {
        self.practice_service()?.pause().await?;
        self.line.set(Heard::Silence {
            since: self.now(),
            why: "it is paused".to_owned(),
        });
        self.workspace()
    }

    /// Lets the practice service answer again. Nothing is asked or sent by itself.
    pub async fn resume_practice(&self) -> Result<Workspace, Error> {
        self.practice_service()?.resume().await?;
        self.line.set(Heard::Nothing);
        self.workspace()
    }

    /// Asks the service for one row, to see whether it answers, since a person wants to know: also during a pause that it
    /// asked for, which is over where it answers.
    pub async fn check_connection(&self) -> Result<Workspace, Error> {
        let client = self.client.by_hand();
        client.list(Kind::Campaign, &ListQuery::page(0, 1)).await?;
        self.workspace()
    }

    /// Asks the service for one row as anything else is asked for: not during a pause that it asked for.
    ///
    /// # Errors
    /// Why it does not answer.
    pub async fn try_connection(&self) -> Result<(), Error> {
        let first = ListQuery::page(0, 1);
        self.client.list(Kind::Campaign, &first).await?;
        Ok(())
    }

    /// Asks a service that did not answer whether it is back. In any other state nothing is asked: what was never tried
    /// stays untried.
    pub async fn probe_connection(&self) -> Result<Workspace, Error> {
        if self.connection().state == ConnectionState::Offline {
            // The connection keeps what came of it.
            drop(self.try_connection().await);
        }
        self.workspace()
    }

    /// What another client of this service saw: it takes requests, whatever pause it asked for.
    pub(crate) fn note_that_it_answers(&self) {
        self.client.open();
        self.line.tell();
    }

    fn practice_service(&self) -> Result<&Running, Error> {
        let none = || Error::Unfit("Only the practice service can be paused.".to_owned());
        self.backend.practice().ok_or_else(none)
    }

    pub(crate) fn connection(&self) -> Connection {
        let connection = self.heard_so_far();
        let now = self.now();
        let awaited = *self.line.awaited();
        Connection {
            waiting: match awaited {
                Some(Awaited::Turn(held)) => Some(self.said_of(&held)),
                Some(Awaited::End) | None => None,
            },
            quota: self.client.quota().map(|said| quota_words(said, now)),
            over_in_ms: match connection.state {
                ConnectionState::Busy => self.closed_for(now),
                _ => None,
            },
            ..connection
        }
    }

    /// How long the service is still left alone, in milliseconds.
    fn closed_for(&self, now_ms: i64) -> Option<u32> {
        let left_ms = self.client.closed_until()? - now_ms;
        Some(u32::try_from(left_ms).unwrap_or(u32::MAX))
    }

    fn heard_so_far(&self) -> Connection {
        let is_paused = self.backend.practice().is_some_and(Running::is_paused);
        match self.line.lock().clone() {
            Heard::Silence { since, .. } if is_paused => {
                said(ConnectionState::Paused, Some(since), PAUSED)
            }
            Heard::Nothing => said(ConnectionState::Untried, None, ""),
            Heard::Answer if self.client.closed_until().is_some() => {
                let until = self.closed_until().unwrap_or_default();
                let told = format!(
                    "The service asks for a pause until {until}. Nothing is asked of it before, unless you try again. What you change is kept on this computer."
                );
                said(ConnectionState::Busy, None, &told)
            }
            Heard::Answer => said(ConnectionState::Online, None, ""),
            Heard::Silence { since, why } => said(
                ConnectionState::Offline,
                Some(since),
                &format!(
                    "The service does not answer: {why}. What you change is kept on this computer."
                ),
            ),
        }
    }
}

fn said(state: ConnectionState, since: Option<i64>, message: &str) -> Connection {
    Connection {
        state,
        since: since.map(rfc3339),
        message: message.to_owned(),
        quota: None,
        waiting: None,
        over_in_ms: None,
    }
}

/// How many requests are left, and when there are more.
fn quota_words((quota, said): (Quota, i64), now: i64) -> String {
    let of = quota
        .limit
        .map_or_else(String::new, |limit| format!(" of {limit}"));
    let left = format!("{}{of} requests left", quota.remaining);
    let anew = quota.anew_in_ms.and_then(|ms| i64::try_from(ms).ok());
    match anew.map(|ms| said.saturating_add(ms) - now) {
        Some(ms) if ms > 0 => format!("{left}, anew in {} s", ms.unsigned_abs().div_ceil(1_000)),
        Some(_) => "As many requests as at first are left".to_owned(),
        None => left,
    }
}

fn silence(since: i64, error: &ClientError) -> Heard {
    let why = match error {
        ClientError::Unreachable { why } | ClientError::BrokenOff { why, .. } => why.clone(),
        other => other.to_string(),
    };
    Heard::Silence { since, why }
}
