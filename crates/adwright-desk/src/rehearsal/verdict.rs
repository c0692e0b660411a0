//! What a rehearsal foretells.

use adwright_checks::{Fact, FactSubject, Finding};
use adwright_model::Path;
use adwright_planner::OpenReason;
use adwright_store::ItemSource;

/// An item of a rehearsed send.
#[derive(Debug, Clone, PartialEq)]
pub struct RehearsedItem {
    /// What it sends.
    pub source: ItemSource,
    /// What would happen to it.
    pub verdict: ItemVerdict,
    /// When the service last showed the object, in epoch milliseconds; none for a new object.
    pub cached_at: Option<i64>,
}

/// What would happen to an item.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemVerdict {
    /// The service would accept it.
    Accepted,
    /// The service would refuse it.
    Refused {
        /// The code of the refusal, if the interface has one.
        code: Option<u32>,
        /// The reason.
        reason: RefusalReason,
    },
    /// The send would stop before it writes, or a person would have to decide.
    Stopped(OpenReason),
    /// It depends on something that nobody knows offline.
    Unknown {
        /// What is missing, without repetitions.
        missing: Vec<MissingKnowledge>,
    },
}

/// Why the service would refuse an item.
#[derive(Debug, Clone, PartialEq)]
pub enum RefusalReason {
    /// A rule refuses it.
    Rule(Box<Finding>),
    /// A known fact refuses it, without a rule of the interface.
    Fact {
        /// The fact.
        fact: Fact,
        /// What the fact is about.
        subject: FactSubject,
    },
}

/// Something that decides about an item, and that nobody knows offline.
#[derive(Debug, Clone, PartialEq)]
pub enum MissingKnowledge {
    /// A fact. A person can enter it.
    Fact {
        /// The fact.
        fact: Fact,
        /// What the fact is about.
        subject: FactSubject,
    },
    /// The cache does not have the object.
    NotCached,
    /// The cache has only a summary of the object.
    OnlySummary,
    /// The account of this advertiser, which decides about the privilege.
    AccountOfAdvertiser(i64),
    /// The advertiser, activity or account that the object does not name.
    Reference,
    /// The place of a member that a rule needs.
    Binding(Box<Finding>),
    /// Whether the service has a rule that we made up for fields that the interface does not show.
    OwnRule(Box<Finding>),
    /// What the service does with a change of a member that it assigns.
    ReadOnly(Path),
    /// What became of an earlier send of the same draft or row.
    EarlierSend,
    /// Whether the service refuses another row of the same call, and this row with it.
    OtherRow,
    /// Whether the service accepts as many rows in one call.
    CallSize(usize),
}

impl ItemVerdict {
    /// Returns a verdict that lacks one thing.
    pub(super) fn lacks(missing: MissingKnowledge) -> Self {
        Self::Unknown {
            missing: vec![missing],
        }
    }
}
