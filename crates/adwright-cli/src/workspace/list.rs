//! `adwright workspace list`.

use std::io::Write;

use adwright_views::WorkspaceRow;
use serde::Serialize;

use crate::connect;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_json;
use crate::printable::escape_line;

/// One element of `--json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorkspaceElement {
    id: String,
    name: String,
    place: String,
    practice: bool,
    read_only: bool,
    production: bool,
}

impl From<WorkspaceRow> for WorkspaceElement {
    fn from(row: WorkspaceRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            place: row.location,
            practice: row.practice,
            read_only: row.read_only,
            production: row.production,
        }
    }
}

/// Prints the workspaces, and returns the exit code.
pub(super) async fn run(json: bool, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let desk = connect::open_practice().await?;
    let lines = desk
        .workspaces
        .workspaces()?
        .into_iter()
        .map(WorkspaceElement::from);
    let lines: Vec<_> = lines.collect();
    if json {
        print_json(&lines, out)?;
        return Ok(Exit::Success);
    }
    let width = lines.iter().map(|line| line.name.chars().count()).max();
    let width = width.unwrap_or(0);
    for line in &lines {
        let guards = [
            (line.read_only, ", read-only"),
            (line.production, ", production"),
        ];
        let guards: String = guards
            .into_iter()
            .filter_map(|(is_so, words)| is_so.then_some(words))
            .collect();
        let name = escape_line(&line.name);
        writeln!(out, "{name:<width$}  {}{guards}", escape_line(&line.place))
            .map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}
