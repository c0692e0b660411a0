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

/// One pass through a list: every row that one query finds, page by page to its end.
///
/// Neither a total nor a short page proves the end: services cap pages and count as they like. The list ends when
/// nothing new comes. Each page begins with the last row of the page before, so that moved rows are noticed. After a
/// move, pages are read again from further up, and known rows are skipped.
#[derive(Debug)]
pub(super) struct Paginator {
    client: Client,
    kind: Kind,
    query: ListQuery,
    /// The start index of the next page.
    from: u64,
    /// The last row that was read. The next page should begin with it.
    last: Option<RawRowKey>,
    seen: HashSet<RawRowKey>,
    /// The ids in its rows, for fetching the list in parts.
    pub(super) ids: PartitionIds,
    /// Whether rows further up were read again after an empty page, and nothing new has come since.
    has_looked_up: bool,
    /// The numbers of pages with new rows and of pages without.
    good: u64,
    idle: u64,
    doubts: Uncertainty,
    /// The rows of the page before.
    before: Vec<RawRowKey>,
    total: Option<u64>,
    said: ReportedTotal,
    /// The last reply, if it was empty.
    last_empty: MaybeReply,
    /// The maximum number of rows.
    limit: u64,
    /// No page is requested from this index on. `None`: find out where the service refuses pages.
    pub(super) window: Option<u64>,
    /// The reply that refused a page, and the index of that page.
    refusal: MaybeReply,
    refused_from: Option<u64>,
    edge: TotalProbe,
    ended: Option<ListEnd>,
}

/// Observations that cast doubt on the completeness of a list.
#[derive(Debug, Clone, Copy, Default)]
struct Uncertainty {
    /// Rows move so much that pages are taken without alignment.
    is_unsteady: bool,
    /// Rows were pushed down or pulled up, so a row may have moved from below to above.
    has_moved: bool,
    /// The total changed.
    has_other_total: bool,
}

impl Paginator {
    /// Creates the pass for a kind's list from `query.from` on, with `query.max` rows a page. It ends after `limit`
    /// rows and requests no page from `window` on.
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

    /// Fetches the next page with new rows. Returns `None` at the end, which [`Paginator::list_end`] then describes.
    ///
    /// After an error the next call requests the same page again.
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
            // Some services report the size of the page as the total, which says nothing about the list.
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

    pub(super) fn row_count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Returns how the list ended; `None` before the end.
    pub(super) const fn list_end(&self) -> Option<ListEnd> {
        self.ended
    }

    /// Returns the last reply if it was empty, for a list that ended with [`ListEnd::NoContent`].
    pub(super) fn last_empty_reply(&self) -> Option<&RedactedReply> {
        self.last_empty.as_deref()
    }

    /// Returns the number of rows that the service reported last.
    pub(super) const fn total(&self) -> Option<u64> {
        self.total
    }

    /// Returns how many rows are expected from the start index on, by the service's total.
    pub(super) fn expected_rows(&self) -> Option<u64> {
        let after = |total: u64| total.saturating_sub(self.query.from).min(self.limit);
        self.total.map(after)
    }

    /// Returns the index and the reply of a refused page; `None` if no page was refused.
    pub(super) fn refusal(&self) -> Option<(u64, Option<&RedactedReply>)> {
        let is_refused = matches!(self.ended, Some(ListEnd::Windowed { .. }));
        let from = self.refused_from.filter(|_| is_refused)?;
        Some((from, self.refusal.as_deref()))
    }

    /// Returns whether reaching the total proves completeness. The total must be steady, or no row moved. The total
    /// must not end where the pages end.
    pub(super) fn is_total_reliable(&self) -> bool {
        let is_steady = !(self.doubts.has_moved && self.doubts.has_other_total);
        let is_at_edge =
            self.edge == TotalProbe::AtTotal || self.window.is_some() && self.window == self.total;
        is_steady && !is_at_edge
    }

    /// Returns whether the service reported the same total throughout.
    pub(super) const fn has_steady_total(&self) -> bool {
        !self.doubts.has_other_total
    }

    /// Takes the keys of the rows that came, for a caller that continues to count them.
    pub(super) fn take_seen_keys(&mut self) -> HashSet<RawRowKey> {
        std::mem::take(&mut self.seen)
    }

    /// Returns whether a page was refused only because of its start index, after other pages came.
    fn is_paging_refusal(&self, error: &ClientError) -> bool {
        match error {
            // This page was requested only to see whether it is refused.
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

    /// Returns the new rows of a page. Sets the start of the next page, or the end of the list.
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

    /// Returns whether the page does not begin where the page before ended, because rows further up are gone.
    fn is_misaligned(&self, keys: &[RawRowKey]) -> bool {
        let is_strange = match (&self.last, keys.first()) {
            (Some(last), Some(first)) => last != first && !self.seen.contains(first),
            (Some(_), None) => !self.has_looked_up,
            (None, _) => false,
        };
        is_strange && self.from > self.query.from && !self.doubts.is_unsteady
    }

    /// Moves the start further up, to a row that is known. If rereading exceeds progress, pages are taken without
    /// alignment from then on.
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
            // The row that the page should begin with exists, so an empty page is a contradiction.
            Some(ListEnd::Inconsistent)
        } else if keys.len() <= 1 {
            Some(self.compute_end())
        } else {
            None
        }
    }

    /// Returns how many pages may bring nothing new.
    const fn max_idle_pages(&self) -> u64 {
        self.good + 8
    }

    fn compute_end(&self) -> ListEnd {
        let came = self.row_count();
        match self.expected_rows() {
            Some(total) if came < total => ListEnd::Short { came, total },
            None if came == 0 => ListEnd::NoContent,
            _ if self.doubts.is_unsteady => ListEnd::Inconsistent,
            // Only a total that we reached, or that stayed the same while rows moved, proves that no row was skipped.
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
