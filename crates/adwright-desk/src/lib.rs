//! The use cases of Adwright, one module per noun, for window and terminal alike.
//!
//! A use case plans purely and then acts: through the store, the client and the clock, never through a framework.
//! [`views`] is what comes out, ready to be drawn.

mod ad_files;
mod ad_review;
mod asked_as;
mod asked_before;
mod backend;
mod bulk;
mod checking;
mod choosing;
mod clock;
mod connection;
mod desk;
mod detail;
pub mod doctor;
mod document;
mod draft;
mod error;
mod facts;
mod fetch;
mod file;
mod given_secrets;
mod history;
pub mod home;
mod learning;
mod link;
mod list;
mod open_secrets;
mod opening;
mod operation;
mod outbox;
mod own_rules;
mod palette;
mod paths;
mod patience;
mod pickers;
mod reply;
mod rulebook;
mod saved_view;
mod secrets;
mod sent;
mod session;
mod settings;
mod site_contact;
mod source;
mod template;
mod values;
pub mod views;
mod welcome;
mod workspace;
mod workspace_secrets;
mod workspaces;
mod zone;

pub use adwright_checks::{OwnRules, OwnRulesError, Phase};
pub use adwright_store::IfSent;
pub use choosing::{UnlistedService, Which};
pub use clock::{Clock, SystemClock};
pub use desk::{Desk, Ports};
pub use draft::{SentBefore, SpelledDrafts, SpelledEdit, SpelledObject};
pub use error::Error;
pub use fetch::Collection;
pub use file::{
    FileChecks, FolderFile, ReviewedAd, ad_kind_names, check_file, folder_files, kind_names,
    read_all, read_file, review_file, unreadable_file, unreviewed_file,
};
pub use link::web_address;
pub use outbox::SENT_BEFORE;
pub use paths::{HOME_VARIABLE, Paths};
pub use patience::{held_back, pause_for, paused, told_seconds};
pub use reply::{capitalised, raw_reply};
pub use rulebook::{explain, rule_list};
pub use secrets::{Place, Secrets, SecretsError, self_test};
pub use values::{BegunValues, BlankRows, ValueRows};
