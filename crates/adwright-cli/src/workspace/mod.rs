//! Workspaces: listed, added, tested, removed.

mod add;
mod list;
mod remove;
mod test;

use std::io::{self, Write};

use crate::arguments::Workspaces;
use crate::exit::Exit;
use crate::failure::concluded;
use crate::runtime;

/// Does it; says how the program ends.
pub(crate) fn run(command: &Workspaces, out: &mut impl Write) -> io::Result<Exit> {
    concluded(runtime::wait(async {
        match command {
            Workspaces::List { json } => list::run(*json, out).await,
            Workspaces::Add(add) => add::run(add, out).await,
            Workspaces::Secret(secret) => add::keep_anew(secret, out).await,
            Workspaces::Test(test) => test::run(test, out).await,
            Workspaces::Remove(remove) => remove::run(remove, out).await,
        }
    })?)
}
