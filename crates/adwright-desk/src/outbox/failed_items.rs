//! "Only the failed": the drafts of refused and undone items, without the others.

use adwright_store::{ItemSource, OutboxState};
use adwright_views::{FailedItems, SentScope};

use crate::error::Error;
use crate::outbox::{Outbox, wording};

impl Outbox {
    /// Returns the drafts of those items that were refused or taken back, oldest first. Restores discarded drafts. Leaves
    /// out drafts that were sent since. Rows stay in their batch.
    ///
    /// # Errors
    /// Fails if an item is unknown, or on a database error.
    pub fn failed_items(&self, scope: &SentScope) -> Result<FailedItems, Error> {
        let store = &self.context.store;
        let (mut drafts, mut rows) = (Vec::new(), 0);
        for item in self.items_of(scope)?.into_iter().rev() {
            if !matches!(item.state, OutboxState::Refused | OutboxState::TakenBack) {
                continue;
            }
            match item.source {
                ItemSource::Row { .. } => rows += 1,
                ItemSource::Draft(draft) => {
                    let is_sent = store.draft_get(&draft)?.sent_at.is_some();
                    if !is_sent && !drafts.contains(&draft) {
                        drafts.push(draft);
                    }
                }
            }
        }
        let drafts = store.draft_restore_all(&drafts)?;
        Ok(FailedItems {
            message: wording::failed_items(drafts.len(), rows),
            drafts,
        })
    }
}
