//! Imports rows over existing objects: each cell keeps, sets or clears a field of the object that the row names.

use std::collections::HashSet;

use adwright_checks::{Finding, Severity};
use adwright_list::plain_text;
use adwright_model::{EditableDocument, Id, Path, compare_numbers};
use adwright_sheet::{BatchLabel, Sheet, SheetRow};
use adwright_store::BulkDraftEdit;
use adwright_views::{
    DocumentRef, FieldInput, FieldKind, ImportedChange, ListId, ObjectImportPreview,
    RefusedImportLine, RowImportPreview, SheetCheck, SheetView, saturating_u32,
};

use super::super::objects::{ObjectRows, PlannedInputs};
use super::super::row_checker::is_counted;
use super::import_columns::{ImportColumns, damaged_cells, refuse_unusable};
use super::open_import::OpenImport;

use crate::bulk::{build_part, is_gone};
use crate::error::{Error, RowImportError, RowRefusal};
use crate::host::CancellationToken;
use crate::object::LoadedObject;
use crate::sheet::Sheets;
use crate::wording::{error_message, row_refusal_message};

/// The most changes, and the most refused rows, that a preview shows.
const SHOWN: usize = 100;

/// The rows of one step. A stop is noticed after each step.
const STEP: usize = 128;

/// What an import would do with existing objects.
#[derive(Default)]
pub(super) struct ObjectImportPlan {
    preview: ObjectImportPreview,
    first_refused: Option<(u32, RowRefusal)>,
    check: Vec<Vec<Severity>>,
    /// The changed objects.
    targets: Vec<DocumentRef>,
    parts: Vec<BulkDraftEdit>,
}

/// What a cell does with its field.
enum CellAction {
    Keep,
    Set,
    Clear,
}

/// The columns of an import, with the one that has the ids.
struct ObjectColumns<'a> {
    list: ListId,
    id: usize,
    /// The places and fields of the others.
    others: Vec<(usize, &'a Path)>,
    marker: &'a str,
}

impl Sheets {
    /// Adds what an import over existing objects would do to its preview.
    pub(super) fn preview_objects(
        &self,
        (list, open): (ListId, &OpenImport),
        sheet: &Sheet,
        columns: &ImportColumns,
        preview: &mut RowImportPreview,
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        let damaged = columns.damaged_ids(sheet);
        preview.damaged = damaged_cells(sheet, &damaged);
        preview.damaged_count = saturating_u32(damaged.len());
        preview.rows = saturating_u32(columns.rows(sheet).count());
        let lines = sheet.rows.len() + sheet.blank_lines.len();
        preview.blank_rows = saturating_u32(lines).saturating_sub(preview.rows);
        if let Err(error) = refuse_unusable(sheet, columns, &damaged) {
            preview.problem = Some(error_message(&error.into()));
            return Ok(());
        }
        let marker = open.clear_marker.as_deref().unwrap_or_default();
        match self.plan_objects(list, sheet, columns, marker, stop) {
            Err(Error::RowImport(error)) => preview.problem = Some(error_message(&error.into())),
            plan => {
                let plan = plan?;
                preview.problem = plan
                    .problem()
                    .map(|error| error_message(&Error::from(error)));
                preview.check = plan.counts();
                preview.objects = Some(plan.preview);
            }
        }
        Ok(())
    }

    /// Plans the changes of all rows.
    ///
    /// # Errors
    /// [`RowImportError::NoIdColumn`], and [`Error::Stopped`].
    pub(super) fn plan_objects(
        &self,
        list: ListId,
        sheet: &Sheet,
        columns: &ImportColumns,
        marker: &str,
        stop: &CancellationToken,
    ) -> Result<ObjectImportPlan, Error> {
        let (ids, others): (Vec<_>, Vec<_>) = columns
            .places
            .iter()
            .copied()
            .zip(&columns.fields)
            .partition(|(_, path)| path.to_string() == "id");
        let [(id, _)] = ids[..] else {
            return Err(RowImportError::NoIdColumn.into());
        };
        let columns_of = ObjectColumns {
            list,
            id,
            others,
            marker: marker.trim(),
        };
        let (mut plan, mut seen) = (ObjectImportPlan::default(), HashSet::new());
        for (at, row) in columns.rows(sheet).enumerate() {
            if at.is_multiple_of(STEP) && stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            self.plan_row(&columns_of, row, &mut seen, &mut plan)?;
        }
        Ok(plan)
    }

    fn plan_row(
        &self,
        columns: &ObjectColumns<'_>,
        row: &SheetRow,
        seen: &mut HashSet<Id>,
        plan: &mut ObjectImportPlan,
    ) -> Result<(), Error> {
        let line = saturating_u32(row.line);
        let object = match self.imported_object(columns, row, seen)? {
            Ok(object) => object,
            Err(refusal) => {
                plan.refuse(line, refusal);
                return Ok(());
            }
        };
        plan.preview.matched += 1;
        let Ok(document) = object.editable() else {
            // The planning names the reason.
            return self.plan_inputs_of_row(line, object, Vec::new(), plan);
        };
        let (mut inputs, id) = (Vec::new(), row.cells[columns.id].trim().to_owned());
        for (place, path) in &columns.others {
            let cell = &row.cells[*place];
            let before = self.object_text(&object, document, path);
            let kind = self.kind_of(&object, path);
            let after = match columns.action(cell, &before, document, path, kind) {
                CellAction::Keep => continue,
                CellAction::Set => Some(cell.trim().to_owned()),
                CellAction::Clear => None,
            };
            plan.show(
                line,
                &id,
                self.field_label(columns.list, path),
                before,
                after.clone(),
            );
            inputs.push(((*path).clone(), field_input(after, kind)));
        }
        self.plan_inputs_of_row(line, object, inputs, plan)
    }

    fn plan_inputs_of_row(
        &self,
        line: u32,
        object: LoadedObject,
        inputs: Vec<(Path, FieldInput)>,
        plan: &mut ObjectImportPlan,
    ) -> Result<(), Error> {
        if inputs.is_empty() && object.editable().is_ok() {
            return Ok(());
        }
        let planned = match self.plan_inputs(line.saturating_sub(1), &object, inputs.into_iter()) {
            Ok(planned) => planned,
            Err(Error::ObjectSheet(error)) => {
                plan.refuse(line, RowRefusal::Object(error));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let PlannedInputs {
            edits,
            document,
            typed,
        } = planned;
        if edits.is_empty() {
            return Ok(());
        }
        let mut facts = self.checker.facts(&object)?;
        facts.set_unparsed_inputs(typed);
        let found = self.checker.check(&object, &document, &facts);
        plan.check.push(found.iter().map(severity_of).collect());
        plan.preview.changed += 1;
        plan.targets.push(object.target());
        plan.parts.push(build_part(object, edits, &document)?);
        Ok(())
    }

    /// Returns the object that a row names.
    fn imported_object(
        &self,
        columns: &ObjectColumns<'_>,
        row: &SheetRow,
        seen: &mut HashSet<Id>,
    ) -> Result<Result<LoadedObject, RowRefusal>, Error> {
        let text = row.cells[columns.id].trim();
        if text.is_empty() {
            return Ok(Err(RowRefusal::NoId));
        }
        let unknown = || RowRefusal::UnknownId(text.to_owned());
        let Ok(id) = text.parse::<Id>() else {
            return Ok(Err(unknown()));
        };
        if !seen.insert(id) {
            return Ok(Err(RowRefusal::RepeatedId(text.to_owned())));
        }
        let target = match columns.list {
            ListId::Campaigns => DocumentRef::Campaign(id.to_string()),
            ListId::Values => DocumentRef::Value(id.to_string()),
            _ => DocumentRef::Ad(id.to_string()),
        };
        match self.objects.find(&target) {
            Ok(object) => Ok(Ok(object)),
            Err(error) if is_gone(&error) => Ok(Err(unknown())),
            Err(error) => Err(error),
        }
    }

    /// Imports planned changes as one step of a new sheet over the changed objects.
    ///
    /// # Errors
    /// [`RowImportError::RefusedRows`] and [`RowImportError::NoChanges`].
    pub(super) fn import_objects(
        &self,
        list: ListId,
        plan: ObjectImportPlan,
        columns: &ImportColumns,
        file: &str,
    ) -> Result<SheetView, Error> {
        if let Some(problem) = plan.problem() {
            return Err(problem.into());
        }
        let rows = ObjectRows::new(plan.targets, columns.fields.clone());
        let sheet = self.open_objects.insert(list, rows);
        let label = BatchLabel::Import {
            rows: plan.preview.changed,
            file: file.to_owned(),
        };
        self.commit_parts(&sheet, &plan.parts, label)?;
        self.view(&self.object_state(&sheet)?)
    }

    fn kind_of(&self, object: &LoadedObject, path: &Path) -> FieldKind {
        let catalog = self.context.catalog();
        let field = catalog.field(object.kind(), path);
        field.map_or(FieldKind::Json, FieldKind::of_field)
    }

    fn field_label(&self, list: ListId, path: &Path) -> String {
        let catalog = self.context.catalog();
        let field = catalog.field(list.kind(), path);
        field.map_or_else(|| path.to_string(), |field| field.title.clone())
    }
}

impl ObjectColumns<'_> {
    /// Returns what a cell does. Texts that mean the present value keep it, also as a list exports them.
    fn action(
        &self,
        cell: &str,
        before: &str,
        document: &EditableDocument,
        path: &Path,
        kind: FieldKind,
    ) -> CellAction {
        let text = cell.trim();
        if !self.marker.is_empty() && text == self.marker {
            return if before.is_empty() {
                CellAction::Keep
            } else {
                CellAction::Clear
            };
        }
        let raw = document.get(path).map_or("", |node| node.raw());
        let exact = plain_text(raw);
        let is_same_number = || {
            let is_number = matches!(kind, FieldKind::Integer | FieldKind::Decimal);
            is_number && is_decimal(text) && is_decimal(&exact) && {
                compare_numbers(text, &exact).is_eq()
            }
        };
        let is_same_answer = || kind == FieldKind::YesNo && text.eq_ignore_ascii_case(&exact);
        if text.is_empty()
            || text == before.trim()
            || text == exact.trim()
            || is_same_number()
            || is_same_answer()
        {
            CellAction::Keep
        } else {
            CellAction::Set
        }
    }
}

/// Returns the input of a field. Points in time may be written as numbers, as a list exports them.
fn field_input(text: Option<String>, kind: FieldKind) -> FieldInput {
    let text = text.unwrap_or_default();
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        FieldKind::Instant if is_whole && !text.starts_with('0') => FieldInput::Raw(text),
        FieldKind::YesNo => FieldInput::Text(text.to_lowercase()),
        _ => FieldInput::Text(text),
    }
}

/// Returns whether a text is a JSON number without an exponent.
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    [whole, fraction]
        .iter()
        .all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

const fn severity_of(finding: &Finding) -> Severity {
    finding.severity
}

impl ObjectImportPlan {
    fn refuse(&mut self, line: u32, refusal: RowRefusal) {
        self.preview.refused_count += 1;
        if self.preview.refused.len() < SHOWN {
            self.preview.refused.push(RefusedImportLine {
                line,
                reason: row_refusal_message(&refusal),
            });
        }
        self.first_refused.get_or_insert((line, refusal));
    }

    fn show(&mut self, line: u32, id: &str, label: String, before: String, after: Option<String>) {
        if after.is_some() {
            self.preview.set += 1;
        } else {
            self.preview.cleared += 1;
        }
        if self.preview.changes.len() < SHOWN {
            self.preview.changes.push(ImportedChange {
                line,
                id: id.to_owned(),
                label,
                before,
                after,
            });
        }
    }

    /// Returns why nothing can be imported; none if something can.
    fn problem(&self) -> Option<RowImportError> {
        if let Some((line, reason)) = &self.first_refused {
            return Some(RowImportError::RefusedRows {
                count: self.preview.refused_count,
                line: *line,
                reason: reason.clone(),
            });
        }
        self.parts.is_empty().then_some(RowImportError::NoChanges)
    }

    /// Returns the counts of findings in the changed objects.
    fn counts(&self) -> SheetCheck {
        let count = |severity: Severity| {
            let all = self.check.iter().flatten();
            saturating_u32(all.filter(|found| **found == severity).count())
        };
        let with_findings = self
            .check
            .iter()
            .filter(|found| found.iter().any(|one| is_counted(*one)));
        SheetCheck {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            rows_with_findings: saturating_u32(with_findings.count()),
        }
    }
}
