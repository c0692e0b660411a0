//! The command line.

mod argument_error;
mod batches;
mod drafts;
mod exports;
mod facts;
mod history;
mod local_data;
mod reading;
mod rules;
mod sending;
mod sent;
mod service;
mod templates;
mod workspace;

use std::path::PathBuf;

use adwright_model::Id;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use argument_error::ArgumentError;
pub(crate) use batches::{BatchCommand, CopyRefusedArgs, SendBatchArgs, ShowBatchArgs};
pub(crate) use drafts::{
    ClashSide, CopyDraftArgs, DiscardDraftsArgs, DraftCommand, ListDraftsArgs, MergeDraftsArgs,
    RestoreDraftsArgs,
};
pub(crate) use exports::{ExportArgs, ExportedRows};
pub(crate) use facts::{FactAnswer, FactArgs, FactCommand, ListFactsArgs, SetFactArgs};
pub(crate) use history::HistoryArgs;
pub(crate) use local_data::{
    BackupItemsArgs, DataCommand, KeepDataArgs, RestoreBackupArgs, ShowDataArgs,
};
pub(crate) use reading::{
    AdCommand, CampaignCommand, DrawingKind, ImportAdsArgs, OutputFormat, ReadRequest, ReadTarget,
    ReviewArgs, SingleTarget, SiteContactCommand, ValueCommand,
};
pub(crate) use rules::{CountRulesArgs, RulesCommand, SetRulesArgs};
pub(crate) use sending::{CreateArgs, CreateValuesArgs, SendArgs, SendOptions, UpdateArgs};
pub(crate) use sent::{
    AuditArgs, DecideMany, DecideSentArgs, DecisionArg, ListSentArgs, SentCommand, UndoSentArgs,
};
pub(crate) use service::{ConnectionArgs, SecretSourceArgs, ServiceSelectionArgs};
pub(crate) use templates::{ListTemplatesArgs, TemplateArgs, TemplateCommand, UseTemplateArgs};
pub(crate) use workspace::{
    AddWorkspaceArgs, LayoutArgs, LearnArgs, RemoveWorkspaceArgs, SetWorkspaceArgs,
    TestWorkspaceArgs, WorkspaceCommand, WorkspaceSecretArgs,
};

use crate::exit;

/// Checks changes to campaigns before an advertising service refuses them, sends them, and reads the service's data.
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
    /// A file holds one object, the `result` of a reply, the `entities` of a request, or a list. The command sends
    /// nothing and changes nothing.
    ///
    /// Without `--workspace`, only the rules for every service apply. Each object is checked for `create` or for
    /// `update`, and the report names the phase. The phase is `update` for an object with an `id` and for a `result`.
    /// An object without an `id` is also checked for `update` if it names its creator or last editor. Objects in
    /// `entities` are the exception.
    ///
    /// The exit code is 0 without errors and warnings, 1 with an error or a warning, and 2 if a file cannot be read.
    Check(CheckArgs),
    /// Explain a rule or an error code of the service; without an argument, list all rules.
    Explain {
        /// A rule's name, such as `set-once`, or a code, such as 62000.
        #[arg(value_name = "RULE|CODE")]
        word: Option<String>,
        /// Print JSON: the explanation; without a rule or a code, an array with one element per rule.
        #[arg(long)]
        json: bool,
    },
    /// List, add, change, test and remove workspaces: connections to services with their local data.
    #[command(subcommand)]
    Workspace(WorkspaceCommand),
    /// List the campaigns of a service; fetch, create or update a campaign.
    #[command(subcommand)]
    Campaign(CampaignCommand),
    /// List the retargeting data values of a service, fetch a value or create values.
    #[command(subcommand)]
    Value(ValueCommand),
    /// Fetch a site contact of a campaign.
    #[command(subcommand)]
    SiteContact(SiteContactCommand),
    /// List the ads of a service, fetch an ad, or review or import ads in files.
    ///
    /// The interface description has no path for ads. Set the path in the workspace with `adwright workspace set NAME
    /// dialect.adsPath=/ads`, or use `--base-url` with `--set dialect.adsPath=/ads`.
    #[command(subcommand)]
    Ad(AdCommand),
    /// Show the changes that would be sent to the service, or send them.
    ///
    /// Drafts are sent as in the window. An update reads the object first and never overwrites another person's change.
    /// Nothing is created twice. An item without a clear answer is looked up before the next send. Every item has a
    /// receipt. Ctrl-C stops after the current call, and the rest stays as drafts. `adwright batch send` sends the
    /// rows of a batch.
    Send(Box<SendArgs>),
    /// List sent items, decide about items that need you, and take back sent updates.
    #[command(subcommand)]
    Sent(SentCommand),
    /// Verify that no receipt was changed or removed. The service is not contacted.
    ///
    /// Each receipt contains the hash of the receipt before it. The command reports the first receipt that does not fit.
    /// Keep `lastHash` of `--json` elsewhere: only this hash reveals that a person rewrote all receipts.
    ///
    /// The exit code is 0 if all receipts are intact, and 1 if a receipt was changed or is missing.
    Audit(Box<AuditArgs>),
    /// List, discard, restore and copy drafts.
    #[command(subcommand)]
    Draft(DraftCommand),
    /// List, show and send batches: retargeting values that people enter together, in the window or from a table.
    #[command(subcommand)]
    Batch(BatchCommand),
    /// List, use, remove and restore templates of campaigns and batches. The window saves them.
    #[command(subcommand)]
    Template(TemplateCommand),
    /// Show or replace the workspace's own rules, or count what they find.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// List, enter and forget facts: what rules need and no document holds, such as attached placements.
    ///
    /// Replies of the service teach facts, and you can enter those that you know. The newest one counts.
    #[command(subcommand)]
    Fact(FactCommand),
    /// List the history of an object in this workspace: its fetched versions, its sends, and the steps of its draft.
    ///
    /// The steps of the draft come first, then all other entries, each part from the newest entry to the oldest. The
    /// service is not contacted.
    History(Box<HistoryArgs>),
    /// Write rows of a workspace into a file: a list, drafts, the review, sent items, a receipt, a history or a batch.
    ///
    /// Ids keep all their digits, and no cell runs as a formula. The service is not contacted. The command prints the
    /// path of the file.
    Export(Box<ExportArgs>),
    /// Show the sizes of the local data, set how long old data stays, and restore single items from a backup.
    #[command(subcommand)]
    Data(DataCommand),
    /// Show how to repair a damaged local database, or repair it.
    ///
    /// Nothing is deleted: the damaged file is set aside. Close the window first.
    ///
    /// The exit code is 0 if the database is not damaged or was repaired, and 1 if it is damaged and no repair was
    /// chosen.
    Repair(RepairArgs),
    /// Print a shell script that completes command lines of this program.
    Completions {
        /// The shell for the script.
        shell: Shell,
    },
}

/// The repair of a damaged database; empty to list the possible repairs.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct RepairArgs {
    /// Save the readable data into a new file.
    #[arg(long)]
    pub(crate) salvage: bool,
    /// Restore the backup with this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) copy: Option<String>,
    /// Start with an empty workspace.
    #[arg(long)]
    pub(crate) empty: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders with their `.json` files at any depth, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The kind of the objects, if neither their type nor their shape reveals it. Overrides both.
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<String>,
    /// The phase to check for. Overrides the phase in the objects' form.
    #[arg(long, value_name = "PHASE")]
    pub(crate) phase: Option<PhaseArg>,
    /// The workspace whose fields, facts and rules also apply; `Practice` always exists.
    ///
    /// Its service is not contacted.
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// A JSON file with your own rules and severities. It replaces the workspace's rules.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// Print a JSON array with one element per object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A phase of a check.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum PhaseArg {
    /// The objects are new.
    Create,
    /// The service has the objects already.
    Update,
}

/// Parses an id of the service.
fn parse_id(text: &str) -> Result<Id, ArgumentError> {
    text.parse().map_err(|_| ArgumentError::NotAnId)
}

fn kind_parser() -> clap::builder::PossibleValuesParser {
    adwright_desk::kind_names().into()
}
