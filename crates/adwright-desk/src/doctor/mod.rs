//! The connection doctor: tests a service step by step, reports the replies, and suggests settings.
//!
//! It reads, and logs in as the dialect says; it writes nothing to the service. Suggestions change nothing until a
//! person accepts them.

mod login;
mod observation;
mod probe;
mod probe_session;
mod steps;
mod suggest;
#[cfg(test)]
mod tests;
mod wording;

use std::sync::Arc;

use adwright_client::{BaseUrl, Client, Credentials, TokenStore};
use adwright_model::{Binding, EditableDocument};
use adwright_views::{DoctorProgress, DoctorReport, DoctorStep, DoctorStepId, DoctorStepState};
use adwright_wire::{Dialect, RequestFailure};
use derive_new::new;
use observation::{SkipReason, StepOutcome};
use probe_session::ProbeSession;

pub(crate) use suggest::{binding_setting, observed_references, reference_setting};
pub(crate) use wording::NOT_FOUND;

use crate::connection::{ServiceStatus, parse_connection};
use crate::context::Context;
use crate::credentials::{SecretNames, SessionTokenStore, StoredSecrets};
use crate::error::{Error, PracticeRefusal, WorkspaceError};
use crate::host::{CancellationToken, Clock, PRACTICE};

/// A service to examine, with its current settings.
pub struct ExaminedService {
    /// The workspace's name.
    pub name: String,
    /// The service's address.
    pub base: BaseUrl,
    /// The current settings.
    pub dialect: Dialect,
    /// The credentials for the login.
    pub credentials: Credentials,
    /// The storage of the session token.
    pub tokens: Arc<dyn TokenStore>,
    /// The clock that measures durations.
    pub clock: Arc<dyn Clock>,
}

/// How an examination ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExaminationResult {
    Works,
    /// This step failed first.
    Failed(DoctorStepId),
    /// A person stopped it.
    Stopped,
}

/// Examines a service. The start and the end of each step are reported.
///
/// # Errors
/// Fails if the settings allow no request at all.
pub async fn examine(
    service: &ExaminedService,
    progress: impl Fn(DoctorProgress) + Send + Sync,
) -> Result<DoctorReport, RequestFailure> {
    examine_until(service, &CancellationToken::default(), &progress).await
}

async fn examine_until(
    service: &ExaminedService,
    stop: &CancellationToken,
    progress: &(impl Fn(DoctorProgress) + Send + Sync),
) -> Result<DoctorReport, RequestFailure> {
    let mut session = ProbeSession::of(service)?;
    let mut steps: Vec<_> = DoctorStepId::ALL.map(pending_step).into();
    progress(DoctorProgress::Started {
        steps: steps.clone(),
    });
    let mut skip = None;
    for step in &mut steps {
        let outcome = if let Some(reason) = skip {
            StepOutcome::skipped(reason)
        } else {
            step.state = DoctorStepState::Running;
            progress(DoctorProgress::Step(step.clone()));
            let before = session.probes.len();
            let tried = stop
                .run_until_cancelled(steps::run_step(&mut session, step.id))
                .await;
            step.tries = session.probes[before..]
                .iter()
                .map(wording::exchange)
                .collect();
            tried.unwrap_or_else(|| StepOutcome::skipped(SkipReason::StoppedHere))
        };
        skip = outcome.observation.skips_rest();
        show_outcome(step, &outcome, &session.client);
        progress(DoctorProgress::Step(step.clone()));
    }
    progress(DoctorProgress::Finished);
    Ok(build_report(service, &session, steps, stop.is_cancelled()))
}

fn build_report(
    service: &ExaminedService,
    session: &ProbeSession<'_>,
    steps: Vec<DoctorStep>,
    stopped: bool,
) -> DoctorReport {
    let suggestions = suggest::suggest(&service.dialect, &session.probes);
    let mut suggestions: Vec<_> = suggestions.iter().map(wording::suggestion).collect();
    let changes = suggestions.iter_mut().flat_map(|one| &mut one.changes);
    for sample in changes.filter_map(|change| change.sample.as_mut()) {
        *sample = session.client.redact(sample);
    }
    let failed = steps
        .iter()
        .find(|step| step.state == DoctorStepState::Failed);
    let result = match failed {
        _ if stopped => ExaminationResult::Stopped,
        Some(step) => ExaminationResult::Failed(step.id),
        None => ExaminationResult::Works,
    };
    DoctorReport {
        name: service.name.clone(),
        address: session.client.full_url("", &[]),
        message: wording::result_message(result, suggestions.len()),
        works: result == ExaminationResult::Works,
        steps,
        suggestions,
    }
}

fn pending_step(id: DoctorStepId) -> DoctorStep {
    DoctorStep {
        id,
        title: wording::step_title(id).to_owned(),
        state: DoctorStepState::Waiting,
        message: String::new(),
        advice: None,
        tries: Vec::new(),
        facts: Vec::new(),
    }
}

/// Shows the outcome in its step, and redacts secrets in values from the service.
fn show_outcome(step: &mut DoctorStep, outcome: &StepOutcome, client: &Client) {
    step.state = outcome.observation.state();
    step.message = wording::message(&outcome.observation).into_owned();
    step.advice = wording::advice(&outcome.observation);
    step.facts = outcome.facts.iter().map(wording::fact).collect();
    for fact in &mut step.facts {
        fact.value = client.redact(&fact.value);
    }
}

/// Describes where a binding is in a document; none if it is missing.
pub(crate) fn binding_location(
    dialect: &Dialect,
    binding: Binding,
    document: &EditableDocument,
) -> Option<String> {
    let place = suggest::locate_binding(dialect, binding, document)?;
    Some(wording::binding_place(&place))
}

/// The doctor for connections.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Doctor {
    context: Arc<Context>,
    service: Arc<ServiceStatus>,
    secrets: StoredSecrets,
}

impl Doctor {
    /// Examines the service of a workspace, which need not be open. It writes nothing to the service, and only a
    /// session token to the workspace.
    ///
    /// # Errors
    /// [`WorkspaceError::Unusable`] if the workspace's settings cannot be read.
    pub async fn examine_connection(
        &self,
        workspace: &str,
        operation: &str,
        progress: impl Fn(DoctorProgress) + Send + Sync,
    ) -> Result<DoctorReport, Error> {
        let running = self.context.operations.start(operation);
        let service = self.examined_service(workspace).await?;
        let report = examine_until(&service, &running.stop, &progress).await?;
        if report.works && workspace == self.context.workspace.id {
            self.service.mark_service_available();
        }
        Ok(report)
    }

    async fn examined_service(&self, id: &str) -> Result<ExaminedService, Error> {
        let workspace = self.context.store.workspace_get(id)?;
        let settings = &workspace.settings;
        if settings.base_url == PRACTICE {
            return self.examined_practice(settings.name.clone());
        }
        let unusable = |reason| WorkspaceError::Unusable {
            name: settings.name.clone(),
            reason,
        };
        let (base, dialect) = parse_connection(settings).map_err(unusable)?;
        let names = SecretNames::for_workspace(&workspace);
        let secrets = self.secrets.read_available(names, &dialect).await;
        Ok(ExaminedService {
            base,
            dialect,
            credentials: Credentials {
                username: settings.login.clone().unwrap_or_default(),
                secrets,
            },
            tokens: Arc::new(SessionTokenStore::new(
                self.secrets.clone(),
                &self.context.paths,
                &workspace,
            )),
            clock: Arc::clone(&self.context.clock),
            name: workspace.settings.name,
        })
    }

    /// Returns Practice for examination. It must be open, because its service runs only while it is open.
    fn examined_practice(&self, name: String) -> Result<ExaminedService, Error> {
        let closed = || WorkspaceError::Practice(PracticeRefusal::NotOpen);
        let practice = self.context.backend.practice().ok_or_else(closed)?;
        let (login, password) = practice.practice_login();
        let address = practice.base_url.parse();
        let address = address.map_err(|_| closed())?;
        Ok(ExaminedService {
            name,
            base: BaseUrl::new(address, adwright_client::PlainHttp::LoopbackOnly)?,
            dialect: self.context.dialect.clone(),
            credentials: Credentials::with_password(login, password.into()),
            tokens: Arc::new(adwright_client::MemoryTokenStore::default()),
            clock: Arc::clone(&self.context.clock),
        })
    }
}
