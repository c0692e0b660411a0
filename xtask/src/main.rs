//! The project's own commands. Each runs its own set-up first: see `setup`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a terminal program talks through its output"
)]

mod bench;
mod codegen;
mod dependency_check;
mod dist;
mod installed_package;
mod interface_test;
mod process;
mod project;
mod run;
mod server;
mod setup;
mod steps;
mod tidy;
mod virtual_desktop;
mod window_tests;

use std::process::ExitCode;

use clap::Parser;

use crate::{
    bench::BenchOptions, project::Project, run::RunOptions, setup::Toolset, steps::TestOptions,
};

/// Adwright's own commands, for people who work on it.
///
/// Each finds what this machine lacks, installs it with apt where it may (as root or with a
/// password-less sudo), and otherwise prints the one line to run and stops.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum XtaskCommand {
    /// Build everything and start the app
    ///
    /// Without a display it uses a virtual one, goes through the main job in the real window, and
    /// says where the pictures are.
    Run(RunOptions),
    /// Run every check and test, or just the steps named
    ///
    /// Steps run in the order listed, cheap ones first; a step that needs the result of another runs
    /// that one too.
    Test(TestOptions),
    /// Measure speed and memory against named peers
    Bench(BenchOptions),
    /// Make the packages that people install, into `target/dist`
    Dist,
    /// Write what is generated from the code: the bindings of the shell's commands, and parts of the user guide
    Codegen {
        /// Write nothing; fail if they are out of date
        #[arg(long)]
        check: bool,
    },
    /// Check the invariants of the house: who may depend on whom, sizes, purity, paths in the documents
    Tidy,
}

fn main() -> ExitCode {
    let project = Project::locate();
    let outcome = match XtaskCommand::parse() {
        XtaskCommand::Run(options) => run::run(&project, &options),
        XtaskCommand::Test(options) => steps::run(&project, &options),
        XtaskCommand::Bench(options) => bench::run(&project, &options),
        XtaskCommand::Dist => dist::run(&project),
        XtaskCommand::Codegen { check } => {
            setup::prepare(&project, &[Toolset::Build]).and_then(|()| codegen::run(&project, check))
        }
        XtaskCommand::Tidy => tidy::run(&project),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
