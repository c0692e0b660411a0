//! `adwright batch list`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::BatchSummary;
use serde::Serialize;

use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_array;
use crate::printable::{escape_line, stderr};

/// One element of `--json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BatchElement {
    batch: String,
    name: String,
    rows: u32,
    confirmed: u32,
    refused: u32,
    open: u32,
    changed_at: String,
}

impl From<BatchSummary> for BatchElement {
    fn from(batch: BatchSummary) -> Self {
        Self {
            batch: batch.id,
            name: batch.name,
            rows: batch.rows,
            confirmed: batch.confirmed,
            refused: batch.refused,
            open: batch.open,
            changed_at: batch.changed_at,
        }
    }
}

/// Prints the batches, and returns the exit code.
pub(super) fn run(desk: &Desk, json: bool, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let batches = desk.sheets.batches()?.into_iter();
    let lines: Vec<_> = batches.map(BatchElement::from).collect();
    let printed = if json {
        print_array(&lines, out)
    } else {
        print_table(&lines, out)
    };
    printed.map_err(CommandAbort::Output)?;
    if lines.is_empty() {
        writeln!(stderr(), "There are no batches.").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn print_table(lines: &[BatchElement], out: &mut impl Write) -> io::Result<()> {
    let titles = ["BATCH", "ROWS", "CONFIRMED", "REFUSED", "OPEN", "NAME"];
    let rows = lines.iter().map(|line| {
        let counts = [line.rows, line.confirmed, line.refused, line.open];
        let counts = counts.map(|count| count.to_string());
        let name = escape_line(&line.name).into_owned();
        [line.batch.clone()]
            .into_iter()
            .chain(counts)
            .chain([name])
            .collect()
    });
    print_rows(&titles, rows, out)
}
