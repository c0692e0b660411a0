use std::collections::HashSet;

use adwright_model::Kind;
use adwright_wire::{IncompleteList, ListEnd, ListQuery, RawRowKey, RequestFailure, codes};

use crate::client::Client;
use crate::error::{ClientError, MaybeReply};
use crate::redacted_reply::RedactedReply;

use super::ListPage;
use super::partitioned_list::PartitionIds;

/// The maximum number of rows of a list. It bounds a service that invents new rows on every page.
const MAX_ROWS: u64 = 5_000_000;

/// Where a paginator stops, even if the list goes on.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageBounds {
    /// The maximum number of rows.
    pub(super) limit: u64,
    /// No page is requested from this index on. `None`: find out where the service refuses pages.
    pub(super) window: Option<u64>,
}

/// One pass through a list: every row that one query finds, page by page to its end.
///
/// The list ends on a page without a new row. A total that was reached does not end it, because services may count too
/// few. But a list that goes on for more than a page beyond its total is given up.
#[derive(Debug)]
pub(super) struct Paginator {
    client: Client,
    kind: Kind,
    query: ListQuery,
    /// The start index of the next page.
    from: u64,
    seen: HashSet<RawRowKey>,
    /// The ids in its rows, for fetching the list in parts.
    pub(super) ids: PartitionIds,
    /// The number of rows that the service reported last.
    total: Option<u64>,
    /// Whether the service reported different totals, so rows were added or removed meanwhile.
    has_total_changed: bool,
    /// Whether a row was received twice, so rows moved between the pages.
    has_duplicates: bool,
    /// The last reply, if it was empty.
    last_empty: MaybeReply,
    /// The maximum number of rows.
    limit: u64,
    /// No page is requested from this index on. `None`: find out where the service refuses pages.
    pub(super) window: Option<u64>,
    /// The reply that refused a page, and the index of that page.
    refusal: MaybeReply,
    refused_from: Option<u64>,
    end: Option<ListEnd>,
}

impl Paginator {
    /// Creates the pass for a kind's list from `query.from` on, with `query.max` rows a page.
    pub(super) fn new(
        client: Client,
        kind: Kind,
        query: ListQuery,
        bounds: PageBounds,
        ids: PartitionIds,
    ) -> Self {
        Self {
            client,
            kind,
            from: query.from,
            seen: HashSet::new(),
            ids,
            total: None,
            has_total_changed: false,
            has_duplicates: false,
            last_empty: None,
            limit: bounds.limit,
            window: bounds.window,
            refusal: None,
            refused_from: None,
            end: None,
            query,
        }
    }

    /// Fetches the next page with new rows. Returns `None` at the end, which [`Paginator::list_end`] then describes.
    ///
    /// After an error the next call requests the same page again.
    pub(super) async fn next(&mut self) -> Result<Option<ListPage>, ClientError> {
        self.end = self.end.or_else(|| self.end_before_request());
        if self.end.is_some() {
            return Ok(None);
        }
        let query = self.page_query();
        let (reply, empty_reply) = match self.client.list_with_reply(self.kind, &query).await {
            Ok(page) => page,
            Err(error) if self.is_paging_refusal(&error) => {
                self.refusal = error.shared_reply();
                self.refused_from = Some(self.from);
                self.end = Some(self.refused_end().into());
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        self.last_empty = empty_reply;
        self.record_total(reply.total);
        let rows = reply.items.len() as u64;
        let items = self.filter_new_rows(reply.items);
        if items.is_empty() {
            self.end = Some(self.end_without_new_rows(rows));
            return Ok(None);
        }
        self.from += rows;
        let total = self.total;
        Ok(Some(ListPage { items, total }))
    }

    pub(super) fn row_count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Returns how the list ended; `None` before the end.
    pub(super) const fn list_end(&self) -> Option<ListEnd> {
        self.end
    }

    /// Returns the last reply if it was empty, for a list that ended with [`IncompleteList::NoContent`].
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

    /// Returns the reply that refused a page.
    pub(super) fn refusal(&self) -> Option<&RedactedReply> {
        self.refusal.as_deref()
    }

    /// Returns the index of a refused page; `None` if the list may simply end there.
    pub(super) fn refused_from(&self) -> Option<u64> {
        let is_inside = |from: &u64| self.total.is_none_or(|total| total > *from);
        self.refused_from.filter(is_inside)
    }

    /// Returns whether reaching the total in parts would prove completeness. A total that ends where the pages end may
    /// count only those pages. A refused page may have been refused because of its last row.
    pub(super) fn can_parts_prove_completeness(&self) -> bool {
        let last_page = match self.end {
            Some(ListEnd::Incomplete(IncompleteList::RefusedFrom { .. })) => {
                u64::from(self.query.max)
            }
            _ => 1,
        };
        let counts_beyond = |total: u64| total >= self.from.saturating_add(last_page);
        self.has_steady_total() && self.total.is_some_and(counts_beyond)
    }

    /// Returns whether the service reported the same total throughout.
    pub(super) const fn has_steady_total(&self) -> bool {
        !self.has_total_changed
    }

    /// Takes the keys of the received rows, for a caller that continues to count them.
    pub(super) fn take_seen_keys(&mut self) -> HashSet<RawRowKey> {
        std::mem::take(&mut self.seen)
    }

    /// Returns the end if no further page is to be requested.
    fn end_before_request(&self) -> Option<ListEnd> {
        let received = self.row_count();
        if received >= self.limit {
            return Some(ListEnd::Complete);
        }
        if received > max_rows(self.expected_rows(), self.query.max) {
            let total = self.total;
            return Some(IncompleteList::TooManyRows { received, total }.into());
        }
        let is_at_window = self.window.is_some_and(|window| self.from >= window);
        is_at_window.then(|| self.refused_end().into())
    }

    /// Returns whether a page was refused only because of its start index, after other pages were received.
    fn is_paging_refusal(&self, error: &ClientError) -> bool {
        let RequestFailure::Refused { status, codes, .. } = &error.failure else {
            return false;
        };
        let is_of_paging =
            codes.contains(&codes::PAGING) || codes.is_empty() && matches!(status, 400 | 416 | 422);
        is_of_paging && self.from > self.query.from
    }

    /// Records a reported total. A page without a total, such as an empty reply behind the end, changes nothing.
    fn record_total(&mut self, total: Option<u64>) {
        self.has_total_changed |= total.is_some() && self.total.is_some() && total != self.total;
        self.total = total.or(self.total);
    }

    fn page_query(&self) -> ListQuery {
        let count = u64::from(self.query.max).min(self.limit - self.row_count());
        ListQuery {
            from: self.from,
            max: u32::try_from(count).unwrap_or(u32::MAX),
            ..self.query.clone()
        }
    }

    /// Returns the new rows of a page.
    fn filter_new_rows(&mut self, items: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let keys = self.ids.row_keys(&items);
        let mut new = Vec::new();
        for (raw, key) in items.into_iter().zip(keys) {
            if self.row_count() >= self.limit {
                break;
            }
            if self.seen.insert(key) {
                new.push(raw);
            } else {
                self.has_duplicates = true;
            }
        }
        new
    }

    /// Returns whether the number of rows proves that none is missing: the total never changed and was reached.
    fn has_reached_total(&self) -> bool {
        self.has_steady_total() && self.expected_rows() == Some(self.row_count())
    }

    /// Returns the end after a page with `rows` rows, none of them new.
    fn end_without_new_rows(&self, rows: u64) -> ListEnd {
        let received = self.row_count();
        let reason = match self.expected_rows() {
            _ if self.has_reached_total() => return ListEnd::Complete,
            _ if rows > 0 => IncompleteList::RepeatedPage,
            // An empty reply is not an empty list.
            None if received == 0 || self.is_last_reply_blank() => IncompleteList::NoContent,
            Some(total) if received < total => IncompleteList::Short { received, total },
            Some(_) if self.has_steady_total() => IncompleteList::TooManyRows {
                received,
                total: self.total,
            },
            None if !self.has_duplicates => return ListEnd::Complete,
            _ => IncompleteList::Inconsistent,
        };
        ListEnd::Incomplete(reason)
    }

    fn is_last_reply_blank(&self) -> bool {
        let last = self.last_empty_reply();
        last.is_some_and(|reply| reply.body.trim().is_empty())
    }

    /// Returns the end if the service returns no further page. Reaching the total proves nothing here, because it may
    /// count only the rows that the service returns.
    fn refused_end(&self) -> IncompleteList {
        IncompleteList::RefusedFrom {
            row: self.refused_from.or(self.window).unwrap_or(self.from),
            received: self.row_count(),
            total: self.total,
            in_parts: false,
        }
    }
}

/// Returns the maximum number of rows: one page more than the total, and never more than [`MAX_ROWS`].
fn max_rows(total: Option<u64>, page: u32) -> u64 {
    let beyond = |total: u64| total.saturating_add(page.into()).min(MAX_ROWS);
    total.map_or(MAX_ROWS, beyond)
}

#[cfg(test)]
mod tests {
    use super::{MAX_ROWS, max_rows};

    #[test]
    fn every_list_has_a_bound() {
        for (total, rows) in [
            (None, MAX_ROWS),
            (Some(0), 250),
            (Some(3), 253),
            (Some(1_000_000), 1_000_250),
            (Some(MAX_ROWS), MAX_ROWS),
            (Some(u64::MAX), MAX_ROWS),
        ] {
            assert_eq!(max_rows(total, 250), rows, "{total:?}");
        }
    }
}
