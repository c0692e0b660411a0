//! Pauses that a service asks for. Short pauses are reported and waited out, long ones end the request.

use std::time::Duration;

use adwright_client::{Throttle, retry_delay};
use adwright_planner::PauseOutcome;

use crate::context::Context;
use crate::host::CancellationToken;
use crate::wording::{round_up_seconds, throttle_message_in};

/// Returns the throttle message in the workspace's time zone.
pub(crate) fn throttle_notice(context: &Context, throttle: &Throttle) -> String {
    throttle_message_in(throttle, &context.zone, context.now())
}

/// Returns the end of a pause that is too long to wait for, in words.
pub(crate) fn paused_until(context: &Context) -> Option<String> {
    context
        .zone
        .format_until(context.client.paused_until()?, context.now())
}

/// Waits out a requested pause. `on_wait` receives its length in seconds.
pub(crate) async fn wait_requested_pause(
    context: &Context,
    requested_seconds: Option<u64>,
    earlier_tries: u32,
    stop: &CancellationToken,
    on_wait: &(impl Fn(u32) + ?Sized),
) -> PauseOutcome {
    match retry_delay(requested_seconds, earlier_tries) {
        Some(delay) => wait_or_cancel(context, delay, stop, on_wait).await,
        None => PauseOutcome::TooLong {
            until_ms: context.client.paused_until(),
        },
    }
}

pub(crate) async fn wait_or_cancel(
    context: &Context,
    delay: Duration,
    stop: &CancellationToken,
    on_wait: &(impl Fn(u32) + ?Sized),
) -> PauseOutcome {
    on_wait(round_up_seconds(delay));
    match stop.run_until_cancelled(context.clock.pause(delay)).await {
        Some(()) => PauseOutcome::Over,
        None => PauseOutcome::Stopped,
    }
}
