//! Splits the reply to a call into one delivery per row.

use std::cell::LazyCell;

use adwright_model::EditableDocument;
use adwright_wire::{Method, ReplyPaths, Verdict, codes, extract_failure, match_rows};

use crate::outcome::UnclearReason;
use crate::step::{Delivery, parse_object};

/// The result of a call, for its rows.
#[derive(Debug)]
pub(crate) enum CallResult {
    /// One delivery per row.
    PerRow(Vec<Delivery>),
    /// The service refused the call with a code of the interface: too many rows, or a bad row that it does not name.
    Refused(CallRefusal),
}

/// A reply that refuses a whole call.
#[derive(Debug)]
pub(crate) struct CallRefusal {
    pub(crate) status: u16,
    pub(crate) codes: Vec<u32>,
    pub(crate) message: Option<String>,
}

/// Splits the reply to a call into one delivery per row.
pub(crate) fn split_reply(
    delivery: Delivery,
    reply: &str,
    sent: &[&EditableDocument],
    places: &ReplyPaths,
) -> CallResult {
    let all = |delivery| CallResult::PerRow(vec![delivery; sent.len()]);
    let Delivery::Answered { status, verdict } = delivery else {
        return all(delivery);
    };
    let failure = || extract_failure(Method::Post, status, reply, places);
    let each = match verdict {
        Verdict::Accepted { entities } => {
            let replies = entities.iter().map(|text| parse_object(Some(text)));
            let replies: Vec<_> = replies.collect();
            let accepted = |at: usize| Delivery::RowAccepted(replies[at].clone());
            match_deliveries(failure, sent, &replies, accepted)
        }
        Verdict::PerItem { items } => {
            let replies = items.iter().map(|item| parse_object(item.entity.as_ref()));
            let answered = |at: usize| Delivery::Answered {
                status,
                verdict: Verdict::PerItem {
                    items: vec![items[at].clone()],
                },
            };
            match_deliveries(failure, sent, &replies.collect::<Vec<_>>(), answered)
        }
        verdict @ (Verdict::Refused { .. } | Verdict::Unknown { .. }) => {
            let (codes, message) = failure();
            if !codes.iter().any(|code| is_call_level_code(*code)) {
                return all(Delivery::Answered { status, verdict });
            }
            return CallResult::Refused(CallRefusal {
                status,
                codes,
                message,
            });
        }
        verdict @ (Verdict::Unauthorized | Verdict::Wait { .. }) => {
            return all(Delivery::Answered { status, verdict });
        }
    };
    CallResult::PerRow(each)
}

/// Returns the part of the reply that belongs to each row; the outcome is unknown if no part does.
fn match_deliveries(
    failure: impl Fn() -> (Vec<u32>, Option<String>),
    sent: &[&EditableDocument],
    replies: &[Option<EditableDocument>],
    delivery_of: impl Fn(usize) -> Delivery,
) -> Vec<Delivery> {
    // A reply that names every row need not be parsed again for its message.
    let unclear = LazyCell::new(|| {
        let (_, message) = failure();
        Delivery::Unclear(UnclearReason::RowNotNamed { message })
    });
    let each = match_rows(sent, replies).into_iter().map(|at| match at {
        Some(at) => delivery_of(at),
        None => (*unclear).clone(),
    });
    each.collect()
}

/// Returns whether a code of the interface is about the whole call: too many rows, or a bad row that it does not name.
const fn is_call_level_code(code: u32) -> bool {
    matches!(
        code,
        codes::BATCH_SIZE | codes::ACTIVITY_OF_ADVERTISER | codes::LOOSE_DATA
    )
}
