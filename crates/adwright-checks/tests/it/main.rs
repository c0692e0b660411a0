//! The rules against a validator of JSON Schema that is not ours.
#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod corpus;
mod oracle;
mod probes;
mod samples;
