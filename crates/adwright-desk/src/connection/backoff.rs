//! Pauses that a service asks for, as sentences. Short pauses are reported and waited out, long ones end the request.

use std::time::Duration;

use adwright_client::{Throttle, ThrottleReason, retry_delay};
use adwright_planner::PauseOutcome;

use crate::context::Context;
use crate::host::{CancellationToken, Zone};

/// Rounds a pause up to seconds, so that its announced end is never too early.
#[must_use]
pub fn round_up_seconds(pause: Duration) -> u32 {
    u32::try_from(pause.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX)
}

/// Returns the message of a pause of this many seconds.
#[must_use]
pub fn pause_message(seconds: u32) -> String {
    format!("The service asks for a pause. It goes on by itself in {seconds} s.")
}

/// Returns why and how long a request is throttled, as a sentence. `now_ms` is in epoch milliseconds.
#[must_use]
pub fn throttle_message(held: &Throttle, now_ms: i64) -> String {
    throttle_message_in(held, &Zone::system(), now_ms)
}

fn throttle_message_in(held: &Throttle, zone: &Zone, now_ms: i64) -> String {
    let seconds = round_up_seconds(held.time);
    let left_ms = u64::try_from(held.until_ms - now_ms).unwrap_or(0);
    let until = (Duration::from_millis(left_ms) > held.time)
        .then(|| zone.format_until(held.until_ms, now_ms))
        .flatten();
    match (held.why, until) {
        (ThrottleReason::PauseRequested, _) => pause_message(seconds),
        (ThrottleReason::Rate, _) => "Requests go no faster than the settings say.".to_owned(),
        (ThrottleReason::QuotaExhausted, Some(until)) => {
            format!("No requests are left until {until}.")
        }
        (ThrottleReason::QuotaExhausted, None) => {
            format!("No requests are left. It goes on by itself in {seconds} s.")
        }
    }
}

/// Returns the throttle message in the workspace's time zone.
pub(crate) fn throttle_notice(context: &Context, held: &Throttle) -> String {
    throttle_message_in(held, &context.zone, context.now())
}

/// Returns the end of a pause that is too long to wait for, in words.
pub(crate) fn paused_until(context: &Context) -> Option<String> {
    context
        .zone
        .format_until(context.client.paused_until()?, context.now())
}

/// Waits out a requested pause: its length in seconds, and the number of earlier tries. `told` receives the length
/// in seconds.
pub(crate) async fn wait_requested_pause(
    context: &Context,
    (asked, tried): (Option<u64>, u32),
    stop: &CancellationToken,
    told: &(impl Fn(u32) + ?Sized),
) -> PauseOutcome {
    match retry_delay(asked, tried) {
        Some(time) => wait_or_cancel(context, time, stop, told).await,
        None => PauseOutcome::TooLong {
            until_ms: context.client.paused_until(),
        },
    }
}

pub(crate) async fn wait_or_cancel(
    context: &Context,
    time: Duration,
    stop: &CancellationToken,
    told: &(impl Fn(u32) + ?Sized),
) -> PauseOutcome {
    told(round_up_seconds(time));
    match stop.run_until_cancelled(context.clock.pause(time)).await {
        Some(()) => PauseOutcome::Over,
        None => PauseOutcome::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throttle_is_told_with_its_end() {
        let said = |why, seconds, until_s: i64| {
            let held = Throttle {
                why,
                time: Duration::from_secs(seconds),
                until_ms: until_s * 1_000,
            };
            throttle_message_in(&held, &Zone::named("UTC"), 0)
        };
        let all = [
            said(ThrottleReason::QuotaExhausted, 12, 12),
            said(ThrottleReason::QuotaExhausted, 60, 3_600),
            said(ThrottleReason::PauseRequested, 7, 7),
            said(ThrottleReason::Rate, 1, 1),
        ];
        expect_test::expect![[r#"
            No requests are left. It goes on by itself in 12 s.
            No requests are left until 01:00.
            The service asks for a pause. It goes on by itself in 7 s.
            Requests go no faster than the settings say."#]]
        .assert_eq(&all.join("\n"));
    }

    #[test]
    fn a_pause_is_never_told_too_short() {
        let told = [0, 1, 1_000, 1_001].map(|ms| round_up_seconds(Duration::from_millis(ms)));
        assert_eq!(told, [0, 1, 1, 2]);
    }
}
