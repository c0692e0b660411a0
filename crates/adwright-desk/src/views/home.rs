use serde::{Deserialize, Serialize};
use specta::Type;

use super::Failure;

/// Why Adwright's own files could not be opened, and what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HomeFailure {
    /// What happened.
    pub failure: Failure,
    /// The folder that the files are in.
    pub folder: String,
    /// What helps beside trying again, the best first; none where only the person can help.
    pub ways_out: Vec<RecoveryOption>,
}

/// Something that can be done about files that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryOption {
    /// What is done.
    pub remedy: RecoveryAction,
    /// What it is called on a button.
    pub label: String,
    /// When a copy was made.
    pub made_at: Option<String>,
    /// What it means for the person's work, as a sentence.
    pub consequence: String,
}

/// What is done about files that cannot be opened. Nothing is deleted by any of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "name", rename_all = "camelCase")]
pub enum RecoveryAction {
    /// The copy of this name takes the place of the local database.
    Backup(String),
    /// What can be read of the local database goes into a new one.
    Salvage,
    /// A new local database is begun.
    Afresh,
    /// The practice service begins with new demo data.
    PracticeAfresh,
    /// Practice is opened in place of a workspace that cannot be.
    OpenPractice,
}
