use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use futures_util::FutureExt as _;

use super::*;
use crate::time_source::TimeSource;

/// A time that passes wherever someone waits, or stands still.
#[derive(Default)]
struct FakeTime {
    now_ms: AtomicI64,
    stands_still: AtomicBool,
}

impl FakeTime {
    fn times(self: &Arc<Self>) -> ClientClock {
        let times = ClientClock::default();
        times.set(Arc::<Self>::clone(self));
        times
    }
}

impl TimeSource for FakeTime {
    fn now_ms(&self) -> i64 {
        self.now_ms.load(Ordering::SeqCst)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        if self.stands_still.load(Ordering::SeqCst) {
            return Box::pin(std::future::pending());
        }
        let ms = i64::try_from(time.as_millis()).unwrap();
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

/// So many at once, and no other limit.
fn at_once(concurrency: u32) -> RateLimiter {
    RateLimiter::from_dialect(&Dialect {
        concurrency,
        ..Dialect::default()
    })
}

fn slots(limit: u64, remaining: u64, anew_in_ms: Option<u64>) -> RateState {
    let quota = Quota {
        limit: Some(limit),
        remaining,
        anew_in_ms,
    };
    RateState {
        quota: Some((quota, 1_000)),
        ..RateState::default()
    }
}

/// How long the next one has to wait for what the service said, in milliseconds.
fn wait(slots: &mut RateState, now_ms: i64) -> i64 {
    in_ms(slots.check_limits(now_ms, WaitPolicy::Patient).unwrap())
}

/// How long the next one has to keep its distance, in milliseconds.
fn distance(slots: &mut RateState, now_ms: i64, apart_ms: i64) -> i64 {
    let begin = (now_ms, apart_ms);
    in_ms(
        slots
            .schedule(begin, i64::MAX, WaitPolicy::Patient)
            .unwrap(),
    )
}

fn in_ms(held: Option<Throttle>) -> i64 {
    held.map_or(0, |held| i64::try_from(held.time.as_millis()).unwrap())
}

#[test]
fn requests_keep_their_distance_and_nothing_is_made_up_for() {
    let mut slots = RateState::default();
    let waits = [0, 0, 0, 5_000].map(|now| distance(&mut slots, now, 100));
    assert_eq!(waits, [0, 100, 200, 0]);
}

#[test]
fn with_none_left_the_next_one_waits_until_there_are_more_and_no_longer_than_a_minute() {
    let at = |anew_in_ms, now_ms| wait(&mut slots(100, 0, anew_in_ms), now_ms);
    assert_eq!(at(Some(12_000), 3_000), 10_000);
    assert_eq!(at(Some(600_000), 3_000), LONGEST_MS);
    assert_eq!(at(Some(12_000), 13_000), 0);
    assert_eq!(at(None, 3_000), 0, "nobody knows how long");
}

#[test]
fn a_clock_that_is_set_back_makes_nobody_wait_longer() {
    const HOUR_MS: i64 = 3_600_000;
    let mut slots = slots(100, 0, Some(12_000));
    assert_eq!(wait(&mut slots, HOUR_MS), 0, "that is long past");
    let distances = [HOUR_MS, HOUR_MS, 0, 500].map(|now| distance(&mut slots, now, 100));
    assert_eq!(distances, [0, 100, 200, 0]);
    let mut held = super::RateState {
        seen_ms: HOUR_MS,
        ..self::slots(100, 0, Some(12_000))
    };
    held.quota = held.quota.map(|(quota, _)| (quota, HOUR_MS - 2_000));
    let left_ms = wait(&mut held, 0);
    assert_eq!(left_ms, 10_000, "what is left of a quota is left of it");
    let limiter = RateLimiter::from_dialect(&Dialect::default());
    limiter.lock().seen_ms = HOUR_MS;
    limiter.pause_for(100, HOUR_MS);
    assert_eq!(limiter.paused_until(0), Some(100_000));
}

#[test]
fn nobody_waits_for_a_quota_that_is_there_again_before_it_was_promised() {
    let limiter = RateLimiter::from_dialect(&Dialect::default());
    let quota = |remaining| Quota {
        limit: Some(100),
        remaining,
        anew_in_ms: Some(600_000),
    };
    let take = |now_ms| wait(&mut limiter.lock(), now_ms);
    limiter.update_quota(quota(0), 1_000);
    assert_eq!(take(1_000), LONGEST_MS);
    limiter.update_quota(quota(100), 1_000 + LONGEST_MS);
    assert_eq!(take(1_000 + LONGEST_MS), 0);
    limiter.update_quota(quota(0), 61_000);
    assert_eq!(take(61_000), LONGEST_MS);
    limiter.clear_exhausted_quota();
    assert_eq!((take(61_000 + LONGEST_MS), limiter.quota()), (0, None));
    limiter.update_quota(quota(50), 200_000);
    limiter.clear_exhausted_quota();
    assert!(limiter.quota().is_some(), "there were some anyway");
}

#[test]
fn a_pause_that_is_asked_for_holds_everything_back() {
    let limiter = RateLimiter::from_dialect(&Dialect::default());
    assert_eq!(
        (limiter.pause_for(7, 1_000), limiter.pause_for(3, 1_000)),
        (None, None)
    );
    let held = limiter.throttle(1_000).unwrap();
    assert_eq!(
        (held.why, held.until_ms),
        (ThrottleReason::PauseRequested, 8_000)
    );
    let waits = [1_000, 2_000, 8_000].map(|now_ms| wait(&mut limiter.lock(), now_ms));
    assert_eq!(waits, [7_000, 6_000, 0]);
}

#[test]
fn a_longer_pause_than_is_waited_for_is_told_until_it_is_over_or_the_service_takes_requests() {
    let limiter = RateLimiter::from_dialect(&Dialect::default());
    let take = |now_ms, wait_policy| limiter.lock().check_limits(now_ms, wait_policy);
    assert_eq!(limiter.pause_for(3_600, 1_000), Some(3_601_000));
    assert_eq!(
        limiter.pause_for(120, 1_000),
        Some(3_601_000),
        "the longer one counts"
    );
    for wait_policy in [WaitPolicy::Patient, WaitPolicy::FailFast] {
        let told = take(601_000, wait_policy).unwrap_err();
        let said = ClientError::Busy {
            seconds: Some(3_000),
            came: None,
        };
        assert_eq!(told, said);
    }
    assert_eq!(limiter.paused_until(601_000), Some(3_601_000));
    assert_eq!(take(3_601_000, WaitPolicy::Patient), Ok(None));
    assert_eq!(limiter.paused_until(3_601_000), None);
    limiter.pause_for(u64::MAX, 4_000_000);
    assert!(
        limiter.paused_until(4_000_000).is_some(),
        "however long it is"
    );
    limiter.resume();
    assert_eq!(take(4_000_000, WaitPolicy::Patient), Ok(None));
}

#[test]
fn what_cannot_be_stopped_waits_no_longer_than_anybody_notices_and_takes_no_turn_then() {
    let mut none_left = slots(100, 0, Some(12_000));
    let told = none_left.check_limits(1_000, WaitPolicy::FailFast);
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
    let mut few = slots(100, 4, Some(10_000));
    assert!(
        few.check_limits(1_000, WaitPolicy::FailFast)
            .unwrap()
            .is_some()
    );
}

#[test]
fn the_last_ones_go_slowly_where_that_makes_them_last_and_many_go_as_they_come() {
    let first = |remaining, anew_in_ms| {
        let mut slots = slots(100, remaining, Some(anew_in_ms));
        let held = slots.check_limits(1_000, WaitPolicy::Patient).unwrap();
        held.map(|held| (held.why, held.time.as_millis()))
    };
    assert_eq!(first(50, 10_000), None);
    assert_eq!(first(9, 10_000), Some((ThrottleReason::FewLeft, 1_000)));
    assert_eq!(first(1, 60_000), Some((ThrottleReason::FewLeft, 2_000)));
    assert_eq!(first(9, 3_600_000), None, "nobody waits for that");
    assert_eq!(first(0, 10_000), Some((ThrottleReason::NoneLeft, 10_000)));
    // Those that go out together are counted before an answer says so.
    let mut few = slots(100, 1, Some(10_000));
    let both = [1_000, 1_000].map(|now_ms| wait(&mut few, now_ms));
    assert_eq!(both, [2_000, 10_000]);
}

#[test]
fn no_more_are_under_way_at_once_than_the_dialect_allows() {
    let (limiter, times) = (at_once(2), ClientClock::default());
    let slot = || {
        limiter
            .acquire(&times, WaitPolicy::Patient, |_| {})
            .now_or_never()
    };
    let (first, second) = (slot(), slot());
    assert!(first.is_some() && second.is_some());
    assert!(slot().is_none());
    drop(first);
    assert!(slot().is_some());
}

#[test]
fn nobody_waits_behind_who_waits_for_a_pause_and_need_not_wait_as_well() {
    let time = Arc::new(FakeTime::default());
    time.stands_still.store(true, Ordering::SeqCst);
    let (limiter, times) = (at_once(1), time.times());
    let slot = |wait_policy| limiter.acquire(&times, wait_policy, |_| {});
    limiter.pause_for(30, 0);
    let mut sleeps = pin!(slot(WaitPolicy::Patient));
    assert!(sleeps.as_mut().now_or_never().is_none());
    let by_hand = slot(WaitPolicy::Bypass).now_or_never();
    assert!(matches!(by_hand, Some(Ok(_))), "{by_hand:?}");
    let prompt = slot(WaitPolicy::FailFast).now_or_never();
    assert!(matches!(prompt, Some(Err(ClientError::Busy { .. }))));
    time.now_ms.store(30_000, Ordering::SeqCst);
    let later = slot(WaitPolicy::Patient).now_or_never();
    assert!(matches!(later, Some(Ok(_))), "{later:?}");
}

#[test]
fn who_waits_for_others_heeds_a_pause_that_is_asked_for_meanwhile() {
    let time = Arc::new(FakeTime::default());
    let (limiter, times) = (at_once(1), time.times());
    let told = Mutex::new(Vec::new());
    let slot = || {
        limiter.acquire(&times, WaitPolicy::Patient, |held| {
            told.lock().unwrap().push(held);
        })
    };
    let under_way = slot().now_or_never();
    let mut next = pin!(slot());
    assert!(next.as_mut().now_or_never().is_none());
    limiter.pause_for(7, 0);
    drop(under_way);
    assert!(matches!(next.now_or_never(), Some(Ok(_))));
    let told: Vec<_> = told.lock().unwrap().iter().map(|held| held.why).collect();
    assert_eq!(
        (told, time.now_ms()),
        (vec![ThrottleReason::PauseRequested], 7_000)
    );
}
