//! What the store keeps about the outcome of an item and of a request: codes and fields, as JSON.

use adwright_client::WriteOutcome;
use adwright_planner::SendOutcome;
use adwright_wire::{RequestFailure, UnclearReply, Verdict};
use serde::{Deserialize, Serialize};

/// The outcome that an item's row records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RecordedOutcome {
    /// The write has begun.
    OnItsWay,
    /// No clear reply came, and a look-up has begun.
    LookingUp,
    /// The service was too busy for the write, so the item is planned again.
    Busy,
    /// The service refused the call that held the item, so the item is planned again in a smaller call.
    CallRefused,
    /// The planner settled the item.
    Settled(SendOutcome),
    /// The send ended while the service was too busy for the item.
    BusyUntilEnd {
        /// The HTTP status with which the service said so.
        status: u16,
    },
    /// A person decided.
    Decided {
        /// The person.
        person: String,
        /// The decision.
        decision: PersonDecision,
    },
}

/// A person's decision that settled an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PersonDecision {
    /// The service has it.
    WasSent,
    /// The service does not have it, so it can be sent again.
    BackToDraft,
    /// The draft continues from the newest version.
    Rebase,
}

impl RecordedOutcome {
    pub(crate) const fn code(&self) -> Option<u32> {
        match self {
            Self::Settled(outcome) => outcome.code(),
            Self::OnItsWay
            | Self::LookingUp
            | Self::Busy
            | Self::CallRefused
            | Self::BusyUntilEnd { .. }
            | Self::Decided { .. } => None,
        }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an outcome is plain data with text keys")
    }

    /// Parses a stored outcome; none if nothing was stored.
    pub(crate) fn parse(json: Option<&str>) -> Option<Self> {
        serde_json::from_str(json?).ok()
    }
}

/// The result that a request's row records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RecordedDelivery {
    /// The request never left this computer.
    NeverSent(RequestFailure),
    /// No complete reply came.
    Lost(RequestFailure),
    /// The service accepted everything.
    Accepted,
    /// The service refused everything.
    Refused,
    /// The service answered item by item.
    PerItem,
    /// The service did not accept the login.
    LoginNotAccepted,
    /// The service was too busy.
    Busy,
    /// The reply does not show what was done.
    Unclear(UnclearReply),
}

impl RecordedDelivery {
    pub(crate) fn of(delivery: &WriteOutcome) -> Self {
        let verdict = match delivery {
            WriteOutcome::NeverSent(failure) => return Self::NeverSent(failure.clone()),
            WriteOutcome::Lost(failure) => return Self::Lost(failure.clone()),
            WriteOutcome::Answered { verdict, .. } => verdict,
        };
        match verdict {
            Verdict::Accepted { .. } => Self::Accepted,
            Verdict::Refused { .. } => Self::Refused,
            Verdict::PerItem { .. } => Self::PerItem,
            Verdict::Unauthorized => Self::LoginNotAccepted,
            Verdict::Wait { .. } => Self::Busy,
            Verdict::Unknown(unclear) => Self::Unclear(unclear.clone()),
        }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an outcome is plain data with text keys")
    }

    /// Parses a stored outcome.
    pub(crate) fn parse(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}
