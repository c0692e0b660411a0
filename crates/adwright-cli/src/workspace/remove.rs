//! `adwright workspace remove`.

use std::io::Write;

use adwright_desk::views::{Removal, WorkspaceLosses};
use serde_json::json;

use crate::arguments::Remove;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_json;
use crate::printable::one_line;

/// Removes a workspace, or says what would be lost; says how the program ends.
pub(super) async fn run(remove: &Remove, out: &mut impl Write) -> Result<Exit, Stopped> {
    let desk = connect::open_practice().await?;
    let row = desk.workspace_named(&remove.named.name)?;
    let losses = desk.workspace_losses(&row.id)?;
    if let Some(why) = losses.blocked {
        return Err(Failure::usage(why).into());
    }
    if !remove.yes {
        return would_lose(&losses, remove.named.json, out);
    }
    let removal = if remove.without_export {
        Removal::WithoutExport
    } else {
        Removal::AfterExport
    };
    let removed = desk.remove_workspace(&row.id, removal)?;
    let file = removed.file.map(|file| file.path);
    if remove.named.json {
        let element = json!({
            "name": removed.name,
            "removed": true,
            "lost": losses.lost,
            "file": file,
            "note": removed.note,
        });
        print_json(&element, out)?;
        return Ok(Exit::Fine);
    }
    let said = [
        Some(format!("Removed {}. {}", removed.name, losses.stays)),
        file.map(|file| format!("Its drafts and receipts are in {file}.")),
        removed.note,
    ];
    for sentence in said.into_iter().flatten() {
        writeln!(out, "{}", one_line(&sentence)).map_err(Stopped::Output)?;
    }
    Ok(Exit::Fine)
}

fn would_lose(losses: &WorkspaceLosses, json: bool, out: &mut impl Write) -> Result<Exit, Stopped> {
    if json {
        let element = json!({
            "name": losses.name,
            "removed": false,
            "lost": losses.lost,
            "file": null,
            "note": null,
        });
        print_json(&element, out)?;
    } else {
        let head = format!("With {} this computer would lose:", losses.name);
        writeln!(out, "{}", one_line(&head)).map_err(Stopped::Output)?;
        for line in &losses.lost {
            writeln!(out, "  {}", one_line(line)).map_err(Stopped::Output)?;
        }
    }
    Err(Failure::usage(format!(
        "{} Nothing was removed: say --yes to remove it.",
        losses.stays
    ))
    .into())
}
