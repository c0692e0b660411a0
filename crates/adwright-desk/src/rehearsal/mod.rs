//! Rehearses a send in memory: the planner of the real send, the rules of the practice service, and what the cache and
//! the known facts show. Nothing here asks a service.
//!
//! - `simulation` runs the planner for one item, `judge` answers its write.
//! - A rule that lacks a fact is applied with the value that refuses. If it then refuses, the fact is missing.
//! - Values are sent many in one call, so another row may decide about a row: `call` says when.

mod call;
mod judge;
mod seen_references;
mod simulation;
mod verdict;
mod wording;

use std::sync::Arc;

use adwright_checks::FactSubject;
use adwright_model::{Document, EditableDocument, Id, Kind};
use adwright_planner::SendTask;
use adwright_store::{Draft, Fullness, ItemSource};
use adwright_views::{
    Collection, DocumentRef, FactView, ListId, Rehearsal, RehearsalProgress, RehearsalSubject,
    saturating_u32,
};
use adwright_wire::Dialect;
use derive_new::new;

pub use verdict::{ItemVerdict, MissingKnowledge, RefusalReason, RehearsedItem};

use self::call::BatchCalls;
use self::judge::{Judge, JudgedWrite};
use self::seen_references::SeenReferences;
use self::simulation::simulate;
use self::wording::rehearsal_view;

use crate::check::Checker;
use crate::context::Context;
use crate::document::parse_editable;
use crate::error::Error;
use crate::host::CancellationToken;
use crate::list::Lists;
use crate::object::{LoadedObject, Objects};
use crate::outbox::{EarlierSend, Outbox, with_reference, wording_at};
use crate::settings::current_dialect;

/// The number of items between two reports of progress.
const PROGRESS_STEP: usize = 100;

/// The rehearsals of sends.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Rehearsals {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    lists: Arc<Lists>,
    outbox: Arc<Outbox>,
}

/// An item as the real send would plan it.
struct PlannedItem {
    source: ItemSource,
    kind: Kind,
    target: Option<Id>,
    task: SendTask,
    /// The service's object, as far as it is cached.
    stored: StoredObject,
}

/// What the cache has of the object that an item changes.
enum StoredObject {
    /// The object is new.
    New,
    /// The cache does not have it.
    Missing,
    Cached {
        /// The full object; none if the cache has only a summary.
        full: Option<EditableDocument>,
        at: i64,
    },
}

impl Rehearsals {
    /// Rehearses a send for window and terminal. A person may stop it.
    ///
    /// # Errors
    /// [`Error::Stopped`]
    pub fn rehearse(
        &self,
        subject: &RehearsalSubject,
        operation: &str,
        progress: impl Fn(RehearsalProgress),
    ) -> Result<Rehearsal, Error> {
        let running = self.context.operations.start(operation);
        let items = self.foretell(subject, &running.stop, progress)?;
        Ok(rehearsal_view(
            &items,
            &wording_at(&self.context, self.context.now()),
        ))
    }

    /// Returns what is known about an object: the facts that replies taught and people entered.
    pub fn facts_of(&self, target: &DocumentRef) -> Result<Vec<FactView>, Error> {
        let object = self.objects.find(target)?;
        let keys = self.checker.fact_keys_of(&object);
        let mut subjects = keys.subjects(&self.context.login);
        subjects.push(FactSubject::Service(object.kind()));
        self.checker.known_facts.list_about(&subjects)
    }

    /// Returns what would happen to each item of a send, in its order. Drafts that cannot be sent at all are left out.
    ///
    /// # Errors
    /// [`Error::Stopped`]
    pub fn verdicts(&self, subject: &RehearsalSubject) -> Result<Vec<RehearsedItem>, Error> {
        self.foretell(subject, &CancellationToken::default(), |_| {})
    }

    fn foretell(
        &self,
        subject: &RehearsalSubject,
        stop: &CancellationToken,
        progress: impl Fn(RehearsalProgress),
    ) -> Result<Vec<RehearsedItem>, Error> {
        let dialect = current_dialect(&self.context)?;
        let items = self.planned_items(subject, &dialect, stop)?;
        let campaigns = self.lists.list_snapshot(ListId::Campaigns)?;
        let values = self.lists.list_snapshot(ListId::Values)?;
        let seen = SeenReferences::of(&campaigns.index, &values.index);
        let judge = Judge::new(&self.context, &self.checker.known_facts, seen);
        let mut verdicts = Vec::with_capacity(items.len());
        for (done, item) in items.iter().enumerate() {
            if done % PROGRESS_STEP == 0 {
                if stop.is_cancelled() {
                    return Err(Error::Stopped);
                }
                progress(RehearsalProgress {
                    done: saturating_u32(done),
                    total: saturating_u32(items.len()),
                });
            }
            verdicts.push(item.verdict(&judge)?);
        }
        // Only values alone are sent many in one call.
        if items
            .iter()
            .all(|item| item.kind == Kind::RetargetingDataValue)
        {
            let cap = dialect.batch_cap.max(1);
            let calls = BatchCalls {
                cap: cap as usize,
                shows_codes: self.checker.known_facts.has_read_code()?,
                known_size: self.known_call_size(cap)? as usize,
            };
            calls.apply(&judge, &items, &mut verdicts);
        }
        let items = items.into_iter().zip(verdicts);
        let rehearsed = items.map(|(item, verdict)| RehearsedItem {
            source: item.source,
            verdict,
            cached_at: match item.stored {
                StoredObject::Cached { at, .. } => Some(at),
                StoredObject::New | StoredObject::Missing => None,
            },
        });
        Ok(rehearsed.collect())
    }

    /// Returns the most rows that the service is known to accept in one call. A limit other than the default was set or
    /// learned.
    fn known_call_size(&self, cap: u32) -> Result<u32, Error> {
        if cap != Dialect::default().batch_cap {
            return Ok(cap);
        }
        self.outbox.largest_accepted_call()
    }

    fn planned_items(
        &self,
        subject: &RehearsalSubject,
        dialect: &Dialect,
        stop: &CancellationToken,
    ) -> Result<Vec<PlannedItem>, Error> {
        match subject {
            RehearsalSubject::Drafts { drafts } => {
                let mut items = Vec::with_capacity(drafts.len());
                for draft in drafts {
                    if stop.is_cancelled() {
                        return Err(Error::Stopped);
                    }
                    items.extend(self.planned_draft(draft, dialect)?);
                }
                Ok(items)
            }
            RehearsalSubject::Batch { batch, overrides } => {
                let rows = self.outbox.rows_of_batch(batch, overrides)?.into_iter();
                let kind = Kind::RetargetingDataValue;
                rows.map(|row| new_item(row.source, kind, &row.document, row.earlier, dialect))
                    .collect()
            }
        }
    }

    /// Returns the item of a draft; none if the draft cannot be sent.
    fn planned_draft(&self, id: &str, dialect: &Dialect) -> Result<Option<PlannedItem>, Error> {
        let object = self.objects.load_draft_or_sent_object(id)?;
        let Some(draft) = object.draft.as_ref().filter(|draft| draft.id == id) else {
            return Ok(None);
        };
        let is_unsendable = self
            .context
            .unsendable_reason(Collection::of(object.stored_kind))
            .is_some();
        let Document::Editable(document) = &object.document else {
            return Ok(None);
        };
        if is_unsendable || object.id_mismatch().is_some() {
            return Ok(None);
        }
        let source = ItemSource::Draft(draft.id.clone());
        if let Some(target) = object.id {
            return self.update_item(source, target, &object, draft).map(Some);
        }
        let earlier = self.outbox.earlier_send(&source)?;
        new_item(source, object.stored_kind, document, earlier, dialect).map(Some)
    }

    fn update_item(
        &self,
        source: ItemSource,
        target: Id,
        object: &LoadedObject,
        draft: &Draft,
    ) -> Result<PlannedItem, Error> {
        let base_text = draft.base_text.as_deref().unwrap_or_default();
        let base = match &object.base {
            Some(base) => base.clone(),
            None => parse_editable(base_text)?,
        };
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let cached = store.cache_get(workspace, object.stored_kind, target)?;
        let stored = cached.map_or(StoredObject::Missing, |cached| {
            let full = match cached.entry.fullness {
                Fullness::Full if cached.entry.text == base_text => Some(base.clone()),
                Fullness::Full => EditableDocument::parse(&cached.entry.text).ok(),
                Fullness::Summary => None,
            };
            let at = cached.fetched_at;
            StoredObject::Cached { full, at }
        });
        Ok(PlannedItem {
            source,
            kind: object.stored_kind,
            target: Some(target),
            task: SendTask::Update {
                base,
                is_base_full: draft.base_fullness == Fullness::Full,
                kind: object.kind(),
                mine: object.editable()?.clone(),
                catalog: self.context.catalog(),
                foreign_changes: self.context.dialect.foreign_changes,
                bindings: self.context.dialect.bindings.clone(),
            },
            stored,
        })
    }
}

fn new_item(
    source: ItemSource,
    kind: Kind,
    document: &EditableDocument,
    earlier: EarlierSend,
    dialect: &Dialect,
) -> Result<PlannedItem, Error> {
    let EarlierSend { reference, bodies } = earlier;
    let (body, reference) = with_reference(reference, kind, document, dialect)?;
    Ok(PlannedItem {
        source,
        kind,
        target: None,
        task: SendTask::Create {
            body,
            reference,
            sent_before: bodies,
            is_reply_enough: kind == Kind::RetargetingDataValue,
        },
        stored: StoredObject::New,
    })
}

impl PlannedItem {
    fn verdict(&self, judge: &Judge<'_>) -> Result<ItemVerdict, Error> {
        let stored = match &self.stored {
            StoredObject::New => None,
            StoredObject::Missing => return Ok(ItemVerdict::lacks(MissingKnowledge::NotCached)),
            StoredObject::Cached { full: None, .. } => {
                return Ok(ItemVerdict::lacks(MissingKnowledge::OnlySummary));
            }
            StoredObject::Cached { full, .. } => full.clone(),
        };
        simulate(&self.task, stored, |write| {
            judge.judge(&self.write(&write.body, write.before.as_ref()))
        })
    }

    fn write<'a>(
        &self,
        body: &'a EditableDocument,
        before: Option<&'a EditableDocument>,
    ) -> JudgedWrite<'a> {
        JudgedWrite {
            stored_kind: self.kind,
            target: self.target,
            body,
            before,
        }
    }
}
