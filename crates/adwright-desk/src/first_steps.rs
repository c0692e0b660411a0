//! The first steps: a short guide whose steps are completed by the person's real actions.

use std::sync::Arc;

use adwright_model::{Id, Kind};
use adwright_views::{
    Detail, DocumentRef, ItemState, Severity, Welcome, WelcomeAction, WelcomeState, WelcomeStep,
    WelcomeStepId,
};
use derive_new::new;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::Error;
use crate::wording::{FINDING_NOTICED, welcome_step_text, welcome_step_title};

const WELCOME: &str = "welcome";

/// A demo campaign in advanced mode with placements attached, so that a rule has a finding.
const EXAMPLE_CAMPAIGN: Id = Id(1_072_288_341);

/// The stored progress of the guide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WelcomeProgress {
    closed: bool,
    /// Whether the person saw a finding that can be fixed.
    noticed: bool,
    done: Vec<WelcomeStepId>,
    skipped: Vec<WelcomeStepId>,
}

impl WelcomeProgress {
    fn has_done(&self, step: WelcomeStepId) -> bool {
        self.done.contains(&step)
    }

    fn complete(&mut self, step: WelcomeStepId) {
        if !self.has_done(step) {
            self.done.push(step);
        }
    }
}

/// The progress through the first steps.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub(crate) struct FirstSteps {
    context: Arc<Context>,
}

impl FirstSteps {
    /// Opens, closes or continues the guide. A finished guide starts over when it is opened.
    pub(crate) fn change(&self, change: WelcomeAction) -> Result<(), Error> {
        let mut progress = self.welcome_progress()?;
        match change {
            WelcomeAction::Close => progress.closed = true,
            WelcomeAction::Open if progress.has_done(WelcomeStepId::Receipt) => {
                progress = WelcomeProgress::default();
            }
            WelcomeAction::Open => progress.closed = false,
            WelcomeAction::Skip(step) if !progress.skipped.contains(&step) => {
                progress.skipped.push(step);
            }
            WelcomeAction::Skip(_) => {}
        }
        self.save_welcome_progress(&progress)
    }

    /// Opens the guide if this home is unused; otherwise leaves it closed.
    pub(crate) fn start_welcome(&self) -> Result<(), Error> {
        if self.context.store.preference_get(WELCOME)?.is_some() {
            return Ok(());
        }
        let known = self
            .context
            .store
            .fetch_state_get(&self.context.workspace.id, Kind::Campaign)?
            .is_some();
        self.save_welcome_progress(&WelcomeProgress {
            closed: known,
            ..WelcomeProgress::default()
        })
    }

    /// Returns the guide, which leads through Practice and is shown only there.
    pub(crate) fn welcome(&self) -> Result<Welcome, Error> {
        if self.context.backend.practice().is_none() {
            return Ok(Welcome {
                open: false,
                steps: Vec::new(),
            });
        }
        let progress = self.welcome_progress()?;
        let mut steps: Vec<WelcomeStep> = WelcomeStepId::ALL
            .into_iter()
            .map(|id| self.welcome_step(id, &progress))
            .collect();
        if let Some(next) = steps
            .iter_mut()
            .find(|step| step.state == WelcomeState::Waiting)
        {
            next.state = WelcomeState::Current;
        }
        Ok(Welcome {
            open: !progress.closed,
            steps,
        })
    }

    /// Records the effect of an edit. A failure to record it does not fail the edit.
    pub(crate) fn record_edit(&self, detail: &Detail) {
        let has_errors = detail
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        let has_changes = detail.draft.as_ref().is_some_and(|draft| draft.changed > 0);
        self.update_progress(|progress| {
            if has_changes {
                progress.complete(WelcomeStepId::Change);
            }
            if progress.noticed && !has_errors {
                progress.complete(WelcomeStepId::Fix);
            }
            progress.noticed |= has_errors;
        });
    }

    /// Records that the service confirmed an item.
    pub(crate) fn record_sent(&self) {
        self.update_progress(|progress| progress.complete(WelcomeStepId::Send));
    }

    /// Records that a receipt was viewed.
    pub(crate) fn record_receipt_view(&self, state: ItemState) {
        if state == ItemState::Confirmed {
            self.update_progress(|progress| {
                if progress.has_done(WelcomeStepId::Send) {
                    progress.complete(WelcomeStepId::Receipt);
                }
            });
        }
    }

    fn update_progress(&self, change: impl Fn(&mut WelcomeProgress)) {
        if self.context.backend.practice().is_none() {
            return;
        }
        let saved = self.welcome_progress().and_then(|before| {
            let mut after = before.clone();
            change(&mut after);
            if before.closed || before == after {
                return Ok(());
            }
            self.save_welcome_progress(&after)
        });
        if let Err(error) = saved {
            tracing::warn!("the first steps are not stored: {error}");
        }
    }

    fn welcome_step(&self, id: WelcomeStepId, progress: &WelcomeProgress) -> WelcomeStep {
        let state = match (progress.has_done(id), progress.skipped.contains(&id)) {
            (true, _) => WelcomeState::Done,
            (false, true) => WelcomeState::Skipped,
            (false, false) => WelcomeState::Waiting,
        };
        WelcomeStep {
            id,
            title: welcome_step_title(id).to_owned(),
            text: match id {
                WelcomeStepId::Fix if progress.noticed => FINDING_NOTICED.to_owned(),
                _ => welcome_step_text(id).to_owned(),
            },
            state,
            target: self.welcome_target(id),
        }
    }

    /// Returns the campaign for a step, once it is cached.
    fn welcome_target(&self, id: WelcomeStepId) -> Option<DocumentRef> {
        let has_target = matches!(id, WelcomeStepId::Change | WelcomeStepId::Fix);
        // Without the list there is no campaign to use; the list itself shows why.
        let is_cached = has_target
            && self
                .context
                .store
                .cache_has(&self.context.workspace.id, Kind::Campaign, EXAMPLE_CAMPAIGN)
                .unwrap_or_default();
        is_cached.then(|| DocumentRef::Campaign(EXAMPLE_CAMPAIGN.to_string()))
    }

    /// Returns the progress of the guide. Unreadable progress comes from another version, and closes the guide.
    fn welcome_progress(&self) -> Result<WelcomeProgress, Error> {
        let stored = self.context.store.preference_get(WELCOME)?;
        Ok(stored
            .and_then(|stored| serde_json::from_str(&stored).ok())
            .unwrap_or_else(|| WelcomeProgress {
                closed: true,
                ..WelcomeProgress::default()
            }))
    }

    fn save_welcome_progress(&self, progress: &WelcomeProgress) -> Result<(), Error> {
        let stored = serde_json::json!(progress).to_string();
        Ok(self.context.store.preference_set(WELCOME, &stored)?)
    }
}
