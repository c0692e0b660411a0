//! Getting the lists of the service into the cache: campaigns, retargeting values and ads, by one way.

mod entry;
mod keep;
mod lessons;
mod pages;
mod said;
mod whole;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{MutexGuard, PoisonError};

use adwright_client::Pages;
use adwright_model::{Id, Kind};
use adwright_store::FetchState;
use adwright_wire::{ListQuery, collection_path};
use serde::{Deserialize, Serialize};
use specta::Type;

pub(crate) use pages::{Reading, narrow};
pub(crate) use said::shortcoming;

use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
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
pub(crate) struct Fetched {
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
pub(crate) type BrokenOff = BTreeMap<Collection, Fetched>;

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
        match kind.collection() {
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
            return Err(said::has_none(collection));
        }
        let query = ListQuery::page(0, self.dialect.page_size);
        let fetched = Fetched {
            collection,
            stamp: self.store.cache_stamp(workspace, kind, self.now())?,
            pages: self.pages(kind, query, None)?,
            before: 0,
            unreadable: 0,
            is_torn: false,
            short: VecDeque::new(),
        };
        self.fetch_on(fetched, operation, progress).await
    }

    /// Goes on where the last fetch of a list stopped or failed; where none did since the start of the program, fetches all
    /// of it.
    ///
    /// # Errors
    /// As for [`Desk::fetch`].
    pub async fn fetch_rest_of(
        &self,
        collection: Collection,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let broken_off = self.broken_off().remove(&collection);
        let Some(mut fetched) = broken_off else {
            return self.fetch(collection, operation, progress).await;
        };
        fetched.before = fetched.pages.came();
        self.fetch_on(fetched, operation, progress).await
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
    pub async fn fetch_rest(
        &self,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        self.fetch_rest_of(Collection::Campaigns, operation, progress)
            .await
    }

    async fn fetch_on(
        &self,
        mut fetched: Fetched,
        operation: &str,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<FetchSummary, Error> {
        let running = self.operations.begin(operation);
        let _log = self.store.fetch_guard()?;
        let shelves = self.shelves_of(fetched.collection.kind());
        if let Some(shelves) = shelves {
            shelves.keep_layout()?;
        }
        let read = self.read_list(&mut fetched, &running.stop, &progress).await;
        let summary = fetched.summary(&read);
        let reason = said::reason(&read);
        self.note_fetch(&fetched, reason.as_deref())?;
        self.learn_from(&fetched)?;
        if let Some(shelves) = shelves {
            shelves.refill()?;
        }
        progress(FetchProgress::Finished);
        let brought_nothing = fetched.pages.came() == fetched.before;
        // What came to its end begins anew the next time, whatever was wrong with it.
        if fetched.is_to_be_gone_on_with() {
            self.broken_off().insert(fetched.collection, fetched);
        }
        match read {
            Err(error) if brought_nothing => Err(error),
            _ => Ok(summary),
        }
    }

    /// Reads on in the list, and then what it has in a short form only. Why that is not all of it; none where it is.
    async fn read_list(
        &self,
        fetched: &mut Fetched,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<Option<String>, Error> {
        let keeper = self.keeper(fetched.collection.kind(), fetched.stamp);
        let reading = Reading {
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
        if let Some(reason) = shortcoming(ended?) {
            return Ok(Some(reason));
        }
        let left = self.get_ads(short, &keeper, stop, progress).await?;
        Ok(said::left_short(left, fetched.short.len()))
    }

    /// Keeps how the fetch ended. One that brought nothing leaves what is known of the last one that did; one that reached
    /// the end also forgets what the service does not show any more.
    fn note_fetch(&self, fetched: &Fetched, reason: Option<&str>) -> Result<(), Error> {
        let (workspace, kind) = (&self.workspace.id, fetched.collection.kind());
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
        let is_whole = shortcoming(fetched.pages.ended()).is_none() && fetched.unreadable == 0;
        // As many as are kept came: then there is none to be looked for.
        let has_others = || {
            Ok::<_, Error>(
                u64::from(self.store.cache_count(workspace, kind)?) != fetched.pages.came(),
            )
        };
        if is_whole && !fetched.is_torn && has_others()? {
            self.store
                .cache_forget_unseen(workspace, kind, fetched.stamp)?;
        }
        Ok(())
    }

    fn broken_off(&self) -> MutexGuard<'_, BrokenOff> {
        self.broken_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fetched {
    /// What could not be kept does not come again to who goes on, so that a torn one begins anew.
    fn is_to_be_gone_on_with(&self) -> bool {
        !self.is_torn && (self.pages.ended().is_none() || !self.short.is_empty())
    }
}
