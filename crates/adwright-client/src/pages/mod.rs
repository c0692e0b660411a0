//! Fetches lists to their end, and reports whether the list is complete.

mod paginator;
mod partitioned_list;

use adwright_model::Kind;
use adwright_wire::{IncompleteList, ListEnd, ListQuery};

use crate::client::Client;
use crate::error::ClientError;
use crate::redacted_reply::RedactedReply;

use paginator::{PageBounds, Paginator};
use partitioned_list::{PartitionIds, PartitionedList};

/// A list, fetched page by page to its end.
///
/// If the service refuses pages before the end of the list, or returns fewer rows than its steady total, the list is
/// fetched in parts. One part holds the rows of one advertiser or brand. The ids come from the rows so far and from
/// [`Pages::with_known_ids`]. The list then counts as complete only if the number of received rows equals the
/// service's total.
#[derive(Debug)]
pub struct Pages {
    client: Client,
    kind: Kind,
    query: ListQuery,
    limit: u64,
    /// The whole list, as far as the service returns it.
    full_list: Paginator,
    /// The parts that are fetched if the whole list ended too early.
    parts: Option<PartitionedList>,
}

/// The result of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage {
    /// The raw bytes of the new rows, in the order of the service.
    pub items: Vec<Vec<u8>>,
    /// The number of rows on all pages together, as the service reports it.
    pub total: Option<u64>,
}

impl Pages {
    /// Creates the pages of a kind's list from `query.from` on, with `query.max` rows a page and at most `limit` rows.
    ///
    /// The dialect's window decides from where on no page is requested, until [`Pages::with_window`] overrides it.
    #[must_use]
    pub fn new(client: Client, kind: Kind, query: ListQuery, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        let window = client.dialect().paging_window;
        let bounds = PageBounds { limit, window };
        let ids = PartitionIds::from_dialect(client.dialect());
        Self {
            full_list: Paginator::new(client.clone(), kind, query.clone(), bounds, ids),
            client,
            kind,
            query,
            limit,
            parts: None,
        }
    }

    /// Adds known ids of advertisers or brands. They may have rows that no page of the whole list contains.
    #[must_use]
    pub fn with_known_ids(mut self, ids: impl IntoIterator<Item = i64>) -> Self {
        self.full_list.ids.add(ids);
        self
    }

    /// Requests no page from `window` on. `None` means: find out where the service refuses pages.
    #[must_use]
    pub const fn with_window(mut self, window: Option<u64>) -> Self {
        self.full_list.window = window;
        self
    }

    /// Fetches the next page with new rows. Returns `None` at the end, which [`Pages::list_end`] then describes.
    ///
    /// After an error the next call requests the same page again.
    pub async fn next(&mut self) -> Result<Option<ListPage>, ClientError> {
        if let Some(parts) = &mut self.parts {
            return parts.next().await;
        }
        if let Some(page) = self.full_list.next().await? {
            return Ok(Some(page));
        }
        if !self.needs_parts() {
            return Ok(None);
        }
        let refused_from = match self.full_list.list_end() {
            Some(ListEnd::Incomplete(IncompleteList::RefusedFrom { row, .. })) => Some(row),
            _ => None,
        };
        let queries = self.full_list.ids.queries(self.kind, &self.query);
        let bounds = PageBounds {
            limit: self.limit,
            window: refused_from,
        };
        let client = self.client.clone();
        let parts = PartitionedList::new(&mut self.full_list, queries, client, self.kind, bounds);
        self.parts.insert(parts).next().await
    }

    /// Returns whether the rest is fetched in parts: after a refused page, or if rows are missing from a steady total.
    fn needs_parts(&self) -> bool {
        match self.full_list.list_end() {
            Some(ListEnd::Incomplete(IncompleteList::RefusedFrom { .. })) => true,
            Some(ListEnd::Incomplete(IncompleteList::Short { .. })) => {
                self.full_list.has_steady_total()
            }
            _ => false,
        }
    }

    /// Returns the number of received rows.
    #[must_use]
    pub fn row_count(&self) -> u64 {
        let parts = self.parts.as_ref();
        parts.map_or_else(|| self.full_list.row_count(), PartitionedList::row_count)
    }

    /// Returns how the list ended; `None` before the end.
    #[must_use]
    pub fn list_end(&self) -> Option<ListEnd> {
        match (&self.parts, self.full_list.list_end()) {
            (Some(parts), _) => parts.list_end(),
            // The parts are still to come.
            (None, Some(_)) if self.needs_parts() => None,
            (None, end) => end,
        }
    }

    /// Returns the last reply if it is why the list is incomplete: an empty reply, or the one that refused a page.
    #[must_use]
    pub fn last_reply(&self) -> Option<&RedactedReply> {
        match self.list_end()? {
            ListEnd::Incomplete(IncompleteList::NoContent) => self.full_list.last_empty_reply(),
            ListEnd::Incomplete(IncompleteList::RefusedFrom { .. }) => self.full_list.refusal(),
            _ => None,
        }
    }

    /// Returns the index from which on the service refuses pages, if a refused page showed it. A page that was refused
    /// where the total ends does not show it.
    #[must_use]
    pub fn refused_from(&self) -> Option<u64> {
        self.full_list.refused_from()
    }

    /// Returns the number of rows that the service reported last.
    #[must_use]
    pub const fn total(&self) -> Option<u64> {
        self.full_list.total()
    }

    /// Returns how many rows are expected from the start index on, by the service's total. Returns `None` once more
    /// rows were received than that total, because then the total is wrong.
    #[must_use]
    pub fn expected_rows(&self) -> Option<u64> {
        self.full_list
            .expected_rows()
            .filter(|expected| self.row_count() <= *expected)
    }
}
