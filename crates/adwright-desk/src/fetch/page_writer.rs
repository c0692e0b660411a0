//! Writes the pages of lists into the cache.

use std::sync::Arc;

use adwright_client::ListPage;
use adwright_list::ListFields;
use adwright_model::{Catalog, Id, Kind};
use adwright_store::{FetchedObject, Fullness, ObjectsToFetch, Store};
use adwright_views::saturating_u32;

use super::entry::{self, is_partial_ad};

use crate::error::Error;
use crate::fetch::Fetches;
use crate::object::{parse_page_entry, parse_page_entry_and_object};

/// A parser and writer of list pages.
pub(crate) struct PageWriter {
    store: Arc<Store>,
    workspace: String,
    kind: Kind,
    fields: Arc<ListFields>,
    catalog: Arc<Catalog>,
    /// The time stamp of everything that it writes.
    stamp: i64,
}

/// A parsed page, ready to write.
pub(super) struct ParsedPage {
    entries: Vec<FetchedObject>,
    /// The objects that the list shows in a short form only.
    brief: Vec<FetchedObject>,
    ids: Vec<Id>,
    unreadable: u32,
}

impl ParsedPage {
    /// Appends the next page.
    pub(super) fn append(&mut self, next: Self) {
        self.entries.extend(next.entries);
        self.brief.extend(next.brief);
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
    }
}

/// The result of writing pages.
#[derive(Debug, Default)]
pub(crate) struct WriteSummary {
    /// The readable objects, in list order.
    pub(crate) ids: Vec<Id>,
    /// The number of unreadable objects.
    pub(crate) unreadable: u32,
    /// The objects whose cached form is probably incomplete or outdated.
    pub(crate) brief: ObjectsToFetch,
}

impl WriteSummary {
    /// Adds the result of the following pages.
    pub(super) fn merge(&mut self, next: Self) {
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
        self.brief.never_full.extend(next.brief.never_full);
        self.brief.doubtful.extend(next.brief.doubtful);
    }
}

impl Fetches {
    pub(crate) fn page_writer(&self, kind: Kind, stamp: i64) -> Arc<PageWriter> {
        Arc::new(PageWriter {
            store: Arc::clone(&self.context.store),
            workspace: self.context.workspace.id.clone(),
            kind,
            fields: self.context.fields_of_kind(kind),
            catalog: self.context.catalog(),
            stamp,
        })
    }
}

impl PageWriter {
    /// Parses the objects of a list page.
    pub(super) fn parse_page(&self, page: ListPage) -> ParsedPage {
        let row_count = page.items.len();
        let (mut entries, mut brief) = (Vec::with_capacity(row_count), Vec::new());
        let mut ids = Vec::with_capacity(row_count);
        for raw in page.items {
            if let Some((entry, is_short)) = self.entry(raw, Fullness::Summary) {
                ids.push(entry.id);
                let target = if is_short { &mut brief } else { &mut entries };
                target.push(entry);
            }
        }
        ParsedPage {
            unreadable: saturating_u32(row_count - ids.len()),
            entries,
            brief,
            ids,
        }
    }

    /// Writes a parsed page to the cache. Blocks until the write is done.
    pub(super) fn write_page(&self, page: ParsedPage) -> Result<WriteSummary, Error> {
        let ParsedPage {
            entries,
            brief,
            ids,
            unreadable,
        } = page;
        self.store
            .cache_put_page(&self.workspace, self.kind, &entries, self.stamp)?;
        let brief = if brief.is_empty() {
            ObjectsToFetch::default()
        } else {
            self.store
                .cache_put_summaries(&self.workspace, self.kind, &brief, self.stamp)?
        };
        Ok(WriteSummary {
            ids,
            unreadable,
            brief,
        })
    }

    /// Stores the full text of one object. Returns whether it could be read.
    pub(super) fn write_full(&self, text: String) -> Result<bool, Error> {
        let Some((entry, _)) = self.entry(text.into_bytes(), Fullness::Full) else {
            return Ok(false);
        };
        self.store
            .cache_put_page(&self.workspace, self.kind, &[entry], self.stamp)?;
        Ok(true)
    }

    /// Returns the cache entry of one row, and whether it is an ad in short form; none if the row is unreadable.
    fn entry(&self, raw: Vec<u8>, fullness: Fullness) -> Option<(FetchedObject, bool)> {
        match self.kind {
            Kind::Campaign | Kind::RetargetingDataValue => {
                Some((parse_page_entry(raw, fullness, &self.fields)?, false))
            }
            Kind::Ad => {
                let (entry, document) = parse_page_entry_and_object(raw, fullness, &self.fields)?;
                let is_short =
                    document.is_some_and(|document| is_partial_ad(&document, &self.catalog));
                Some((entry, is_short))
            }
            _ => {
                let bindings = self.fields.bindings();
                Some((entry::plain_entry(raw, fullness, bindings)?, false))
            }
        }
    }
}
