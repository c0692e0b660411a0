//! Sheets over existing objects. Such a sheet is a view: its objects and drafts are stored as ever, and an edit changes
//! their drafts like a bulk edit. The sheet itself ends with the desk.

mod findings;
mod object_cells;
mod open;
mod rows;
mod write;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_sheet::BatchLabel;
use adwright_views::ListId;

pub(super) use self::rows::ObjectRows;
pub(super) use self::write::{PlannedInputs, UndoDirection};

/// The most sheets that stay open. Older ones can be opened from their list again.
const MAX_OPEN: usize = 8;

/// The open sheets over objects.
#[derive(Default)]
pub(super) struct OpenObjectSheets {
    /// The last opened at the end.
    sheets: Mutex<Vec<Arc<ObjectSheet>>>,
    opened: AtomicU64,
}

/// An open sheet over objects of one list.
pub(super) struct ObjectSheet {
    pub(super) id: String,
    pub(super) list: ListId,
    content: Mutex<ObjectRows>,
    steps: Mutex<StepStacks>,
}

/// The steps that were made in a sheet, as long as it is open.
#[derive(Debug, Default)]
struct StepStacks {
    undo: Vec<SheetStep>,
    redo: Vec<SheetStep>,
}

/// One step: a bulk edit of drafts.
#[derive(Debug)]
struct SheetStep {
    bulk: String,
    label: BatchLabel,
}

impl OpenObjectSheets {
    pub(super) fn get(&self, sheet: &str) -> Option<Arc<ObjectSheet>> {
        let sheets = lock(&self.sheets);
        sheets.iter().find(|open| open.id == sheet).cloned()
    }

    pub(super) fn insert(&self, list: ListId, rows: ObjectRows) -> Arc<ObjectSheet> {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        let sheet = Arc::new(ObjectSheet {
            id: format!("objects-{number}"),
            list,
            content: Mutex::new(rows),
            steps: Mutex::default(),
        });
        let mut sheets = lock(&self.sheets);
        let surplus = (sheets.len() + 1).saturating_sub(MAX_OPEN);
        sheets.drain(..surplus);
        sheets.push(Arc::clone(&sheet));
        sheet
    }
}

/// Ignores a poisoned lock: the rows are read again, and the steps are whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
