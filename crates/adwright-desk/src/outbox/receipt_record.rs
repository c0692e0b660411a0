//! The kept proof of a settled item.

use adwright_model::{MergeConflict, ValueChange};
use adwright_planner::{OpenReason, SendOutcome, Settlement, foreign_changes};
use adwright_store::{Fullness, Item, ItemSettlement, ItemTransition, OutboxState};
use serde::{Deserialize, Serialize};

use super::look_result::LookResult;
use super::recorded_outcome::RecordedOutcome;
use super::{sent_before, wording};

use crate::document::parse_editable;
use crate::error::Error;
use crate::host::rfc3339;
use crate::outbox::Outbox;

/// The content of a receipt, as the JSON text that is hashed. It is self-contained.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptRecord {
    workspace: String,
    address: String,
    item: String,
    kind: String,
    verb: String,
    id: Option<String>,
    pub(super) title: String,
    person: String,
    pub(crate) login: String,
    state: String,
    code: Option<u32>,
    outcome: RecordedOutcome,
    at: String,
    /// The exact text of the object that was sent; none if nothing left this computer.
    pub(crate) body: Option<String>,
    /// The exact text of the object before the write.
    pub(crate) before: Option<String>,
    /// The overridden findings: the rule and the path of each.
    overrides: Vec<(String, String)>,
    pub(crate) service_changes: Vec<RecordedChange>,
    /// Why a person had to decide; none if nobody had to.
    open: Option<OpenReason>,
    /// The fields that both sides changed, in raw JSON.
    conflicts: Vec<RecordedConflict>,
    /// The other fields that someone else changed. If something was sent, it includes these changes.
    pub(crate) concurrent_changes: Vec<RecordedChange>,
}

/// A field that both sides changed, in raw JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RecordedConflict {
    path: String,
    base: Option<String>,
    mine: Option<String>,
    theirs: Option<String>,
}

/// One changed field, in raw JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RecordedChange {
    path: String,
    before: Option<String>,
    after: Option<String>,
}

/// The end of an item.
pub(super) struct ItemEnd<'a> {
    pub(super) item: &'a Item,
    pub(super) state: OutboxState,
    pub(super) outcome: RecordedOutcome,
    /// The fields that the service changed on its own.
    pub(super) service_changes: &'a [ValueChange],
    /// The basis on which a person decided; none if nobody had to decide.
    pub(super) basis: Option<DecisionBasis>,
}

impl Outbox {
    /// Returns the changes of someone else that the sent object of an item includes.
    pub(super) fn included_changes(&self, item: &Item) -> Result<Vec<ValueChange>, Error> {
        let (Some(base), Some(before)) = (&item.base_text, &item.before_image) else {
            return Ok(Vec::new());
        };
        let is_base_full = self.draft_of(item)?.base_fullness == Fullness::Full;
        let (base, before) = (parse_editable(base)?, parse_editable(before)?);
        Ok(foreign_changes(&base, is_base_full, &before))
    }

    /// Commits the ends of items together with their receipts: all of them, or none.
    pub(super) fn settle_items<'a>(
        &self,
        ends: impl IntoIterator<Item = ItemEnd<'a>>,
    ) -> Result<(), Error> {
        let (at, workspace) = (self.context.now(), self.context.settings()?.name);
        let ends = ends.into_iter().map(|end| {
            let (item, state, code) = (end.item, end.state, end.outcome.code());
            let evidence = item.evidence.as_deref().filter(|_| end.basis.is_some());
            let outcome = end.outcome.to_json();
            let record = ReceiptRecord::new(self, &workspace, end, at)?.to_canonical_json();
            Ok((item, state, code, evidence, outcome, record))
        });
        let ends = ends.collect::<Result<Vec<_>, Error>>()?;
        let settlements = ends.iter().map(|end| {
            let (item, state, code, evidence, outcome, record) = end;
            ItemSettlement {
                item,
                transition: ItemTransition {
                    from: item.state,
                    to: *state,
                    code: *code,
                    outcome,
                    evidence: *evidence,
                    target: item.target,
                },
                canonical: record,
            }
        });
        let settlements: Vec<_> = settlements.collect();
        Ok(self.context.store.items_settle(&settlements, at)?)
    }
}

impl ReceiptRecord {
    fn new(outbox: &Outbox, workspace: &str, end: ItemEnd<'_>, at: i64) -> Result<Self, Error> {
        let item = end.item;
        let basis = end.basis.unwrap_or_default();
        // Only the begin of an attempt leads to this state.
        let has_left =
            item.state == OutboxState::Intent || outbox.context.store.item_has_attempt(&item.id)?;
        let concurrent_changes = if has_left {
            record_changes(&outbox.included_changes(item)?)
        } else {
            basis.concurrent_changes
        };
        Ok(Self {
            workspace: workspace.to_owned(),
            address: outbox.context.workspace.settings.base_url.clone(),
            item: item.id.clone(),
            kind: item.kind.as_str().to_owned(),
            verb: item.verb.as_str().to_owned(),
            id: item.target.map(|id| id.to_string()),
            title: item.title.clone(),
            person: item.person.clone(),
            login: outbox.context.login.clone(),
            state: end.state.as_str().to_owned(),
            code: end.outcome.code(),
            outcome: end.outcome,
            at: rfc3339(at),
            body: has_left.then(|| item.body.clone()),
            before: item.before_image.clone(),
            overrides: overrides_of(item),
            service_changes: record_changes(end.service_changes),
            open: basis.reason,
            conflicts: basis.conflicts,
            concurrent_changes,
        })
    }

    fn to_canonical_json(&self) -> String {
        serde_json::to_string(self).expect("a receipt is plain data with text keys")
    }
}

/// The evidence for a person's decision, stored with the item that needs it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct DecisionBasis {
    /// Why a person has to decide; none if the item needs no decision.
    pub(crate) reason: Option<OpenReason>,
    conflicts: Vec<RecordedConflict>,
    concurrent_changes: Vec<RecordedChange>,
    /// The result of the last look; none if there was no look.
    pub(crate) look: Option<LookResult>,
}

impl DecisionBasis {
    pub(crate) fn from_settlement(settlement: &Settlement, look: Option<LookResult>) -> Self {
        let reason = match &settlement.outcome {
            SendOutcome::NeedsYou(reason) => Some(reason.clone()),
            SendOutcome::Confirmed(_) | SendOutcome::Refused(_) | SendOutcome::Withdrawn(_) => None,
        };
        let concurrent = settlement.concurrent.as_deref();
        let conflicts = concurrent.map_or(&[][..], |changes| &changes.conflicts);
        Self {
            reason,
            conflicts: conflicts
                .iter()
                .map(RecordedConflict::from_conflict)
                .collect(),
            concurrent_changes: record_changes(concurrent.map_or(&[], |changes| &changes.others)),
            look,
        }
    }

    /// Returns the stored basis of an item; empty if the item has none.
    pub(crate) fn from_item(item: &Item) -> Self {
        let json = item.evidence.as_deref().unwrap_or_default();
        serde_json::from_str(json).unwrap_or_default()
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a basis is plain data with text keys")
    }

    /// Returns whether no look has shown the outcome yet.
    pub(super) fn needs_look(&self) -> bool {
        self.reason.as_ref().is_some_and(OpenReason::needs_look)
    }

    pub(crate) fn conflicts(&self) -> Vec<MergeConflict> {
        let conflicts = self.conflicts.iter();
        conflicts
            .filter_map(RecordedConflict::to_conflict)
            .collect()
    }

    pub(crate) fn concurrent_changes(&self) -> Vec<ValueChange> {
        restore_changes(&self.concurrent_changes)
    }
}

fn record_changes(changes: &[ValueChange]) -> Vec<RecordedChange> {
    changes.iter().map(RecordedChange::from_change).collect()
}

/// Parses recorded changes into model changes.
pub(crate) fn restore_changes(recorded: &[RecordedChange]) -> Vec<ValueChange> {
    recorded
        .iter()
        .filter_map(RecordedChange::to_change)
        .collect()
}

impl RecordedConflict {
    fn from_conflict(conflict: &MergeConflict) -> Self {
        Self {
            path: conflict.path.to_string(),
            base: conflict.base.clone(),
            mine: conflict.mine.clone(),
            theirs: conflict.theirs.clone(),
        }
    }

    /// Parses the conflict; none if the path does not parse.
    fn to_conflict(&self) -> Option<MergeConflict> {
        let path = self.path.parse().ok()?;
        Some(MergeConflict {
            path,
            base: self.base.clone(),
            mine: self.mine.clone(),
            theirs: self.theirs.clone(),
        })
    }
}

impl RecordedChange {
    fn from_change(change: &ValueChange) -> Self {
        Self {
            path: change.path.to_string(),
            before: change.before.clone(),
            after: change.after.clone(),
        }
    }

    /// Parses the change into a model change; none if the path does not parse.
    fn to_change(&self) -> Option<ValueChange> {
        let path = self.path.parse().ok()?;
        Some(ValueChange {
            path,
            before: self.before.clone(),
            after: self.after.clone(),
        })
    }
}

fn overrides_of(item: &Item) -> Vec<(String, String)> {
    serde_json::from_str(&item.overrides).unwrap_or_default()
}

/// Returns the titles of the rules that a person overrode for this item.
pub(crate) fn override_titles(item: &Item) -> Vec<String> {
    let title = |id: &str| {
        if id == sent_before::SENT_BEFORE {
            return wording::SENT_BEFORE.to_owned();
        }
        let rule = adwright_checks::rules().iter().find(|rule| rule.id == id);
        rule.map_or_else(|| id.to_owned(), |rule| rule.title.to_owned())
    };
    overrides_of(item)
        .into_iter()
        .map(|(rule, path)| {
            if path.is_empty() {
                title(&rule)
            } else {
                format!("{} ({path})", title(&rule))
            }
        })
        .collect()
}
