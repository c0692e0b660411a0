use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Colour, Connection, SecretStorageView, Welcome};

/// The open workspace, as the top bar, the navigation and the status bar show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceView {
    /// The workspace's own id.
    pub id: String,
    /// Its name, such as "Practice".
    pub name: String,
    /// The colour that it is told by.
    pub colour: Colour,
    /// Where it is, in words, such as "on this computer".
    pub place: String,
    /// Whether nothing may be sent from it.
    pub read_only: bool,
    /// Whether a large send asks for its name.
    pub production: bool,
    /// How it stands with the secrets that it needs; none where it needs none.
    pub secrets: Option<SecretsStatus>,
    /// Whether the service behind it is the practice service.
    pub practice: bool,
    /// The time zone in which times are shown, by its IANA name.
    pub zone: String,
    /// The name written into receipts.
    pub person: String,
    /// The theme that the person chose.
    pub theme: Theme,
    /// The numbers beside the navigation.
    pub counts: WorkspaceCounts,
    /// What is known of the last fetch of the campaigns.
    pub fetch: LastFetch,
    /// What is known of the last fetch of the ads.
    pub ads_fetch: LastFetch,
    /// Where the service has ads, such as `/ads`; none where the settings do not say.
    pub ads_path: Option<String>,
    /// Whether the service answers.
    pub connection: Connection,
    /// The first steps.
    pub welcome: Welcome,
    /// What was recovered at start, as one sentence, if anything was.
    pub recovered: Option<String>,
}

/// How it stands with the secrets of the open workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsStatus {
    /// Where they are kept.
    pub place: SecretStorageView,
    /// How far looking for them has come.
    pub state: SecretsLookupState,
    /// What that means and what to do, as sentences.
    pub message: String,
}

/// How far looking for a workspace's secrets has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretsLookupState {
    /// No request needed them yet.
    Unread,
    /// The keyring is being asked, and may be asking the person to unlock it.
    Waiting,
    /// All that it needs are there.
    Found,
    /// Some are not kept.
    Missing,
    /// The keyring failed.
    Failed,
}

/// How many there are of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceCounts {
    /// Campaigns in the cache.
    pub campaigns: u32,
    /// Ads in the cache and from files, whatever they are.
    pub ads: u32,
    /// The same list by list; none while they are being counted.
    pub ad_lists: Option<AdCounts>,
    /// Drafts with at least one change, none of them discarded.
    pub drafts: u32,
    /// Drafts without an error: those that "Review and send" offers ticked.
    pub ready: u32,
    /// Errors in all drafts together.
    pub errors: u32,
    /// Sent items that wait for a person's decision.
    pub needs_you: u32,
    /// Items with a receipt.
    pub sent: u32,
}

/// How many ads each of their lists has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdCounts {
    /// In-stream ads.
    pub in_stream: u32,
    /// Expandable banners.
    pub expandable: u32,
    /// HTML5 expandable banners.
    pub html5_expandable: u32,
    /// Ads of another type, and those of which only a short form is known.
    pub other: u32,
}

/// What is known of the last fetch of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastFetch {
    /// When the last fetch ended; none before the first.
    pub at: Option<String>,
    /// Whether it reached the end of the list.
    pub complete: bool,
    /// Why not, as a sentence, where it did not.
    pub reason: Option<String>,
}

/// Light, dark, or as the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// One preference to change; the others stay.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum PreferenceChange {
    /// The name written into receipts.
    Person(String),
    /// The theme.
    Theme(Theme),
}
