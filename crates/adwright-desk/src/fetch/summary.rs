//! Summarizes a fetch.

use adwright_views::{FetchSummary, saturating_u32};
use adwright_wire::{IncompleteList, ListEnd};

use super::FetchCursor;

use crate::error::{Error, IncompleteReason};
use crate::reply::final_reply;
use crate::wording::{FetchOutcome, empty_reply_message, fetch_message};

impl FetchCursor {
    /// Returns the summary of the fetch, with the reply that made it incomplete.
    pub(super) fn summary(&self, read: &Result<Option<IncompleteReason>, Error>) -> FetchSummary {
        let reason = incomplete_reason(read);
        let (ended, last) = (self.pages.list_end(), self.pages.last_reply());
        let message = match (read, ended, last) {
            (Ok(_), Some(ListEnd::Incomplete(IncompleteList::NoContent)), Some(empty)) => {
                empty_reply_message(empty)
            }
            _ => fetch_message(FetchOutcome {
                collection: self.collection,
                fetched: self.pages.row_count(),
                unreadable: self.unreadable,
                incomplete: reason.as_ref(),
                can_resume: self.can_resume(),
            }),
        };
        FetchSummary {
            fetched: saturating_u32(self.pages.row_count()),
            complete: reason.is_none(),
            message,
            reply: match read {
                Err(error) => error.reply(),
                Ok(_) => final_reply(&Ok(ended), &self.pages),
            },
        }
    }
}

/// Returns why the fetch is incomplete; none if it is complete.
pub(super) fn incomplete_reason(
    read: &Result<Option<IncompleteReason>, Error>,
) -> Option<IncompleteReason> {
    match read {
        Ok(reason) => reason.clone(),
        Err(error) => Some(IncompleteReason::from_error(error)),
    }
}
