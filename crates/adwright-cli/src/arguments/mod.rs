//! The command line.

mod drafts;
mod reading;
mod sending;
mod sent;
mod service;
mod workspace;

use std::path::PathBuf;

use adwright_model::Id;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use drafts::{
    CopyDraftArgs, DiscardDraftsArgs, DraftCommand, ListDraftsArgs, RestoreDraftsArgs,
};
pub(crate) use reading::{
    AdCommand, CampaignCommand, DrawingKind, OutputFormat, ReadRequest, ReadTarget, ReviewArgs,
    ValueCommand,
};
pub(crate) use sending::{CreateArgs, CreateValuesArgs, ReleaseArgs, SendArgs, UpdateArgs};
pub(crate) use sent::{DecideMany, DecideSentArgs, DecisionArg, ListSentArgs, SentCommand};
pub(crate) use service::{ConnectionArgs, SecretSourceArgs, ServiceSelectionArgs};
pub(crate) use workspace::{
    AddWorkspaceArgs, RemoveWorkspaceArgs, SetWorkspaceArgs, TestWorkspaceArgs, WorkspaceCommand,
    WorkspaceSecretArgs,
};

use crate::exit;

/// Checks what you are about to send to an advertising service, before the service refuses it, and reads what the
/// service has.
#[derive(Debug, Parser)]
#[command(name = "adwright", version, propagate_version = true, after_help = exit::exit_code_table())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check campaigns, retargeting data values, site contacts and ads in JSON files.
    ///
    /// A file holds one object, the `result` of a reply, the `entities` of a request, or a list. Nothing is sent
    /// anywhere and nothing is changed.
    ///
    /// Only what holds for any service counts, unless `--workspace` names one. Each object is checked for `create` or for
    /// `update`, and the report says which. It is `update` for an object with an `id` and for a `result`; without these
    /// also for an object that says who created or changed it, unless it is in `entities`.
    ///
    /// Ends with 0 if there is nothing above a note, 1 if there is an error or a warning, 2 if something cannot be read.
    Check(CheckArgs),
    /// Say what a rule or an error code of the service means; without one, list all rules.
    Explain {
        /// A rule's name, such as `set-once`, or a code, such as 62000.
        #[arg(value_name = "RULE|CODE")]
        word: Option<String>,
        /// Print JSON: what is known of it; without a rule or a code an array with one element for each rule.
        #[arg(long)]
        json: bool,
    },
    /// List, add, change, test and remove workspaces: connections to services with all that is kept of them here.
    #[command(subcommand)]
    Workspace(WorkspaceCommand),
    /// List the campaigns of a service, get, create or update one.
    #[command(subcommand)]
    Campaign(CampaignCommand),
    /// List the retargeting data values of a service, get one or create many.
    #[command(subcommand)]
    Value(ValueCommand),
    /// List the ads of a service, get one, or review ads in files.
    ///
    /// The interface shows no path of ads, so that has to be set: in the workspace, or by `adwright workspace set NAME dialect.adsPath=/ads`, or with `--base-url` by `--set dialect.adsPath=/ads`.
    #[command(subcommand)]
    Ad(AdCommand),
    /// Show what would be sent to the service, or send it.
    ///
    /// Each draft is sent as the window sends it: an update reads the campaign first and overwrites nothing that someone
    /// else changed; nothing is created twice; what has no clear answer is looked up before anything else. Every item has
    /// a receipt. Ctrl-C stops after the call that is under way, and keeps the rest as drafts.
    Send(Box<SendArgs>),
    /// List what was sent, and decide about what needs you.
    #[command(subcommand)]
    Sent(SentCommand),
    /// List the drafts that wait to be sent, discard some, or bring them back.
    #[command(subcommand)]
    Draft(DraftCommand),
    /// Say how to go on with a damaged local database, or do it.
    ///
    /// Nothing is deleted: the damaged file is set aside. Close the window first.
    ///
    /// Ends with 0 if there is nothing to repair or it was repaired, 1 if it is damaged and nothing was chosen.
    Repair(RepairArgs),
    /// Print a script that completes command lines of this program.
    Completions {
        /// The shell that is to complete them.
        shell: Shell,
    },
}

/// What to do about a damaged database; nothing to see what can be done.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct RepairArgs {
    /// Save what can be read into a new file.
    #[arg(long)]
    pub(crate) salvage: bool,
    /// Restore the copy of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) copy: Option<String>,
    /// Begin with an empty workspace.
    #[arg(long)]
    pub(crate) empty: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders with their `.json` files at any depth, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// What the objects are, where neither their type nor their shape tells, or to overrule these.
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<String>,
    /// What the objects are about to be used for, whatever their form says.
    #[arg(long, value_name = "PHASE")]
    pub(crate) phase: Option<PhaseArg>,
    /// The workspace whose fields, facts and rules count as well, by its name; `Practice` is always there.
    ///
    /// Its service is not asked.
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// Rules of your own, and how much ours matter to you: a JSON file. They take the place of the workspace's rules.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// Print an array with one element for each object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What objects are about to be used for.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum PhaseArg {
    /// They are new.
    Create,
    /// The service holds them already.
    Update,
}

/// An id of the service's, as it is typed.
fn parse_id(text: &str) -> Result<Id, String> {
    let wrong = |_| "an id is a whole number, such as 1072226018".to_owned();
    text.parse().map_err(wrong)
}

fn kind_parser() -> clap::builder::PossibleValuesParser {
    adwright_desk::kind_names().into()
}
