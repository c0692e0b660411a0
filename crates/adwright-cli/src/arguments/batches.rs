//! Commands for batches.

use clap::{Args, Subcommand};

use super::{ConnectionArgs, SendOptions};

#[derive(Debug, Subcommand)]
pub(crate) enum BatchCommand {
    /// List the batches, the last changed first. The service is not contacted.
    List(Box<ListBatchesArgs>),
    /// Show the rows of a batch with their findings and outcomes. The service is not contacted.
    Show(Box<ShowBatchArgs>),
    /// Show the rows that would be sent to the service, or send them.
    ///
    /// Rows are sent as in the window, many in one call. Rows with errors stay, and rows that the service has are not
    /// sent again. Ctrl-C stops after the current call.
    Send(Box<SendBatchArgs>),
    /// Copy the rows that the service refused into a new batch.
    CopyRefused(Box<CopyRefusedArgs>),
}

/// The batch of a command.
#[derive(Debug, Args)]
pub(crate) struct BatchArg {
    /// The id of the batch, from `adwright batch list`.
    #[arg(value_name = "BATCH")]
    pub(crate) id: String,
}

#[derive(Debug, Args)]
pub(crate) struct ListBatchesArgs {
    /// Print a JSON array with one element per batch.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShowBatchArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArg,
    /// Print a JSON array with one element per row.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SendBatchArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArg,
    #[command(flatten)]
    pub(crate) send_options: SendOptions,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CopyRefusedArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArg,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}
