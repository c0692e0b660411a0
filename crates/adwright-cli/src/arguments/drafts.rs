//! Commands for drafts.

use clap::{Args, Subcommand};

use super::ServiceSelectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum DraftCommand {
    /// List the drafts, in the order in which they would be sent. The service is not asked.
    List(Box<ListDraftsArgs>),
    /// Put drafts aside. Nothing of them is lost: `adwright draft restore` brings them back.
    Discard(Box<DiscardDraftsArgs>),
    /// Bring discarded drafts back, as they were.
    Restore(Box<RestoreDraftsArgs>),
    /// Begin a new draft as a copy of another one. A copy is sent as something new.
    Copy(Box<CopyDraftArgs>),
}

impl DraftCommand {
    /// Whose drafts are meant.
    pub(crate) fn service(&self) -> &ServiceSelectionArgs {
        match self {
            Self::List(list) => &list.service,
            Self::Discard(discard) => &discard.service,
            Self::Restore(restore) => &restore.service,
            Self::Copy(copy) => &copy.service,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListDraftsArgs {
    /// List those that were discarded, the last one first.
    #[arg(long)]
    pub(crate) discarded: bool,
    /// Print an array with one element for each.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DiscardDraftsArgs {
    /// The drafts, by their ids as `adwright draft list` shows them.
    #[arg(value_name = "DRAFT", required_unless_present = "all")]
    pub(crate) drafts: Vec<String>,
    /// Discard all of them, but for those that are being sent or wait for you.
    #[arg(long, conflicts_with = "drafts")]
    pub(crate) all: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreDraftsArgs {
    /// The drafts, by their ids as `adwright draft list --discarded` shows them.
    #[arg(value_name = "DRAFT", required = true)]
    pub(crate) drafts: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CopyDraftArgs {
    /// The draft, by its id as `adwright draft list` shows it.
    #[arg(value_name = "DRAFT")]
    pub(crate) draft: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}
