mod edge;
mod endless;

use std::collections::HashSet;

use adwright_model::Kind;
use adwright_wire::{ListQuery, RowKey, codes};

use crate::client::Client;
use crate::error::{Came, ClientError};
use crate::evidence::Evidence;

use super::parts::PartIds;
use super::{Ended, Page};
use edge::Edge;
use endless::Said;

/// One way through a list: everything that one query finds, page by page to its end.
///
/// Neither a total nor a short page is believed: services cap pages, and count what they like. The end is where nothing
/// new comes. Each page begins with the last row of the one before, so that rows that moved in between are noticed; then
/// pages are read again from further up, and what came before is left out.
#[derive(Debug)]
pub(super) struct Run {
    client: Client,
    kind: Kind,
    query: ListQuery,
    /// Where the next page begins.
    from: u64,
    /// The last row that was read, which the next page is to begin with.
    last: Option<RowKey>,
    seen: HashSet<RowKey>,
    /// The ids that its rows have, by which it can be asked for in parts.
    pub(super) ids: PartIds,
    /// Whether a page that came empty was looked for further up, and nothing new has come since.
    has_looked_up: bool,
    /// How many pages brought something new, and how many did not.
    good: u64,
    idle: u64,
    doubts: Doubts,
    /// The rows of the page before.
    before: Vec<RowKey>,
    total: Option<u64>,
    said: Said,
    /// The last answer, where nothing was in it.
    last_empty: Came,
    /// How many rows are wanted at most.
    limit: u64,
    /// From where on no page is asked for; found out where that is not set.
    pub(super) window: Option<u64>,
    /// The answer that refused a page, where the service has no more, and from where on it has none.
    refusal: Came,
    refused_from: Option<u64>,
    edge: Edge,
    ended: Option<Ended>,
}

/// What was seen on the way that speaks against a whole list.
#[derive(Debug, Clone, Copy, Default)]
struct Doubts {
    /// Rows move so much that pages are taken as they come.
    is_unsteady: bool,
    /// Rows were pushed down or pulled up: then one may have gone from below to above.
    has_moved: bool,
    /// The total changed.
    has_other_total: bool,
}

impl Run {
    /// The list of a kind from `query.from` on, in pages of `query.max`, with no more rows than `limit` and no page from
    /// `window` on.
    pub(super) fn new(
        (client, kind): (Client, Kind),
        query: ListQuery,
        (limit, window): (u64, Option<u64>),
        ids: PartIds,
    ) -> Self {
        Self {
            client,
            kind,
            from: query.from,
            last: None,
            seen: HashSet::new(),
            ids,
            has_looked_up: false,
            good: 0,
            idle: 0,
            doubts: Doubts::default(),
            before: Vec::new(),
            total: None,
            said: Said::default(),
            last_empty: None,
            limit,
            window,
            refusal: None,
            refused_from: None,
            edge: Edge::Unseen,
            ended: None,
            query,
        }
    }

    /// The next page that brings anything new; none at the end, which [`Pages::ended`] then describes.
    ///
    /// After an error the same page is asked for when this is called again.
    pub(super) async fn next(&mut self) -> Result<Option<Page>, ClientError> {
        while self.ended.is_none() {
            if self.came() >= self.limit {
                self.ended = Some(Ended::Whole);
                break;
            }
            if self.said.is_passed(self.came(), self.query.max.into()) {
                self.ended = Some(self.endless());
                break;
            }
            if self.window.is_some_and(|window| self.from >= window) {
                self.ended = Some(self.windowed());
                break;
            }
            let query = self.page();
            let (reply, came) = match self.client.list_as_it_came(self.kind, &query).await {
                Ok(page) => page,
                Err(error) if self.is_beyond(&error) => {
                    self.turned_away(&error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            self.last_empty = came;
            // Some services count the page, which says nothing about the list.
            let is_of_page = reply.total == Some(reply.items.len() as u64);
            self.doubts.has_other_total |=
                self.total.is_some() && self.total != reply.total && !is_of_page;
            self.total = reply.total;
            let (rows, max) = (reply.items.len() as u64, query.max.into());
            self.said.note(reply.total, rows, max);
            let items = self.sift(reply.items);
            self.note_edge();
            if !items.is_empty() {
                let total = self.total;
                return Ok(Some(Page { items, total }));
            }
        }
        Ok(None)
    }

    /// How many rows came.
    pub(super) fn came(&self) -> u64 {
        self.seen.len() as u64
    }

    /// How the list ended; none before that.
    pub(super) const fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The last answer, where nothing was in it: what a list that ended as [`Ended::Silent`] is about.
    pub(super) fn last_empty(&self) -> Option<&Evidence> {
        self.last_empty.as_deref()
    }

    /// How many there are, as the service said last.
    pub(super) const fn total(&self) -> Option<u64> {
        self.total
    }

    /// How many of them are wanted from where the list begins, as far as the service says how many there are.
    pub(super) fn wanted(&self) -> Option<u64> {
        let after = |total: u64| total.saturating_sub(self.query.from).min(self.limit);
        self.total.map(after)
    }

    /// From where on the service refused a page, and its answer; nothing where it refused none.
    pub(super) fn refused(&self) -> Option<(u64, Option<&Evidence>)> {
        let is_refused = matches!(self.ended, Some(Ended::Windowed { .. }));
        let from = self.refused_from.filter(|_| is_refused)?;
        Some((from, self.refusal.as_deref()))
    }

    /// Whether the total stayed the same all the way, or nothing moved, and it does not end where the pages end: then one
    /// that is reached proves that all came.
    pub(super) fn can_be_proven(&self) -> bool {
        let is_steady = !(self.doubts.has_moved && self.doubts.has_other_total);
        let is_at_edge =
            self.edge == Edge::AtTotal || self.window.is_some() && self.window == self.total;
        is_steady && !is_at_edge
    }

    /// Whether the service said the same total all the way.
    pub(super) const fn has_steady_total(&self) -> bool {
        !self.doubts.has_other_total
    }

    /// The keys of the rows that came, for whoever goes on counting them.
    pub(super) fn take_seen(&mut self) -> HashSet<RowKey> {
        std::mem::take(&mut self.seen)
    }

    /// Whether a page was refused only for where it begins: others, further up, came.
    fn is_beyond(&self, error: &ClientError) -> bool {
        match error {
            // It was asked for to see what becomes of it.
            ClientError::Refused { .. } | ClientError::Unclear { .. }
                if self.edge == Edge::BehindTotal =>
            {
                true
            }
            ClientError::Refused { status, codes, .. } => {
                let is_of_paging = codes.contains(&codes::PAGING)
                    || codes.is_empty() && matches!(status, 400 | 416 | 422);
                is_of_paging && self.good > 0 && self.from > self.query.from
            }
            _ => false,
        }
    }

    fn endless(&self) -> Ended {
        Ended::Endless {
            came: self.came(),
            total: self.total,
        }
    }

    fn windowed(&self) -> Ended {
        let has_all = self.wanted() == Some(self.came());
        if self.came() >= self.limit || has_all && self.can_be_proven() {
            return Ended::Whole;
        }
        Ended::Windowed {
            from: self.refused_from.or(self.window).unwrap_or(self.from),
            came: self.came(),
            total: self.total,
            in_parts: false,
        }
    }

    fn page(&self) -> ListQuery {
        let overlap = u64::from(self.last.is_some());
        let wanted = (self.limit - self.came()).saturating_add(overlap);
        // A page of one row would never get past the row that it begins with.
        let size = self.probed().unwrap_or(u64::from(self.query.max).max(2));
        let size = size.min(wanted);
        ListQuery {
            from: self.from,
            max: u32::try_from(size).unwrap_or(u32::MAX),
            ..self.query.clone()
        }
    }

    /// The new rows of a page. It says where the next page begins, or that there is none.
    fn sift(&mut self, items: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let keys = self.ids.keys(&items);
        if self.is_beside(&keys) {
            self.look_further_up(keys.is_empty());
            return Vec::new();
        }
        self.doubts.has_moved |= self.last.is_some() && self.last.as_ref() != keys.first();
        let allowed = usize::try_from(self.limit - self.came()).unwrap_or(usize::MAX);
        let rows = items.into_iter().zip(&keys);
        let new = rows.filter(|(_, key)| self.seen.insert((*key).clone()));
        let new: Vec<_> = new.map(|(raw, _)| raw).take(allowed).collect();
        if new.is_empty() {
            self.idle += 1;
            self.ended = if self.edge == Edge::BehindTotal {
                Some(self.end())
            } else {
                self.end_without_news(&keys)
            };
        } else {
            self.good += 1;
            self.has_looked_up = false;
        }
        let end = self.from + keys.len() as u64;
        self.from = end.saturating_sub(1).max(self.query.from);
        self.last = keys.last().cloned();
        self.before = keys;
        new
    }

    /// Whether the page does not begin where the one before ended, since rows further up are gone.
    fn is_beside(&self, keys: &[RowKey]) -> bool {
        let is_strange = match (&self.last, keys.first()) {
            (Some(last), Some(first)) => last != first && !self.seen.contains(first),
            (Some(_), None) => !self.has_looked_up,
            (None, _) => false,
        };
        is_strange && self.from > self.query.from && !self.doubts.is_unsteady
    }

    /// Reads again from a page further up, where a row is known. Where there is more to read again than new, pages are
    /// taken as they come from then on.
    fn look_further_up(&mut self, is_empty: bool) {
        self.idle += 1;
        self.doubts.is_unsteady = self.idle > self.patience();
        self.has_looked_up |= is_empty;
        let further_up = self.from.saturating_sub(u64::from(self.query.max.max(2)));
        self.from = further_up.max(self.query.from);
        self.before.clear();
    }

    fn end_without_news(&self, keys: &[RowKey]) -> Option<Ended> {
        let is_repeated = keys.len() > 1 && keys == self.before;
        let has_all = self.wanted() == Some(self.came());
        if is_repeated && has_all {
            Some(self.end())
        } else if is_repeated || self.idle > 2 * self.patience() {
            Some(Ended::Repeated)
        } else if keys.is_empty() && self.came() > 0 {
            // The row that it was to begin with is there: a page that begins with it cannot be empty.
            Some(Ended::Unsteady)
        } else if keys.len() <= 1 {
            Some(self.end())
        } else {
            None
        }
    }

    /// How many pages may bring nothing new.
    const fn patience(&self) -> u64 {
        self.good + 8
    }

    fn end(&self) -> Ended {
        let came = self.came();
        match self.wanted() {
            Some(total) if came < total => Ended::Short { came, total },
            None if came == 0 => Ended::Silent,
            _ if self.doubts.is_unsteady => Ended::Unsteady,
            // That nothing went past is shown by a total alone that is reached, and by one that stayed where rows moved.
            total if self.doubts.has_moved || self.doubts.has_other_total => {
                let is_reached = total == Some(came);
                let is_certain =
                    is_reached && !(self.doubts.has_moved && self.doubts.has_other_total);
                if is_certain {
                    Ended::Whole
                } else {
                    Ended::Unsteady
                }
            }
            _ => Ended::Whole,
        }
    }
}
