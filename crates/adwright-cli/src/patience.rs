//! Pauses that a service asks for: told, and waited for where they are short.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::printable::stderr;
use adwright_client::{Client, ClientError, Contact, Held, Reason};
use adwright_desk::{Clock as _, SystemClock, held_back, pause_for, paused, told_seconds};

/// What came of a read, which is asked for again where the service asks for a pause before.
pub(crate) async fn in_time<T, E>(
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
            Some(why) => give_time(why, tried).await?,
            None => None,
        };
        if has_time.is_none() {
            return Ok(Err(error));
        }
        tried += 1;
    }
}

/// Waits where the service asks for that and it is not too much, and says so; nothing where it is asked no more.
pub(crate) async fn give_time(error: &ClientError, tried: u32) -> io::Result<Option<()>> {
    let ClientError::Busy { seconds, .. } = error else {
        return Ok(None);
    };
    let Some(time) = pause_for((*seconds, tried)) else {
        return Ok(None);
    };
    writeln!(stderr(), "{}", paused(told_seconds(time)))?;
    SystemClock.pause(time).await;
    Ok(Some(()))
}

/// Says of pauses before the service asks for them, as long as this is there: it said how many requests it takes.
pub(crate) struct Pauses(Arc<Heard>);

#[derive(Default)]
struct Heard {
    /// Whether it was said that they go slowly: once is enough.
    is_slow: AtomicBool,
    is_over: AtomicBool,
}

impl Pauses {
    pub(crate) fn of(client: &Client) -> Self {
        let heard = Arc::<Heard>::default();
        client.watch(Arc::<Heard>::clone(&heard));
        Self(heard)
    }
}

impl Drop for Pauses {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl Contact for Heard {
    fn answered(&self) {}

    fn silent(&self, _error: &ClientError) {}

    fn waiting(&self, held: Held) {
        let is_slow = matches!(held.why, Reason::FewLeft | Reason::Rate);
        let is_said = is_slow && self.is_slow.swap(true, Ordering::Relaxed);
        if is_said || self.is_over.load(Ordering::Relaxed) {
            return;
        }
        let now_ms = SystemClock.now().as_millisecond();
        // Whoever closed the output for errors reads none.
        let _closed = writeln!(stderr(), "{}", held_back(&held, now_ms));
    }
}
