//! The practice service over real HTTP.
#![expect(
    clippy::unwrap_used,
    reason = "in a test, whatever is not as expected is a failure"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "the requests are raw on purpose: no client of ours in between"
)]

mod ads;
mod data;
mod documented;
mod door;
mod every_answer;
mod every_fault;
mod every_variant;
mod faults;
mod guide;
mod hostile;
mod killing;
mod listing;
mod login;
mod older;
mod pausing;
mod practice;
mod program;
mod provoking;
mod refusing;
mod saving;
mod site_contacts;
mod values;
mod variants;
