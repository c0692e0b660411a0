use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_wire::{Dialect, Quota};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::time::Times;

/// The longest time that a request is held back, in milliseconds: after it the service may say itself when to come back.
const LONGEST_MS: i64 = 60_000;

/// Below this part of a quota, what is left of it is spread over the time until there is more.
const LOW: u64 = 10;

/// Holds requests back, so that no more go out at once, or in a second, than the dialect or the service allows.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    at_once: Arc<Semaphore>,
    /// The least time between two requests, in milliseconds.
    apart_ms: i64,
    turns: Arc<Mutex<Turns>>,
}

#[derive(Debug, Clone, Default)]
struct Turns {
    /// What the clock said when the last turn was taken.
    seen_ms: i64,
    /// Before this time no further request goes out.
    next_ms: i64,
    quota: Option<(Quota, i64)>,
}

impl Pace {
    pub(crate) fn of(dialect: &Dialect) -> Self {
        let at_once = usize::try_from(dialect.concurrency.max(1)).unwrap_or(usize::MAX);
        let apart_ms = match i64::from(dialect.requests_per_second) {
            0 => 0,
            a_second => (1_000 + a_second - 1) / a_second,
        };
        Self {
            at_once: Arc::new(Semaphore::new(at_once.min(Semaphore::MAX_PERMITS))),
            apart_ms,
            turns: Arc::default(),
        }
    }

    /// Waits until the next request may go out; it counts as under way for as long as the permit is held. `waiting` is
    /// told of a pause that a person would notice, in milliseconds.
    pub(crate) async fn turn(
        &self,
        times: &Times,
        waiting: impl Fn(u64),
    ) -> Option<OwnedSemaphorePermit> {
        let permit = Arc::clone(&self.at_once).acquire_owned().await.ok();
        let pause_ms = self.lock().take(times.now_ms(), self.apart_ms);
        if let Ok(pause_ms) = u64::try_from(pause_ms)
            && pause_ms > 0
        {
            if pause_ms >= 1_000 {
                waiting(pause_ms);
            }
            times.pause(Duration::from_millis(pause_ms)).await;
        }
        permit
    }

    /// Heeds what an answer says of how many requests are left.
    pub(crate) fn heed(&self, quota: Quota, now_ms: i64) {
        self.lock().quota = Some((quota, now_ms));
    }

    /// An answer came that says nothing of a limit: where none were to be left, there are some again.
    pub(crate) fn heed_silence(&self) {
        let mut turns = self.lock();
        turns.quota = turns.quota.filter(|(quota, _)| quota.remaining > 0);
    }

    /// Lets no request go out for so many seconds, since the service asked for that. A longer pause than is waited for is
    /// told to whoever asks next, by the service itself.
    pub(crate) fn hold(&self, seconds: u64, now_ms: i64) {
        let asked_ms = i64::try_from(seconds)
            .ok()
            .and_then(|s| s.checked_mul(1_000));
        if let Some(asked_ms) = asked_ms.filter(|ms| *ms <= LONGEST_MS) {
            let mut turns = self.lock();
            turns.next_ms = turns.next_ms.max(now_ms + asked_ms);
        }
    }

    /// How long the next request would have to wait.
    pub(crate) fn held_back(&self, now_ms: i64) -> Option<Duration> {
        // Nothing is taken: what asks may never go out.
        let mut turns = self.lock().clone();
        let pause_ms = u64::try_from(turns.take(now_ms, 0)).ok()?;
        (pause_ms > 0).then(|| Duration::from_millis(pause_ms))
    }

    /// How many requests are left, as far as the service said, and when it said so in epoch milliseconds.
    pub(crate) fn quota(&self) -> Option<(Quota, i64)> {
        self.lock().quota
    }

    fn lock(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    /// Takes the next turn: how long it has to wait, in milliseconds.
    fn take(&mut self, now_ms: i64, apart_ms: i64) -> i64 {
        self.follow(now_ms);
        let held_ms = self.held_back_ms(now_ms).min(LONGEST_MS);
        let begin_ms = self.next_ms.max(now_ms + held_ms);
        self.next_ms = begin_ms + apart_ms;
        begin_ms - now_ms
    }

    /// A clock that was set back is no reason to wait: what was noted by it is set back with it.
    fn follow(&mut self, now_ms: i64) {
        let back_ms = (self.seen_ms - now_ms).max(0);
        self.next_ms -= back_ms;
        if let Some((_, said_ms)) = &mut self.quota {
            *said_ms -= back_ms;
        }
        self.seen_ms = now_ms;
    }

    /// What the quota asks for: until there is more where none is left, and a part of that where few are.
    fn held_back_ms(&mut self, now_ms: i64) -> i64 {
        let Some((quota, said_ms)) = &mut self.quota else {
            return 0;
        };
        let Some(anew_ms) = quota.anew_in_ms.and_then(|ms| i64::try_from(ms).ok()) else {
            return 0;
        };
        let left_ms = *said_ms + anew_ms - now_ms;
        if left_ms <= 0 {
            self.quota = None;
            return 0;
        }
        let is_low = quota
            .limit
            .is_some_and(|limit| quota.remaining * LOW < limit);
        let remaining = quota.remaining;
        // What goes out before the next answer comes counts as well.
        quota.remaining = remaining.saturating_sub(1);
        match i64::try_from(remaining) {
            Ok(0) => left_ms,
            Ok(remaining) if is_low => left_ms / (remaining + 1),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn turns(limit: u64, remaining: u64, anew_in_ms: Option<u64>) -> Turns {
        let quota = Quota {
            limit: Some(limit),
            remaining,
            anew_in_ms,
        };
        Turns {
            quota: Some((quota, 1_000)),
            ..Turns::default()
        }
    }

    #[test]
    fn requests_keep_their_distance_and_nothing_is_made_up_for() {
        let mut turns = Turns::default();
        let waits = [0, 0, 0, 5_000].map(|now| turns.take(now, 100));
        assert_eq!(waits, [0, 100, 200, 0]);
    }

    #[test]
    fn with_none_left_the_next_one_waits_until_there_are_more_and_no_longer_than_a_minute() {
        assert_eq!(turns(100, 0, Some(12_000)).take(3_000, 0), 10_000);
        assert_eq!(turns(100, 0, Some(600_000)).take(3_000, 0), LONGEST_MS);
        assert_eq!(turns(100, 0, Some(12_000)).take(13_000, 0), 0);
        assert_eq!(
            turns(100, 0, None).take(3_000, 0),
            0,
            "nobody knows how long"
        );
    }

    #[test]
    fn a_clock_that_is_set_back_makes_nobody_wait_longer() {
        const HOUR_MS: i64 = 3_600_000;
        let mut turns = turns(100, 0, Some(12_000));
        assert_eq!(turns.take(HOUR_MS, 100), 0, "that is long past");
        assert_eq!(turns.take(HOUR_MS, 100), 100);
        assert_eq!(turns.take(0, 100), 200);
        assert_eq!(turns.take(500, 100), 0);
        let mut held = super::Turns {
            seen_ms: HOUR_MS,
            ..self::turns(100, 0, Some(12_000))
        };
        held.quota = held.quota.map(|(quota, _)| (quota, HOUR_MS - 2_000));
        assert_eq!(
            held.take(0, 0),
            10_000,
            "what is left of a quota is left of it"
        );
    }

    #[test]
    fn nobody_waits_for_a_quota_that_is_there_again_before_it_was_promised() {
        let pace = Pace::of(&Dialect::default());
        let quota = |remaining| Quota {
            limit: Some(100),
            remaining,
            anew_in_ms: Some(600_000),
        };
        let take = |now_ms| pace.lock().take(now_ms, 0);
        pace.heed(quota(0), 1_000);
        assert_eq!(take(1_000), LONGEST_MS);
        pace.heed(quota(100), 1_000 + LONGEST_MS);
        assert_eq!(take(1_000 + LONGEST_MS), 0);
        pace.heed(quota(0), 61_000);
        assert_eq!(take(61_000), LONGEST_MS);
        pace.heed_silence();
        assert_eq!((take(61_000 + LONGEST_MS), pace.quota()), (0, None));
        pace.heed(quota(50), 200_000);
        pace.heed_silence();
        assert!(pace.quota().is_some(), "there were some anyway");
    }

    #[test]
    fn a_pause_that_is_asked_for_holds_everything_back_and_a_long_one_nothing() {
        let pace = Pace::of(&Dialect::default());
        let take = |now_ms| pace.lock().take(now_ms, 0);
        pace.hold(7, 1_000);
        pace.hold(3, 1_000);
        assert_eq!([take(1_000), take(2_000), take(8_000)], [7_000, 6_000, 0]);
        pace.hold(3_600, 8_000);
        pace.hold(u64::MAX, 8_000);
        assert_eq!(take(8_000), 0);
    }

    #[test]
    fn the_last_ones_are_spread_and_many_go_as_they_come() {
        assert_eq!(turns(100, 50, Some(10_000)).take(1_000, 0), 0);
        assert_eq!(turns(100, 4, Some(10_000)).take(1_000, 0), 2_000);
        // Those that go out together are counted before an answer says so.
        let mut few = turns(100, 1, Some(10_000));
        assert_eq!((few.take(1_000, 0), few.take(1_000, 0)), (5_000, 10_000));
    }

    #[test]
    fn no_more_are_under_way_at_once_than_the_dialect_allows() {
        let dialect = Dialect {
            concurrency: 2,
            ..Dialect::default()
        };
        let (pace, times) = (Pace::of(&dialect), Times::default());
        let turn = || pace.turn(&times, |_| {}).now_or_never();
        let (first, second) = (turn(), turn());
        assert!(first.is_some() && second.is_some());
        assert!(turn().is_none());
        drop(first);
        assert!(turn().is_some());
    }
}
