//! The cells of one object, as the form shows its fields.

use std::sync::Arc;

use adwright_model::{Catalog, EditableDocument, Kind, Path, UnparsedInputs};
use adwright_views::{DocumentRef, FieldKind};

use crate::bulk::is_gone;
use crate::error::Error;
use crate::field::display_value;
use crate::host::Zone;
use crate::object::LoadedObject;
use crate::sheet::Sheets;

/// One row: what the sheet shows of an object.
#[derive(Debug)]
pub(super) struct ObjectRow {
    pub(super) target: DocumentRef,
    /// The draft and its revision; none without a live draft.
    pub(super) draft: Option<(String, u32)>,
    pub(super) cells: Vec<String>,
    /// The columns that the draft changes.
    pub(super) changed: Vec<u32>,
}

/// Renders cells.
struct CellRenderer<'a> {
    catalog: Arc<Catalog>,
    zone: &'a Zone,
    kind: Kind,
    document: &'a EditableDocument,
    typed: &'a UnparsedInputs,
}

impl Sheets {
    /// Reads the cells of an object. An object that is gone, or is text only, has empty cells.
    pub(super) fn object_row(
        &self,
        target: &DocumentRef,
        columns: &[Path],
    ) -> Result<ObjectRow, Error> {
        let object = match self.objects.find(target) {
            Ok(object) => Some(object),
            Err(error) if is_gone(&error) => None,
            Err(error) => return Err(error),
        };
        let mut row = ObjectRow {
            target: target.clone(),
            draft: None,
            cells: vec![String::new(); columns.len()],
            changed: Vec::new(),
        };
        let Some(object) = object else { return Ok(row) };
        let draft = object.draft.as_ref();
        row.draft = draft.map(|draft| (draft.id.clone(), draft.revision));
        let Ok(document) = object.editable() else {
            return Ok(row);
        };
        let renderer = CellRenderer {
            catalog: self.context.catalog(),
            zone: &self.context.zone,
            kind: object.kind(),
            document,
            typed: &object.unparsed_inputs(),
        };
        row.cells = columns.iter().map(|path| renderer.text(path)).collect();
        row.changed = changed_columns(&object, document, columns);
        Ok(row)
    }
}

impl Sheets {
    /// Returns the text of a field, as the form shows it.
    pub(in crate::sheet) fn object_text(
        &self,
        object: &LoadedObject,
        document: &EditableDocument,
        path: &Path,
    ) -> String {
        let renderer = CellRenderer {
            catalog: self.context.catalog(),
            zone: &self.context.zone,
            kind: object.kind(),
            document,
            typed: &object.unparsed_inputs(),
        };
        renderer.text(path)
    }
}

impl CellRenderer<'_> {
    fn text(&self, path: &Path) -> String {
        if let Some(typed) = self.typed.get(path) {
            return typed.clone();
        }
        let Some(node) = self.document.get(path) else {
            return String::new();
        };
        let field = self.catalog.field_and_type(self.kind, path);
        let kind = field.map_or(FieldKind::Json, |(field, ty)| {
            FieldKind::of_value(field, ty, Some(node))
        });
        let unit = field.and_then(|(field, _)| field.unit);
        display_value(node, kind, unit, self.zone)
    }
}

fn changed_columns(
    object: &LoadedObject,
    document: &EditableDocument,
    columns: &[Path],
) -> Vec<u32> {
    let Some(base) = &object.base else {
        return Vec::new();
    };
    let is_changed = |path: &Path| {
        let [before, after] = [base, document].map(|of| of.get(path).map(|node| node.raw()));
        before != after
    };
    let numbered = (0..).zip(columns);
    let changed = numbered.filter(|(_, path)| is_changed(path));
    changed.map(|(column, _)| column).collect()
}
