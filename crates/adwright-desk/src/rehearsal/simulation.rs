//! Runs the planner of the real send in memory: the cache answers reads, and the rules answer writes.

use adwright_model::{Edit, EditableDocument, Path};
use adwright_planner::{
    Action, Delivery, Event, OpenReason, PauseOutcome, PlannedWrite, ReadResult, SendOutcome,
    SendTask, Stage, next_step,
};
use adwright_wire::Verdict;

use super::verdict::{ItemVerdict, MissingKnowledge};

use crate::error::Error;

/// The id of an object that the service would create.
const NEW_ID: &str = "9007199254740991";

/// Runs one item to its end. `stored` is the service's object, if it has one, and `judge` answers the write.
pub(super) fn simulate(
    task: &SendTask,
    stored: Option<EditableDocument>,
    judge: impl Fn(&PlannedWrite) -> Result<ItemVerdict, Error>,
) -> Result<ItemVerdict, Error> {
    let mut stored = stored;
    let mut answer = ItemVerdict::lacks(MissingKnowledge::EarlierSend);
    let (mut stage, mut event) = (Stage::Planned, Event::Begin);
    loop {
        let (after, action) = next_step(task, stage, event);
        stage = after;
        event = match action {
            Action::Read | Action::ReadBack(_) => Event::Read(match &stored {
                Some(object) => ReadResult::Object(object.clone()),
                None => ReadResult::Missing,
            }),
            Action::Write(write) => {
                answer = judge(&write)?;
                match reply_to(&answer, &write, &mut stored) {
                    Some(delivery) => Event::Delivered(delivery),
                    None => return Ok(answer),
                }
            }
            // Only the service's list shows what an earlier send created.
            Action::Search(_) => return Ok(ItemVerdict::lacks(MissingKnowledge::EarlierSend)),
            Action::Wait => Event::QuietPeriodOver,
            Action::Pause(_) => Event::Paused(PauseOutcome::Over),
            Action::Settle(settlement) => {
                return Ok(match settlement.outcome {
                    SendOutcome::Confirmed(_) | SendOutcome::Refused(_) => answer,
                    SendOutcome::NeedsYou(reason) => ItemVerdict::Stopped(reason),
                    SendOutcome::Withdrawn(_) => ItemVerdict::Stopped(OpenReason::LostTrack),
                });
            }
        };
    }
}

/// Returns the service's reply to a write, and stores the accepted object; none if the reply is not known.
fn reply_to(
    answer: &ItemVerdict,
    write: &PlannedWrite,
    stored: &mut Option<EditableDocument>,
) -> Option<Delivery> {
    let (status, verdict) = match answer {
        ItemVerdict::Accepted => {
            let object = match &write.before {
                Some(_) => write.body.clone(),
                None => with_new_id(&write.body)?,
            };
            let entities = vec![object.text().to_owned()];
            *stored = Some(object);
            (200, Verdict::Accepted { entities })
        }
        ItemVerdict::Refused { code, .. } => {
            let (codes, message) = (Vec::from_iter(*code), None);
            (500, Verdict::Refused { codes, message })
        }
        ItemVerdict::Stopped(_) | ItemVerdict::Unknown { .. } => return None,
    };
    Some(Delivery::Answered { status, verdict })
}

fn with_new_id(body: &EditableDocument) -> Option<EditableDocument> {
    let path = Path::root().child("id");
    let json = NEW_ID.to_owned();
    body.apply(&Edit::Set { path, json }).ok()
}
