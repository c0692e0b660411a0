//! The practice service over real HTTP.
#![expect(
    clippy::unwrap_used,
    reason = "in a test, whatever is not as expected is a failure"
)]
mod ads;
mod data;
mod documented;
mod every_answer;
mod every_fault;
mod every_variant;
mod faults;
mod guide;
mod hostile;
mod killing;
mod listing;
mod logged_in_client;
mod login;
mod passes;
mod pausing;
mod practice;
mod program;
mod provoking;
mod refusing;
mod saving;
mod site_contacts;
mod two_programs;
mod values;
mod variants;
