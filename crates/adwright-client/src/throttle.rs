use std::time::Duration;

/// A delay of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// The reason.
    pub reason: ThrottleReason,
    /// How long the next request waits.
    pub delay: Duration,
    /// The end of the reason for the delay, in epoch milliseconds. It can be later than the end of the delay.
    pub until_ms: i64,
}

/// Why requests are delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrottleReason {
    /// Requests keep the distance that the dialect sets.
    Rate,
    /// No request is left until the quota is renewed.
    QuotaExhausted,
    /// The service asked for a pause.
    PauseRequested,
}

impl Throttle {
    /// Creates a delay until a time in epoch milliseconds; `None` if that time is over.
    pub(crate) fn until(until_ms: i64, now_ms: i64, reason: ThrottleReason) -> Option<Self> {
        let left_ms = u64::try_from(until_ms - now_ms).ok()?;
        (left_ms > 0).then_some(Self {
            reason,
            delay: Duration::from_millis(left_ms),
            until_ms,
        })
    }
}
