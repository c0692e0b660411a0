//! What all routes share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use jiff::Timestamp;
use rusqlite::Transaction;

use crate::faults::{Fault, Faults};
use crate::listener::Cut;
use crate::reply::{Refusal, Reply};
use crate::sessions::Sessions;
use crate::storage::parties::{self, User};
use crate::storage::{Ending, Storage};

/// The running service's state.
pub(crate) struct App {
    pub(crate) storage: Storage,
    pub(crate) sessions: Mutex<Sessions>,
    pub(crate) faults: Mutex<Faults>,
    /// The one password of all demo users.
    pub(crate) password: String,
    pub(crate) practice_token: String,
}

/// The bytes that a reply's head takes, about: a cut half-way must fall into the body.
const HEAD_BYTES: usize = 110;

impl App {
    /// Runs a read of the practice interface, or of a login; no fault touches it.
    pub(crate) async fn look(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        blocking(move || self.storage.read(act)).await
    }

    /// Runs a read of the interface on a thread that may block, once nothing holds it.
    pub(crate) async fn read(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        if locked(&self.faults).next_read() {
            self.hold().await;
        }
        self.look(act).await
    }

    /// Runs a write of the practice interface in one transaction; no fault touches it.
    pub(crate) async fn change(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        blocking(move || self.storage.write(Ending::Commit, act)).await
    }

    /// Runs a write of the interface in one transaction, with the fault that waits for it.
    pub(crate) async fn write(
        self: Arc<Self>,
        cut: Cut,
        act: impl FnOnce(&Transaction<'_>) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        let fault = locked(&self.faults).next_write();
        if fault == Some(Fault::Status503) {
            return Err(Refusal::Unavailable);
        }
        let ending = match fault {
            Some(Fault::DropBeforeCommit) => Ending::RollBack,
            _ => Ending::Commit,
        };
        let app = Arc::clone(&self);
        let outcome = blocking(move || app.storage.write(ending, act)).await;
        let reply = outcome.unwrap_or_else(Reply::from);
        match fault {
            Some(Fault::DropBeforeCommit | Fault::DropAfterCommit) => cut.after(0),
            Some(Fault::HoldAfterCommit) => self.hold().await,
            Some(Fault::HalfReply) => cut.after(HEAD_BYTES + reply.body.len() / 2),
            Some(Fault::Status503 | Fault::HoldRead) | None => {}
        }
        Ok(reply)
    }

    /// Waits until faults are set anew.
    async fn hold(&self) {
        let mut hold = locked(&self.faults).hold();
        // It cannot fail: the other end lives as long as this.
        let _ = hold.changed().await;
    }
}

async fn blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let outcome = tokio::task::spawn_blocking(act).await;
    outcome.map_err(|panic| Refusal::Failed(panic.to_string()))?
}

/// Nothing that is done under these locks can leave their content half-changed.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The user of the session that the request names in `Authorization`, the bare token.
impl FromRequestParts<Arc<App>> for User {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let id = token.and_then(|token| locked(&app.sessions).user(token, Timestamp::now()));
        let id = id.ok_or(Refusal::NoSession)?;
        let app = Arc::clone(app);
        let user = blocking(move || app.storage.read(|data| Ok(parties::user(data, id)?))).await?;
        user.ok_or(Refusal::NoSession)
    }
}

impl FromRequestParts<Arc<App>> for Cut {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let connection = ConnectInfo::<Self>::from_request_parts(parts, app).await;
        let ConnectInfo(cut) = connection.map_err(|error| Refusal::Failed(error.to_string()))?;
        Ok(cut)
    }
}
