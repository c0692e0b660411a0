use serde::{Deserialize, Serialize};
use specta::Type;

use super::DocumentRef;

/// The first steps, as the guide beside the navigation shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// Whether the guide is open.
    pub shown: bool,
    /// The steps, in order.
    pub steps: Vec<WelcomeStep>,
}

/// One step of the guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeStep {
    /// Which one.
    pub id: WelcomeStepId,
    /// What is to be done.
    pub title: String,
    /// How, in a sentence or two.
    pub text: String,
    /// How it stands.
    pub state: WelcomeState,
    /// What to try it with, where that is here.
    pub target: Option<DocumentRef>,
}

/// The steps of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WelcomeStepId {
    /// Open a campaign and change it.
    Change,
    /// See what a check noticed, and mend it.
    Fix,
    /// Review the change and send it.
    Send,
    /// Look at the proof.
    Receipt,
}

impl WelcomeStepId {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Change, Self::Fix, Self::Send, Self::Receipt];
}

/// How a step stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WelcomeState {
    /// Later.
    Waiting,
    /// The next one to do.
    Current,
    /// The person did it.
    Done,
    /// The person passed over it.
    Skipped,
}

/// What a person does with the guide itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum WelcomeAction {
    /// Opens it.
    Open,
    /// Closes it for good.
    Close,
    /// Passes over a step.
    Skip(WelcomeStepId),
}
