use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where a client's time comes from.
pub trait Time: Send + Sync {
    /// The time now, in epoch milliseconds.
    fn now_ms(&self) -> i64;

    /// Lets time pass.
    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The time that a client goes by: the computer's own until another is set.
#[derive(Clone, Default)]
pub(crate) struct Times(Arc<OnceLock<Arc<dyn Time>>>);

impl Times {
    /// The first one that is set stays.
    pub(crate) fn set(&self, time: Arc<dyn Time>) {
        let _ = self.0.set(time);
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.0
            .get()
            .map_or_else(computers_now, |time| time.now_ms())
    }

    pub(crate) async fn pause(&self, time: Duration) {
        match self.0.get() {
            Some(own) => own.pause(time).await,
            None => computers_pause(time).await,
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a client whose time nobody sets goes by the computer's"
)]
fn computers_now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a client whose time nobody sets goes by the computer's"
)]
async fn computers_pause(time: Duration) {
    tokio::time::sleep(time).await;
}

impl fmt::Debug for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Times")
    }
}
