//! Sent items, and their receipts.

use std::collections::BTreeMap;

use adwright_model::{EditableDocument, Id, Kind, ValueChange, diff};
use adwright_store::{Attempt, ChainBreak, ChainFault, Item, Receipt, SentItem, StoreError};
use adwright_views::{
    AttemptRow, BrokenProperty, BrokenReceipt, Collection, ReceiptAudit, ReceiptView, ReplyView,
    SentRow,
};

use crate::error::Error;
use crate::field::describe_kind;
use crate::host::{Zone, display_time, rfc3339};
use crate::object::{RECORD, item_state_view, verb_view};
use crate::outbox::Outbox;
use crate::outbox::receipt_record::{
    DecisionBasis, ReceiptRecord, override_titles, restore_changes,
};
use crate::outbox::recorded_outcome::RecordedDelivery;
use crate::outbox::wording::{delivery, receipt_audit, removed_reply_note, wording_at};
use crate::reply::stored_reply;

impl Outbox {
    /// Returns everything that was sent from this workspace, the newest first.
    pub fn sent_items(&self) -> Result<Vec<SentRow>, Error> {
        Ok(self
            .context
            .store
            .sent_list(&self.context.workspace.id)?
            .into_iter()
            .map(|sent| self.sent_row(sent))
            .collect())
    }

    /// Returns the last sent item of a draft; none if it was never sent.
    pub fn last_sent(&self, draft: &str) -> Result<Option<SentRow>, Error> {
        Ok(self
            .context
            .store
            .item_find_last(draft)?
            .map(|item| self.item_row(item)))
    }

    /// Returns the service's last reply to the write of this item; none if it never replied.
    pub fn last_sent_reply(&self, item: &str) -> Result<Option<ReplyView>, Error> {
        let attempts = self.context.store.attempt_list(&self.item(item)?.id)?;
        let mut newest_first = attempts.into_iter().rev();
        Ok(newest_first.find_map(|attempt| attempt_row(attempt, &self.context.zone).reply))
    }

    /// Returns one of this workspace's items.
    pub(crate) fn item(&self, id: &str) -> Result<Item, Error> {
        let item = self.context.store.item_get(id)?;
        if item.workspace == self.context.workspace.id {
            return Ok(item);
        }
        Err(Error::ItemMissing(id.to_owned()))
    }

    /// Shows the current objects of these items in the lists.
    pub(super) fn refresh_lists<'a>(
        &self,
        items: impl IntoIterator<Item = &'a Item>,
    ) -> Result<(), Error> {
        let mut changed: BTreeMap<Kind, Vec<Id>> = BTreeMap::new();
        let mut creates = Vec::new();
        for item in items {
            match item.target {
                Some(id) => changed.entry(item.kind).or_default().push(id),
                // Values enter the cache from lists only, so a new one is in no list yet.
                None if item.kind == Kind::RetargetingDataValue => {}
                None => creates.push(&*item.id),
            }
        }
        // Creates that are not confirmed or were withdrawn made no object.
        for (kind, id) in self.context.store.item_targets(&creates)? {
            changed.entry(kind).or_default().push(id);
        }
        changed
            .iter()
            .try_for_each(|(kind, ids)| self.lists.refresh_rows(*kind, ids))
    }

    /// Returns the receipt of an item; for an open item, the evidence so far.
    pub fn receipt(&self, item: &str) -> Result<ReceiptView, Error> {
        let item = self.item(item)?;
        self.first_steps
            .record_receipt_view(item_state_view(item.state));
        let kept = self.context.store.receipt_get(&item.id)?;
        let record = kept.as_ref().and_then(record_of);
        let service_changes = record
            .as_ref()
            .map(|record| restore_changes(&record.service_changes));
        let basis = DecisionBasis::from_item(&item);
        let attempts = self.context.store.attempt_list(&item.id)?;
        let concurrent_changes = if attempts.is_empty() {
            basis.concurrent_changes()
        } else {
            self.included_changes(&item)?
        };
        let kind = sent_kind(&item);
        let describe = describe_kind(&self.context, kind);
        let shown = |changes: &[ValueChange]| {
            let shown = changes.iter().map(|change| describe.change(change));
            shown.collect()
        };
        Ok(ReceiptView {
            changes: shown(&sent_changes(&item)),
            service_changes: shown(&service_changes.unwrap_or_default()),
            clashes: basis
                .conflicts()
                .iter()
                .map(|conflict| describe.clash(conflict))
                .collect(),
            concurrent_changes: shown(&self.sort_record_fields_last(kind, concurrent_changes)),
            overrides: override_titles(&item),
            login: record.map_or_else(|| self.context.login.clone(), |record| record.login),
            body: (!attempts.is_empty()).then(|| item.body.clone()),
            evidence: basis.reason.map_or_else(Vec::new, |reason| {
                wording_at(&self.context, item.at).evidence(&reason)
            }),
            decisions: self.decisions(&item)?,
            hash: kept.as_ref().map(|kept| kept.hash.clone()),
            previous_hash: kept.and_then(|kept| kept.prev_hash),
            attempts: (attempts.into_iter())
                .map(|attempt| attempt_row(attempt, &self.context.zone))
                .collect(),
            row: self.item_row(item),
        })
    }

    /// Verifies the receipts of this workspace in their order, up to the first that does not fit.
    pub fn verify_receipts(&self) -> Result<ReceiptAudit, Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let status = store.receipt_verify(workspace)?;
        let broken = status.broken.as_ref();
        let broken = broken.map(|broken| self.broken_receipt(status.length + 1, broken));
        let broken = broken.transpose()?;
        let title = broken.as_ref().and_then(|broken| broken.title.as_deref());
        Ok(ReceiptAudit {
            message: receipt_audit(&self.context.zone, &status, title),
            intact: status.length,
            last_hash: status.last_hash,
            broken,
        })
    }

    fn broken_receipt(&self, seq: u32, broken: &ChainBreak) -> Result<BrokenReceipt, Error> {
        let item = match self.context.store.item_get(&broken.item) {
            Ok(item) => Some(item),
            Err(StoreError::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let recorded_title = || Some(record_of(broken.receipt.as_ref()?)?.title);
        Ok(BrokenReceipt {
            seq,
            item: item.as_ref().map(|item| item.id.clone()),
            title: item.map(|item| item.title).or_else(recorded_title),
            at: rfc3339(broken.at),
            property: match broken.fault {
                ChainFault::Order => BrokenProperty::Order,
                ChainFault::Link => BrokenProperty::Link,
                ChainFault::Hash => BrokenProperty::Hash,
                ChainFault::MissingItem => BrokenProperty::Item,
                ChainFault::MissingReceipt => BrokenProperty::Receipt,
            },
        })
    }

    pub(super) fn item_row(&self, item: Item) -> SentRow {
        self.sent_row(SentItem {
            send: item.send,
            released_at: item.at,
            item: item.id,
            kind: item.kind,
            verb: item.verb,
            target: item.target,
            title: item.title,
            state: item.state,
            code: item.code,
            outcome: item.outcome,
            at: item.at,
            person: item.person,
        })
    }

    pub(super) fn sent_row(&self, sent: SentItem) -> SentRow {
        SentRow {
            item: sent.item,
            collection: Collection::of(sent.kind),
            verb: verb_view(sent.verb),
            title: sent.title,
            id: sent.target.map(|id| id.to_string()),
            state: item_state_view(sent.state),
            code: sent.code,
            outcome: wording_at(&self.context, sent.at).stored(sent.outcome.as_deref()),
            at: rfc3339(sent.at),
            person: sent.person,
        }
    }

    /// Sorts the fields that the service writes with every change last, because they say least.
    fn sort_record_fields_last(
        &self,
        kind: Kind,
        mut changes: Vec<ValueChange>,
    ) -> Vec<ValueChange> {
        let catalog = self.context.catalog();
        let is_record = |change: &ValueChange| {
            let field = catalog.field(kind, &change.path);
            field.is_some_and(|field| field.read_only || field.group == RECORD)
        };
        changes.sort_by_key(is_record);
        changes
    }
}

/// Parses the content of a receipt; none if it is no such content.
fn record_of(receipt: &Receipt) -> Option<ReceiptRecord> {
    serde_json::from_str(&receipt.canonical).ok()
}

/// Returns the kind of a sent object; for an ad, its specific kind.
fn sent_kind(item: &Item) -> Kind {
    EditableDocument::parse(&item.body).map_or(item.kind, |body| item.kind.specific(&body))
}

/// Returns the sent changes against the object before the write; for a create, all fields.
fn sent_changes(item: &Item) -> Vec<ValueChange> {
    let before = item
        .before_image
        .as_deref()
        .or(item.base_text.as_deref())
        .unwrap_or("{}");
    match (
        EditableDocument::parse(before),
        EditableDocument::parse(&item.body),
    ) {
        (Ok(before), Ok(body)) => diff(&before, &body),
        _ => Vec::new(),
    }
}

fn attempt_row(attempt: Attempt, zone: &Zone) -> AttemptRow {
    let (request, end) = (attempt.request, attempt.end);
    let removed = (attempt.reply_removed_at).map(|at| removed_reply_note(&display_time(zone, at)));
    let recorded = end
        .as_ref()
        .and_then(|end| RecordedDelivery::parse(&end.outcome));
    let outcome = delivery(recorded.as_ref());
    let reply = end.as_ref().and_then(|end| {
        let text = end.reply.as_deref()?;
        Some(stored_reply(&request, end.status, text))
    });
    AttemptRow {
        request,
        at: rfc3339(attempt.at),
        status: end.as_ref().and_then(|end| end.status),
        outcome: outcome + &removed.unwrap_or_default(),
        reply,
    }
}
