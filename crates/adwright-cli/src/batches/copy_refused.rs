//! `adwright batch copy-refused`.

use std::io::Write;

use adwright_desk::Desk;
use serde_json::json;

use super::find;
use crate::arguments::CopyRefusedArgs;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_json;
use crate::printable::{escape_line, plural};

/// Copies the refused rows, and returns the exit code.
pub(super) fn run(
    desk: &Desk,
    copy: &CopyRefusedArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let batch = find(desk, &copy.batch.id)?.id;
    let made = desk.sheets.copy_refused_rows(&batch)?;
    let rows = plural(made.rows as usize, "row");
    let (id, name) = (made.id, made.name);
    let message = format!("Copied {rows} to {id}, “{name}”.");
    if copy.json {
        print_json(&json!({"batch": id, "message": message}), out)?;
        return Ok(Exit::Success);
    }
    let suffix = copy.connection.workspace_suffix();
    let message = format!("{message} To send: adwright batch send {id}{suffix} --go");
    writeln!(out, "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}
