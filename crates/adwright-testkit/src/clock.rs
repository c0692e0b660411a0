use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use adwright_desk::Clock;
use jiff::Timestamp;

/// A clock that stops until a test moves it. A sleep advances it at once.
#[derive(Debug)]
pub struct TestClock(AtomicI64);

impl Default for TestClock {
    /// Starts in the morning of 1 April 2026, in UTC.
    fn default() -> Self {
        Self(AtomicI64::new(1_775_026_800_000))
    }
}

impl TestClock {
    /// Moves the clock forward.
    pub fn advance_ms(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst))
            .expect("tests stay within the calendar")
    }

    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let time = i64::try_from(time.as_millis()).expect("tests stay within the calendar");
        self.advance_ms(time);
        Box::pin(std::future::ready(()))
    }
}
