//! Commands for drafts.

use clap::{Args, Subcommand, ValueEnum};

use super::ConnectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum DraftCommand {
    /// List the drafts in sending order. The service is not contacted.
    List(Box<ListDraftsArgs>),
    /// Discard drafts. `adwright draft restore` restores them.
    Discard(Box<DiscardDraftsArgs>),
    /// Restore discarded drafts, unchanged.
    Restore(Box<RestoreDraftsArgs>),
    /// Copy a draft. The copy is sent as a new object.
    Copy(Box<CopyDraftArgs>),
    /// Fetch the newest version of a draft's object and merge both sides' changes.
    ///
    /// A field that you and someone else changed differently is a clash. A draft with open clashes is not sent.
    Merge(Box<MergeDraftsArgs>),
}

impl DraftCommand {
    /// Returns the connection whose drafts are meant.
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::List(list) => &list.connection,
            Self::Discard(discard) => &discard.connection,
            Self::Restore(restore) => &restore.connection,
            Self::Copy(copy) => &copy.connection,
            Self::Merge(merge) => &merge.connection,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListDraftsArgs {
    /// List the discarded drafts, the last one first.
    #[arg(long)]
    pub(crate) discarded: bool,
    /// Print a JSON array with one element per draft.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DiscardDraftsArgs {
    /// The ids of the drafts, from `adwright draft list`.
    #[arg(value_name = "DRAFT", required_unless_present = "all")]
    pub(crate) drafts: Vec<String>,
    /// Discard all drafts, except those that are being sent or wait for you.
    #[arg(long, conflicts_with = "drafts")]
    pub(crate) all: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreDraftsArgs {
    /// The ids of the drafts, from `adwright draft list --discarded`.
    #[arg(value_name = "DRAFT", required = true)]
    pub(crate) drafts: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MergeDraftsArgs {
    /// The ids of the drafts, from `adwright draft list`.
    #[arg(value_name = "DRAFT", required_unless_present = "all")]
    pub(crate) drafts: Vec<String>,
    /// Merge all drafts of existing objects.
    #[arg(long, conflicts_with = "drafts")]
    pub(crate) all: bool,
    /// Settle every clash: keep your values, or take those of the service.
    #[arg(long, value_name = "SIDE")]
    pub(crate) take: Option<ClashSide>,
    /// Print a JSON array with one element per draft.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

/// The side that settles a clash.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ClashSide {
    /// Keep your values.
    Mine,
    /// Take the values of the service.
    Theirs,
}

#[derive(Debug, Args)]
pub(crate) struct CopyDraftArgs {
    /// The id of the draft, from `adwright draft list`.
    #[arg(value_name = "DRAFT")]
    pub(crate) draft: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}
