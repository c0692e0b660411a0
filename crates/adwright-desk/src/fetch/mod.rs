//! Fetches the lists of the service into the cache: campaigns, retargeting values and ads share one code path.
//!
//! Each page is stored while the next one travels, so an interrupted fetch keeps what came. It can be resumed while the
//! workspace stays open. If a page could not be stored, the next fetch begins again at the first page. Only a fetch
//! that saw the whole list removes objects from the cache.

mod entry;
mod full_ads;
mod learn_settings;
mod page_writer;
mod pages;
mod service_query;
mod summary;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_client::Pages;
use adwright_model::Id;
use adwright_store::FetchState;
use adwright_views::{Collection, FetchProgress, FetchSummary, saturating_u32};
use adwright_wire::{ListEnd, ListQuery, collection_path};
use derive_new::new;

pub(crate) use pages::PageReader;

use crate::context::Context;
use crate::error::{Error, IncompleteReason, ListError};
use crate::host::CancellationToken;
use crate::list::Lists;
use crate::object::Objects;
use crate::settings::ServiceSettings;

/// The position of a fetch in its list.
#[derive(Debug)]
pub(crate) struct FetchCursor {
    collection: Collection,
    /// The time stamp of everything that it writes.
    stamp: i64,
    pages: Pages,
    /// The number of rows that were received before the fetch was resumed.
    before: u64,
    unreadable: u32,
    /// Whether some rows could not be stored. Then the fetch never counts as complete, and no cached object is removed.
    is_torn: bool,
    /// The ads of which only a summary is listed and the cache has nothing newer. They are fetched one by one.
    summaries: VecDeque<Id>,
}

/// The interrupted fetches, to resume.
pub(crate) type InterruptedFetches = BTreeMap<Collection, FetchCursor>;

/// The fetches of lists from the service.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Fetches {
    context: Arc<Context>,
    settings: Arc<ServiceSettings>,
    objects: Arc<Objects>,
    lists: Arc<Lists>,
    #[new(default)]
    interrupted: Mutex<InterruptedFetches>,
}

impl Fetches {
    /// Fetches every page of a list. The rows are cached even if the fetch is stopped or fails. After a complete list,
    /// objects that the service no longer lists are removed from the cache. Ads with only a summary are then fetched
    /// one by one.
    ///
    /// # Errors
    /// Fails if no row was received, and with [`ListError::NoPath`] for ads without a path.
    pub async fn fetch(
        &self,
        collection: Collection,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let (workspace, kind) = (&self.context.workspace.id, collection.kind());
        if collection_path(&self.context.dialect, kind).is_none() {
            return Err(ListError::NoPath(collection).into());
        }
        let query = ListQuery::page(0, self.context.dialect.page_size);
        let fetched = FetchCursor {
            collection,
            stamp: self
                .context
                .store
                .cache_next_timestamp(workspace, kind, self.context.now())?,
            pages: self.pages(kind, query, None)?,
            before: 0,
            unreadable: 0,
            is_torn: false,
            summaries: VecDeque::new(),
        };
        self.continue_fetch(fetched, operation, progress).await
    }

    /// Resumes the last fetch of a list where it stopped or failed. If there was none since the start of the program,
    /// fetches the whole list.
    ///
    /// # Errors
    /// As for [`Fetches::fetch`].
    pub async fn resume_fetch(
        &self,
        collection: Collection,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let broken_off = self.interrupted_fetches().remove(&collection);
        let Some(mut fetched) = broken_off else {
            return self.fetch(collection, operation, progress).await;
        };
        fetched.before = fetched.pages.row_count();
        self.continue_fetch(fetched, operation, progress).await
    }

    /// Fetches the campaign list: see [`Fetches::fetch`].
    pub async fn fetch_campaigns(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        self.fetch(Collection::Campaigns, operation, progress).await
    }

    /// Resumes the campaign list: see [`Fetches::resume_fetch`].
    pub async fn resume_campaign_fetch(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        self.resume_fetch(Collection::Campaigns, operation, progress)
            .await
    }

    async fn continue_fetch(
        &self,
        mut fetched: FetchCursor,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let running = self.context.operations.start(operation);
        let _log = self.context.store.log_guard()?;
        let list_cache = self.lists.list_cache_of(fetched.collection.kind());
        if let Some(list_cache) = list_cache {
            list_cache.save_layout()?;
        }
        let read = self.read_list(&mut fetched, &running.stop, &progress).await;
        let summary = fetched.summary(&read);
        let reason = summary::incomplete_reason(&read);
        self.record_fetch(&fetched, reason.as_ref())?;
        self.learn_from_fetch(&fetched)?;
        let kind = fetched.collection.kind();
        self.objects.move_bases(kind, &running.stop).await?;
        if let Some(list_cache) = list_cache {
            list_cache.reload()?;
        }
        progress(FetchProgress::Finished);
        let brought_nothing = fetched.pages.row_count() == fetched.before;
        // A finished fetch starts from the beginning next time, even if it had errors.
        if fetched.can_resume() {
            self.interrupted_fetches()
                .insert(fetched.collection, fetched);
        }
        match read {
            Err(error) if brought_nothing => Err(error),
            _ => Ok(summary),
        }
    }

    /// Reads the rest of the list, then fetches its summaries in full. Returns why the result is incomplete; none if
    /// it is complete.
    async fn read_list(
        &self,
        fetched: &mut FetchCursor,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<Option<IncompleteReason>, Error> {
        let writer = self.page_writer(fetched.collection.kind(), fetched.stamp);
        let reading = PageReader {
            pages: &mut fetched.pages,
            writer: writer.clone(),
            stop,
        };
        let (written, ended) = self.read_pages(reading, progress).await;
        fetched.unreadable += written.unreadable;
        let summaries = &mut fetched.summaries;
        // Ads that were never cached in full come first. The others have at least an older full version.
        let never_full = written.summaries.never_full.into_iter();
        never_full.for_each(|id| summaries.push_front(id));
        summaries.extend(written.summaries.doubtful);
        fetched.is_torn |= matches!(ended, Err(Error::Store(_)));
        if let Some(reason) = IncompleteReason::from_list_end(ended?) {
            return Ok(Some(reason));
        }
        let left = self
            .fetch_full_ads(summaries, &writer, stop, progress)
            .await?;
        Ok(left.incomplete_reason(fetched.summaries.len()))
    }

    /// Records how the fetch ended. A fetch without rows keeps the record of the last complete one. A complete fetch
    /// also removes objects that the service no longer lists.
    fn record_fetch(
        &self,
        fetched: &FetchCursor,
        reason: Option<&IncompleteReason>,
    ) -> Result<(), Error> {
        let (workspace, kind) = (&self.context.workspace.id, fetched.collection.kind());
        let before = self.context.store.fetch_state_get(workspace, kind)?;
        let has_rows = fetched.pages.row_count() > fetched.before || reason.is_none();
        if !has_rows && before.as_ref().is_some_and(|before| before.complete) {
            return Ok(());
        }
        let Some(at) = before
            .map(|before| before.at)
            .filter(|_| !has_rows)
            .or(has_rows.then(|| self.context.now()))
        else {
            return Ok(());
        };
        let state = FetchState {
            at,
            complete: reason.is_none(),
            reason: reason.map(IncompleteReason::to_json),
            total: fetched.pages.total().map(saturating_u32),
        };
        self.context
            .store
            .fetch_state_set(workspace, kind, &state)?;
        let is_whole =
            fetched.pages.list_end() == Some(ListEnd::Complete) && fetched.unreadable == 0;
        // If the counts are equal, every cached object was listed and none can be stale.
        let has_others = || {
            Ok::<_, Error>(
                u64::from(self.context.store.cache_count(workspace, kind)?)
                    != fetched.pages.row_count(),
            )
        };
        if is_whole && !fetched.is_torn && has_others()? {
            self.context
                .store
                .cache_remove_unseen(workspace, kind, fetched.stamp)?;
        }
        Ok(())
    }

    fn interrupted_fetches(&self) -> MutexGuard<'_, InterruptedFetches> {
        self.interrupted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl FetchCursor {
    /// Returns whether the fetch can be resumed. Rows that could not be stored do not come again, so a torn fetch
    /// starts over.
    fn can_resume(&self) -> bool {
        !self.is_torn && (self.pages.list_end().is_none() || !self.summaries.is_empty())
    }
}
