//! `adwright completions`.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::exit::Exit;

/// Prints the completion script of a shell.
pub(crate) fn run(shell: Shell, out: &mut impl Write) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "adwright", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Success)
}
