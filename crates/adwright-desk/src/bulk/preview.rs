//! The preview: what a bulk edit would do, before anything is changed.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Editable, Id, Kind};
use adwright_store::{Fullness, StoreError};

use super::fields::Known;
use super::operation::{On, Operation, Outcome};
use super::plan::{Findings, Plan, Planned, caused};
use super::words;
use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::list::count;
use crate::operation::Stop;
use crate::views::{
    BulkAnswer, BulkForm, BulkProgress, BulkQuery, BulkRequest, BulkScope, BulkStep, BulkWindow,
    Target,
};

/// After how many campaigns others get their turn and progress is told.
pub(super) const STRIDE: usize = 64;

/// The preview that is shown, and the one that is being made.
#[derive(Debug, Default)]
pub(crate) struct Previews(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    newest: String,
    plan: Option<Arc<Plan>>,
}

impl Previews {
    /// Begins a preview; the id of the one before it, which nobody waits for any more.
    fn begin(&self, id: &str) -> String {
        std::mem::replace(&mut self.lock().newest, id.to_owned())
    }

    /// Keeps a preview, unless a newer one was begun meanwhile.
    fn keep(&self, plan: Plan) -> bool {
        let mut kept = self.lock();
        let is_newest = kept.newest == plan.id;
        if is_newest {
            kept.plan = Some(Arc::new(plan));
        }
        is_newest
    }

    /// The preview of that id, where it is still kept.
    pub(super) fn get(&self, id: &str) -> Result<Arc<Plan>, Error> {
        let plan = self.lock().plan.clone();
        plan.filter(|plan| plan.id == id)
            .ok_or(Error::PreviewMissing)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    /// What the pane of a bulk edit offers.
    pub fn bulk_form(&self, scope: &BulkScope) -> Result<BulkForm, Error> {
        let known = self.known_fields();
        Ok(BulkForm {
            count: count(self.bulk_targets(scope)?.len()),
            fields: known.settable(),
            tokens: known.tokens(),
            zone: self.zone.name(),
        })
    }

    /// Looks at what a change would do to each campaign, and what the checks would say then. A newer preview ends an
    /// older one.
    ///
    /// # Errors
    /// [`Error::Stopped`] once it is stopped or a newer one has begun.
    pub async fn preview_bulk(
        &self,
        request: &BulkRequest,
        progress: impl Fn(BulkProgress) + Send + Sync,
    ) -> Result<BulkAnswer, Error> {
        let older = self.previews.begin(&request.operation);
        self.operations.stop(&older);
        let running = self.operations.begin(&request.operation);
        let known = self.known_fields();
        let operation = match Operation::read(&request.change, &known, &self.zone) {
            Ok(operation) => operation,
            Err(problem) => return Ok(BulkAnswer::Refused(problem)),
        };
        let targets = self.bulk_targets(&request.scope)?;
        let looked = self
            .look_at(targets, &operation, &running.stop, &progress)
            .await;
        let (items, findings) = looked?;
        let labels = operation.paths().into_iter().map(|path| known.label(path));
        let words = (words::label(&request.change, &known), labels.collect());
        let plan = Plan::new(&request.operation, words, operation, items, findings);
        let preview = plan.preview();
        if self.previews.keep(plan) {
            Ok(BulkAnswer::Ready(preview))
        } else {
            Err(Error::Stopped)
        }
    }

    /// A window onto the rows of a preview.
    ///
    /// # Errors
    /// [`Error::PreviewMissing`] for any but the newest that is ready.
    pub fn bulk_rows(&self, query: &BulkQuery) -> Result<BulkWindow, Error> {
        Ok(self.previews.get(&query.operation)?.window(query))
    }

    async fn look_at(
        &self,
        targets: Vec<Target>,
        operation: &Operation,
        stop: &Stop,
        progress: &(impl Fn(BulkProgress) + Send + Sync),
    ) -> Result<(Vec<Planned>, Findings), Error> {
        let total = targets.len();
        let mut items = Vec::with_capacity(total);
        let mut findings = Findings::default();
        for (at, target) in targets.into_iter().enumerate() {
            if at.is_multiple_of(STRIDE) {
                tokio::task::yield_now().await;
                progress(step(BulkStep::Looking, at, total));
                if stop.is_wanted() {
                    return Err(Error::Stopped);
                }
            }
            let (planned, drafted) = self.plan_one(target, operation)?;
            if let Some((opened, outcome)) = drafted {
                self.find_caused(at, &opened, &outcome, &mut findings)?;
            }
            items.push(planned);
        }
        Ok((items, findings))
    }

    /// What would become of one campaign or draft; with what an edit is made from, where it would be changed.
    pub(super) fn plan_one(
        &self,
        target: Target,
        operation: &Operation,
    ) -> Result<(Planned, Option<(Opened, Outcome)>), Error> {
        let opened = match self.find(&target) {
            Ok(opened) => opened,
            Err(error) if is_gone(&error) => {
                return Ok((Planned::held(target, "It is not here any more."), None));
            }
            Err(error) => return Err(error),
        };
        let mut planned = Planned::held(target, "");
        planned.title = opened.fallback_title();
        let lock = opened.draft.as_ref().map(|draft| self.lock_of(draft));
        planned.held = lock.transpose()?.flatten().map(|lock| lock.reason);
        let document = match opened.editable() {
            Ok(document) => document,
            Err(error) => {
                planned.held.get_or_insert(error.failure().message);
                return Ok((planned, None));
            }
        };
        planned.title = self.title(&opened, document);
        if planned.held.is_some() {
            return Ok((planned, None));
        }
        let outcome = operation.run(&self.on(&opened, document))?;
        planned.is_summary = opened.draft.is_none() && opened.fullness == Fullness::Summary;
        planned.edits.clone_from(&outcome.edits);
        planned.cells.clone_from(&outcome.cells);
        let drafted = (!outcome.edits.is_empty()).then_some((opened, outcome));
        Ok((planned, drafted))
    }

    fn find_caused(
        &self,
        item: usize,
        opened: &Opened,
        outcome: &Outcome,
        findings: &mut Findings,
    ) -> Result<(), Error> {
        let facts = self.facts(opened)?;
        let after = self.check(opened, &outcome.document, &facts);
        if after.is_empty() {
            return Ok(());
        }
        let before = self.check(opened, opened.editable()?, &facts);
        for finding in caused(&before, &after) {
            findings.add(item, finding, &self.describe());
        }
        Ok(())
    }

    fn on<'a>(&'a self, opened: &'a Opened, document: &'a Editable) -> On<'a> {
        On {
            document,
            base: opened.base.as_ref(),
            phase: opened.phase(),
            known: self.known_fields(),
            zone: &self.zone,
        }
    }

    pub(super) fn known_fields(&self) -> Known {
        Known::new(self.catalog(), Kind::Campaign)
    }

    fn bulk_targets(&self, scope: &BulkScope) -> Result<Vec<Target>, Error> {
        Ok(match scope {
            // One that is not here any more is named, rather than left out in silence.
            BulkScope::Campaigns { ids } => ids.iter().cloned().map(Target::Campaign).collect(),
            BulkScope::Drafts { ids } => {
                let targets = ids.iter().map(|id| self.target_of(id));
                targets.collect::<Result<_, _>>()?
            }
        })
    }

    /// A draft of a campaign that the service has goes by that campaign, like everywhere else.
    fn target_of(&self, draft: &str) -> Result<Target, Error> {
        let target: Option<Id> = self.store.draft_get(draft)?.target;
        Ok(target.map_or_else(
            || Target::Draft(draft.to_owned()),
            |id| Target::Campaign(id.to_string()),
        ))
    }
}

impl Planned {
    fn held(target: Target, reason: &str) -> Self {
        Self {
            title: match &target {
                Target::Campaign(id) => format!("Campaign {id}"),
                Target::Ad(id) => format!("Ad {id}"),
                Target::Draft(_) => "New campaign".to_owned(),
            },
            target,
            edits: Vec::new(),
            cells: Vec::new(),
            is_summary: false,
            held: (!reason.is_empty()).then(|| reason.to_owned()),
        }
    }
}

fn is_gone(error: &Error) -> bool {
    matches!(
        error,
        Error::CampaignMissing(_)
            | Error::AdMissing(_)
            | Error::DraftMissing(_)
            | Error::Store(StoreError::NotFound { .. })
    )
}

pub(super) fn step(step: BulkStep, done: usize, total: usize) -> BulkProgress {
    BulkProgress {
        step,
        done: count(done),
        total: count(total),
    }
}
