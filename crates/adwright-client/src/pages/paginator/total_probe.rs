//! Whether a list ends at its end, or where the service gives no more pages of it and counts no further either.

use super::{ListEnd, Paginator};
use crate::error::ClientError;

/// Whether the total ends where the pages end: then it may count no more than they show, and proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TotalProbe {
    /// Nothing speaks for it.
    NotProbed,
    /// A page was refused that goes beyond the total; the one that ends with it is asked for.
    UpToTotal,
    /// Every row up to the total can be had; one behind it is asked for.
    PastTotal,
    /// It does.
    AtTotal,
    /// It does not.
    NotAtTotal,
}

/// Services that count no further than their pages go do so up to such a number, or some of them.
const ROUND: u64 = 1_000;

impl Paginator {
    /// How many rows are asked for to see where the edge is; none for a page in its turn.
    pub(super) fn probe_size(&self) -> Option<u64> {
        match self.edge {
            TotalProbe::UpToTotal => Some(self.total?.saturating_sub(self.from)),
            TotalProbe::PastTotal => Some(1),
            TotalProbe::NotProbed | TotalProbe::AtTotal | TotalProbe::NotAtTotal => None,
        }
    }

    /// A page was refused. Where the total ends within it, that may be where all pages end: one that ends with the total
    /// shows it.
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

    /// What a page that came, or the end that it is, says of the edge.
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

    /// Whether the total is as round as those of services that count no further than their pages go. Of others nothing is
    /// asked beyond their end: some refuse that, too.
    fn is_round_total(&self) -> bool {
        self.query.from == 0 && self.row_count() > 0 && self.row_count().is_multiple_of(ROUND)
    }

    /// Asks for a row behind the total, unless it is known that there is no page from there on.
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
