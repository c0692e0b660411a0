//! What all routes share.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use jiff::Timestamp;
use rusqlite::Transaction;

use crate::faults::{Call, Fault, Faults};
use crate::listener::Cut;
use crate::pass::Pass;
use crate::quota::Quota;
use crate::reply::{Refusal, Reply};
use crate::running::Limits;
use crate::said::Said;
use crate::sessions::Sessions;
use crate::storage::bookmarks::Bookmarks;
use crate::storage::parties::{self, User};
use crate::storage::{Ending, Storage};
use crate::variants::{Variant, Variants};

/// The running service's state.
pub(crate) struct App {
    pub(crate) storage: Storage,
    pub(crate) bookmarks: Bookmarks,
    pub(crate) sessions: Mutex<Sessions>,
    pub(crate) faults: Mutex<Faults>,
    /// The bits of the [`Variants`].
    pub(crate) variants: AtomicU64,
    /// What a variant counts.
    pub(crate) quota: Mutex<Quota>,
    /// How many pages were asked for since the first one of a list: with each of them rows move under a variant.
    pub(crate) pages: AtomicI64,
    /// The one password of all demo users.
    pub(crate) password: String,
    pub(crate) practice_token: String,
    pub(crate) limits: Limits,
}

/// How many documents a write may make or change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Write {
    One,
    Many,
}

impl Write {
    fn call(self) -> Call {
        match self {
            Self::One => Call::Write,
            Self::Many => Call::CreateMany,
        }
    }
}

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
        session: Session,
        cut: Cut,
        act: impl FnOnce(&Transaction<'_>, &User) -> Result<Said, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        let variants = self.variants();
        let fault = locked(&self.faults).next(Call::Read);
        cut.slowly(fault == Some(Fault::SlowDrip));
        match fault {
            Some(Fault::BusyRead) => return Err(Refusal::TooMany),
            Some(Fault::HoldRead) => self.hold().await,
            _ => {}
        }
        self.look(move |data| Ok(act(data, &session.user(data)?)?.shaped(variants)))
            .await
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
        session: Session,
        (cut, write): (Cut, Write),
        act: impl FnOnce(&Transaction<'_>, &User, Option<Fault>) -> Result<Said, Refusal>
        + Send
        + 'static,
    ) -> Result<Reply, Refusal> {
        let variants = self.variants();
        let fault = locked(&self.faults).next(write.call());
        cut.slowly(fault == Some(Fault::SlowDrip));
        let act = move |data: &Transaction<'_>| {
            let said = act(data, &session.user(data)?, fault)?;
            let reordered = fault == Some(Fault::ReorderedReply);
            let said = if reordered { said.reversed() } else { said };
            Ok(said.shaped(variants))
        };
        let ending = match fault {
            Some(Fault::Status503) => return Err(Refusal::Unavailable),
            Some(Fault::Status429) => return Err(Refusal::TooMany),
            Some(Fault::LateCommit) => {
                self.act_later(act);
                cut.after(0);
                return Ok(Reply::empty());
            }
            Some(Fault::DropBeforeCommit) => Ending::RollBack,
            _ => Ending::Commit,
        };
        let app = Arc::clone(&self);
        let outcome = blocking(move || app.storage.write(ending, act)).await;
        let reply = outcome.unwrap_or_else(Reply::from);
        match fault {
            Some(Fault::DropBeforeCommit | Fault::DropAfterCommit) => cut.after(0),
            Some(Fault::HoldAfterCommit) => self.hold().await,
            Some(Fault::HalfReply) => cut.half_way(reply.body.len()),
            Some(Fault::EmptyReply) => return Ok(Reply::empty()),
            _ => {}
        }
        Ok(reply)
    }

    /// Does the work when faults are set anew; nobody hears how it ends.
    fn act_later(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<Reply, Refusal> + Send + 'static,
    ) {
        let mut hold = locked(&self.faults).hold();
        tokio::spawn(async move {
            // It cannot fail: the other end lives as long as this.
            let _ = hold.changed().await;
            drop(hold);
            let _ = blocking(move || self.storage.write(Ending::Commit, act)).await;
        });
    }

    /// How the interface answers now.
    pub(crate) fn variants(&self) -> Variants {
        Variants::from_bits(self.variants.load(Ordering::Acquire))
    }

    pub(crate) fn set_variants(&self, variants: Variants) {
        *locked(&self.quota) = Quota::default();
        self.variants.store(variants.bits(), Ordering::Release);
    }

    /// By how many places the rows of a list have moved down when the page that begins at `from` is asked for.
    pub(crate) fn rows_moved(&self, from: i64) -> i64 {
        let step = match self.variants() {
            variants if variants.has(Variant::RowsMoveDown) => 1,
            variants if variants.has(Variant::RowsMoveUp) => -1,
            _ => return 0,
        };
        if from == 0 {
            self.pages.store(0, Ordering::Release);
        }
        step * self.pages.fetch_add(1, Ordering::AcqRel)
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

/// Who asks: by the session that a request names in `Authorization`, the bare token, or as a variant wants it.
pub(crate) struct Session {
    user: i64,
    /// The account that a call is for, where a variant wants to know.
    account: Option<i64>,
}

impl Session {
    /// Whose it is.
    pub(crate) fn user(&self, data: &Transaction<'_>) -> Result<User, Refusal> {
        let user = parties::user(data, self.user)?.ok_or(Refusal::NoSession)?;
        match self.account {
            Some(account) if !parties::owns(data, self.user, account)? => {
                Err(Refusal::OtherAccount)
            }
            _ => Ok(user),
        }
    }
}

/// The header that a variant wants with every call.
const ACCOUNT: &str = "X-Account-Id";

fn account(parts: &Parts) -> Result<i64, Refusal> {
    let said = parts.headers.get(ACCOUNT).map(|value| value.to_str());
    let number = said.and_then(|said| said.ok()?.parse().ok());
    number.ok_or_else(|| {
        Refusal::Malformed(format!(
            "The header {ACCOUNT} is missing, or is no number of an account."
        ))
    })
}

impl FromRequestParts<Arc<App>> for Session {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let variants = app.variants();
        let user = match Pass::of(variants) {
            pass @ (Pass::Session | Pass::BearerSession) => {
                let token = pass.token(&parts.headers);
                token.and_then(|token| locked(&app.sessions).user(token, Timestamp::now()))
            }
            pass => pass.user(&parts.headers, &app.password),
        };
        let user = user.ok_or(Refusal::NoSession)?;
        let wants_account = variants.has(Variant::AccountHeader);
        let account = wants_account.then(|| account(parts)).transpose()?;
        Ok(Self { user, account })
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
