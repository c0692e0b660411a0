//! The tables of what is exported.

use adwright_views::{
    ChangeView, DocumentRef, DraftQuery, ReceiptView, ReviewItem, ReviewRow, SentQuery, SentRow,
};

use super::{ExportTable, Exports};

use crate::error::Error;
use crate::wording::{
    DRAFT_COLUMNS, HISTORY_COLUMNS, RECEIPT_COLUMNS, REVIEW_COLUMNS, ReceiptPart, SENT_COLUMNS,
    collection_word, finding_text, history_kind_word, item_state_word, send_verb_word,
};

impl Exports {
    pub(super) fn drafts_table(&self, query: &DraftQuery) -> Result<ExportTable, Error> {
        let query = DraftQuery {
            offset: 0,
            limit: u32::MAX,
            ..query.clone()
        };
        let rows = self.drafts.draft_window(&query)?.rows.into_iter();
        let rows = rows.map(|row| {
            vec![
                row.title,
                row.id.unwrap_or_default(),
                collection_word(row.collection).to_owned(),
                row.advertiser,
                row.changed.to_string(),
                row.errors.to_string(),
                row.warnings.to_string(),
                row.saved,
                row.lock.map(|lock| lock.reason).unwrap_or_default(),
            ]
        });
        Ok(table("drafts", &DRAFT_COLUMNS, rows.collect()))
    }

    /// Returns one row per change and per finding of each draft.
    pub(super) fn review_table(&self, drafts: &[String]) -> Result<ExportTable, Error> {
        let ids: Vec<_> = drafts.iter().map(String::as_str).collect();
        let items = self.outbox.review_items(&ids)?;
        let rows = items.iter().flatten().flat_map(review_rows);
        Ok(table("review", &REVIEW_COLUMNS, rows.collect()))
    }

    pub(super) fn sent_table(&self, query: &SentQuery) -> Result<ExportTable, Error> {
        let found = self.outbox.sent_found(query)?;
        Ok(table(
            "sent",
            &SENT_COLUMNS,
            found.into_iter().map(sent_row).collect(),
        ))
    }

    /// Returns everything in a receipt, part by part.
    pub(super) fn receipt_table(&self, item: &str) -> Result<ExportTable, Error> {
        let receipt = self.outbox.receipt(item)?;
        let name = format!("receipt {}", receipt.row.title);
        Ok(table(&name, &RECEIPT_COLUMNS, receipt_rows(&receipt)))
    }

    pub(super) fn history_table(&self, target: &DocumentRef) -> Result<ExportTable, Error> {
        let entries = self.history.history(target)?.entries.into_iter();
        let rows = entries.map(|entry| {
            let state = entry.state.map(item_state_word).unwrap_or_default();
            vec![
                entry.at,
                history_kind_word(entry.kind).to_owned(),
                entry.title,
                entry.about,
                entry.who.unwrap_or_default(),
                state.to_owned(),
            ]
        });
        let id = match target {
            DocumentRef::Campaign(id)
            | DocumentRef::Ad(id)
            | DocumentRef::Value(id)
            | DocumentRef::Draft(id) => id,
        };
        Ok(table(
            &format!("history {id}"),
            &HISTORY_COLUMNS,
            rows.collect(),
        ))
    }
}

fn table(name: &str, columns: &[&str], rows: Vec<Vec<String>>) -> ExportTable {
    ExportTable {
        name: name.to_owned(),
        columns: columns.iter().map(|&column| column.to_owned()).collect(),
        rows,
    }
}

fn sent_row(row: SentRow) -> Vec<String> {
    vec![
        item_state_word(row.state).to_owned(),
        row.title,
        row.id.unwrap_or_default(),
        collection_word(row.collection).to_owned(),
        send_verb_word(row.verb).to_owned(),
        row.outcome,
        row.code.map(|code| code.to_string()).unwrap_or_default(),
        row.person,
        row.at,
        row.item,
    ]
}

fn review_rows(item: &ReviewItem) -> Vec<Vec<String>> {
    let row = |label: &str, path: &str, change: Option<&ChangeView>, finding: String| {
        let value = |value: Option<&Option<String>>| value.cloned().flatten().unwrap_or_default();
        let mut cells = head_cells(&item.row);
        cells.extend([
            label.to_owned(),
            path.to_owned(),
            value(change.map(|change| &change.before)),
            value(change.map(|change| &change.after)),
            finding,
        ]);
        cells
    };
    let changes = item.changes.iter();
    let changes = changes.map(|one| row(&one.label, &one.path, Some(one), String::new()));
    let findings = item.findings.iter();
    let findings = findings.map(|one| row(&one.label, &one.path, None, finding_text(one)));
    changes.chain(findings).collect()
}

fn head_cells(row: &ReviewRow) -> Vec<String> {
    vec![
        row.title.clone(),
        row.id.clone().unwrap_or_default(),
        row.advertiser.clone(),
        collection_word(row.collection).to_owned(),
        send_verb_word(row.verb).to_owned(),
    ]
}

fn receipt_rows(receipt: &ReceiptView) -> Vec<Vec<String>> {
    let row = |part: ReceiptPart, name: &str, before: &str, after: &str| {
        [part.as_str(), name, before, after]
            .map(str::to_owned)
            .to_vec()
    };
    let change = |part: ReceiptPart| {
        move |change: &ChangeView| {
            let text = |value: &Option<String>| value.clone().unwrap_or_default();
            row(
                part,
                &change.label,
                &text(&change.before),
                &text(&change.after),
            )
        }
    };
    let head = sent_row(receipt.row.clone());
    let head = SENT_COLUMNS.iter().zip(&head);
    let mut rows: Vec<_> = head
        .map(|(&name, cell)| row(ReceiptPart::Record, name, "", cell))
        .collect();
    let proofs = [
        ("Service login", Some(&receipt.login)),
        ("Hash", receipt.hash.as_ref()),
        ("Previous hash", receipt.previous_hash.as_ref()),
    ];
    let proofs = proofs.into_iter();
    rows.extend(proofs.filter_map(|(name, text)| Some(row(ReceiptPart::Record, name, "", text?))));
    rows.extend(receipt.changes.iter().map(change(ReceiptPart::Sent)));
    rows.extend((receipt.service_changes.iter()).map(change(ReceiptPart::ServiceChange)));
    rows.extend(receipt.clashes.iter().map(|clash| {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let part = ReceiptPart::ConcurrentChange;
        row(part, &clash.label, &text(&clash.base), &text(&clash.theirs))
    }));
    rows.extend((receipt.concurrent_changes.iter()).map(change(ReceiptPart::ConcurrentChange)));
    let titles = receipt.overrides.iter();
    rows.extend(titles.map(|title| row(ReceiptPart::Override, title, "", "")));
    let evidence = receipt.evidence.iter();
    rows.extend(evidence.map(|sentence| row(ReceiptPart::Evidence, "", "", sentence)));
    for attempt in &receipt.attempts {
        let status = attempt.status.map(|status| format!("HTTP {status}. "));
        let outcome = format!("{}{}", status.unwrap_or_default(), attempt.outcome);
        rows.push(row(
            ReceiptPart::Request,
            &attempt.request,
            &attempt.at,
            &outcome,
        ));
    }
    let body = receipt.body.iter();
    rows.extend(body.map(|body| row(ReceiptPart::Body, "", "", body)));
    rows
}
