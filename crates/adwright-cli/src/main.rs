//! `adwright`: what the window does, from a terminal.

mod arguments;
mod check;
mod explain;
mod files;
mod report;

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match &arguments.command {
        Command::Check(check) => check::run(check, &mut out),
        Command::Explain { word } => explain::run(word.as_deref(), &mut out),
    };
    match done.and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        // Whoever reads has read enough, like `head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done if standard error is gone as well.
            let _said = writeln!(io::stderr(), "The result cannot be written: {error}");
            ExitCode::from(arguments::FAILED)
        }
    }
}
