//! `adwright workspace remove`.

use std::io::Write;

use adwright_views::{RemovalMode, RemovalPreview};
use serde_json::json;

use crate::arguments::RemoveWorkspaceArgs;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_json;
use crate::printable::escape_line;

/// Removes a workspace, or says what would be lost. Returns the exit code.
pub(super) async fn run(
    remove: &RemoveWorkspaceArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let desk = connect::open_practice().await?;
    let row = desk.workspaces.workspace_by_name(&remove.named.name)?;
    let preview = desk.workspaces.removal_preview(&row.id)?;
    if let Some(why) = preview.blocked {
        return Err(CommandFailure::usage(why).into());
    }
    if !remove.yes {
        return refuse_without_yes(&preview, remove.named.json, out);
    }
    let removal = if remove.without_export {
        RemovalMode::WithoutExport
    } else {
        RemovalMode::AfterExport
    };
    let removed = desk.workspaces.remove_workspace(&row.id, removal)?;
    let file = removed.file.map(|file| file.path);
    if remove.named.json {
        let element = json!({
            "name": removed.name,
            "removed": true,
            "lost": preview.lost,
            "file": file,
            "note": removed.note,
        });
        print_json(&element, out)?;
        return Ok(Exit::Success);
    }
    let message = [
        Some(format!("Removed {}. {}", removed.name, preview.stays)),
        file.map(|file| format!("Its drafts and receipts are in {file}.")),
        removed.note,
    ];
    for sentence in message.into_iter().flatten() {
        writeln!(out, "{}", escape_line(&sentence)).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

/// Prints what a removal would delete, and refuses it because `--yes` is missing.
fn refuse_without_yes(
    preview: &RemovalPreview,
    json: bool,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    if json {
        let element = json!({
            "name": preview.name,
            "removed": false,
            "lost": preview.lost,
            "file": null,
            "note": null,
        });
        print_json(&element, out)?;
    } else {
        let head = format!("Removing {} would delete from this computer:", preview.name);
        writeln!(out, "{}", escape_line(&head)).map_err(CommandAbort::Output)?;
        for line in &preview.lost {
            writeln!(out, "  {}", escape_line(line)).map_err(CommandAbort::Output)?;
        }
    }
    Err(CommandFailure::usage(format!(
        "{} Nothing was removed. Add --yes to remove it.",
        preview.stays
    ))
    .into())
}
