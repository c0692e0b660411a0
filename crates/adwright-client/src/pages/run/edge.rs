//! Whether a list ends at its end, or where the service gives no more pages of it and counts no further either.

use super::{Ended, Run};
use crate::error::ClientError;

/// Whether the total ends where the pages end: then it may count no more than they show, and proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// Nothing speaks for it.
    Unseen,
    /// A page was refused that goes beyond the total; the one that ends with it is asked for.
    UpToTotal,
    /// Every row up to the total can be had; one behind it is asked for.
    BehindTotal,
    /// It does.
    AtTotal,
    /// It does not.
    Elsewhere,
}

/// Services that count no further than their pages go do so up to such a number, or some of them.
const ROUND: u64 = 1_000;

impl Run {
    /// How many rows are asked for to see where the edge is; none for a page in its turn.
    pub(super) fn probed(&self) -> Option<u64> {
        match self.edge {
            Edge::UpToTotal => Some(self.total?.saturating_sub(self.from)),
            Edge::BehindTotal => Some(1),
            Edge::Unseen | Edge::AtTotal | Edge::Elsewhere => None,
        }
    }

    /// A page was refused. Where the total ends within it, that may be where all pages end: one that ends with the total
    /// shows it.
    pub(super) fn turned_away(&mut self, error: &ClientError) {
        let beyond = self.from + u64::from(self.page().max);
        let is_within = |total: u64| self.from < total && total < beyond;
        self.edge = match self.edge {
            Edge::Unseen if self.total.is_some_and(is_within) => Edge::UpToTotal,
            Edge::BehindTotal => Edge::AtTotal,
            _ => Edge::Elsewhere,
        };
        self.refusal = error.came();
        self.refused_from = Some(self.from);
        if self.edge != Edge::UpToTotal {
            self.ended = Some(self.windowed());
        }
    }

    /// What a page that came, or the end that it is, says of the edge.
    pub(super) fn note_edge(&mut self) {
        let has_all = self.ended == Some(Ended::Whole) && self.total == Some(self.came());
        match self.edge {
            Edge::UpToTotal => self.look_behind(),
            Edge::BehindTotal => self.edge = Edge::Elsewhere,
            Edge::Unseen if has_all && (self.is_round() || !self.can_be_proven()) => {
                self.look_behind();
            }
            _ => {}
        }
    }

    /// Whether the total is as round as those of services that count no further than their pages go. Of others nothing is
    /// asked beyond their end: some refuse that, too.
    fn is_round(&self) -> bool {
        self.query.from == 0 && self.came() > 0 && self.came().is_multiple_of(ROUND)
    }

    /// Asks for a row behind the total, unless it is known that there is no page from there on.
    fn look_behind(&mut self) {
        let Some(total) = self.total else { return };
        self.from = total;
        self.last = None;
        if self.window.is_some_and(|window| total >= window) {
            self.edge = Edge::AtTotal;
            self.refused_from = self.refused_from.and(self.total);
            self.ended = Some(self.windowed());
        } else {
            self.edge = Edge::BehindTotal;
            self.ended = None;
        }
    }
}
