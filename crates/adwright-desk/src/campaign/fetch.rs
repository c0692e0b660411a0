//! Getting the campaign list, page by page, into the cache.

use std::sync::{MutexGuard, PoisonError};

use adwright_client::{Ended, Page, Pages};
use adwright_model::Kind;
use adwright_store::FetchState;
use adwright_wire::ListQuery;

use super::count;
use super::pages::narrow;
use crate::desk::Desk;
use crate::error::Error;
use crate::reply::{last_reply, silence};
use crate::views::{FetchProgress, FetchSummary};

/// How far a fetch came.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The time that everything it brings is written down under.
    stamp: i64,
    pages: Pages,
    /// How many came before it was gone on with.
    before: u64,
    unreadable: u32,
}

impl Desk {
    /// Fetches every page of the campaign list. A page is in the cache before the next one is asked for, so stopping
    /// or failing loses nothing of what came.
    pub async fn fetch_campaigns(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let (workspace, kind) = (&self.workspace.id, Kind::Campaign);
        let query = ListQuery::page(0, self.dialect.page_size);
        let fetched = Fetched {
            stamp: self.store.cache_stamp(workspace, kind, self.now())?,
            pages: Pages::new(self.client.clone(), kind, query, None),
            before: 0,
            unreadable: 0,
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
        let Some(mut fetched) = broken_off else {
            return self.fetch_campaigns(operation, progress).await;
        };
        fetched.before = fetched.pages.came();
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
        let Fetched {
            stamp,
            pages,
            unreadable,
            ..
        } = &mut fetched;
        let keep = |page: Page| {
            let came = page.items.len();
            let kept = self.cache_page(page, *stamp)?;
            *unreadable += count(came - kept.len());
            Ok(())
        };
        let ended = self.read_pages(pages, &running.stop, &progress, keep).await;
        let reason = match &ended {
            Ok(ended) => shortcoming(*ended),
            Err(error) => Some(error.reason()),
        };
        self.note_fetch(&fetched, reason.as_deref())?;
        self.refill_shelf()?;
        progress(FetchProgress::Finished);
        let mut summary = fetched.summary(reason.as_deref());
        summary.reply = last_reply(&ended, &fetched.pages);
        if let (Ok(Some(Ended::Silent)), Some(empty)) = (&ended, fetched.pages.last_empty()) {
            summary.message = silence(empty);
        }
        let brought_nothing = fetched.pages.came() == fetched.before;
        // What came to its end begins anew the next time, whatever was wrong with it.
        *self.broken_off() = fetched.pages.ended().is_none().then_some(fetched);
        if brought_nothing {
            ended?;
        }
        Ok(summary)
    }

    /// Keeps how the fetch ended. One that brought nothing leaves what is known of the last one that did; one that reached
    /// the end also forgets what the service does not show any more.
    fn note_fetch(&self, fetched: &Fetched, reason: Option<&str>) -> Result<(), Error> {
        let (workspace, kind) = (&self.workspace.id, Kind::Campaign);
        let before = self.store.fetch_state_get(workspace, kind)?;
        let came = fetched.pages.came() > fetched.before || reason.is_none();
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
            total: fetched.pages.total().map(narrow),
        };
        self.store.fetch_state_set(workspace, kind, &state)?;
        if state.complete && fetched.unreadable == 0 {
            self.store
                .cache_forget_unseen(workspace, kind, fetched.stamp)?;
        }
        Ok(())
    }
}

impl Desk {
    fn broken_off(&self) -> MutexGuard<'_, Option<Fetched>> {
        self.broken_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fetched {
    fn summary(&self, reason: Option<&str>) -> FetchSummary {
        let items = self.pages.came();
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
            fetched: narrow(items),
            complete: reason.is_none(),
            message,
            reply: None,
        }
    }
}

/// Why a list that ended so is not known to be whole.
pub(crate) fn shortcoming(ended: Option<Ended>) -> Option<String> {
    match ended {
        Some(Ended::Whole) => None,
        None => Some("stopped before the end".to_owned()),
        Some(Ended::Short { came, total }) => Some(format!(
            "the service says that there are {total}, and gave {came}"
        )),
        Some(Ended::Repeated) => Some(Error::RepeatedPage.reason()),
        Some(Ended::Unsteady) => Some("the list changed while it was read".to_owned()),
        Some(Ended::Silent) => Some("the service answered nothing at all".to_owned()),
    }
}
