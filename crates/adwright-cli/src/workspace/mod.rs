//! Workspaces: listed, added, tested, removed.

mod add;
mod list;
mod remove;
mod test;

use std::io::{self, Write};

use serde::Serialize;

use crate::arguments::Workspaces;
use crate::exit::Exit;
use crate::failure::{Stopped, concluded};
use crate::printable::json_for_terminal;
use crate::runtime;

/// Does it; says how the program ends.
pub(crate) fn run(command: &Workspaces, out: &mut impl Write) -> io::Result<Exit> {
    concluded(runtime::wait(async {
        match command {
            Workspaces::List { json } => list::run(*json, out).await,
            Workspaces::Add(add) => add::run(add, out).await,
            Workspaces::Secret(secret) => add::keep_anew(secret, out).await,
            Workspaces::Test(named) => test::run(named, out).await,
            Workspaces::Remove(remove) => remove::run(remove, out).await,
        }
    })?)
}

/// One JSON value, as a script or a terminal takes it.
fn print_json(value: &impl Serialize, out: &mut impl Write) -> Result<(), Stopped> {
    let json = serde_json::to_string(value).expect("a view is plain data with text keys");
    writeln!(out, "{}", json_for_terminal(&json)).map_err(Stopped::Output)
}
