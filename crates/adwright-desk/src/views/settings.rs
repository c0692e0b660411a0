use serde::{Deserialize, Serialize};
use specta::Type;

/// The settings of a workspace for what the interface leaves unsaid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionSettings {
    /// The workspace's own id.
    pub workspace: String,
    /// Its name.
    pub name: String,
    /// The service's address, as a person reads it.
    pub address: String,
    /// Why nothing can be changed, as a sentence; none where it can.
    pub locked: Option<String>,
    /// Whether something was changed that holds only when the workspace is opened anew.
    pub pending: bool,
    /// How many settings are not at their default.
    pub changed: u32,
    /// All settings, in groups.
    pub groups: Vec<SettingGroupView>,
}

/// Settings that are shown together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingGroupView {
    /// What they are about.
    pub title: String,
    /// The settings that the workspace's way to log in has.
    pub rows: Vec<SettingRow>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingRow {
    /// What it is called in files and on the command line.
    pub key: String,
    /// What it is called to a person.
    pub title: String,
    /// What it does, as a sentence.
    pub help: String,
    /// What it is set to, as it is written.
    pub value: String,
    /// Its default, as it is written.
    pub default: String,
    /// Its default, as a person reads it.
    pub default_shown: String,
    /// Who says that the default is right, in words.
    pub source: String,
    /// Whether it is not at its default.
    pub changed: bool,
    /// Where its value is from; none for a default.
    pub mark: Option<SettingOrigin>,
    /// What it takes.
    pub input: SettingInput,
    /// For the place of a field: where it is in the campaigns that came, as words.
    pub found: Option<String>,
}

/// What a setting takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum SettingInput {
    /// One of these.
    Choice {
        /// In the order in which they are offered.
        choices: Vec<SettingChoice>,
    },
    /// Something that is typed.
    Text {
        /// What stands behind it, such as "ms"; empty for none.
        unit: String,
        /// What stands in the empty field.
        placeholder: String,
    },
}

/// One of the values that a setting can have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingChoice {
    /// As it is set.
    pub value: String,
    /// As a person reads it.
    pub label: String,
}

/// Where a value is from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingOrigin {
    /// Who set it.
    pub source: SettingOriginKind,
    /// The same in words.
    pub words: String,
    /// When; none where that is not known.
    pub at: Option<String>,
    /// Why, as a sentence, where that is known.
    pub why: Option<String>,
}

/// Who set a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SettingOriginKind {
    /// A person, here.
    Person,
    /// A person, by accepting what the doctor suggested.
    Doctor,
    /// Adwright, from what the service answered.
    Learned,
    /// Someone, by the workspace's form, a file, or before such notes were kept.
    Elsewhere,
}

/// A setting to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingChange {
    /// The setting's key.
    pub key: String,
    /// What to set it to, as a person writes it.
    pub value: String,
    /// What the doctor saw that speaks for it; none where the person chose it.
    pub suggested: Option<String>,
}

/// Settings that were changed, and how to take that back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChangeResult {
    /// All settings as they are now.
    pub settings: ConnectionSettings,
    /// What happened, as a sentence.
    pub message: String,
    /// Hand this back to undo it.
    pub before: Vec<PreviousSetting>,
}

/// A setting as it was before a change, to be handed back as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviousSetting {
    /// The setting's key.
    pub key: String,
    /// What it was set to.
    pub value: String,
    /// Its mark, as it was kept; none where it had none.
    pub mark: Option<String>,
}
