//! The outcomes of items, and the exit code that follows from them.

use adwright_desk::Desk;
use adwright_views::{ItemState, ReplyView};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::CommandFailure;

/// One element of the JSON output of a send.
#[derive(Debug, Serialize)]
pub(super) struct SendElement {
    /// The item's id, as in receipts; `None` if the item was never begun.
    pub(super) item: Option<String>,
    /// The draft; `None` for a row.
    pub(super) draft: Option<String>,
    /// The batch of a row.
    pub(super) batch: Option<String>,
    /// The number of the row in its batch.
    pub(super) row: Option<u32>,
    pub(super) title: String,
    pub(super) outcome: &'static str,
    /// The service's code.
    pub(super) code: Option<u32>,
    /// The object's id on the service.
    pub(super) id: Option<String>,
    pub(super) message: String,
    /// The service's reply, unless the item is confirmed or on its way.
    pub(super) reply: Option<ReplyView>,
}

/// Returns the service's reply to an item, unless the item is confirmed or on its way. One reply answers many rows, so
/// it would repeat hundreds of rows for each of them.
pub(crate) fn service_reply(
    desk: &Desk,
    item: &str,
    state: ItemState,
) -> Result<Option<ReplyView>, CommandFailure> {
    match state {
        ItemState::Confirmed | ItemState::Intent | ItemState::Unknown => Ok(None),
        _ => Ok(desk.outbox.last_sent_reply(item)?),
    }
}

/// Returns the outcome of an item in the word that scripts see.
pub(crate) const fn outcome_word(state: ItemState) -> &'static str {
    match state {
        ItemState::Confirmed => "confirmed",
        ItemState::Refused => "refused",
        ItemState::NeedsYou => "needs-you",
        ItemState::Intent | ItemState::Unknown => "unknown",
        ItemState::Planned | ItemState::TakenBack => "not-sent",
    }
}

/// Returns the exit code that follows from one item.
pub(crate) const fn exit_for(state: ItemState) -> Exit {
    match state {
        ItemState::Confirmed => Exit::Success,
        ItemState::Refused => Exit::Refused,
        _ => Exit::Incomplete,
    }
}
