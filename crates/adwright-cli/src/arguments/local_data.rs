//! Commands for the data on this computer.

use std::num::NonZeroU32;
use std::str::FromStr;

use clap::{Args, Subcommand};

use super::{ArgumentError, ConnectionArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Show the sizes of the stored data, the retention rule and the backups.
    Show(Box<ShowDataArgs>),
    /// Show what a retention rule would remove, or set the rule.
    ///
    /// The rule removes old versions of objects and raw replies of the service: now, and whenever the window starts.
    /// Receipts, drafts and the newest version of each object always stay. A removal cannot be undone.
    Keep(Box<KeepDataArgs>),
    /// List the drafts and batches in a backup, with what the workspace has of them now.
    Items(Box<BackupItemsArgs>),
    /// Show what restoring a draft or a batch from a backup would change, or restore it.
    ///
    /// A restored draft replaces the live draft of its object. The replaced draft is discarded and can be restored with
    /// `adwright draft restore`.
    Restore(Box<RestoreBackupArgs>),
}

impl DataCommand {
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::Show(show) => &show.connection,
            Self::Keep(keep) => &keep.connection,
            Self::Items(items) => &items.connection,
            Self::Restore(restore) => &restore.connection,
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        match self {
            Self::Show(show) => show.json,
            Self::Keep(keep) => keep.json,
            Self::Items(items) => items.json,
            Self::Restore(restore) => restore.json,
        }
    }
}

/// How long old data stays.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeepTime {
    Forever,
    Months(NonZeroU32),
}

impl KeepTime {
    /// Returns the number of months; none for forever.
    pub(crate) fn months(self) -> Option<u32> {
        match self {
            Self::Forever => None,
            Self::Months(months) => Some(months.get()),
        }
    }
}

impl FromStr for KeepTime {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "forever" {
            return Ok(Self::Forever);
        }
        let months = text.parse().map_err(|_| ArgumentError::NotAKeepTime)?;
        Ok(Self::Months(months))
    }
}

#[derive(Debug, Args)]
pub(crate) struct ShowDataArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct KeepDataArgs {
    /// The number of months that old data stays, or `forever`.
    #[arg(value_name = "MONTHS|forever")]
    pub(crate) time: KeepTime,
    /// Set the rule, and remove old data now.
    #[arg(long)]
    pub(crate) go: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct BackupItemsArgs {
    /// The name of the backup, from `adwright data show`.
    #[arg(value_name = "BACKUP")]
    pub(crate) backup: String,
    /// Print a JSON array with one element per draft or batch.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreBackupArgs {
    /// The name of the backup, from `adwright data show`.
    #[arg(value_name = "BACKUP")]
    pub(crate) backup: String,
    /// The id of the draft or the batch, from `adwright data items`.
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// Restore it.
    #[arg(long)]
    pub(crate) go: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}
