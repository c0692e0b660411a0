//! What is around the cells: the columns, and the names of the next steps.

use std::collections::HashSet;

use adwright_model::{Catalog, EditableDocument, Field, FieldType, Path, RequiredOn};
use adwright_views::{
    EditedBatch, FieldChoice, FieldKind, ListId, SheetColumn, SheetSource, SheetView,
};

use super::cell_token::token_choices;
use super::source::SheetState;

use crate::error::Error;
use crate::field::FieldCatalog;
use crate::object::{NEW_VALUE, RECORD};
use crate::sheet::{KIND, Sheets};

impl Sheets {
    pub(super) fn view(&self, batch: &SheetState) -> Result<SheetView, Error> {
        let (catalog, list) = (self.context.catalog(), batch.source.list());
        let columns = self.columns(list, &batch.columns)?;
        let label = |label: &_| self.label_text(list, label);
        Ok(SheetView {
            id: batch.version.batch.clone(),
            name: batch.name.clone(),
            source: batch.source,
            revision: batch.version.revision,
            tokens: token_choices(&columns, &catalog, list.kind()),
            columns,
            addable: self.addable_fields(batch),
            rows: batch.row_count,
            undo: batch.undo.as_ref().map(label),
            redo: batch.redo.as_ref().map(label),
        })
    }

    pub(super) fn edited(&self, batch: &SheetState) -> EditedBatch {
        let label = |label: &_| self.label_text(batch.source.list(), label);
        EditedBatch {
            revision: batch.version.revision,
            columns: batch.columns.iter().map(Path::to_string).collect(),
            rows: batch.row_count,
            undo: batch.undo.as_ref().map(label),
            redo: batch.redo.as_ref().map(label),
        }
    }

    fn addable_fields(&self, sheet: &SheetState) -> Vec<FieldChoice> {
        let catalog = self.context.catalog();
        match sheet.source {
            SheetSource::Batch => addable_fields(&catalog, &sheet.columns),
            SheetSource::Objects(list) => {
                FieldCatalog::new(catalog, list.kind()).fields_without(&sheet.columns)
            }
        }
    }

    /// Returns the columns of these fields.
    pub(super) fn columns(&self, list: ListId, paths: &[Path]) -> Result<Vec<SheetColumn>, Error> {
        let catalog = self.context.catalog();
        let columns = paths.iter().map(|path| self.column(&catalog, list, path));
        columns.collect()
    }

    pub(super) fn column(
        &self,
        catalog: &Catalog,
        list: ListId,
        path: &Path,
    ) -> Result<SheetColumn, Error> {
        let Some(field) = catalog.field(list.kind(), path) else {
            return Ok(SheetColumn {
                path: path.to_string(),
                label: path.to_string(),
                kind: FieldKind::Text,
                required: false,
                read_only: false,
                choices: Vec::new(),
                help: String::new(),
            });
        };
        let choices = self.choices(list, field, path)?;
        let kind = match FieldKind::of_field(field) {
            FieldKind::Id if !choices.is_empty() => FieldKind::Choice,
            kind => kind,
        };
        let is_required = matches!(field.required, RequiredOn::Create | RequiredOn::Both);
        Ok(SheetColumn {
            path: path.to_string(),
            label: field.title.clone(),
            kind,
            required: is_required && !field.read_only,
            read_only: field.read_only,
            choices,
            help: field.description.clone(),
        })
    }

    /// Returns the known values of a field: ids with their names from the cache, and the values of the catalog.
    pub(super) fn choices(
        &self,
        list: ListId,
        field: &Field,
        path: &Path,
    ) -> Result<Vec<FieldChoice>, Error> {
        let is_id = FieldKind::of_field(field) == FieldKind::Id;
        let mut choices = Vec::new();
        if is_id {
            let empty = EditableDocument::parse(NEW_VALUE).expect("it is an object");
            let bindings = &self.context.dialect.bindings;
            let suggestions = self.lists.id_suggestions()?;
            choices = suggestions.suggestions_for(&field.name, &empty, bindings);
            choices.extend(self.lists.seen_values(list, &path.to_string())?);
        }
        choices.extend(field.values.iter().map(|value| FieldChoice {
            value: value.clone(),
            label: value.clone(),
        }));
        let mut seen = HashSet::new();
        choices.retain(|choice| seen.insert(choice.value.clone()));
        if is_id {
            choices.sort_by(|one, other| one.label.cmp(&other.label));
        }
        Ok(choices)
    }
}

/// Returns the known fields of a value that a person can fill in and that have no column yet.
pub(super) fn addable_fields(catalog: &Catalog, columns: &[Path]) -> Vec<FieldChoice> {
    let is_filled_in = |field: &&Field| {
        let is_reference = field.name == "clientRefId";
        !field.read_only
            && field.name != "type"
            && (field.group != RECORD || is_reference)
            && !matches!(field.ty, FieldType::Object(_))
    };
    let fields = catalog.root(KIND).fields.iter().filter(is_filled_in);
    let fields = fields.filter(|field| !columns.contains(&Path::root().child(&field.name)));
    let choice = |field: &Field| FieldChoice {
        value: field.name.clone(),
        label: field.title.clone(),
    };
    fields.map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_without_a_column_can_be_added() {
        let columns = ["name", "value", "advertiserId"].map(|name| Path::root().child(name));
        let fields = addable_fields(Catalog::bundled(), &columns);
        let fields: Vec<_> = fields.iter().map(|field| &*field.value).collect();
        let expected = [
            "clientRefId",
            "expiresOn",
            "retargetingData",
            "retargetingActivityId",
        ];
        assert_eq!(fields, expected);
    }
}
