//! The meaning of a reply for its request.

/// The meaning of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The request succeeded. A read may have found nothing.
    Accepted {
        /// The raw text of each entity that the reply holds.
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
        /// How many seconds to wait, if the service says it.
        seconds: Option<u64>,
    },
    /// The reply does not show whether the request was carried out. Look it up before anything else.
    Unknown {
        /// The reason, as words that complete "unknown, because ...".
        why: String,
    },
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
