//! The connection state from the service's last reply, and pause and resume of the practice service.

mod backoff;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use adwright_client::{BaseUrl, ClientError, ConnectionObserver, PlainHttp, Throttle};
use adwright_model::Kind;
use adwright_service::RunningService;
use adwright_store::WorkspaceSettings;
use adwright_views::{Connection, ConnectionState};
use adwright_wire::{Dialect, ListQuery};
use derive_new::new;

pub(crate) use backoff::{throttle_notice, wait_requested_pause};

use crate::connection::backoff::paused_until;
use crate::context::Context;
use crate::error::{Error, UnusableReason};
use crate::host::{Clock, rfc3339};
use crate::wording::{PRACTICE_PAUSED, long_pause_message, quota_message, unreachable_message};

/// A monitor that records the last contact with the service, and notifies its listener of changes.
pub(crate) struct ConnectionMonitor {
    clock: Arc<dyn Clock>,
    last_contact: Mutex<LastContact>,
    /// Why requests have been waiting since the last reply.
    awaited: Mutex<Option<WaitReason>>,
    listener: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

/// Why the next request is not sent at once.
#[derive(Debug, Clone, Copy)]
enum WaitReason {
    Throttled(Throttle),
    /// A pause that is too long to wait for; the client knows its end.
    ServicePause,
}

/// The result of the last request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum LastContact {
    /// Nothing was sent yet.
    #[default]
    Nothing,
    Answer,
    Silence {
        /// The start of the silence, in epoch milliseconds.
        since: i64,
        why: SilenceReason,
    },
}

/// Why the service does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SilenceReason {
    /// The person paused the practice service.
    Paused,
    Unreachable(ClientError),
}

impl ConnectionMonitor {
    /// Records that the person paused the practice service. No request is sent.
    pub(crate) fn record_pause(&self) {
        self.set_last_contact(LastContact::Silence {
            since: self.clock.now().as_millisecond(),
            why: SilenceReason::Paused,
        });
    }

    /// Records that the person resumed the practice service. No request is sent.
    pub(crate) fn record_resume(&self) {
        self.set_last_contact(LastContact::Nothing);
    }

    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            last_contact: Mutex::default(),
            awaited: Mutex::default(),
            listener: OnceLock::new(),
        }
    }

    /// Records a contact. The first failure sets the start of the silence; later ones only update the reason.
    fn record_contact(&self, error: Option<&ClientError>) {
        let mut last_contact = self.lock_last_contact();
        let now = match (&*last_contact, error) {
            (_, None) => LastContact::Answer,
            (LastContact::Silence { since, .. }, Some(error)) => silence_from_error(*since, error),
            (_, Some(error)) => silence_from_error(self.clock.now().as_millisecond(), error),
        };
        let was_held = self.lock_wait_reason().take().is_some();
        let changed = *last_contact != now || was_held;
        *last_contact = now;
        drop(last_contact);
        if changed {
            self.notify();
        }
    }

    /// Sets the state without a request, because the person paused or resumed the service.
    fn set_last_contact(&self, last_contact: LastContact) {
        *self.lock_last_contact() = last_contact;
        self.notify();
    }

    /// Notifies the listener of a change.
    pub(crate) fn notify(&self) {
        if let Some(listener) = self.listener.get() {
            listener();
        }
    }

    fn lock_wait_reason(&self) -> MutexGuard<'_, Option<WaitReason>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_last_contact(&self) -> MutexGuard<'_, LastContact> {
        self.last_contact
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionObserver for ConnectionMonitor {
    fn on_reply(&self) {
        self.record_contact(None);
    }

    fn on_unreachable(&self, error: &ClientError) {
        self.record_contact(Some(error));
    }

    fn on_throttle(&self, throttle: Throttle) {
        *self.lock_wait_reason() = Some(WaitReason::Throttled(throttle));
        self.notify();
    }

    fn on_pause(&self, _until_ms: i64) {
        *self.lock_wait_reason() = Some(WaitReason::ServicePause);
        self.notify();
    }
}

/// The connection to the service.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct ServiceStatus {
    context: Arc<Context>,
    monitor: Arc<ConnectionMonitor>,
}

impl ServiceStatus {
    /// Calls `changed` whenever the connection changes. Only the first listener is kept.
    pub fn on_connection_change(&self, changed: impl Fn() + Send + Sync + 'static) {
        let _ = self.monitor.listener.set(Box::new(changed));
    }

    /// Requests one row as any other request does, and so not during a pause.
    ///
    /// # Errors
    /// Fails if the service does not answer.
    pub async fn try_connection(&self) -> Result<(), Error> {
        let first = ListQuery::page(0, 1);
        self.context.client.list(Kind::Campaign, &first).await?;
        Ok(())
    }

    /// Ends a requested pause, because another client of this service was answered.
    pub(crate) fn mark_service_available(&self) {
        self.context.client.resume();
        self.monitor.notify();
    }

    pub(crate) fn connection(&self) -> Connection {
        let connection = self.last_known_connection();
        let now = self.context.now();
        let awaited = *self.monitor.lock_wait_reason();
        Connection {
            waiting: match awaited {
                Some(WaitReason::Throttled(held)) => Some(throttle_notice(&self.context, &held)),
                Some(WaitReason::ServicePause) | None => None,
            },
            quota: self
                .context
                .client
                .quota()
                .map(|(quota, received_ms)| quota_message(quota, received_ms, now)),
            over_in_ms: match connection.state {
                ConnectionState::Busy => self.pause_left_ms(now),
                _ => None,
            },
            ..connection
        }
    }

    /// Returns how long the requested pause still lasts, in milliseconds.
    fn pause_left_ms(&self, now_ms: i64) -> Option<u32> {
        let left_ms = self.context.client.paused_until()? - now_ms;
        Some(u32::try_from(left_ms).unwrap_or(u32::MAX))
    }

    fn last_known_connection(&self) -> Connection {
        let is_paused = self
            .context
            .backend
            .practice()
            .is_some_and(RunningService::is_paused);
        match self.monitor.lock_last_contact().clone() {
            LastContact::Silence { since, .. } if is_paused => {
                connection_view(ConnectionState::Paused, Some(since), PRACTICE_PAUSED)
            }
            LastContact::Nothing => connection_view(ConnectionState::Untried, None, ""),
            LastContact::Answer if self.context.client.paused_until().is_some() => {
                let until = paused_until(&self.context).unwrap_or_default();
                connection_view(ConnectionState::Busy, None, &long_pause_message(&until))
            }
            LastContact::Answer => connection_view(ConnectionState::Online, None, ""),
            LastContact::Silence { since, why } => {
                let message = match why {
                    SilenceReason::Paused => PRACTICE_PAUSED.to_owned(),
                    SilenceReason::Unreachable(error) => unreachable_message(&error),
                };
                connection_view(ConnectionState::Offline, Some(since), &message)
            }
        }
    }
}

fn connection_view(state: ConnectionState, since: Option<i64>, message: &str) -> Connection {
    Connection {
        state,
        since: since.map(rfc3339),
        message: message.to_owned(),
        quota: None,
        waiting: None,
        over_in_ms: None,
    }
}

fn silence_from_error(since: i64, error: &ClientError) -> LastContact {
    LastContact::Silence {
        since,
        why: SilenceReason::Unreachable(error.clone()),
    }
}

/// Returns a real workspace's address and dialect. An unreadable dialect is never replaced by another one, because that
/// could send a password to the wrong place.
pub(crate) fn parse_connection(
    settings: &WorkspaceSettings,
) -> Result<(BaseUrl, Dialect), UnusableReason> {
    let dialect =
        serde_json::from_str(&settings.dialect).map_err(|_| UnusableReason::DamagedSettings)?;
    let address = settings.base_url.parse();
    let address = address.map_err(|_| UnusableReason::NotAnAddress)?;
    let plain = if settings.plain_http {
        PlainHttp::Anywhere
    } else {
        PlainHttp::LoopbackOnly
    };
    let base = BaseUrl::new(address, plain).map_err(UnusableReason::Client)?;
    Ok((base, dialect))
}
