//! Creates many retargeting values at a time.

mod cell_parser;
mod create_drafts;
mod damaged_ids;
mod review;

use std::sync::Arc;

use derive_new::new;

pub(crate) use cell_parser::CellParser;
pub use create_drafts::{BlankTableRows, CreatedValueDrafts, TableFile, ValueRows};
pub(crate) use damaged_ids::{damaged_ids, is_of_ids};

use crate::check::{CheckCache, Checker};
use crate::context::Context;
use crate::draft::Drafts;
use crate::object::Objects;

/// The retargeting values to create.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct RetargetingValues {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    check_cache: Arc<CheckCache>,
    drafts: Arc<Drafts>,
}
