//! The rows of a batch as pure data.
//!
//! The cells of a row are in a [`RowChunk`] with those of the 63 other rows of its chunk. An operation changes the cells
//! of a chunk by [`ChunkChanges`], which can be reverted and applied again.

mod byte_format;
mod changes;
mod chunk;
mod row_id;

pub use byte_format::BatchDataError;
pub use changes::ChunkChanges;
pub use chunk::{MAX_COLUMNS, RowChunk, RowPacker};
pub use row_id::{BatchRowId, CHUNK_ROWS};
