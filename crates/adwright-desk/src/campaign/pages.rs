//! Reading a list page by page, also while the service is busy, and keeping what comes.

use std::time::Duration;

use adwright_client::{ClientError, Ended, Page, Pages};
use adwright_model::{Id, Kind};
use adwright_store::Fullness;

use super::entry_of;
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
use crate::views::FetchProgress;

/// How often one page is asked for again.
const TRIES: u32 = 3;
/// The longest pause that is waited for, in seconds: after a longer one a person may as well begin again.
const LONGEST_PAUSE: u64 = 60;

impl Desk {
    /// Gives every page of a list to `keep`, and how the list ended; nothing where it was stopped before.
    pub(super) async fn read_pages(
        &self,
        pages: &mut Pages,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
        mut keep: impl FnMut(Page) -> Result<(), Error>,
    ) -> Result<Option<Ended>, Error> {
        let mut has_begun = false;
        while !stop.is_wanted() {
            let waiting = |seconds| progress(FetchProgress::Waiting { seconds });
            let Some(page) = self.next_page(pages, stop, waiting).await else {
                break;
            };
            let page = page?;
            let total = pages.wanted().map(narrow);
            if !has_begun {
                progress(FetchProgress::Started { total });
                has_begun = true;
            }
            let Some(page) = page else {
                return Ok(pages.ended());
            };
            keep(page)?;
            progress(FetchProgress::Advanced {
                done: narrow(pages.came()),
                total,
            });
        }
        Ok(None)
    }

    /// Puts one page into the cache under the time `stamp`, and gives the campaigns of it that can be read, in their
    /// order.
    pub(super) fn cache_page(&self, page: Page, stamp: i64) -> Result<Vec<Id>, Error> {
        let fields = &self.fields();
        let items = page.items.into_iter();
        let entries = items.filter_map(|raw| entry_of(raw, Fullness::Summary, fields));
        let entries: Vec<_> = entries.collect();
        self.store
            .cache_put_page(&self.workspace.id, Kind::Campaign, &entries, stamp)?;
        Ok(entries.iter().map(|entry| entry.id).collect())
    }

    /// The next page of a list; nothing where the stop came first. A pause that the service asks for is told, in seconds,
    /// and waited for.
    pub(crate) async fn next_page(
        &self,
        pages: &mut Pages,
        stop: &Stop,
        waiting: impl Fn(u32),
    ) -> Option<Result<Option<Page>, Error>> {
        for tried in 0.. {
            let (seconds, came) = match stop.or(pages.next()).await? {
                Err(ClientError::Busy { seconds, came }) if tried < TRIES => (seconds, came),
                page => return Some(page.map_err(Error::from)),
            };
            // One that does not say how long is given more time each time.
            let pause = seconds.unwrap_or(1 << tried);
            if pause > LONGEST_PAUSE {
                return Some(Err(ClientError::Busy { seconds, came }.into()));
            }
            waiting(u32::try_from(pause).unwrap_or(u32::MAX));
            let pause = self.clock.pause(Duration::from_secs(pause));
            stop.or(pause).await?;
        }
        None
    }
}

/// A count as the window takes it.
pub(super) fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
