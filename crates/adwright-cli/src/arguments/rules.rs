//! Commands for a workspace's own rules.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::ConnectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Print the workspace's own rules as JSON, as they were written.
    Show(Box<ShowRulesArgs>),
    /// Replace the workspace's own rules with those of a file.
    ///
    /// An error names its line and column, and then the current rules stay. `{}` removes all rules and severities.
    Set(Box<SetRulesArgs>),
    /// Count the fetched objects that each rule finds.
    ///
    /// Only objects that the window fetched into this workspace are counted. The service is not contacted.
    Count(Box<CountRulesArgs>),
}

impl RulesCommand {
    /// Returns the connection whose rules are meant.
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::Show(show) => &show.connection,
            Self::Set(set) => &set.connection,
            Self::Count(count) => &count.connection,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ShowRulesArgs {
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SetRulesArgs {
    /// A JSON file with your own rules and severities, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CountRulesArgs {
    /// Count with the rules of this JSON file, or of standard input for `-`, instead of the workspace's rules.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print a JSON array with one element per rule.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}
