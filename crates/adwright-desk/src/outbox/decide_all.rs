//! One decision for many items. Each item is looked at again first. It is decided only if the look shows the same as
//! before.

use std::collections::HashMap;

use adwright_model::Id;
use adwright_planner::{SendOutcome, Settlement};
use adwright_views::{
    DecideAllRequest, DecideAllSummary, Decision, ItemState, LeftOpen, LeftOpenReason, NamedItem,
    SendProgress, saturating_u32,
};

use super::batch::BatchRunner;
use super::decide::asked_look;
use super::item_runner::ItemRunner;
use super::open_items::{GroupedItem, decision_for};
use super::send::progress_event;
use super::wording;

use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::{Outbox, wording_at};

impl Outbox {
    /// Looks at items again, searching each list once, and decides the items that the decision still fits. A person may
    /// stop it at any time: the undecided items stay open.
    ///
    /// # Errors
    /// [`Error::AlreadyDecided`] for a decision that is made for one item at a time.
    pub async fn decide_all(
        &self,
        request: &DecideAllRequest,
        progress: impl Fn(SendProgress) + Send + Sync,
    ) -> Result<DecideAllSummary, Error> {
        if request.decision == Decision::Rebase {
            return Err(Error::AlreadyDecided);
        }
        let _lock = self.take_send_lock()?;
        self.refuse_stale_workspace()?;
        let running = self.context.operations.start(&request.operation);
        let named = request.items.iter();
        let named: HashMap<_, _> = named.map(|named| (named.item.as_str(), named)).collect();
        let items = self.grouped_items()?.into_iter();
        let items: Vec<_> = items
            .filter(|open| named.contains_key(open.item.id.as_str()))
            .collect();
        progress(SendProgress::Started {
            total: saturating_u32(items.len()),
        });
        let settled_by_look = self.look_again_at(&items, &running.stop, &progress).await?;
        let decided = self.decide_looked_at(request.decision, &named, &running.stop);
        self.refresh_lists(items.iter().map(|open| &open.item))?;
        progress(SendProgress::Finished);
        let (decided, left_open) = decided?;
        let mut summary = DecideAllSummary {
            decided,
            settled_by_look,
            settled_before: saturating_u32(named.len() - items.len()),
            left_open,
            message: String::new(),
        };
        summary.message = wording::decide_all_summary(request.decision, &summary);
        Ok(summary)
    }

    /// Looks at these items again. Returns how many of them the look settled.
    async fn look_again_at(
        &self,
        items: &[GroupedItem],
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<u32, Error> {
        let looked_at = items.iter().filter(|open| open.can_look_again());
        let looked_at: Vec<_> = looked_at.map(|open| &open.item).collect();
        let total = items.len();
        let on_wait = |notice| {
            if let Some(first) = looked_at.first() {
                progress(self.wait_progress(first, notice));
            }
        };
        let runners = looked_at.iter().map(|item| {
            let runner = ItemRunner::new(self, (*item).clone(), stop)?.with_notices(&on_wait);
            Ok::<_, Error>((runner, asked_look(item)?))
        });
        let runners = runners.collect::<Result<Vec<_>, _>>()?;
        let (mut done, mut settled) = (total - looked_at.len(), 0);
        let each = |at: usize, settlement: &Settlement| {
            let state = state_of(settlement);
            done += 1;
            settled += u32::from(state != ItemState::NeedsYou);
            let outcome =
                wording_at(&self.context, self.context.now()).outcome(&settlement.outcome);
            progress(progress_event(looked_at[at], done, total, state, outcome));
        };
        BatchRunner::new(self, runners, stop)?
            .run(|_| {}, each)
            .await?;
        Ok(settled)
    }

    /// Settles the items that the decision fits. Returns their number, and the items left open.
    fn decide_looked_at(
        &self,
        decision: Decision,
        named: &HashMap<&str, &NamedItem>,
        stop: &CancellationToken,
    ) -> Result<(u32, Vec<LeftOpen>), Error> {
        let (mut decided, mut left_open) = (0, Vec::new());
        for open in self.grouped_items()? {
            let Some(named) = named.get(open.item.id.as_str()) else {
                continue;
            };
            let reason = why_left_open(&open, decision, named, stop);
            let GroupedItem {
                mut item,
                only_match,
                ..
            } = open;
            match (reason, decision) {
                (None, Decision::BackToDraft) => self.settle_as_draft(&item)?,
                (None, _) => {
                    item.target = item.target.or(only_match);
                    self.settle_as_sent(&item)?;
                }
                (Some(reason), _) => {
                    left_open.push(LeftOpen {
                        item: item.id,
                        title: item.title,
                        reason,
                    });
                    continue;
                }
            }
            decided += 1;
        }
        Ok((decided, left_open))
    }
}

/// Returns why a decision does not settle an item; none if the decision fits the last look.
fn why_left_open(
    open: &GroupedItem,
    decision: Decision,
    named: &NamedItem,
    stop: &CancellationToken,
) -> Option<LeftOpenReason> {
    let is_other = |id: Id| named.match_id.as_deref() != Some(&id.to_string());
    if stop.is_cancelled() {
        Some(LeftOpenReason::Stopped)
    } else if decision_for(open.evidence) != Some(decision) {
        Some(open.evidence.into())
    } else if decision == Decision::WasSent && open.only_match.is_none_or(is_other) {
        Some(LeftOpenReason::OtherMatch)
    } else {
        None
    }
}

const fn state_of(settlement: &Settlement) -> ItemState {
    match settlement.outcome {
        SendOutcome::Confirmed(_) => ItemState::Confirmed,
        SendOutcome::Refused(_) => ItemState::Refused,
        SendOutcome::NeedsYou(_) => ItemState::NeedsYou,
        SendOutcome::Withdrawn(_) => ItemState::Planned,
    }
}
