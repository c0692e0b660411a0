//! Previews a bulk edit without changing anything.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_list::RowId;
use adwright_model::{Document, EditableDocument, Id};
use adwright_store::{Fullness, StoreError};
use adwright_views::{
    BulkForm, BulkPreviewResult, BulkProgress, BulkQuery, BulkRequest, BulkScope, BulkStep,
    BulkWindow, DocumentRef, saturating_u32,
};

use super::operation::{EditContext, EditOutcome, Operation};
use super::plan::{BulkPlan, GroupedFindings, PlannedItem, new_findings};

use crate::bulk::BulkEdits;
use crate::error::{DocumentError, Error, ItemBlocker};
use crate::field::{DateParser, describe, field_catalog};
use crate::host::CancellationToken;
use crate::object::{BulkLabel, LoadedObject, bulk_label_text};

/// After this many campaigns, the work yields to other tasks and reports progress.
pub(super) const STRIDE: usize = 64;

/// The finished preview that is shown, and the id of the newest one.
#[derive(Debug, Default)]
pub(crate) struct Previews(Mutex<PreviewState>);

#[derive(Debug, Default)]
struct PreviewState {
    newest: String,
    plan: Option<Arc<BulkPlan>>,
}

impl Previews {
    /// Starts a preview. Returns the id of the previous preview, which is now obsolete.
    fn begin(&self, id: &str) -> String {
        std::mem::replace(&mut self.lock_state().newest, id.to_owned())
    }

    /// Stores a preview, unless a newer one was started meanwhile.
    fn store_if_newest(&self, plan: BulkPlan) -> bool {
        let mut kept = self.lock_state();
        let is_newest = kept.newest == plan.id;
        if is_newest {
            kept.plan = Some(Arc::new(plan));
        }
        is_newest
    }

    /// Returns the stored preview with this id.
    pub(super) fn get(&self, id: &str) -> Result<Arc<BulkPlan>, Error> {
        let plan = self.lock_state().plan.clone();
        plan.filter(|plan| plan.id == id)
            .ok_or(Error::PreviewMissing)
    }

    fn lock_state(&self) -> std::sync::MutexGuard<'_, PreviewState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BulkEdits {
    /// Returns the fields and tokens that the bulk edit form offers.
    pub fn bulk_form(&self, scope: &BulkScope) -> Result<BulkForm, Error> {
        let known = field_catalog(&self.context);
        Ok(BulkForm {
            count: saturating_u32(self.bulk_targets(scope)?.len()),
            fields: known.settable_fields(),
            tokens: known.field_tokens(),
            zone: self.context.zone.name(),
        })
    }

    /// Previews a change for each campaign, with the findings that it would cause. A newer preview cancels an older
    /// one.
    ///
    /// # Errors
    /// [`Error::Stopped`] if it is stopped or a newer preview has started.
    pub async fn preview_bulk(
        &self,
        request: &BulkRequest,
        progress: impl Fn(BulkProgress) + Send + Sync,
    ) -> Result<BulkPreviewResult, Error> {
        let older = self.previews.begin(&request.operation);
        self.context.operations.cancel(&older);
        let running = self.context.operations.start(&request.operation);
        let known = field_catalog(&self.context);
        let dates = DateParser::for_typing(&self.context);
        let operation = match Operation::parse(&request.change, &known, dates) {
            Ok(operation) => operation,
            Err(problem) => return Ok(BulkPreviewResult::Refused(problem)),
        };
        let targets = self.bulk_targets(&request.scope)?;
        let looked = self
            .preview_items(targets, &operation, &running.stop, &progress)
            .await;
        let (items, findings) = looked?;
        let labels = operation.paths().into_iter().map(|path| known.label(path));
        let Some(change) = BulkLabel::from_change(&request.change) else {
            return Err(Error::PreviewMissing);
        };
        let words = (bulk_label_text(&change, &known), labels.collect());
        let plan = BulkPlan::new(
            &request.operation,
            (change, words),
            operation,
            items,
            findings,
        );
        let preview = plan.preview();
        if self.previews.store_if_newest(plan) {
            Ok(BulkPreviewResult::Ready(preview))
        } else {
            Err(Error::Stopped)
        }
    }

    /// Returns a window of the rows of a preview.
    ///
    /// # Errors
    /// [`Error::PreviewMissing`] unless this is the newest preview and it is finished.
    pub fn bulk_rows(&self, query: &BulkQuery) -> Result<BulkWindow, Error> {
        Ok(self.previews.get(&query.operation)?.window(query))
    }

    async fn preview_items(
        &self,
        targets: Vec<DocumentRef>,
        operation: &Operation,
        stop: &CancellationToken,
        progress: &(impl Fn(BulkProgress) + Send + Sync),
    ) -> Result<(Vec<PlannedItem>, GroupedFindings), Error> {
        let total = targets.len();
        let mut items = Vec::with_capacity(total);
        let mut findings = GroupedFindings::default();
        for (at, target) in targets.into_iter().enumerate() {
            if at.is_multiple_of(STRIDE) {
                tokio::task::yield_now().await;
                progress(bulk_progress(BulkStep::Looking, at, total));
                if stop.is_cancelled() {
                    return Err(Error::Stopped);
                }
            }
            let (planned, drafted) = self.plan_item(target, operation)?;
            if let Some((object, outcome)) = drafted {
                self.add_new_findings(at, &object, &outcome, &mut findings)?;
            }
            items.push(planned);
        }
        Ok((items, findings))
    }

    /// Plans the change of one campaign or draft. If it changes, the loaded object and the outcome are returned too.
    pub(super) fn plan_item(
        &self,
        target: DocumentRef,
        operation: &Operation,
    ) -> Result<(PlannedItem, Option<(LoadedObject, EditOutcome)>), Error> {
        let object = match self.objects.find(&target) {
            Ok(object) => object,
            Err(error) if is_gone(&error) => {
                return Ok((PlannedItem::new(target, Some(ItemBlocker::Missing)), None));
            }
            Err(error) => return Err(error),
        };
        let mut planned = PlannedItem::new(target, None);
        planned.title = object.fallback_title();
        let lock = object
            .draft
            .as_ref()
            .map(|draft| self.objects.draft_lock(draft));
        planned.blocker = lock.transpose()?.flatten().map(ItemBlocker::Locked);
        let document = match &object.document {
            Document::Editable(document) => document,
            Document::TextOnly(text) => {
                let error = DocumentError::TextOnly(text.clone());
                planned
                    .blocker
                    .get_or_insert(ItemBlocker::Unreadable(error));
                return Ok((planned, None));
            }
        };
        planned.title = self.objects.title(&object, document);
        if planned.blocker.is_some() {
            return Ok((planned, None));
        }
        let outcome = operation.run(&self.edit_context(&object, document))?;
        planned.is_summary = object.draft.is_none() && object.fullness == Fullness::Summary;
        planned.edits.clone_from(&outcome.edits);
        planned.cells.clone_from(&outcome.cells);
        let drafted = (!outcome.edits.is_empty()).then_some((object, outcome));
        Ok((planned, drafted))
    }

    fn add_new_findings(
        &self,
        item: usize,
        object: &LoadedObject,
        outcome: &EditOutcome,
        findings: &mut GroupedFindings,
    ) -> Result<(), Error> {
        let facts = self.checker.facts(object)?;
        let after = self.checker.check(object, &outcome.document, &facts);
        if after.is_empty() {
            return Ok(());
        }
        let before = self.checker.check(object, object.editable()?, &facts);
        for finding in new_findings(&before, &after) {
            findings.add(item, finding, &describe(&self.context));
        }
        Ok(())
    }

    fn edit_context<'a>(
        &'a self,
        object: &'a LoadedObject,
        document: &'a EditableDocument,
    ) -> EditContext<'a> {
        EditContext {
            document,
            base: object.base.as_ref(),
            phase: object.phase(),
            known: field_catalog(&self.context),
            dates: DateParser::for_typing(&self.context),
        }
    }

    fn bulk_targets(&self, scope: &BulkScope) -> Result<Vec<DocumentRef>, Error> {
        Ok(match scope {
            // A missing campaign is listed as skipped instead of being left out silently.
            BulkScope::Campaigns { ids } => ids.iter().map(|id| row_target(id)).collect(),
            BulkScope::Drafts { ids } => {
                let targets = ids.iter().map(|id| self.draft_target(id));
                targets.collect::<Result<_, _>>()?
            }
        })
    }

    /// Returns the target of a draft. A draft of an existing campaign is addressed by the campaign's id, as
    /// everywhere else.
    fn draft_target(&self, draft: &str) -> Result<DocumentRef, Error> {
        let target: Option<Id> = self.context.store.draft_get(draft)?.target;
        Ok(target.map_or_else(
            || DocumentRef::Draft(draft.to_owned()),
            |id| DocumentRef::Campaign(id.to_string()),
        ))
    }
}

/// Returns the reference to the campaign in a row of the list.
fn row_target(id: &str) -> DocumentRef {
    match id.parse() {
        Ok(RowId::NewDraft(_)) => DocumentRef::Draft(id.to_owned()),
        _ => DocumentRef::Campaign(id.to_owned()),
    }
}

impl PlannedItem {
    fn new(target: DocumentRef, blocker: Option<ItemBlocker>) -> Self {
        Self {
            title: match &target {
                DocumentRef::Campaign(id) => format!("Campaign {id}"),
                DocumentRef::Ad(id) => format!("Ad {id}"),
                DocumentRef::Value(id) => format!("Retargeting value {id}"),
                DocumentRef::Draft(_) => "New campaign".to_owned(),
            },
            target,
            edits: Vec::new(),
            cells: Vec::new(),
            is_summary: false,
            blocker,
        }
    }
}

/// Returns whether the error says that an object or draft does not exist.
pub(crate) fn is_gone(error: &Error) -> bool {
    matches!(
        error,
        Error::CampaignMissing(_)
            | Error::AdMissing(_)
            | Error::DraftMissing(_)
            | Error::Store(StoreError::NotFound { .. })
    )
}

pub(super) fn bulk_progress(step: BulkStep, done: usize, total: usize) -> BulkProgress {
    BulkProgress {
        step,
        finished: saturating_u32(done),
        total: saturating_u32(total),
    }
}
