use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DocumentRef, ListId};

/// Where ads are imported from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum AdImportSource {
    /// Files, and folders with all `.json` files in them.
    Paths(Vec<String>),
    /// What was pasted: JSON, or the paths of files and folders, one a line.
    Text(String),
}

/// How far an import has come.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportProgress {
    /// How many entries of folders were looked at.
    pub entries: u32,
    /// How many files were read.
    pub files: u32,
    /// How many ads came.
    pub ads: u32,
}

/// How an import ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportResult {
    /// The import's own id, to take it back with.
    pub id: String,
    /// How many ads came.
    pub ads: u32,
    /// Whether all was read: nobody stopped it, and the disk kept all.
    pub complete: bool,
    /// What happened, as sentences.
    pub message: String,
    /// What was left out and why, in the order in which it was found.
    pub troubles: Vec<AdImportProblem>,
    /// How many more there were: only the first are listed.
    pub more_troubles: u32,
    /// The list in which the first ad that came stands.
    pub list: Option<ListId>,
    /// The ad, where one came alone.
    pub only: Option<DocumentRef>,
}

/// A file, or an object of one, that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdImportProblem {
    /// The file, from the folder on that was named.
    pub file: String,
    /// Why, as a sentence that begins with the place, where there is one.
    pub message: String,
}

/// Ads from files that were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RemovedAds {
    /// What brings them back.
    pub removal: String,
    /// How many there are.
    pub ads: u32,
    /// What happened, as a sentence.
    pub message: String,
}
