//! Searches a list for objects that a write without a clear answer may have created.

use adwright_client::ClientError;
use adwright_model::{EditableDocument, Id, Kind};
use adwright_planner::{ListScan, MatchCandidate, PauseOutcome, ReadFailure, SearchFailure};
use adwright_views::FetchProgress;
use adwright_wire::{ListEnd, ListQuery, RequestFailure};

use super::item_runner::{WaitListener, WaitNotice};

use crate::connection::wait_requested_pause;
use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::Outbox;

/// The most similar objects to fetch in full, in addition to the number of objects that were sent.
const TWINS: usize = 8;

/// The context of a wait: the token that cancels it, and the listener for waits.
#[derive(Clone, Copy)]
pub(super) struct WaitContext<'a> {
    pub(super) stop: &'a CancellationToken,
    pub(super) on_wait: WaitListener<'a>,
}

impl Outbox {
    /// Returns every listed object that is, or could be, the sent object; otherwise why the search is inconclusive.
    pub(super) async fn find_created(
        &self,
        kind: Kind,
        sent: &EditableDocument,
        waiting: WaitContext<'_>,
    ) -> Result<Vec<MatchCandidate>, SearchFailure> {
        let found = self.find_all_created(kind, &[sent], waiting).await?;
        found.candidates_for(sent)
    }

    /// Searches the list once for several sent objects.
    pub(super) async fn find_all_created(
        &self,
        kind: Kind,
        sent: &[&EditableDocument],
        waiting: WaitContext<'_>,
    ) -> Result<ListScan, SearchFailure> {
        let unanswered = |error: &Error| SearchFailure::NotRead(self.read_failure(error));
        let query = ListQuery::page(0, self.context.dialect.page_size);
        let pages = self.fetches.pages(kind, query, None);
        let mut pages = pages.map_err(|error| unanswered(&error))?;
        let on_progress = |progress: FetchProgress| {
            if let FetchProgress::Waiting { seconds } = progress {
                (waiting.on_wait)(WaitNotice::Pause { seconds });
            }
        };
        let mut found = ListScan::default();
        let missing = loop {
            let Some(page) = self
                .fetches
                .next_page(&mut pages, waiting.stop, &on_progress)
                .await
            else {
                break Some(SearchFailure::Stopped);
            };
            let Some(page) = page.map_err(|error| unanswered(&error))? else {
                break match pages.list_end() {
                    Some(ListEnd::Complete) => None,
                    Some(ListEnd::Incomplete(reason)) => Some(SearchFailure::Incomplete(reason)),
                    None => Some(SearchFailure::Stopped),
                };
            };
            for row in page.items {
                found.add_row(row, sent);
            }
        };
        found.finish(missing);
        self.fetch_full_candidates(kind, &mut found, sent, waiting)
            .await;
        Ok(found)
    }

    /// Fetches one object, and waits first if the service asks for a pause. On failure, returns the reason.
    pub(super) async fn get_with_retry(
        &self,
        kind: Kind,
        id: Id,
        waiting: WaitContext<'_>,
    ) -> Result<Option<String>, ReadFailure> {
        for tried in 0.. {
            let Some(fetched) = self.get_unless_stopped(kind, id, waiting.stop).await else {
                return Err(ReadFailure::Stopped);
            };
            let error = match fetched {
                Err(error) if matches!(error.failure, RequestFailure::Busy { .. }) => error,
                fetched => return fetched.map_err(|error| self.read_failure(&error.into())),
            };
            let requested = requested_pause(&error);
            let on_wait = |seconds| (waiting.on_wait)(WaitNotice::Pause { seconds });
            let pause =
                wait_requested_pause(&self.context, requested, tried, waiting.stop, &on_wait).await;
            if pause != PauseOutcome::Over {
                return Err(self.read_failure(&error.into()));
            }
        }
        Ok(None)
    }

    /// Fetches one object; none if the person stopped before the request was sent. A request in flight is awaited.
    async fn get_unless_stopped(
        &self,
        kind: Kind,
        id: Id,
        stop: &CancellationToken,
    ) -> Option<Result<Option<String>, ClientError>> {
        let slot = Box::pin(self.context.client.acquire_slot());
        Some(match stop.run_ready_or_until_cancelled(slot).await? {
            Ok(slot) => slot.get(kind, id).await,
            Err(error) => Err(error),
        })
    }

    /// Returns why a look failed.
    fn read_failure(&self, error: &Error) -> ReadFailure {
        let Error::Client(error) = error else {
            return ReadFailure::Database {
                cause: error.to_string(),
            };
        };
        match (&error.failure, self.context.client.paused_until()) {
            (RequestFailure::Busy { .. }, Some(until_ms)) => ReadFailure::Paused { until_ms },
            (failure, _) => ReadFailure::Failed(failure.clone()),
        }
    }

    /// Fetches possible matches in full, because a list may omit the fields that distinguish similar objects.
    async fn fetch_full_candidates(
        &self,
        kind: Kind,
        found: &mut ListScan,
        sent: &[&EditableDocument],
        waiting: WaitContext<'_>,
    ) {
        let alike = found.possible_matches(sent).into_iter();
        for (at, id) in alike.take(sent.len() + TWINS) {
            if waiting.stop.is_cancelled() {
                return;
            }
            let whole = self.get_with_retry(kind, id, waiting);
            let whole = whole.await.ok().flatten();
            if let Some(whole) = whole.and_then(|raw| EditableDocument::parse(&raw).ok()) {
                found.replace_with_full(at, whole);
            }
        }
    }
}

/// Returns the pause that a busy service asks for, in seconds; none if it names no pause.
pub(super) const fn requested_pause(error: &ClientError) -> Option<u64> {
    match error.failure {
        RequestFailure::Busy { seconds } => seconds,
        _ => None,
    }
}
