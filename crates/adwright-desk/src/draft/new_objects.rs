//! Drafts of new objects, begun together. What is kept, or was sent, with the same content is not begun again.

use adwright_model::Kind;
use adwright_store::{IfSent, NewObject, NewObjects, ObjectDraft, SentObject};

use crate::desk::Desk;
use crate::error::Error;
use crate::outbox::state_of;
use crate::views::ItemState;
use crate::zone::rfc3339;

/// What "Undo" would take back of the values that were set on the command line.
pub(crate) const SETTING: &str = "values that were set";

/// Drafts that hold what a person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpelledDrafts {
    /// Their ids, in the order in which it was written.
    pub drafts: Vec<String>,
    /// How many of them were kept from before, not sent.
    pub kept: usize,
    /// What was left out, because this workspace sent the same content before.
    pub sent: Vec<SentBefore>,
}

/// A new object that was left out, because this workspace sent the same content before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentBefore {
    /// The item that sent it.
    pub item: String,
    /// How that ended, or where it is.
    pub state: ItemState,
    /// When it was released, as RFC 3339.
    pub released: String,
}

impl Desk {
    /// Begins a draft of each object, or of none, in one commit.
    pub(crate) fn begin_objects(
        &self,
        kind: Kind,
        objects: &[NewObject],
        if_sent: IfSent,
    ) -> Result<SpelledDrafts, Error> {
        let new = NewObjects {
            workspace: &self.workspace.id,
            kind,
            edit_label: SETTING,
            objects,
            if_sent,
        };
        let mut made = SpelledDrafts {
            drafts: Vec::new(),
            kept: 0,
            sent: Vec::new(),
        };
        for object in self.store.draft_begin_all(&new, self.now())? {
            match object {
                ObjectDraft::Begun(draft) => made.drafts.push(draft),
                ObjectDraft::Kept(draft) => {
                    made.kept += 1;
                    made.drafts.push(draft);
                }
                ObjectDraft::Sent(sent) => made.sent.push(sent_before(sent)),
            }
        }
        Ok(made)
    }
}

fn sent_before(sent: SentObject) -> SentBefore {
    SentBefore {
        item: sent.item,
        state: state_of(sent.state),
        released: rfc3339(sent.released_at),
    }
}
