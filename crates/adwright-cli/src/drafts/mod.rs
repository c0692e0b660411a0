//! Drafts: listed, discarded, brought back.

mod list;
mod put;

use std::io::{self, Write};

use crate::arguments::Drafts;
use crate::exit::Exit;
use crate::failure::{Telling, concluded};
use crate::{connect, runtime};

/// Does it; says how the program ends.
pub(crate) fn run(command: &Drafts, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::wait(async {
        match command {
            Drafts::List(list) => {
                let desk = connect::open_here(&list.service).await?;
                list::run(&desk, list, out)
            }
            Drafts::Discard(discard) => {
                let desk = connect::open_here(&discard.service).await?;
                put::aside(&desk, discard, out)
            }
            Drafts::Restore(restore) => {
                let desk = connect::open_here(&restore.service).await?;
                put::back(&desk, restore, out)
            }
            Drafts::Copy(copy) => {
                let desk = connect::open_here(&copy.service).await?;
                put::copy(&desk, copy, out).await
            }
        }
    })?;
    // The service is not asked, so that no answer can be why.
    concluded(done, Telling::of(&command.service().place, false))
}
