//! The durable state that two programs share: the items of the outbox. A crash keeps it.

use adwright_model::{EditableDocument, Id};
use adwright_planner::SendOutcome;

/// The stored state of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemState {
    Planned,
    Intent,
    Unknown,
    NeedsYou,
    Confirmed,
    Refused,
    TakenBack,
    /// The item was withdrawn before it was sent, and its row is deleted.
    Withdrawn,
}

/// One stored item.
#[derive(Debug, Clone)]
pub(crate) struct StoredItem {
    /// The draft or row that it sends.
    pub(crate) source: usize,
    /// The send that it belongs to.
    pub(crate) send: usize,
    pub(crate) state: ItemState,
    pub(crate) body: EditableDocument,
    pub(crate) before: Option<EditableDocument>,
    pub(crate) reference: Option<String>,
    pub(crate) target: Option<Id>,
    /// The status of each attempt; none without a reply.
    pub(crate) attempts: Vec<Option<u16>>,
    pub(crate) outcome: Option<SendOutcome>,
    /// The wall clock at the last change. Nothing may be decided by it, because the clock jumps.
    pub(crate) at: i64,
}

/// The database of one workspace.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) items: Vec<StoredItem>,
    pub(crate) batch_cap: usize,
    pub(crate) references_off: bool,
    pub(crate) sends: usize,
}

impl Store {
    /// Returns the items in one of these states.
    pub(crate) fn items_in(&self, states: &[ItemState]) -> Vec<usize> {
        let items = self.items.iter().enumerate();
        items
            .filter(|(_, item)| states.contains(&item.state))
            .map(|(at, _)| at)
            .collect()
    }

    /// Returns the last item of a source that was not withdrawn before it was sent.
    pub(crate) fn last_of(&self, source: usize) -> Option<&StoredItem> {
        let mut items = self.items.iter().rev();
        items.find(|item| item.source == source && item.state != ItemState::Withdrawn)
    }

    /// Returns the bodies of earlier attempts of the same source, the oldest first, as the desk does.
    pub(crate) fn earlier_bodies(&self, item: usize) -> Vec<EditableDocument> {
        let source = self.items[item].source;
        let earlier = self.items[..item].iter().rev();
        let earlier = earlier.filter(|it| it.source == source && !it.attempts.is_empty());
        let mut bodies: Vec<EditableDocument> = Vec::new();
        for (at, earlier) in earlier.enumerate() {
            let may_be_there = at == 0 || earlier.state != ItemState::Refused;
            if may_be_there && !bodies.contains(&earlier.body) {
                bodies.insert(0, earlier.body.clone());
            }
        }
        bodies
    }

    /// Returns the reference of an earlier attempt of the source.
    pub(crate) fn earlier_reference(&self, source: usize) -> Option<String> {
        let earlier = self.items.iter().rev();
        let mut earlier = earlier.filter(|it| it.source == source && !it.attempts.is_empty());
        earlier.find_map(|item| item.reference.clone())
    }
}
