use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use adwright_wire::RequestFailure;
use futures_util::FutureExt as _;

use super::*;
use crate::time_source::TimeSource;

const HOUR_MS: i64 = 3_600_000;
const PATIENT: Duration = MAX_PAUSE;
const PROMPT: Duration = Duration::from_secs(2);

/// A time source on which sleeps end at once, or never.
#[derive(Default)]
struct FakeTime {
    now_ms: AtomicI64,
    stands_still: AtomicBool,
}

impl FakeTime {
    fn set(&self, now_ms: i64) {
        self.now_ms.store(now_ms, Ordering::SeqCst);
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
        self.now_ms.fetch_add(millis(time), Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

/// Returns a limiter with limits of the dialect, and its time source, which starts at 0.
fn limiter(concurrency: u32, requests_per_second: u32) -> (RateLimiter, Arc<FakeTime>) {
    let (time, clock) = (Arc::<FakeTime>::default(), ClientClock::default());
    clock.set_source(Arc::<FakeTime>::clone(&time));
    let dialect = Dialect {
        concurrency,
        requests_per_second,
        ..Dialect::default()
    };
    (RateLimiter::new(&dialect, &clock), time)
}

fn quota(remaining: u64, resets_in_ms: Option<u64>) -> Quota {
    Quota {
        limit: Some(100),
        remaining,
        resets_in_ms,
    }
}

fn busy(seconds: u64) -> RequestFailure {
    RequestFailure::Busy {
        seconds: Some(seconds),
    }
}

/// Returns the reason and the length of the next request's delay, in milliseconds.
fn waits(limiter: &RateLimiter) -> Option<(ThrottleReason, u128)> {
    let throttle = limiter.throttle()?;
    Some((throttle.reason, throttle.delay.as_millis()))
}

/// Sends a request, and returns the time after it.
fn send(limiter: &RateLimiter, time: &FakeTime) -> i64 {
    let permit = limiter.acquire(PATIENT, |_| {}).now_or_never();
    drop(permit.expect("time passes at once").unwrap());
    time.now_ms()
}

#[test]
fn requests_keep_their_distance_without_bursts() {
    for (per_second, times) in [(10, [0, 100, 200]), (3, [0, 334, 668]), (0, [0, 0, 0])] {
        let (limiter, time) = limiter(4, per_second);
        assert_eq!([(); 3].map(|()| send(&limiter, &time)), times);
        time.set(5_000);
        assert_eq!(send(&limiter, &time), 5_000, "nothing is made up for");
    }
}

#[test]
fn clock_set_back_adds_no_delay() {
    let (limiter, time) = limiter(1, 10);
    time.set(HOUR_MS);
    send(&limiter, &time);
    limiter.pause_for(7);
    time.set(0);
    assert_eq!(waits(&limiter), None);
    assert_eq!(send(&limiter, &time), 100);
    time.set(HOUR_MS);
    limiter.update_quota(Some(quota(0, Some(12_000))));
    time.set(0);
    assert_eq!(waits(&limiter), None);
}

#[test]
fn exhausted_quota_delays_at_most_a_minute() {
    let none_left = |resets_in_ms, now_ms| {
        let (limiter, time) = limiter(1, 0);
        limiter.update_quota(Some(quota(0, resets_in_ms)));
        time.set(now_ms);
        waits(&limiter)
    };
    let wait = |ms| Some((ThrottleReason::QuotaExhausted, ms));
    assert_eq!(none_left(Some(12_000), 2_000), wait(10_000));
    assert_eq!(none_left(Some(600_000), 2_000), wait(58_000));
    assert_eq!(none_left(Some(600_000), 60_000), None);
    assert_eq!(none_left(Some(12_000), 12_000), None);
    assert_eq!(none_left(None, 0), None, "nobody knows how long");
}

#[test]
fn quota_renewed_early_delays_nothing() {
    let (limiter, _time) = limiter(1, 0);
    for renewed in [Some(quota(100, Some(600_000))), None] {
        limiter.update_quota(Some(quota(0, Some(600_000))));
        assert!(waits(&limiter).is_some());
        limiter.update_quota(renewed);
        assert_eq!(waits(&limiter), None);
    }
    limiter.update_quota(Some(quota(50, Some(600_000))));
    limiter.update_quota(None);
    assert!(limiter.quota().is_some(), "there were some anyway");
}

#[test]
fn requested_pause_delays_every_request() {
    let (limiter, time) = limiter(1, 0);
    assert_eq!((limiter.pause_for(7), limiter.pause_for(3)), (None, None));
    limiter.update_quota(Some(quota(0, Some(5_000))));
    for (now_ms, left_ms) in [(0, 7_000), (1_000, 6_000)] {
        time.set(now_ms);
        let wait = Some((ThrottleReason::PauseRequested, left_ms));
        assert_eq!(waits(&limiter), wait);
    }
    assert_eq!(send(&limiter, &time), 7_000);
}

#[test]
fn requests_fail_during_pause_over_a_minute() {
    let (limiter, time) = limiter(1, 0);
    assert_eq!(limiter.pause_for(3_600), Some(HOUR_MS));
    assert_eq!(
        limiter.pause_for(120),
        Some(HOUR_MS),
        "the longer one counts"
    );
    time.set(600_000);
    for longest_pause in [PATIENT, PROMPT] {
        let turned_away = limiter.acquire(longest_pause, |_| {}).now_or_never();
        assert_eq!(turned_away.unwrap().unwrap_err(), busy(3_000));
    }
    let state = (limiter.paused_until(), limiter.throttle());
    assert_eq!(state, (Some(HOUR_MS), None));
    time.set(HOUR_MS);
    assert_eq!(limiter.paused_until(), None);
    assert_eq!(send(&limiter, &time), HOUR_MS);
    limiter.pause_for(u64::MAX);
    assert!(limiter.paused_until().is_some(), "however long it is");
    limiter.resume();
    assert_eq!(send(&limiter, &time), HOUR_MS);
}

#[test]
fn an_impatient_request_fails_instead_of_waiting() {
    let (limiter, _time) = limiter(1, 0);
    limiter.update_quota(Some(quota(0, Some(12_000))));
    let turned_away = limiter.acquire(PROMPT, |_| {}).now_or_never();
    assert_eq!(turned_away.unwrap().unwrap_err(), busy(12));
    limiter.update_quota(Some(quota(0, Some(2_000))));
    let waited = limiter.acquire(PROMPT, |_| {}).now_or_never();
    assert!(waited.unwrap().is_ok());
}

#[test]
fn concurrency_stays_within_the_dialect_limit() {
    let (limiter, _time) = limiter(2, 0);
    let permit = || limiter.acquire(PATIENT, |_| {}).now_or_never();
    let (first, second) = (permit(), permit());
    assert!(first.is_some() && second.is_some());
    assert!(permit().is_none());
    drop(first);
    assert!(permit().is_some());
}

#[test]
fn a_request_in_a_pause_blocks_no_other() {
    let (limiter, time) = limiter(1, 0);
    time.stands_still.store(true, Ordering::SeqCst);
    let under_way = limiter.acquire(PATIENT, |_| {}).now_or_never();
    let mut sleeps = pin!(limiter.acquire(PATIENT, |_| {}));
    assert!(sleeps.as_mut().now_or_never().is_none());
    limiter.pause_for(30);
    drop(under_way);
    // It has the permit now, and gives it back for the pause.
    assert!(sleeps.as_mut().now_or_never().is_none());
    limiter.resume();
    let by_hand = limiter.acquire(PATIENT, |_| {}).now_or_never();
    assert!(matches!(by_hand, Some(Ok(_))), "{by_hand:?}");
}

#[test]
fn pause_requested_meanwhile_is_obeyed() {
    let (limiter, time) = limiter(1, 0);
    let reasons = Mutex::new(Vec::new());
    let permit = || {
        limiter.acquire(PATIENT, |throttle| {
            reasons.lock().unwrap().push(throttle.reason);
        })
    };
    let under_way = permit().now_or_never();
    let mut next = pin!(permit());
    assert!(next.as_mut().now_or_never().is_none());
    limiter.pause_for(7);
    drop(under_way);
    assert!(matches!(next.now_or_never(), Some(Ok(_))));
    let reasons = reasons.lock().unwrap().clone();
    assert_eq!(
        (reasons, time.now_ms()),
        (vec![ThrottleReason::PauseRequested], 7_000)
    );
}
