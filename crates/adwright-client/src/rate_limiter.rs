use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_wire::{Dialect, Quota, RequestFailure};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::backoff::MAX_PAUSE;
use crate::throttle::{Throttle, ThrottleReason};
use crate::time_source::ClientClock;

/// A longer pause is shortened to a month, because such a number is not a real pause.
const MAX_REQUESTED_PAUSE: Duration = Duration::from_hours(31 * 24);

/// Counts a request as running while the permit is held.
pub(crate) type Permit = OwnedSemaphorePermit;

type Rate = governor::RateLimiter<NotKeyed, InMemoryState, ClientClock, NoOpMiddleware<Duration>>;

/// Delays requests, so that no more run at once, or per second, than the dialect allows, and none during a pause that
/// the service asked for.
#[derive(Debug, Clone)]
pub(crate) struct RateLimiter {
    clock: ClientClock,
    concurrency: Arc<Semaphore>,
    rate: Option<Arc<Rate>>,
    limits: Arc<Mutex<ServiceLimits>>,
}

/// The limits that the replies of the service reported.
#[derive(Debug, Default)]
struct ServiceLimits {
    /// The pause that the service asked for, in epoch milliseconds. A clock that is set back to before it ends it.
    pause: Option<Range<i64>>,
    /// The request quota, and the time of its report.
    quota: Option<(Quota, i64)>,
}

impl RateLimiter {
    pub(crate) fn new(dialect: &Dialect, clock: &ClientClock) -> Self {
        let concurrency = usize::try_from(dialect.concurrency.max(1)).unwrap_or(usize::MAX);
        let rate = NonZeroU32::new(dialect.requests_per_second).map(|per_second| {
            // No bursts: a service with a tight limit may count within a fraction of a second.
            let quota = governor::Quota::per_second(per_second).allow_burst(NonZeroU32::MIN);
            Arc::new(Rate::direct_with_clock(quota, clock.clone()))
        });
        Self {
            clock: clock.clone(),
            concurrency: Arc::new(Semaphore::new(concurrency.min(Semaphore::MAX_PERMITS))),
            rate,
            limits: Arc::default(),
        }
    }

    /// Waits until the next request may be sent. Calls `on_wait` for delays of a second or more.
    ///
    /// A request holds no permit during a pause. So it does not block requests that need not wait.
    ///
    /// # Errors
    /// [`RequestFailure::Busy`] if a pause lasts longer than `max_pause`.
    pub(crate) async fn acquire(
        &self,
        max_pause: Duration,
        on_wait: impl Fn(Throttle),
    ) -> Result<Permit, RequestFailure> {
        let mut permit = None;
        loop {
            let throttle = if let Some(pause) = self.check_pause(max_pause)? {
                permit = None;
                pause
            } else if let Some(acquired) = permit.take() {
                let Some(throttle) = self.try_acquire_rate() else {
                    return Ok(acquired);
                };
                permit = Some(acquired);
                throttle
            } else {
                let next = Arc::clone(&self.concurrency).acquire_owned().await;
                permit = Some(next.expect("nobody closes the semaphore"));
                continue;
            };
            if throttle.delay >= Duration::from_secs(1) {
                on_wait(throttle);
            }
            self.clock.sleep(throttle.delay).await;
        }
    }

    /// Stores the quota of a reply. If a reply reports none, an exhausted quota is over.
    pub(crate) fn update_quota(&self, quota: Option<Quota>) {
        let reported = quota.map(|quota| (quota, self.clock.now_ms()));
        let mut limits = self.lock();
        limits.quota = reported.or_else(|| limits.unexhausted_quota());
    }

    /// Sends no request for this many seconds, because the service asked for it. Returns the end of the pause in epoch
    /// milliseconds if the pause is too long to wait for.
    pub(crate) fn pause_for(&self, seconds: u64) -> Option<i64> {
        let now_ms = self.clock.now_ms();
        let requested = Duration::from_secs(seconds).min(MAX_REQUESTED_PAUSE);
        let mut limits = self.lock();
        let until_ms = now_ms
            .saturating_add(millis(requested))
            .max(limits.pause_end(now_ms));
        limits.pause = Some(now_ms..until_ms);
        (requested > MAX_PAUSE).then_some(until_ms)
    }

    /// Ends every pause early.
    pub(crate) fn resume(&self) {
        let mut limits = self.lock();
        limits.pause = None;
        limits.quota = limits.unexhausted_quota();
    }

    /// Returns the end of a pause that is too long to wait for, in epoch milliseconds.
    pub(crate) fn paused_until(&self) -> Option<i64> {
        let pause = self.current_pause()?;
        (pause.delay > MAX_PAUSE).then_some(pause.until_ms)
    }

    /// Returns the pause that the next request would wait for.
    pub(crate) fn throttle(&self) -> Option<Throttle> {
        self.check_pause(MAX_PAUSE).ok().flatten()
    }

    /// Returns the pause during which no request is sent, however long it is.
    fn current_pause(&self) -> Option<Throttle> {
        let now_ms = self.clock.now_ms();
        let limits = self.lock();
        let requested_end_ms = limits.pause_end(now_ms);
        let requested = Throttle::until(requested_end_ms, now_ms, ThrottleReason::PauseRequested);
        let pauses = [limits.exhausted_quota_pause(now_ms), requested];
        pauses.into_iter().flatten().max_by_key(|pause| pause.delay)
    }

    /// Returns the reported quota, and the time of that report in epoch milliseconds.
    pub(crate) fn quota(&self) -> Option<(Quota, i64)> {
        self.lock().quota
    }

    /// Returns the current pause, or [`RequestFailure::Busy`] if the pause is too long.
    fn check_pause(&self, max_pause: Duration) -> Result<Option<Throttle>, RequestFailure> {
        match self.current_pause() {
            Some(pause) if pause.delay > max_pause => {
                let left_ms = u64::try_from(pause.until_ms - self.clock.now_ms()).unwrap_or(0);
                Err(RequestFailure::Busy {
                    seconds: Some(left_ms.div_ceil(1_000)),
                })
            }
            pause => Ok(pause),
        }
    }

    /// Counts a request against the rate limit. Returns the delay if it is too early for a request.
    fn try_acquire_rate(&self) -> Option<Throttle> {
        let not_until = self.rate.as_ref()?.check().err()?;
        let wait = not_until.wait_time_from(governor::clock::Clock::now(&self.clock));
        let wait_ms = wait.as_nanos().div_ceil(1_000_000).max(1);
        let now_ms = self.clock.now_ms();
        let until_ms = now_ms.saturating_add(i64::try_from(wait_ms).unwrap_or(i64::MAX));
        Throttle::until(until_ms, now_ms, ThrottleReason::Rate)
    }

    fn lock(&self) -> MutexGuard<'_, ServiceLimits> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServiceLimits {
    /// Returns the end of the pause that the service asked for; now if there is none.
    fn pause_end(&self, now_ms: i64) -> i64 {
        let pause = self.pause.as_ref().filter(|pause| pause.contains(&now_ms));
        pause.map_or(now_ms, |pause| pause.end)
    }

    /// Returns the pause until an exhausted quota is renewed. It is at most as long as a request waits, because the
    /// service did not refuse anything yet.
    fn exhausted_quota_pause(&self, now_ms: i64) -> Option<Throttle> {
        let (quota, reported_ms) = self.quota.filter(|(quota, _)| quota.remaining == 0)?;
        let renewed_ms = reported_ms.checked_add(i64::try_from(quota.resets_in_ms?).ok()?)?;
        let end_ms = renewed_ms.min(reported_ms + millis(MAX_PAUSE));
        let pause = Throttle::until(end_ms, now_ms, ThrottleReason::QuotaExhausted)?;
        (reported_ms <= now_ms).then_some(Throttle {
            until_ms: renewed_ms,
            ..pause
        })
    }

    fn unexhausted_quota(&self) -> Option<(Quota, i64)> {
        self.quota.filter(|(quota, _)| quota.remaining > 0)
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
