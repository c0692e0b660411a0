use serde::Serialize;
use specta::Type;

use super::DocumentRef;

/// What the palette found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PaletteResults {
    /// The objects that answer the text, the best first within each kind; none where there is no text.
    pub objects: Vec<PaletteObject>,
    /// What was chosen lately, the latest first; only where there is no text.
    pub recent: Vec<RecentPaletteItem>,
}

/// Something that the palette can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PaletteObject {
    /// By what it is noted as chosen; unique among all that the palette shows.
    pub key: String,
    /// What it is.
    pub kind: PaletteKind,
    /// Its name.
    pub title: String,
    /// What tells it from others of that name.
    pub detail: String,
    /// When it was sent or saved, where that matters.
    pub at: Option<String>,
    /// What choosing it opens.
    pub opens: PaletteDestination,
    /// How well it answers the text, more is better; the window ranks its commands on the same scale. 0 for what was
    /// chosen lately.
    pub score: u32,
}

/// What kind of object the palette shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PaletteKind {
    /// A draft with changes, or a new campaign.
    Draft,
    /// A campaign in the cache.
    Campaign,
    /// An ad in the cache or from a file.
    Ad,
    /// Something that was sent.
    Sent,
    /// A template of the workspace.
    Template,
    /// A saved view of the campaign list.
    View,
}

/// What choosing an object opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum PaletteDestination {
    /// A campaign, an ad or a draft.
    Detail(DocumentRef),
    /// The receipt of a sent item, by the item's id.
    Receipt(String),
    /// A new campaign from a template, by the template's id.
    Template(String),
    /// The campaign list as a saved view shows it, by the view's id.
    View(String),
}

/// Something that was chosen in the palette before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum RecentPaletteItem {
    /// An action of the window, by its id there.
    Action(String),
    /// An object that is still there.
    Object(PaletteObject),
}
