//! Reading a list page by page, also while the service is busy, and keeping each page while the next one travels.

use std::sync::Arc;

use adwright_client::{ClientError, Ended, Page, Pages};
use tokio::sync::mpsc;
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

/// So many pages wait at the most until they are kept: so a moment in which the disk is slow holds up no reading.
const AHEAD: usize = 3;

/// Keeps pages in a thread of its own, in the order in which they come.
struct Keeping {
    pages: mpsc::Sender<ReadPage>,
    task: JoinHandle<(Kept, Result<(), Error>)>,
}

impl Keeping {
    fn begin(keeper: Arc<Keeper>) -> Self {
        let (pages, waiting) = mpsc::channel::<ReadPage>(AHEAD);
        let task = tokio::task::spawn_blocking(move || {
            let mut kept = Kept::default();
            let ended = keep_all(waiting, &keeper, &mut kept);
            (kept, ended)
        });
        Self { pages, task }
    }

    /// Hands a page over; whether pages can still be kept.
    async fn take(&self, page: ReadPage) -> bool {
        self.pages.send(page).await.is_ok()
    }

    /// Waits until all pages are kept. What came of them, also where one could not be kept.
    async fn end(self) -> (Kept, Result<(), Error>) {
        drop(self.pages);
        match self.task.await {
            Ok(ended) => ended,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The program is about to end; so does the fetch.
            Err(_) => (Kept::default(), Ok(())),
        }
    }
}

fn keep_all(
    mut waiting: mpsc::Receiver<ReadPage>,
    keeper: &Keeper,
    kept: &mut Kept,
) -> Result<(), Error> {
    while let Some(mut page) = waiting.blocking_recv() {
        // What came meanwhile is kept along with it: the disk is asked once for all of it.
        while let Ok(more) = waiting.try_recv() {
            page.add(more);
        }
        kept.add(keeper.keep(page)?);
    }
    Ok(())
}

impl Desk {
    /// Reads a list into the cache. What was kept, which is all that came in any case, and how the list ended; nothing where
    /// it was stopped before.
    pub(crate) async fn read_pages(
        &self,
        mut reading: Reading<'_>,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> (Kept, Result<Option<Ended>, Error>) {
        let keeping = Keeping::begin(Arc::clone(&reading.keeper));
        let read = self.read_on(&mut reading, &keeping, progress).await;
        let (kept, ended) = keeping.end().await;
        (kept, ended.and(read))
    }

    async fn read_on(
        &self,
        Reading {
            pages,
            keeper,
            stop,
        }: &mut Reading<'_>,
        keeping: &Keeping,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
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
            if !keeping.take(keeper.read(page)).await {
                // Why is told by its end.
                break;
            }
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
            Pause::TooMuch(_) => Some(Err(error.into())),
            Pause::Stopped => None,
        }
    }
}

/// A count as the window takes it.
pub(crate) fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
