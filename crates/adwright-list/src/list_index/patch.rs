//! Changes some rows of an index, and shares everything else with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_model::Binding;

use super::ListIndex;
use crate::list_fields::split_values;
use crate::row_id::{RowId, RowIds};

/// The new state of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowChange {
    /// The row's id.
    pub key: RowId,
    /// The output of [`ListFields::values`](crate::ListFields::values); `None` if the row was removed.
    pub values: Option<String>,
}

/// All rows after a change.
struct PatchedRows {
    keys: RowIds,
    /// The old row of each row; `None` for a new row.
    old_rows: Vec<Option<u32>>,
}

impl ListIndex {
    /// Returns the index after these changes. If a row changes twice, the last change applies.
    #[must_use]
    pub fn patched(&self, changes: &[RowChange]) -> Self {
        let changes: BTreeMap<RowId, Option<&str>> = changes
            .iter()
            .map(|change| (change.key, change.values.as_deref()))
            .collect();
        let is_added_or_removed =
            |key: &RowId| self.row_of(*key).is_some() != changes[key].is_some();
        let rows = changes
            .keys()
            .any(is_added_or_removed)
            .then(|| self.rows_after(&changes));
        let keys = rows.as_ref().map_or(&*self.keys, |rows| &rows.keys);
        let new_cells: Vec<(usize, Vec<&str>)> = changes
            .iter()
            .filter_map(|(key, values)| {
                let row = keys.row_of(*key)?;
                Some((row, split_values((*values)?).collect()))
            })
            .collect();
        let old_rows = rows.as_ref().map(|rows| rows.old_rows.as_slice());
        let columns = self.columns.iter().enumerate().map(|(index, column)| {
            let cells: Vec<_> = new_cells
                .iter()
                .map(|(row, cells)| (*row, cells.get(index).copied().unwrap_or_default()))
                .collect();
            column.patched(old_rows, &cells)
        });
        let patched = Self {
            fields: Arc::clone(&self.fields),
            columns: columns.collect(),
            by_name: Arc::clone(&self.by_name),
            keys: rows.map_or_else(|| Arc::clone(&self.keys), |rows| Arc::new(rows.keys)),
        };
        let (old, new) = (
            self.bound_column(Binding::Name),
            patched.bound_column(Binding::Name),
        );
        let is_same = Arc::ptr_eq(&self.keys, &patched.keys)
            && old
                .zip(new)
                .is_none_or(|(old, new)| old.is_shared_with(new));
        if is_same {
            return patched;
        }
        let by_name = patched.rows_by_name();
        Self { by_name, ..patched }
    }

    /// Returns all rows after these changes, some of which add or remove rows.
    fn rows_after(&self, changes: &BTreeMap<RowId, Option<&str>>) -> PatchedRows {
        let is_new = |key: &RowId| self.row_of(*key).is_none() && changes[key].is_some();
        let mut new = changes.keys().copied().filter(is_new).peekable();
        let mut rows = PatchedRows {
            keys: RowIds::default(),
            old_rows: Vec::with_capacity(self.keys.len() + changes.len()),
        };
        for (row, key) in (0..).zip(self.keys.iter()) {
            while let Some(new) = new.next_if(|new| *new < key) {
                rows.push(new, None);
            }
            if changes.get(&key) != Some(&None) {
                rows.push(key, Some(row));
            }
        }
        new.for_each(|key| rows.push(key, None));
        rows
    }
}

impl PatchedRows {
    fn push(&mut self, key: RowId, old_row: Option<u32>) {
        self.keys.push(key);
        self.old_rows.push(old_row);
    }
}
