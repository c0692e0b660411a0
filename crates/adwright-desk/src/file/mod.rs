//! Files: the objects that they hold, and what the rules say of each.
//!
//! Needs neither a workspace nor a home folder, so that a script can check what it is about to send.

mod check;
mod review;

pub use check::{check_file, kind_names, unreadable_file};
pub use review::{ReviewedAd, review_file, unreviewed_file};
