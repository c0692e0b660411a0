//! The desktop's SQLite: workspaces, cache, drafts, facts, outbox, receipts, preferences.
//!
//! One module per noun, each of them methods on [`Store`]. Every method that writes is one transaction, and returns
//! only after its commit is on the disk. There is no clock in here: times are epoch milliseconds that the caller passes.

mod attempt;
mod backup;
mod bulk;
mod cache;
mod cells;
mod checkpoint;
mod draft;
mod draft_edit;
mod error;
mod fact;
mod fetch_state;
mod file_ad;
mod files;
mod history;
mod item;
mod list_view;
mod local_field;
mod login_lock;
mod migrate;
mod open;
mod open_mark;
mod outbox;
mod preference;
mod receipt;
mod salvage;
mod secret;
mod send_lock;
mod settle;
mod site_contact;
mod sql;
mod store;
mod template;
mod work_copy;
mod work_count;
mod workspace;
mod workspace_remove;

pub use attempt::{Attempt, AttemptEnd};
pub use backup::Backup;
pub use bulk::{Bulk, BulkDraft, BulkMove, BulkPart, NewBulk};
pub use cache::{Brief, Cached, Cells, Columns, Fullness, Origin, PageEntry};
pub use cells::FirstCells;
pub use checkpoint::FetchGuard;
pub use draft::{Draft, NewDraft};
pub use draft_edit::{Append, DraftEdit, Move, Rebase};
pub use error::StoreError;
pub use fact::StoredFact;
pub use fetch_state::FetchState;
pub use file_ad::{FileAd, FileAdRemoval, NewFileAd};
pub use history::Version;
pub use item::{Item, SentItem, State, Verb};
pub use list_view::ListView;
pub use local_field::LocalField;
pub use login_lock::LoginLock;
pub use outbox::{NewItem, NewSend, Transition};
pub use receipt::{Chain, Receipt, fingerprint};
pub use salvage::{Salvage, SalvagedTable};
pub use send_lock::{Holder, SendLock, SendLockError};
pub use site_contact::{ContactAnswer, ContactQuestion};
pub use store::Store;
pub use template::{NewTemplate, Template};
pub use workspace::{Guards, Workspace, WorkspaceSettings};
pub use workspace_remove::WorkspaceLosses;
