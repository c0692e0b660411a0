use std::time::Duration;

/// The longest pause that a request waits for. After a longer one, a person can start again.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// How often one request is retried.
const RETRIES: u32 = 3;

/// Returns how long to wait before a retry, from the seconds that the service asked for and the number of earlier
/// retries. Returns `None` if the pause is too long, or after too many retries.
#[must_use]
pub fn retry_delay(asked: Option<u64>, tried: u32) -> Option<Duration> {
    // Without a requested pause, each retry waits twice as long.
    let delay = Duration::from_secs(asked.unwrap_or(1 << tried.min(RETRIES)));
    (tried < RETRIES && delay <= LONGEST_PAUSE).then_some(delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(asked: Option<u64>, tried: u32) -> Option<u64> {
        retry_delay(asked, tried).map(|delay| delay.as_secs())
    }

    #[test]
    fn three_retries_back_off_unless_retry_after() {
        let unsaid = [0, 1, 2, 3, 4].map(|tried| seconds(None, tried));
        assert_eq!(unsaid, [Some(1), Some(2), Some(4), None, None]);
        let said = [0, 1, 2, 3].map(|tried| seconds(Some(7), tried));
        assert_eq!(said, [Some(7), Some(7), Some(7), None]);
    }

    #[test]
    fn pause_over_a_minute_is_not_retried() {
        assert_eq!(seconds(Some(60), 0), Some(60));
        assert_eq!(seconds(Some(61), 0), None);
    }
}
