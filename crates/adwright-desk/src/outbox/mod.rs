//! The outbox: reviews drafts, sends them item by item, and settles each item or hands it to a person.
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

mod batch;
mod decide;
mod decide_all;
mod find_created;
mod item_runner;
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
mod withdraw;
mod wording;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

pub(crate) use receipt_record::{
    ItemEvidence, ReceiptRecord, item_state_view, override_titles, restore_changes, verb_view,
};
pub(crate) use recorded_outcome::RecordedDelivery;
pub(crate) use recover::RecoverySummary;
pub use sent_before::SENT_BEFORE;
pub(crate) use wording::{delivery, recovered, wording_at};

use crate::context::Context;
use crate::draft::{CheckedDrafts, Objects};
use crate::facts::Checker;
use crate::fetch::Fetches;
use crate::list::Lists;
use crate::settings::ServiceSettings;
use crate::values::RetargetingValues;
use crate::welcome::Onboarding;

/// The sends of the workspace: reviewed, performed, recovered and decided about.
pub struct Outbox {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) checked: Arc<CheckedDrafts>,
    pub(crate) lists: Arc<Lists>,
    pub(crate) fetches: Arc<Fetches>,
    pub(crate) settings: Arc<ServiceSettings>,
    pub(crate) onboarding: Arc<Onboarding>,
    pub(crate) values: Arc<RetargetingValues>,
    pub(crate) recovered: Mutex<RecoverySummary>,
    /// Whether another workspace replaced this one, so that no new send may start here.
    pub(crate) left: AtomicBool,
}
