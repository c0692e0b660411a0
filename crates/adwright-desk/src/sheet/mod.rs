//! Sheets as the window shows them: like spreadsheets. The rows are those of a batch, or existing objects (`source`).
//!
//! The window counts rows among the shown ones, which a [`SheetFilter`](adwright_views::SheetFilter) selects and orders.
//! `shown_rows` turns them into positions of the batch, at the revision that the window names. So an edit changes the
//! rows that the person saw, or fails.
//!
//! `row_checker` makes the value that a row would become, and checks it. The rows of a window are checked at once. All
//! rows are checked in the background (`check_run`). After that the check follows the changes of the batch
//! (`batch_check`), so that an edit costs the same in any batch.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

mod batch_check;
mod cell_order;
mod cell_token;
mod check_run;
mod copy;
mod duplicates;
mod edit;
mod export;
mod fill;
mod filled_batch;
mod finding_counts;
mod fix_findings;
mod grouped_findings;
mod known_activities;
mod known_values;
mod lifecycle;
mod navigate;
mod objects;
mod other_batches;
mod paste;
mod rewrite;
mod row_checker;
mod row_import;
mod rows;
mod sendable_rows;
mod shown_rows;
mod source;
mod view;

use std::sync::Arc;

use adwright_model::Kind;
use derive_new::new;

pub(crate) use filled_batch::FirstRow;
pub use row_import::{TableBatch, TableFile};
pub use sendable_rows::PlannedRow;
pub(crate) use sendable_rows::{RowOverrides, RowToSend, SendableRows};

use self::check_run::BatchChecks;
use self::finding_counts::CountCache;
use self::grouped_findings::FindingsCache;
use self::known_activities::ActivityCache;
use self::objects::OpenObjectSheets;
use self::other_batches::ContentsCache;
use self::shown_rows::ShownRowsCache;

use crate::batch::Batches;
use crate::bulk::BulkEdits;
use crate::check::{CheckCache, Checker};
use crate::context::Context;
use crate::list::Lists;
use crate::object::Objects;

/// The kind of the objects that the rows of a batch become.
const KIND: Kind = Kind::RetargetingDataValue;

/// The batches of the workspace, and existing objects, as sheets.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Sheets {
    context: Arc<Context>,
    objects: Arc<Objects>,
    batches: Arc<Batches>,
    checker: Arc<Checker>,
    check_cache: Arc<CheckCache>,
    lists: Arc<Lists>,
    bulk: Arc<BulkEdits>,
    #[new(default)]
    open_objects: OpenObjectSheets,
    #[new(default)]
    checks: BatchChecks,
    #[new(default)]
    shown: ShownRowsCache,
    #[new(default)]
    findings: FindingsCache,
    #[new(default)]
    counts: CountCache,
    #[new(default)]
    contents: ContentsCache,
    #[new(default)]
    activities: ActivityCache,
}
