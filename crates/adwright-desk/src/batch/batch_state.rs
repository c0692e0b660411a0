//! Batches as a whole: created, named, copied, discarded and listed.

use adwright_model::{Catalog, Field, FieldType, Kind, Path};
use adwright_sheet::{BatchLabel, RowOrder};
use adwright_store::{NewBatch, NewBatchRows, StoredBatch};

use crate::batch::Batches;
use crate::error::{BatchError, Error};
use crate::object::RECORD;

/// A batch without its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchState {
    /// The batch and its revision, for the next edit.
    pub version: BatchVersion,
    /// The name for people. Batches may share a name.
    pub name: String,
    /// The fields of the columns.
    pub columns: Vec<Path>,
    /// The number of rows.
    pub row_count: u32,
    /// The operation that "Undo" takes back.
    pub undo: Option<BatchLabel>,
    /// The operation that "Redo" makes again.
    pub redo: Option<BatchLabel>,
    /// When it was created, in epoch milliseconds.
    pub created_at: i64,
    /// When its content changed last, in epoch milliseconds.
    pub changed_at: i64,
    /// When it was discarded, in epoch milliseconds.
    pub discarded_at: Option<i64>,
}

/// A batch as somebody saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchVersion {
    /// The batch's id.
    pub batch: String,
    /// The number of changes to its content.
    pub revision: u32,
}

impl BatchState {
    pub(super) fn of(stored: &StoredBatch) -> Self {
        let label = |json: &Option<String>| json.as_deref().map(label_from_json);
        Self {
            version: BatchVersion {
                batch: stored.id.clone(),
                revision: stored.revision,
            },
            name: stored.name.clone(),
            columns: stored.columns.clone(),
            row_count: stored.row_count,
            undo: label(&stored.undo_label),
            redo: label(&stored.redo_label),
            created_at: stored.created_at,
            changed_at: stored.changed_at,
            discarded_at: stored.discarded_at,
        }
    }
}

impl Batches {
    /// Creates a batch without rows. Its columns are the fields that a person fills in for a new value.
    ///
    /// # Errors
    /// [`BatchError::NoName`].
    pub fn create_batch(&self, name: &str) -> Result<BatchState, Error> {
        self.create_in_store(name, None)
    }

    pub(super) fn create_in_store(
        &self,
        name: &str,
        rows: Option<NewBatchRows<'_>>,
    ) -> Result<BatchState, Error> {
        let new = NewBatch {
            workspace: &self.context.workspace.id,
            name: require_name(name)?,
            columns: &default_columns(&self.context.catalog()),
            order: &RowOrder::default().to_bytes(),
            rows,
        };
        let stored = self.context.store.batch_create(&new, self.context.now())?;
        Ok(BatchState::of(&stored))
    }

    /// Changes the name of a batch.
    ///
    /// # Errors
    /// [`BatchError::NoName`].
    pub fn rename_batch(&self, batch: &str, name: &str) -> Result<BatchState, Error> {
        self.stored_batch(batch)?;
        let stored = self
            .context
            .store
            .batch_rename(batch, require_name(name)?)?;
        Ok(BatchState::of(&stored))
    }

    /// Copies the rows and columns of a batch into a new batch, which starts without undo steps.
    ///
    /// # Errors
    /// [`BatchError::NoName`].
    pub fn duplicate_batch(&self, batch: &str, name: &str) -> Result<BatchState, Error> {
        let name = require_name(name)?;
        let stored = self.with_current(batch, |loaded| {
            let order = loaded.order.to_bytes();
            let source = (&*loaded.stored.id, loaded.stored.revision);
            let at = self.context.now();
            Ok(self
                .context
                .store
                .batch_duplicate(source, name, &order, at)?)
        })?;
        Ok(BatchState::of(&stored))
    }

    /// Discards a batch; [`Batches::restore_batch`] restores it. A discarded batch can be read, but not edited.
    pub fn discard_batch(&self, batch: &str) -> Result<(), Error> {
        self.stored_batch(batch)?;
        Ok(self
            .context
            .store
            .batch_discard(batch, self.context.now())?)
    }

    /// Restores a discarded batch with its rows and undo steps.
    pub fn restore_batch(&self, batch: &str) -> Result<BatchState, Error> {
        self.stored_batch(batch)?;
        Ok(BatchState::of(&self.context.store.batch_restore(batch)?))
    }

    /// Returns the batches of the workspace that are not discarded, in the order of their creation.
    pub fn batches(&self) -> Result<Vec<BatchState>, Error> {
        let stored = self.context.store.batch_list(&self.context.workspace.id)?;
        Ok(stored.iter().map(BatchState::of).collect())
    }

    /// Returns the discarded batches of the workspace, the last discarded first.
    pub fn discarded_batches(&self) -> Result<Vec<BatchState>, Error> {
        let store = &self.context.store;
        let stored = store.batch_list_discarded(&self.context.workspace.id)?;
        Ok(stored.iter().map(BatchState::of).collect())
    }

    /// Returns a batch, discarded or not.
    pub fn batch(&self, batch: &str) -> Result<BatchState, Error> {
        Ok(BatchState::of(&self.stored_batch(batch)?))
    }

    /// Returns a batch of this workspace.
    pub(super) fn stored_batch(&self, batch: &str) -> Result<StoredBatch, Error> {
        let stored = self.context.store.batch_get(batch)?;
        if stored.workspace == self.context.workspace.id {
            return Ok(stored);
        }
        Err(BatchError::Missing(batch.to_owned()).into())
    }
}

fn require_name(name: &str) -> Result<&str, BatchError> {
    let name = name.trim();
    (!name.is_empty()).then_some(name).ok_or(BatchError::NoName)
}

/// Returns the columns of a new batch: the fields of a value that a person fills in, without lists and objects.
pub(crate) fn default_columns(catalog: &Catalog) -> Vec<Path> {
    let fields = &catalog.root(Kind::RetargetingDataValue).fields;
    let is_filled_in = |field: &&Field| {
        let is_single = !matches!(field.ty, FieldType::Object(_) | FieldType::List(_));
        is_single && !field.read_only && field.group != RECORD
    };
    let names = fields.iter().filter(is_filled_in);
    names.map(|field| Path::root().child(&field.name)).collect()
}

pub(super) fn label_to_json(label: &BatchLabel) -> String {
    serde_json::to_string(label).expect("a label is plain data")
}

/// Parses a stored label. A label that cannot be read says only that something changed.
pub(super) fn label_from_json(json: &str) -> BatchLabel {
    serde_json::from_str(json).unwrap_or(BatchLabel::Change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_stored_as_codes() {
        let file = "a.csv".to_owned();
        for (label, json) in [
            (
                BatchLabel::Import { rows: 5, file },
                r#"{"import":{"rows":5,"file":"a.csv"}}"#,
            ),
            (BatchLabel::Clear { cells: 2 }, r#"{"clear":{"cells":2}}"#),
        ] {
            assert_eq!(label_to_json(&label), json);
            assert_eq!(label_from_json(json), label);
        }
        assert_eq!(label_from_json(r#"{"later":1}"#), BatchLabel::Change);
    }

    #[test]
    fn default_columns_are_the_fields_to_fill_in() {
        let columns = default_columns(Catalog::bundled());
        let columns: Vec<_> = columns.iter().map(ToString::to_string).collect();
        let expected = [
            "name",
            "value",
            "expiresOn",
            "advertiserId",
            "retargetingActivityId",
        ];
        assert_eq!(columns, expected);
    }
}
