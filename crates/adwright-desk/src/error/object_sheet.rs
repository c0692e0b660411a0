//! The errors of sheets over existing objects.

use super::{ItemBlocker, SkipReason};

/// The reason why objects cannot be opened or edited as a sheet. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ObjectSheetError {
    /// None of the selected objects is in this workspace.
    #[error("no object to open")]
    NoObjects,
    /// A sheet has fewer objects than were selected.
    #[error("{selected} objects are more than {most}")]
    TooManyObjects {
        /// The limit.
        most: usize,
        /// The number of selected objects.
        selected: usize,
    },
    /// The rows are objects, which are not added, deleted or moved in a sheet.
    #[error("the rows of objects are fixed")]
    FixedRows,
    /// The object of a row cannot be edited now.
    #[error("the object in row {position} cannot be edited")]
    RowBlocked {
        /// The position.
        position: u32,
        /// Why.
        blocker: ItemBlocker,
    },
    /// The field of a cell cannot be edited in its object.
    #[error("a cell of row {position} cannot be edited")]
    FixedCell {
        /// The position.
        position: u32,
        /// Why.
        reason: SkipReason,
    },
}
