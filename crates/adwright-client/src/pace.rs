use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_wire::{Dialect, Quota};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ClientError;
use crate::held::{Held, Reason};
use crate::time::Times;

/// The longest time that a request is held back, in milliseconds: after it the service may say itself when to come back.
/// A pause that it asked for and that is longer is not waited for.
const LONGEST_MS: i64 = 60_000;

/// Below this part of a quota, what is left of it is spread over the time until there is more.
const LOW: u64 = 10;

/// The longest time that a request is held back because few are left, in milliseconds.
const SPREAD_MS: i64 = 2_000;

/// A longer pause than a month is no pause: the number is something else.
const LONGEST_PAUSE_S: u64 = 31 * 24 * 60 * 60;

/// Holds requests back, so that no more go out at once, or in a second, than the dialect or the service allows.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    at_once: Arc<Semaphore>,
    /// The least time between two requests, in milliseconds.
    apart_ms: i64,
    turns: Arc<Mutex<Turns>>,
}

/// A request counts as under way for as long as this is held.
#[derive(Debug)]
pub(crate) struct Permit {
    _one_of_all: Option<OwnedSemaphorePermit>,
}

/// How long a request waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Haste {
    /// As long as any request is held back.
    Patient,
    /// As long as nobody notices: whoever asks cannot be stopped any more.
    Prompt,
    /// Not at all, whatever the service asked for: a person wants to know how it is now.
    ByHand,
}

#[derive(Debug, Clone, Default)]
struct Turns {
    /// What the clock said when the last turn was taken.
    seen_ms: i64,
    /// Before this time no further request goes out: they keep their distance.
    next_ms: i64,
    /// Before this time no further request goes out: the service asked for a pause.
    asked_ms: i64,
    quota: Option<(Quota, i64)>,
    /// Before this time nobody waits for a turn, since it is too long: whoever asks is told.
    closed_ms: Option<i64>,
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

    /// Waits until the next request may go out. `waiting` is told of a wait that a person would notice.
    ///
    /// # Errors
    /// [`ClientError::Busy`] where the service asked for a longer pause than is waited for.
    pub(crate) async fn turn(
        &self,
        times: &Times,
        haste: Haste,
        waiting: impl Fn(Held),
    ) -> Result<Permit, ClientError> {
        let permit = Arc::clone(&self.at_once).acquire_owned().await.ok();
        let held = self.lock().take(times.now_ms(), self.apart_ms, haste)?;
        if let Some(held) = held {
            if held.time >= Duration::from_secs(1) {
                waiting(held);
            }
            times.pause(held.time).await;
            // Another request may have been turned away meanwhile.
            self.lock().refuse_closed(times.now_ms(), haste)?;
        }
        Ok(Permit {
            _one_of_all: permit,
        })
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

    /// Lets no request go out for so many seconds, since the service asked for that. Of a longer pause than is waited for
    /// whoever asks next is told, and the service is not asked. Until when that is, in epoch milliseconds; none for a pause
    /// that is waited for.
    pub(crate) fn hold(&self, seconds: u64, now_ms: i64) -> Option<i64> {
        let asked_ms = i64::try_from(seconds.min(LONGEST_PAUSE_S) * 1_000).unwrap_or(i64::MAX);
        let until_ms = now_ms.saturating_add(asked_ms);
        let mut turns = self.lock();
        if asked_ms <= LONGEST_MS {
            turns.asked_ms = turns.asked_ms.max(until_ms);
            return None;
        }
        turns.closed_ms = turns.closed_ms.max(Some(until_ms));
        turns.closed_ms
    }

    /// A longer pause than is waited for is over before its time: the service takes requests, or said a shorter one.
    pub(crate) fn open(&self) {
        self.lock().closed_ms = None;
    }

    /// Until when the service asked for a longer pause than is waited for, in epoch milliseconds.
    pub(crate) fn closed_until(&self, now_ms: i64) -> Option<i64> {
        let mut turns = self.lock().clone();
        turns.follow(now_ms);
        turns.closed_ms
    }

    /// How long, and why, the next request would have to wait.
    pub(crate) fn held_back(&self, now_ms: i64) -> Option<Held> {
        // Nothing is taken: what asks may never go out.
        let mut turns = self.lock().clone();
        turns.take(now_ms, 0, Haste::Patient).ok()?
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
    /// Takes the next turn: how long it has to wait, where it has to. Nothing is taken where that is too long.
    fn take(
        &mut self,
        now_ms: i64,
        apart_ms: i64,
        haste: Haste,
    ) -> Result<Option<Held>, ClientError> {
        self.refuse_closed(now_ms, haste)?;
        let mut after = self.clone();
        let held = after.next(now_ms, apart_ms);
        if haste == Haste::ByHand {
            return Ok(None);
        }
        if let Some(held) = held.filter(|held| haste == Haste::Prompt && held.is_noticed()) {
            return Err(busy(held.until_ms - now_ms));
        }
        *self = after;
        Ok(held)
    }

    /// A pause that is too long to be waited for is told by whoever met it.
    fn refuse_closed(&mut self, now_ms: i64, haste: Haste) -> Result<(), ClientError> {
        self.follow(now_ms);
        match self.closed_ms {
            Some(until_ms) if haste != Haste::ByHand => Err(busy(until_ms - now_ms)),
            _ => Ok(()),
        }
    }

    fn next(&mut self, now_ms: i64, apart_ms: i64) -> Option<Held> {
        let (reason, held_ms, more_ms) = self.held_by_quota(now_ms);
        let spread_ms = now_ms + held_ms;
        let begin_ms = self.next_ms.max(self.asked_ms).max(spread_ms);
        self.next_ms = begin_ms + apart_ms;
        let (why, until_ms) = if self.asked_ms > now_ms {
            (Reason::Asked, self.asked_ms)
        } else if held_ms > 0 && begin_ms == spread_ms {
            (reason, more_ms)
        } else {
            (Reason::Rate, begin_ms)
        };
        let time = Duration::from_millis(u64::try_from(begin_ms - now_ms).unwrap_or(0));
        (!time.is_zero()).then_some(Held {
            why,
            time,
            until_ms,
        })
    }

    /// A clock that was set back is no reason to wait: what was noted by it is set back with it.
    fn follow(&mut self, now_ms: i64) {
        let back_ms = (self.seen_ms - now_ms).max(0);
        self.next_ms -= back_ms;
        self.asked_ms -= back_ms;
        if let Some((_, said_ms)) = &mut self.quota {
            *said_ms -= back_ms;
        }
        let closed_ms = self.closed_ms.map(|until_ms| until_ms - back_ms);
        self.closed_ms = closed_ms.filter(|until_ms| *until_ms > now_ms);
        self.seen_ms = now_ms;
    }

    /// What the quota asks for: until there is more where none is left, and a part of that where few are and it is soon.
    /// Why, for how many milliseconds, and when there is more.
    fn held_by_quota(&mut self, now_ms: i64) -> (Reason, i64, i64) {
        const FREE: (Reason, i64, i64) = (Reason::Rate, 0, 0);
        let Some((quota, said_ms)) = &mut self.quota else {
            return FREE;
        };
        let Some(anew_ms) = quota.anew_in_ms.and_then(|ms| i64::try_from(ms).ok()) else {
            return FREE;
        };
        let more_ms = *said_ms + anew_ms;
        let left_ms = more_ms - now_ms;
        if left_ms <= 0 {
            self.quota = None;
            return FREE;
        }
        let is_low = quota
            .limit
            .is_some_and(|limit| quota.remaining * LOW < limit);
        let remaining = quota.remaining;
        // What goes out before the next answer comes counts as well.
        quota.remaining = remaining.saturating_sub(1);
        match i64::try_from(remaining) {
            Ok(0) => (Reason::NoneLeft, left_ms.min(LONGEST_MS), more_ms),
            // So few last for no longer time, however slowly they go.
            Ok(remaining) if is_low && left_ms <= LONGEST_MS => {
                let spread_ms = (left_ms / (remaining + 1)).min(SPREAD_MS);
                (Reason::FewLeft, spread_ms, more_ms)
            }
            _ => FREE,
        }
    }
}

/// What is said in the service's place, so that no answer came.
fn busy(left_ms: i64) -> ClientError {
    let seconds = u64::try_from(left_ms).unwrap_or(0).div_ceil(1_000);
    ClientError::Busy {
        seconds: Some(seconds),
        came: None,
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

    /// How long the next one has to wait, in milliseconds.
    fn wait(turns: &mut Turns, now_ms: i64, apart_ms: i64) -> i64 {
        let held = turns.take(now_ms, apart_ms, Haste::Patient).unwrap();
        held.map_or(0, |held| i64::try_from(held.time.as_millis()).unwrap())
    }

    #[test]
    fn requests_keep_their_distance_and_nothing_is_made_up_for() {
        let mut turns = Turns::default();
        let waits = [0, 0, 0, 5_000].map(|now| wait(&mut turns, now, 100));
        assert_eq!(waits, [0, 100, 200, 0]);
    }

    #[test]
    fn with_none_left_the_next_one_waits_until_there_are_more_and_no_longer_than_a_minute() {
        let at = |anew_in_ms, now_ms| wait(&mut turns(100, 0, anew_in_ms), now_ms, 0);
        assert_eq!(at(Some(12_000), 3_000), 10_000);
        assert_eq!(at(Some(600_000), 3_000), LONGEST_MS);
        assert_eq!(at(Some(12_000), 13_000), 0);
        assert_eq!(at(None, 3_000), 0, "nobody knows how long");
    }

    #[test]
    fn a_clock_that_is_set_back_makes_nobody_wait_longer() {
        const HOUR_MS: i64 = 3_600_000;
        let mut turns = turns(100, 0, Some(12_000));
        assert_eq!(wait(&mut turns, HOUR_MS, 100), 0, "that is long past");
        assert_eq!(wait(&mut turns, HOUR_MS, 100), 100);
        assert_eq!(wait(&mut turns, 0, 100), 200);
        assert_eq!(wait(&mut turns, 500, 100), 0);
        let mut held = super::Turns {
            seen_ms: HOUR_MS,
            ..self::turns(100, 0, Some(12_000))
        };
        held.quota = held.quota.map(|(quota, _)| (quota, HOUR_MS - 2_000));
        let left_ms = wait(&mut held, 0, 0);
        assert_eq!(left_ms, 10_000, "what is left of a quota is left of it");
        let pace = Pace::of(&Dialect::default());
        pace.lock().seen_ms = HOUR_MS;
        pace.hold(100, HOUR_MS);
        assert_eq!(pace.closed_until(0), Some(100_000));
    }

    #[test]
    fn nobody_waits_for_a_quota_that_is_there_again_before_it_was_promised() {
        let pace = Pace::of(&Dialect::default());
        let quota = |remaining| Quota {
            limit: Some(100),
            remaining,
            anew_in_ms: Some(600_000),
        };
        let take = |now_ms| wait(&mut pace.lock(), now_ms, 0);
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
    fn a_pause_that_is_asked_for_holds_everything_back() {
        let pace = Pace::of(&Dialect::default());
        assert_eq!((pace.hold(7, 1_000), pace.hold(3, 1_000)), (None, None));
        let held = pace.held_back(1_000).unwrap();
        assert_eq!((held.why, held.until_ms), (Reason::Asked, 8_000));
        let waits = [1_000, 2_000, 8_000].map(|now_ms| wait(&mut pace.lock(), now_ms, 0));
        assert_eq!(waits, [7_000, 6_000, 0]);
    }

    #[test]
    fn a_longer_pause_than_is_waited_for_is_told_until_it_is_over_or_the_service_takes_requests() {
        let pace = Pace::of(&Dialect::default());
        let take = |now_ms, haste| pace.lock().take(now_ms, 0, haste);
        assert_eq!(pace.hold(3_600, 1_000), Some(3_601_000));
        assert_eq!(
            pace.hold(120, 1_000),
            Some(3_601_000),
            "the longer one counts"
        );
        for haste in [Haste::Patient, Haste::Prompt] {
            let told = take(601_000, haste).unwrap_err();
            let said = ClientError::Busy {
                seconds: Some(3_000),
                came: None,
            };
            assert_eq!(told, said);
        }
        assert_eq!(take(601_000, Haste::ByHand), Ok(None));
        assert_eq!(pace.closed_until(601_000), Some(3_601_000));
        assert_eq!(take(3_601_000, Haste::Patient), Ok(None));
        assert_eq!(pace.closed_until(3_601_000), None);
        pace.hold(u64::MAX, 4_000_000);
        assert!(pace.closed_until(4_000_000).is_some(), "however long it is");
        pace.open();
        assert_eq!(take(4_000_000, Haste::Patient), Ok(None));
    }

    #[test]
    fn what_cannot_be_stopped_waits_no_longer_than_anybody_notices_and_takes_no_turn_then() {
        let mut none_left = turns(100, 0, Some(12_000));
        let told = none_left.take(1_000, 0, Haste::Prompt);
        assert!(
            matches!(
                told,
                Err(ClientError::Busy {
                    seconds: Some(12),
                    ..
                })
            ),
            "{told:?}"
        );
        let mut few = turns(100, 4, Some(10_000));
        assert!(few.take(1_000, 0, Haste::Prompt).unwrap().is_some());
        assert_eq!(none_left.take(1_000, 0, Haste::ByHand), Ok(None));
    }

    #[test]
    fn the_last_ones_go_slowly_where_that_makes_them_last_and_many_go_as_they_come() {
        let first = |remaining, anew_in_ms| {
            let mut turns = turns(100, remaining, Some(anew_in_ms));
            let held = turns.take(1_000, 0, Haste::Patient).unwrap();
            held.map(|held| (held.why, held.time.as_millis()))
        };
        assert_eq!(first(50, 10_000), None);
        assert_eq!(first(9, 10_000), Some((Reason::FewLeft, 1_000)));
        assert_eq!(first(1, 60_000), Some((Reason::FewLeft, 2_000)));
        assert_eq!(first(9, 3_600_000), None, "nobody waits for that");
        assert_eq!(first(0, 10_000), Some((Reason::NoneLeft, 10_000)));
        // Those that go out together are counted before an answer says so.
        let mut few = turns(100, 1, Some(10_000));
        let both = [1_000, 1_000].map(|now_ms| wait(&mut few, now_ms, 0));
        assert_eq!(both, [2_000, 10_000]);
    }

    #[test]
    fn no_more_are_under_way_at_once_than_the_dialect_allows() {
        let dialect = Dialect {
            concurrency: 2,
            ..Dialect::default()
        };
        let (pace, times) = (Pace::of(&dialect), Times::default());
        let turn = || pace.turn(&times, Haste::Patient, |_| {}).now_or_never();
        let (first, second) = (turn(), turn());
        assert!(first.is_some() && second.is_some());
        assert!(turn().is_none());
        drop(first);
        assert!(turn().is_some());
    }
}
