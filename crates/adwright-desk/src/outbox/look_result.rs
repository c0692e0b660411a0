//! The result of the last look at an item, in a form that decides many items at once.

use adwright_model::{EditableDocument, Id, ValueChange, diff};
use adwright_planner::{Event, MatchCandidate, ReadResult};
use adwright_store::{Item, ItemVerb};
use serde::{Deserialize, Serialize};

use crate::document::id_of;

/// The result of one look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LookResult {
    /// The service does not have it: no listed object could be it, or the object is unchanged since before the write.
    Absent,
    /// The ids of the listed objects that could be it; none for an object without an id.
    Matches(Vec<Option<i64>>),
    /// The object is gone, or holds values that are neither the old ones nor ours.
    Differs,
    /// The request to the service failed, or its reply is inconclusive.
    Failed,
}

impl LookResult {
    /// Returns the result of an event; none if the event is not a look.
    pub(super) fn of(item: &Item, event: &Event) -> Option<Self> {
        match event {
            Event::Searched(Ok(found)) if found.is_empty() => Some(Self::Absent),
            Event::Searched(Ok(found)) => Some(Self::Matches(found.iter().map(shown_id).collect())),
            Event::Searched(Err(_)) | Event::Read(ReadResult::Failed(_)) => Some(Self::Failed),
            Event::Read(seen) => Some(match (item.verb, seen) {
                (ItemVerb::Update, ReadResult::Object(now)) if is_as_before(item, now) => {
                    Self::Absent
                }
                (ItemVerb::Update, _) => Self::Differs,
                // The id comes from the list or the reply. Reading by that id tells no more about which object it is.
                (ItemVerb::Create, _) => Self::Failed,
            }),
            Event::Begin
            | Event::StartLookup { .. }
            | Event::StartFinalLookup { .. }
            | Event::Delivered(_)
            | Event::QuietPeriodOver
            | Event::Paused(_) => None,
        }
    }

    /// Returns the id of the only match; none if there are several, or if it has no id.
    pub(super) fn only_match(&self) -> Option<Id> {
        match self {
            Self::Matches(ids) => match ids.as_slice() {
                [Some(id)] => Some(Id(*id)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn shown_id(there: &MatchCandidate) -> Option<i64> {
    id_of(&there.object).map(|id| id.0)
}

/// Returns whether every field that was sent still has its value from before the write.
fn is_as_before(item: &Item, now: &EditableDocument) -> bool {
    let before = item.before_image.as_deref().map(EditableDocument::parse);
    let (Some(Ok(before)), Ok(body)) = (before, EditableDocument::parse(&item.body)) else {
        return false;
    };
    let is_unchanged =
        |change: &ValueChange| match (before.get(&change.path), now.get(&change.path)) {
            (Some(was), Some(is)) => was.equals_ignoring_id_type(&is),
            (None, None) => true,
            _ => false,
        };
    diff(&before, &body).iter().all(is_unchanged)
}
