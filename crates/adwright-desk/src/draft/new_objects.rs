//! Creates drafts of new objects together. An object with the same content as a draft or an earlier send is not created
//! again.

use adwright_model::Kind;
use adwright_store::{NewObject, NewObjectOutcome, NewObjects, ResendPolicy, SentObject};
use adwright_views::ItemState;

use crate::draft::Drafts;
use crate::error::Error;
use crate::host::rfc3339;
use crate::object::{StepLabel, item_state_view};

/// The drafts for the objects of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreatedDrafts {
    /// Their ids, in the order of the request.
    pub drafts: Vec<String>,
    /// How many of them existed before, unsent.
    pub existing: usize,
    /// The objects that were skipped, because this workspace sent the same content before.
    pub sent: Vec<PreviousSend>,
}

/// A new object that was skipped, because this workspace sent the same content before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousSend {
    /// The item that sent it.
    pub item: String,
    /// The state of that item.
    pub state: ItemState,
    /// When it was sent, as RFC 3339.
    pub sent_at: String,
}

impl Drafts {
    /// Creates a draft of each object in one commit, or no draft at all.
    pub(crate) fn create_objects(
        &self,
        kind: Kind,
        objects: &[NewObject],
        if_sent: ResendPolicy,
    ) -> Result<CreatedDrafts, Error> {
        let new = NewObjects {
            workspace: &self.context.workspace.id,
            kind,
            edit_label: &StepLabel::CommandLine.to_json(),
            objects,
            if_sent,
        };
        let mut created = CreatedDrafts {
            drafts: Vec::new(),
            existing: 0,
            sent: Vec::new(),
        };
        for object in self
            .context
            .store
            .draft_create_all(&new, self.context.now())?
        {
            match object {
                NewObjectOutcome::Created(draft) => created.drafts.push(draft),
                NewObjectOutcome::Reused(draft) => {
                    created.existing += 1;
                    created.drafts.push(draft);
                }
                NewObjectOutcome::AlreadySent(sent) => created.sent.push(previous_send(sent)),
            }
        }
        Ok(created)
    }
}

fn previous_send(sent: SentObject) -> PreviousSend {
    PreviousSend {
        item: sent.item,
        state: item_state_view(sent.state),
        sent_at: rfc3339(sent.released_at),
    }
}
