//! The laws of documents, as properties of any JSON text and any edit; the schemas against what the
//! interface shows.
#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod arbitrary;
mod coverage;
mod diff_laws;
mod edit_laws;
mod fixture;
mod merge_laws;
