//! Writes the pages of lists into the cache.

use std::convert::Infallible;
use std::sync::Arc;

use adwright_client::ListPage;
use adwright_list::ListFields;
use adwright_model::{Catalog, Id, Kind};
use adwright_store::{FetchedObject, Fullness, ObjectsToFetch, Store};
use adwright_views::saturating_u32;

use super::entry::{self, is_summary_ad};

use crate::error::Error;
use crate::fetch::Fetches;
use crate::host::map_on_all_cores;
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
    /// The objects of which the list shows only a summary.
    summaries: Vec<FetchedObject>,
    ids: Vec<Id>,
    unreadable: u32,
}

impl ParsedPage {
    /// Appends the next page.
    pub(super) fn append(&mut self, next: Self) {
        self.entries.extend(next.entries);
        self.summaries.extend(next.summaries);
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
    pub(crate) summaries: ObjectsToFetch,
}

impl WriteSummary {
    /// Adds the result of the following pages.
    pub(super) fn merge(&mut self, next: Self) {
        self.ids.extend(next.ids);
        self.unreadable += next.unreadable;
        self.summaries.never_full.extend(next.summaries.never_full);
        self.summaries.doubtful.extend(next.summaries.doubtful);
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
    /// Parses the objects of a list page on all cores, because checking the ads of a page takes longer than fetching
    /// and writing it.
    pub(super) fn parse_page(&self, page: &ListPage) -> ParsedPage {
        let Ok(rows) = map_on_all_cores(&page.items, |part| {
            let entries = part
                .iter()
                .filter_map(|raw| self.entry(raw.clone(), Fullness::Summary));
            Ok::<_, Infallible>(entries.collect())
        });
        let ids: Vec<Id> = rows.iter().map(|(entry, _)| entry.id).collect();
        let (mut entries, mut summaries) = (Vec::with_capacity(rows.len()), Vec::new());
        for (entry, is_summary) in rows {
            let target = if is_summary {
                &mut summaries
            } else {
                &mut entries
            };
            target.push(entry);
        }
        ParsedPage {
            unreadable: saturating_u32(page.items.len() - ids.len()),
            entries,
            summaries,
            ids,
        }
    }

    /// Writes a parsed page to the cache. Blocks until the write is done.
    pub(super) fn write_page(&self, page: ParsedPage) -> Result<WriteSummary, Error> {
        let ParsedPage {
            entries,
            summaries,
            ids,
            unreadable,
        } = page;
        self.store
            .cache_put_page(&self.workspace, self.kind, &entries, self.stamp)?;
        let summaries = if summaries.is_empty() {
            ObjectsToFetch::default()
        } else {
            self.store
                .cache_put_summaries(&self.workspace, self.kind, &summaries, self.stamp)?
        };
        Ok(WriteSummary {
            ids,
            unreadable,
            summaries,
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

    /// Returns the cache entry of one row, and whether it is the summary of an ad; none if the row is unreadable.
    fn entry(&self, raw: Vec<u8>, fullness: Fullness) -> Option<(FetchedObject, bool)> {
        match self.kind {
            Kind::Campaign | Kind::RetargetingDataValue => {
                Some((parse_page_entry(raw, fullness, &self.fields)?, false))
            }
            Kind::Ad => {
                let (entry, document) = parse_page_entry_and_object(raw, fullness, &self.fields)?;
                let is_summary =
                    document.is_some_and(|document| is_summary_ad(&document, &self.catalog));
                Some((entry, is_summary))
            }
            _ => {
                let bindings = self.fields.bindings();
                Some((entry::plain_entry(raw, fullness, bindings)?, false))
            }
        }
    }
}
