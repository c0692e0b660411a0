//! What the last look at the service showed of an item, as far as a person can decide by it about many items at once.

use adwright_model::{Editable, Id, ValueChange, diff};
use adwright_store::{Item, ItemVerb};
use serde::{Deserialize, Serialize};

use super::list_scan::MatchCandidate;
use super::plan::{Event, ReadResult};
use crate::document::id_of;

/// The result of one look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LookResult {
    /// The service does not have it: nothing in the list could be it, or the object is as it was before the write.
    Absent,
    /// Objects of the list that could be it, by their ids; none for an object without an id.
    Matches(Vec<Option<i64>>),
    /// The object is gone, or holds something that is neither old nor ours.
    Differs,
    /// The service could not be asked, or its answer leaves it open.
    Failed,
}

impl LookResult {
    /// What an event shows of an item; none where the event is no look.
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
                // The list shows it, or the reply named it; reading it by its id says no more of where it is.
                (ItemVerb::Create, _) => Self::Failed,
            }),
            Event::Begin
            | Event::LookAgain { .. }
            | Event::LookOnce { .. }
            | Event::Delivered(_)
            | Event::QuietPeriodOver
            | Event::Paused(_) => None,
        }
    }

    /// The only object that could be it; none where there are several, or where it has no id.
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

/// Whether the object holds, in every field that was sent, what it held before.
fn is_as_before(item: &Item, now: &Editable) -> bool {
    let before = item.before_image.as_deref().map(Editable::parse);
    let (Some(Ok(before)), Ok(body)) = (before, Editable::parse(&item.body)) else {
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
