use std::time::Duration;

/// The longest pause that a request waits for. After a longer one, a person can start again.
pub(crate) const MAX_PAUSE: Duration = Duration::from_mins(1);

/// How often one request is retried.
const MAX_RETRIES: u32 = 3;

/// Returns how long to wait before a retry, from the seconds that the service asked for and the number of earlier
/// retries. Returns `None` if the pause is too long, or after too many retries.
#[must_use]
pub fn retry_delay(requested_seconds: Option<u64>, retries: u32) -> Option<Duration> {
    // Without a requested pause, each retry waits twice as long.
    let delay = Duration::from_secs(requested_seconds.unwrap_or(1 << retries.min(MAX_RETRIES)));
    (retries < MAX_RETRIES && delay <= MAX_PAUSE).then_some(delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(requested_seconds: Option<u64>, retries: u32) -> Option<u64> {
        retry_delay(requested_seconds, retries).map(|delay| delay.as_secs())
    }

    #[test]
    fn three_retries_back_off_unless_retry_after() {
        let unspecified = [0, 1, 2, 3, 4].map(|retries| seconds(None, retries));
        assert_eq!(unspecified, [Some(1), Some(2), Some(4), None, None]);
        let requested = [0, 1, 2, 3].map(|retries| seconds(Some(7), retries));
        assert_eq!(requested, [Some(7), Some(7), Some(7), None]);
    }

    #[test]
    fn pause_over_a_minute_is_not_retried() {
        assert_eq!(seconds(Some(60), 0), Some(60));
        assert_eq!(seconds(Some(61), 0), None);
    }
}
