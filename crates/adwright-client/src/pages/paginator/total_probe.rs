//! Finds out whether a total is real, or only the index where the service stops paging and counting.

use super::{ListEnd, Paginator};
use crate::error::ClientError;

/// Whether the total ends where the pages end. Such a total may count only the pages, and proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TotalProbe {
    /// Nothing suggests it.
    NotProbed,
    /// A page beyond the total was refused. The next request is for the page that ends with the total.
    UpToTotal,
    /// Every row up to the total can be fetched. The next request is for a row behind the total.
    PastTotal,
    /// The total ends where the pages end.
    AtTotal,
    /// The total does not end where the pages end.
    NotAtTotal,
}

/// Services that stop counting where their pages end stop at a multiple of this number, or some of them do.
const ROUND: u64 = 1_000;

impl Paginator {
    /// Returns how many rows a probe requests; `None` for a normal page.
    pub(super) fn probe_size(&self) -> Option<u64> {
        match self.edge {
            TotalProbe::UpToTotal => Some(self.total?.saturating_sub(self.from)),
            TotalProbe::PastTotal => Some(1),
            TotalProbe::NotProbed | TotalProbe::AtTotal | TotalProbe::NotAtTotal => None,
        }
    }

    /// Records that a page was refused. If the total ends within that page, all pages may end there. A page that ends
    /// with the total shows it.
    pub(super) fn note_refusal(&mut self, error: &ClientError) {
        let beyond = self.from + u64::from(self.page_query().max);
        let is_within = |total: u64| self.from < total && total < beyond;
        self.edge = match self.edge {
            TotalProbe::NotProbed if self.total.is_some_and(is_within) => TotalProbe::UpToTotal,
            TotalProbe::PastTotal => TotalProbe::AtTotal,
            _ => TotalProbe::NotAtTotal,
        };
        self.refusal = error.shared_reply();
        self.refused_from = Some(self.from);
        if self.edge != TotalProbe::UpToTotal {
            self.ended = Some(self.windowed_end());
        }
    }

    /// Updates the probe after a page, or after the end of the list.
    pub(super) fn update_probe(&mut self) {
        let has_all = self.ended == Some(ListEnd::Complete) && self.total == Some(self.row_count());
        match self.edge {
            TotalProbe::UpToTotal => self.probe_past_total(),
            TotalProbe::PastTotal => self.edge = TotalProbe::NotAtTotal,
            TotalProbe::NotProbed
                if has_all && (self.is_round_total() || !self.is_total_reliable()) =>
            {
                self.probe_past_total();
            }
            _ => {}
        }
    }

    /// Returns whether the total is as round as those of services that stop counting where their pages end. For other
    /// totals nothing beyond the end is requested, because some services refuse that, too.
    fn is_round_total(&self) -> bool {
        self.query.from == 0 && self.row_count() > 0 && self.row_count().is_multiple_of(ROUND)
    }

    /// Requests a row behind the total, unless it is known that the service refuses pages from there on.
    fn probe_past_total(&mut self) {
        let Some(total) = self.total else { return };
        self.from = total;
        self.last = None;
        if self.window.is_some_and(|window| total >= window) {
            self.edge = TotalProbe::AtTotal;
            self.refused_from = self.refused_from.and(self.total);
            self.ended = Some(self.windowed_end());
        } else {
            self.edge = TotalProbe::PastTotal;
            self.ended = None;
        }
    }
}
