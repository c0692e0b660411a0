//! New retargeting values: their cells, their ids and their review.

mod cell_parser;
mod damaged_ids;
mod review;

use std::sync::Arc;

use derive_new::new;

pub(crate) use cell_parser::CellParser;
pub(crate) use damaged_ids::{damaged_ids, is_of_ids};

use crate::check::{CheckCache, Checker};
use crate::context::Context;
use crate::object::Objects;

/// The retargeting values to create.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct RetargetingValues {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    check_cache: Arc<CheckCache>,
}
