//! Items that wait for a person, grouped by their evidence.

use std::collections::{BTreeMap, HashMap};

use adwright_model::{Id, Kind};
use adwright_store::{Item, ItemVerb, OutboxState};
use adwright_views::{Collection, Decision, EvidenceGroup, OpenGroup, OpenItem};

use super::decide::decisions_of;
use super::look_result::LookResult;
use super::receipt_record::DecisionBasis;

use crate::error::Error;
use crate::object::verb_view;
use crate::outbox::{Outbox, wording_at};

/// The states of an item that waits for a person or for a look.
pub(super) const OPEN: [OutboxState; 3] = [
    OutboxState::Intent,
    OutboxState::Unknown,
    OutboxState::NeedsYou,
];

/// An item with its evidence.
pub(super) struct GroupedItem {
    pub(super) item: Item,
    pub(super) evidence: EvidenceGroup,
    /// The only object that this item may have created; none if there are several.
    pub(super) only_match: Option<Id>,
    was_written: bool,
}

impl GroupedItem {
    /// Returns whether the item was written, so that a look can find something.
    pub(super) fn can_look_again(&self) -> bool {
        decisions_of(&self.item, self.was_written).contains(&Decision::LookAgain)
    }
}

impl Outbox {
    /// Returns the items that wait for a person, grouped by their evidence; no group is empty.
    pub fn open_items(&self) -> Result<Vec<OpenGroup>, Error> {
        let mut groups: BTreeMap<EvidenceGroup, Vec<OpenItem>> = BTreeMap::new();
        for grouped in self.grouped_items()?.into_iter().rev() {
            let items = groups.entry(grouped.evidence).or_default();
            items.push(self.open_item(grouped));
        }
        let group = |(evidence, items)| OpenGroup {
            evidence,
            decision: decision_for(evidence),
            items,
        };
        Ok(groups.into_iter().map(group).collect())
    }

    /// Returns the items that wait for a person, each with its evidence, the oldest first.
    pub(super) fn grouped_items(&self) -> Result<Vec<GroupedItem>, Error> {
        let items = self
            .context
            .store
            .item_list(&self.context.workspace.id, &OPEN)?;
        let looks = items.iter().map(|item| DecisionBasis::from_item(item).look);
        let looks: Vec<_> = looks.collect();
        let matches = looks
            .iter()
            .map(|look| look.as_ref()?.only_match())
            .collect::<Vec<_>>();
        let claims = self.claims(&items, &matches)?;
        let attempted = self
            .context
            .store
            .item_ids_attempted(&self.context.workspace.id, &OPEN)?;
        let mut grouped = Vec::with_capacity(items.len());
        for ((item, look), only_match) in items.into_iter().zip(looks).zip(matches) {
            let is_claimed_once = only_match.is_some_and(|id| claims[&(item.kind, id)] == 1);
            let was_written = attempted.contains(&item.id);
            let evidence = match (item.state, was_written, item.verb) {
                (OutboxState::NeedsYou, false, ItemVerb::Update) => EvidenceGroup::ChangedMeanwhile,
                // A match of an earlier send of the draft exists. This item was not written, so it has nothing to look
                // up.
                (OutboxState::NeedsYou, false, ItemVerb::Create) => EvidenceGroup::Ambiguous,
                (OutboxState::NeedsYou, true, _) => group_of(look.as_ref(), is_claimed_once),
                _ => EvidenceGroup::NotLookedUp,
            };
            grouped.push(GroupedItem {
                item,
                evidence,
                only_match,
                was_written,
            });
        }
        Ok(grouped)
    }

    fn open_item(&self, grouped: GroupedItem) -> OpenItem {
        let GroupedItem {
            item, only_match, ..
        } = grouped;
        let wording = wording_at(&self.context, item.at);
        let reason = DecisionBasis::from_item(&item).reason;
        OpenItem {
            evidence: reason.map_or_else(Vec::new, |reason| wording.evidence(&reason)),
            match_id: only_match.map(|id| id.to_string()),
            collection: Collection::of(item.kind),
            verb: verb_view(item.verb),
            title: item.title,
            outcome: wording.stored(item.outcome.as_deref()),
            item: item.id,
        }
    }

    /// Counts the items that may have created each of these objects: waiting items and confirmed items.
    fn claims(
        &self,
        items: &[Item],
        matches: &[Option<Id>],
    ) -> Result<HashMap<(Kind, Id), u32>, Error> {
        let mut claims: HashMap<(Kind, Id), u32> = HashMap::new();
        for (item, id) in items.iter().zip(matches) {
            if let Some(id) = id {
                *claims.entry((item.kind, *id)).or_default() += 1;
            }
        }
        if claims.is_empty() {
            return Ok(claims);
        }
        for sent in self.context.store.sent_list(&self.context.workspace.id)? {
            let is_created = sent.state == OutboxState::Confirmed && sent.verb == ItemVerb::Create;
            if let Some(id) = sent.target.filter(|_| is_created)
                && let Some(claim) = claims.get_mut(&(sent.kind, id))
            {
                *claim += 1;
            }
        }
        Ok(claims)
    }
}

fn group_of(look: Option<&LookResult>, is_claimed_once: bool) -> EvidenceGroup {
    match look {
        Some(LookResult::Absent) => EvidenceGroup::Absent,
        Some(LookResult::Matches(_)) if is_claimed_once => EvidenceGroup::Found,
        Some(LookResult::Matches(_)) => EvidenceGroup::Ambiguous,
        Some(LookResult::Differs) => EvidenceGroup::ChangedMeanwhile,
        Some(LookResult::Failed) | None => EvidenceGroup::NotLookedUp,
    }
}

/// Returns the decision that fits all items of a group; none if each item needs its own decision.
pub(super) const fn decision_for(evidence: EvidenceGroup) -> Option<Decision> {
    match evidence {
        EvidenceGroup::Absent => Some(Decision::BackToDraft),
        EvidenceGroup::Found => Some(Decision::WasSent),
        EvidenceGroup::Ambiguous | EvidenceGroup::ChangedMeanwhile | EvidenceGroup::NotLookedUp => {
            None
        }
    }
}
