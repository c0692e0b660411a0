//! The list of all commands, with one file of thin functions per noun.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Tauri hands a command its arguments by value"
)]

mod ad_files;
mod ad_review;
mod batch;
mod bulk;
mod date;
mod draft;
mod export;
mod fact;
mod field;
mod history;
mod home;
mod layout;
mod link;
mod list;
mod local_data;
mod outbox;
mod palette;
mod row_import;
mod rules;
mod secret;
mod settings;
mod sheet;
mod site_contact;
mod source;
mod template;
mod view;
mod window;
mod workspace;
mod workspaces;

use adwright_desk::Desk;
use adwright_views::{Failure, FailureCode};
use tauri::{Runtime, State, Wry};
use tauri_specta::{Builder, collect_commands, collect_events};

use crate::start::{ConnectionChanged, OutboxRecovered, SecretEntryEnded, StartedAgain};
use crate::workspace_slot::WorkspaceSlot;

/// The workspace slot, as Tauri passes it to a command.
pub(crate) type WorkspaceState<'a> = State<'a, WorkspaceSlot>;

/// The result of every command: a view, or a failure with advice.
pub(crate) type CommandResult<T> = Result<T, Failure>;

/// Returns every command of the window. The TypeScript side is generated from this list.
#[must_use]
#[rustfmt::skip] // One paragraph a noun: one line a command would be longer than a function may be.
pub fn command_builder<R: Runtime>() -> Builder<R> {
    // One shape for both directions: no view has a field that only one direction may leave out.
    Builder::<R>::new()
        .disable_serde_phases()
        .events(collect_events![
            ConnectionChanged,
            OutboxRecovered,
            SecretEntryEnded,
            StartedAgain
        ])
        .commands(collect_commands![
            home::home_failure, home::home_open::<Wry>, home::rows_painted,
            workspace::workspace_get, workspace::preference_set, workspace::operation_stop,
            workspace::welcome_change, workspace::connection_check, workspace::connection_probe,
            workspace::practice_pause, workspace::practice_resume,
            settings::settings_get, settings::settings_change, settings::settings_restore,
            settings::connection_examine,
            workspaces::workspace_list, workspaces::workspace_open, workspaces::workspace_form,
            workspaces::workspace_judge, workspaces::workspace_save, workspaces::workspace_duplicate,
            workspaces::workspace_read_only, workspaces::workspace_losses, workspaces::workspace_remove,
            workspaces::workspace_export, workspaces::workspace_import,
            secret::secret_ask::<Wry>, secret::secret_question, secret::secret_enter::<Wry>, secret::secret_typed,
            secret::secret_keep, secret::secret_drop::<Wry>, secret::secret_storage_test, secret::secret_storage_choose,
            list::list_open, list::list_rows, list::detail_open, list::detail_read, list::list_fetch,
            list::list_fetch_rest, list::list_columns, list::list_values, list::filter_describe,
            list::list_ids, list::list_among, list::list_budgets, list::list_ask,
            export::table_export, export::export_open,
            view::view_keep, view::view_save, view::view_remove, view::view_restore,
            view::view_move,
            site_contact::site_contact_get, site_contact::site_contact_ask, site_contact::site_contact_delete,
            source::source_write, source::source_base, source::source_help,
            draft::draft_create, draft::draft_copy, draft::draft_copy_all, draft::draft_edit, draft::draft_field, draft::draft_undo,
            draft::draft_redo, draft::draft_go, draft::draft_discard, draft::draft_restore,
            draft::draft_discard_all, draft::draft_restore_all, draft::draft_list, draft::draft_ids,
            draft::draft_with_findings, draft::draft_merge, draft::draft_settle, draft::draft_settle_alike,
            field::field_learn, field::field_keep, field::field_forget, field::field_decline,
            date::date_preview, date::date_month, link::link_open, layout::layout_get, layout::layout_usual, layout::layout_save, layout::layout_export, layout::layout_read,
            rules::rules_get, rules::rules_set, rules::rules_form, rules::rules_edit, rules::rules_count, fact::fact_list_of, fact::fact_set, fact::fact_remove,
            history::history_get, history::history_compare, history::history_compare_svg, history::history_restore,
            template::template_list, template::template_form, template::template_save, template::template_use,
            template::template_rename, template::template_duplicate, template::template_delete,
            template::template_restore, template::template_save_batch, template::template_create_batch,
            ad_review::ad_open, ad_review::ad_review, ad_review::ad_drawing, ad_review::ad_svg,
            ad_review::ad_compare, ad_review::ad_compare_svg, ad_review::ad_thumbnail,
            ad_files::ad_files_choose::<Wry>, ad_files::ad_import, ad_files::ad_import_undo,
            ad_files::ad_files_remove, ad_files::ad_files_restore,
            batch::batch_list, batch::batch_list_discarded, batch::batch_create, batch::batch_rename,
            batch::batch_duplicate, batch::batch_discard, batch::batch_restore, batch::batch_open, batch::batch_plan_send,
            batch::batch_send, batch::batch_row_outcome, batch::batch_copy_refused, batch::batch_of_values,
            sheet::sheet_open_objects, sheet::sheet_rows, sheet::sheet_edit, sheet::sheet_undo, sheet::sheet_redo, sheet::sheet_copy,
            sheet::sheet_summarize, sheet::sheet_next_finding, sheet::sheet_finding_overview, sheet::sheet_data_edge, sheet::sheet_preview_rewrite,
            row_import::row_import_choose::<Wry>, row_import::row_import_preview, row_import::row_import_run,
            bulk::bulk_form, bulk::bulk_preview, bulk::bulk_rows, bulk::bulk_apply, bulk::bulk_list,
            bulk::bulk_undo, bulk::bulk_redo,
            outbox::outbox_review, outbox::outbox_review_groups, outbox::outbox_review_item, outbox::outbox_rehearse, outbox::outbox_send,
            outbox::outbox_decide, outbox::outbox_decide_all, outbox::outbox_open_items, outbox::sent_window, outbox::receipt_get, outbox::receipts_verify, outbox::sent_undo, outbox::sent_failed,
            local_data::local_data_get, local_data::retention_preview, local_data::retention_set, local_data::backup_items, local_data::backup_preview, local_data::backup_restore,
            palette::palette_find, palette::palette_note, window::window_keep_open,
        ])
}

/// Turns the desk's error into a failure for the window, and writes it to the log once.
pub(crate) fn to_command_result<T>(result: Result<T, adwright_desk::Error>) -> CommandResult<T> {
    result.map_err(|error| {
        let failure = error.failure();
        tracing::warn!(code = ?failure.code, details = failure.details, "{error}");
        failure
    })
}

/// Runs a command that may ask the keyring, and so may wait for a person. Commands run on as few threads as the
/// processor has, and without a separate thread all others would wait as well.
pub(crate) async fn run_blocking<T: Send + 'static>(
    desk: WorkspaceState<'_>,
    act: impl FnOnce(&Desk) -> Result<T, adwright_desk::Error> + Send + 'static,
) -> CommandResult<T> {
    let desk = desk.get()?;
    spawn_blocking(move || to_command_result(act(&desk))).await
}

/// Runs the work on a thread that may block.
async fn spawn_blocking<T: Send + 'static>(
    act: impl FnOnce() -> CommandResult<T> + Send + 'static,
) -> CommandResult<T> {
    let done = tauri::async_runtime::spawn_blocking(act).await;
    done.unwrap_or_else(|error| {
        Err(Failure {
            code: FailureCode::Internal,
            message:
                "Adwright could not finish this. Try again; if it fails again, copy the details."
                    .to_owned(),
            details: Some(error.to_string()),
            reply: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use tauri::async_runtime::{block_on, spawn};

    use super::*;

    #[test]
    fn waiting_work_blocks_no_command_thread() {
        // The runtime refuses to block on a shared thread, and panics.
        let waits = || Ok(block_on(async { "waited" }));
        let answered = block_on(spawn(spawn_blocking(waits))).unwrap();
        assert_eq!(answered.unwrap(), "waited");
    }

    #[test]
    fn panic_becomes_a_failure_reply() {
        let answered = block_on(spawn(spawn_blocking(|| -> CommandResult<()> {
            panic!("by mistake")
        })));
        let failure = answered.unwrap().unwrap_err();
        assert_eq!(failure.code, FailureCode::Internal);
    }
}
