//! The words of exported tables.

use adwright_views::{Collection, FindingView, HistoryKind, ItemState, SendVerb, Severity};

pub(crate) const DRAFT_COLUMNS: [&str; 9] = [
    "Name",
    "Id",
    "Kind",
    "Advertiser",
    "Changed fields",
    "Errors",
    "Warnings",
    "Saved",
    "Lock",
];

pub(crate) const REVIEW_COLUMNS: [&str; 10] = [
    "Name",
    "Id",
    "Advertiser",
    "Kind",
    "Action",
    "Field",
    "Path",
    "Before",
    "After",
    "Finding",
];

pub(crate) const SENT_COLUMNS: [&str; 10] = [
    "State", "Name", "Id", "Kind", "Action", "Outcome", "Code", "Sent by", "At", "Item",
];

pub(crate) const RECEIPT_COLUMNS: [&str; 4] = ["Part", "Name", "Before", "After"];

pub(crate) const HISTORY_COLUMNS: [&str; 6] =
    ["At", "Event", "Difference", "Details", "Person", "State"];

/// A part of an exported receipt.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReceiptPart {
    Record,
    Sent,
    ServiceChange,
    ConcurrentChange,
    Override,
    Evidence,
    Request,
    Body,
}

impl ReceiptPart {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Record => "Record",
            Self::Sent => "Change",
            Self::ServiceChange => "Changed by the service",
            Self::ConcurrentChange => "Changed in the meantime",
            Self::Override => "Error overridden",
            Self::Evidence => "Evidence",
            Self::Request => "Request",
            Self::Body => "Exact text sent",
        }
    }
}

pub(crate) const fn item_state_word(state: ItemState) -> &'static str {
    match state {
        ItemState::Planned => "waiting",
        ItemState::Intent => "being sent",
        ItemState::Confirmed => "confirmed",
        ItemState::Refused => "refused",
        ItemState::TakenBack => "back in drafts",
        ItemState::Unknown => "unknown",
        ItemState::NeedsYou => "needs you",
    }
}

pub(crate) const fn send_verb_word(verb: SendVerb) -> &'static str {
    match verb {
        SendVerb::Create => "create",
        SendVerb::Update => "update",
    }
}

pub(crate) const fn collection_word(collection: Collection) -> &'static str {
    match collection {
        Collection::Campaigns => "campaign",
        Collection::Values => "value",
        Collection::Ads => "ad",
    }
}

pub(crate) const fn history_kind_word(kind: HistoryKind) -> &'static str {
    match kind {
        HistoryKind::Fetched => "fetched",
        HistoryKind::Sent => "sent",
        HistoryKind::Begun => "draft created",
        HistoryKind::Step => "draft edit",
        HistoryKind::Discarded => "draft discarded",
    }
}

/// Returns a finding with its severity and its code.
pub(crate) fn finding_text(finding: &FindingView) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let code = finding.code.map(|code| format!(" {code}"));
    format!(
        "{severity}{}: {}",
        code.unwrap_or_default(),
        finding.message
    )
}
