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

#[derive(Debug, Default)]
struct Turns {
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
        let held_ms = self.held_back_ms(now_ms);
        let begin_ms = self.next_ms.max(now_ms + held_ms);
        self.next_ms = begin_ms + apart_ms;
        // A clock that was set back is no reason to wait.
        (begin_ms - now_ms).min(LONGEST_MS)
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
            next_ms: 0,
            quota: Some((quota, 1_000)),
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
