use serde::Serialize;
use specta::Type;

use super::RawReply;

/// One step of the connection doctor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorStep {
    /// Which one.
    pub id: DoctorStepId,
    /// What it is called.
    pub title: String,
    /// How it stands.
    pub state: DoctorStepState,
    /// What that means, as sentences; empty while it is tried.
    pub message: String,
    /// What to do, as a sentence, where something is to be done.
    pub advice: Option<String>,
    /// What was asked and what came back, in order.
    pub tries: Vec<DoctorExchange>,
    /// What was seen.
    pub facts: Vec<DoctorFact>,
}

/// The steps, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DoctorStepId {
    /// Whether the service can be reached.
    Address,
    /// Whether nobody can listen.
    Encryption,
    /// Whether it accepts who asks.
    Login,
    /// The list of campaigns.
    Campaigns,
    /// One campaign.
    Campaign,
    /// The list of retargeting values.
    Values,
    /// The list of ads.
    Ads,
}

/// How a step stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DoctorStepState {
    /// It has not begun.
    Waiting,
    /// It is tried now.
    Running,
    /// All is well.
    Fine,
    /// It works, or need not; but there is something to know.
    Notable,
    /// It does not work.
    Failed,
    /// It was left out.
    NotTried,
}

/// One thing that was asked, and what came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorExchange {
    /// The method and the address; no secret.
    pub request: String,
    /// What came back, such as "200, 12 KB, 45 ms".
    pub answer: String,
    /// Whether that is what was hoped for.
    pub works: bool,
    /// The reply; none where none came.
    pub reply: Option<RawReply>,
}

/// Something that was seen, such as where the rows of a list are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorFact {
    /// What it is about.
    pub label: String,
    /// What was seen.
    pub value: String,
}

/// A change of settings that the doctor suggests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorSuggestion {
    /// What it does, in a few words.
    pub title: String,
    /// What was seen that speaks for it, as a sentence.
    pub why: String,
    /// The settings that it changes.
    pub changes: Vec<SettingDifference>,
}

/// A setting as it is and as it would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingDifference {
    /// The setting's key.
    pub key: String,
    /// What it is called.
    pub title: String,
    /// What it is now, as a person reads it.
    pub before: String,
    /// What it would be, as a person reads it.
    pub after: String,
    /// What it would be, as it is set.
    pub value: String,
    /// What the new value brings, where that can be shown: what the service has there.
    pub sample: Option<String>,
}

/// How far the doctor has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum DoctorProgress {
    /// It began; these are its steps.
    Started {
        /// All of them, in order.
        steps: Vec<DoctorStep>,
    },
    /// A step began or ended.
    Step(DoctorStep),
    /// All steps are done.
    Finished,
}

/// What the doctor found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    /// The workspace's name.
    pub name: String,
    /// The service's address.
    pub address: String,
    /// How it went, as a sentence.
    pub message: String,
    /// The steps, in order.
    pub steps: Vec<DoctorStep>,
    /// What to change.
    pub suggestions: Vec<DoctorSuggestion>,
    /// Whether it worked: no step failed, and none was stopped.
    pub works: bool,
}
