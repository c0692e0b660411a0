//! Commands for facts that rules need and no document holds.

use clap::{Args, Subcommand};

use super::ConnectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum FactCommand {
    /// List the known facts, with their source and time. The service is not contacted.
    List(Box<ListFactsArgs>),
    /// Enter a fact, such as `adwright fact set campaign/700120 placementAttached no`.
    ///
    /// A later reply of the service replaces it.
    Set(Box<SetFactArgs>),
    /// Forget a fact.
    Remove(Box<FactArgs>),
}

impl FactCommand {
    /// Returns the connection whose facts are meant.
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::List(list) => &list.connection,
            Self::Set(set) => &set.fact.connection,
            Self::Remove(fact) => &fact.connection,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListFactsArgs {
    /// Print a JSON array with one element per fact.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FactArgs {
    /// The subject, such as `campaign/700120`, `advertiser/4401` or `activity/52024/advertiser/4401`.
    #[arg(value_name = "SUBJECT")]
    pub(crate) subject: String,
    /// The name of the fact, such as `placementAttached`.
    #[arg(value_name = "FACT")]
    pub(crate) fact: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SetFactArgs {
    #[command(flatten)]
    pub(crate) fact: FactArgs,
    /// The value.
    #[arg(value_name = "yes|no")]
    pub(crate) value: FactAnswer,
}

/// A value of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FactAnswer {
    /// The fact is true.
    Yes,
    /// The fact is false.
    No,
}
