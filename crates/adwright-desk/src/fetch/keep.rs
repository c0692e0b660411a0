//! Puts what lists bring into the cache.

use std::sync::Arc;

use adwright_client::Page;
use adwright_model::{Catalog, Id, Kind};
use adwright_store::{Brief, Fullness, PageEntry, Store};

use super::entry::{self, is_short};
use crate::desk::Desk;
use crate::error::Error;
use crate::list::{ListFields, count, entry_of, read_entry};

/// Reads pages, and writes down what it read.
pub(crate) struct Keeper {
    store: Arc<Store>,
    workspace: String,
    kind: Kind,
    fields: Arc<ListFields>,
    catalog: Arc<Catalog>,
    /// The time that all of it is written down under.
    stamp: i64,
}

/// A page that was read, to be written down.
pub(super) struct ReadPage {
    entries: Vec<PageEntry>,
    /// What the list has in a short form only.
    brief: Vec<PageEntry>,
    ids: Vec<Id>,
    unreadable: u32,
}

impl ReadPage {
    /// Adds the page after it.
    pub(super) fn add(&mut self, next: Self) {
        self.entries.extend(next.entries);
        self.brief.extend(next.brief);
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
    }
}

/// What came of pages that were kept.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The objects that could be read, in the order of the list.
    pub(crate) ids: Vec<Id>,
    /// How many could not.
    pub(crate) unreadable: u32,
    /// Those of which the cache has less than the service, as far as can be told.
    pub(crate) brief: Brief,
}

impl Kept {
    /// Adds what came of the pages after them.
    pub(super) fn add(&mut self, next: Self) {
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
        self.brief.never_full.extend(next.brief.never_full);
        self.brief.doubtful.extend(next.brief.doubtful);
    }
}

impl Desk {
    pub(crate) fn keeper(&self, kind: Kind, stamp: i64) -> Arc<Keeper> {
        Arc::new(Keeper {
            store: Arc::clone(&self.store),
            workspace: self.workspace.id.clone(),
            kind,
            fields: self.fields_of_kind(kind),
            catalog: self.catalog(),
            stamp,
        })
    }
}

impl Keeper {
    /// Reads the objects of a page of a list.
    pub(super) fn read(&self, page: Page) -> ReadPage {
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
        ReadPage {
            unreadable: count(came - ids.len()),
            entries,
            brief,
            ids,
        }
    }

    /// Writes down what was read. It blocks for as long as that takes.
    pub(super) fn keep(&self, page: ReadPage) -> Result<Kept, Error> {
        let ReadPage {
            entries,
            brief,
            ids,
            unreadable,
        } = page;
        self.store
            .cache_put_page(&self.workspace, self.kind, &entries, self.stamp)?;
        let brief = if brief.is_empty() {
            Brief::default()
        } else {
            self.store
                .cache_put_brief(&self.workspace, self.kind, &brief, self.stamp)?
        };
        Ok(Kept {
            ids,
            unreadable,
            brief,
        })
    }

    /// Keeps the whole text of one object; whether it could be read.
    pub(super) fn keep_whole(&self, text: String) -> Result<bool, Error> {
        let Some((entry, _)) = self.entry(text.into_bytes(), Fullness::Full) else {
            return Ok(false);
        };
        self.store
            .cache_put_page(&self.workspace, self.kind, &[entry], self.stamp)?;
        Ok(true)
    }

    /// The entry of one row, and whether its list has ads in a short form; none where it cannot be read.
    fn entry(&self, raw: Vec<u8>, fullness: Fullness) -> Option<(PageEntry, bool)> {
        match self.kind {
            Kind::Campaign => Some((entry_of(raw, fullness, &self.fields)?, false)),
            Kind::Ad => {
                let (entry, document) = read_entry(raw, fullness, &self.fields)?;
                let is_short = document.is_some_and(|document| is_short(&document, &self.catalog));
                Some((entry, is_short))
            }
            _ => {
                let bindings = self.fields.bindings();
                Some((entry::plain(raw, fullness, bindings)?, false))
            }
        }
    }
}
