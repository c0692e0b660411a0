//! Puts what lists bring into the cache.

use std::sync::Arc;

use adwright_client::ListPage;
use adwright_model::{Catalog, Id, Kind};
use adwright_store::{FetchedObject, Fullness, ObjectsToFetch, Store};

use super::entry::{self, is_partial_ad};
use crate::desk::Desk;
use crate::error::Error;
use crate::list::{ListFields, parse_page_entry, parse_page_entry_and_object, saturating_u32};

/// Reads pages, and writes down what it read.
pub(crate) struct PageWriter {
    store: Arc<Store>,
    workspace: String,
    kind: Kind,
    fields: Arc<ListFields>,
    catalog: Arc<Catalog>,
    /// The time that all of it is written down under.
    stamp: i64,
}

/// A page that was read, to be written down.
pub(super) struct ParsedPage {
    entries: Vec<FetchedObject>,
    /// What the list has in a short form only.
    brief: Vec<FetchedObject>,
    ids: Vec<Id>,
    unreadable: u32,
}

impl ParsedPage {
    /// Adds the page after it.
    pub(super) fn append(&mut self, next: Self) {
        self.entries.extend(next.entries);
        self.brief.extend(next.brief);
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
    }
}

/// What came of pages that were kept.
#[derive(Debug, Default)]
pub(crate) struct WriteSummary {
    /// The objects that could be read, in the order of the list.
    pub(crate) ids: Vec<Id>,
    /// How many could not.
    pub(crate) unreadable: u32,
    /// Those of which the cache has less than the service, as far as can be told.
    pub(crate) brief: ObjectsToFetch,
}

impl WriteSummary {
    /// Adds what came of the pages after them.
    pub(super) fn merge(&mut self, next: Self) {
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
        self.brief.never_full.extend(next.brief.never_full);
        self.brief.doubtful.extend(next.brief.doubtful);
    }
}

impl Desk {
    pub(crate) fn page_writer(&self, kind: Kind, stamp: i64) -> Arc<PageWriter> {
        Arc::new(PageWriter {
            store: Arc::clone(&self.store),
            workspace: self.workspace.id.clone(),
            kind,
            fields: self.fields_of_kind(kind),
            catalog: self.catalog(),
            stamp,
        })
    }
}

impl PageWriter {
    /// Reads the objects of a page of a list.
    pub(super) fn parse_page(&self, page: ListPage) -> ParsedPage {
        let came = page.items.len();
        let (mut entries, mut brief) = (Vec::with_capacity(came), Vec::new());
        let mut ids = Vec::with_capacity(came);
        for raw in page.items {
            if let Some((entry, is_short)) = self.entry(raw, Fullness::Summary) {
                ids.push(entry.id);
                let kept = if is_short { &mut brief } else { &mut entries };
                kept.push(entry);
            }
        }
        ParsedPage {
            unreadable: saturating_u32(came - ids.len()),
            entries,
            brief,
            ids,
        }
    }

    /// Writes down what was read. It blocks for as long as that takes.
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

    /// Keeps the whole text of one object; whether it could be read.
    pub(super) fn write_full(&self, text: String) -> Result<bool, Error> {
        let Some((entry, _)) = self.entry(text.into_bytes(), Fullness::Full) else {
            return Ok(false);
        };
        self.store
            .cache_put_page(&self.workspace, self.kind, &[entry], self.stamp)?;
        Ok(true)
    }

    /// The entry of one row, and whether its list has ads in a short form; none where it cannot be read.
    fn entry(&self, raw: Vec<u8>, fullness: Fullness) -> Option<(FetchedObject, bool)> {
        match self.kind {
            Kind::Campaign => Some((parse_page_entry(raw, fullness, &self.fields)?, false)),
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
