//! The desktop's SQLite: workspaces, cache, drafts, batches, facts, outbox, receipts, preferences.
//!
//! One module per noun, each with methods of [`Store`]. Every method that writes is one transaction, and returns only
//! after its commit is on disk. The store reads no clock: the caller passes times in epoch milliseconds.

mod attempt;
mod backup;
mod backup_items;
mod batch;
mod batch_content;
mod batch_operation;
mod bulk;
mod cache;
mod cells;
mod checkpoint;
mod clean_shutdown_marker;
mod custom_field;
mod draft;
mod draft_clash;
mod draft_edit;
mod error;
mod fact;
mod fetch_state;
mod file_ad;
mod files;
mod history;
mod item;
mod list_view;
mod login_lock;
mod migrate;
mod new_object;
mod open;
mod outbox;
mod preference;
mod receipt;
mod retention;
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

pub use attempt::{Attempt, AttemptEnd, OutgoingItem};
pub use backup::{Backup, BackupReason};
pub use backup_items::{BackupBatch, BackupDraft};
pub use batch::{NewBatch, NewBatchRows, StoredBatch};
pub use batch_content::StoredOrder;
pub use batch_operation::{
    BatchOperationContent, BatchStep, BatchUpdate, NewBatchOperation, OrderCheckpoint,
    StoredBatchOperation,
};
pub use bulk::{BulkDraft, BulkDraftEdit, BulkRevision, NewBulkEdit, StoredBulkEdit};
pub use cache::{
    CachedColumns, CachedObject, FetchedObject, Fullness, ObjectsToFetch, RowCells, TextOrigin,
};
pub use cells::{CellPage, DraftVersion};
pub use checkpoint::LogGuard;
pub use custom_field::StoredCustomField;
pub use draft::{Draft, NewDraft};
pub use draft_clash::DraftClash;
pub use draft_edit::{DraftEdit, DraftRebase, NewDraftEdit, PositionChange, RebasedEdits};
pub use error::StoreError;
pub use fact::StoredFact;
pub use fetch_state::FetchState;
pub use file_ad::{FileAd, FileAdRemoval, NewFileAd};
pub use history::ObjectVersion;
pub use item::{Item, ItemSource, ItemVerb, OutboxState, SentItem};
pub use list_view::{ListView, ViewScope};
pub use login_lock::LoginLock;
pub use new_object::{
    NewObject, NewObjectOutcome, NewObjects, ResendPolicy, SentObject, content_hash, document_hash,
};
pub use outbox::{ItemTransition, NewItem, NewSend};
pub use receipt::{ChainBreak, ChainFault, ChainStatus, Receipt, sha256_hex};
pub use retention::{DataSizes, OldData, StoredSize};
pub use salvage::{SalvageReport, SalvagedTable};
pub use send_lock::{SendLock, SendLockError, SendLockHolder};
pub use settle::ItemSettlement;
pub use site_contact::{ContactAnswer, ContactQuestion};
pub use sql::{rows_read, rows_written};
pub use store::Store;
pub use template::{NewTemplate, Template};
pub use workspace::{Workspace, WorkspaceGuards, WorkspaceSettings};
pub use workspace_remove::WorkspaceLosses;
