//! Lists, discards, restores, copies and merges drafts.

mod actions;
mod list;
mod merge;

use std::io::{self, Write};

use crate::arguments::DraftCommand;
use crate::exit::Exit;
use crate::failure::{FailureContext, report_result};
use crate::{connect, runtime};

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &DraftCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        match command {
            DraftCommand::List(list) => {
                let desk = connect::open_offline(&list.connection).await?;
                list::run(&desk, list, out)
            }
            DraftCommand::Discard(discard) => {
                let desk = connect::open_offline(&discard.connection).await?;
                actions::discard(&desk, discard, out)
            }
            DraftCommand::Restore(restore) => {
                let desk = connect::open_offline(&restore.connection).await?;
                actions::restore(&desk, restore, out)
            }
            DraftCommand::Copy(copy) => {
                let desk = connect::open_offline(&copy.connection).await?;
                actions::copy(&desk, copy, out).await
            }
            DraftCommand::Merge(merge) => {
                let desk = connect::open_workspace(&merge.connection).await?;
                merge::run(&desk, merge, out).await
            }
        }
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(command.connection()))
}
