//! Finds the object that a target names: its draft if there is one, otherwise the service's object.

use adwright_checks::Phase;
use adwright_list::RowId;
use adwright_model::{
    Binding, Document, EditableDocument, Id, Kind, UnparsedInputs, ValueChange, diff,
};
use adwright_review::is_summary;
use adwright_store::{CachedObject, Draft, FileAd, Fullness, Item, OutboxState, content_hash};
use adwright_views::{DocumentRef, EditLock};

use crate::document::{bound_text, id_of, parse_draft_text};
use crate::error::{DocumentError, Error, IdMismatch, SummaryReason};
use crate::object::Objects;
use crate::object::page_entry::parse_page_entry;
use crate::wording::{LockReason, edit_lock, object_noun};

/// A campaign, ad, value or draft, read from the local database.
#[derive(Debug)]
pub(crate) struct LoadedObject {
    /// The kind that it is stored as.
    pub(crate) stored_kind: Kind,
    /// The live draft; none if nothing was changed yet.
    pub(crate) draft: Option<Draft>,
    /// The source file; none for objects of the service and for drafts.
    pub(crate) file: Option<SourceFile>,
    /// The id on the service; none for a new object or an ad from a file.
    pub(crate) id: Option<Id>,
    /// The service's object when the draft began, or now if there is no draft; none for a new object.
    pub(crate) base: Option<EditableDocument>,
    /// Whether the base is the full object.
    pub(crate) fullness: Fullness,
    /// The current document.
    pub(crate) document: Document,
}

/// The file that an ad was imported from.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The number of the ad among all imported ads.
    pub(crate) number: i64,
    /// The file's name.
    pub(crate) name: String,
    /// The time of the import, in epoch milliseconds.
    pub(crate) at: i64,
    /// The ad's id in the file.
    pub(crate) ad_id: Option<Id>,
}

impl LoadedObject {
    /// Returns the changes of the draft against its base. For a new object, everything that is filled in is a
    /// change.
    pub(crate) fn changes(&self, document: &EditableDocument) -> Vec<ValueChange> {
        self.diff_base()
            .map_or_else(Vec::new, |start| diff(&start, document))
    }

    /// Returns an empty ad with the same type and spelling.
    fn new_ad(&self) -> Option<EditableDocument> {
        let Document::Editable(document) = &self.document else {
            return None;
        };
        let ty = document.root().member("type")?;
        EditableDocument::parse(&format!(r#"{{"type":{}}}"#, ty.raw())).ok()
    }

    /// Returns the document that changes are counted from: the base, or an empty document for a new object. A new
    /// object is sent in full, even if it is a copy.
    pub(crate) fn diff_base(&self) -> Option<EditableDocument> {
        let new = || match self.stored_kind {
            Kind::RetargetingDataValue => EditableDocument::parse(NEW_VALUE).ok(),
            Kind::Ad => self.new_ad(),
            _ => EditableDocument::parse(NEW_CAMPAIGN).ok(),
        };
        self.base.clone().or_else(new)
    }

    pub(crate) fn phase(&self) -> Phase {
        Phase::of(self.id_in_document())
    }

    pub(crate) fn from_draft(draft: Draft) -> Self {
        let base = draft.base_text.as_deref();
        let base = base.and_then(|text| EditableDocument::parse(text).ok());
        let document = parse_draft_text(&draft.text);
        Self::from_parsed(draft, base, document)
    }

    pub(super) fn from_parsed(
        draft: Draft,
        base: Option<EditableDocument>,
        document: Document,
    ) -> Self {
        Self {
            stored_kind: draft.kind.list_kind(),
            file: None,
            id: draft.target,
            base,
            fullness: draft.base_fullness,
            document,
            draft: Some(draft),
        }
    }

    /// Returns the draft's typed texts that should be JSON but are not valid yet.
    pub(crate) fn unparsed_inputs(&self) -> UnparsedInputs {
        let draft = self.draft.as_ref();
        draft.map_or_else(UnparsedInputs::new, |draft| draft.unparsed.clone())
    }

    fn from_cached(stored_kind: Kind, cached: CachedObject) -> Self {
        let entry = cached.entry;
        Self {
            stored_kind,
            draft: None,
            file: None,
            id: Some(entry.id),
            base: EditableDocument::parse(&entry.text).ok(),
            fullness: entry.fullness,
            document: Document::read(entry.text.into_bytes()),
        }
    }

    fn from_file_ad(ad: FileAd) -> Self {
        Self {
            stored_kind: Kind::Ad,
            draft: None,
            file: Some(SourceFile {
                number: ad.number,
                name: ad.file,
                at: ad.at,
                ad_id: ad.ad_id,
            }),
            id: None,
            base: EditableDocument::parse(&ad.text).ok(),
            fullness: Fullness::Full,
            document: Document::read(ad.text.into_bytes()),
        }
    }

    /// Returns the reference by which the window addresses the object.
    pub(crate) fn target(&self) -> DocumentRef {
        if let Some(file) = &self.file {
            return DocumentRef::Ad(RowId::FromFile(file.number).to_string());
        }
        match (self.id, &self.draft) {
            (Some(id), _) => match self.stored_kind {
                Kind::Ad => DocumentRef::Ad(id.to_string()),
                Kind::RetargetingDataValue => DocumentRef::Value(id.to_string()),
                _ => DocumentRef::Campaign(id.to_string()),
            },
            (None, Some(draft)) => DocumentRef::Draft(draft.id.clone()),
            (None, None) => unreachable!("a campaign without an id is a draft"),
        }
    }

    /// Returns the title of an object without a name.
    pub(crate) fn fallback_title(&self) -> String {
        if let Some(file) = &self.file {
            return format!("Ad from {}", file.name);
        }
        self.id.map_or_else(
            || format!("New {}", self.noun()),
            |id| match self.stored_kind {
                Kind::Ad => format!("Ad {id}"),
                Kind::RetargetingDataValue => format!("Retargeting value {id}"),
                _ => format!("Campaign {id}"),
            },
        )
    }

    /// Returns whether the object may have more fields than are known here.
    pub(crate) fn is_summary(&self) -> bool {
        let is_new = self.id.is_none() && self.file.is_none();
        let is_summary_ad =
            || self.stored_kind == Kind::Ad && self.editable().is_ok_and(is_summary);
        !is_new && (self.fullness == Fullness::Summary || is_summary_ad())
    }

    pub(crate) fn kind(&self) -> Kind {
        match (self.stored_kind, &self.document) {
            (stored_kind, Document::Editable(document)) => stored_kind.specific(document),
            (stored_kind, Document::TextOnly(_)) => match &self.base {
                Some(base) => stored_kind.specific(base),
                None => stored_kind,
            },
        }
    }

    /// Returns the content hash for [`adwright_store::Store::sent_with_content`]. It is none for values, which are
    /// compared when they are created.
    pub(crate) fn create_content_hash(&self) -> Option<String> {
        let is_compared = self.id.is_none() && self.stored_kind != Kind::RetargetingDataValue;
        let draft = self.draft.as_ref().filter(|_| is_compared)?;
        content_hash(&draft.text)
    }

    pub(crate) fn noun(&self) -> &'static str {
        object_noun(self.stored_kind)
    }

    /// Fails if the object cannot be changed. Ads from files are read-only, and the interface has no call that changes
    /// a retargeting value.
    ///
    /// # Errors
    /// [`Error::FileAdReadOnly`], [`Error::ValueReadOnly`]
    pub(crate) fn ensure_changeable(&self) -> Result<(), Error> {
        match &self.file {
            Some(file) => Err(Error::FileAdReadOnly(file.name.clone())),
            None if self.is_value_on_service() => Err(Error::ValueReadOnly),
            None => Ok(()),
        }
    }

    /// Returns whether the object is a retargeting value that exists on the service.
    pub(crate) fn is_value_on_service(&self) -> bool {
        self.stored_kind == Kind::RetargetingDataValue && self.id.is_some()
    }

    /// Returns the object's id on the service, or its id in the source file.
    pub(crate) fn id_in_document(&self) -> Option<Id> {
        self.id.or(self.file.as_ref().and_then(|file| file.ad_id))
    }

    /// Returns the object that the draft must name, if its text names another one.
    pub(crate) fn id_mismatch(&self) -> Option<IdMismatch> {
        let (id, document) = (self.id?, self.editable().ok()?);
        if id_of(document) == self.base.as_ref().map_or(Some(id), id_of) {
            return None;
        }
        let kind = self.stored_kind;
        Some(IdMismatch { kind, id })
    }

    /// Returns the document; fails if it is text only.
    pub(crate) fn editable(&self) -> Result<&EditableDocument, Error> {
        match &self.document {
            Document::Editable(document) => Ok(document),
            Document::TextOnly(text) => Err(DocumentError::TextOnly(text.clone()).into()),
        }
    }
}

impl Objects {
    /// Returns the object's name, or a substitute if it has none.
    pub(crate) fn title(&self, object: &LoadedObject, document: &EditableDocument) -> String {
        bound_text(document, &self.context.dialect.bindings, Binding::Name)
            .or_else(|| value_title(object, document))
            .filter(|name| !name.trim().is_empty())
            .unwrap_or_else(|| object.fallback_title())
    }

    pub(crate) fn find(&self, target: &DocumentRef) -> Result<LoadedObject, Error> {
        match target {
            DocumentRef::Draft(id) => self.load_draft_or_sent_object(id),
            DocumentRef::Campaign(text) => self.find_row(Kind::Campaign, text),
            DocumentRef::Value(text) => self.find_row(Kind::RetargetingDataValue, text),
            DocumentRef::Ad(text) => self.find_row(Kind::Ad, text),
        }
    }

    fn find_row(&self, kind: Kind, text: &str) -> Result<LoadedObject, Error> {
        match parse_row_id(kind, text)? {
            RowId::OnService(id) => self.find_object(kind, id),
            RowId::FromFile(number) => self.find_file_ad(number),
            RowId::NewDraft(_) => self.load_draft_or_sent_object(text),
        }
    }

    /// Returns one of this workspace's drafts. A draft of another workspace counts as missing: its id comes from a
    /// window that still shows that workspace.
    pub(crate) fn get_draft(&self, id: &str) -> Result<Draft, Error> {
        let draft = self.context.store.draft_get(id)?;
        if draft.workspace == self.context.workspace.id {
            return Ok(draft);
        }
        Err(Error::DraftMissing(id.to_owned()))
    }

    /// Loads a draft; for a sent draft, loads the object that it became.
    pub(crate) fn load_draft_or_sent_object(&self, id: &str) -> Result<LoadedObject, Error> {
        let draft = self.get_draft(id)?;
        if draft.sent_at.is_none() {
            return Ok(self.load_draft(draft));
        }
        let created_id = self
            .context
            .store
            .item_find_confirmed(id)?
            .and_then(|item| item.target);
        let created_id = created_id.ok_or_else(|| Error::DraftMissing(id.to_owned()))?;
        self.find_object(draft.kind.list_kind(), created_id)
    }

    fn find_file_ad(&self, number: i64) -> Result<LoadedObject, Error> {
        let ad = self
            .context
            .store
            .file_ad_get(&self.context.workspace.id, number)?;
        ad.map(LoadedObject::from_file_ad)
            .ok_or(Error::FileAdMissing)
    }

    fn find_object(&self, kind: Kind, id: Id) -> Result<LoadedObject, Error> {
        let draft = self
            .context
            .store
            .draft_by_target(&self.context.workspace.id, kind, id)?;
        if let Some(draft) = draft {
            return Ok(self.load_draft(draft));
        }
        let cached = self.cached(kind, id)?;
        let cached = cached.ok_or_else(|| missing_error(kind, &id.to_string()))?;
        Ok(LoadedObject::from_cached(kind, cached))
    }

    pub(super) fn cached(&self, kind: Kind, id: Id) -> Result<Option<CachedObject>, Error> {
        Ok(self
            .context
            .store
            .cache_get(&self.context.workspace.id, kind, id)?)
    }

    /// Prepares an object for opening. If only a summary is known, the full object is fetched. Its draft is
    /// merged with it.
    pub(crate) async fn prepare_to_open(&self, target: &DocumentRef) -> Result<(), Error> {
        let (kind, text) = match target {
            DocumentRef::Campaign(text) => (Kind::Campaign, text),
            DocumentRef::Value(text) => (Kind::RetargetingDataValue, text),
            DocumentRef::Ad(text) => (Kind::Ad, text),
            DocumentRef::Draft(_) => return Ok(()),
        };
        let Some(id) = parse_row_id(kind, text)?.service_id() else {
            return Ok(());
        };
        self.fetch_full(kind, id).await?;
        self.move_to_cached(kind, id)
    }

    /// Fetches a full campaign from the service, whatever is cached. Its draft is merged with it.
    ///
    /// # Errors
    /// [`Error::CampaignMissing`] if the service has no campaign with that id.
    pub(crate) async fn fetch_latest(&self, id: &str) -> Result<(), Error> {
        let id = parse_id(Kind::Campaign, id)?;
        let raw = self.context.client.get(Kind::Campaign, id).await?;
        let raw = raw.ok_or_else(|| Error::CampaignMissing(id.to_string()))?;
        self.store_full(Kind::Campaign, id, &raw)?;
        self.move_to_cached(Kind::Campaign, id)
    }

    /// Fetches the object if it is not cached, or if only a summary is. The summary opens at once while the keyring
    /// waits for a person, or while the service asks for a pause.
    async fn fetch_full(&self, kind: Kind, id: Id) -> Result<(), Error> {
        if self.is_full(kind, id)? {
            return Ok(());
        }
        if self.cached(kind, id)?.is_some() && self.is_waiting_for_keyring().await {
            return Ok(());
        }
        let reason = match self.context.client.failing_fast().get(kind, id).await {
            Ok(Some(raw)) => {
                self.store_full(kind, id, &raw)?;
                if self.is_full(kind, id)? {
                    self.partial_reasons.clear_reason(kind, id);
                    return Ok(());
                }
                SummaryReason::ReplyUnreadable
            }
            Ok(None) => SummaryReason::MissingOnService,
            Err(error) if self.cached(kind, id)?.is_none() => return Err(error.into()),
            Err(error) => {
                tracing::info!("only the summary is shown: {error}");
                SummaryReason::Failed(error)
            }
        };
        self.partial_reasons.record_reason(kind, id, reason);
        Ok(())
    }

    fn is_full(&self, kind: Kind, id: Id) -> Result<bool, Error> {
        let cached = self.cached(kind, id)?;
        Ok(cached.is_some_and(|cached| cached.entry.fullness == Fullness::Full))
    }

    async fn is_waiting_for_keyring(&self) -> bool {
        match &self.credentials {
            Some(secrets) => secrets.is_waiting_for_keyring().await,
            None => false,
        }
    }

    /// Caches the full text of one object.
    pub(crate) fn store_full(&self, kind: Kind, id: Id, raw: &str) -> Result<(), Error> {
        let fields = &self.context.fields_of_kind(kind);
        let entry = parse_page_entry(raw.as_bytes().to_vec(), Fullness::Full, fields);
        let entry = entry.filter(|entry| entry.id == id);
        let page = Vec::from_iter(entry);
        Ok(self.context.store.cache_put_page(
            &self.context.workspace.id,
            kind,
            &page,
            self.context.now(),
        )?)
    }

    /// Returns why a draft cannot be edited now; none if it can.
    pub(crate) fn draft_lock(&self, draft: &Draft) -> Result<Option<EditLock>, Error> {
        if draft.discarded_at.is_some() {
            return Ok(Some(edit_lock(LockReason::Discarded)));
        }
        let open_item = self.context.store.item_find_open(&draft.id)?;
        Ok(open_item.as_ref().map(open_item_lock))
    }
}

/// Returns why a draft with an open item cannot be edited.
pub(crate) fn open_item_lock(item: &Item) -> EditLock {
    edit_lock(match item.state {
        OutboxState::NeedsYou => LockReason::NeedsYou,
        _ => LockReason::BeingSent,
    })
}

fn parse_id(kind: Kind, text: &str) -> Result<Id, Error> {
    text.parse().map_err(|_| missing_error(kind, text))
}

fn parse_row_id(kind: Kind, text: &str) -> Result<RowId, Error> {
    text.parse().map_err(|_| missing_error(kind, text))
}

pub(crate) fn missing_error(kind: Kind, id: &str) -> Error {
    match kind {
        Kind::Ad => Error::AdMissing(id.to_owned()),
        Kind::RetargetingDataValue => Error::ValueMissing(id.to_owned()),
        _ => Error::CampaignMissing(id.to_owned()),
    }
}

/// Returns the title of a retargeting value that has no name: its value.
fn value_title(object: &LoadedObject, document: &EditableDocument) -> Option<String> {
    let is_value = object.kind() == Kind::RetargetingDataValue;
    let value = document.root().member("value").filter(|_| is_value)?;
    value.as_str().map(std::borrow::Cow::into_owned)
}

/// The text that a new campaign starts from.
pub(crate) const NEW_CAMPAIGN: &str = r#"{"type":"Campaign"}"#;

/// The text that a new value starts from.
pub(crate) const NEW_VALUE: &str = r#"{"type":"RetargetingDataValue"}"#;

/// The group of the fields that record who created an object, and when.
pub(crate) const RECORD: &str = "Record";
