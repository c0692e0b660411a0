//! The laws of documents, as properties of any JSON text and any edit; the schemas against what the
//! interface shows.
#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod any;
mod coverage;
mod differing;
mod fixture;
mod laws;
mod merging;
