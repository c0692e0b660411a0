use serde::Serialize;
use specta::Type;

use super::DocumentRef;

/// The results of a palette search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PaletteResults {
    /// The matching objects, best first within each kind; empty if there is no text.
    pub objects: Vec<PaletteObject>,
    /// The recently chosen items, latest first; empty if there is a text.
    pub recent: Vec<RecentPaletteItem>,
}

/// An object that the palette can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PaletteObject {
    /// Its key among recently chosen items, unique within the palette.
    pub key: String,
    /// Its kind.
    pub kind: PaletteKind,
    /// Its name.
    pub title: String,
    /// A detail that distinguishes it from objects with the same name.
    pub detail: String,
    /// The time when it was sent or saved, if relevant.
    pub at: Option<String>,
    /// The destination that it opens.
    pub opens: PaletteDestination,
    /// The quality of the match; higher is better. The window ranks its commands on the same scale. 0 for recently
    /// chosen items.
    pub score: u32,
}

/// A kind of object in the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PaletteKind {
    /// A draft with changes, or a new campaign.
    Draft,
    /// A campaign in the cache.
    Campaign,
    /// An ad in the cache or from a file.
    Ad,
    /// A retargeting value in the cache.
    Value,
    /// A sent item.
    Sent,
    /// A template of the workspace.
    Template,
    /// A saved view of the campaign list.
    View,
}

/// A destination that the palette can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum PaletteDestination {
    /// A campaign, an ad or a draft.
    Detail(DocumentRef),
    /// The receipt of a sent item, by the item's id.
    Receipt(String),
    /// A new campaign from a template, by the template's id.
    Template(String),
    /// The campaign list in a saved view, by the view's id.
    View(String),
}

/// A recently chosen item of the palette.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum RecentPaletteItem {
    /// An action of the window, by its id in the window.
    Action(String),
    /// An object that still exists.
    Object(PaletteObject),
}
