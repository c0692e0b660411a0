//! The kept proof of a settled item.

use adwright_model::ValueChange;
use adwright_store::{Item, ItemVerb, OutboxState};
use serde::{Deserialize, Serialize};

use super::look_result::LookResult;
use super::plan::Settlement;
use super::sent_before;
use crate::desk::Desk;
use crate::error::Error;
use crate::views;
use crate::zone::rfc3339;

/// The content of a receipt, as the JSON text that is hashed. It is self-contained.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptRecord {
    workspace: String,
    address: String,
    item: String,
    /// The object's kind; receipts of an earlier version have none.
    #[serde(default)]
    kind: Option<String>,
    verb: String,
    #[serde(alias = "campaign")]
    id: Option<String>,
    title: String,
    person: String,
    pub(crate) login: String,
    state: String,
    code: Option<u32>,
    outcome: String,
    at: String,
    /// The exact text of the object that was sent; none if nothing left this computer.
    pub(crate) body: Option<String>,
    /// The exact text of the object before the write.
    pub(crate) before: Option<String>,
    pub(crate) overrides: Vec<String>,
    pub(crate) service_changes: Vec<RecordedChange>,
    pub(crate) evidence: Vec<String>,
    /// The fields that someone else changed, in raw JSON.
    meanwhile: Vec<RecordedChange>,
}

/// One changed field, in raw JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RecordedChange {
    path: String,
    before: Option<String>,
    after: Option<String>,
}

impl ReceiptRecord {
    pub(crate) fn new(
        desk: &Desk,
        item: &Item,
        state: OutboxState,
        settlement: &Settlement,
        at: i64,
    ) -> Result<Self, Error> {
        let has_left = !desk.store.attempt_list(&item.id)?.is_empty();
        Ok(Self {
            workspace: desk.settings()?.name,
            address: desk.workspace.settings.base_url.clone(),
            item: item.id.clone(),
            kind: Some(item.kind.as_str().to_owned()),
            verb: item.verb.as_str().to_owned(),
            id: item.target.map(|id| id.to_string()),
            title: item.title.clone(),
            person: item.person.clone(),
            login: desk.login.clone(),
            state: state.as_str().to_owned(),
            code: settlement.code,
            outcome: settlement.outcome.clone(),
            at: rfc3339(at),
            body: has_left.then(|| item.body.clone()),
            before: item.before_image.clone(),
            overrides: override_titles(item),
            service_changes: record_changes(&settlement.service_changes),
            evidence: settlement.evidence.clone(),
            meanwhile: record_changes(&settlement.meanwhile),
        })
    }

    pub(crate) fn to_canonical_json(&self) -> String {
        serde_json::to_string(self).expect("a receipt is plain data with text keys")
    }
}

/// The evidence that is stored with an item that needs a person.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ItemEvidence {
    pub(crate) sentences: Vec<String>,
    meanwhile: Vec<RecordedChange>,
    /// Whether no look has shown the outcome yet.
    #[serde(default)]
    pub(crate) needs_look: bool,
    /// The result of the last look; none if there was no look.
    #[serde(default)]
    pub(crate) look: Option<LookResult>,
}

impl ItemEvidence {
    pub(crate) fn from_settlement(settlement: &Settlement, look: Option<LookResult>) -> Self {
        Self {
            sentences: settlement.evidence.clone(),
            meanwhile: record_changes(&settlement.meanwhile),
            needs_look: settlement.needs_look,
            look,
        }
    }

    /// Returns the evidence of an item; empty if the item has none.
    pub(crate) fn from_item(item: &Item) -> Self {
        let json = item.evidence.as_deref().unwrap_or_default();
        serde_json::from_str(json).unwrap_or_default()
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("evidence is plain data with text keys")
    }

    pub(crate) fn meanwhile(&self) -> Vec<ValueChange> {
        restore_changes(&self.meanwhile)
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

/// Returns the titles of the rules that a person overrode for this item.
pub(crate) fn override_titles(item: &Item) -> Vec<String> {
    let all: Vec<(String, String)> = serde_json::from_str(&item.overrides).unwrap_or_default();
    let title = |id: &str| {
        if id == sent_before::SENT_BEFORE {
            return sent_before::TITLE.to_owned();
        }
        let rule = adwright_checks::rules().iter().find(|rule| rule.id == id);
        rule.map_or_else(|| id.to_owned(), |rule| rule.title.to_owned())
    };
    all.into_iter()
        .map(|(rule, path)| {
            if path.is_empty() {
                title(&rule)
            } else {
                format!("{} ({path})", title(&rule))
            }
        })
        .collect()
}

pub(crate) fn item_state_view(state: OutboxState) -> views::ItemState {
    match state {
        OutboxState::Planned => views::ItemState::Planned,
        OutboxState::Intent => views::ItemState::Intent,
        OutboxState::Confirmed => views::ItemState::Confirmed,
        OutboxState::Refused => views::ItemState::Refused,
        OutboxState::TakenBack => views::ItemState::TakenBack,
        OutboxState::Unknown => views::ItemState::Unknown,
        OutboxState::NeedsYou => views::ItemState::NeedsYou,
    }
}

pub(crate) fn verb_view(verb: ItemVerb) -> views::SendVerb {
    match verb {
        ItemVerb::Create => views::SendVerb::Create,
        ItemVerb::Update => views::SendVerb::Update,
    }
}
