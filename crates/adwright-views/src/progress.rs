use serde::Serialize;
use specta::Type;

use super::{ItemState, ReplyView};

/// The progress of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum FetchProgress {
    /// The fetch started.
    Started {
        /// The total, if the service reports it.
        total: Option<u32>,
    },
    /// Rows were received. They enter the cache when the fetch ends, whatever the result.
    Advanced {
        /// The number of received rows.
        done: u32,
        /// The total, if the service reports it.
        total: Option<u32>,
    },
    /// The list was received. Objects that it contains only in a short form are fetched in full, one by one.
    Completing {
        /// The number of fetched objects.
        done: u32,
        /// The number of objects to fetch.
        total: u32,
    },
    /// The service is busy. The fetch continues by itself.
    Waiting {
        /// The seconds until it continues.
        seconds: u32,
    },
    /// The fetch ended.
    Finished,
}

/// The result of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FetchSummary {
    /// The number of received rows.
    pub fetched: u32,
    /// True if the fetch reached the end.
    pub complete: bool,
    /// A sentence about the result.
    pub message: String,
    /// The last reply, if it made the fetch incomplete.
    pub reply: Option<ReplyView>,
}

/// The progress of a send, or of a lookup of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum SendProgress {
    /// The operation started.
    Started {
        /// The number of items.
        total: u32,
    },
    /// An item reached a state.
    Advanced {
        /// The number of settled items.
        done: u32,
        /// The number of items.
        total: u32,
        /// The item's draft; none for a row of a batch.
        draft: Option<String>,
        /// The item's row in its batch, by id; none for a draft.
        row: Option<u32>,
        /// The item's new state.
        state: ItemState,
        /// A sentence about the outcome.
        outcome: String,
    },
    /// An item, or the call that it is in, waits for the service.
    Waiting {
        /// The item's draft; none for a row of a batch.
        draft: Option<String>,
        /// The reason and the length of the wait, in sentences.
        message: String,
    },
    /// It ended.
    Finished,
}

/// How a send ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendSummary {
    /// The number of items that the service confirmed.
    pub confirmed: u32,
    /// The number of items that the service refused.
    pub refused: u32,
    /// The number of items that wait for a person.
    pub needs_you: u32,
    /// The number of items that were not started, because the person stopped the send.
    pub stopped: u32,
    /// A sentence about the result.
    pub message: String,
}
