//! Pauses that a service asks for: waited for where they are short, told, and never for ever.

use std::time::Duration;

use crate::desk::Desk;
use crate::operation::Stop;

/// How often one thing is asked for again.
const TRIES: u32 = 3;
/// The longest pause that is waited for, in seconds: after a longer one a person may as well begin again.
const LONGEST_PAUSE: u64 = 60;

/// How long to wait before a busy service is asked again, where it asks for that many seconds and was busy so often before;
/// none where that is too long, or was too often.
#[must_use]
pub fn pause_for((asked, tried): (Option<u64>, u32)) -> Option<Duration> {
    // One that does not say how long is given more time each time.
    let seconds = asked.unwrap_or(1 << tried.min(TRIES));
    (tried < TRIES && seconds <= LONGEST_PAUSE).then(|| Duration::from_secs(seconds))
}

/// In how many seconds a pause is told: rather one more than one less, so that nobody is told of an end that is not there yet.
#[must_use]
pub fn told_seconds(pause: Duration) -> u32 {
    u32::try_from(pause.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX)
}

/// What became of a pause that the service asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pause {
    /// It is over: the service can be asked again.
    Over,
    /// It is too long, or one too many, to be waited for.
    TooMuch,
    /// The person stopped first.
    Stopped,
}

impl Desk {
    /// Waits as long as the service asks, in seconds, before what was tried so often before is asked for again.
    /// `told` hears of the pause, in seconds.
    pub(crate) async fn give_time(
        &self,
        asked: (Option<u64>, u32),
        stop: &Stop,
        told: &(impl Fn(u32) + ?Sized),
    ) -> Pause {
        match pause_for(asked) {
            Some(time) => self.wait_for(time, stop, told).await,
            None => Pause::TooMuch,
        }
    }

    /// Lets time pass in which nothing may be asked.
    pub(crate) async fn wait_for(
        &self,
        time: Duration,
        stop: &Stop,
        told: &(impl Fn(u32) + ?Sized),
    ) -> Pause {
        told(told_seconds(time));
        match stop.or(self.clock.pause(time)).await {
            Some(()) => Pause::Over,
            None => Pause::Stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(asked: Option<u64>, tried: u32) -> Option<u64> {
        pause_for((asked, tried)).map(|time| time.as_secs())
    }

    #[test]
    fn a_service_is_asked_again_three_times_and_given_more_time_each_time_where_it_says_none() {
        let unsaid = [0, 1, 2, 3, 4].map(|tried| seconds(None, tried));
        assert_eq!(unsaid, [Some(1), Some(2), Some(4), None, None]);
        let said = [0, 1, 2, 3].map(|tried| seconds(Some(7), tried));
        assert_eq!(said, [Some(7), Some(7), Some(7), None]);
    }

    #[test]
    fn a_pause_of_a_minute_is_waited_for_and_no_longer_one() {
        assert_eq!(seconds(Some(60), 0), Some(60));
        assert_eq!(seconds(Some(61), 0), None);
    }

    #[test]
    fn a_pause_is_not_told_shorter_than_it_is() {
        let told = [0, 1, 1_000, 1_001].map(|ms| told_seconds(Duration::from_millis(ms)));
        assert_eq!(told, [0, 1, 1, 2]);
    }
}
