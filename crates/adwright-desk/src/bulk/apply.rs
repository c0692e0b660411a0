//! Applies a bulk edit: fetches the campaigns in full, recomputes every draft, and writes all drafts in one commit.

use adwright_model::{Edit, EditableDocument, Id, Kind};
use adwright_store::{BulkDraft, BulkDraftEdit, NewBulkEdit, StoreError, StoredBulkEdit};
use adwright_views::{AppliedBulkEdit, BulkOutcome, BulkProgress, BulkStep, DocumentRef};

use super::plan::{BulkPlan, PlannedItem};
use super::preview::{STRIDE, bulk_progress};

use crate::bulk::BulkEdits;
use crate::error::Error;
use crate::host::{CancellationToken, rfc3339};
use crate::object::{LoadedObject, StepLabel, bulk_text};
use crate::wording::BULK_OUT_OF_DATE;

impl BulkEdits {
    /// Applies the previewed change with this id, to all drafts or to none. Campaigns that are known only as
    /// summaries are fetched in full first, if the service answers.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the person stopped it; then nothing is changed.
    pub async fn apply_bulk(
        &self,
        operation: &str,
        progress: impl Fn(BulkProgress) + Send + Sync,
    ) -> Result<BulkOutcome, Error> {
        let running = self.context.operations.start(operation);
        let plan = self.previews.get(operation)?;
        let summaries = plan.changed().filter(|item| item.is_summary);
        let ids: Vec<Id> = summaries
            .filter_map(|item| campaign_id(&item.target))
            .collect();
        self.fetch_full(Kind::Campaign, &ids, &running.stop, &progress)
            .await?;
        let parts = self.build_parts(&plan, &running.stop, &progress).await?;
        let Some(parts) = parts else {
            return Ok(BulkOutcome::OutOfDate(BULK_OUT_OF_DATE.to_owned()));
        };
        let label = StepLabel::Bulk {
            change: plan.change.clone(),
            campaigns: parts.len(),
        };
        let new = NewBulkEdit {
            workspace: &self.context.workspace.id,
            label: &label.to_json(),
            kind: Kind::Campaign,
            parts: &parts,
        };
        match self.context.store.bulk_apply(&new, self.context.now()) {
            Ok(bulk) => Ok(BulkOutcome::Applied(self.bulk_edit(bulk))),
            Err(
                StoreError::RevisionConflict { .. }
                | StoreError::DraftExists { .. }
                | StoreError::DraftClosed { .. }
                | StoreError::AlreadyBeingSent { .. },
            ) => Ok(BulkOutcome::OutOfDate(BULK_OUT_OF_DATE.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the bulk edits that can be undone or redone, newest first.
    pub fn bulk_edits(&self) -> Result<Vec<AppliedBulkEdit>, Error> {
        let bulks = self.context.store.bulk_list(&self.context.workspace.id)?;
        Ok(bulks.into_iter().map(|bulk| self.bulk_edit(bulk)).collect())
    }

    fn bulk_edit(&self, bulk: StoredBulkEdit) -> AppliedBulkEdit {
        AppliedBulkEdit {
            id: bulk.id,
            label: bulk_text(&self.context, &bulk.label),
            at: rfc3339(bulk.at),
            applied: bulk.applied,
            undone: bulk.removed,
        }
    }

    /// Builds the drafts to write; none if a campaign no longer matches the preview.
    async fn build_parts(
        &self,
        plan: &BulkPlan,
        stop: &CancellationToken,
        progress: &(impl Fn(BulkProgress) + Send + Sync),
    ) -> Result<Option<Vec<BulkDraftEdit>>, Error> {
        let total = plan.changed().count();
        let mut parts = Vec::with_capacity(total);
        for (at, item) in plan.changed().enumerate() {
            if at.is_multiple_of(STRIDE) {
                tokio::task::yield_now().await;
                progress(bulk_progress(BulkStep::Saving, at, total));
                if stop.is_cancelled() {
                    return Err(Error::Stopped);
                }
            }
            let (planned, drafted) = self.plan_item(item.target.clone(), &plan.operation)?;
            match drafted.filter(|_| planned.has_same_effect(item)) {
                Some((object, outcome)) => {
                    parts.push(build_part(object, outcome.edits, &outcome.document)?);
                }
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }
}

fn campaign_id(target: &DocumentRef) -> Option<Id> {
    match target {
        DocumentRef::Campaign(id) => id.parse().ok(),
        DocumentRef::Ad(_) | DocumentRef::Value(_) | DocumentRef::Draft(_) => None,
    }
}

impl PlannedItem {
    /// Returns whether the edits and values equal those of the preview.
    fn has_same_effect(&self, previewed: &Self) -> bool {
        self.edits == previewed.edits && self.cells == previewed.cells
    }
}

/// Returns the part that makes these edits in an object. `document` is the object with the edits.
pub(crate) fn build_part(
    object: LoadedObject,
    edits: Vec<Edit>,
    document: &EditableDocument,
) -> Result<BulkDraftEdit, Error> {
    let draft = match (object.draft, object.id, object.base) {
        (Some(draft), ..) => BulkDraft::Existing {
            id: draft.id,
            revision: draft.revision,
            kept_edits: draft.position,
        },
        (None, Some(target), Some(base)) => BulkDraft::New {
            target,
            base_text: base.text().to_owned(),
            base_fullness: object.fullness,
        },
        (None, id, _) => {
            let id = id.map_or_else(String::new, |id| id.to_string());
            return Err(Error::CampaignMissing(id));
        }
    };
    Ok(BulkDraftEdit {
        draft,
        edits,
        text: document.text().to_owned(),
    })
}
