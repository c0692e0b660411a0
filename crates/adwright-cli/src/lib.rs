//! The program `adwright`, and what its manual is made from.

mod aligned;
mod arguments;
mod check;
mod completions;
mod connect;
mod drafts;
mod exit;
mod explain;
mod failure;
mod files;
mod json;
mod patience;
mod printable;
mod repair;
mod reply;
mod report;
mod review;
mod runtime;
mod secrets;
mod sending;
mod sent;
mod service;
mod settings;
mod shapes;
mod stop;
mod way;
mod workspace;

use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use adwright_model::Kind;
use arguments::{Ads, Arguments, Campaigns, Command, Values};
use exit::Exit;
pub use exit::exit_codes;
use printable::PrintableWriter;
pub use shapes::{JSON_SHAPES, JsonShape};

/// The command line, as it describes itself.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The same for manual pages: who reads the one of a command finds there how it may end. Pages for `help` would say nothing
/// that `--help` does not.
#[must_use]
pub fn manual() -> clap::Command {
    with_exit_codes(command().disable_help_subcommand(true))
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let command = command.after_help(exit::table());
    command.mut_subcommands(with_exit_codes)
}

/// Returns standard output. A program gets every byte as it is; on a terminal nothing commands the terminal.
fn output() -> Box<dyn Write> {
    let out = io::BufWriter::new(io::stdout().lock());
    if io::stdout().is_terminal() {
        Box::new(PrintableWriter::new(out))
    } else {
        Box::new(out)
    }
}

/// Does what the command line of this process says.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = output();
    let done = match &arguments.command {
        Command::Check(check) => check::run(check, &mut out),
        Command::Explain { word, json } => explain::run(word.as_deref(), *json, &mut out),
        Command::Workspace(command) => workspace::run(command, &mut out),
        Command::Campaign(Campaigns::Create(create)) => sending::create(create, &mut out),
        Command::Campaign(Campaigns::Update(update)) => sending::update(update, &mut out),
        Command::Campaign(Campaigns::List(list)) => service::run(&list.request(), &mut out),
        Command::Campaign(Campaigns::Get(get)) => {
            service::run(&get.request(Kind::Campaign), &mut out)
        }
        Command::Draft(command) => drafts::run(command, &mut out),
        Command::Send(send) => sending::send(send, &mut out),
        Command::Sent(command) => sent::run(command, &mut out),
        Command::Value(Values::Create(create)) => sending::create_values(create, &mut out),
        Command::Value(Values::List(list)) => service::run(&list.request(), &mut out),
        Command::Value(Values::Get(get)) => {
            service::run(&get.request(Kind::RetargetingDataValue), &mut out)
        }
        Command::Ad(Ads::Ask(command)) => service::run(&command.request(), &mut out),
        Command::Ad(Ads::Review(review)) => review::run(review, &mut out),
        Command::Repair(repair) => repair::run(repair, &mut out),
        Command::Completions { shell } => completions::run(*shell, &mut out),
    };
    let is_closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    match (done, out.flush()) {
        (Ok(exit), Ok(())) => exit.into(),
        // Whoever reads has read enough, like `head`.
        (Ok(exit), Err(error)) if is_closed(&error) => exit.into(),
        (Err(error), _) if is_closed(&error) => ExitCode::SUCCESS,
        (Ok(_), Err(error)) | (Err(error), _) => {
            // Nothing is left to be done if standard error is gone as well.
            let _said = writeln!(printable::stderr(), "The result cannot be written: {error}");
            Exit::Unusable.into()
        }
    }
}
