//! The rows of a sheet over objects. They follow the drafts and the cache: each access reads again what changed.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, MutexGuard, Weak};

use adwright_model::Path;
use adwright_sheet::{BatchRowId, CHUNK_ROWS, RowChunk, RowPacker};
use adwright_store::DraftVersion;
use adwright_views::{CellFinding, DocumentRef, SheetSource, saturating_u32};

use super::object_cells::ObjectRow;
use super::{ObjectSheet, lock};

use crate::batch::{BatchSnapshot, BatchVersion};
use crate::check::CheckInputsVersion;
use crate::error::Error;
use crate::list::ListSnapshot;
use crate::sheet::Sheets;
use crate::sheet::source::SheetState;
use crate::wording::object_sheet_name;

/// What a sheet over objects shows.
pub(in crate::sheet) struct ObjectRows {
    pub(super) columns: Vec<Path>,
    /// The number of changes of cells.
    pub(super) revision: u32,
    pub(super) rows: Vec<ObjectRow>,
    /// The cells of the rows, in chunks like those of a batch.
    chunks: Vec<Arc<RowChunk>>,
    /// The findings by row; none for a row that is not checked yet.
    pub(super) findings: Vec<Option<Vec<CellFinding>>>,
    /// The cached objects at the last read. A fetch replaces them.
    cached: Weak<ListSnapshot>,
    pub(super) check_inputs: CheckInputsVersion,
}

impl ObjectRows {
    /// Creates rows whose cells are read on the first access.
    pub(in crate::sheet) fn new(targets: Vec<DocumentRef>, columns: Vec<Path>) -> Self {
        let rows = targets.into_iter().map(|target| ObjectRow {
            target,
            draft: None,
            cells: Vec::new(),
            changed: Vec::new(),
        });
        let rows: Vec<_> = rows.collect();
        Self {
            columns,
            revision: 0,
            chunks: Vec::new(),
            findings: vec![None; rows.len()],
            rows,
            cached: Weak::new(),
            check_inputs: CheckInputsVersion::default(),
        }
    }

    pub(super) fn row_count(&self) -> u32 {
        saturating_u32(self.rows.len())
    }

    pub(super) fn version(&self, sheet: &ObjectSheet) -> BatchVersion {
        BatchVersion {
            batch: sheet.id.clone(),
            revision: self.revision,
        }
    }

    /// Reads all rows on the next access, because the columns changed.
    pub(super) fn forget_cells(&mut self) {
        self.cached = Weak::new();
    }

    /// Replaces a row. Returns whether it differs. A draft may change other fields only, and so the findings.
    fn replace(&mut self, at: usize, row: ObjectRow) -> bool {
        let before = &self.rows[at];
        let is_other = before.cells != row.cells || before.draft != row.draft;
        self.rows[at] = row;
        self.findings[at] = None;
        is_other
    }

    fn pack_chunks(&mut self, dirty: &HashSet<usize>) {
        let chunks = self.rows.chunks(CHUNK_ROWS as usize).enumerate();
        for (number, rows) in chunks.filter(|(number, _)| dirty.contains(number)) {
            let mut packer = RowPacker::default();
            for row in rows {
                packer.push(row.cells.iter().map(String::as_str));
            }
            let chunk = packer.finish().into_iter().map(Arc::new);
            let end = self.chunks.len().min(number + 1);
            self.chunks.splice(number..end, chunk);
        }
    }
}

impl Sheets {
    /// Returns the rows as they are now.
    pub(super) fn current_objects<'a>(
        &self,
        sheet: &'a ObjectSheet,
    ) -> Result<MutexGuard<'a, ObjectRows>, Error> {
        let mut rows = lock(&sheet.content);
        let cached = Arc::downgrade(&self.lists.list_snapshot(sheet.list)?);
        let kind = sheet.list.kind().list_kind();
        let workspace = &self.context.workspace.id;
        let drafts = self.context.store.draft_versions(workspace, kind)?;
        let drafts = DraftsByTarget::of(drafts);
        let is_fetched = !Weak::ptr_eq(&rows.cached, &cached);
        let mut dirty = HashSet::new();
        for at in 0..rows.rows.len() {
            let row = &rows.rows[at];
            if is_fetched || drafts.version(&row.target) != row.draft.as_ref() {
                let row = self.object_row(&row.target, &rows.columns)?;
                if rows.replace(at, row) {
                    dirty.insert(at / CHUNK_ROWS as usize);
                }
            }
        }
        rows.cached = cached;
        if !dirty.is_empty() {
            rows.pack_chunks(&dirty);
            rows.revision += 1;
        }
        let check_inputs = self.check_cache.check_inputs_version();
        if rows.check_inputs != check_inputs {
            rows.check_inputs = check_inputs;
            rows.findings.fill(None);
        }
        Ok(rows)
    }

    pub(in crate::sheet) fn object_state(&self, sheet: &ObjectSheet) -> Result<SheetState, Error> {
        let rows = self.current_objects(sheet)?;
        let steps = lock(&sheet.steps);
        Ok(SheetState {
            version: rows.version(sheet),
            name: object_sheet_name(sheet.list, rows.rows.len()),
            source: SheetSource::Objects(sheet.list),
            columns: rows.columns.clone(),
            row_count: rows.row_count(),
            undo: steps.undo.last().map(|step| step.label.clone()),
            redo: steps.redo.last().map(|step| step.label.clone()),
        })
    }

    /// Returns rows by id, which is their position.
    pub(in crate::sheet) fn object_rows(
        &self,
        sheet: &ObjectSheet,
        ids: impl Iterator<Item = BatchRowId>,
    ) -> Result<BatchSnapshot, Error> {
        let rows = self.current_objects(sheet)?;
        let count = rows.row_count();
        let ids: Vec<_> = ids.take_while(|id| id.0 < count).collect();
        let used: HashSet<u32> = ids.iter().map(|id| id.chunk()).collect();
        let chunk = |number: u32| (number, Arc::clone(&rows.chunks[number as usize]));
        Ok(BatchSnapshot::new(
            rows.version(sheet),
            rows.columns.clone(),
            ids,
            used.into_iter().map(chunk).collect(),
        ))
    }

    pub(in crate::sheet) fn add_object_column(
        &self,
        sheet: &ObjectSheet,
        field: &Path,
    ) -> Result<SheetState, Error> {
        let mut rows = lock(&sheet.content);
        if !rows.columns.contains(field) {
            rows.columns.push(field.clone());
            rows.forget_cells();
        }
        drop(rows);
        self.object_state(sheet)
    }
}

/// The live drafts of a list by their rows.
struct DraftsByTarget(HashMap<String, (String, u32)>);

impl DraftsByTarget {
    fn of(drafts: Vec<DraftVersion>) -> Self {
        let by_target = drafts.into_iter().map(|draft| {
            let version = (draft.draft, draft.revision);
            let key = draft.target.map(|id| id.to_string());
            (key.unwrap_or_else(|| version.0.clone()), version)
        });
        Self(by_target.collect())
    }

    fn version(&self, target: &DocumentRef) -> Option<&(String, u32)> {
        match target {
            DocumentRef::Campaign(id)
            | DocumentRef::Value(id)
            | DocumentRef::Ad(id)
            | DocumentRef::Draft(id) => self.0.get(id),
        }
    }
}
