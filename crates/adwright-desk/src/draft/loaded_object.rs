//! Finding what a target names: the draft where there is one, otherwise what the service holds.

use adwright_model::{Document, Editable, Id, Kind};
use adwright_review::is_summary;
use adwright_store::{
    CachedObject, Draft, DraftRebase, FileAd, Fullness, Item, OutboxState, content_hash,
};

use crate::desk::Desk;
use crate::document::{id_of, parse_draft_text};
use crate::error::Error;
use crate::list::{RowId, concrete_kind, parse_page_entry};
use crate::views::{DocumentRef, EditLock};

/// What an answer means that cannot be kept as the whole of it.
const ANOTHER: &str = "The service answered with something that cannot be read as it.";

/// What an empty answer means.
const GONE: &str = "The service has nothing of this id.";

/// A campaign or draft, read from the local database.
#[derive(Debug)]
pub(crate) struct LoadedObject {
    /// What it is kept as.
    pub(crate) collection: Kind,
    /// The live draft; none where nothing was changed yet.
    pub(crate) draft: Option<Draft>,
    /// The file that it came from; none for what the service has, and for drafts.
    pub(crate) file: Option<SourceFile>,
    /// Its id on the service; none while it is new, and for what came from a file.
    pub(crate) id: Option<Id>,
    /// What the service held when the draft began, or holds now where there is none; none for a new campaign.
    pub(crate) base: Option<Editable>,
    /// Whether the base is all of the object.
    pub(crate) fullness: Fullness,
    /// The document as it stands.
    pub(crate) document: Document,
}

/// The file that an ad came from.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The number of the ad.
    pub(crate) number: i64,
    /// The file's name.
    pub(crate) name: String,
    /// When the ad came, in epoch milliseconds.
    pub(crate) at: i64,
    /// The id that it has there.
    pub(crate) ad_id: Option<Id>,
}

impl LoadedObject {
    pub(crate) fn from_draft(draft: Draft) -> Self {
        Self {
            collection: draft.kind.list_kind(),
            file: None,
            id: draft.target,
            base: draft
                .base_text
                .as_deref()
                .and_then(|text| Editable::parse(text).ok()),
            fullness: draft.base_fullness,
            document: parse_draft_text(&draft.text),
            draft: Some(draft),
        }
    }

    fn from_cached(collection: Kind, cached: CachedObject) -> Self {
        let entry = cached.entry;
        Self {
            collection,
            draft: None,
            file: None,
            id: Some(entry.id),
            base: Editable::parse(&entry.text).ok(),
            fullness: entry.fullness,
            document: Document::read(entry.text.into_bytes()),
        }
    }

    fn from_file_ad(ad: FileAd) -> Self {
        Self {
            collection: Kind::Ad,
            draft: None,
            file: Some(SourceFile {
                number: ad.number,
                name: ad.file,
                at: ad.at,
                ad_id: ad.ad_id,
            }),
            id: None,
            base: Editable::parse(&ad.text).ok(),
            fullness: Fullness::Full,
            document: Document::read(ad.text.into_bytes()),
        }
    }

    /// How the window names it from now on.
    pub(crate) fn target(&self) -> DocumentRef {
        if let Some(file) = &self.file {
            return DocumentRef::Ad(RowId::FromFile(file.number).to_string());
        }
        match (self.id, &self.draft) {
            (Some(id), _) if self.collection == Kind::Ad => DocumentRef::Ad(id.to_string()),
            (Some(id), _) => DocumentRef::Campaign(id.to_string()),
            (None, Some(draft)) => DocumentRef::Draft(draft.id.clone()),
            (None, None) => unreachable!("a campaign without an id is a draft"),
        }
    }

    /// What stands for a name that is missing.
    pub(crate) fn fallback_title(&self) -> String {
        if let Some(file) = &self.file {
            return format!("Ad from {}", file.name);
        }
        self.id.map_or_else(
            || format!("New {}", self.noun()),
            |id| match self.collection {
                Kind::Ad => format!("Ad {id}"),
                _ => format!("Campaign {id}"),
            },
        )
    }

    /// Whether the object may have more than is known of it here.
    pub(crate) fn is_summary(&self) -> bool {
        let is_new = self.id.is_none() && self.file.is_none();
        let is_short = || self.collection == Kind::Ad && self.editable().is_ok_and(is_summary);
        !is_new && (self.fullness == Fullness::Summary || is_short())
    }

    /// What it is.
    pub(crate) fn kind(&self) -> Kind {
        match (self.collection, &self.document) {
            (collection, Document::Editable(document)) => concrete_kind(collection, document),
            (collection, Document::TextOnly(_)) => match &self.base {
                Some(base) => concrete_kind(collection, base),
                None => collection,
            },
        }
    }

    /// The hash of what a draft would create, for [`adwright_store::Store::sent_with_content`]; none for values, which are
    /// compared when they are begun.
    pub(crate) fn content_to_create(&self) -> Option<String> {
        let is_compared = self.id.is_none() && self.collection != Kind::RetargetingDataValue;
        let draft = self.draft.as_ref().filter(|_| is_compared)?;
        content_hash(&draft.text)
    }

    pub(crate) fn noun(&self) -> &'static str {
        match self.collection {
            Kind::RetargetingDataValue => "value",
            Kind::Ad => "ad",
            _ => "campaign",
        }
    }

    /// Whether it can be changed: what came from a file stays as it came.
    ///
    /// # Errors
    /// [`Error::FromFile`]
    pub(crate) fn ensure_changeable(&self) -> Result<(), Error> {
        match &self.file {
            Some(file) => Err(Error::FileAdReadOnly(file.name.clone())),
            None => Ok(()),
        }
    }

    /// The id that its text gives it.
    pub(crate) fn id_in_document(&self) -> Option<Id> {
        self.id.or(self.file.as_ref().and_then(|file| file.ad_id))
    }

    /// Why a change of it cannot be sent: its text names another object than it is of. Many services go by that id, and not
    /// by the one in the path.
    pub(crate) fn id_mismatch_reason(&self) -> Option<String> {
        let (id, document) = (self.id?, self.editable().ok()?);
        if id_of(document) == self.base.as_ref().map_or(Some(id), id_of) {
            return None;
        }
        let noun = self.noun();
        Some(format!(
            "The draft has another id than the {noun} that it changes, so that the service could take it for another {noun}. Put the id back to {id}."
        ))
    }

    /// The document, where it can be edited.
    pub(crate) fn editable(&self) -> Result<&Editable, Error> {
        match &self.document {
            Document::Editable(document) => Ok(document),
            Document::TextOnly(text) => Err(Error::TextOnly(text.to_string())),
        }
    }
}

impl Desk {
    /// Reads what a target names.
    pub(crate) fn find(&self, target: &DocumentRef) -> Result<LoadedObject, Error> {
        match target {
            DocumentRef::Draft(id) => self.find_draft(id),
            DocumentRef::Campaign(id) => self.find_object(Kind::Campaign, parse_campaign_id(id)?),
            DocumentRef::Ad(text) => match parse_ad_key(text)? {
                RowId::OnService(id) => self.find_object(Kind::Ad, id),
                RowId::FromFile(number) => self.find_file_ad(number),
            },
        }
    }

    /// One of this workspace's drafts. An id of another one comes from a window that shows that one still: what it means
    /// has no business here.
    pub(crate) fn draft(&self, id: &str) -> Result<Draft, Error> {
        let draft = self.store.draft_get(id)?;
        if draft.workspace == self.workspace.id {
            return Ok(draft);
        }
        Err(Error::DraftMissing(id.to_owned()))
    }

    /// Reads a draft; of one that was sent, the campaign that it became.
    pub(crate) fn find_draft(&self, id: &str) -> Result<LoadedObject, Error> {
        let draft = self.draft(id)?;
        if draft.sent_at.is_none() {
            return Ok(LoadedObject::from_draft(draft));
        }
        let became = self
            .store
            .item_find_confirmed(id)?
            .and_then(|item| item.target);
        let became = became.ok_or_else(|| Error::DraftMissing(id.to_owned()))?;
        self.find_object(draft.kind.list_kind(), became)
    }

    fn find_file_ad(&self, number: i64) -> Result<LoadedObject, Error> {
        let ad = self.store.file_ad_get(&self.workspace.id, number)?;
        ad.map(LoadedObject::from_file_ad)
            .ok_or(Error::FileAdMissing)
    }

    fn find_object(&self, kind: Kind, id: Id) -> Result<LoadedObject, Error> {
        let draft = self.store.draft_by_target(&self.workspace.id, kind, id)?;
        if let Some(draft) = draft {
            return Ok(LoadedObject::from_draft(draft));
        }
        let cached = self.cached(kind, id)?;
        let cached = cached.ok_or_else(|| missing_error(kind, &id.to_string()))?;
        Ok(LoadedObject::from_cached(kind, cached))
    }

    fn cached(&self, kind: Kind, id: Id) -> Result<Option<CachedObject>, Error> {
        Ok(self.store.cache_get(&self.workspace.id, kind, id)?)
    }

    /// Makes ready what is about to be opened: a campaign of which only a summary is known is fetched whole, and a
    /// draft in which every change was taken back is put on top of what the service holds now.
    pub(crate) async fn prepare_to_open(&self, target: &DocumentRef) -> Result<(), Error> {
        let (kind, id) = match target {
            DocumentRef::Campaign(text) => (Kind::Campaign, parse_campaign_id(text)?),
            DocumentRef::Ad(text) => match parse_ad_key(text)? {
                RowId::OnService(id) => (Kind::Ad, id),
                RowId::FromFile(_) => return Ok(()),
            },
            DocumentRef::Draft(_) => return Ok(()),
        };
        self.fetch_full(kind, id).await?;
        self.rebase_unchanged(kind, id)
    }

    /// Gets a campaign whole from the service, whatever is known of it. A draft in which every change was taken back is put
    /// on top of it.
    ///
    /// # Errors
    /// [`Error::CampaignMissing`] where the service has none of that id.
    pub(crate) async fn fetch_latest(&self, id: &str) -> Result<(), Error> {
        let id = parse_campaign_id(id)?;
        let raw = self.client.get(Kind::Campaign, id).await?;
        let raw = raw.ok_or_else(|| Error::CampaignMissing(id.to_string()))?;
        self.store_full(Kind::Campaign, id, &raw)?;
        self.rebase_unchanged(Kind::Campaign, id)
    }

    /// Without an answer the summary has to do, and so it has while the keyring waits for a person or the service for its
    /// pause: what is here is opened at once.
    async fn fetch_full(&self, kind: Kind, id: Id) -> Result<(), Error> {
        if self.is_full(kind, id)? {
            return Ok(());
        }
        if self.cached(kind, id)?.is_some() && self.is_waiting_for_keyring().await {
            return Ok(());
        }
        let why = match self.client.failing_fast().get(kind, id).await {
            Ok(Some(raw)) => {
                self.store_full(kind, id, &raw)?;
                if self.is_full(kind, id)? {
                    self.not_whole.clear_reason(kind, id);
                    return Ok(());
                }
                ANOTHER.to_owned()
            }
            Ok(None) => GONE.to_owned(),
            Err(error) => {
                tracing::info!("the summary has to do: {error}");
                Error::from(error).failure().message
            }
        };
        self.not_whole.record_reason(kind, id, why);
        Ok(())
    }

    fn is_full(&self, kind: Kind, id: Id) -> Result<bool, Error> {
        let cached = self.cached(kind, id)?;
        Ok(cached.is_some_and(|cached| cached.entry.fullness == Fullness::Full))
    }

    async fn is_waiting_for_keyring(&self) -> bool {
        match &self.open_secrets {
            Some(secrets) => secrets.is_waiting_for_keyring().await,
            None => false,
        }
    }

    fn rebase_unchanged(&self, kind: Kind, id: Id) -> Result<(), Error> {
        let draft = self.store.draft_by_target(&self.workspace.id, kind, id)?;
        let (Some(draft), Some(cached)) = (draft, self.cached(kind, id)?) else {
            return Ok(());
        };
        let entry = cached.entry;
        let is_unchanged = draft.base_text.as_ref() == Some(&draft.text);
        let is_old = draft.base_text.as_ref() != Some(&entry.text);
        let is_taken_back = draft.position == 0;
        if !(is_taken_back && is_unchanged && is_old && entry.fullness == Fullness::Full) {
            return Ok(());
        }
        let onto = DraftRebase {
            draft: &draft.id,
            revision: draft.revision,
            base_text: &entry.text,
            text: &entry.text,
            edits: &self.store.draft_edits(&draft.id)?,
            position: 0,
        };
        self.store.draft_rebase(&onto, self.now())?;
        Ok(())
    }

    /// Puts the whole text of one campaign or ad into the cache.
    pub(crate) fn store_full(&self, kind: Kind, id: Id, raw: &str) -> Result<(), Error> {
        let fields = &self.fields_of_kind(kind);
        let entry = parse_page_entry(raw.as_bytes().to_vec(), Fullness::Full, fields);
        let entry = entry.filter(|entry| entry.id == id);
        let page = Vec::from_iter(entry);
        Ok(self
            .store
            .cache_put_page(&self.workspace.id, kind, &page, self.now())?)
    }

    /// Why a draft cannot be edited just now.
    pub(crate) fn draft_lock(&self, draft: &Draft) -> Result<Option<EditLock>, Error> {
        if draft.discarded_at.is_some() {
            return Ok(Some(discarded_lock()));
        }
        let open = self.store.item_find_open(&draft.id)?;
        Ok(open.as_ref().map(open_item_lock))
    }
}

/// Why a discarded draft cannot be edited.
pub(super) fn discarded_lock() -> EditLock {
    lock(
        "discarded",
        "It was discarded. Restore it under Drafts to go on.",
    )
}

/// Why a draft with an open item cannot be edited.
pub(super) fn open_item_lock(item: &Item) -> EditLock {
    match item.state {
        OutboxState::NeedsYou => lock(
            "needs you",
            "It was sent, and the outcome needs you: decide about it under Sent.",
        ),
        _ => lock(
            "being sent",
            "It is being sent. Look under Sent for what became of it.",
        ),
    }
}

fn lock(label: &str, reason: &str) -> EditLock {
    EditLock {
        label: label.to_owned(),
        reason: reason.to_owned(),
    }
}

fn parse_campaign_id(text: &str) -> Result<Id, Error> {
    text.parse()
        .map_err(|_| missing_error(Kind::Campaign, text))
}

fn parse_ad_key(text: &str) -> Result<RowId, Error> {
    text.parse().map_err(|_| missing_error(Kind::Ad, text))
}

pub(crate) fn missing_error(kind: Kind, id: &str) -> Error {
    match kind {
        Kind::Ad => Error::AdMissing(id.to_owned()),
        _ => Error::CampaignMissing(id.to_owned()),
    }
}
