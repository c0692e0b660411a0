//! Pauses that a service asks for. The program reports them, and waits for short ones.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::printable::stderr;
use adwright_client::{
    Client, ClientError, ConnectionObserver, Throttle, ThrottleReason, retry_delay,
};
use adwright_desk::{Clock as _, SystemClock, pause_message, round_up_seconds, throttle_message};
use adwright_wire::RequestFailure;

/// Runs a read, and repeats it after each pause that the service asks for.
pub(crate) async fn retry_when_busy<T, E>(
    mut ask: impl AsyncFnMut() -> Result<T, E>,
    why: fn(&E) -> Option<&ClientError>,
) -> io::Result<Result<T, E>> {
    let mut tried = 0;
    loop {
        let error = match ask().await {
            Ok(came) => return Ok(Ok(came)),
            Err(error) => error,
        };
        let has_time = match why(&error) {
            Some(why) => wait_if_busy(why, tried).await?,
            None => None,
        };
        if has_time.is_none() {
            return Ok(Err(error));
        }
        tried += 1;
    }
}

/// Waits and reports it if the service asks for an acceptable pause. Returns `None` if the read should not be repeated.
pub(crate) async fn wait_if_busy(error: &ClientError, tried: u32) -> io::Result<Option<()>> {
    let RequestFailure::Busy { seconds } = error.failure else {
        return Ok(None);
    };
    let Some(time) = retry_delay(seconds, tried) else {
        return Ok(None);
    };
    writeln!(stderr(), "{}", pause_message(round_up_seconds(time)))?;
    SystemClock.pause(time).await;
    Ok(Some(()))
}

/// Reports the pauses that the client makes to respect the limits of the service, while this lives.
pub(crate) struct PauseNotices(Arc<NoticeFlags>);

#[derive(Default)]
struct NoticeFlags {
    /// Whether the slow pace was already reported. Once is enough.
    is_slow: AtomicBool,
    is_over: AtomicBool,
}

impl PauseNotices {
    pub(crate) fn subscribe(client: &Client) -> Self {
        let heard = Arc::<NoticeFlags>::default();
        client.add_observer(Arc::<NoticeFlags>::clone(&heard));
        Self(heard)
    }
}

impl Drop for PauseNotices {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl ConnectionObserver for NoticeFlags {
    fn on_reply(&self) {}

    fn on_unreachable(&self, _error: &ClientError) {}

    fn on_throttle(&self, throttle: Throttle) {
        let is_slow = throttle.reason == ThrottleReason::Rate;
        let is_said = is_slow && self.is_slow.swap(true, Ordering::Relaxed);
        if is_said || self.is_over.load(Ordering::Relaxed) {
            return;
        }
        let now_ms = SystemClock.now().as_millisecond();
        // A closed standard error has no reader.
        let _closed = writeln!(stderr(), "{}", throttle_message(&throttle, now_ms));
    }
}
