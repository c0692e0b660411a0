//! Carries out a person's decision about an item that needs one.

use adwright_planner::{Event, UnclearReason};
use adwright_store::{Item, ItemVerb, OutboxState};
use adwright_views::{Decision, ReceiptView};

use super::item_runner::ItemRunner;
use super::receipt_record::{DecisionBasis, ItemEnd};
use super::recorded_outcome::{PersonDecision, RecordedOutcome};
use super::recover::planned_write;

use crate::error::Error;
use crate::object::missing_error;
use crate::outbox::Outbox;

impl Outbox {
    /// Carries out a decision, and returns the item's receipt.
    pub async fn decide(&self, item: &str, decision: Decision) -> Result<ReceiptView, Error> {
        let _lock = self.take_send_lock()?;
        self.refuse_stale_workspace()?;
        let item = self.item(item)?;
        if !self.decisions(&item)?.contains(&decision) {
            return Err(Error::AlreadyDecided);
        }
        match decision {
            Decision::LookAgain => self.look_again(&item).await,
            Decision::Rebase => self.rebase(&item).await,
            Decision::WasSent => self.settle_as_sent(&item),
            Decision::BackToDraft => self.settle_as_draft(&item),
        }?;
        self.refresh_lists([&item])?;
        self.receipt(&item.id)
    }

    /// Returns the possible decisions for an item of this workspace, the safest first; empty once it is settled.
    pub fn decisions_for_id(&self, item: &str) -> Result<Vec<Decision>, Error> {
        self.decisions(&self.item(item)?)
    }

    /// Returns the possible decisions for an item, the safest first. An item that an error left in flight can be looked
    /// up.
    pub(crate) fn decisions(&self, item: &Item) -> Result<Vec<Decision>, Error> {
        let was_written = !self.context.store.attempt_list(&item.id)?.is_empty();
        Ok(decisions_of(item, was_written).to_vec())
    }

    async fn look_again(&self, item: &Item) -> Result<(), Error> {
        let event = asked_look(item)?;
        let running = self.context.operations.start(&item.id);
        let runner = ItemRunner::new(self, item.clone(), &running.stop)?;
        runner.run(event).await.map(drop)
    }

    /// Takes the item back, and moves its draft to the object that the service holds now.
    async fn rebase(&self, item: &Item) -> Result<(), Error> {
        let id = item.target.ok_or(Error::AlreadyDecided)?;
        let theirs = self
            .context
            .client
            .failing_fast()
            .get(item.kind, id)
            .await?;
        let theirs = theirs.ok_or_else(|| missing_error(item.kind, &id.to_string()))?;
        self.objects.store_full(item.kind, id, &theirs)?;
        self.settle_manually(item, PersonDecision::Rebase)?;
        let draft = self.draft_of(item)?;
        self.objects.move_base(&draft, &theirs).map(drop)
    }

    /// Settles an item as confirmed, because a person reported that the service has it.
    pub(super) fn settle_as_sent(&self, item: &Item) -> Result<(), Error> {
        self.settle_manually(item, PersonDecision::WasSent)
    }

    /// Settles an item as taken back, because a person says that the service does not have it.
    pub(super) fn settle_as_draft(&self, item: &Item) -> Result<(), Error> {
        self.settle_manually(item, PersonDecision::BackToDraft)
    }

    fn settle_manually(&self, item: &Item, decision: PersonDecision) -> Result<(), Error> {
        let person = self.context.person()?;
        self.settle_items([ItemEnd {
            item,
            state: match decision {
                PersonDecision::WasSent => OutboxState::Confirmed,
                PersonDecision::BackToDraft | PersonDecision::Rebase => OutboxState::TakenBack,
            },
            outcome: RecordedOutcome::Decided { person, decision },
            service_changes: &[],
            basis: Some(DecisionBasis::from_item(item)),
        }])
    }
}

/// Returns the possible decisions for an item, the safest first.
pub(super) const fn decisions_of(item: &Item, was_written: bool) -> &'static [Decision] {
    use Decision::{BackToDraft, LookAgain, Rebase, WasSent};
    match (item.state, was_written, item.verb) {
        (OutboxState::Intent | OutboxState::Unknown, ..) => &[LookAgain],
        (OutboxState::NeedsYou, true, _) => &[LookAgain, WasSent, BackToDraft],
        (OutboxState::NeedsYou, false, ItemVerb::Update) => &[Rebase, BackToDraft],
        (OutboxState::NeedsYou, false, ItemVerb::Create) => &[WasSent, BackToDraft],
        (
            OutboxState::Planned
            | OutboxState::Confirmed
            | OutboxState::Refused
            | OutboxState::TakenBack,
            ..,
        ) => &[],
    }
}

/// Returns the event of a look that the person asked for.
pub(super) fn asked_look(item: &Item) -> Result<Event, Error> {
    Ok(Event::StartLookup {
        write: planned_write(item)?,
        why: UnclearReason::LookAsked,
    })
}
