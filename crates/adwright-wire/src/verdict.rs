//! The meaning of a reply for its request.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The meaning of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The request succeeded. A read may have found nothing.
    Accepted {
        /// The raw text of each entity in the reply to a write. Empty for a read.
        entities: Vec<String>,
    },
    /// The service refused the request and changed nothing. The same request gets the same reply.
    Refused {
        /// The service's codes, in their order.
        codes: Vec<u32>,
        /// The service's message.
        message: Option<String>,
    },
    /// The service answered a write item by item (207).
    PerItem {
        /// One reply for each item that can be identified, in the reply's order.
        items: Vec<ItemReply>,
    },
    /// The service requires a login and did nothing. Log in once, then send again.
    Unauthorized,
    /// The service is busy and did nothing. Wait, then send again.
    Wait {
        /// How many seconds to wait, if the service specifies it.
        seconds: Option<u64>,
    },
    /// The reply does not show whether the request was carried out. Look it up before anything else.
    Unknown(UnclearReply),
}

/// A reply that does not show whether the request was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnclearReply {
    /// What makes it unclear.
    pub ambiguity: Ambiguity,
    /// The HTTP status.
    pub status: u16,
    /// The service's codes.
    pub codes: Vec<u32>,
    /// The service's message, or what was sent in its place.
    pub message: Option<String>,
}

impl fmt::Display for UnclearReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (status {}", self.ambiguity, self.status)?;
        let codes: Vec<_> = self.codes.iter().map(ToString::to_string).collect();
        let codes = Some(codes.join(", ")).filter(|codes| !codes.is_empty());
        let details = [codes.as_deref(), self.message.as_deref()];
        let details: Vec<_> = details.into_iter().flatten().collect();
        if !details.is_empty() {
            write!(f, ": {}", details.join(" "))?;
        }
        f.write_str(")")
    }
}

/// Why a reply does not show whether something was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum Ambiguity {
    /// The service failed (5xx), and no code says what it did.
    #[error("the service failed without saying what it did")]
    ServerError,
    /// The status is not one of HTTP.
    #[error("the service answered with an invalid HTTP status")]
    OddStatus,
    /// The service redirects a request that is not sent elsewhere.
    #[error("the service answered with a redirect, which is not followed")]
    Redirected,
    /// The reply cannot be read.
    #[error("the reply cannot be read")]
    Unreadable,
    /// The reply is not UTF-8, so its objects are not what the service has.
    #[error("the reply is not UTF-8")]
    NotUtf8,
    /// The service reports success, but the reply contains no object.
    #[error("the service reported success, but the reply contains no object")]
    NoEntity,
    /// The service reports success, but the reply is empty.
    #[error("the service reported success, but its reply is empty")]
    Empty,
    /// The reply contains an error without a code.
    #[error("the reply contains an error, but no code that shows the outcome")]
    NoCode,
    /// The reply contains an error and an object.
    #[error("the reply contains both an error and an object")]
    Contradiction,
    /// The service reports 62001, which may come after the object was saved.
    #[error("the service reported 62001, and may have saved it anyway")]
    Compare,
}

/// One item of a multi-status reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemReply {
    /// The outcome.
    pub outcome: ItemOutcome,
    /// The codes that count for this item.
    pub codes: Vec<u32>,
    /// The service's message about this item.
    pub message: Option<String>,
    /// The raw text of the entity, if the reply contains it.
    pub entity: Option<String>,
}

/// The outcome of one item of a multi-status reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemOutcome {
    /// The service carried it out.
    Accepted,
    /// The service refused this item.
    Refused,
    /// The item may have been saved despite the code (62001): GET and compare.
    Compare,
    /// The reply does not settle the outcome.
    Unknown,
}
