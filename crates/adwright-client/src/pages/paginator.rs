mod runaway_guard;
mod total_probe;

use std::collections::HashSet;

use adwright_model::Kind;
use adwright_wire::{ListQuery, RawRowKey, codes};

use crate::client::Client;
use crate::error::{ClientError, MaybeReply};
use crate::redacted_reply::RedactedReply;

use super::partitioned_list::PartitionIds;
use super::{ListEnd, ListPage};
use runaway_guard::ReportedTotal;
use total_probe::TotalProbe;

/// One way through a list: everything that one query finds, page by page to its end.
///
/// Neither a total nor a short page is believed: services cap pages, and count what they like. The end is where nothing
/// new comes. Each page begins with the last row of the one before, so that rows that moved in between are noticed; then
/// pages are read again from further up, and what came before is left out.
#[derive(Debug)]
pub(super) struct Paginator {
    client: Client,
    kind: Kind,
    query: ListQuery,
    /// Where the next page begins.
    from: u64,
    /// The last row that was read, which the next page is to begin with.
    last: Option<RawRowKey>,
    seen: HashSet<RawRowKey>,
    /// The ids that its rows have, by which it can be asked for in parts.
    pub(super) ids: PartitionIds,
    /// Whether a page that came empty was looked for further up, and nothing new has come since.
    has_looked_up: bool,
    /// How many pages brought something new, and how many did not.
    good: u64,
    idle: u64,
    doubts: Uncertainty,
    /// The rows of the page before.
    before: Vec<RawRowKey>,
    total: Option<u64>,
    said: ReportedTotal,
    /// The last answer, where nothing was in it.
    last_empty: MaybeReply,
    /// How many rows are wanted at most.
    limit: u64,
    /// From where on no page is asked for; found out where that is not set.
    pub(super) window: Option<u64>,
    /// The answer that refused a page, where the service has no more, and from where on it has none.
    refusal: MaybeReply,
    refused_from: Option<u64>,
    edge: TotalProbe,
    ended: Option<ListEnd>,
}

/// What was seen on the way that speaks against a whole list.
#[derive(Debug, Clone, Copy, Default)]
struct Uncertainty {
    /// Rows move so much that pages are taken as they come.
    is_unsteady: bool,
    /// Rows were pushed down or pulled up: then one may have gone from below to above.
    has_moved: bool,
    /// The total changed.
    has_other_total: bool,
}

impl Paginator {
    /// The list of a kind from `query.from` on, in pages of `query.max`, with no more rows than `limit` and no page from
    /// `window` on.
    pub(super) fn new(
        (client, kind): (Client, Kind),
        query: ListQuery,
        (limit, window): (u64, Option<u64>),
        ids: PartitionIds,
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
            doubts: Uncertainty::default(),
            before: Vec::new(),
            total: None,
            said: ReportedTotal::default(),
            last_empty: None,
            limit,
            window,
            refusal: None,
            refused_from: None,
            edge: TotalProbe::NotProbed,
            ended: None,
            query,
        }
    }

    /// The next page that brings anything new; none at the end, which [`Pages::ended`] then describes.
    ///
    /// After an error the same page is asked for when this is called again.
    pub(super) async fn next(&mut self) -> Result<Option<ListPage>, ClientError> {
        while self.ended.is_none() {
            if self.row_count() >= self.limit {
                self.ended = Some(ListEnd::Complete);
                break;
            }
            if self
                .said
                .is_exceeded(self.row_count(), self.query.max.into())
            {
                self.ended = Some(self.endless_end());
                break;
            }
            if self.window.is_some_and(|window| self.from >= window) {
                self.ended = Some(self.windowed_end());
                break;
            }
            let query = self.page_query();
            let (reply, came) = match self.client.list_with_reply(self.kind, &query).await {
                Ok(page) => page,
                Err(error) if self.is_paging_refusal(&error) => {
                    self.note_refusal(&error);
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
            let items = self.keep_new_rows(reply.items);
            self.update_probe();
            if !items.is_empty() {
                let total = self.total;
                return Ok(Some(ListPage { items, total }));
            }
        }
        Ok(None)
    }

    /// How many rows came.
    pub(super) fn row_count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// How the list ended; none before that.
    pub(super) const fn list_end(&self) -> Option<ListEnd> {
        self.ended
    }

    /// The last answer, where nothing was in it: what a list that ended as [`ListEnd::Silent`] is about.
    pub(super) fn last_empty_reply(&self) -> Option<&RedactedReply> {
        self.last_empty.as_deref()
    }

    /// How many there are, as the service said last.
    pub(super) const fn total(&self) -> Option<u64> {
        self.total
    }

    /// How many of them are wanted from where the list begins, as far as the service says how many there are.
    pub(super) fn expected_rows(&self) -> Option<u64> {
        let after = |total: u64| total.saturating_sub(self.query.from).min(self.limit);
        self.total.map(after)
    }

    /// From where on the service refused a page, and its answer; nothing where it refused none.
    pub(super) fn refusal(&self) -> Option<(u64, Option<&RedactedReply>)> {
        let is_refused = matches!(self.ended, Some(ListEnd::Windowed { .. }));
        let from = self.refused_from.filter(|_| is_refused)?;
        Some((from, self.refusal.as_deref()))
    }

    /// Whether the total stayed the same all the way, or nothing moved, and it does not end where the pages end: then one
    /// that is reached proves that all came.
    pub(super) fn is_total_reliable(&self) -> bool {
        let is_steady = !(self.doubts.has_moved && self.doubts.has_other_total);
        let is_at_edge =
            self.edge == TotalProbe::AtTotal || self.window.is_some() && self.window == self.total;
        is_steady && !is_at_edge
    }

    /// Whether the service said the same total all the way.
    pub(super) const fn has_steady_total(&self) -> bool {
        !self.doubts.has_other_total
    }

    /// The keys of the rows that came, for whoever goes on counting them.
    pub(super) fn take_seen_keys(&mut self) -> HashSet<RawRowKey> {
        std::mem::take(&mut self.seen)
    }

    /// Whether a page was refused only for where it begins: others, further up, came.
    fn is_paging_refusal(&self, error: &ClientError) -> bool {
        match error {
            // It was asked for to see what becomes of it.
            ClientError::Refused { .. } | ClientError::Unclear { .. }
                if self.edge == TotalProbe::PastTotal =>
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

    fn endless_end(&self) -> ListEnd {
        ListEnd::Endless {
            came: self.row_count(),
            total: self.total,
        }
    }

    fn windowed_end(&self) -> ListEnd {
        let has_all = self.expected_rows() == Some(self.row_count());
        if self.row_count() >= self.limit || has_all && self.is_total_reliable() {
            return ListEnd::Complete;
        }
        ListEnd::Windowed {
            from: self.refused_from.or(self.window).unwrap_or(self.from),
            came: self.row_count(),
            total: self.total,
            in_parts: false,
        }
    }

    fn page_query(&self) -> ListQuery {
        let overlap = u64::from(self.last.is_some());
        let wanted = (self.limit - self.row_count()).saturating_add(overlap);
        // A page of one row would never get past the row that it begins with.
        let size = self
            .probe_size()
            .unwrap_or(u64::from(self.query.max).max(2));
        let size = size.min(wanted);
        ListQuery {
            from: self.from,
            max: u32::try_from(size).unwrap_or(u32::MAX),
            ..self.query.clone()
        }
    }

    /// The new rows of a page. It says where the next page begins, or that there is none.
    fn keep_new_rows(&mut self, items: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let keys = self.ids.row_keys(&items);
        if self.is_misaligned(&keys) {
            self.step_back(keys.is_empty());
            return Vec::new();
        }
        self.doubts.has_moved |= self.last.is_some() && self.last.as_ref() != keys.first();
        let allowed = usize::try_from(self.limit - self.row_count()).unwrap_or(usize::MAX);
        let rows = items.into_iter().zip(&keys);
        let new = rows.filter(|(_, key)| self.seen.insert((*key).clone()));
        let new: Vec<_> = new.map(|(raw, _)| raw).take(allowed).collect();
        if new.is_empty() {
            self.idle += 1;
            self.ended = if self.edge == TotalProbe::PastTotal {
                Some(self.compute_end())
            } else {
                self.end_after_idle_page(&keys)
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
    fn is_misaligned(&self, keys: &[RawRowKey]) -> bool {
        let is_strange = match (&self.last, keys.first()) {
            (Some(last), Some(first)) => last != first && !self.seen.contains(first),
            (Some(_), None) => !self.has_looked_up,
            (None, _) => false,
        };
        is_strange && self.from > self.query.from && !self.doubts.is_unsteady
    }

    /// Reads again from a page further up, where a row is known. Where there is more to read again than new, pages are
    /// taken as they come from then on.
    fn step_back(&mut self, is_empty: bool) {
        self.idle += 1;
        self.doubts.is_unsteady = self.idle > self.max_idle_pages();
        self.has_looked_up |= is_empty;
        let further_up = self.from.saturating_sub(u64::from(self.query.max.max(2)));
        self.from = further_up.max(self.query.from);
        self.before.clear();
    }

    fn end_after_idle_page(&self, keys: &[RawRowKey]) -> Option<ListEnd> {
        let is_repeated = keys.len() > 1 && keys == self.before;
        let has_all = self.expected_rows() == Some(self.row_count());
        if is_repeated && has_all {
            Some(self.compute_end())
        } else if is_repeated || self.idle > 2 * self.max_idle_pages() {
            Some(ListEnd::Repeated)
        } else if keys.is_empty() && self.row_count() > 0 {
            // The row that it was to begin with is there: a page that begins with it cannot be empty.
            Some(ListEnd::Inconsistent)
        } else if keys.len() <= 1 {
            Some(self.compute_end())
        } else {
            None
        }
    }

    /// How many pages may bring nothing new.
    const fn max_idle_pages(&self) -> u64 {
        self.good + 8
    }

    fn compute_end(&self) -> ListEnd {
        let came = self.row_count();
        match self.expected_rows() {
            Some(total) if came < total => ListEnd::Short { came, total },
            None if came == 0 => ListEnd::NoContent,
            _ if self.doubts.is_unsteady => ListEnd::Inconsistent,
            // That nothing went past is shown by a total alone that is reached, and by one that stayed where rows moved.
            total if self.doubts.has_moved || self.doubts.has_other_total => {
                let is_reached = total == Some(came);
                let is_certain =
                    is_reached && !(self.doubts.has_moved && self.doubts.has_other_total);
                if is_certain {
                    ListEnd::Complete
                } else {
                    ListEnd::Inconsistent
                }
            }
            _ => ListEnd::Complete,
        }
    }
}
