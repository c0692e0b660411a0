//! Lists, adds, tests, changes and removes workspaces.

mod add;
mod layout;
mod learn;
mod list;
mod remove;
mod set;
mod test;

use std::io::{self, Write};

use crate::arguments::WorkspaceCommand;
use crate::exit::Exit;
use crate::failure::{FailureContext, report_result};
use crate::runtime;

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &WorkspaceCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        match command {
            WorkspaceCommand::List { json } => list::run(*json, out).await,
            WorkspaceCommand::Add(add) => add::run(add, out).await,
            WorkspaceCommand::Secret(secret) => add::replace_secrets(secret, out).await,
            WorkspaceCommand::Set(set) => set::run(set, out).await,
            WorkspaceCommand::Test(test) => test::run(test, out).await,
            WorkspaceCommand::Layout(layout) => layout::run(layout, out).await,
            WorkspaceCommand::Learn(learn) => learn::run(learn, out).await,
            WorkspaceCommand::Remove(remove) => remove::run(remove, out).await,
        }
    })?;
    match command {
        WorkspaceCommand::Test(test) => {
            let is_json = test.secret.named.json;
            report_result(
                done,
                FailureContext::for_connection(&test::connection_args(test)).with_json_if(is_json),
            )
        }
        _ => report_result(done, FailureContext::default()),
    }
}
