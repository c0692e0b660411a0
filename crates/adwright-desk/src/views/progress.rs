use serde::Serialize;
use specta::Type;

use super::{ItemState, RawReply};

/// How far a fetch has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum FetchProgress {
    /// It began; the total where the service says one.
    Started {
        /// How many there are.
        total: Option<u32>,
    },
    /// So many came. They are in the cache when it ends, however it ends.
    Advanced {
        /// How many came.
        done: u32,
        /// How many there are.
        total: Option<u32>,
    },
    /// The list is there; what it has in a short form only is got in full, one by one.
    Completing {
        /// How many were got.
        done: u32,
        /// How many are to be got.
        total: u32,
    },
    /// The service is busy; the fetch goes on by itself.
    Waiting {
        /// After so many seconds.
        seconds: u32,
    },
    /// It ended.
    Finished,
}

/// How a fetch ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FetchSummary {
    /// How many came.
    pub fetched: u32,
    /// Whether it reached the end.
    pub complete: bool,
    /// What happened, as a sentence.
    pub message: String,
    /// The answer that it ended with, where that is why it is not complete.
    pub reply: Option<RawReply>,
}

/// How far a send has come, or a look at what was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum SendProgress {
    /// It began.
    Started {
        /// How many items there are.
        total: u32,
    },
    /// An item reached a state.
    Advanced {
        /// How many items are settled.
        done: u32,
        /// How many items there are.
        total: u32,
        /// The item's draft.
        draft: String,
        /// Its state now.
        state: ItemState,
        /// What happened, as a sentence.
        outcome: String,
    },
    /// It ended.
    Finished,
}

impl SendProgress {
    /// What is said of an item that begins; anything else that is said before it has ended is about a pause.
    pub const BEGINS: &str = "Sending";
}

/// How a send ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendSummary {
    /// Items that the service has.
    pub confirmed: u32,
    /// Items that the service refused.
    pub refused: u32,
    /// Items that wait for a person.
    pub needs_you: u32,
    /// Items that were not begun, because the person stopped the send.
    pub stopped: u32,
    /// What happened, as a sentence.
    pub message: String,
}
