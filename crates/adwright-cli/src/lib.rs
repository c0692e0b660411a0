//! The program `adwright`, and the source of its manual.
//!
//! `check` and `review` read files. `service` reads from a service. `sending` plans and sends. Commands
//! that need a workspace open a desk, as the window does.

mod ad_import;
mod arguments;
mod audit;
mod backoff;
mod batches;
mod check;
mod check_report;
mod column_aligner;
mod completions;
mod connect;
mod ctrl_c;
mod drafts;
mod exit;
mod explain;
mod export;
mod facts;
mod failure;
mod files;
mod history;
mod json;
mod local_data;
mod printable;
mod repair;
mod reply;
mod review;
mod rules;
mod runtime;
mod secrets;
mod sending;
mod sent;
mod service;
mod setting_remedy;
mod settings;
mod shapes;
mod templates;
mod workspace;

use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use adwright_model::Kind;
use arguments::{AdCommand, Arguments, CampaignCommand, Command, ValueCommand};
use exit::Exit;
pub use exit::exit_codes;
use printable::PrintableWriter;
pub use shapes::{JSON_SHAPES, JsonShape};

/// Returns the definition of the command line.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Returns the definition for manual pages. The page of each command lists the exit codes. Pages for `help` are left
/// out, because `--help` says the same.
#[must_use]
pub fn manual() -> clap::Command {
    with_exit_codes(command().disable_help_subcommand(true))
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let command = command.after_help(exit::exit_code_table());
    command.mut_subcommands(with_exit_codes)
}

/// Returns standard output. A program receives every byte as it is. On a terminal, control characters are escaped.
fn stdout_writer() -> Box<dyn Write> {
    let out = io::BufWriter::new(io::stdout().lock());
    if io::stdout().is_terminal() {
        Box::new(PrintableWriter::new(out))
    } else {
        Box::new(out)
    }
}

/// Runs the command line of this process.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = stdout_writer();
    let done = match &arguments.command {
        Command::Check(check) => check::run(check, &mut out),
        Command::Explain { word, json } => explain::run(word.as_deref(), *json, &mut out),
        Command::Workspace(command) => workspace::run(command, &mut out),
        Command::Campaign(CampaignCommand::Create(create)) => sending::create(create, &mut out),
        Command::Campaign(CampaignCommand::Update(update)) => sending::update(update, &mut out),
        Command::Campaign(CampaignCommand::List(list)) => {
            service::run(&list.to_request(), &mut out)
        }
        Command::Campaign(CampaignCommand::Get(get)) => {
            service::run(&get.to_request(Kind::Campaign), &mut out)
        }
        Command::Draft(command) => drafts::run(command, &mut out),
        Command::Batch(command) => batches::run(command, &mut out),
        Command::Send(send) => sending::send(send, &mut out),
        Command::Sent(command) => sent::run(command, &mut out),
        Command::Audit(audit) => audit::run(audit, &mut out),
        Command::Value(ValueCommand::Create(create)) => sending::create_values(create, &mut out),
        Command::Value(ValueCommand::List(list)) => service::run(&list.to_request(), &mut out),
        Command::Value(ValueCommand::Get(get)) => {
            service::run(&get.to_request(Kind::RetargetingDataValue), &mut out)
        }
        Command::SiteContact(command) => service::run(&command.to_request(), &mut out),
        Command::Ad(AdCommand::Ask(command)) => service::run(&command.to_request(), &mut out),
        Command::Ad(AdCommand::Review(review)) => review::run(review, &mut out),
        Command::Ad(AdCommand::Import(import)) => ad_import::run(import, &mut out),
        Command::Template(command) => templates::run(command, &mut out),
        Command::Rules(command) => rules::run(command, &mut out),
        Command::Fact(command) => facts::run(command, &mut out),
        Command::History(history) => history::run(history, &mut out),
        Command::Export(export) => export::run(export, &mut out),
        Command::Data(command) => local_data::run(command, &mut out),
        Command::Repair(repair) => repair::run(repair, &mut out),
        Command::Completions { shell } => completions::run(*shell, &mut out),
    };
    let is_closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    match (done, out.flush()) {
        (Ok(exit), Ok(())) => exit.into(),
        // The reader, such as `head`, has closed the pipe.
        (Ok(exit), Err(error)) if is_closed(&error) => exit.into(),
        (Err(error), _) if is_closed(&error) => ExitCode::SUCCESS,
        (Ok(_), Err(error)) | (Err(error), _) => {
            // If standard error is closed as well, nothing more can be done.
            let _said = writeln!(printable::stderr(), "The result cannot be written: {error}");
            Exit::Unusable.into()
        }
    }
}
