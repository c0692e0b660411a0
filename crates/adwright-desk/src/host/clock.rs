//! The only module that reads the time and waits.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use adwright_client::TimeSource;
use jiff::Timestamp;

use super::DayOrder;

/// A source of time.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Timestamp;

    /// Waits for this long.
    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Returns the order of day and month in this person's dates; none if it is unknown.
    fn day_order(&self) -> Option<DayOrder> {
        None
    }
}

/// The computer's own clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this is where everyone else is sent"
    )]
    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(time))
    }

    fn day_order(&self) -> Option<DayOrder> {
        DayOrder::system()
    }
}

/// An adapter that gives the client the desk's clock.
pub(crate) struct ClockAdapter(pub(crate) Arc<dyn Clock>);

impl TimeSource for ClockAdapter {
    fn now_ms(&self) -> i64 {
        self.0.now().as_millisecond()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.pause(time)
    }
}
