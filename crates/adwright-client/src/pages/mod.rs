//! Lists to their end, whatever the service does between and with the pages.

mod paginator;
mod partitioned_list;

use adwright_model::Kind;
use adwright_wire::ListQuery;

use crate::client::Client;
use crate::error::ClientError;
use crate::redacted_reply::RedactedReply;

use paginator::Paginator;
use partitioned_list::{PartitionIds, PartitionedList};

/// A list, page by page to its end.
///
/// Where the service gives no more pages of it although it is not at its end, or as many rows fewer than it says all the
/// way that there are, it is asked for in parts: what belongs to
/// one advertiser, or brand, after the other, by the ids that the rows so far have and those that are known otherwise.
/// Then it counts as whole only if as many rows came as the service says that there are.
#[derive(Debug)]
pub struct Pages {
    client: Client,
    kind: Kind,
    query: ListQuery,
    limit: u64,
    /// All of it, as far as it goes.
    whole: Paginator,
    /// What is asked for after that, once it ended too early.
    parts: Option<PartitionedList>,
}

/// What one page brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage {
    /// The raw bytes of the rows that are new, in the order of the service.
    pub items: Vec<Vec<u8>>,
    /// How many there are on all pages together, as the service says.
    pub total: Option<u64>,
}

/// How a list ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListEnd {
    /// Everything that was wanted came.
    Complete,
    /// The service gave fewer rows than it says that there are.
    Short {
        /// How many came.
        came: u64,
        /// How many there are, as the service says.
        total: u64,
    },
    /// The service gives no page from `from` on, and asking for the list in parts, where it can be, did not bring all of it.
    Windowed {
        /// The index from which on there are no pages.
        from: u64,
        /// How many came, with those of the parts.
        came: u64,
        /// How many there are, as the service says.
        total: Option<u64>,
        /// Whether a part was asked for.
        in_parts: bool,
    },
    /// The service gives the same rows again and again, wherever a page is to begin.
    Repeated,
    /// It goes on and on, with more rows than any list has of which that is said.
    Endless {
        /// How many came.
        came: u64,
        /// How many there are, as the service said last.
        total: Option<u64>,
    },
    /// Rows moved, or pages came that fit no other, so that some may have been passed over.
    Inconsistent,
    /// There was nothing at all, not even a word that there is nothing.
    NoContent,
}

impl Pages {
    /// The list of a kind from `query.from` on, in pages of `query.max`, with no more rows than `limit`.
    ///
    /// From where on no page is asked for is the dialect's business, until [`Pages::within`] says it.
    #[must_use]
    pub fn new(client: Client, kind: Kind, query: ListQuery, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        let window = client.dialect().paging_window;
        let reach = (limit, window);
        let ids = PartitionIds::from_dialect(client.dialect());
        Self {
            whole: Paginator::new((client.clone(), kind), query.clone(), reach, ids),
            client,
            kind,
            query,
            limit,
            parts: None,
        }
    }

    /// The same, with ids of advertisers, or brands, that are known before: rows may belong to them that no page has.
    #[must_use]
    pub fn with_known_ids(mut self, ids: impl IntoIterator<Item = i64>) -> Self {
        self.whole.ids.add(ids);
        self
    }

    /// The same with no page from `window` on; none finds out where the service refuses one.
    #[must_use]
    pub const fn with_window(mut self, window: Option<u64>) -> Self {
        self.whole.window = window;
        self
    }

    /// The next page that brings anything new; none at the end, which [`Pages::ended`] then describes.
    ///
    /// After an error the same page is asked for when this is called again.
    pub async fn next(&mut self) -> Result<Option<ListPage>, ClientError> {
        if let Some(parts) = &mut self.parts {
            return parts.next().await;
        }
        if let Some(page) = self.whole.next().await? {
            return Ok(Some(page));
        }
        if !self.needs_parts() {
            return Ok(None);
        }
        let window = match self.whole.list_end() {
            Some(ListEnd::Windowed { from, .. }) => Some(from),
            _ => None,
        };
        let queries = self.whole.ids.queries(self.kind, &self.query);
        let with = (self.client.clone(), self.kind);
        let parts = PartitionedList::new(&mut self.whole, queries, with, (self.limit, window));
        self.parts.insert(parts).next().await
    }

    /// Whether the rest is asked for in parts: after pages that were refused, or short of a total that stayed the same.
    fn needs_parts(&self) -> bool {
        match self.whole.list_end() {
            Some(ListEnd::Windowed { .. }) => true,
            Some(ListEnd::Short { .. }) => self.whole.has_steady_total(),
            _ => false,
        }
    }

    /// How many rows came.
    #[must_use]
    pub fn row_count(&self) -> u64 {
        let parts = self.parts.as_ref();
        parts.map_or_else(|| self.whole.row_count(), PartitionedList::row_count)
    }

    /// How the list ended; none before that.
    #[must_use]
    pub fn list_end(&self) -> Option<ListEnd> {
        match (&self.parts, self.whole.list_end()) {
            (Some(parts), _) => parts.list_end(),
            // The parts are still to come.
            (None, Some(_)) if self.needs_parts() => None,
            (None, ended) => ended,
        }
    }

    /// The last answer, where that is why the list is not whole: one with nothing in it, or the one that refused a page.
    #[must_use]
    pub fn last_reply(&self) -> Option<&RedactedReply> {
        match self.list_end()? {
            ListEnd::NoContent => self.whole.last_empty_reply(),
            ListEnd::Windowed { .. } => self.whole.refusal()?.1,
            _ => None,
        }
    }

    /// From where on the service refused a page of the list, other than where it was known before; none where it did not.
    #[must_use]
    pub fn refused_from(&self) -> Option<u64> {
        Some(self.whole.refusal()?.0)
    }

    /// How many there are, as the service said last.
    #[must_use]
    pub const fn total(&self) -> Option<u64> {
        self.whole.total()
    }

    /// How many of them are wanted from where the list begins, as far as the service says how many there are; none once
    /// more came than it says, since then nobody knows.
    #[must_use]
    pub fn expected_rows(&self) -> Option<u64> {
        self.whole
            .expected_rows()
            .filter(|wanted| self.row_count() <= *wanted)
    }
}
