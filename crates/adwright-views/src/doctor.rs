use serde::Serialize;
use specta::Type;

use super::ReplyView;

/// One step of the connection doctor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorStep {
    /// Its id.
    pub id: DoctorStepId,
    /// Its title.
    pub title: String,
    /// Its state.
    pub state: DoctorStepState,
    /// The meaning in sentences; empty while the step runs.
    pub message: String,
    /// The recommended action, as a sentence; none if nothing has to be done.
    pub advice: Option<String>,
    /// The requests and their answers, in order.
    pub tries: Vec<DoctorExchange>,
    /// The observed facts.
    pub facts: Vec<DoctorFact>,
}

/// The steps, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DoctorStepId {
    /// Reaching the service.
    Address,
    /// Encryption of the connection.
    Encryption,
    /// Logging in.
    Login,
    /// Reading the list of campaigns.
    Campaigns,
    /// Reading one campaign.
    Campaign,
    /// Reading the list of retargeting values.
    Values,
    /// Reading the list of ads.
    Ads,
}

impl DoctorStepId {
    /// All steps, in order.
    pub const ALL: [Self; 7] = [
        Self::Address,
        Self::Encryption,
        Self::Login,
        Self::Campaigns,
        Self::Campaign,
        Self::Values,
        Self::Ads,
    ];
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DoctorStepState {
    /// It has not started.
    Waiting,
    /// It is running.
    Running,
    /// All is well.
    Fine,
    /// It works or is not needed, but there is a remark.
    Notable,
    /// It does not work.
    Failed,
    /// It was skipped.
    NotTried,
}

/// One request and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorExchange {
    /// The method and the address, without secrets.
    pub request: String,
    /// The answer, such as "200, 12 KB, 45 ms".
    pub answer: String,
    /// True if the answer is the expected one.
    pub works: bool,
    /// The reply; none if no reply came.
    pub reply: Option<ReplyView>,
}

/// An observed fact, such as the place of a list's rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorFact {
    /// The subject.
    pub label: String,
    /// The observation.
    pub value: String,
}

/// A change of settings that the doctor suggests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorSuggestion {
    /// The change in a few words.
    pub title: String,
    /// The observation behind the suggestion, as a sentence.
    pub why: String,
    /// The settings that it changes.
    pub changes: Vec<SettingDifference>,
}

/// The current and the suggested value of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingDifference {
    /// The setting's key.
    pub key: String,
    /// The setting's title.
    pub title: String,
    /// The current value, as a person reads it.
    pub before: String,
    /// The suggested value, as a person reads it.
    pub after: String,
    /// The suggested value in the spelling of the settings.
    pub value: String,
    /// A sample of the service's content under the new value, if there is one.
    pub sample: Option<String>,
}

/// The progress of the connection doctor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum DoctorProgress {
    /// The doctor started with these steps.
    Started {
        /// All of them, in order.
        steps: Vec<DoctorStep>,
    },
    /// A step started or ended.
    Step(DoctorStep),
    /// All steps are done.
    Finished,
}

/// The report of the connection doctor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    /// The workspace's name.
    pub name: String,
    /// The service's address.
    pub address: String,
    /// A sentence about the result.
    pub message: String,
    /// The steps, in order.
    pub steps: Vec<DoctorStep>,
    /// The suggested changes.
    pub suggestions: Vec<DoctorSuggestion>,
    /// True if no step failed and none was stopped.
    pub works: bool,
}
