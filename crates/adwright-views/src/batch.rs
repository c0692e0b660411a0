use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SendGuard, SheetCheck};

/// One line in the list of batches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchSummary {
    /// The batch's own id.
    pub id: String,
    /// Its name, as a person gave it.
    pub name: String,
    /// The number of its rows.
    pub rows: u32,
    /// Its errors and warnings.
    pub findings: BatchFindings,
    /// The number of rows that the service has. Deleted rows count too.
    pub confirmed: u32,
    /// The number of rows that the service refused last.
    pub refused: u32,
    /// The number of rows whose outcome is open.
    pub open: u32,
    /// The instant of the last change.
    pub changed_at: String,
}

/// What is known of the errors and warnings of a batch without opening it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BatchFindings {
    /// They are counted as of now.
    Known(SheetCheck),
    /// They are being counted. The list has the result shortly after. The counts are those of before, if there are any.
    Running(Option<SheetCheck>),
    /// They are counted once the batch is opened.
    Unknown,
}

/// What a send of a batch would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchSendPlan {
    /// The revision of the planned rows.
    pub revision: u32,
    /// The number of rows to send.
    pub rows: u32,
    /// The number of requests, if the service refuses none of them as too large.
    pub requests: u32,
    /// The most rows in one request. So one lost reply leaves at most as many outcomes open.
    pub cap: u32,
    /// The number of rows that stay because they have errors.
    pub with_errors: u32,
    /// The number of rows that the service has.
    pub confirmed: u32,
    /// The number of rows whose outcome is open, or that have the content of an item whose outcome is open. They have
    /// to be settled first.
    pub open: u32,
    /// The number of rows that stay, because a draft or another batch sent the same content.
    pub sent_before: u32,
    /// The guards against a send that nobody meant.
    pub guard: SendGuard,
    /// Who else is sending in this workspace, as a sentence; none if nobody is.
    pub sending: Option<String>,
}

/// A send of a batch that the person released.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchSendRequest {
    /// Minted by the window, so that it can stop this send.
    pub operation: String,
    /// The batch.
    pub batch: String,
    /// The [`BatchSendPlan::revision`] that the person saw.
    pub revision: u32,
    /// The workspace's name as the person typed it; empty if the name was not required.
    pub typed_name: String,
    /// The rules whose errors the person overrides in this send.
    pub overrides: Vec<String>,
}
