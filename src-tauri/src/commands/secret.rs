use adwright_views::{
    Failure, FailureCode, SecretPrompt, SecretRequest, SecretStorage, SecretText, SecretsTestResult,
};
use tauri::{AppHandle, Runtime, WebviewWindow};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};
use crate::secret_window;

/// Asks for a secret in a separate window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_ask<R: Runtime>(
    app: AppHandle<R>,
    window: WebviewWindow<R>,
    desk: WorkspaceState<'_>,
    request: SecretRequest,
) -> CommandResult<()> {
    to_command_result(desk.get()?.workspaces.prompt_for_secret(request))?;
    window_result(secret_window::open(&app, &window))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_question(desk: WorkspaceState<'_>) -> CommandResult<SecretPrompt> {
    to_command_result(desk.get()?.workspaces.secret_prompt())
}

/// Takes a secret from its window and closes the window. An absent secret means that nothing was typed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_enter<R: Runtime>(
    app: AppHandle<R>,
    window: WebviewWindow<R>,
    desk: WorkspaceState<'_>,
    secret: Option<SecretText>,
) -> CommandResult<()> {
    if let Some(secret) = secret.filter(|_| window.label() == secret_window::LABEL) {
        to_command_result(desk.get()?.workspaces.enter_secret(secret))?;
    }
    window_result(secret_window::close(&app))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_typed(desk: WorkspaceState<'_>) -> CommandResult<Vec<String>> {
    Ok(desk.get()?.workspaces.typed_secrets())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_keep(desk: WorkspaceState<'_>, workspace: String) -> CommandResult<u32> {
    run_blocking(desk, move |desk| {
        desk.workspaces.save_typed_secrets(&workspace)
    })
    .await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_drop<R: Runtime>(
    app: AppHandle<R>,
    desk: WorkspaceState<'_>,
) -> CommandResult<()> {
    desk.get()?.workspaces.discard_typed_secrets();
    window_result(secret_window::close(&app))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_storage_test(
    desk: WorkspaceState<'_>,
    workspace: Option<String>,
) -> CommandResult<SecretsTestResult> {
    run_blocking(desk, move |desk| {
        desk.workspaces.test_secret_storage(workspace.as_deref())
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_storage_choose(
    desk: WorkspaceState<'_>,
    workspace: Option<String>,
    place: SecretStorage,
) -> CommandResult<SecretsTestResult> {
    run_blocking(desk, move |desk| {
        desk.workspaces
            .choose_secret_storage(workspace.as_deref(), place)
    })
    .await
}

fn window_result(window: tauri::Result<()>) -> CommandResult<()> {
    window.map_err(|error| Failure {
        code: FailureCode::Internal,
        message: "The window for the password cannot be opened or closed. Try again.".to_owned(),
        details: Some(error.to_string()),
        reply: None,
    })
}
