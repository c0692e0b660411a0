//! Getting the campaign list, page by page, into the cache.

use std::sync::{MutexGuard, PoisonError};

use adwright_model::{Id, Kind};
use adwright_store::{FetchState, Fullness};
use adwright_wire::{ListQuery, ListReply};

use super::{count, entry_of};
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
use crate::views::{FetchProgress, FetchSummary};

/// How far a fetch came.
#[derive(Debug, Clone, Default)]
struct Fetched {
    /// The time that everything it brings is written down under.
    stamp: i64,
    /// How many came before it was gone on with.
    before: u64,
    items: u64,
    unreadable: u32,
    total: Option<u64>,
    /// Whether the total changed from page to page: then rows moved, and one may have been skipped.
    has_moved: bool,
    /// The first object of the last page, by which a service that repeats its pages is found out.
    first: Option<Id>,
}

/// A fetch that did not reach the end.
#[derive(Debug)]
pub(crate) struct BrokenOff(Fetched);

impl Desk {
    /// Fetches every page of the campaign list. A page is in the cache before the next one is asked for, so stopping
    /// or failing loses nothing of what came.
    pub async fn fetch_campaigns(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let fetched = Fetched {
            stamp: self
                .store
                .cache_stamp(&self.workspace.id, Kind::Campaign, self.now())?,
            ..Fetched::default()
        };
        self.fetch_on(fetched, operation, progress).await
    }

    /// Goes on where the last fetch stopped or failed; where none did since the start of the program, fetches all.
    pub async fn fetch_rest(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let broken_off = self.broken_off().take();
        let Some(BrokenOff(mut fetched)) = broken_off else {
            return self.fetch_campaigns(operation, progress).await;
        };
        fetched.before = fetched.items;
        self.fetch_on(fetched, operation, progress).await
    }

    async fn fetch_on(
        &self,
        mut fetched: Fetched,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let running = self.operations.begin(operation);
        self.shelves.keep_layout()?;
        let ended = self
            .fetch_pages(&mut fetched, &running.stop, &progress)
            .await;
        let reason = match &ended {
            Ok(complete) => (!complete).then(|| "stopped before the end".to_owned()),
            Err(error) => Some(error.reason()),
        };
        self.note_fetch(&fetched, reason.as_deref())?;
        *self.broken_off() = reason.as_ref().map(|_| BrokenOff(fetched.clone()));
        self.refill_shelf()?;
        progress(FetchProgress::Finished);
        if fetched.items == fetched.before {
            ended?;
        }
        Ok(fetched.summary(reason.as_deref()))
    }

    /// Whether the end was reached.
    async fn fetch_pages(
        &self,
        fetched: &mut Fetched,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<bool, Error> {
        while !stop.is_wanted() {
            let query = ListQuery::page(fetched.items, self.dialect.page_size);
            let Some(page) = stop.or(self.client.list(Kind::Campaign, &query)).await else {
                break;
            };
            let page = page?;
            if fetched.items == fetched.before {
                progress(FetchProgress::Started {
                    total: page.total.map(narrow),
                });
            }
            let total = page.total.map(narrow);
            let last = self.keep_page(fetched, page)?;
            progress(FetchProgress::Advanced {
                done: narrow(fetched.items),
                total,
            });
            if last {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts one page into the cache; whether it was the last.
    fn keep_page(&self, fetched: &mut Fetched, page: ListReply) -> Result<bool, Error> {
        let fields = &self.fields();
        let came = page.items.len();
        let entries: Vec<_> = page
            .items
            .into_iter()
            .filter_map(|raw| entry_of(raw, Fullness::Summary, fields))
            .collect();
        fetched.refuse_repetition(entries.first().map(|entry| entry.id))?;
        self.store
            .cache_put_page(&self.workspace.id, Kind::Campaign, &entries, fetched.stamp)?;
        fetched.unreadable += count(came - entries.len());
        fetched.items += came as u64;
        fetched.has_moved |= fetched.total.is_some() && fetched.total != page.total;
        fetched.total = page.total;
        Ok(came == 0 || page.total.is_some_and(|total| fetched.items >= total))
    }

    /// Keeps how the fetch ended. One that brought nothing leaves what is known of the last one that did; one that reached
    /// the end also forgets what the service does not show any more.
    fn note_fetch(&self, fetched: &Fetched, reason: Option<&str>) -> Result<(), Error> {
        let (workspace, kind) = (&self.workspace.id, Kind::Campaign);
        let before = self.store.fetch_state_get(workspace, kind)?;
        let came = fetched.items > fetched.before || reason.is_none();
        if !came && before.as_ref().is_some_and(|before| before.complete) {
            return Ok(());
        }
        let Some(at) = before
            .map(|before| before.at)
            .filter(|_| !came)
            .or(came.then(|| self.now()))
        else {
            return Ok(());
        };
        let state = FetchState {
            at,
            complete: reason.is_none(),
            reason: reason.map(str::to_owned),
            total: fetched.total.map(narrow),
        };
        self.store.fetch_state_set(workspace, kind, &state)?;
        if state.complete && fetched.unreadable == 0 && !fetched.has_moved {
            self.store
                .cache_forget_unseen(workspace, kind, fetched.stamp)?;
        }
        Ok(())
    }
}

impl Desk {
    fn broken_off(&self) -> MutexGuard<'_, Option<BrokenOff>> {
        self.broken_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fetched {
    /// A service that ignores where a page begins would be asked for ever.
    fn refuse_repetition(&mut self, first: Option<Id>) -> Result<(), Error> {
        if first.is_some() && first == self.first {
            return Err(Error::RepeatedPage);
        }
        self.first = first;
        Ok(())
    }

    fn summary(&self, reason: Option<&str>) -> FetchSummary {
        let items = self.items;
        let left_out = match self.unreadable {
            0 => String::new(),
            unreadable => format!(" {unreadable} could not be read and were left out."),
        };
        let message = match reason {
            None => format!("Got {items} campaigns.{left_out}"),
            Some(reason) => {
                format!(
                    "Got {items} campaigns; incomplete: {reason}.{left_out} “Get the rest” goes on from there."
                )
            }
        };
        FetchSummary {
            fetched: narrow(self.items),
            complete: reason.is_none(),
            message,
        }
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
