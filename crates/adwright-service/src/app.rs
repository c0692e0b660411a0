//! The state that all routes share.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use jiff::Timestamp;
use rusqlite::Transaction;

use crate::api_outcome::ApiOutcome;
use crate::auth::AuthScheme;
use crate::faults::{CallKind, Fault, FaultQueue};
use crate::listener::ConnectionCutter;
use crate::quota::CallQuota;
use crate::reply::{Refusal, ServiceReply};
use crate::server::ConnectionLimits;
use crate::sessions::Sessions;
use crate::storage::page_cursors::PageCursors;
use crate::storage::parties::{self, User};
use crate::storage::{Storage, TransactionEnd};
use crate::variants::{Variant, VariantSet};

/// The running service's state.
pub(crate) struct App {
    pub(crate) storage: Storage,
    pub(crate) cursors: PageCursors,
    pub(crate) sessions: Mutex<Sessions>,
    pub(crate) faults: Mutex<FaultQueue>,
    /// The bits of the [`VariantSet`].
    pub(crate) variants: AtomicU64,
    /// The calls counted under the variant `RateLimits`.
    pub(crate) quota: Mutex<CallQuota>,
    /// The number of pages requested since the first page of a list. Under a variant, rows move with each page.
    pub(crate) pages: AtomicI64,
    /// The one password of all demo users.
    pub(crate) password: String,
    pub(crate) practice_token: String,
    pub(crate) limits: ConnectionLimits,
}

/// The number of documents that a call writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteSize {
    One,
    Many,
}

impl WriteSize {
    fn call_kind(self) -> CallKind {
        match self {
            Self::One => CallKind::Write,
            Self::Many => CallKind::CreateMany,
        }
    }
}

/// A call that writes: its connection and its size.
pub(crate) struct WriteCall {
    pub(crate) cut: ConnectionCutter,
    pub(crate) size: WriteSize,
}

impl App {
    /// Runs a read of the practice interface, or of a login. No fault affects it.
    pub(crate) async fn read_without_faults(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<ServiceReply, Refusal> + Send + 'static,
    ) -> Result<ServiceReply, Refusal> {
        run_blocking(move || self.storage.read(act)).await
    }

    /// Runs a read of the interface on a blocking thread, after any fault that holds it.
    pub(crate) async fn read(
        self: Arc<Self>,
        session: Caller,
        cut: ConnectionCutter,
        act: impl FnOnce(&Transaction<'_>, &User) -> Result<ApiOutcome, Refusal> + Send + 'static,
    ) -> Result<ServiceReply, Refusal> {
        let variants = self.variants();
        let fault = lock(&self.faults).next(CallKind::Read);
        cut.set_slow(fault == Some(Fault::SlowDrip));
        match fault {
            Some(Fault::BusyRead) => return Err(Refusal::TooMany),
            Some(Fault::HoldRead) => self.wait_for_release().await,
            _ => {}
        }
        self.read_without_faults(move |tx| Ok(act(tx, &session.user(tx)?)?.into_reply(variants)))
            .await
    }

    /// Runs a write of the practice interface in one transaction. No fault affects it.
    pub(crate) async fn write_without_faults(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<ServiceReply, Refusal> + Send + 'static,
    ) -> Result<ServiceReply, Refusal> {
        run_blocking(move || self.storage.write(TransactionEnd::Commit, act)).await
    }

    /// Runs a write of the interface in one transaction, and applies the armed fault.
    pub(crate) async fn write(
        self: Arc<Self>,
        session: Caller,
        WriteCall { cut, size }: WriteCall,
        act: impl FnOnce(&Transaction<'_>, &User, Option<Fault>) -> Result<ApiOutcome, Refusal>
        + Send
        + 'static,
    ) -> Result<ServiceReply, Refusal> {
        let variants = self.variants();
        let fault = lock(&self.faults).next(size.call_kind());
        cut.set_slow(fault == Some(Fault::SlowDrip));
        let act = move |tx: &Transaction<'_>| {
            let outcome = act(tx, &session.user(tx)?, fault)?;
            let is_reordered = fault == Some(Fault::ReorderedReply);
            let outcome = if is_reordered {
                outcome.reversed()
            } else {
                outcome
            };
            Ok(outcome.into_reply(variants))
        };
        let ending = match fault {
            Some(Fault::Status503) => return Err(Refusal::Unavailable),
            Some(Fault::Status429) => return Err(Refusal::TooMany),
            Some(Fault::LateCommit) => {
                self.commit_later(act);
                cut.cut_after(0);
                return Ok(ServiceReply::empty());
            }
            Some(Fault::DropBeforeCommit) => TransactionEnd::RollBack,
            _ => TransactionEnd::Commit,
        };
        let app = Arc::clone(&self);
        let outcome = run_blocking(move || app.storage.write(ending, act)).await;
        let reply = outcome.unwrap_or_else(ServiceReply::from);
        match fault {
            Some(Fault::DropBeforeCommit | Fault::DropAfterCommit) => cut.cut_after(0),
            Some(Fault::HoldAfterCommit) => self.wait_for_release().await,
            Some(Fault::HalfReply) => cut.cut_half_way(reply.body.len()),
            Some(Fault::EmptyReply) => return Ok(ServiceReply::empty()),
            _ => {}
        }
        Ok(reply)
    }

    /// Does the work when faults are set again. No reply reports the result.
    fn commit_later(
        self: Arc<Self>,
        act: impl FnOnce(&Transaction<'_>) -> Result<ServiceReply, Refusal> + Send + 'static,
    ) {
        let mut release = lock(&self.faults).subscribe();
        tokio::spawn(async move {
            // This cannot fail: `self` keeps the sender alive.
            let _ = release.changed().await;
            drop(release);
            let _ = run_blocking(move || self.storage.write(TransactionEnd::Commit, act)).await;
        });
    }

    /// Returns the variants that are on now.
    pub(crate) fn variants(&self) -> VariantSet {
        VariantSet::from_bits(self.variants.load(Ordering::Acquire))
    }

    pub(crate) fn set_variants(&self, variants: VariantSet) {
        *lock(&self.quota) = CallQuota::default();
        self.variants.store(variants.bits(), Ordering::Release);
    }

    /// Returns how many rows the list has moved down when the page at `from` is requested.
    pub(crate) fn row_shift(&self, from: i64) -> i64 {
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

    /// Waits until faults are set again.
    async fn wait_for_release(&self) {
        let mut release = lock(&self.faults).subscribe();
        // This cannot fail: `self` keeps the sender alive.
        let _ = release.changed().await;
    }
}

async fn run_blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let outcome = tokio::task::spawn_blocking(act).await;
    outcome.map_err(|panic| Refusal::Failed(panic.to_string()))?
}

/// Takes a lock, even a poisoned one: no work under these locks can leave half-changed content.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The user behind a request: from the session token in `Authorization`, or as a variant requires it.
pub(crate) struct Caller {
    user: i64,
    /// The account of the call, if a variant requires one.
    account: Option<i64>,
}

impl Caller {
    /// Returns the user. Refuses a call for an account that the user does not see.
    pub(crate) fn user(&self, tx: &Transaction<'_>) -> Result<User, Refusal> {
        let user = parties::user(tx, self.user)?.ok_or(Refusal::NoSession)?;
        match self.account {
            Some(account) if !parties::can_see_account(tx, self.user, account)? => {
                Err(Refusal::OtherAccount)
            }
            _ => Ok(user),
        }
    }
}

/// The header that a variant requires with every call.
const ACCOUNT: &str = "X-Account-Id";

fn account(parts: &Parts) -> Result<i64, Refusal> {
    let header = parts.headers.get(ACCOUNT);
    let number = header.and_then(|value| value.to_str().ok()?.parse().ok());
    number.ok_or_else(|| {
        Refusal::Malformed(format!(
            "The header {ACCOUNT} is missing, or is not an account number."
        ))
    })
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let variants = app.variants();
        let user = match AuthScheme::from_variants(variants) {
            pass @ (AuthScheme::Session | AuthScheme::BearerSession) => {
                let token = pass.token(&parts.headers);
                token.and_then(|token| lock(&app.sessions).user(token, Timestamp::now()))
            }
            pass => pass.user(&parts.headers, &app.password),
        };
        let user = user.ok_or(Refusal::NoSession)?;
        let needs_account = variants.has(Variant::AccountHeader);
        let account = needs_account.then(|| account(parts)).transpose()?;
        Ok(Self { user, account })
    }
}

impl FromRequestParts<Arc<App>> for ConnectionCutter {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let connection = ConnectInfo::<Self>::from_request_parts(parts, app).await;
        let ConnectInfo(cut) = connection.map_err(|error| Refusal::Failed(error.to_string()))?;
        Ok(cut)
    }
}
