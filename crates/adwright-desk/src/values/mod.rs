//! Creates many retargeting values at a time.

mod create_drafts;
mod error;
mod review;

pub(crate) use create_drafts::NEW_VALUE;
pub use create_drafts::{BlankTableRows, CreatedValueDrafts, ValueRows};
pub use error::ValueTableError;
