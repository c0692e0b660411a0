//! What an answer means for what was asked.

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It was done; for a read, also where nothing was found.
    Accepted {
        /// The raw text of each entity that the reply holds.
        entities: Vec<String>,
    },
    /// The service said no and changed nothing; the same request gets the same answer.
    Refused {
        /// The service's codes, in their order.
        codes: Vec<u32>,
        /// The service's own words.
        message: Option<String>,
    },
    /// A write was answered item by item (207).
    PerItem {
        /// One for each item that the reply tells apart, in the reply's order.
        items: Vec<ItemReply>,
    },
    /// The service wants a login: nothing was done. Log in once, then send again.
    Unauthorized,
    /// The service has no time now: nothing was done. Wait, then send again.
    Wait {
        /// How long, where the service says it in seconds.
        seconds: Option<u64>,
    },
    /// Nobody can tell from this answer whether it was done: look before anything else.
    Unknown {
        /// Why, as words that complete "unknown, because ...".
        why: String,
    },
}

/// One item of a multi-status reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemReply {
    /// What became of it.
    pub outcome: ItemOutcome,
    /// The codes that count for this item.
    pub codes: Vec<u32>,
    /// The service's own words on this item.
    pub message: Option<String>,
    /// The raw text of the entity, where the reply holds it.
    pub entity: Option<String>,
}

/// What became of one item of a multi-status reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemOutcome {
    /// It was done.
    Accepted,
    /// The service said no to this item.
    Refused,
    /// It may have been saved in spite of the code (62001): GET and compare.
    Compare,
    /// The reply does not settle it.
    Unknown,
}
