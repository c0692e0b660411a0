use std::time::Duration;

/// That requests are held back: why, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Why.
    pub why: Reason,
    /// How long the next request waits.
    pub time: Duration,
    /// When what it waits for is over, in epoch milliseconds: later than it waits where that is long.
    pub until_ms: i64,
}

/// Why requests are held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// They keep the distance that the dialect sets.
    Rate,
    /// Few are left, so that they go slowly.
    FewLeft,
    /// None is left until the service has more.
    NoneLeft,
    /// The service asked for a pause.
    Asked,
}

/// The longest time that a request waits without anybody noticing.
const UNNOTICED: Duration = Duration::from_secs(2);

impl Held {
    pub(crate) fn is_noticed(&self) -> bool {
        self.time > UNNOTICED
    }
}
