//! The outbox: sends drafts and rows of batches item by item, and settles each item or hands it to a person.
//!
//! Only this module calls a mutating endpoint. The crate `adwright-planner` decides, `item_runner` acts, `batch` acts for
//! many items in one call. Outcomes are types here and in the store; `wording` alone turns them into sentences.
//!
//! These rules keep a person's work safe:
//!
//! - An update reads the object first. If someone changed it since the base was fetched, the item stops.
//! - The intent is committed before the first byte leaves, so that a crash finds an item that may have been sent.
//! - The whole object goes out: the service's own bytes with the person's edits applied.
//! - An accepted write is read back. Changes that the service made on its own go into the receipt.
//! - A refusal is final, and it teaches: 62000 proves that a placement is attached, so the checks know it afterwards.
//! - Nothing is written twice unless it is certain that the first write did nothing. Otherwise a person decides.
//!
//! At the next start `recover` looks up what was on its way and frees what never began. `open_questions` looks up once
//! more what no look-up could show before.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

mod batch;
mod batch_send;
mod change_groups;
mod decide;
mod decide_all;
mod failed_items;
mod find_created;
mod item_runner;
mod learn;
mod look_result;
mod open_items;
mod open_questions;
mod plan_items;
mod receipt_record;
mod recorded_outcome;
mod recover;
mod reference;
mod review;
mod send;
mod send_guard;
mod sent_before;
mod sent_items;
mod sent_window;
mod undo;
mod withdraw;
mod wording;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use derive_new::new;

pub use batch_send::BatchReview;
pub(crate) use plan_items::{EarlierSend, with_reference};
pub(crate) use recover::RecoverySummary;
pub use sent_before::SENT_BEFORE;
pub(crate) use wording::{OutcomeRenderer, wording_at};

use crate::check::{CheckCache, Checker};
use crate::context::Context;
use crate::fetch::Fetches;
use crate::first_steps::FirstSteps;
use crate::list::Lists;
use crate::object::Objects;
use crate::settings::ServiceSettings;
use crate::sheet::Sheets;
use crate::values::RetargetingValues;

/// The sends of the workspace: reviewed, performed, recovered and decided about.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Outbox {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    check_cache: Arc<CheckCache>,
    lists: Arc<Lists>,
    fetches: Arc<Fetches>,
    settings: Arc<ServiceSettings>,
    first_steps: Arc<FirstSteps>,
    values: Arc<RetargetingValues>,
    sheets: Arc<Sheets>,
    #[new(default)]
    recovered: Mutex<RecoverySummary>,
    /// Whether another workspace replaced this one, so that no new send may start here.
    #[new(default)]
    left: AtomicBool,
}
