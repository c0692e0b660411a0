//! Fetches the lists of the service into the cache: campaigns, retargeting values and ads share one code path.
//!
//! Each page is stored while the next one travels, so an interrupted fetch keeps what came. It can be resumed while the
//! workspace stays open. If a page could not be stored, the next fetch begins again at the first page. Only a fetch
//! that saw the whole list removes objects from the cache.

mod entry;
mod full_ads;
mod learn_settings;
mod messages;
mod page_writer;
mod pages;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{MutexGuard, PoisonError};

use adwright_client::Pages;
use adwright_model::{Id, Kind};
use adwright_store::FetchState;
use adwright_wire::{ListQuery, collection_path};
use serde::{Deserialize, Serialize};
use specta::Type;

pub(crate) use messages::incomplete_list_reason;
pub(crate) use pages::{PageReader, clamp_to_u32};

use crate::desk::Desk;
use crate::error::Error;
use crate::operation::CancellationToken;
use crate::views::{FetchProgress, FetchSummary};

/// What a service has a list of.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Collection {
    /// Its campaigns.
    Campaigns,
    /// Its retargeting values.
    Values,
    /// Its ads, of all kinds, where the dialect says that it has them.
    Ads,
}

/// How far a fetch came.
#[derive(Debug)]
pub(crate) struct FetchCursor {
    collection: Collection,
    /// The time that everything it brings is written down under.
    stamp: i64,
    pages: Pages,
    /// How many came before it was gone on with.
    before: u64,
    unreadable: u32,
    /// Whether some of what came could not be kept: then it is never known to be whole, and what is not in it may be there.
    is_torn: bool,
    /// Those of which the list has a short form only, and the cache nothing as new: they are got one by one.
    short: VecDeque<Id>,
}

/// The fetches that did not reach their ends, to go on with.
pub(crate) type InterruptedFetches = BTreeMap<Collection, FetchCursor>;

impl Collection {
    /// What its objects are kept as.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Campaigns => Kind::Campaign,
            Self::Values => Kind::RetargetingDataValue,
            Self::Ads => Kind::Ad,
        }
    }

    /// Where objects of a kind are listed. (What has no list of its own is nothing that is drafted or sent.)
    pub(crate) const fn of(kind: Kind) -> Self {
        match kind.list_kind() {
            Kind::RetargetingDataValue => Self::Values,
            Kind::Ad => Self::Ads,
            _ => Self::Campaigns,
        }
    }
}

impl Desk {
    /// Fetches every page of a list. What came is in the cache whether the fetch is stopped, fails or ends. What the
    /// service does not show any more leaves the cache, once the whole list was seen. Ads that the list has in a short form
    /// only are got one by one after that.
    ///
    /// # Errors
    /// Where nothing came at all, and [`Error::Unfit`] for ads where nothing says where the service has them.
    pub async fn fetch(
        &self,
        collection: Collection,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let (workspace, kind) = (&self.workspace.id, collection.kind());
        if collection_path(&self.dialect, kind).is_none() {
            return Err(messages::no_list_error(collection));
        }
        let query = ListQuery::page(0, self.dialect.page_size);
        let fetched = FetchCursor {
            collection,
            stamp: self
                .store
                .cache_next_timestamp(workspace, kind, self.now())?,
            pages: self.pages(kind, query, None)?,
            before: 0,
            unreadable: 0,
            is_torn: false,
            short: VecDeque::new(),
        };
        self.continue_fetch(fetched, operation, progress).await
    }

    /// Goes on where the last fetch of a list stopped or failed; where none did since the start of the program, fetches all
    /// of it.
    ///
    /// # Errors
    /// As for [`Desk::fetch`].
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

    /// Fetches every page of the campaign list: see [`Desk::fetch`].
    pub async fn fetch_campaigns(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        self.fetch(Collection::Campaigns, operation, progress).await
    }

    /// Goes on with the campaign list: see [`Desk::fetch_rest_of`].
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
        let running = self.operations.start(operation);
        let _log = self.store.fetch_guard()?;
        let shelves = self.list_cache_of(fetched.collection.kind());
        if let Some(shelves) = shelves {
            shelves.save_layout()?;
        }
        let read = self.read_list(&mut fetched, &running.stop, &progress).await;
        let summary = fetched.summary(&read);
        let reason = messages::incomplete_reason(&read);
        self.record_fetch(&fetched, reason.as_deref())?;
        self.learn_from_fetch(&fetched)?;
        if let Some(shelves) = shelves {
            shelves.reload()?;
        }
        progress(FetchProgress::Finished);
        let brought_nothing = fetched.pages.row_count() == fetched.before;
        // What came to its end begins anew the next time, whatever was wrong with it.
        if fetched.can_resume() {
            self.interrupted_fetches()
                .insert(fetched.collection, fetched);
        }
        match read {
            Err(error) if brought_nothing => Err(error),
            _ => Ok(summary),
        }
    }

    /// Reads on in the list, and then what it has in a short form only. Why that is not all of it; none where it is.
    async fn read_list(
        &self,
        fetched: &mut FetchCursor,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<Option<String>, Error> {
        let keeper = self.page_writer(fetched.collection.kind(), fetched.stamp);
        let reading = PageReader {
            pages: &mut fetched.pages,
            keeper: keeper.clone(),
            stop,
        };
        let (kept, ended) = self.read_pages(reading, progress).await;
        fetched.unreadable += kept.unreadable;
        let short = &mut fetched.short;
        // What is there in full, if an older one, can wait for what is not.
        let never_full = kept.brief.never_full.into_iter();
        never_full.for_each(|id| short.push_front(id));
        short.extend(kept.brief.doubtful);
        fetched.is_torn |= matches!(ended, Err(Error::Store(_)));
        if let Some(reason) = incomplete_list_reason(ended?) {
            return Ok(Some(reason));
        }
        let left = self.fetch_full_ads(short, &keeper, stop, progress).await?;
        Ok(messages::partial_ads_reason(left, fetched.short.len()))
    }

    /// Keeps how the fetch ended. One that brought nothing leaves what is known of the last one that did; one that reached
    /// the end also forgets what the service does not show any more.
    fn record_fetch(&self, fetched: &FetchCursor, reason: Option<&str>) -> Result<(), Error> {
        let (workspace, kind) = (&self.workspace.id, fetched.collection.kind());
        let before = self.store.fetch_state_get(workspace, kind)?;
        let came = fetched.pages.row_count() > fetched.before || reason.is_none();
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
            total: fetched.pages.total().map(clamp_to_u32),
        };
        self.store.fetch_state_set(workspace, kind, &state)?;
        let is_whole =
            incomplete_list_reason(fetched.pages.list_end()).is_none() && fetched.unreadable == 0;
        // As many as are kept came: then there is none to be looked for.
        let has_others = || {
            Ok::<_, Error>(
                u64::from(self.store.cache_count(workspace, kind)?) != fetched.pages.row_count(),
            )
        };
        if is_whole && !fetched.is_torn && has_others()? {
            self.store
                .cache_remove_unseen(workspace, kind, fetched.stamp)?;
        }
        Ok(())
    }

    fn interrupted_fetches(&self) -> MutexGuard<'_, InterruptedFetches> {
        self.broken_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl FetchCursor {
    /// What could not be kept does not come again to who goes on, so that a torn one begins anew.
    fn can_resume(&self) -> bool {
        !self.is_torn && (self.pages.list_end().is_none() || !self.short.is_empty())
    }
}
