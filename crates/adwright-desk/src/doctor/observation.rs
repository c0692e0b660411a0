//! What the steps observed. The wording turns it into sentences.

use adwright_model::{Binding, BindingSource, Id, JsonType, Kind, Path};
use adwright_views::DoctorStepState;
use adwright_wire::{CertificateProblem, RequestFailure};

/// The result of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StepOutcome {
    pub(super) observation: Observation,
    pub(super) facts: Vec<ObservedFact>,
}

/// What a step observed about the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Observation {
    /// A server answers. The next step reports that its certificate is not accepted.
    ServerFound,
    /// The service answers without a login.
    Answered { status: u16 },
    /// The service asks for a login.
    LoginRequested,
    /// The service redirects to another server.
    Redirected { location: String },
    /// A server answers, but sends no usable reply.
    UnusableReply,
    /// Nothing answers at the address.
    Unreachable { failure: RequestFailure },
    /// The connection is encrypted.
    Encrypted,
    /// The service is on this computer, without encryption.
    OnThisComputer,
    /// The connection to another computer is not encrypted.
    NotEncrypted,
    /// This computer does not accept the service's certificate.
    CertificateRejected { problem: CertificateProblem },
    /// The login works, or could not be tested.
    Login(LoginObservation),
    /// The login does not work.
    LoginFailed { failure: RequestFailure },
    /// A page of a list was read.
    ListRead {
        /// The kind of the list.
        kind: Kind,
        /// The number of rows of the page.
        count: usize,
        total: Option<u64>,
        settings: WorkingSettings,
    },
    /// A list cannot be read, in any of the forms that the doctor knows.
    ListRefused { failure: RequestFailure },
    /// No path of ads is set, and the usual one does not work.
    AdsPathUnknown,
    /// A campaign was read.
    CampaignRead {
        id: Id,
        /// The number of its fields.
        fields: usize,
        /// The number of fields of a list row.
        listed_fields: usize,
        settings: WorkingSettings,
    },
    /// The list has a campaign that the service does not return alone.
    CampaignMissing { id: Id },
    /// A campaign cannot be read, or a list for a reason that applies to each form of the request.
    ReadFailed { failure: RequestFailure },
    /// The step was skipped, or stopped before its end.
    Skipped(SkipReason),
}

/// The settings with which a read works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkingSettings {
    /// The current ones.
    Current,
    /// The current ones fail. Other ones work.
    Other,
    /// The current ones have no path of ads. The usual path works.
    UsualAdsPath,
}

/// Why a step was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SkipReason {
    Unreachable,
    CertificateRejected,
    LoginFailed,
    /// No list row has an id.
    NoCampaign,
    /// A person stopped the doctor during the step.
    StoppedHere,
    /// A person stopped the doctor before the step.
    StoppedBefore,
}

/// One observed fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ObservedFact {
    /// The top-level members of a list reply; none for a plain list.
    Envelope { members: Vec<String> },
    /// The total of a list reply with this many rows.
    Total { total: Option<u64>, count: usize },
    /// The field names of the first row.
    RowFields { names: Vec<String> },
    /// The place of a binding; `None` if no document has it.
    Binding {
        binding: Binding,
        place: Option<BindingPlace>,
    },
}

/// Where a document has a binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BindingPlace {
    At {
        path: Path,
        source: BindingSource,
        sample: ValueSample,
    },
    /// Several places, so that it is unclear which one counts.
    Ambiguous(Vec<Path>),
}

/// A value of a document, as an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueSample {
    /// The JSON of a value without parts.
    Json(String),
    /// The type of a value with parts.
    Shape(JsonType),
}

impl StepOutcome {
    pub(super) const fn new(observation: Observation) -> Self {
        Self {
            observation,
            facts: Vec::new(),
        }
    }

    pub(super) const fn skipped(reason: SkipReason) -> Self {
        Self::new(Observation::Skipped(reason))
    }
}

/// What the doctor observed of a login that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LoginObservation {
    /// No login is set, and none is required.
    NotRequired,
    /// The session login works.
    SessionAccepted,
    /// The credentials of every request are accepted.
    CredentialsAccepted,
    /// The reply neither accepts nor refuses the credentials.
    CredentialsUnclear { status: u16 },
    /// The login works at another path than the configured one.
    AtOtherPath,
    /// The login's reply has the token at another place than the configured one.
    TokenAtOtherPlace,
    /// The service expects the session token in another scheme than the configured one.
    TokenInOtherScheme,
    /// A session was opened, but the service refuses its campaigns.
    SessionUnclear { failure: RequestFailure },
}

impl LoginObservation {
    const fn state(&self) -> DoctorStepState {
        match self {
            Self::NotRequired | Self::SessionAccepted | Self::CredentialsAccepted => {
                DoctorStepState::Fine
            }
            Self::CredentialsUnclear { .. }
            | Self::AtOtherPath
            | Self::TokenAtOtherPlace
            | Self::TokenInOtherScheme
            | Self::SessionUnclear { .. } => DoctorStepState::Notable,
        }
    }
}

impl Observation {
    /// Returns the state of a step with this observation.
    pub(super) const fn state(&self) -> DoctorStepState {
        match self {
            Self::ServerFound
            | Self::Answered { .. }
            | Self::LoginRequested
            | Self::Encrypted
            | Self::OnThisComputer => DoctorStepState::Fine,
            Self::Login(login) => login.state(),
            Self::ListRead { count: 0, .. }
            | Self::Redirected { .. }
            | Self::UnusableReply
            | Self::NotEncrypted
            | Self::AdsPathUnknown => DoctorStepState::Notable,
            Self::ListRead { settings, .. } | Self::CampaignRead { settings, .. } => match settings
            {
                WorkingSettings::Current | WorkingSettings::UsualAdsPath => DoctorStepState::Fine,
                WorkingSettings::Other => DoctorStepState::Notable,
            },
            Self::Unreachable { .. }
            | Self::CertificateRejected { .. }
            | Self::LoginFailed { .. }
            | Self::ListRefused { .. }
            | Self::CampaignMissing { .. }
            | Self::ReadFailed { .. } => DoctorStepState::Failed,
            Self::Skipped(_) => DoctorStepState::NotTried,
        }
    }

    /// Returns why the later steps are skipped; `None` if they can run.
    pub(super) const fn skips_rest(&self) -> Option<SkipReason> {
        match self {
            Self::Unreachable { .. } => Some(SkipReason::Unreachable),
            Self::CertificateRejected { .. } => Some(SkipReason::CertificateRejected),
            Self::LoginFailed { .. } => Some(SkipReason::LoginFailed),
            Self::Skipped(SkipReason::StoppedHere) => Some(SkipReason::StoppedBefore),
            Self::Skipped(SkipReason::NoCampaign) => None,
            Self::Skipped(reason) => Some(*reason),
            _ => None,
        }
    }
}
