//! Applies a bulk edit: fetches the campaigns in full, recomputes every draft, and writes all drafts in one commit.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_client::ClientError;
use adwright_model::{Id, Kind};
use adwright_store::{
    BulkDraft, BulkDraftEdit, FetchedObject, Fullness, NewBulkEdit, StoreError, StoredBulkEdit,
};
use adwright_views::{AppliedBulkEdit, BulkOutcome, BulkProgress, BulkStep, DocumentRef};

use super::operation::EditOutcome;
use super::plan::{BulkPlan, PlannedItem};
use super::preview::{STRIDE, bulk_progress};

use crate::bulk::BulkEdits;
use crate::error::Error;
use crate::host::{CancellationToken, rfc3339};
use crate::object::{LoadedObject, StepLabel, bulk_text, parse_page_entry};
use crate::wording::BULK_OUT_OF_DATE;

/// The most requests at a time.
const AT_ONCE: usize = 4;

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
        self.prefetch_full(&plan, &running.stop, &progress).await?;
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
                Some((object, outcome)) => parts.push(build_part(object, outcome)?),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    /// Fetches in full the campaigns that would change and are known only as summaries. If a fetch fails, the
    /// summary is used, as for a single edit.
    async fn prefetch_full(
        &self,
        plan: &BulkPlan,
        stop: &CancellationToken,
        progress: &(impl Fn(BulkProgress) + Send + Sync),
    ) -> Result<(), Error> {
        let summaries = plan.changed().filter(|item| item.is_summary);
        let ids: Vec<Id> = summaries
            .filter_map(|item| campaign_id(&item.target))
            .collect();
        let getting = Prefetch {
            bulk: self,
            ids: &ids,
            stop,
            progress,
            next: AtomicUsize::new(0),
            fetched: Mutex::default(),
        };
        let workers: [_; AT_ONCE] = std::array::from_fn(|_| getting.run_worker());
        let [a, b, c, d] = workers;
        let ended = tokio::join!(a, b, c, d);
        getting.flush(0)?;
        ended.0.and(ended.1).and(ended.2).and(ended.3)
    }
}

/// A concurrent fetch of campaigns that stores them page by page.
struct Prefetch<'a, P> {
    bulk: &'a BulkEdits,
    ids: &'a [Id],
    stop: &'a CancellationToken,
    progress: &'a P,
    next: AtomicUsize,
    fetched: Mutex<Vec<FetchedObject>>,
}

impl<P: Fn(BulkProgress) + Send + Sync> Prefetch<'_, P> {
    async fn run_worker(&self) -> Result<(), Error> {
        loop {
            if self.stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&id) = self.ids.get(at) else {
                return Ok(());
            };
            (self.progress)(bulk_progress(BulkStep::Getting, at, self.ids.len()));
            let fetched = Box::pin(self.bulk.context.client.get(Kind::Campaign, id));
            match self
                .stop
                .run_until_cancelled(fetched)
                .await
                .ok_or(Error::Stopped)?
            {
                Ok(Some(raw)) => self.add_fetched(id, raw)?,
                Ok(None) => {}
                Err(error) => self.record_failure(&error),
            }
        }
    }

    fn add_fetched(&self, id: Id, raw: String) -> Result<(), Error> {
        let fields = &self.bulk.context.fields();
        let entry = parse_page_entry(raw.into_bytes(), Fullness::Full, fields);
        let mut fetched = lock_fetched(&self.fetched);
        fetched.extend(entry.filter(|entry| entry.id == id));
        drop(fetched);
        self.flush(STRIDE)
    }

    /// Stores the fetched campaigns in the cache, if there are at least `least`.
    fn flush(&self, least: usize) -> Result<(), Error> {
        let mut fetched = lock_fetched(&self.fetched);
        if fetched.is_empty() || fetched.len() < least {
            return Ok(());
        }
        let (store, workspace) = (&self.bulk.context.store, &self.bulk.context.workspace.id);
        let page = std::mem::take(&mut *fetched);
        Ok(store.cache_put_page(workspace, Kind::Campaign, &page, self.bulk.context.now())?)
    }

    /// Logs a failed fetch. Skips the remaining fetches if the service is unreachable or refuses the login.
    fn record_failure(&self, error: &ClientError) {
        tracing::info!("only the summary is edited: {error}");
        if error.failure.is_unreachable() || error.failure.is_unauthorized() {
            self.next.store(self.ids.len(), Ordering::Relaxed);
        }
    }
}

fn lock_fetched(
    fetched: &Mutex<Vec<FetchedObject>>,
) -> std::sync::MutexGuard<'_, Vec<FetchedObject>> {
    fetched
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
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

fn build_part(object: LoadedObject, outcome: EditOutcome) -> Result<BulkDraftEdit, Error> {
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
        edits: outcome.edits,
        text: outcome.document.text().to_owned(),
    })
}
