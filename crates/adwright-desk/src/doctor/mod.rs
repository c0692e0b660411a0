//! The connection doctor: tries a service step by step, tells what came back, and suggests settings.
//!
//! It reads, and logs in where the dialect says how; it writes nothing to the service. What it suggests changes nothing
//! until a person accepts it.

mod ask;
mod login;
mod probe;
mod steps;
mod suggest;

use std::sync::Arc;

use adwright_client::{Base, Client, ClientError, Credentials, TokenKeep};
use adwright_wire::Dialect;

use crate::backend::PRACTICE;
use crate::clock::Clock;
use crate::desk::Desk;
use crate::error::Error;
use crate::opening::readable;
use crate::operation::Stop;
use crate::session::KeptToken;
use crate::views::{DoctorProgress, DoctorReport, DoctorState, DoctorStep, DoctorStepId};
use crate::workspace_secrets::{SecretNames, find_secrets};
pub(crate) use suggest::{NOT_FOUND, found_at, reference_setting, references_in, setting_of};

use ask::Asking;
use probe::Probe;

/// A service to be examined, and how it is spoken to so far.
pub struct Subject {
    /// The workspace's name.
    pub name: String,
    /// The service's address.
    pub base: Base,
    /// The settings so far.
    pub dialect: Dialect,
    /// Who asks.
    pub credentials: Credentials,
    /// Where the token of a session is kept.
    pub tokens: Arc<dyn TokenKeep>,
    /// By which the time is taken.
    pub clock: Arc<dyn Clock>,
}

/// What is said of the steps after one that the others need.
enum Onwards {
    Go,
    /// The rest is left out, for this reason.
    End(&'static str),
}

/// How one step ended.
struct Outcome {
    state: DoctorState,
    message: String,
    advice: Option<String>,
    facts: Vec<(String, String)>,
}

const STOPPED: &str = "You stopped it before.";

/// Examines a service. Each step is told when it begins and when it ends.
///
/// # Errors
/// Where the settings are such that nothing can be asked at all.
pub async fn examine(
    subject: &Subject,
    progress: impl Fn(DoctorProgress) + Send + Sync,
) -> Result<DoctorReport, ClientError> {
    examine_until(subject, &Stop::default(), &progress).await
}

async fn examine_until(
    subject: &Subject,
    stop: &Stop,
    progress: &(impl Fn(DoctorProgress) + Send + Sync),
) -> Result<DoctorReport, ClientError> {
    let mut asking = Asking::of(subject)?;
    let mut steps: Vec<_> = DoctorStepId::ALL.map(waiting).into();
    progress(DoctorProgress::Started {
        steps: steps.clone(),
    });
    let mut onwards = Onwards::Go;
    for step in &mut steps {
        if let Onwards::End(why) = onwards {
            not_tried(step, why);
        } else {
            step.state = DoctorState::Running;
            progress(DoctorProgress::Step(step.clone()));
            let before = asking.probes.len();
            let tried = stop.or(steps::take(&mut asking, step.id)).await;
            step.tries = asking.probes[before..].iter().map(Probe::shown).collect();
            if let Some((outcome, next)) = tried {
                outcome.told(step, &asking.client);
                onwards = next;
            } else {
                not_tried(step, "You stopped it here.");
                onwards = Onwards::End(STOPPED);
            }
        }
        progress(DoctorProgress::Step(step.clone()));
    }
    progress(DoctorProgress::Finished);
    Ok(report(subject, &asking, steps, stop.is_wanted()))
}

fn report(
    subject: &Subject,
    asking: &Asking<'_>,
    steps: Vec<DoctorStep>,
    stopped: bool,
) -> DoctorReport {
    let mut suggestions = suggest::suggest(&subject.dialect, &asking.probes);
    let changes = suggestions.iter_mut().flat_map(|one| &mut one.changes);
    for sample in changes.filter_map(|change| change.sample.as_mut()) {
        *sample = asking.client.without_secrets(sample);
    }
    let failed = steps.iter().find(|step| step.state == DoctorState::Failed);
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
        address: asking.client.address("", &[]),
        message,
        works: failed.is_none() && !stopped,
        steps,
        suggestions,
    }
}

fn waiting(id: DoctorStepId) -> DoctorStep {
    DoctorStep {
        id,
        title: id.title().to_owned(),
        state: DoctorState::Waiting,
        message: String::new(),
        advice: None,
        tries: Vec::new(),
        facts: Vec::new(),
    }
}

fn not_tried(step: &mut DoctorStep, why: &str) {
    step.state = DoctorState::NotTried;
    why.clone_into(&mut step.message);
}

impl DoctorStepId {
    /// All steps, in their order.
    pub const ALL: [Self; 7] = [
        Self::Address,
        Self::Encryption,
        Self::Login,
        Self::Campaigns,
        Self::Campaign,
        Self::Values,
        Self::Ads,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Address => "Address",
            Self::Encryption => "Encryption",
            Self::Login => "Login",
            Self::Campaigns => "List of campaigns",
            Self::Campaign => "One campaign",
            Self::Values => "List of retargeting values",
            Self::Ads => "List of ads",
        }
    }
}

impl Desk {
    /// Examines the service of a workspace, which need not be open. It writes nothing to the service, and nothing to the
    /// workspace but the token of a session.
    ///
    /// # Errors
    /// [`Error::WorkspaceUnusable`] where the workspace's settings cannot be read.
    pub async fn examine_connection(
        &self,
        workspace: &str,
        operation: &str,
        progress: impl Fn(DoctorProgress) + Send + Sync,
    ) -> Result<DoctorReport, Error> {
        let running = self.operations.begin(operation);
        let subject = self.subject(workspace).await?;
        let report = examine_until(&subject, &running.stop, &progress).await?;
        if report.works && workspace == self.workspace.id {
            self.note_that_it_answers();
        }
        Ok(report)
    }

    async fn subject(&self, id: &str) -> Result<Subject, Error> {
        let workspace = self.store.workspace_get(id)?;
        let settings = &workspace.settings;
        if settings.base_url == PRACTICE {
            return self.practice_subject(settings.name.clone());
        }
        let unusable = |why: String| Error::WorkspaceUnusable {
            name: settings.name.clone(),
            why,
        };
        let (base, dialect) = readable(settings).map_err(unusable)?;
        let names = SecretNames::of(&workspace);
        let places = (Arc::clone(&self.secrets), Arc::clone(&self.store));
        let secrets = find_secrets(places.clone(), names, &dialect).await;
        Ok(Subject {
            base,
            dialect,
            credentials: Credentials {
                username: settings.login.clone().unwrap_or_default(),
                secrets,
            },
            tokens: Arc::new(KeptToken::new(places, &self.paths, &workspace)),
            clock: Arc::clone(&self.clock),
            name: workspace.settings.name,
        })
    }

    /// Practice, which has to be open: its service runs with it alone.
    fn practice_subject(&self, name: String) -> Result<Subject, Error> {
        let closed =
            || Error::Unfit("Open Practice first; then its service can be tried.".to_owned());
        let practice = self.backend.practice().ok_or_else(closed)?;
        let (login, password) = practice.practice_login();
        let address = practice.base_url.parse();
        let address = address.map_err(|_| closed())?;
        Ok(Subject {
            name,
            base: Base::new(address, adwright_client::PlainHttp::Here)?,
            dialect: self.dialect.clone(),
            credentials: Credentials::of(login, password.into()),
            tokens: Arc::new(adwright_client::MemoryTokens::default()),
            clock: Arc::clone(&self.clock),
        })
    }
}

impl Outcome {
    fn new(state: DoctorState, message: impl Into<String>) -> Self {
        Self {
            state,
            message: message.into(),
            advice: None,
            facts: Vec::new(),
        }
    }

    fn fine(message: impl Into<String>) -> Self {
        Self::new(DoctorState::Fine, message)
    }

    fn notable(message: impl Into<String>) -> Self {
        Self::new(DoctorState::Notable, message)
    }

    fn failed(message: impl Into<String>) -> Self {
        Self::new(DoctorState::Failed, message)
    }

    fn advising(self, advice: &str) -> Self {
        Self {
            advice: Some(advice.to_owned()),
            ..self
        }
    }

    fn with(mut self, label: &str, value: impl Into<String>) -> Self {
        self.facts.push((label.to_owned(), value.into()));
        self
    }

    /// Tells the step. Values that the service gave are among the facts.
    fn told(self, step: &mut DoctorStep, client: &Client) {
        step.state = self.state;
        step.message = self.message;
        step.advice = self.advice;
        let fact = |(label, value): (String, String)| crate::views::DoctorFact {
            label,
            value: client.without_secrets(&value),
        };
        step.facts = self.facts.into_iter().map(fact).collect();
    }
}
