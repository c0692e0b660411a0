//! Fetches objects in full before they are edited.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_client::ClientError;
use adwright_model::{Id, Kind};
use adwright_store::{FetchedObject, Fullness};
use adwright_views::{BulkProgress, BulkStep};

use super::preview::{STRIDE, bulk_progress};

use crate::bulk::BulkEdits;
use crate::error::Error;
use crate::host::CancellationToken;
use crate::object::parse_page_entry;

/// The most requests at a time.
const AT_ONCE: usize = 4;

impl BulkEdits {
    /// Fetches objects in full that are known only as summaries. If a fetch fails, the summary is used, as for a
    /// single edit.
    pub(crate) async fn fetch_full(
        &self,
        kind: Kind,
        ids: &[Id],
        stop: &CancellationToken,
        progress: &(impl Fn(BulkProgress) + Send + Sync),
    ) -> Result<(), Error> {
        let getting = Prefetch {
            bulk: self,
            kind,
            ids,
            stop,
            progress,
            next: AtomicUsize::new(0),
            fetched: Mutex::default(),
        };
        let workers: [_; AT_ONCE] = std::array::from_fn(|_| getting.run_worker());
        let [a, b, c, d] = workers;
        let ended = tokio::join!(a, b, c, d);
        getting.flush(0)?;
        ended.0.and(ended.1).and(ended.2).and(ended.3)
    }
}

/// A concurrent fetch of objects that stores them page by page.
struct Prefetch<'a, P> {
    bulk: &'a BulkEdits,
    kind: Kind,
    ids: &'a [Id],
    stop: &'a CancellationToken,
    progress: &'a P,
    next: AtomicUsize,
    fetched: Mutex<Vec<FetchedObject>>,
}

impl<P: Fn(BulkProgress) + Send + Sync> Prefetch<'_, P> {
    async fn run_worker(&self) -> Result<(), Error> {
        loop {
            if self.stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&id) = self.ids.get(at) else {
                return Ok(());
            };
            (self.progress)(bulk_progress(BulkStep::Getting, at, self.ids.len()));
            let fetched = Box::pin(self.bulk.context.client.get(self.kind, id));
            match self
                .stop
                .run_until_cancelled(fetched)
                .await
                .ok_or(Error::Stopped)?
            {
                Ok(Some(raw)) => self.add_fetched(id, raw)?,
                Ok(None) => {}
                Err(error) => self.record_failure(&error),
            }
        }
    }

    fn add_fetched(&self, id: Id, raw: String) -> Result<(), Error> {
        let fields = &self.bulk.context.fields_of_kind(self.kind);
        let entry = parse_page_entry(raw.into_bytes(), Fullness::Full, fields);
        let mut fetched = lock_fetched(&self.fetched);
        fetched.extend(entry.filter(|entry| entry.id == id));
        drop(fetched);
        self.flush(STRIDE)
    }

    /// Stores the fetched objects in the cache, if there are at least `least`.
    fn flush(&self, least: usize) -> Result<(), Error> {
        let mut fetched = lock_fetched(&self.fetched);
        if fetched.is_empty() || fetched.len() < least {
            return Ok(());
        }
        let (store, workspace) = (&self.bulk.context.store, &self.bulk.context.workspace.id);
        let page = std::mem::take(&mut *fetched);
        Ok(store.cache_put_page(workspace, self.kind, &page, self.bulk.context.now())?)
    }

    /// Logs a failed fetch. Skips the remaining fetches if the service is unreachable or refuses the login.
    fn record_failure(&self, error: &ClientError) {
        tracing::info!("only the summary is edited: {error}");
        if error.failure.is_unreachable() || error.failure.is_unauthorized() {
            self.next.store(self.ids.len(), Ordering::Relaxed);
        }
    }
}

fn lock_fetched(
    fetched: &Mutex<Vec<FetchedObject>>,
) -> std::sync::MutexGuard<'_, Vec<FetchedObject>> {
    fetched
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
