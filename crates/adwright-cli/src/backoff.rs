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
    mut read: impl AsyncFnMut() -> Result<T, E>,
    client_error: fn(&E) -> Option<&ClientError>,
) -> io::Result<Result<T, E>> {
    let mut tried = 0;
    loop {
        let error = match read().await {
            Ok(value) => return Ok(Ok(value)),
            Err(error) => error,
        };
        let waited = match client_error(&error) {
            Some(error) => wait_if_busy(error, tried).await?,
            None => None,
        };
        if waited.is_none() {
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
    let Some(delay) = retry_delay(seconds, tried) else {
        return Ok(None);
    };
    writeln!(stderr(), "{}", pause_message(round_up_seconds(delay)))?;
    SystemClock.pause(delay).await;
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
        let flags = Arc::<NoticeFlags>::default();
        client.add_observer(Arc::<NoticeFlags>::clone(&flags));
        Self(flags)
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
        let is_reported = is_slow && self.is_slow.swap(true, Ordering::Relaxed);
        if is_reported || self.is_over.load(Ordering::Relaxed) {
            return;
        }
        let now_ms = SystemClock.now().as_millisecond();
        // A closed standard error has no reader.
        let _closed = writeln!(stderr(), "{}", throttle_message(&throttle, now_ms));
    }
}
