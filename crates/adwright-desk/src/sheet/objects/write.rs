//! Edits of cells: one change of the drafts of all their objects, undone and redone as one step.

use std::collections::BTreeMap;

use adwright_model::{Edit, EditableDocument, Path, UnparsedInputs, unparsed_inputs_after};
use adwright_sheet::BatchLabel;
use adwright_store::{BulkDraftEdit, NewBulkEdit, StoreError};
use adwright_views::{
    AlikeFindings, BulkUndoResult, DocumentRef, EditRequest, FieldInput, saturating_u32,
};

use super::{ObjectSheet, SheetStep, lock};

use crate::batch::BatchVersion;
use crate::bulk::{build_part, is_gone, skip_reason};
use crate::document::replay;
use crate::draft::FieldEditor;
use crate::error::{BatchError, Error, ItemBlocker, ObjectSheetError};
use crate::field::DateParser;
use crate::object::{LoadedObject, StepLabel};
use crate::sheet::Sheets;
use crate::sheet::row_checker::column_of;
use crate::sheet::shown_rows::conflict;
use crate::sheet::source::SheetState;

/// Whether a step is undone or redone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sheet) enum UndoDirection {
    Undo,
    Redo,
}

/// The new texts of cells: by row, each with its column.
type NewTexts<'a> = BTreeMap<u32, Vec<(u32, &'a str)>>;

/// The edits of one object, and what it becomes.
pub(in crate::sheet) struct PlannedInputs {
    pub(in crate::sheet) edits: Vec<Edit>,
    pub(in crate::sheet) document: EditableDocument,
    pub(in crate::sheet) typed: UnparsedInputs,
}

impl Sheets {
    /// Sets cells, in all drafts or in none. Equal texts change nothing, so no draft begins for them.
    pub(in crate::sheet) fn write_objects<'a>(
        &self,
        sheet: &ObjectSheet,
        at: &BatchVersion,
        texts: impl Iterator<Item = (u32, u32, &'a str)>,
        label: impl FnOnce(u32) -> BatchLabel,
    ) -> Result<SheetState, Error> {
        let rows = self.current_objects(sheet)?;
        if rows.version(sheet) != *at {
            return Err(conflict(at));
        }
        let (mut new, mut cells) = (NewTexts::new(), 0);
        for (position, column, text) in texts {
            let Some(row) = rows.rows.get(position as usize) else {
                return Err(ObjectSheetError::FixedRows.into());
            };
            let columns = rows.columns.len();
            let shown = row.cells.get(column as usize);
            let shown = shown.ok_or(BatchError::NoColumn { column, columns })?;
            if shown != text {
                new.entry(position).or_default().push((column, text));
                cells += 1;
            }
        }
        let mut parts = Vec::with_capacity(new.len());
        for (position, texts) in &new {
            let target = &rows.rows[*position as usize].target;
            parts.extend(self.plan_object(*position, target, &rows.columns, texts)?);
        }
        drop(rows);
        if !parts.is_empty() {
            self.commit_parts(sheet, &parts, label(cells))?;
        }
        self.object_state(sheet)
    }

    /// Applies the fix of a rule to all objects with these findings, in all drafts or in none.
    pub(in crate::sheet) fn fix_objects(
        &self,
        sheet: &ObjectSheet,
        at: &BatchVersion,
        alike: &AlikeFindings,
    ) -> Result<SheetState, Error> {
        let positions = self.grouped_object_findings(sheet, at)?.positions(alike);
        let rows = self.current_objects(sheet)?;
        if rows.version(sheet) != *at {
            return Err(conflict(at));
        }
        let columns = rows.columns.clone();
        let target = |position: &u32| (*position, rows.rows[*position as usize].target.clone());
        let targets: Vec<_> = positions.iter().map(target).collect();
        drop(rows);
        let mut parts = Vec::new();
        for (position, target) in targets {
            let object = self.existing_object(position, &target)?;
            let findings = self.checker.check_object(&object)?.findings.into_iter();
            let mut alike = findings.filter(|finding| {
                finding.rule == alike.rule && column_of(&columns, &finding.path) == alike.column
            });
            let Some(fix) = alike.find_map(|finding| finding.fix) else {
                continue;
            };
            for edit in &fix.edits {
                self.refuse_fixed_field(position, &object, edit.path())?;
            }
            let document = self.changeable_document(position, &object)?;
            let document = replay(document, &fix.edits)?;
            parts.push(build_part(object, fix.edits, &document)?);
        }
        if !parts.is_empty() {
            let cells = saturating_u32(parts.len());
            self.commit_parts(sheet, &parts, BatchLabel::Fix { cells })?;
        }
        self.object_state(sheet)
    }

    fn existing_object(&self, position: u32, target: &DocumentRef) -> Result<LoadedObject, Error> {
        self.objects.find(target).map_err(|error| {
            if !is_gone(&error) {
                return error;
            }
            let blocker = ItemBlocker::Missing;
            ObjectSheetError::RowBlocked { position, blocker }.into()
        })
    }

    /// Returns the edits of one object; none if the texts mean what it already has.
    fn plan_object(
        &self,
        position: u32,
        target: &DocumentRef,
        columns: &[Path],
        texts: &[(u32, &str)],
    ) -> Result<Option<BulkDraftEdit>, Error> {
        let object = self.existing_object(position, target)?;
        let inputs = texts.iter().map(|(column, text)| {
            let path = columns[*column as usize].clone();
            (path, FieldInput::Text((*text).to_owned()))
        });
        match self.plan_inputs(position, &object, inputs)? {
            PlannedInputs { edits, .. } if edits.is_empty() => Ok(None),
            PlannedInputs {
                edits, document, ..
            } => build_part(object, edits, &document).map(Some),
        }
    }

    /// Plans the inputs of some fields of an object.
    ///
    /// # Errors
    /// [`ObjectSheetError::RowBlocked`], [`ObjectSheetError::FixedCell`], and the errors of objects that are never
    /// edited.
    pub(in crate::sheet) fn plan_inputs(
        &self,
        position: u32,
        object: &LoadedObject,
        inputs: impl Iterator<Item = (Path, FieldInput)>,
    ) -> Result<PlannedInputs, Error> {
        let document = self.changeable_document(position, object)?;
        let catalog = self.context.catalog();
        let mut planned = PlannedInputs {
            edits: Vec::new(),
            document: document.clone(),
            typed: object.unparsed_inputs(),
        };
        for (path, input) in inputs {
            self.refuse_fixed_field(position, object, &path)?;
            let editor = FieldEditor {
                catalog: &catalog,
                kind: object.kind(),
                document: &planned.document,
                base: object.base.as_ref(),
                dates: DateParser::for_typing(&self.context),
                typed: &planned.typed,
            };
            let path = path.to_string();
            let new = editor.edits(&EditRequest { path, input })?;
            planned.document = replay(&planned.document, &new)?;
            planned.typed = new.iter().fold(planned.typed, unparsed_inputs_after);
            planned.edits.extend(new);
        }
        Ok(planned)
    }

    /// Returns the document of an object that can be changed now.
    fn changeable_document<'o>(
        &self,
        position: u32,
        object: &'o LoadedObject,
    ) -> Result<&'o EditableDocument, Error> {
        let blocked = |blocker| ObjectSheetError::RowBlocked { position, blocker };
        object.ensure_changeable()?;
        let draft = object.draft.as_ref();
        let lock = draft.map(|draft| self.objects.draft_lock(draft));
        if let Some(lock) = lock.transpose()?.flatten() {
            return Err(blocked(ItemBlocker::Locked(lock)).into());
        }
        match object.editable() {
            Err(Error::Document(error)) => Err(blocked(ItemBlocker::Unreadable(error)).into()),
            document => document,
        }
    }

    fn refuse_fixed_field(
        &self,
        position: u32,
        object: &LoadedObject,
        path: &Path,
    ) -> Result<(), Error> {
        let catalog = self.context.catalog();
        let field = catalog.field(object.kind(), path);
        match field.and_then(|field| skip_reason(field, object.phase())) {
            Some(reason) => Err(ObjectSheetError::FixedCell { position, reason }.into()),
            None => Ok(()),
        }
    }

    /// Commits a change of drafts as a step of the sheet.
    pub(in crate::sheet) fn commit_parts(
        &self,
        sheet: &ObjectSheet,
        parts: &[BulkDraftEdit],
        label: BatchLabel,
    ) -> Result<(), Error> {
        let step = match &label {
            BatchLabel::SetCell { column } => StepLabel::Change(column.parse().unwrap_or_default()),
            label => StepLabel::Sheet(label.clone()),
        };
        let new = NewBulkEdit {
            workspace: &self.context.workspace.id,
            label: &step.to_json(),
            kind: sheet.list.kind().list_kind(),
            parts,
        };
        let made = self.context.store.bulk_apply(&new, self.context.now())?;
        let mut steps = lock(&sheet.steps);
        steps.redo.clear();
        steps.undo.push(SheetStep {
            bulk: made.id,
            label,
        });
        Ok(())
    }

    /// Undoes or redoes the next step that some live draft still has.
    pub(in crate::sheet) fn move_object_step(
        &self,
        sheet: &ObjectSheet,
        direction: UndoDirection,
    ) -> Result<(SheetState, Option<String>), Error> {
        let mut message = None;
        loop {
            let mut steps = lock(&sheet.steps);
            let from = match direction {
                UndoDirection::Undo => &mut steps.undo,
                UndoDirection::Redo => &mut steps.redo,
            };
            let Some(step) = from.pop() else { break };
            drop(steps);
            let moved = match direction {
                UndoDirection::Undo => self.bulk.undo_bulk(&step.bulk),
                UndoDirection::Redo => self.bulk.redo_bulk(&step.bulk),
            };
            match moved {
                // The drafts of the step were sent or discarded meanwhile.
                Err(Error::Store(StoreError::NotFound { .. })) => {}
                Ok(BulkUndoResult {
                    drafts: 0, left, ..
                }) if left.is_empty() => {}
                moved => {
                    let mut steps = lock(&sheet.steps);
                    let to = match (&moved, direction) {
                        (Ok(_), UndoDirection::Undo) | (Err(_), UndoDirection::Redo) => {
                            &mut steps.redo
                        }
                        _ => &mut steps.undo,
                    };
                    to.push(step);
                    drop(steps);
                    let moved = moved?;
                    message = (!moved.left.is_empty()).then_some(moved.message);
                    break;
                }
            }
        }
        Ok((self.object_state(sheet)?, message))
    }
}
