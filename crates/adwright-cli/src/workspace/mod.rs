//! Workspaces: listed, added, tested, removed.

mod add;
mod list;
mod remove;
mod set;
mod test;

use std::io::{self, Write};

use crate::arguments::Workspaces;
use crate::exit::Exit;
use crate::failure::{Telling, concluded};
use crate::runtime;

/// Does it; says how the program ends.
pub(crate) fn run(command: &Workspaces, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::wait(async {
        match command {
            Workspaces::List { json } => list::run(*json, out).await,
            Workspaces::Add(add) => add::run(add, out).await,
            Workspaces::Secret(secret) => add::keep_anew(secret, out).await,
            Workspaces::Set(set) => set::run(set, out).await,
            Workspaces::Test(test) => test::run(test, out).await,
            Workspaces::Remove(remove) => remove::run(remove, out).await,
        }
    })?;
    match command {
        Workspaces::Test(test) => {
            let is_json = test.secret.named.json;
            concluded(done, Telling::of(&test::place(test), is_json))
        }
        _ => concluded(done, Telling::default()),
    }
}
