use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Colour, Connection, SecretStorage, Welcome};

/// The open workspace in the top bar, the navigation and the status bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceView {
    /// The workspace's own id.
    pub id: String,
    /// Its name, such as "Practice".
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The location of its service, in words, such as "on this computer".
    pub location: String,
    /// True if nothing may be sent from it.
    pub read_only: bool,
    /// True if a large send asks for its name.
    pub production: bool,
    /// The status of the secrets that it needs; none if it needs no secrets.
    pub secrets: Option<SecretsStatus>,
    /// True if its service is the practice service.
    pub practice: bool,
    /// The IANA name of the time zone for shown times.
    pub zone: String,
    /// The name written into receipts.
    pub person: String,
    /// The theme chosen by the person.
    pub theme: Theme,
    /// The numbers beside the navigation.
    pub counts: WorkspaceCounts,
    /// The last fetch of each list.
    pub fetched: LastFetches,
    /// The path of the service's ads, such as `/ads`; none if it is not set.
    pub ads_path: Option<String>,
    /// The connection to the service.
    pub connection: Connection,
    /// The first steps.
    pub welcome: Welcome,
    /// Sentences about work that was recovered and old data that was removed at the start, if there was any.
    pub recovered: Option<String>,
}

/// The status of the open workspace's secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsStatus {
    /// Their storage.
    pub storage: SecretStorage,
    /// The state of the lookup.
    pub state: SecretsState,
    /// The meaning and the remedy, as sentences.
    pub message: String,
}

/// The state of the lookup of a workspace's secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretsState {
    /// No request has needed them yet.
    Unread,
    /// The keyring is being read, and may be asking the person to unlock it.
    Waiting,
    /// All required secrets are stored.
    Found,
    /// Some required secrets are not stored.
    Missing,
    /// The keyring failed.
    Failed,
}

/// The numbers of objects in a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceCounts {
    /// The number of cached campaigns.
    pub campaigns: u32,
    /// The number of cached retargeting values.
    pub values: u32,
    /// The number of ads, cached and from files.
    pub ads: u32,
    /// The number of ads in each list; none while they are being counted.
    pub ad_lists: Option<AdCounts>,
    /// The number of drafts with at least one change, without discarded ones.
    pub drafts: u32,
    /// The number of drafts without an error. "Review and send" selects them.
    pub ready: u32,
    /// The number of errors in all drafts together.
    pub errors: u32,
    /// The number of sent items that wait for a person's decision.
    pub needs_you: u32,
    /// The number of items with a receipt.
    pub sent: u32,
}

/// The numbers of ads in each list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdCounts {
    /// In-stream ads.
    pub in_stream: u32,
    /// Expandable banners.
    pub expandable: u32,
    /// HTML5 expandable banners.
    pub html5_expandable: u32,
    /// Ads of another type, and ads known only in a short form.
    pub other: u32,
}

/// The last fetch of each list of the service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastFetches {
    /// The last fetch of the campaigns.
    pub campaigns: LastFetch,
    /// The last fetch of the retargeting values.
    pub values: LastFetch,
    /// The last fetch of the ads.
    pub ads: LastFetch,
}

/// The last fetch of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastFetch {
    /// The time when it ended; none before the first fetch.
    pub at: Option<String>,
    /// True if it reached the end of the list.
    pub complete: bool,
    /// The reason for an incomplete fetch, as a sentence.
    pub reason: Option<String>,
}

/// A theme of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// The system's theme.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// Returns the theme's name in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Parses a theme. An unknown word becomes the system's theme.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }
}

/// A change of one preference. The other preferences stay.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum PreferenceChange {
    /// The name written into receipts.
    Person(String),
    /// The theme.
    Theme(Theme),
}
