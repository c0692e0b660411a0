//! `adwright export`.

use std::fs;
use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{
    DocumentRef, DraftFilter, DraftQuery, ExportSource, ListExport, ListId, RowFilters, RowsQuery,
    SentFilter, SentQuery,
};

use crate::arguments::{ExportArgs, ExportedRows};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::printable::escape_line;
use crate::{connect, runtime};

/// The id of the operation. Only one runs at a time.
const OPERATION: &str = "export";

/// Runs the command, and returns the exit code.
pub(crate) fn run(export: &ExportArgs, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(&export.connection).await?;
        write_file(&desk, export, out)
    })?;
    report_result(done, FailureContext::for_connection(&export.connection))
}

/// Writes the file and prints its path.
fn write_file(
    desk: &Desk,
    export: &ExportArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let source = source(desk, export)?;
    let written = desk
        .exports
        .export(&source, OPERATION, export.table_format())?;
    let path = match &export.out {
        None => written.path,
        Some(target) => {
            let unusable = |error: io::Error| {
                let sentence = format!("“{}” cannot be written: {error}", target.display());
                CommandFailure::new(Exit::Unusable, sentence)
            };
            let moved = move_to_new(&written.path, target).map_err(unusable);
            fs::remove_file(&written.path).map_err(CommandAbort::Output)?;
            moved?;
            target.display().to_string()
        }
    };
    writeln!(out, "{}", escape_line(&path)).map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}

/// Copies a file to a path where no file is.
fn move_to_new(from: &str, to: &std::path::Path) -> io::Result<u64> {
    let mut target = fs::File::create_new(to)?;
    io::copy(&mut fs::File::open(from)?, &mut target)
}

fn source(desk: &Desk, export: &ExportArgs) -> Result<ExportSource, CommandAbort> {
    let id = || export.id.clone().unwrap_or_default();
    Ok(match export.what {
        ExportedRows::Campaigns => list(desk, ListId::Campaigns),
        ExportedRows::Values => list(desk, ListId::Values),
        ExportedRows::Drafts => ExportSource::Drafts(DraftQuery {
            shown: DraftFilter::All,
            search: String::new(),
            sort: None,
            offset: 0,
            limit: u32::MAX,
        }),
        ExportedRows::Review => {
            let rows = desk.outbox.review()?.rows.into_iter();
            ExportSource::Review(rows.map(|row| row.draft).collect())
        }
        ExportedRows::Sent => ExportSource::Sent(SentQuery {
            shown: SentFilter::All,
            search: String::new(),
            person: None,
            from: String::new(),
            until: String::new(),
            by_send: false,
            offset: 0,
            limit: u32::MAX,
        }),
        ExportedRows::Receipt => ExportSource::Receipt(id()),
        ExportedRows::History => ExportSource::History(DocumentRef::Campaign(id())),
        ExportedRows::Batch => ExportSource::Batch(id()),
    })
}

/// Returns all fetched rows of a list, with its usual columns.
fn list(desk: &Desk, list: ListId) -> ExportSource {
    let columns = desk.lists.list_columns(list).usual.into_iter();
    ExportSource::List(Box::new(ListExport {
        list,
        query: RowsQuery {
            search: String::new(),
            filters: RowFilters::default(),
            sort: None,
            grouped: false,
            columns: columns.map(|column| column.path).collect(),
            offset: 0,
            limit: u32::MAX,
            locate: None,
            answer: None,
            only: None,
        },
    }))
}
