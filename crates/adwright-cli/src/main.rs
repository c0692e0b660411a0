//! The program `adwright`: the functions of the window, from a terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    adwright_cli::run()
}
