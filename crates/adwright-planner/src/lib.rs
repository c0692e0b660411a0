//! The engine of safe sending: a pure function from the stage of one item and what was just seen to the next stage and
//! the next action.
//!
//! Nothing here reads a clock, a file or the network. The desk performs the actions and reports the results as events.
//! Two rules keep a person's work safe:
//!
//! - A change that someone committed meanwhile is never overwritten.
//! - Nothing is written a second time unless the first write certainly did nothing.
//!
//! A create of a new draft is written at once. After earlier sends of its draft, the planner first searches the list
//! for the objects that those may have created. An update is read first, merged with the changes of others, and
//! written whole.
//!
//! - `Writing` ends with a reply. An accepted write is read back, a refusal is final, and a write that never left
//!   this computer becomes a draft again.
//! - `LookingUp` follows every unclear reply: a create is searched for by its reference, an update is read. A second
//!   look comes after a quiet period, because a service may commit late. After that, a person decides.
//! - `Pausing` follows a busy service. After the pause, a look decides whether to write again.
//! - `Settled` is the end. [`SendOutcome`] says how, in codes and fields. The desk turns them into sentences.
//!
//! [`BatchPlan`] decides for many new objects in one call: the size of the call, and what its reply means for each row.

mod batch_plan;
mod busy;
mod call_reply;
mod create;
mod list_scan;
mod outcome;
mod read_back;
mod reference;
mod settlement;
mod step;
mod update;

#[cfg(test)]
mod tests;

pub use batch_plan::{BatchAction, BatchPlan, CapLesson, candidates_in};
pub use list_scan::{ListScan, MatchCandidate};
pub use outcome::{
    Confirmation, ConfirmedBy, Contradiction, DifferingField, OpenReason, PossibleMatch,
    PossibleMatches, ReadFailure, ReferenceProof, ReportedError, SearchFailure, SendOutcome,
    UnclearReason, WithdrawReason,
};
pub use read_back::ReadBack;
pub use reference::{
    REFERENCE_BITS, REFERENCE_MEMBER, REFERENCE_PREFIX, UnsupportedReference, is_own_reference,
    is_truncated_reference, names_reference, reference_of,
};
pub use settlement::{ConcurrentChanges, Settlement};
pub use step::{
    Action, Delivery, EarlierSearch, Event, OutcomeLookup, PauseOutcome, PlannedWrite, ReadResult,
    SendTask, Stage, next_step,
};
pub use update::foreign_changes;
