//! The rows of a batch as pure data.
//!
//! A row has an id, and its place is only in the [`RowOrder`]. Its cells are in a [`RowChunk`] with those of the 63 other
//! rows of its chunk. Rows stay in their chunks when they are deleted, so deleting, inserting and moving rows only
//! changes the order. An operation on a batch is an [`OrderSplice`], the [`ChunkChanges`] of each chunk, or both. Each of
//! them can be reverted and applied again.

mod byte_format;
mod changes;
mod chunk;
mod label;
mod order;
mod order_changes;
mod row_id;
mod splice;

pub use byte_format::BatchDataError;
pub use changes::ChunkChanges;
pub use chunk::{RowChunk, RowPacker};
pub use label::BatchLabel;
pub use order::RowOrder;
pub use order_changes::OrderChanges;
pub use row_id::{BatchRowId, CHUNK_ROWS};
pub use splice::{OrderSplice, RowRun};
