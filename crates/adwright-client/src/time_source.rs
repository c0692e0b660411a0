use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock for a client.
pub trait TimeSource: Send + Sync {
    /// Returns the current time in epoch milliseconds.
    fn now_ms(&self) -> i64;

    /// Waits for a duration.
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The clock of a client: the system clock until another is set.
#[derive(Clone, Default)]
pub(crate) struct ClientClock {
    source: Arc<OnceLock<Arc<dyn TimeSource>>>,
    /// The last reading in epoch milliseconds, and the time that passed up to it.
    elapsed: Arc<Mutex<(i64, Duration)>>,
}

impl ClientClock {
    /// Sets the clock. Only the first call has an effect.
    pub(crate) fn set_source(&self, source: Arc<dyn TimeSource>) {
        let _ = self.source.set(source);
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.source
            .get()
            .map_or_else(system_now_ms, |source| source.now_ms())
    }

    pub(crate) async fn sleep(&self, duration: Duration) {
        match self.source.get() {
            Some(source) => source.sleep(duration).await,
            None => system_sleep(duration).await,
        }
    }
}

/// Never runs backwards: a clock that is set back stands still for one reading.
impl governor::clock::Clock for ClientClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        let now_ms = self.now_ms();
        let mut last = self.elapsed.lock().unwrap_or_else(PoisonError::into_inner);
        let passed_ms = u64::try_from(now_ms.saturating_sub(last.0)).unwrap_or(0);
        *last = (now_ms, last.1 + Duration::from_millis(passed_ms));
        last.1
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the clock of a client until another is set"
)]
fn system_now_ms() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the clock of a client until another is set"
)]
async fn system_sleep(duration: Duration) {
    tokio::time::sleep(duration).await;
}

impl fmt::Debug for ClientClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ClientClock")
    }
}
