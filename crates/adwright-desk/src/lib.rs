//! The use cases of Adwright, one module per noun, for window and terminal alike.
//!
//! A use case plans purely and then acts: through the store, the client and the clock, never through a framework.
//! The crate `adwright-views` is what comes out, ready to be drawn.
//!
//! A [`Desk`] is one open workspace: `context` has what every use case reads, and each noun owns its own state and is
//! given the nouns that it calls. The folders, from the lowest to the highest:
//!
//! - `error`, `wording` and `reply`: what went wrong, and its sentences.
//! - `host`, `connection` and `credentials`: the computer, the line to the service, and the secrets.
//! - `context`, `field`, `object` and `check`: the workspace, its fields, one object, and its findings.
//! - `settings`, `list`, `fetch` and `detail`: what the service is asked, and what is shown of it.
//! - `batch`: values that people enter together, like rows of a spreadsheet.
//! - `replace`: find and replace with tokens, for `bulk` and `sheet`.
//! - `draft`, `bulk`, `source`, `templates`, `values`, `history`, `ad_files`, `ad_review` and `site_contact`: what people
//!   do with objects.
//! - `sheet`: a batch as the window shows it: filtered, checked and edited like a spreadsheet.
//! - `outbox`: reviews and sends. The crate `adwright-planner` decides each step; `outbox` performs it.
//! - `doctor`, `workspaces`, `customization`, `window` and `opening`: the workspace as a whole.

mod ad_files;
mod ad_review;
mod batch;
mod bulk;
mod check;
mod connection;
mod context;
mod credentials;
mod customization;
mod desk;
mod detail;
pub mod doctor;
mod document;
mod draft;
mod draft_source;
mod error;
mod export;
mod fact;
mod fetch;
mod field;
mod file;
mod first_steps;
mod form_layout;
mod history;
mod host;
mod list;
mod local_data;
mod object;
mod opening;
mod outbox;
mod rehearsal;
mod replace;
mod reply;
mod settings;
mod sheet;
mod site_contact;
mod source;
mod templates;
mod values;
mod window;
mod wording;
mod workspaces;

pub use ad_files::AdFiles;
pub use ad_review::AdReviews;
pub use adwright_checks::{OwnRules, OwnRulesError, Phase};
pub use adwright_sheet::{BatchLabel, BatchRowId};
pub use adwright_store::ResendPolicy;
pub use adwright_views::SecretStorage;
pub use batch::{
    BatchBlock, BatchCell, BatchHistoryEntry, BatchImport, BatchRows, BatchState, BatchVersion,
    Batches, CellRange, SheetRowCells,
};
pub use bulk::BulkEdits;
pub use check::{Checker, explain, rule_list};
pub use connection::ServiceStatus;
pub use credentials::{SecretStore, test_secret_store};
pub use customization::Customization;
pub use desk::{Desk, Ports};
pub use detail::Details;
pub use doctor::Doctor;
pub use draft::{CreatedDrafts, Drafts, JsonEdit, JsonObject, PreviousSend};
pub use draft_source::DraftSource;
pub use error::{
    AdError, BatchError, DateError, DocumentError, DraftError, Error, FactError, FileError,
    FileProblem, FilterInputError, FormError, IdLoss, IdMismatch, ItemBlocker, LayoutFileError,
    ListError, NewObjectError, ObjectSheetError, PracticeRefusal, RemovalBlocker, RowImportError,
    RowRefusal, SecretsError, SetOptionError, SettingsFileError, SkipReason, UnsendableReason,
    UnusableReason, ValueTableError, WorkspaceError,
};
pub use export::Exports;
pub use fact::KnownFacts;
pub use fetch::Fetches;
pub use field::Dates;
pub use file::{
    FileChecks, FolderFile, ReviewedAd, ad_kind_names, check_file, folder_files, kind_names,
    read_all, read_file, review_file, unreadable_file, unreviewed_file,
};
pub use history::ObjectHistory;
pub use host::{Clock, DayOrder, HOME_VARIABLE, Paths, SystemClock, parse_web_address};
pub use list::Lists;
pub use local_data::LocalData;
pub use opening::{WorkspaceSelector, home};
pub use outbox::{BatchReview, Outbox, SENT_BEFORE};
pub use rehearsal::{ItemVerdict, MissingKnowledge, RefusalReason, Rehearsals, RehearsedItem};
pub use reply::reply_view;
pub use settings::ServiceSettings;
pub use sheet::{PlannedRow, Sheets, TableBatch, TableFile};
pub use site_contact::SiteContacts;
pub use source::SourceEditor;
pub use templates::Templates;
pub use values::RetargetingValues;
pub use window::{CommandPalette, SavedListViews, WorkspaceOverview};
pub use wording::{
    capitalize, file_error_message, header_error_message, pause_message, round_up_seconds,
    setting_error_message, throttle_message,
};
pub use workspaces::Workspaces;
