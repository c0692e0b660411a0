//! The connection doctor: tests a service step by step, reports the replies, and suggests settings.
//!
//! It reads, and logs in as the dialect says; it writes nothing to the service. Suggestions change nothing until a
//! person accepts them.

mod login;
mod probe;
mod probe_session;
mod steps;
mod suggest;

use std::sync::Arc;

use adwright_client::{BaseUrl, Client, ClientError, Credentials, TokenStore};
use adwright_views::{DoctorProgress, DoctorReport, DoctorStep, DoctorStepId, DoctorStepState};
use adwright_wire::Dialect;
use derive_new::new;
use probe::Probe;
use probe_session::ProbeSession;

pub(crate) use suggest::{
    NOT_FOUND, binding_location, binding_setting, observed_references, reference_setting,
};

use crate::connection::{ServiceStatus, parse_connection};
use crate::context::Context;
use crate::credentials::{SecretNames, SecretStore, SessionTokenStore, read_available_secrets};
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

/// Whether the steps that depend on this one can run.
enum NextStep {
    Continue,
    /// Skip the rest, for this reason.
    SkipRest(&'static str),
}

/// How one step ended.
struct StepOutcome {
    state: DoctorStepState,
    message: String,
    advice: Option<String>,
    facts: Vec<(String, String)>,
}

const STOPPED: &str = "You stopped it before.";

/// Examines a service. The start and the end of each step are reported.
///
/// # Errors
/// Fails if the settings allow no request at all.
pub async fn examine(
    subject: &ExaminedService,
    progress: impl Fn(DoctorProgress) + Send + Sync,
) -> Result<DoctorReport, ClientError> {
    examine_until(subject, &CancellationToken::default(), &progress).await
}

async fn examine_until(
    subject: &ExaminedService,
    stop: &CancellationToken,
    progress: &(impl Fn(DoctorProgress) + Send + Sync),
) -> Result<DoctorReport, ClientError> {
    let mut asking = ProbeSession::of(subject)?;
    let mut steps: Vec<_> = DoctorStepId::ALL.map(pending_step).into();
    progress(DoctorProgress::Started {
        steps: steps.clone(),
    });
    let mut onwards = NextStep::Continue;
    for step in &mut steps {
        if let NextStep::SkipRest(why) = onwards {
            mark_not_tried(step, why);
        } else {
            step.state = DoctorStepState::Running;
            progress(DoctorProgress::Step(step.clone()));
            let before = asking.probes.len();
            let tried = stop
                .run_until_cancelled(steps::run_step(&mut asking, step.id))
                .await;
            step.tries = asking.probes[before..].iter().map(Probe::to_view).collect();
            if let Some((outcome, next)) = tried {
                outcome.apply_to(step, &asking.client);
                onwards = next;
            } else {
                mark_not_tried(step, "You stopped it here.");
                onwards = NextStep::SkipRest(STOPPED);
            }
        }
        progress(DoctorProgress::Step(step.clone()));
    }
    progress(DoctorProgress::Finished);
    Ok(build_report(subject, &asking, steps, stop.is_cancelled()))
}

fn build_report(
    subject: &ExaminedService,
    asking: &ProbeSession<'_>,
    steps: Vec<DoctorStep>,
    stopped: bool,
) -> DoctorReport {
    let mut suggestions = suggest::suggest(&subject.dialect, &asking.probes);
    let changes = suggestions.iter_mut().flat_map(|one| &mut one.changes);
    for sample in changes.filter_map(|change| change.sample.as_mut()) {
        *sample = asking.client.redact(sample);
    }
    let failed = steps
        .iter()
        .find(|step| step.state == DoctorStepState::Failed);
    let what = match suggestions.len() {
        0 => "",
        1 => " There is a suggestion below.",
        _ => " There are suggestions below.",
    };
    let message = match failed {
        _ if stopped => "You stopped the doctor. Nothing was changed.".to_owned(),
        Some(step) => format!("“{}” does not work yet.{what}", step.title),
        None => format!("The connection works.{what}"),
    };
    DoctorReport {
        name: subject.name.clone(),
        address: asking.client.full_url("", &[]),
        message,
        works: failed.is_none() && !stopped,
        steps,
        suggestions,
    }
}

fn pending_step(id: DoctorStepId) -> DoctorStep {
    DoctorStep {
        id,
        title: step_title(id).to_owned(),
        state: DoctorStepState::Waiting,
        message: String::new(),
        advice: None,
        tries: Vec::new(),
        facts: Vec::new(),
    }
}

fn mark_not_tried(step: &mut DoctorStep, why: &str) {
    step.state = DoctorStepState::NotTried;
    why.clone_into(&mut step.message);
}

const fn step_title(step: DoctorStepId) -> &'static str {
    match step {
        DoctorStepId::Address => "Address",
        DoctorStepId::Encryption => "Encryption",
        DoctorStepId::Login => "Login",
        DoctorStepId::Campaigns => "List of campaigns",
        DoctorStepId::Campaign => "One campaign",
        DoctorStepId::Values => "List of retargeting values",
        DoctorStepId::Ads => "List of ads",
    }
}

/// The doctor for connections.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Doctor {
    context: Arc<Context>,
    service: Arc<ServiceStatus>,
    secrets: Arc<dyn SecretStore>,
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
        let subject = self.examined_service(workspace).await?;
        let report = examine_until(&subject, &running.stop, &progress).await?;
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
        let places = (Arc::clone(&self.secrets), Arc::clone(&self.context.store));
        let secrets = read_available_secrets(places.clone(), names, &dialect).await;
        Ok(ExaminedService {
            base,
            dialect,
            credentials: Credentials {
                username: settings.login.clone().unwrap_or_default(),
                secrets,
            },
            tokens: Arc::new(SessionTokenStore::new(
                places,
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

impl StepOutcome {
    fn new(state: DoctorStepState, message: impl Into<String>) -> Self {
        Self {
            state,
            message: message.into(),
            advice: None,
            facts: Vec::new(),
        }
    }

    fn fine(message: impl Into<String>) -> Self {
        Self::new(DoctorStepState::Fine, message)
    }

    fn notable(message: impl Into<String>) -> Self {
        Self::new(DoctorStepState::Notable, message)
    }

    fn failed(message: impl Into<String>) -> Self {
        Self::new(DoctorStepState::Failed, message)
    }

    fn with_advice(self, advice: &str) -> Self {
        Self {
            advice: Some(advice.to_owned()),
            ..self
        }
    }

    fn with_fact(mut self, label: &str, value: impl Into<String>) -> Self {
        self.facts.push((label.to_owned(), value.into()));
        self
    }

    /// Copies the outcome into the step, and redacts secrets in values from the service.
    fn apply_to(self, step: &mut DoctorStep, client: &Client) {
        step.state = self.state;
        step.message = self.message;
        step.advice = self.advice;
        let fact = |(label, value): (String, String)| adwright_views::DoctorFact {
            label,
            value: client.redact(&value),
        };
        step.facts = self.facts.into_iter().map(fact).collect();
    }
}
