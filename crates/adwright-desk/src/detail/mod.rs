//! The detail of one object or draft, as a view model.

mod clashes;
mod form;
mod master;
mod text;

use std::sync::Arc;

use adwright_checks::Phase;
use adwright_model::{Binding, Document, EditableDocument, Kind, Path};
use adwright_store::Draft;
use adwright_views::{
    Collection, Detail, DocumentRef, DraftState, FieldGroup, FieldView, ListId, saturating_u32,
};
use derive_new::new;

pub(crate) use form::FormContext;
pub(crate) use master::find_master_ad;

use crate::ad_files::file_origin;
use crate::check::{CheckResult, Checker};
use crate::context::Context;
use crate::document::bound_text;
use crate::error::{DocumentError, Error};
use crate::field::describe_kind;
use crate::host::rfc3339;
use crate::list::{IdSuggestions, Lists};
use crate::object::{LoadedObject, Objects, step_text};
use crate::wording::{
    LockReason, VALUE_READ_ONLY, edit_lock, id_mismatch_message, unsendable_message,
};

/// Which part of the form is built.
#[derive(Clone, Copy)]
enum FormScope<'a> {
    None,
    /// Long lists without the fields of their items.
    Closed,
    /// Long lists without the fields of their items, except for the item at this path.
    Open(&'a Path),
}

/// The details of objects and drafts.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Details {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    lists: Arc<Lists>,
}

impl Details {
    /// Reads the detail of an object from local data. Sends no request.
    ///
    /// # Errors
    /// As for [`Details::open_detail`].
    pub fn read_detail(&self, target: &DocumentRef) -> Result<Detail, Error> {
        self.detail(&self.objects.find(target)?)
    }

    /// Opens an object or a draft. An object that is known only as a summary is fetched in full, if the service can
    /// be reached.
    pub async fn open_detail(&self, target: &DocumentRef) -> Result<Detail, Error> {
        self.prepare_to_view(target).await?;
        self.read_detail(target)
    }

    /// Prepares as [`Objects::prepare_to_open`] does, but ignores disk errors, because viewing needs no write.
    pub(crate) async fn prepare_to_view(&self, target: &DocumentRef) -> Result<(), Error> {
        match self.objects.prepare_to_open(target).await {
            // The local copy can be read although the new one could not be stored.
            Err(Error::Store(error)) if error.is_disk_error() => {
                tracing::warn!("the service’s version cannot be stored: {error}");
                Ok(())
            }
            ready => ready,
        }
    }

    /// Returns everything that the detail pane draws.
    pub(crate) fn detail(&self, object: &LoadedObject) -> Result<Detail, Error> {
        self.detail_with(object, FormScope::Closed)
    }

    /// Returns the detail without the form, which is by far its largest part.
    pub(crate) fn detail_without_form(&self, object: &LoadedObject) -> Result<Detail, Error> {
        self.detail_with(object, FormScope::None)
    }

    /// Returns one field with all its parts and choices. The detail leaves out the parts of items in long lists, and
    /// suggested ids.
    pub fn field(&self, target: &DocumentRef, path: &str) -> Result<FieldView, Error> {
        let no_field = || Error::from(DocumentError::NoField(path.to_owned()));
        let open: Path = path.parse().map_err(|_| no_field())?;
        let detail = self.detail_with(&self.objects.find(target)?, FormScope::Open(&open))?;
        detail.field(path).cloned().ok_or_else(no_field)
    }

    /// Returns everything that the detail pane draws of an object that was just checked.
    pub(crate) fn detail_of_checked(
        &self,
        object: &LoadedObject,
        checks: &CheckResult,
    ) -> Result<Detail, Error> {
        self.detail_of(object, FormScope::Closed, checks)
    }

    fn detail_with(&self, object: &LoadedObject, form: FormScope<'_>) -> Result<Detail, Error> {
        self.detail_of(object, form, &self.checker.check_object(object)?)
    }

    fn detail_of(
        &self,
        object: &LoadedObject,
        form: FormScope<'_>,
        checks: &CheckResult,
    ) -> Result<Detail, Error> {
        let document = match &object.document {
            Document::Editable(document) => document,
            Document::TextOnly(text) => return self.detail_of_text(object, text, &checks.facts),
        };
        let describe = describe_kind(&self.context, object.kind());
        let changes = &checks.changes;
        Ok(Detail {
            groups: self.groups(object, (document, form), checks)?,
            changes: changes
                .iter()
                .map(|change| describe.change(change))
                .collect(),
            findings: checks
                .findings
                .iter()
                .map(|finding| describe.finding(finding))
                .map(|finding| adwright_views::FindingView {
                    // Findings of read-only objects offer no fix.
                    fix: finding.fix.filter(|_| object.ensure_changeable().is_ok()),
                    ..finding
                })
                .collect(),
            clashes: self.clashes(object, document)?,
            source: document.text().to_owned(),
            ..self.detail_header(object, Some((document, saturating_u32(changes.len()))))?
        })
    }

    fn groups(
        &self,
        object: &LoadedObject,
        (document, form): (&EditableDocument, FormScope<'_>),
        checks: &CheckResult,
    ) -> Result<Vec<FieldGroup>, Error> {
        let open = match form {
            FormScope::None => return Ok(Vec::new()),
            FormScope::Closed => None,
            FormScope::Open(path) => Some(path),
        };
        let pickers = self.pickers_for(object)?;
        let shown = FormContext {
            document,
            base: object.base.as_ref(),
            phase: object.phase(),
            kind: object.kind(),
            catalog: &self.context.catalog(),
            bindings: &self.context.dialect.bindings,
            pickers: &pickers,
            zone: &self.context.zone,
            typed: checks.facts.unparsed_inputs(),
            lock: match &object.file {
                Some(file) => Some(edit_lock(LockReason::FromFile(&file.name))),
                None => object
                    .is_value_on_service()
                    .then(|| edit_lock(LockReason::ExistingValue)),
            },
            open,
            findings: &checks.findings,
        };
        Ok(shown.groups())
    }

    /// Builds the head of the detail; with the name and the number of changes if the document is readable.
    fn detail_header(
        &self,
        object: &LoadedObject,
        readable: Option<(&EditableDocument, u32)>,
    ) -> Result<Detail, Error> {
        let document = readable.map(|(document, _)| document);
        // An unreadable text counts as one change.
        let changed = readable.map_or(1, |(_, changed)| changed);
        let draft = object
            .draft
            .as_ref()
            .map(|draft| self.draft_state(draft, object.kind(), changed))
            .transpose()?;
        Ok(Detail {
            target: object.target(),
            list: ListId::from_kind(object.kind()),
            id: object.id_in_document().map(|id| id.to_string()),
            title: document.map_or_else(
                || object.fallback_title(),
                |document| self.objects.title(object, document),
            ),
            lineage: document.map_or_else(Vec::new, |document| self.lineage(document)),
            draft,
            read_only: object
                .is_value_on_service()
                .then(|| VALUE_READ_ONLY.to_owned()),
            stays: self
                .context
                .unsendable_reason(Collection::of(object.stored_kind))
                .filter(|_| object.file.is_none())
                .map(|reason| unsendable_message(reason).to_owned())
                .or_else(|| Some(id_mismatch_message(&object.id_mismatch()?))),
            file: file_origin(&self.context, object, document)?,
            summary: self.objects.summary_of(object),
            master: document.map_or(Ok(None), |document| {
                find_master_ad(&self.context, object, document)
            })?,
            groups: Vec::new(),
            changes: Vec::new(),
            clashes: None,
            findings: Vec::new(),
            source: String::new(),
            text_only: None,
        })
    }

    fn lineage(&self, document: &EditableDocument) -> Vec<String> {
        // An ad also names its campaign.
        let campaign = Path::root().child("adAssignmentData").child("campaignName");
        let campaign = document.get(&campaign).and_then(|name| name.as_str());
        [
            Binding::AccountName,
            Binding::AdvertiserName,
            Binding::BrandName,
        ]
        .into_iter()
        .filter_map(|binding| bound_text(document, &self.context.dialect.bindings, binding))
        .chain(campaign.map(std::borrow::Cow::into_owned))
        .collect()
    }

    /// Returns id suggestions. Ids can be chosen only in new objects, so nothing is gathered for others.
    pub(crate) fn pickers_for(
        &self,
        object: &LoadedObject,
    ) -> Result<std::sync::Arc<IdSuggestions>, Error> {
        match object.phase() {
            Phase::Create if object.stored_kind != Kind::Ad => self.lists.id_suggestions(),
            Phase::Create | Phase::Update => Ok(std::sync::Arc::default()),
        }
    }

    fn draft_state(&self, draft: &Draft, kind: Kind, changed: u32) -> Result<DraftState, Error> {
        let edits = self
            .context
            .store
            .draft_edits_at(&draft.id, draft.position)?;
        let [undo, redo] =
            edits.map(|edit| edit.map(|edit| step_text(&self.context, kind, &edit.label)));
        Ok(DraftState {
            id: draft.id.clone(),
            new: draft.target.is_none(),
            changed,
            saved: rfc3339(draft.saved_at),
            undo,
            redo,
            lock: self.objects.draft_lock(draft)?,
        })
    }
}
