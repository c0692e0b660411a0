//! The list of drafts.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_store::State;

use super::checked::{CheckedDraft, Checks};
use super::opened::{discarded, lock_by};
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{DraftList, DraftRow, Lock};

impl Desk {
    /// The drafts that can be sent, and those that can be restored.
    pub fn draft_list(&self) -> Result<DraftList, Error> {
        let gone = self.checked_discarded()?;
        let discarded = something(&gone).map(|draft| listed(draft, Some(discarded())));
        Ok(DraftList {
            live: self.drafts()?,
            discarded: discarded.collect(),
        })
    }

    /// The drafts that differ from their base, and every new campaign, in the order in which they were begun.
    pub(crate) fn drafts(&self) -> Result<Vec<DraftRow>, Error> {
        let (live, locks) = (self.checked_drafts()?, self.locks()?);
        let rows = something(&live).map(|draft| listed(draft, locks.get(&draft.row.id).cloned()));
        Ok(rows.collect())
    }

    /// Why drafts cannot be changed just now, by their ids: they are being sent, or wait for a person.
    fn locks(&self) -> Result<HashMap<String, Lock>, Error> {
        let open = [
            State::Planned,
            State::Intent,
            State::Unknown,
            State::NeedsYou,
        ];
        let items = self.store.item_list(&self.workspace.id, &open)?;
        let locks = items.into_iter().map(|item| {
            let lock = lock_by(&item);
            (item.draft, lock)
        });
        Ok(locks.collect())
    }
}

/// Without those in which every change was taken back.
fn something(checks: &Checks) -> impl Iterator<Item = &Arc<CheckedDraft>> {
    checks.drafts.iter().filter(|draft| draft.is_something())
}

fn listed(draft: &CheckedDraft, lock: Option<Lock>) -> DraftRow {
    DraftRow {
        lock,
        ..draft.row.clone()
    }
}
