use adwright_views::{CalendarMonth, CalendarStep, DatePreview, DateRole};

use super::{CommandResult, WorkspaceState};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn date_preview(
    desk: WorkspaceState<'_>,
    typed: String,
    role: DateRole,
) -> CommandResult<DatePreview> {
    Ok(desk.get()?.dates.preview(&typed, role))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn date_month(
    desk: WorkspaceState<'_>,
    day: String,
    step: CalendarStep,
) -> CommandResult<CalendarMonth> {
    Ok(desk.get()?.dates.month(&day, step))
}
