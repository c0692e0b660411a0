use serde::{Deserialize, Serialize};
use specta::Type;

use super::Failure;

/// A failure to open Adwright's own files, with the available remedies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HomeFailure {
    /// The failure.
    pub failure: Failure,
    /// The folder of the files.
    pub folder: String,
    /// The remedies besides a retry, best first; empty if only the person can help.
    pub ways_out: Vec<RecoveryOption>,
}

/// One remedy for files that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryOption {
    /// The action.
    pub remedy: RecoveryAction,
    /// The button's label.
    pub label: String,
    /// The time of the backup.
    pub made_at: Option<String>,
    /// The consequence for the person's work, as a sentence.
    pub consequence: String,
}

/// An action for files that cannot be opened. No action deletes anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "name", rename_all = "camelCase")]
pub enum RecoveryAction {
    /// Replaces the local database with the backup of this name.
    Backup(String),
    /// Copies the readable part of the local database into a new one.
    Salvage,
    /// Creates a new local database.
    Afresh,
    /// Restarts the practice service with new demo data.
    PracticeAfresh,
    /// Opens Practice instead of a workspace that cannot be opened.
    OpenPractice,
}
