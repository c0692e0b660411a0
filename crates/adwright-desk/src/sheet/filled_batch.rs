//! New batches with rows: of values on the service, and of a template.

use adwright_list::plain_text;
use adwright_model::{Edit, EditableDocument, Path};
use adwright_views::{DocumentRef, ListId, SheetView};

use crate::batch::{BatchImport, BatchState};
use crate::document::replay;
use crate::draft::without_assigned;
use crate::error::Error;
use crate::sheet::{KIND, Sheets};

/// The members of a value that no new value takes over. A reference names one value only.
const NOT_COPIED: [&str; 2] = ["type", REFERENCE];

const REFERENCE: &str = "clientRefId";

/// The first row of a batch, to create other batches from.
pub(crate) struct FirstRow {
    /// The value of the row, without its reference.
    pub(crate) document: EditableDocument,
    /// The columns that the row leaves empty.
    pub(crate) open: Vec<Path>,
}

/// The operation of a new batch. Nothing stops it.
const OPERATION: &str = "new-batch";

impl Sheets {
    /// Creates a batch with copies of values on the service, without ids and what else the service assigns.
    ///
    /// # Errors
    /// [`BatchError::NoName`](crate::BatchError::NoName).
    pub fn create_batch_of_values(&self, name: &str, ids: &[String]) -> Result<SheetView, Error> {
        let mut documents = Vec::new();
        for id in self.lists.selected_row_ids(ListId::Values, ids)? {
            let value = self.objects.find(&DocumentRef::Value(id.to_string()))?;
            documents.push(without_assigned(&self.context, KIND, value.editable()?)?);
        }
        self.view(&self.create_batch_of(name, "", &documents)?.into())
    }

    /// Creates a batch with the values of documents, one row each. `source` names their source in the step of undo.
    pub(crate) fn create_batch_of(
        &self,
        name: &str,
        source: &str,
        documents: &[EditableDocument],
    ) -> Result<BatchState, Error> {
        let mut columns = Vec::<Path>::new();
        for document in documents {
            for (member, node) in document.root().members() {
                let path = Path::root().child(&*member);
                let is_copied = !NOT_COPIED.contains(&&*member) && !node.is_null();
                if is_copied && !columns.contains(&path) {
                    columns.push(path);
                }
            }
        }
        let rows = documents.iter().map(|document| {
            let cells = columns.iter().map(|path| {
                let node = document.get(path).filter(|node| !node.is_null());
                node.map_or_else(String::new, |node| plain_text(node.raw()).into_owned())
            });
            cells.collect()
        });
        self.create_filled_batch(name, source, &columns, rows)
    }

    /// Creates a batch with rows: one step of undo.
    pub(super) fn create_filled_batch(
        &self,
        name: &str,
        source: &str,
        columns: &[Path],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Result<BatchState, Error> {
        let import = BatchImport {
            file: source,
            fields: columns,
            operation: OPERATION,
        };
        let rows = rows.into_iter().map(Ok);
        self.batches.create_with_rows(name, &import, rows)
    }

    /// Creates a batch from a stored first row. The open columns are there, too.
    pub(crate) fn create_batch_of_first_row(
        &self,
        name: &str,
        source: &str,
        row: &FirstRow,
    ) -> Result<SheetView, Error> {
        let documents = std::slice::from_ref(&row.document);
        let mut batch = self.create_batch_of(name, source, documents)?;
        for column in &row.open {
            batch = self.batches.add_column(&batch.version, column)?;
        }
        self.view(&batch.into())
    }

    /// Returns the first row with text, to create other batches from; the columns alone if there is none.
    pub(crate) fn first_row(&self, batch: &str) -> Result<FirstRow, Error> {
        let rows = self.batches.snapshot(batch, 0..u32::MAX)?;
        let mut checker = self.row_checker(&rows.columns)?;
        let mut values = rows.ids().iter().map(|row| checker.value(rows.cells(*row)));
        let first = values.find_map(Result::transpose).transpose()?;
        drop(values);
        let document = first.map_or_else(|| checker.blank_value().document, |value| value.document);
        let reference = Path::root().child(REFERENCE);
        let document = match document.get(&reference) {
            Some(_) => replay(
                &document,
                [&Edit::Remove {
                    path: reference.clone(),
                }],
            )?,
            None => document,
        };
        let is_open = |path: &&Path| document.get(path).is_none() && **path != reference;
        let open = rows.columns.iter().filter(is_open).cloned().collect();
        Ok(FirstRow { document, open })
    }
}
