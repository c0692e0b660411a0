use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_wire::{Dialect, Quota};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ClientError;
use crate::throttle::{Throttle, ThrottleReason};
use crate::time_source::ClientClock;

/// The longest delay of a request, in milliseconds. A longer pause that the service asked for is not waited for.
const LONGEST_MS: i64 = 60_000;

/// Below one part in so many of a quota, the remaining requests are spread over the time until it is renewed.
const LOW: u64 = 10;

/// The longest delay because few requests are left, in milliseconds.
const SPREAD_MS: i64 = 2_000;

/// Pauses longer than a month are cut: such a number means something else.
const LONGEST_PAUSE_S: u64 = 31 * 24 * 60 * 60;

/// Delays requests, so that no more run at once, or per second, than the dialect or the service allows.
#[derive(Debug, Clone)]
pub(crate) struct RateLimiter {
    at_once: Arc<Semaphore>,
    /// The minimum time between two requests, in milliseconds.
    apart_ms: i64,
    slots: Arc<Mutex<RateState>>,
}

/// Counts a request as running while the permit is held. A request with [`WaitPolicy::Bypass`] does not count.
#[derive(Debug, Default)]
pub(crate) struct Permit(Option<OwnedSemaphorePermit>);

/// How long a request may wait for its permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitPolicy {
    /// As long as any request is delayed.
    Patient,
    /// At most two seconds, because the caller cannot be stopped any more.
    FailFast,
    /// Not at all, whatever the service asked for: a person wants to know the state now.
    Bypass,
}

#[derive(Debug, Clone, Default)]
struct RateState {
    /// The clock's time at the last check.
    seen_ms: i64,
    /// No request is sent before this time, to keep the distance between requests.
    next_ms: i64,
    /// No request is sent before this time, because the service asked for a pause.
    asked_ms: i64,
    quota: Option<(Quota, i64)>,
    /// Requests before this time fail at once, because the pause is too long to wait for.
    closed_ms: Option<i64>,
}

impl Permit {
    pub(crate) fn is_bypass(&self) -> bool {
        self.0.is_none()
    }
}

impl RateLimiter {
    pub(crate) fn from_dialect(dialect: &Dialect) -> Self {
        let at_once = usize::try_from(dialect.concurrency.max(1)).unwrap_or(usize::MAX);
        let apart_ms = match i64::from(dialect.requests_per_second) {
            0 => 0,
            a_second => (1_000 + a_second - 1) / a_second,
        };
        Self {
            at_once: Arc::new(Semaphore::new(at_once.min(Semaphore::MAX_PERMITS))),
            apart_ms,
            slots: Arc::default(),
        }
    }

    /// Waits until the next request may be sent. Calls `waiting` for delays of a second or more.
    ///
    /// A request takes its permit only after it waited for the service's limits. So it does not block requests that
    /// need not wait.
    ///
    /// # Errors
    /// [`ClientError::Busy`] if the service asked for a pause that is too long to wait for.
    pub(crate) async fn acquire(
        &self,
        times: &ClientClock,
        wait_policy: WaitPolicy,
        waiting: impl Fn(Throttle),
    ) -> Result<Permit, ClientError> {
        if wait_policy == WaitPolicy::Bypass {
            return Ok(Permit::default());
        }
        let wait = async |held: Throttle| {
            if held.time >= Duration::from_secs(1) {
                waiting(held);
            }
            times.sleep(held.time).await;
        };
        let mut heeded_ms = i64::MIN;
        let mut held = self.lock().check_limits(times.now_ms(), wait_policy)?;
        loop {
            if let Some(held) = held {
                wait(held).await;
                if held.why == ThrottleReason::PauseRequested {
                    heeded_ms = held.until_ms;
                }
            }
            let permit = Permit(Arc::clone(&self.at_once).acquire_owned().await.ok());
            let begin = (times.now_ms(), self.apart_ms);
            held = self.lock().schedule(begin, heeded_ms, wait_policy)?;
            match held {
                None => return Ok(permit),
                Some(Throttle {
                    why: ThrottleReason::PauseRequested,
                    ..
                }) => {}
                Some(distance) => {
                    wait(distance).await;
                    // Another request may have been turned away meanwhile.
                    self.lock().check_paused(times.now_ms())?;
                    return Ok(permit);
                }
            }
        }
    }

    /// Stores the quota that a reply reports.
    pub(crate) fn update_quota(&self, quota: Quota, now_ms: i64) {
        self.lock().quota = Some((quota, now_ms));
    }

    /// Handles a reply without a quota: if the stored quota was exhausted, requests are possible again.
    pub(crate) fn clear_exhausted_quota(&self) {
        let mut slots = self.lock();
        slots.quota = slots.quota.filter(|(quota, _)| quota.remaining > 0);
    }

    /// Sends no request for this many seconds, because the service asked for it. If the pause is too long to wait for,
    /// requests fail at once until its end. Returns that end in epoch milliseconds; `None` for a pause that is waited
    /// for.
    pub(crate) fn pause_for(&self, seconds: u64, now_ms: i64) -> Option<i64> {
        let asked_ms = i64::try_from(seconds.min(LONGEST_PAUSE_S) * 1_000).unwrap_or(i64::MAX);
        let until_ms = now_ms.saturating_add(asked_ms);
        let mut slots = self.lock();
        if asked_ms <= LONGEST_MS {
            slots.asked_ms = slots.asked_ms.max(until_ms);
            return None;
        }
        slots.closed_ms = slots.closed_ms.max(Some(until_ms));
        slots.closed_ms
    }

    /// Ends a long pause early: the service accepts requests, or asked for a shorter pause.
    pub(crate) fn resume(&self) {
        self.lock().closed_ms = None;
    }

    /// Returns the end of a pause that is too long to wait for, in epoch milliseconds.
    pub(crate) fn paused_until(&self, now_ms: i64) -> Option<i64> {
        let mut slots = self.lock().clone();
        slots.adjust_for_clock(now_ms);
        slots.closed_ms
    }

    /// Returns how long, and why, the next request would be delayed.
    pub(crate) fn throttle(&self, now_ms: i64) -> Option<Throttle> {
        // Works on a copy, because the caller may never send a request.
        let mut slots = self.lock().clone();
        let held = slots.check_limits(now_ms, WaitPolicy::Patient).ok()?;
        held.or_else(|| slots.spacing_delay(now_ms))
    }

    /// Returns the reported quota, and the time of that report in epoch milliseconds.
    pub(crate) fn quota(&self) -> Option<(Quota, i64)> {
        self.lock().quota
    }

    fn lock(&self) -> MutexGuard<'_, RateState> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RateState {
    /// Returns how long, and why, the service's limits delay the next request. Takes nothing if that is too long.
    fn check_limits(
        &mut self,
        now_ms: i64,
        wait_policy: WaitPolicy,
    ) -> Result<Option<Throttle>, ClientError> {
        self.check_paused(now_ms)?;
        let mut after = self.clone();
        let by_quota = after.quota_throttle(now_ms);
        let asked = self.requested_pause(now_ms);
        let held = match (asked, by_quota) {
            (Some(asked), Some(quota)) if quota.time > asked.time => Some(quota),
            (asked, quota) => asked.or(quota),
        };
        check_wait_policy((held, now_ms), wait_policy)?;
        *self = after;
        Ok(held)
    }

    /// Returns the delay that keeps the distance to the request before. The request waited until `heeded_ms` already.
    /// If the service asked for a pause meanwhile, returns that pause and takes nothing.
    fn schedule(
        &mut self,
        (now_ms, apart_ms): (i64, i64),
        heeded_ms: i64,
        wait_policy: WaitPolicy,
    ) -> Result<Option<Throttle>, ClientError> {
        self.check_paused(now_ms)?;
        if self.asked_ms > heeded_ms
            && let Some(asked) = self.requested_pause(now_ms)
        {
            check_wait_policy((Some(asked), now_ms), wait_policy)?;
            return Ok(Some(asked));
        }
        let distance = self.spacing_delay(now_ms);
        check_wait_policy((distance, now_ms), wait_policy)?;
        self.next_ms = self.next_ms.max(now_ms) + apart_ms;
        Ok(distance)
    }

    /// Fails during a pause that is too long to wait for.
    fn check_paused(&mut self, now_ms: i64) -> Result<(), ClientError> {
        self.adjust_for_clock(now_ms);
        self.closed_ms
            .map_or(Ok(()), |until_ms| Err(busy_error(until_ms - now_ms)))
    }

    fn requested_pause(&self, now_ms: i64) -> Option<Throttle> {
        Throttle::until(self.asked_ms, now_ms, ThrottleReason::PauseRequested)
    }

    fn spacing_delay(&self, now_ms: i64) -> Option<Throttle> {
        Throttle::until(self.next_ms, now_ms, ThrottleReason::Rate)
    }

    /// Shifts all stored times if the clock was set back, so that no request waits because of it.
    fn adjust_for_clock(&mut self, now_ms: i64) {
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

    /// Returns the quota's delay: until its renewal if it is exhausted, or a part of that time if few requests are
    /// left.
    fn quota_throttle(&mut self, now_ms: i64) -> Option<Throttle> {
        let (quota, said_ms) = self.quota.as_mut()?;
        let anew_ms = i64::try_from(quota.anew_in_ms?).ok()?;
        let more_ms = *said_ms + anew_ms;
        let left_ms = more_ms - now_ms;
        if left_ms <= 0 {
            self.quota = None;
            return None;
        }
        let is_low = quota
            .limit
            .is_some_and(|limit| quota.remaining * LOW < limit);
        let remaining = quota.remaining;
        // Requests that are sent before the next reply count as well.
        quota.remaining = remaining.saturating_sub(1);
        let (why, held_ms) = match i64::try_from(remaining) {
            Ok(0) => (ThrottleReason::NoneLeft, left_ms.min(LONGEST_MS)),
            // A quota this low can only be spread if it is renewed soon.
            Ok(remaining) if is_low && left_ms <= LONGEST_MS => {
                let spread_ms = (left_ms / (remaining + 1)).min(SPREAD_MS);
                (ThrottleReason::FewLeft, spread_ms)
            }
            _ => return None,
        };
        let held = Throttle::until(now_ms + held_ms, now_ms, why)?;
        Some(Throttle {
            until_ms: more_ms,
            ..held
        })
    }
}

/// Fails if a caller that cannot be stopped would wait noticeably.
fn check_wait_policy(
    (held, now_ms): (Option<Throttle>, i64),
    wait_policy: WaitPolicy,
) -> Result<(), ClientError> {
    match held.filter(|held| wait_policy == WaitPolicy::FailFast && held.is_noticeable()) {
        Some(held) => Err(busy_error(held.until_ms - now_ms)),
        None => Ok(()),
    }
}

/// Builds the error that replaces a reply from the service.
fn busy_error(left_ms: i64) -> ClientError {
    let seconds = u64::try_from(left_ms).unwrap_or(0).div_ceil(1_000);
    ClientError::Busy {
        seconds: Some(seconds),
        came: None,
    }
}

#[cfg(test)]
mod tests;
