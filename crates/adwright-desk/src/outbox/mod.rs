//! The outbox: reviewed, released, sent item by item, settled or handed to a person.
//!
//! Only this module calls a mutating endpoint.

mod ahead;
mod batch;
mod decide;
mod decide_all;
mod find;
mod guard;
mod look_result;
mod open_items;
mod open_questions;
mod perform;
mod plan;
mod prepare;
mod receipt;
mod recover;
mod reference;
mod review;
mod send;
mod sent_before;
mod sighting;
mod withdraw;

pub use sent_before::SENT_BEFORE;

pub(crate) use receipt::{Evidence, Record, changes, overrides_of, state_of, verb_of};
