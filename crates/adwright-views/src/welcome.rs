use serde::{Deserialize, Serialize};
use specta::Type;

use super::DocumentRef;

/// The first steps, shown in the guide beside the navigation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// True if the guide is open.
    pub open: bool,
    /// The steps, in order.
    pub steps: Vec<WelcomeStep>,
}

/// One step of the guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeStep {
    /// Its id.
    pub id: WelcomeStepId,
    /// The task.
    pub title: String,
    /// Instructions, in a sentence or two.
    pub text: String,
    /// Its state.
    pub state: WelcomeState,
    /// A document for trying it, if there is one.
    pub target: Option<DocumentRef>,
}

/// A step of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WelcomeStepId {
    /// Opening and changing a campaign.
    Change,
    /// Reading and fixing a finding.
    Fix,
    /// Reviewing and sending the change.
    Send,
    /// Viewing the proof.
    Receipt,
}

impl WelcomeStepId {
    /// All steps, in order.
    pub const ALL: [Self; 4] = [Self::Change, Self::Fix, Self::Send, Self::Receipt];
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WelcomeState {
    /// It comes later.
    Waiting,
    /// It is the next step.
    Current,
    /// The person completed it.
    Done,
    /// The person skipped it.
    Skipped,
}

/// An action of a person on the guide itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum WelcomeAction {
    /// Opens the guide.
    Open,
    /// Closes the guide for good.
    Close,
    /// Skips a step.
    Skip(WelcomeStepId),
}
