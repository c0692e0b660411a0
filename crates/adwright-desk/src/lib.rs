//! The use cases of Adwright, one module per noun, for window and terminal alike.
//!
//! A use case plans purely and then acts: through the store, the client and the clock, never through a framework.
//! The crate `adwright-views` is what comes out, ready to be drawn.
//!
//! A [`Desk`] is one open workspace. Data flows one way: an edit comes in as a path and a text, and a new view model
//! goes out. The crate `adwright-planner` decides each step of a send; `outbox` performs it.

mod ad_files;
mod ad_review;
mod backend;
mod backoff;
mod bulk;
mod clock;
mod connection;
mod context;
mod custom_fields;
mod desk;
mod detail;
pub mod doctor;
mod document;
mod draft;
mod ephemeral_secrets;
mod error;
mod facts;
mod fetch;
mod file;
mod history;
pub mod home;
mod id_suggestions;
mod lazy_credentials;
mod list;
mod open_workspace;
mod operation;
mod outbox;
mod own_rules;
mod palette;
mod paths;
mod reply;
mod rulebook;
mod saved_views;
mod secret_store;
mod sent_items;
mod session_token;
mod settings;
mod site_contact;
mod source;
mod templates;
mod values;
mod web_address;
mod welcome;
mod wording;
mod workspace_secrets;
mod workspace_selector;
mod workspace_view;
mod workspaces;
mod zone;

pub use ad_files::AdFiles;
pub use ad_review::{AdError, AdReviews};
pub use adwright_checks::{OwnRules, OwnRulesError, Phase};
pub use adwright_store::ResendPolicy;
pub use backoff::{pause_message, round_up_seconds, throttle_message};
pub use bulk::BulkEdits;
pub use clock::{Clock, SystemClock};
pub use connection::ServiceStatus;
pub use context::UnsendableReason;
pub use custom_fields::Customization;
pub use desk::{Desk, Ports};
pub use detail::Details;
pub use doctor::Doctor;
pub use document::DocumentError;
pub use draft::{
    CreatedDrafts, DraftError, DraftSource, Drafts, JsonEdit, JsonObject, MisdirectedDraft,
    NewObjectError, PreviousSend, SetArgumentError,
};
pub use error::Error;
pub use facts::Checker;
pub use fetch::Fetches;
pub use file::{
    FileChecks, FileError, FileProblem, FolderFile, ReviewedAd, ad_kind_names, check_file,
    folder_files, kind_names, read_all, read_file, review_file, unreadable_file, unreviewed_file,
};
pub use history::ObjectHistory;
pub use list::{FilterInputError, ListError, Lists};
pub use outbox::{Outbox, SENT_BEFORE};
pub use palette::CommandPalette;
pub use paths::{HOME_VARIABLE, Paths};
pub use reply::{capitalize, raw_reply};
pub use rulebook::{explain, rule_list};
pub use saved_views::SavedListViews;
pub use secret_store::{SecretStorage, SecretStore, SecretsError, test_secret_store};
pub use settings::ServiceSettings;
pub use site_contact::SiteContacts;
pub use source::SourceEditor;
pub use templates::Templates;
pub use values::{
    BlankTableRows, CreatedValueDrafts, RetargetingValues, ValueRows, ValueTableError,
};
pub use web_address::parse_web_address;
pub use wording::{file_error_message, header_error_message, setting_error_message};
pub use workspace_selector::WorkspaceSelector;
pub use workspace_view::WorkspaceOverview;
pub use workspaces::{
    FormError, PracticeRefusal, RemovalBlocker, SettingsFileError, UnusableReason, WorkspaceError,
    Workspaces,
};
