//! Lists, shows, sends and copies batches.

mod copy_refused;
mod list;
mod show;

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::BatchSummary;

use crate::arguments::{BatchCommand, ConnectionArgs};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::{connect, runtime, sending};

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &BatchCommand, out: &mut impl Write) -> io::Result<Exit> {
    let (done, connection) = match command {
        BatchCommand::Send(send) => return sending::send_batch(send, out),
        BatchCommand::List(list) => {
            let run = |desk: &Desk| list::run(desk, list.json, out);
            (run_offline(&list.connection, run)?, &list.connection)
        }
        BatchCommand::Show(show) => {
            let run = |desk: &Desk| show::run(desk, show, out);
            (run_offline(&show.connection, run)?, &show.connection)
        }
        BatchCommand::CopyRefused(copy) => {
            let run = |desk: &Desk| copy_refused::run(desk, copy, out);
            (run_offline(&copy.connection, run)?, &copy.connection)
        }
    };
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(connection))
}

fn run_offline(
    connection: &ConnectionArgs,
    run: impl FnOnce(&Desk) -> Result<Exit, CommandAbort>,
) -> io::Result<Result<Exit, CommandAbort>> {
    runtime::block_on(async { run(&connect::open_offline(connection).await?) })
}

/// Finds a batch that is not discarded.
pub(crate) fn find(desk: &Desk, batch: &str) -> Result<BatchSummary, CommandFailure> {
    let mut batches = desk.sheets.batches()?.into_iter();
    batches.find(|summary| summary.id == batch).ok_or_else(|| {
        CommandFailure::usage(format!(
            "There is no batch {batch}. `adwright batch list` lists the batches."
        ))
    })
}
