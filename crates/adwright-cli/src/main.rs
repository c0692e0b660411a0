//! `adwright`: what the window does, from a terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    adwright_cli::run()
}
