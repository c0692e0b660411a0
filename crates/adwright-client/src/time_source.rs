use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock for a client.
pub trait TimeSource: Send + Sync {
    /// Returns the current time in epoch milliseconds.
    fn now_ms(&self) -> i64;

    /// Waits for a duration.
    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The clock of a client: the system clock until another is set.
#[derive(Clone, Default)]
pub(crate) struct ClientClock(Arc<OnceLock<Arc<dyn TimeSource>>>);

impl ClientClock {
    /// Sets the clock. Only the first call has an effect.
    pub(crate) fn set(&self, time: Arc<dyn TimeSource>) {
        let _ = self.0.set(time);
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.0
            .get()
            .map_or_else(system_now_ms, |time| time.now_ms())
    }

    pub(crate) async fn sleep(&self, time: Duration) {
        match self.0.get() {
            Some(own) => own.sleep(time).await,
            None => system_sleep(time).await,
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a client whose time nobody sets goes by the computer's"
)]
fn system_now_ms() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a client whose time nobody sets goes by the computer's"
)]
async fn system_sleep(time: Duration) {
    tokio::time::sleep(time).await;
}

impl fmt::Debug for ClientClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Times")
    }
}
