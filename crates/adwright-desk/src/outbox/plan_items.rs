//! Turns drafts into planned items, with the last check before anything is sent.

use std::collections::HashMap;

use adwright_checks::{Finding, Severity};
use adwright_model::{Edit, EditableDocument, Kind, Path};
use adwright_planner::REFERENCE_MEMBER;
use adwright_store::{Item, ItemSource, ItemVerb, NewItem, OutboxState, content_hash};
use adwright_views::{Collection, ReviewedDraft, RuleOverride, SendRequest};
use adwright_wire::{ClientRefFormat, Dialect};

use super::recorded_outcome::RecordedDelivery;
use super::reference::new_reference;

use crate::document::parse_editable;
use crate::error::{DocumentError, DraftError, Error};
use crate::object::LoadedObject;
use crate::outbox::Outbox;
use crate::settings::current_dialect;

impl Outbox {
    /// Prepares the items of a request, in its order. An error that nobody overrode stops the whole request.
    pub(super) fn prepare_items(&self, request: &SendRequest) -> Result<Vec<NewItem>, Error> {
        let mut overrides: HashMap<&str, Vec<&RuleOverride>> = HashMap::new();
        for one in &request.overrides {
            overrides.entry(&one.draft).or_default().push(one);
        }
        let dialect = current_dialect(&self.context)?;
        let prepared = request.drafts.iter().map(|draft| {
            let overrides = overrides.get(draft.draft.as_str());
            self.prepare_draft(draft, overrides.map_or(&[], Vec::as_slice), &dialect)
        });
        prepared.collect()
    }

    fn prepare_draft(
        &self,
        reviewed: &ReviewedDraft,
        overrides: &[&RuleOverride],
        dialect: &Dialect,
    ) -> Result<NewItem, Error> {
        let object = self.objects.load_draft_or_sent_object(&reviewed.draft)?;
        if let Some(reason) = self
            .context
            .unsendable_reason(Collection::of(object.stored_kind))
        {
            return Err(DraftError::Unsendable(reason).into());
        }
        if let Some(id_mismatch) = object.id_mismatch() {
            return Err(DraftError::IdMismatch(id_mismatch).into());
        }
        let document = object.editable()?;
        let clashes = self.objects.count_open_clashes(&object)?;
        if clashes > 0 {
            return Err(Error::OpenClashes {
                title: self.objects.title(&object, document),
                count: clashes,
            });
        }
        self.refuse_errors(&object, document, overrides)?;
        let draft = object
            .draft
            .as_ref()
            // The id of a sent draft leads to the object that it became, which may have another draft by now.
            .filter(|draft| draft.id == reviewed.draft)
            .ok_or_else(|| Error::DraftMissing(reviewed.draft.clone()))?;
        let source = ItemSource::Draft(draft.id.clone());
        let (body, fingerprint) = if object.id.is_some() {
            (document.clone(), None)
        } else {
            let earlier = self.earlier_reference(&source)?;
            with_reference(earlier, object.stored_kind, document, dialect)?
        };
        let content = object.id.is_none().then(|| content_hash(&draft.text));
        Ok(NewItem {
            source,
            revision: reviewed.revision,
            kind: object.stored_kind,
            verb: if object.id.is_some() {
                ItemVerb::Update
            } else {
                ItemVerb::Create
            },
            target: object.id,
            title: self.objects.title(&object, document),
            body: body.text().to_owned(),
            base_text: draft.base_text.clone(),
            fingerprint,
            content: content.flatten(),
            overrides: overrides_json(overrides.iter().map(|one| [&*one.rule, &*one.path])),
            fields: changed_fields(&object, document),
        })
    }

    fn refuse_errors(
        &self,
        object: &LoadedObject,
        document: &EditableDocument,
        overrides: &[&RuleOverride],
    ) -> Result<(), Error> {
        let facts = self.checker.facts(object)?;
        let is_overridden = |rule: &str, path: &str| {
            overrides
                .iter()
                .any(|one| one.rule == rule && one.path == path)
        };
        let stands = |finding: &Finding| {
            let path = finding.path.to_string();
            finding.severity == Severity::Error && !is_overridden(&finding.rule, &path)
        };
        let sent_before = self.sent_before_finding(object)?;
        if self
            .checker
            .check(object, document, &facts)
            .iter()
            .any(stands)
            || sent_before.is_some_and(|found| !is_overridden(&found.rule, &found.path))
        {
            return Err(Error::UnresolvedErrors {
                title: self.objects.title(object, document),
            });
        }
        Ok(())
    }

    /// Returns the earlier sends of a draft or row.
    pub(crate) fn earlier_send(&self, source: &ItemSource) -> Result<EarlierSend, Error> {
        let earlier = self.context.store.item_list_attempted(source, None)?;
        Ok(EarlierSend {
            bodies: bodies_that_may_exist(&earlier)?,
            reference: earlier.into_iter().find_map(|item| item.fingerprint),
        })
    }

    /// Returns the most items that the service ever accepted in one call; 0 without such a call.
    pub(crate) fn largest_accepted_call(&self) -> Result<u32, Error> {
        let accepted = [RecordedDelivery::Accepted, RecordedDelivery::PerItem];
        let outcomes = accepted.map(|outcome| outcome.to_json());
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        Ok(store.largest_attempt(workspace, outcomes.each_ref().map(String::as_str))?)
    }

    /// Returns the reference of an earlier send of the draft or row; none if there was no such send.
    pub(super) fn earlier_reference(&self, source: &ItemSource) -> Result<Option<String>, Error> {
        let earlier = self.context.store.item_list_attempted(source, None)?;
        Ok(earlier.into_iter().find_map(|item| item.fingerprint))
    }
}

/// The earlier sends of a draft or row.
#[derive(Debug, Default)]
pub(crate) struct EarlierSend {
    /// Their reference; none if they had none.
    pub(crate) reference: Option<String>,
    /// The bodies that they may have created, the oldest first.
    pub(crate) bodies: Vec<EditableDocument>,
}

/// Returns the bodies of earlier sends, the oldest first. Every send that was not refused may still be committed late,
/// perhaps under another name.
pub(super) fn bodies_that_may_exist(earlier: &[Item]) -> Result<Vec<EditableDocument>, Error> {
    let mut bodies: Vec<&str> = Vec::new();
    for (at, earlier) in earlier.iter().enumerate() {
        let may_be_there = at == 0 || earlier.state != OutboxState::Refused;
        if may_be_there && !bodies.contains(&earlier.body.as_str()) {
            bodies.insert(0, &earlier.body);
        }
    }
    bodies.into_iter().map(parse_editable).collect()
}

/// Adds our reference to a new object, so that the object can be found again even if the reply is lost. Every send of the
/// draft or row uses the same reference, so that a late commit is found before the next send. A reference that the
/// person entered stays, and we add none.
pub(crate) fn with_reference(
    earlier: Option<String>,
    stored_kind: Kind,
    document: &EditableDocument,
    dialect: &Dialect,
) -> Result<(EditableDocument, Option<String>), Error> {
    let path = Path::root().child(REFERENCE_MEMBER);
    let taken = document.get(&path).is_some_and(|node| !node.is_null());
    let kind = stored_kind.specific(document);
    let form = dialect.client_ref_id.get(kind);
    if form == ClientRefFormat::Off || taken {
        return Ok((document.clone(), None));
    }
    let reference = earlier.unwrap_or_else(|| new_reference(form));
    // An existing reference keeps its format, whatever the setting is now: the object may already exist under it.
    let is_number = reference.bytes().all(|letter| letter.is_ascii_digit());
    let json = if is_number {
        reference.clone()
    } else {
        format!("\"{reference}\"")
    };
    let edit = Edit::Set { path, json };
    let body = document.apply(&edit).map_err(DocumentError::Edit)?;
    Ok((body, Some(reference)))
}

/// Returns the paths that an update changes. A create has every field, so it names none.
fn changed_fields(object: &LoadedObject, document: &EditableDocument) -> Vec<String> {
    if object.id.is_none() {
        return Vec::new();
    }
    let changes = object.changes(document).into_iter();
    changes.map(|change| change.path.to_string()).collect()
}

/// Returns overridden errors, each as its rule and its path, in the form of the store.
pub(super) fn overrides_json<'a>(overrides: impl Iterator<Item = [&'a str; 2]>) -> String {
    serde_json::json!(overrides.collect::<Vec<_>>()).to_string()
}
