//! The outbox: a person reviews and releases drafts, and each is sent, settled or handed back to the person.
//!
//! Only this module calls a mutating endpoint.

mod batch;
mod decide;
mod decide_all;
mod find_created;
mod item_runner;
mod list_scan;
mod look_result;
mod open_items;
mod open_questions;
mod plan;
mod plan_items;
mod preflight;
mod receipt_record;
mod recover;
mod reference;
mod review;
mod send;
mod send_guard;
mod sent_before;
mod withdraw;

pub use sent_before::SENT_BEFORE;

pub(crate) use receipt_record::{
    ItemEvidence, ReceiptRecord, item_state_view, override_titles, restore_changes, verb_view,
};
