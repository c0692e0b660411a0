//! Exports a workspace's drafts and receipts as a file: one JSON object per line, and the first line names the format.

use adwright_store::{Draft, Receipt};
use adwright_views::ExportedFile;
use serde_json::{Value, json};

use crate::error::Error;
use crate::host::{rfc3339, write_new_file};
use crate::workspaces::Workspaces;

/// The format name in the first line.
const FORMAT: &str = "adwright-data";

impl Workspaces {
    /// Writes the workspace's drafts, including discarded ones, and its receipts into a new file.
    pub fn export_data(&self, id: &str) -> Result<ExportedFile, Error> {
        let settings = self.context.store.workspace_get(id)?.settings;
        let head = json!({
            "format": FORMAT,
            "version": 1,
            "workspace": settings.name,
            "workspaceId": id,
            "address": settings.base_url,
            "at": rfc3339(self.context.now()),
        });
        let live = self.context.store.draft_list(id)?;
        let discarded = self.context.store.draft_list_discarded(id)?;
        let drafts = live.iter().chain(&discarded).map(draft_line);
        let receipts = self.context.store.receipt_list(id)?;
        let lines = std::iter::once(head)
            .chain(drafts)
            .chain(receipts.iter().map(receipt_line));
        let lines: Vec<_> = lines.map(|line| line.to_string()).collect();
        let text = lines.join("\n") + "\n";
        let name = format!("{}-drafts-and-receipts", settings.name);
        write_new_file(&self.context.paths.exports(), &name, "jsonl", &text)
    }
}

fn draft_line(draft: &Draft) -> Value {
    json!({ "draft": {
        "id": draft.id,
        "kind": draft.kind.to_string(),
        "target": draft.target.map(|id| id.to_string()),
        "text": draft.text,
        "baseText": draft.base_text,
        "savedAt": rfc3339(draft.saved_at),
        "discardedAt": draft.discarded_at.map(rfc3339),
    }})
}

/// Returns a receipt with all input of its hash, so that the chain can be verified without Adwright.
fn receipt_line(receipt: &Receipt) -> Value {
    json!({ "receipt": {
        "seq": receipt.seq,
        "item": receipt.item,
        "at": receipt.at,
        "canonical": receipt.canonical,
        "prevHash": receipt.prev_hash,
        "hash": receipt.hash,
    }})
}
