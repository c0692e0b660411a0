//! Copies, discards or restores many drafts at once.

use adwright_views::{DocumentRef, DraftBatchResult, ListId};

use crate::draft::Drafts;
use crate::error::{DraftError, Error};
use crate::wording::{DraftBatchOutcome, draft_batch_message};

/// The most objects to copy together: each may have to be fetched in full first.
const MOST_COPIED: usize = 100;

impl Drafts {
    /// Creates a copy of each selected row, as [`Drafts::copy_draft`] does. To undo, discard the drafts.
    ///
    /// # Errors
    /// [`DraftError::TooManyCopies`] for too many rows, or the failure if no row could be copied.
    pub async fn copy_drafts(
        &self,
        list: ListId,
        ids: &[String],
    ) -> Result<DraftBatchResult, Error> {
        let keys = self.lists.selected_row_ids(list, ids)?;
        if keys.len() > MOST_COPIED {
            return Err(DraftError::TooManyCopies {
                most: MOST_COPIED,
                selected: keys.len(),
            }
            .into());
        }
        let (mut copies, mut failed) = (Vec::new(), None);
        let chosen = keys.len();
        for key in keys {
            let target = match list {
                ListId::Campaigns => DocumentRef::Campaign(key.to_string()),
                ListId::Values => DocumentRef::Value(key.to_string()),
                _ => DocumentRef::Ad(key.to_string()),
            };
            match self.copy_draft(&target).await {
                Ok(begun) => copies.extend(begun.detail.draft.map(|draft| draft.id)),
                Err(error) => failed = Some(error),
            }
        }
        if copies.is_empty()
            && let Some(error) = failed
        {
            return Err(error);
        }
        let outcome = DraftBatchOutcome::Copied {
            copies: copies.len(),
            left: chosen - copies.len(),
            error: failed,
        };
        Ok(batch_result(copies, &outcome))
    }

    /// Discards drafts in one step, except drafts that are being sent or wait for a person. [`Drafts::restore_drafts`]
    /// restores them.
    pub fn discard_drafts(&self, drafts: &[String]) -> Result<DraftBatchResult, Error> {
        self.require_own_drafts(drafts)?;
        let gone = self
            .context
            .store
            .draft_discard_all(drafts, self.context.now())?;
        let outcome = DraftBatchOutcome::Discarded {
            discarded: gone.len(),
            left: drafts.len() - gone.len(),
        };
        Ok(batch_result(gone, &outcome))
    }

    /// Restores discarded drafts in one step, except drafts whose object has another draft by now.
    pub fn restore_drafts(&self, drafts: &[String]) -> Result<DraftBatchResult, Error> {
        self.require_own_drafts(drafts)?;
        let back = self.context.store.draft_restore_all(drafts)?;
        let outcome = DraftBatchOutcome::Restored {
            restored: back.len(),
            left: drafts.len() - back.len(),
        };
        Ok(batch_result(back, &outcome))
    }

    /// Fails if any draft belongs to another workspace, which has its own guards.
    fn require_own_drafts(&self, drafts: &[String]) -> Result<(), Error> {
        for id in drafts {
            self.objects.get_draft(id)?;
        }
        Ok(())
    }
}

fn batch_result(drafts: Vec<String>, outcome: &DraftBatchOutcome) -> DraftBatchResult {
    DraftBatchResult {
        drafts,
        message: draft_batch_message(outcome),
    }
}
