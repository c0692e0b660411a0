//! Summaries of many items, in sentences.

use std::collections::BTreeMap;

use adwright_model::Kind;
use adwright_store::{ChainFault, ChainStatus};
use adwright_views::{DecideAllSummary, Decision, LeftOpenReason, SendUndoBlocker, SkippedUndo};

use super::OutcomeRenderer;

use crate::host::{Zone, display_time};
use crate::outbox::recover::RecoverySummary;
use crate::outbox::send::SendCounts;
use crate::wording::plural;

impl OutcomeRenderer<'_> {
    /// Summarizes a send.
    pub(in crate::outbox) fn send_summary(self, counts: &SendCounts, stopped: u32) -> String {
        let counted = [
            (counts.confirmed, "confirmed"),
            (counts.refused, "refused"),
            (counts.needs_you, "waiting for your decision"),
            (stopped, "not sent"),
        ];
        let parts: Vec<String> = counted
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        let message = format!("{}.", parts.join(", "));
        match &counts.broken_off {
            Some(why) => format!("{message} {}", self.withdrawal(why)),
            None => message,
        }
    }
}

/// Says what the recovery after a crash did; none if it did nothing.
pub(crate) fn recovered(summary: RecoverySummary) -> Option<String> {
    let RecoverySummary {
        looked_up,
        withdrawn,
        answered,
    } = summary;
    let crash = (looked_up + withdrawn > 0).then(|| {
        format!(
            "Adwright ended during a send. It looked up {} (see Sent), and withdrew {}, which can be sent again.",
            plural(looked_up, "sent item"),
            plural(withdrawn, "unsent item")
        )
    });
    let questions = (answered > 0).then(|| {
        format!(
            "Adwright looked up {answered} of an earlier send that needed your decision: see Sent."
        )
    });
    let sentences: Vec<_> = crash.into_iter().chain(questions).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Says why a sent item cannot be taken back, and what can be done instead.
pub(in crate::outbox) const fn undo_blocker(blocker: SendUndoBlocker, kind: Kind) -> &'static str {
    match (blocker, kind) {
        (SendUndoBlocker::Created, Kind::Campaign) => {
            "The service cannot delete a campaign. Change its status, such as to PAUSED, to take it out of service."
        }
        (SendUndoBlocker::Created, Kind::RetargetingDataValue) => {
            "The service cannot delete or change a retargeting value. Delete it in the service's own pages."
        }
        (SendUndoBlocker::Created, _) => {
            "The service cannot delete an ad. Delete it in the service's own pages."
        }
        (SendUndoBlocker::NotConfirmed, _) => {
            "The service did not confirm it, so there is nothing to take back."
        }
        (SendUndoBlocker::HasDraft, _) => {
            "The object has a draft. Send or discard that draft first, then undo."
        }
        (SendUndoBlocker::NotFetched, _) => {
            "The newest object is not on this computer. Open it to fetch it, then undo."
        }
        (SendUndoBlocker::NothingLeft, _) => {
            "The object no longer has the sent values, so there is nothing to take back."
        }
    }
}

/// Says how many drafts take back sent updates, and what has none.
pub(in crate::outbox) fn undone(drafts: usize, skipped: &[SkippedUndo]) -> String {
    let made = match drafts {
        0 => "Nothing was taken back.".to_owned(),
        1 => "1 draft takes the change back. Review and send it.".to_owned(),
        drafts => format!("{drafts} drafts take the changes back. Review and send them."),
    };
    match skipped {
        [] => made,
        [only] => format!("{made} “{}” stays: {}", only.title, only.message),
        skipped => format!("{made} {} stay.", plural(skipped.len(), "other item")),
    }
}

/// Says what can be sent again.
pub(in crate::outbox) fn failed_items(drafts: usize, rows: usize) -> String {
    let drafts = match (drafts, rows) {
        (0, 0) => return "Nothing failed here, or it was sent since.".to_owned(),
        (0, _) => None,
        (1, _) => Some("1 draft can be sent again.".to_owned()),
        (drafts, _) => Some(format!("{drafts} drafts can be sent again.")),
    };
    let rows = (rows > 0).then(|| {
        let stay = if rows == 1 {
            "stays in its"
        } else {
            "stay in their"
        };
        let rows = plural(rows, "row");
        format!(
            "{rows} {stay} batch, where “New batch of the refused rows” copies what was refused."
        )
    });
    drafts.into_iter().chain(rows).collect::<Vec<_>>().join(" ")
}

/// Summarizes a decision for many items.
pub(in crate::outbox) fn decide_all_summary(
    decision: Decision,
    summary: &DecideAllSummary,
) -> String {
    let is_are = |many: u32| if many == 1 { "is" } else { "are" };
    let was_were = |many: u32| if many == 1 { "was" } else { "were" };
    let mut said = Vec::new();
    match (decision, summary.decided) {
        (Decision::LookAgain, _) => {}
        (Decision::BackToDraft, 1) => said.push("1 can be sent again.".to_owned()),
        (Decision::BackToDraft, many) => said.push(format!("{many} can be sent again.")),
        (Decision::WasSent | Decision::Rebase, many) => {
            said.push(format!("{many} {} closed as sent.", is_are(many)));
        }
    }
    let settled = summary.settled_by_look;
    if settled > 0 {
        let was = was_were(settled);
        said.push(format!("{settled} {was} settled by the lookup."));
    }
    if summary.settled_before > 0 {
        let was = was_were(summary.settled_before);
        said.push(format!("{} {was} decided before.", summary.settled_before));
    }
    let mut reasons: BTreeMap<LeftOpenReason, u32> = BTreeMap::new();
    for left in &summary.left_open {
        *reasons.entry(left.reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        let reasons = reasons.iter();
        let reasons = reasons.map(|(reason, many)| format!("{many} {}", because(*reason)));
        let reasons: Vec<_> = reasons.collect();
        let total = summary.left_open.len();
        let stay = if total == 1 { "stays" } else { "stay" };
        said.push(format!("{total} {stay} open: {}.", reasons.join(", ")));
    }
    if said.is_empty() {
        return "Nothing needs your decision.".to_owned();
    }
    said.join(" ")
}

/// Says whether the receipts are intact, and what is wrong with the first that is not. `title` is the name of its item.
pub(in crate::outbox) fn receipt_audit(
    zone: &Zone,
    status: &ChainStatus,
    title: Option<&str>,
) -> String {
    let length = status.length;
    let Some(broken) = &status.broken else {
        return match length {
            0 => "There are no receipts yet.".to_owned(),
            1 => "The receipt is intact.".to_owned(),
            many => format!("All {} are intact.", plural(many as usize, "receipt")),
        };
    };
    let of = title.map_or_else(String::new, |title| format!(" of “{title}”"));
    let (place, of) = (
        length + 1,
        format!("{of} ({})", display_time(zone, broken.at)),
    );
    let seq = broken.receipt.as_ref().map_or(place, |found| found.seq);
    let fault = match broken.fault {
        ChainFault::Order => format!("Receipt {place} is missing: receipt {seq}{of} follows."),
        ChainFault::Link => {
            format!("Receipt {place}{of} does not contain the hash of the receipt before it.")
        }
        ChainFault::Hash => {
            format!("Receipt {place}{of} was changed: its hash does not match its content.")
        }
        ChainFault::MissingItem => format!("The sent item of receipt {place}{of} is missing."),
        ChainFault::MissingReceipt => format!("The receipt{of} is missing."),
    };
    let before = match length {
        0 => String::new(),
        1 => " The receipt before it is intact.".to_owned(),
        many => format!(
            " The {} before it are intact.",
            plural(many as usize, "receipt")
        ),
    };
    format!("{fault}{before} Check the object at the service.")
}

/// Returns the reason why items stay open, to follow their number.
const fn because(reason: LeftOpenReason) -> &'static str {
    match reason {
        LeftOpenReason::Absent => "not found at the service",
        LeftOpenReason::Found => "with one match at the service",
        LeftOpenReason::OtherMatch => "with another match than before",
        LeftOpenReason::Ambiguous => "not clear which object it is",
        LeftOpenReason::ChangedMeanwhile => "changed in the meantime",
        LeftOpenReason::NotLookedUp => "that could not be looked up",
        LeftOpenReason::Stopped => "because you stopped",
    }
}
