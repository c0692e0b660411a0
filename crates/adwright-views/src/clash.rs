use serde::{Deserialize, Serialize};
use specta::Type;

use super::ClashedValues;

/// The values of a draft that someone else changed as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftClashes {
    /// The person who changed the object last, as the object names them.
    pub by: Option<String>,
    /// The time of that change, as the person reads it.
    pub at: Option<String>,
    /// The number of clashes that nobody settled. The draft cannot be sent while there are any.
    pub open: u32,
    /// Every clash, settled or not.
    pub clashes: Vec<ClashView>,
}

/// A value that a draft and someone else changed differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClashView {
    /// Its identity, to settle it by.
    pub place: String,
    /// The values.
    pub values: ClashedValues,
    /// Whether and how it was settled.
    pub state: ClashState,
    /// True if both sides have a list, so that the items of both can be taken.
    pub is_list: bool,
    /// The number of other drafts with an open clash at the same place.
    pub alike: u32,
}

/// Whether and how a clash was settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ClashState {
    /// It is open: the draft has its own value, and nobody confirmed it.
    Open,
    /// A person confirmed the draft's value.
    Mine,
    /// The draft has the other person's value.
    Theirs,
    /// The draft has a third value.
    Other,
}

/// How a clash is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ClashChoice {
    /// Keep the draft's value.
    Mine,
    /// Take the other person's value.
    Theirs,
    /// Take the items of both lists.
    Both,
}

/// The result of moving one draft to the newest version of its object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergedDraft {
    /// The draft.
    pub draft: String,
    /// Its name.
    pub title: String,
    /// True if someone else had changed the object.
    pub moved: bool,
    /// The clashes of the draft; none if it never had any.
    pub clashes: Option<DraftClashes>,
}
