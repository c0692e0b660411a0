//! The practice service over real HTTP.
#![expect(
    clippy::unwrap_used,
    reason = "in a test, whatever is not as expected is a failure"
)]
mod ads;
mod authentication;
mod campaign_list;
mod campaign_writes;
mod data;
mod documented_interface;
mod every_answer;
mod every_fault;
mod every_variant;
mod faults;
mod guide;
mod hostile_requests;
mod kill;
mod logged_in_client;
mod login;
mod pause;
mod practice;
mod practice_admin;
mod program;
mod refusals;
mod site_contacts;
mod two_programs;
mod values;
mod variants;
