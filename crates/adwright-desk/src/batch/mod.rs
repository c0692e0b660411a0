//! Batches: retargeting values that people enter together, like rows of a spreadsheet.
//!
//! The crate `adwright-sheet` has the model: chunks of cells, the order of the rows, and their changes. An edit is planned
//! on the loaded batch and committed as one operation, so it is on disk before it counts as saved, and "Undo" has no
//! limit. An edit names the revision that its positions come from. If another program was faster, it fails, and the
//! caller reads the rows again.
//!
//! A batch loads its order and only those chunks that someone looks at or changes. So the first rows of a million appear
//! as fast as those of a thousand, and an edit of a cell rewrites one chunk.

mod batch_cache;
mod batch_changes;
mod batch_state;
mod edit_cells;
mod edit_rows;
mod history;
mod import;
mod loaded_batch;
mod planned_edit;
mod snapshot;
mod update;
mod write_rows;

use std::sync::Arc;

use derive_new::new;

pub(crate) use batch_changes::BatchChanges;
pub(crate) use batch_state::default_columns;
pub use batch_state::{BatchState, BatchVersion};
pub use edit_cells::{BatchBlock, BatchCell, CellRange};
pub use history::BatchHistoryEntry;
pub use import::BatchImport;
pub use loaded_batch::{BatchRows, SheetRowCells};
pub(crate) use snapshot::BatchSnapshot;

use self::batch_cache::BatchCache;

use crate::context::Context;

/// The batches of the workspace.
///
/// Positions of rows and numbers of columns count from 0.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Batches {
    context: Arc<Context>,
    #[new(default)]
    cache: BatchCache,
}
