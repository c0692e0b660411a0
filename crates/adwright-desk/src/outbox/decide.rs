//! What a person decides about an item that needs them.

use adwright_model::{Edit, Editable, Path};
use adwright_store::{Draft, Item, Rebase, State, Transition, Verb};

use super::perform::Course;
use super::plan::{End, Event, Settlement};
use super::receipt::{Evidence, Record};
use super::recover::written_of;
use crate::desk::Desk;
use crate::document::{editable, replay};
use crate::draft::missing;
use crate::error::Error;
use crate::list::kind_among;
use crate::views::{Decision, Receipt};

impl Desk {
    /// Carries out a decision, and shows what became of the item.
    pub async fn decide(&self, item: &str, decision: Decision) -> Result<Receipt, Error> {
        let _lock = self.take_send_lock()?;
        self.refuse_stale()?;
        let item = self.item(item)?;
        if !self.decisions(&item)?.contains(&decision) {
            return Err(Error::NotToDecide);
        }
        match decision {
            Decision::LookAgain => self.look_again(&item).await,
            Decision::Rebase => self.rebase(&item).await,
            Decision::ItWasSent => self.settle_as_sent(&item),
            Decision::BackToDraft => self.settle_as_draft(&item),
        }?;
        self.refill_shelf(item.kind)?;
        self.receipt(&item.id)
    }

    /// What a person can decide about one of this workspace's items, the safest first; nothing once it is settled.
    pub fn decisions_about(&self, item: &str) -> Result<Vec<Decision>, Error> {
        self.decisions(&self.item(item)?)
    }

    /// What a person can decide about an item, the safest first. One that an error left on its way can be looked up.
    pub(crate) fn decisions(&self, item: &Item) -> Result<Vec<Decision>, Error> {
        let was_written = !self.store.attempt_list(&item.id)?.is_empty();
        Ok(decisions_of(item, was_written).to_vec())
    }

    async fn look_again(&self, item: &Item) -> Result<(), Error> {
        let event = asked_look(item)?;
        let running = self.operations.begin(&item.id);
        let course = Course::of(self, item.clone(), &running.stop)?;
        course.run(event).await.map(drop)
    }

    /// Settles the item as taken back, and puts its draft on top of what the service holds now.
    async fn rebase(&self, item: &Item) -> Result<(), Error> {
        let id = item.target.ok_or(Error::NotToDecide)?;
        let theirs = self.client.promptly().get(item.kind, id).await?;
        let theirs = theirs.ok_or_else(|| missing(item.kind, &id.to_string()))?;
        let draft = self.store.draft_get(&item.draft)?;
        let edits = self.store.draft_edits(&draft.id)?;
        let applied = edits
            .iter()
            .take(draft.position as usize)
            .map(|edit| &edit.edit);
        let newest = editable(&theirs)?;
        self.counts_alike(&draft, &newest, applied.clone())?;
        let text = replay(newest, applied)?;
        self.keep_whole(item.kind, id, &theirs)?;
        self.settle_by_hand(
            item,
            State::TakenBack,
            "took it back, to go on from the newest version",
        )?;
        let rebase = Rebase {
            draft: &draft.id,
            revision: draft.revision,
            base_text: &theirs,
            text: text.text(),
            edits: &edits,
            position: draft.position,
        };
        self.store.draft_rebase(&rebase, self.now())?;
        Ok(())
    }

    /// An edit counts the items of a list; where someone else changed that list, it could hit another item.
    fn counts_alike<'a>(
        &self,
        draft: &Draft,
        theirs: &Editable,
        mut edits: impl Iterator<Item = &'a Edit>,
    ) -> Result<(), Error> {
        let base = editable(draft.base_text.as_deref().unwrap_or(&draft.start_text))?;
        let is_as_it_was = |list: &Path| match (base.get(list), theirs.get(list)) {
            (None, None) => true,
            (Some(was), Some(is)) => was.agrees_with(&is),
            _ => false,
        };
        let list = edits.find_map(|edit| edit.counted_list().filter(|list| !is_as_it_was(list)));
        match list {
            Some(list) => {
                let describe = self.describe_kind(kind_among(draft.kind, theirs));
                Err(Error::ListChanged(describe.label(&list)))
            }
            None => Ok(()),
        }
    }

    /// Settles an item that a person knows the service to have.
    pub(super) fn settle_as_sent(&self, item: &Item) -> Result<(), Error> {
        self.settle_by_hand(item, State::Confirmed, "says that the service has it")
    }

    /// Settles an item that a person knows the service not to have.
    pub(super) fn settle_as_draft(&self, item: &Item) -> Result<(), Error> {
        self.settle_by_hand(item, State::TakenBack, "took it back; it is a draft again")
    }

    fn settle_by_hand(&self, item: &Item, to: State, what: &str) -> Result<(), Error> {
        let at = self.now();
        let evidence = Evidence::of_item(item);
        let settlement = Settlement {
            end: if to == State::Confirmed {
                End::Confirmed
            } else {
                End::Refused
            },
            code: None,
            outcome: format!("{} {what}.", self.person()?),
            evidence: evidence.sentences.clone(),
            object: None,
            service_changes: Vec::new(),
            meanwhile: evidence.meanwhile(),
            needs_look: false,
            lesson: None,
        };
        let record = Record::of(self, item, to, &settlement, at)?;
        let transition = Transition {
            from: &[State::NeedsYou],
            to,
            code: None,
            outcome: &settlement.outcome,
            evidence: item.evidence.as_deref(),
            target: item.target,
        };
        self.store
            .item_settle(&item.id, &transition, &record.canonical(), at)?;
        Ok(())
    }
}

/// What a person can decide about an item, the safest first.
pub(super) const fn decisions_of(item: &Item, was_written: bool) -> &'static [Decision] {
    use Decision::{BackToDraft, ItWasSent, LookAgain, Rebase};
    match (item.state, was_written, item.verb) {
        (State::Intent | State::Unknown, ..) => &[LookAgain],
        (State::NeedsYou, true, _) => &[LookAgain, ItWasSent, BackToDraft],
        (State::NeedsYou, false, Verb::Update) => &[Rebase, BackToDraft],
        (State::NeedsYou, false, Verb::Create) => &[ItWasSent, BackToDraft],
        (State::Planned | State::Confirmed | State::Refused | State::TakenBack, ..) => &[],
    }
}

/// A look that the person asked for.
pub(super) fn asked_look(item: &Item) -> Result<Event, Error> {
    Ok(Event::LookAgain {
        written: written_of(item)?,
        why: "you asked to look again".to_owned(),
    })
}
