//! Reading a list page by page, also while the service is busy, and keeping each page while the next one travels.

use std::sync::Arc;

use adwright_client::{ClientError, Ended, Page, Pages};
use tokio::task::JoinHandle;

use super::keep::{Keeper, Kept, ReadPage};
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
use crate::patience::Pause;
use crate::views::FetchProgress;

/// A list on its way into the cache.
pub(crate) struct Reading<'a> {
    pub(crate) pages: &'a mut Pages,
    pub(crate) keeper: Arc<Keeper>,
    pub(crate) stop: &'a Stop,
}

/// The page that is being kept, if any.
#[derive(Default)]
struct Keeping(Option<JoinHandle<Result<Kept, Error>>>);

impl Keeping {
    fn begin(&mut self, keeper: &Arc<Keeper>, page: ReadPage) {
        let keeper = Arc::clone(keeper);
        self.0 = Some(tokio::task::spawn_blocking(move || keeper.keep(page)));
    }

    /// Waits until it is kept, and hands over what came of it.
    async fn end(&mut self, kept: &mut impl FnMut(Kept)) -> Result<(), Error> {
        let Some(task) = self.0.take() else {
            return Ok(());
        };
        match task.await {
            Ok(page) => kept(page?),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The program is about to end; so does the fetch.
            Err(_) => {}
        }
        Ok(())
    }
}

impl Desk {
    /// Reads a list into the cache, telling `kept` of each page in the order of the list. How the list ended; nothing where
    /// it was stopped before. What came is kept in any case.
    pub(crate) async fn read_pages(
        &self,
        mut reading: Reading<'_>,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
        mut kept: impl FnMut(Kept),
    ) -> Result<Option<Ended>, Error> {
        let mut keeping = Keeping::default();
        let read = self
            .read_on(&mut reading, &mut keeping, progress, &mut kept)
            .await;
        keeping.end(&mut kept).await?;
        read
    }

    async fn read_on(
        &self,
        Reading {
            pages,
            keeper,
            stop,
        }: &mut Reading<'_>,
        keeping: &mut Keeping,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
        kept: &mut impl FnMut(Kept),
    ) -> Result<Option<Ended>, Error> {
        let mut has_begun = false;
        while !stop.is_wanted() {
            let Some(page) = self.next_page(pages, stop, progress).await else {
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
            // Writing takes longer than reading: so this page is read while the one before is still being written.
            let page = keeper.read(page);
            keeping.end(kept).await?;
            keeping.begin(keeper, page);
            progress(FetchProgress::Advanced {
                done: narrow(pages.came()),
                total,
            });
        }
        Ok(None)
    }

    /// The next page of a list; nothing where the stop came first. Pauses that the service asks for are told and waited for.
    pub(crate) async fn next_page(
        &self,
        pages: &mut Pages,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<Option<Page>, Error>> {
        for tried in 0.. {
            match stop.or(pages.next()).await? {
                Ok(page) => return Some(Ok(page)),
                Err(error) => {
                    if let Err(error) = self.wait_out(error, tried, stop, progress).await? {
                        return Some(Err(error));
                    }
                }
            }
        }
        None
    }

    /// Waits where the service asks for a pause, which is told in seconds, so that it can be asked again; any other error is
    /// given back. Nothing where the stop came first.
    pub(super) async fn wait_out(
        &self,
        error: ClientError,
        tried: u32,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<(), Error>> {
        let ClientError::Busy { seconds, .. } = &error else {
            return Some(Err(error.into()));
        };
        let told = |seconds| progress(FetchProgress::Waiting { seconds });
        match self.give_time((*seconds, tried), stop, &told).await {
            Pause::Over => Some(Ok(())),
            Pause::TooMuch => Some(Err(error.into())),
            Pause::Stopped => None,
        }
    }
}

/// A count as the window takes it.
pub(crate) fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
