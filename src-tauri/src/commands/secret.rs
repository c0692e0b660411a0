use adwright_desk::views::{
    Failure, FailureCode, SecretQuestion, SecretText, SecretWanted, SecretsPlace, SecretsState,
};
use tauri::{AppHandle, WebviewWindow};

use super::{Answer, Shared, answer, waiting};
use crate::secret_window;

/// Asks for a secret in a window of its own.
#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_ask(
    app: AppHandle,
    window: WebviewWindow,
    desk: Shared<'_>,
    wanted: SecretWanted,
) -> Answer<()> {
    answer(desk.get()?.ask_for_secret(wanted))?;
    shown(secret_window::open(&app, &window))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_question(desk: Shared<'_>) -> Answer<SecretQuestion> {
    answer(desk.get()?.secret_question())
}

/// Takes a secret from its window, and closes that; without one, nothing was typed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_enter(
    app: AppHandle,
    window: WebviewWindow,
    desk: Shared<'_>,
    secret: Option<SecretText>,
) -> Answer<()> {
    if let Some(secret) = secret.filter(|_| window.label() == secret_window::LABEL) {
        answer(desk.get()?.enter_secret(secret))?;
    }
    shown(secret_window::close(&app))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_typed(desk: Shared<'_>) -> Answer<Vec<String>> {
    Ok(desk.get()?.typed_secrets())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_keep(desk: Shared<'_>, workspace: String) -> Answer<u32> {
    waiting(desk, move |desk| desk.keep_typed_secrets(&workspace)).await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn secret_drop(app: AppHandle, desk: Shared<'_>) -> Answer<()> {
    desk.get()?.drop_typed_secrets();
    shown(secret_window::close(&app))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_state(
    desk: Shared<'_>,
    workspace: Option<String>,
) -> Answer<SecretsState> {
    waiting(desk, move |desk| desk.secrets_state(workspace.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn secret_place(
    desk: Shared<'_>,
    workspace: Option<String>,
    place: SecretsPlace,
) -> Answer<SecretsState> {
    waiting(desk, move |desk| {
        desk.choose_secrets_place(workspace.as_deref(), place)
    })
    .await
}

fn shown(window: tauri::Result<()>) -> Answer<()> {
    window.map_err(|error| Failure {
        code: FailureCode::Internal,
        message: "The window for the password cannot be opened or closed. Try again.".to_owned(),
        details: Some(error.to_string()),
        reply: None,
    })
}
