//! All English of the outbox. The other modules say what happened with types; this module turns them into sentences
//! where view models are built.

mod outcomes;
mod summaries;
#[cfg(test)]
mod tests;

use adwright_planner::{REFERENCE_MEMBER, UnsupportedReference};

pub(crate) use outcomes::{OutcomeRenderer, wording_at};
pub(crate) use summaries::recovered;
pub(super) use summaries::{decide_all_summary, failed_items, receipt_audit, undo_blocker, undone};

use super::item_runner::WaitNotice;
use super::recorded_outcome::RecordedDelivery;

use crate::connection::throttle_notice;
use crate::context::Context;
use crate::wording::pause_message;

/// The outcome of an item whose turn has come.
pub(super) const BEGINS: &str = "Sending";

/// The title of the rule about an object that was sent before.
pub(super) const SENT_BEFORE: &str = "Sent before with the same content";

/// Says why an item waits, and for how long.
pub(super) fn wait_message(context: &Context, notice: WaitNotice) -> String {
    match notice {
        WaitNotice::Pause { seconds } => pause_message(seconds),
        WaitNotice::Throttled(throttle) => throttle_notice(context, &throttle),
    }
}

/// Returns the outcome of a request, in words.
pub(crate) fn delivery(delivery: Option<&RecordedDelivery>) -> String {
    let fixed = match delivery {
        None => "no answer was seen",
        Some(RecordedDelivery::NeverSent(failure)) => return format!("never sent: {failure}"),
        Some(RecordedDelivery::Lost(failure)) => return format!("no answer: {failure}"),
        Some(RecordedDelivery::Accepted) => "accepted",
        Some(RecordedDelivery::Refused) => "refused",
        Some(RecordedDelivery::PerItem) => "answered item by item",
        Some(RecordedDelivery::LoginNotAccepted) => "the login was not accepted",
        Some(RecordedDelivery::Busy) => "the service had no time",
        Some(RecordedDelivery::Unclear(reply)) => return format!("unclear: {reply}"),
    };
    fixed.to_owned()
}

/// Follows the outcome of a request whose reply was removed.
pub(crate) fn removed_reply_note(at: &str) -> String {
    format!("; the retention rule removed the reply on {at}")
}

/// Asks whether to create an object with the same content again.
pub(super) fn sent_before(at: &str, noun: &str, is_open: bool) -> String {
    if is_open {
        return format!(
            "This workspace released the same content at {at}, and its outcome is open: see Sent. Decide there before you create a second {noun}."
        );
    }
    format!(
        "This workspace sent the same content at {at}. Discard this draft, or override this to create a second {noun}."
    )
}

/// Says who else is sending.
pub(super) fn other_sender(person: &str) -> String {
    format!("{person} is sending from this workspace just now.")
}

/// Says why references are turned off for new objects.
pub(super) fn unsupported_reference_message(
    unsupported_reference: &UnsupportedReference,
) -> String {
    match unsupported_reference {
        UnsupportedReference::Refused(words) => {
            format!("The service refused a new object and named {REFERENCE_MEMBER}: “{words}”")
        }
        UnsupportedReference::Dropped => format!(
            "The service created an object that was sent with {REFERENCE_MEMBER}, and returned it without."
        ),
    }
}

/// Says why the batch cap is lowered.
pub(super) fn batch_cap_lesson(accepted: usize, refused: usize) -> String {
    format!(
        "The service took {accepted} values in one call, after it had refused {refused} as too many (66109)."
    )
}
