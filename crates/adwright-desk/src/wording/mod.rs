//! Turns errors and outcomes into sentences for window and terminal: what happened, then what to do.
//!
//! The use cases return types. Only this module knows their sentences, one file per noun.

mod ad;
mod ad_comparison;
mod ad_files;
mod batch;
mod bulk;
mod connection;
mod date;
mod document;
mod draft;
mod draft_batch;
mod edit_lock;
mod export;
mod fact;
mod fetch;
mod file;
mod first_steps;
mod history;
mod list;
mod local_data;
mod object_sheet;
mod own_rules;
mod recovery;
mod reply;
mod secrets;
mod setting;
mod settings;
mod site_contact;
mod summary;
#[cfg(test)]
mod tests;
mod workspace;
mod workspace_removal;

use std::path::Path;
use std::process;

use adwright_client::ClientError;
use adwright_review::group_thousands;
use adwright_service::{ErrorClass, ServiceError};
use adwright_store::SendLockError;
use adwright_views::Failure;
use adwright_wire::RequestFailure;

pub(crate) use ad_comparison::{
    AdDifferences, EQUAL_LAYOUTS, ad_differences_message, compared_summaries_message,
    unknown_layout_message,
};
pub(crate) use ad_files::{ImportOutcome, import_message, removed_ads_message};
pub(crate) use batch::{
    UNUSABLE_CELL_TITLE, batch_label_text, batch_place, copy_name, failed_rows_name, id_loss_text,
    row_refusal_message, row_title, table_batch_name,
};
pub(crate) use bulk::{
    BULK_OUT_OF_DATE, BulkMove, bulk_input_message, bulk_move_message, item_blocker_message,
    skip_message, undo_blocker_message,
};
pub(crate) use connection::{
    PRACTICE_PAUSED, long_pause_message, quota_message, throttle_message_in, unreachable_message,
};
pub use connection::{pause_message, round_up_seconds, throttle_message};
pub(crate) use date::{DATE_FORMS, date_error_message, epoch_unit_text};
pub(crate) use draft::{
    draft_source_text, id_mismatch_message, learned_field_description, object_noun,
    open_clashes_message, template_note, unsendable_message,
};
pub(crate) use draft_batch::{DraftBatchOutcome, copied_summary_note, draft_batch_message};
pub(crate) use edit_lock::{LockReason, edit_lock};
pub(crate) use export::{
    DRAFT_COLUMNS, HISTORY_COLUMNS, RECEIPT_COLUMNS, REVIEW_COLUMNS, ReceiptPart, SENT_COLUMNS,
    collection_word, finding_text, history_kind_word, item_state_word, send_verb_word,
};
pub(crate) use fact::{fact_detail, fact_question, fact_source_message};
pub(crate) use fetch::{FetchOutcome, fetch_message, incomplete_list_text, incomplete_reason_text};
pub use file::file_error_message;
pub(crate) use file::other_kind_message;
pub(crate) use first_steps::{FINDING_NOTICED, welcome_step_text, welcome_step_title};
pub(crate) use history::{
    BEGUN_FROM_NOTHING, BEGUN_FROM_SERVICE, FIRST_VERSION, OLDEST_KEPT_VERSION, SUMMARY_VERSION,
    SUPPLIED_FIELDS_CHANGED, TEXT_CHANGED, UNCHANGED, compared_versions_note,
    fetched_version_message, file_history_note, removed_versions_note, sent_version_message,
    single_entry_note, undone_step_message,
};
pub(crate) use list::{filter_problem, learned_fields_warning};
pub(crate) use local_data::{
    StoredPart, backup_item_message, backup_reason, removal_message, restored_message,
    retention_message, retention_preview_message, size_text, stored_part_label,
};
pub(crate) use object_sheet::object_sheet_name;
pub(crate) use own_rules::{rule_kind_label, rule_problem_message};
pub(crate) use recovery::{recovery_option, salvage_message};
pub use reply::capitalize;
pub(crate) use reply::empty_reply_message;
pub(crate) use secrets::{
    CREDENTIALS_MISSING, CREDENTIALS_UNREAD, CREDENTIALS_WAITING, credentials_error_message,
    leftover_secrets_note, secret_prompt_message, secret_storage_message, secrets_error_message,
    undeleted_secrets_note,
};
pub use setting::{header_error_message, setting_error_message};
pub(crate) use settings::{
    LoginChange, changed_settings_message, default_source_label, no_samples_note,
    setting_source_label,
};
pub(crate) use site_contact::{
    CONTACT_ID_EXPLANATION, ContactIdReason, NO_CONTACT, UNNAMED_CONTACT,
    contact_id_reason_message, contact_lesson_message, contact_lessons_message,
};
pub(crate) use summary::{summary_notice, summary_reason_message};
pub(crate) use workspace::{form_error_message, practice_refusal_message, removal_blocker_message};
pub(crate) use workspace_removal::{
    IMPORTED_UNENCRYPTED, IMPORTED_WITHOUT_SECRET, SERVER_CHANGES, SERVICE_KEEPS_OBJECTS,
    UNENCRYPTED_ADDRESS, loss_lines,
};

use self::document::document_error_message;
use self::reply::client_error_message;

use crate::error::{Error, LayoutFileError};

/// Returns what happened and what to do, for the person.
pub(crate) fn error_message(error: &Error) -> String {
    match error {
        // The messages of the store and the lock are whole sentences.
        Error::Store(error) => error.to_string(),
        Error::SendLock(error) => send_lock_message(error),
        Error::Secrets(error) => secrets_error_message(error).to_owned(),
        Error::Practice(error) => practice_error_message(error),
        Error::NoUserHome(source) => home_unusable_message("of your user", source),
        Error::Home { folder, source } => {
            home_unusable_message(&folder.display().to_string(), source)
        }
        Error::Document(error) => document_error_message(error),
        Error::Draft(error) => draft::draft_error_message(error),
        Error::Batch(error) => batch::batch_error_message(error),
        Error::ObjectSheet(error) => object_sheet::object_sheet_error_message(error),
        Error::RowImport(error) => batch::row_import_error_message(error),
        Error::ValueTable(error) => ad::value_table_message(error),
        Error::Export(error) => error.to_string(),
        Error::Fact(error) => fact::fact_error_message(error),
        Error::Ad(error) => ad::ad_error_message(error),
        Error::List(error) => list::list_error_message(error),
        Error::Workspace(error) => workspace::workspace_error_message(error),
        Error::OwnRules(error) => error.to_string(),
        Error::Layout(error) => layout_file_message(error),
        Error::NotAWebAddress => NOT_A_WEB_ADDRESS.to_owned(),
        Error::NoBrowser(error) => no_browser_message(error.as_ref()),
        Error::ForeignHome { folder } => foreign_home_message(folder),
        Error::ClockBefore1970 => CLOCK_BEFORE_1970.to_owned(),
        Error::UnresolvedErrors { title } => format!(
            "“{title}” still has errors. Fix them, or tick the errors that you want to override."
        ),
        Error::OpenClashes { title, count } => open_clashes_error(title, *count),
        Error::NotAnId(typed) => not_an_id_message(typed),
        Error::FileAdMissing => FILE_AD_REMOVED.to_owned(),
        Error::FileAdReadOnly(name) => file_ad_read_only_message(name),
        Error::ValueReadOnly => VALUE_READ_ONLY.to_owned(),
        Error::HistoryMissing(_) => HISTORY_MISSING.to_owned(),
        Error::NoTemplateName => NO_TEMPLATE_NAME.to_owned(),
        Error::OtherDraft {
            campaign, title, ..
        } => other_draft_message(campaign, title),
        Error::ReadOnly(name) => read_only_message(name),
        Error::SettingsChanged(name) => settings_changed_message(name),
        Error::NameNotTyped { name, items } => name_not_typed_message(name, *items),
        Error::ReplyExpired => REPLY_EXPIRED.to_owned(),
        Error::AlreadyDecided => "This item is already decided. Look at its receipt.".to_owned(),
        Error::Stopped => "Nothing was changed.".to_owned(),
        Error::PreviewMissing => PREVIEW_MISSING.to_owned(),
        Error::Client(error) => client_message(error),
        Error::RepeatedPage
        | Error::CampaignMissing(_)
        | Error::AdMissing(_)
        | Error::ValueMissing(_)
        | Error::DraftMissing(_)
        | Error::ItemMissing(_) => {
            format!("{}.", capitalize(&error.to_string()))
        }
    }
}

fn no_browser_message(error: &dyn std::error::Error) -> String {
    format!(
        "No browser could be opened ({error}); copy the address and open it in a browser yourself."
    )
}

const NOT_A_WEB_ADDRESS: &str =
    "Only web addresses that begin with http:// or https:// are opened in the browser.";

const HISTORY_MISSING: &str = "This entry is no longer in the history. Open the history again.";

const NO_TEMPLATE_NAME: &str = "Give the template a name, so that you can find it again.";

const PREVIEW_MISSING: &str = "This preview is out of date. Look at it again, then apply.";

const CLOCK_BEFORE_1970: &str =
    "The clock of this computer is set before 1970. Set the clock, then start Adwright again.";

fn home_unusable_message(folder: &str, source: &std::io::Error) -> String {
    format!(
        "Adwright cannot use its folder {folder}: {source}. Make it writable, then try again; or set ADWRIGHT_HOME \
         to another folder and start again."
    )
}

fn foreign_home_message(folder: &Path) -> String {
    format!(
        "The folder {} holds other files, so Adwright does not use it. Nothing in it was changed. Set ADWRIGHT_HOME \
         to a new or empty folder.",
        folder.display()
    )
}

fn not_an_id_message(typed: &str) -> String {
    if typed.is_empty() {
        return "Enter an id.".to_owned();
    }
    format!("“{typed}” is not an id. An id is a whole number, such as 7101.")
}

fn open_clashes_error(title: &str, count: usize) -> String {
    format!("“{title}”: {}", open_clashes_message(count))
}

fn other_draft_message(campaign: &str, title: &str) -> String {
    format!(
        "Campaign {campaign} already has a draft with other changes, “{title}”. Nothing was changed. Send or \
         discard that draft first, or add these changes to it."
    )
}

fn name_not_typed_message(name: &str, items: u32) -> String {
    let (drafts, them) = match items {
        1 => ("1 draft".to_owned(), "it"),
        several => (format!("{several} drafts"), "them"),
    };
    format!(
        "“{name}” is a production workspace, and this would send {drafts}. Type its exact name to send {them}."
    )
}

/// The message for an ad from a file that was removed.
const FILE_AD_REMOVED: &str = "This ad from a file was removed. Import the file again.";

fn layout_file_message(error: &LayoutFileError) -> String {
    match error {
        LayoutFileError::Unreadable(why) => format!("This layout cannot be read: {why}."),
        LayoutFileError::OtherFormat => {
            "This is not a layout of a form. Choose a file that Adwright exported as a layout."
                .to_owned()
        }
    }
}

const REPLY_EXPIRED: &str = "This reply of the service is no longer stored. Fetch it again, or return to the data on this computer.";

/// The reason why a retargeting value of the service is locked.
pub(crate) const VALUE_READ_ONLY: &str =
    "The service cannot change a retargeting value. Create a new value instead.";

/// Returns why an ad from a file cannot be changed.
pub(crate) fn file_ad_read_only_message(name: &str) -> String {
    format!("This ad came from “{name}” and is read-only. Change the file, then import it again.")
}

/// Returns why nothing is sent from a read-only workspace.
pub(crate) fn read_only_message(name: &str) -> String {
    format!("“{name}” is read-only: nothing is sent from it. Allow sending in its settings first.")
}

/// Returns why nothing is sent from a workspace whose connection settings changed.
pub(crate) fn settings_changed_message(name: &str) -> String {
    format!(
        "The address, login or service settings of “{name}” were changed after it was opened. Nothing was \
         sent. Open the workspace again, then send."
    )
}

/// Describes a client error; an error without its own message becomes a sentence.
fn client_message(error: &ClientError) -> String {
    if let RequestFailure::NoCredentials(error) = &error.failure {
        let why = credentials_error_message(error);
        return format!("The password or token cannot be read. {why}");
    }
    client_error_message(error).unwrap_or_else(|| format!("{}.", capitalize(&error.to_string())))
}

/// Describes who holds the send lock. This process is not named by its number.
fn send_lock_message(error: &SendLockError) -> String {
    match error {
        SendLockError::Held { by: Some(by) } if by.pid == process::id() => {
            "Adwright is still busy with an earlier send. Try again when that send has ended."
                .to_owned()
        }
        _ => error.to_string(),
    }
}

/// Returns why the practice service does not start, and the remedy.
fn practice_error_message(error: &ServiceError) -> String {
    let advice = match error.class() {
        ErrorClass::Data => "Your drafts are safe. Start Practice with new data.",
        ErrorClass::Disk => {
            "Your drafts are safe. Check that the disk is writable and has room, then try again."
        }
        ErrorClass::Other => "Your drafts are safe; try again, or start Adwright again.",
    };
    format!("The practice service does not start: {error}. {advice}")
}

/// Returns a count with its noun: `1 campaign`, `312 campaigns`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", group_thousands(count))
}

impl Error {
    /// Returns the failure for the window or the terminal.
    #[must_use]
    pub fn failure(&self) -> Failure {
        Failure {
            code: self.code(),
            message: error_message(self),
            details: self.cause_chain(),
            reply: self.reply().map(Box::new),
        }
    }
}

/// Joins words: `A`, `A and B`, `A, B and C`.
pub(crate) fn join_words(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
