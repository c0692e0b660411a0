use serde::{Deserialize, Serialize};
use specta::Type;

/// The settings of a workspace for everything that the interface description leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionSettings {
    /// The workspace's own id.
    pub workspace: String,
    /// Its name.
    pub name: String,
    /// The service's address, as a person reads it.
    pub address: String,
    /// The reason why nothing can be changed, as a sentence; none if changes are allowed.
    pub locked: Option<String>,
    /// True if a changed setting applies only after the workspace is reopened.
    pub pending: bool,
    /// The number of settings that differ from their defaults.
    pub changed: u32,
    /// All settings, in groups.
    pub groups: Vec<SettingGroupView>,
}

/// A group of settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingGroupView {
    /// The group's title.
    pub title: String,
    /// The settings that apply to the workspace's way to log in.
    pub rows: Vec<SettingRow>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingRow {
    /// Its name in files and on the command line.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its effect, as a sentence.
    pub help: String,
    /// Its value, as written.
    pub value: String,
    /// Its default, as written.
    pub default: String,
    /// Its default, as a person reads it.
    pub default_shown: String,
    /// The source of the default, in words.
    pub source: String,
    /// True if it differs from its default.
    pub changed: bool,
    /// The origin of its value; none for a default.
    pub mark: Option<SettingOrigin>,
    /// The kind of input.
    pub input: SettingInput,
    /// For a field's place, the place found in the received campaigns, in words.
    pub observed_place: Option<String>,
}

/// A kind of input for a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum SettingInput {
    /// A choice.
    Choice {
        /// The choices, in order.
        choices: Vec<SettingChoice>,
    },
    /// Typed text.
    Text {
        /// The unit after the value, such as "ms"; empty for no unit.
        unit: String,
        /// The placeholder of the empty field.
        placeholder: String,
    },
}

/// One possible value of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingChoice {
    /// The value as it is set.
    pub value: String,
    /// The value as a person reads it.
    pub label: String,
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingOrigin {
    /// The source.
    pub source: SettingOriginKind,
    /// The origin in words.
    pub words: String,
    /// The time; none if unknown.
    pub at: Option<String>,
    /// The reason, as a sentence, if known.
    pub why: Option<String>,
}

/// A source of a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SettingOriginKind {
    /// A person in Adwright.
    Person,
    /// A person who accepted a suggestion of the doctor.
    Doctor,
    /// Adwright, based on the service's answers.
    Learned,
    /// An unknown source: the workspace's form, a file, or a time without such records.
    Elsewhere,
}

/// A setting to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingChange {
    /// The setting's key.
    pub key: String,
    /// The new value, as a person writes it.
    pub value: String,
    /// The doctor's observation behind a suggestion; none if the person chose the value.
    pub suggested: Option<String>,
}

/// The result of a change of settings, with the data to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChangeResult {
    /// All settings after the change.
    pub settings: ConnectionSettings,
    /// A sentence about the result.
    pub message: String,
    /// The previous settings, needed to undo the change.
    pub before: Vec<PreviousSetting>,
}

/// A setting before a change, needed to undo the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviousSetting {
    /// The setting's key.
    pub key: String,
    /// The previous value.
    pub value: String,
    /// The previous mark, as stored; none if there was none.
    pub mark: Option<String>,
}
