//! Many drafts discarded or restored together.

use crate::bulk::plural;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::DraftsMoved;

impl Desk {
    /// Puts drafts aside in one step; those that are being sent or wait for a person stay.
    /// [`Desk::restore_drafts`] brings them back.
    pub fn discard_drafts(&self, drafts: &[String]) -> Result<DraftsMoved, Error> {
        let gone = self.store.draft_discard_all(drafts, self.now())?;
        let done = format!("{} discarded.", plural(gone.len(), "draft"));
        let kept = drafts.len() - gone.len();
        let are = if kept == 1 { "is" } else { "are" };
        let left = format!(
            "{} {are} as before: what is being sent, or waits for you under Sent, cannot be discarded.",
            plural(kept, "draft")
        );
        Ok(moved(gone, done, &left, kept))
    }

    /// Brings discarded drafts back in one step; those whose campaign has got another draft meanwhile stay discarded.
    pub fn restore_drafts(&self, drafts: &[String]) -> Result<DraftsMoved, Error> {
        let back = self.store.draft_restore_all(drafts)?;
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
        Ok(moved(back, done, &left, kept))
    }
}

fn moved(drafts: Vec<String>, done: String, left: &str, kept: usize) -> DraftsMoved {
    let message = if kept == 0 {
        done
    } else {
        format!("{done} {left}")
    };
    DraftsMoved { drafts, message }
}
