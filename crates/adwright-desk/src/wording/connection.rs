//! The wording of the connection: pauses, limits and outages.

use std::time::Duration;

use adwright_client::{ClientError, Throttle, ThrottleReason};
use adwright_wire::{Quota, RequestFailure};

use crate::host::Zone;

/// The message while the person pauses the practice service.
pub(crate) const PRACTICE_PAUSED: &str = "The practice service does not answer, as if it had an outage. Your changes are kept on this computer.";

/// Rounds a pause up to seconds, so that its announced end is never too early.
#[must_use]
pub fn round_up_seconds(pause: Duration) -> u32 {
    u32::try_from(pause.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX)
}

/// Returns the message of a pause of this many seconds.
#[must_use]
pub fn pause_message(seconds: u32) -> String {
    format!("The service asks for a pause. Adwright continues in {seconds} s.")
}

/// Returns why and how long a request is throttled, as a sentence. `now_ms` is in epoch milliseconds.
#[must_use]
pub fn throttle_message(throttle: &Throttle, now_ms: i64) -> String {
    throttle_message_in(throttle, &Zone::system(), now_ms)
}

/// Returns the throttle message in a time zone.
pub(crate) fn throttle_message_in(throttle: &Throttle, zone: &Zone, now_ms: i64) -> String {
    let seconds = round_up_seconds(throttle.delay);
    let left_ms = u64::try_from(throttle.until_ms - now_ms).unwrap_or(0);
    let until = (Duration::from_millis(left_ms) > throttle.delay)
        .then(|| zone.format_until(throttle.until_ms, now_ms))
        .flatten();
    match (throttle.reason, until) {
        (ThrottleReason::PauseRequested, _) => pause_message(seconds),
        (ThrottleReason::Rate, _) => "The settings limit the rate of requests.".to_owned(),
        (ThrottleReason::QuotaExhausted, Some(until)) => {
            format!("No requests are left until {until}.")
        }
        (ThrottleReason::QuotaExhausted, None) => {
            format!("No requests are left. Adwright continues in {seconds} s.")
        }
    }
}

/// Returns the message for a pause that is too long to wait for. `until` is its end.
pub(crate) fn long_pause_message(until: &str) -> String {
    format!(
        "The service asks for a pause until {until}. Adwright sends nothing before then, unless you try again. Your changes are kept on this computer."
    )
}

/// Returns why the service does not answer.
pub(crate) fn unreachable_message(error: &ClientError) -> String {
    let why = match &error.failure {
        RequestFailure::Unreachable(cause) | RequestFailure::IncompleteReply(cause) => {
            cause.to_string()
        }
        other => other.to_string(),
    };
    format!("The service does not answer: {why}. Your changes are kept on this computer.")
}

/// Returns how many requests are left, and when the quota resets. `received_ms` and `now_ms` are in epoch milliseconds.
pub(crate) fn quota_message(quota: Quota, received_ms: i64, now_ms: i64) -> String {
    let of_limit = quota
        .limit
        .map_or_else(String::new, |limit| format!(" of {limit}"));
    let left = format!("{}{of_limit} requests left", quota.remaining);
    let reset = quota.resets_in_ms.and_then(|ms| i64::try_from(ms).ok());
    match reset.map(|ms| received_ms.saturating_add(ms) - now_ms) {
        Some(ms) if ms > 0 => format!("{left}, reset in {} s", ms.unsigned_abs().div_ceil(1_000)),
        Some(_) => "All requests are available again".to_owned(),
        None => left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throttle_is_shown_with_its_end() {
        let message = |reason, seconds, until_s: i64| {
            let throttle = Throttle {
                reason,
                delay: Duration::from_secs(seconds),
                until_ms: until_s * 1_000,
            };
            throttle_message_in(&throttle, &Zone::named("UTC"), 0)
        };
        let all = [
            message(ThrottleReason::QuotaExhausted, 12, 12),
            message(ThrottleReason::QuotaExhausted, 60, 3_600),
            message(ThrottleReason::PauseRequested, 7, 7),
            message(ThrottleReason::Rate, 1, 1),
        ];
        expect_test::expect![[r#"
            No requests are left. Adwright continues in 12 s.
            No requests are left until 01:00.
            The service asks for a pause. Adwright continues in 7 s.
            The settings limit the rate of requests."#]]
        .assert_eq(&all.join("\n"));
    }

    #[test]
    fn pause_is_rounded_up() {
        let told = [0, 1, 1_000, 1_001].map(|ms| round_up_seconds(Duration::from_millis(ms)));
        assert_eq!(told, [0, 1, 1, 2]);
    }
}
