//! Creates many retargeting values at a time.

mod create_drafts;
mod error;
mod review;

use std::sync::Arc;

pub(crate) use create_drafts::NEW_VALUE;
pub use create_drafts::{BlankTableRows, CreatedValueDrafts, ValueRows};
pub use error::ValueTableError;

use crate::context::Context;
use crate::draft::{CheckedDrafts, Drafts, Objects};
use crate::facts::Checker;

/// The retargeting values to create.
pub struct RetargetingValues {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) checked: Arc<CheckedDrafts>,
    pub(crate) drafts: Arc<Drafts>,
}
