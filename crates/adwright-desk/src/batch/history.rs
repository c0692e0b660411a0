//! The operations of a batch, and their text.

use adwright_model::{Kind, Path};
use adwright_sheet::BatchLabel;

use super::batch_state::label_from_json;

use crate::batch::Batches;
use crate::error::Error;
use crate::field::describe_kind;
use crate::wording::batch_label_text;

/// An operation on a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchHistoryEntry {
    /// What it did.
    pub label: BatchLabel,
    /// When it was made, in epoch milliseconds.
    pub at: i64,
    /// Whether it is part of the batch; otherwise it was undone and can be redone.
    pub is_applied: bool,
}

impl Batches {
    /// Returns all operations of a batch in their order.
    pub fn operations(&self, batch: &str) -> Result<Vec<BatchHistoryEntry>, Error> {
        let head = self.stored_batch(batch)?.head;
        let operations = self.context.store.batch_operations(batch)?.into_iter();
        let entries = operations.map(|operation| BatchHistoryEntry {
            label: label_from_json(&operation.label),
            at: operation.at,
            is_applied: operation.seq <= head,
        });
        Ok(entries.collect())
    }

    /// Returns the text of an operation, to continue "Undo".
    #[must_use]
    pub fn label_text(&self, label: &BatchLabel) -> String {
        let describe = describe_kind(&self.context, Kind::RetargetingDataValue);
        let title = |column: &str| match column.parse::<Path>() {
            Ok(path) => describe.label(&path),
            Err(_) => column.to_owned(),
        };
        batch_label_text(label, title)
    }
}
