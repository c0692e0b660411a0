//! Pauses that a service asks for. Short pauses are reported and waited out, long ones end the request.

use std::time::Duration;

use adwright_client::{Throttle, retry_delay};
use adwright_planner::PauseOutcome;

use crate::context::Context;
use crate::host::CancellationToken;
use crate::wording::{round_up_seconds, throttle_message_in};

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
