//! How items ended, and what that makes of the whole.

use adwright_desk::Desk;
use adwright_desk::views::{ItemState, RawReply};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::CommandFailure;

/// One element of what a send prints in JSON.
#[derive(Debug, Serialize)]
pub(super) struct SendElement {
    /// The item's own id, as receipts have it; none where nothing of it was begun.
    pub(super) item: Option<String>,
    pub(super) draft: String,
    pub(super) title: String,
    pub(super) outcome: &'static str,
    /// The service's code.
    pub(super) code: Option<u32>,
    /// The object's id on the service.
    pub(super) id: Option<String>,
    pub(super) message: String,
    /// What the service answered, unless it took it.
    pub(super) reply: Option<RawReply>,
}

/// What the service answered to an item of which there is more to know than that the service has it.
pub(crate) fn service_reply(
    desk: &Desk,
    (item, state): (&str, ItemState),
) -> Result<Option<RawReply>, CommandFailure> {
    match state {
        ItemState::Confirmed => Ok(None),
        _ => Ok(desk.last_sent_reply(item)?),
    }
}

/// How an item ended, in the word that scripts see.
pub(crate) const fn outcome_word(state: ItemState) -> &'static str {
    match state {
        ItemState::Confirmed => "confirmed",
        ItemState::Refused => "refused",
        ItemState::NeedsYou => "needs-you",
        ItemState::Intent | ItemState::Unknown => "unknown",
        ItemState::Planned | ItemState::TakenBack => "not-sent",
    }
}

/// What one item makes of the whole.
pub(crate) const fn exit_for(state: ItemState) -> Exit {
    match state {
        ItemState::Confirmed => Exit::Success,
        ItemState::Refused => Exit::Refused,
        _ => Exit::Incomplete,
    }
}
