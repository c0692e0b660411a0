use std::time::Duration;

/// That requests are held back: why, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// Why.
    pub why: ThrottleReason,
    /// How long the next request waits.
    pub time: Duration,
    /// When what it waits for is over, in epoch milliseconds: later than it waits where that is long.
    pub until_ms: i64,
}

/// Why requests are held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrottleReason {
    /// They keep the distance that the dialect sets.
    Rate,
    /// Few are left, so that they go slowly.
    FewLeft,
    /// None is left until the service has more.
    NoneLeft,
    /// The service asked for a pause.
    PauseRequested,
}

/// The longest time that a request waits without anybody noticing.
const UNNOTICED: Duration = Duration::from_secs(2);

impl Throttle {
    /// Until a time in epoch milliseconds; none where that is over.
    pub(crate) fn until(until_ms: i64, now_ms: i64, why: ThrottleReason) -> Option<Self> {
        let left_ms = u64::try_from(until_ms - now_ms).ok()?;
        (left_ms > 0).then_some(Self {
            why,
            time: Duration::from_millis(left_ms),
            until_ms,
        })
    }

    pub(crate) fn is_noticeable(&self) -> bool {
        self.time > UNNOTICED
    }
}
