//! Reads a list page by page, waits while the service is busy, and writes each page while the next one is fetched.

use std::sync::Arc;

use adwright_client::{ClientError, ListPage, Pages};
use adwright_planner::PauseOutcome;
use adwright_views::{FetchProgress, saturating_u32};
use adwright_wire::{ListEnd, RequestFailure};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::page_writer::{PageWriter, ParsedPage, WriteSummary};

use crate::connection::wait_requested_pause;
use crate::error::Error;
use crate::fetch::Fetches;
use crate::host::CancellationToken;

/// A list that is being read into the cache.
pub(crate) struct PageReader<'a> {
    pub(crate) pages: &'a mut Pages,
    pub(crate) writer: Arc<PageWriter>,
    pub(crate) stop: &'a CancellationToken,
}

/// The most pages that may wait to be written, so that a slow disk does not delay the reading.
const AHEAD: usize = 3;

/// A background thread that writes pages in order.
struct WriterTask {
    pages: mpsc::Sender<ParsedPage>,
    task: JoinHandle<(WriteSummary, Result<(), Error>)>,
}

impl WriterTask {
    fn spawn(writer: Arc<PageWriter>) -> Self {
        let (pages, waiting) = mpsc::channel::<ParsedPage>(AHEAD);
        let task = tokio::task::spawn_blocking(move || {
            let mut written = WriteSummary::default();
            let ended = write_all(waiting, &writer, &mut written);
            (written, ended)
        });
        Self { pages, task }
    }

    /// Passes a page to the writer. Returns false if the writer has ended.
    async fn send(&self, page: ParsedPage) -> bool {
        self.pages.send(page).await.is_ok()
    }

    /// Waits until all pages are written. Returns what was written, even if a write failed.
    async fn finish(self) -> (WriteSummary, Result<(), Error>) {
        drop(self.pages);
        match self.task.await {
            Ok(ended) => ended,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The program is about to end, and so is the fetch.
            Err(_) => (WriteSummary::default(), Ok(())),
        }
    }
}

fn write_all(
    mut waiting: mpsc::Receiver<ParsedPage>,
    writer: &PageWriter,
    written: &mut WriteSummary,
) -> Result<(), Error> {
    while let Some(mut page) = waiting.blocking_recv() {
        // Pages that arrived meanwhile are written in the same transaction.
        while let Ok(more) = waiting.try_recv() {
            page.append(more);
        }
        written.merge(writer.write_page(page)?);
    }
    Ok(())
}

impl Fetches {
    /// Reads a list into the cache. Returns what was written, and how the list ended; the end is none if the person
    /// stopped first. Every received page is written.
    pub(crate) async fn read_pages(
        &self,
        mut reading: PageReader<'_>,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> (WriteSummary, Result<Option<ListEnd>, Error>) {
        let writer_task = WriterTask::spawn(Arc::clone(&reading.writer));
        let read = self
            .read_remaining(&mut reading, &writer_task, progress)
            .await;
        let (written, ended) = writer_task.finish().await;
        (written, ended.and(read))
    }

    async fn read_remaining(
        &self,
        PageReader {
            pages,
            writer,
            stop,
        }: &mut PageReader<'_>,
        writer_task: &WriterTask,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<Option<ListEnd>, Error> {
        let mut has_begun = false;
        while !stop.is_cancelled() {
            let Some(page) = self.next_page(pages, stop, progress).await else {
                break;
            };
            let page = page?;
            let total = pages.expected_rows().map(saturating_u32);
            if !has_begun {
                progress(FetchProgress::Started { total });
                has_begun = true;
            }
            let Some(page) = page else {
                return Ok(pages.list_end());
            };
            if !writer_task.send(writer.parse_page(&page)).await {
                // The end of the writer tells why.
                break;
            }
            progress(FetchProgress::Advanced {
                done: saturating_u32(pages.row_count()),
                total,
            });
        }
        Ok(None)
    }

    /// Fetches the next page of a list; none if the person stopped first. Reports and waits out pauses that the service
    /// asks for.
    pub(crate) async fn next_page(
        &self,
        pages: &mut Pages,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<Option<ListPage>, Error>> {
        for tried in 0.. {
            match stop.run_until_cancelled(pages.next()).await? {
                Ok(page) => return Some(Ok(page)),
                Err(error) => {
                    if let Err(error) = self.wait_while_busy(error, tried, stop, progress).await? {
                        return Some(Err(error));
                    }
                }
            }
        }
        None
    }

    /// Reports and waits out a pause that the service asks for, so that the request can be repeated. Returns any other
    /// error; none if the person stopped first.
    pub(super) async fn wait_while_busy(
        &self,
        error: ClientError,
        tried: u32,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<(), Error>> {
        let RequestFailure::Busy { seconds } = error.failure else {
            return Some(Err(error.into()));
        };
        let on_wait = |seconds| progress(FetchProgress::Waiting { seconds });
        match wait_requested_pause(&self.context, seconds, tried, stop, &on_wait).await {
            PauseOutcome::Over => Some(Ok(())),
            PauseOutcome::TooLong { .. } => Some(Err(error.into())),
            PauseOutcome::Stopped => None,
        }
    }
}
