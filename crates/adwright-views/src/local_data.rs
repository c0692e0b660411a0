use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ChangeView, Collection};

/// The data on this computer, and the rule that removes old data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LocalDataView {
    /// What the database and the backups hold, for all workspaces.
    pub parts: Vec<DataPart>,
    /// The size of the database file, with space that is free for new data.
    pub file: DataSize,
    /// How many months old versions and replies stay; none if they stay forever.
    pub keep_months: Option<u32>,
    /// A sentence about the last removal by the rule; none if there was none.
    pub last_removal: Option<String>,
    /// The backups that single items can be restored from, the newest first.
    pub backups: Vec<BackupRow>,
}

/// One kind of stored data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DataPart {
    /// Its name.
    pub label: String,
    /// The number of objects, texts or files.
    pub count: u32,
    /// The size of their texts.
    pub size: DataSize,
    /// Whether the retention rule removes old data of this kind.
    pub thinned: bool,
}

/// A size on the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DataSize {
    /// In kilobytes of 1,024 bytes, rounded up.
    pub kilobytes: u32,
    /// In words, such as `12 MB`.
    pub text: String,
}

/// The effect of a retention rule, before it is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RetentionPreview {
    /// The number of versions of objects that the rule would remove now.
    pub versions: u32,
    /// The number of raw replies that the rule would remove now.
    pub replies: u32,
    /// Their size.
    pub size: DataSize,
    /// The effect in words.
    pub message: String,
}

/// A backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupRow {
    /// Its name.
    pub name: String,
    /// When it was made, as RFC 3339.
    pub made_at: String,
    /// Why it was made, in words.
    pub reason: String,
    /// The size of its file.
    pub size: DataSize,
}

/// A draft or a batch in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupItem {
    /// Its address in the backup.
    pub id: BackupItemId,
    /// The collection of a draft's object; none for a batch.
    pub collection: Option<Collection>,
    /// The name of the object or the batch.
    pub title: String,
    /// When it was last saved, as RFC 3339.
    pub saved: String,
    /// What the workspace has of it now.
    pub state: BackupItemState,
    /// The state in words.
    pub about: String,
    /// The number of rows of a batch, or of fields that a draft differs in from what the workspace has now.
    pub count: u32,
}

/// The address of a draft or a batch in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
pub enum BackupItemId {
    /// A draft, by its id.
    Draft(String),
    /// A batch, by its id.
    Batch(String),
}

/// What the workspace has now of an item in a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BackupItemState {
    /// The same.
    Same,
    /// The draft with another content.
    Changed,
    /// The draft as a discarded one.
    Discarded,
    /// A draft that was sent, or is being sent.
    Sent,
    /// Nothing.
    Missing,
}

impl BackupItemState {
    /// Returns whether the item can be restored.
    #[must_use]
    pub const fn can_restore(self) -> bool {
        matches!(self, Self::Changed | Self::Discarded | Self::Missing)
    }
}

/// A restored item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoredItem {
    /// Its id in the workspace. A draft gets a new one.
    pub id: BackupItemId,
    /// What happened, in words.
    pub message: String,
}

/// The changes that a restored draft would have against what the workspace has now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupPreview {
    /// The changed fields. `before` is the current value, `after` the value in the backup.
    pub changes: Vec<ChangeView>,
}
