//! Copies, discards or restores many drafts at once.

use adwright_views::{DocumentRef, DraftBatchResult, ListId};

use crate::draft::Drafts;
use crate::error::{DraftError, Error};
use crate::wording::plural;

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
                _ => DocumentRef::Ad(key.to_string()),
            };
            match self.copy_draft(&target).await {
                Ok(begun) => copies.extend(begun.detail.draft.map(|draft| draft.id)),
                Err(error) => failed = Some(error),
            }
        }
        let left = match failed {
            Some(error) if copies.is_empty() => return Err(error),
            Some(error) => error.failure().message,
            None => String::new(),
        };
        let kept = chosen - copies.len();
        let left = format!("{kept} could not be copied: {left}");
        let done = format!("{} begun, each a copy.", plural(copies.len(), "draft"));
        Ok(drafts_moved(copies, done, &left, kept))
    }

    /// Discards drafts in one step, except drafts that are being sent or wait for a person. [`Drafts::restore_drafts`]
    /// restores them.
    pub fn discard_drafts(&self, drafts: &[String]) -> Result<DraftBatchResult, Error> {
        self.require_own_drafts(drafts)?;
        let gone = self
            .context
            .store
            .draft_discard_all(drafts, self.context.now())?;
        let done = format!("{} discarded.", plural(gone.len(), "draft"));
        let kept = drafts.len() - gone.len();
        let are = if kept == 1 { "is" } else { "are" };
        let left = format!(
            "{} {are} as before: what is being sent, or waits for you under Sent, cannot be discarded.",
            plural(kept, "draft")
        );
        Ok(drafts_moved(gone, done, &left, kept))
    }

    /// Restores discarded drafts in one step, except drafts whose object has another draft by now.
    pub fn restore_drafts(&self, drafts: &[String]) -> Result<DraftBatchResult, Error> {
        self.require_own_drafts(drafts)?;
        let back = self.context.store.draft_restore_all(drafts)?;
        let are = if back.len() == 1 { "is" } else { "are" };
        let done = format!("{} {are} back in your drafts.", plural(back.len(), "draft"));
        let kept = drafts.len() - back.len();
        let stay = if kept == 1 {
            "stays discarded, because its campaign has"
        } else {
            "stay discarded, because their campaigns have"
        };
        let left = format!(
            "{} {stay} another draft by now; discard or send that one first.",
            plural(kept, "draft")
        );
        Ok(drafts_moved(back, done, &left, kept))
    }

    /// Fails if any draft belongs to another workspace, which has its own guards.
    fn require_own_drafts(&self, drafts: &[String]) -> Result<(), Error> {
        for id in drafts {
            self.objects.draft(id)?;
        }
        Ok(())
    }
}

fn drafts_moved(drafts: Vec<String>, done: String, left: &str, kept: usize) -> DraftBatchResult {
    let message = if kept == 0 {
        done
    } else {
        format!("{done} {left}")
    };
    DraftBatchResult { drafts, message }
}
