use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DocumentRef, ListId};

/// A source of ads to import.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum AdImportSource {
    /// Files, and folders with all `.json` files in them.
    Paths(Vec<String>),
    /// Pasted text: JSON, or paths of files and folders, one per line.
    Text(String),
}

/// The progress of an import.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportProgress {
    /// The number of folder entries examined.
    pub entries: u32,
    /// The number of files read.
    pub files: u32,
    /// The number of ads imported.
    pub ads: u32,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportResult {
    /// The import's id, needed to undo the import.
    pub id: String,
    /// The number of ads imported.
    pub ads: u32,
    /// True if everything was read: the import was not stopped, and the disk stored everything.
    pub complete: bool,
    /// A few sentences about the result.
    pub message: String,
    /// The files and objects that were left out, in the order of discovery.
    pub troubles: Vec<AdImportProblem>,
    /// The number of further problems that are not listed.
    pub more_troubles: u32,
    /// The list that contains the first imported ad.
    pub list: Option<ListId>,
    /// The imported ad, if exactly one was imported.
    pub only: Option<DocumentRef>,
}

/// A file that was left out, or an object of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportProblem {
    /// The file's path, starting at the chosen folder.
    pub file: String,
    /// The reason, as a sentence. It starts with the position, if one is known.
    pub message: String,
}

/// File ads that were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovedAds {
    /// The removal's id, needed to restore the ads.
    pub removal_id: String,
    /// The number of removed ads.
    pub ads: u32,
    /// A sentence about the result.
    pub message: String,
}
