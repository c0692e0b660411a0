//! Getting the campaign list, page by page, into the cache.

use adwright_model::Kind;
use adwright_store::{FetchState, Fullness};
use adwright_wire::ListReply;

use super::{count, entry_of};
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
use crate::views::{FetchProgress, FetchSummary};

/// How far a fetch came.
#[derive(Debug, Default)]
struct Fetched {
    items: u64,
    unreadable: u32,
    total: Option<u64>,
}

impl Desk {
    /// Fetches every page of the campaign list. A page is in the cache before the next one is asked for, so stopping
    /// or failing loses nothing of what came.
    pub async fn fetch_campaigns(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let running = self.operations.begin(operation);
        let mut fetched = Fetched::default();
        let ended = self
            .fetch_pages(&mut fetched, &running.stop, &progress)
            .await;
        let reason = match &ended {
            Ok(complete) => (!complete).then(|| "stopped before the end".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        self.note_fetch(&fetched, reason.as_deref())?;
        self.refill_shelf()?;
        progress(FetchProgress::Finished);
        if fetched.items == 0 {
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
            let page = self
                .client
                .list(Kind::Campaign, fetched.items, self.dialect.page_size)
                .await?;
            if fetched.items == 0 {
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
        let bindings = &self.dialect.bindings;
        let came = page.items.len();
        let entries: Vec<_> = page
            .items
            .into_iter()
            .filter_map(|raw| entry_of(raw, Fullness::Summary, bindings))
            .collect();
        self.store
            .cache_put_page(&self.workspace.id, Kind::Campaign, &entries, self.now())?;
        fetched.unreadable += count(came - entries.len());
        fetched.items += came as u64;
        fetched.total = page.total;
        Ok(came == 0 || page.total.is_some_and(|total| fetched.items >= total))
    }

    fn note_fetch(&self, fetched: &Fetched, reason: Option<&str>) -> Result<(), Error> {
        let state = FetchState {
            at: self.now(),
            complete: reason.is_none(),
            reason: reason.map(str::to_owned),
            total: fetched.total.map(narrow),
        };
        Ok(self
            .store
            .fetch_state_set(&self.workspace.id, Kind::Campaign, &state)?)
    }
}

impl Fetched {
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
                    "Got {items} campaigns; incomplete: {reason}.{left_out} Get latest starts again."
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
