//! Commands for workspaces.

use std::path::PathBuf;

use adwright_wire::Authentication;
use clap::{Args, Subcommand};

use super::SecretSourceArgs;
use super::service::parse_auth;

#[derive(Debug, Subcommand)]
pub(crate) enum WorkspaceCommand {
    /// List the workspaces, Practice first.
    List {
        /// Print a JSON array with one element per workspace.
        #[arg(long)]
        json: bool,
    },
    /// Add a workspace: a connection to a service, with its secrets in the system's keyring.
    ///
    /// Asks for each secret on the terminal, without showing it, unless `--secret-env` or `--secret-stdin` supplies it.
    /// The options set the guards for sending; `adwright workspace set` changes them later.
    Add(Box<AddWorkspaceArgs>),
    /// Replace a workspace's secrets, for example after a password change.
    Secret(Box<WorkspaceSecretArgs>),
    /// Change settings of a workspace, all of them or none.
    ///
    /// `dialect.KEY=VALUE` changes a setting that the interface does not specify, such as `dialect.pageSize=100`. The
    /// error for a wrong name lists all names. The other keys are `name`, `colour`,
    /// `base-url`, `allow-plain-http`, `username`, `read-only`, `production` and `confirm-above`, as in `workspace
    /// add`.
    Set(Box<SetWorkspaceArgs>),
    /// Test a workspace's connection by reading only. Print the requests, the findings and the suggested settings.
    Test(Box<TestWorkspaceArgs>),
    /// Print the layout of the form of campaigns as JSON, or use the layout of a file.
    ///
    /// `--import` lists the sections and fields of the file and changes nothing. Add `--yes` to use this layout.
    Layout(LayoutArgs),
    /// Show the unknown fields of the fetched campaigns, learn them, or forget learned fields.
    ///
    /// The form, the columns and the checks know learned fields. No campaign changes, and the service is not contacted.
    ///
    /// Without `--apply` and `--forget`, nothing is changed.
    Learn(LearnArgs),
    /// Remove a workspace with all its data on this computer. The service's data stays.
    ///
    /// Without `--yes`, the command only lists the data that would be lost. Drafts and receipts are written to a file
    /// first.
    Remove(RemoveWorkspaceArgs),
}

#[derive(Debug, Args)]
pub(crate) struct WorkspaceArg {
    /// The workspace's name.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A workspace, and secrets for it.
#[derive(Debug, Args)]
pub(crate) struct WorkspaceSecretArgs {
    #[command(flatten)]
    pub(crate) named: WorkspaceArg,
    #[command(flatten)]
    pub(crate) secrets: SecretSourceArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SetWorkspaceArgs {
    #[command(flatten)]
    pub(crate) named: WorkspaceArg,
    /// The settings to change, such as `dialect.adsPath=/ads` or `read-only=true`.
    #[arg(value_name = "KEY=VALUE", required = true)]
    pub(crate) changes: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LayoutArgs {
    /// The workspace's name.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// A layout file that Adwright exported, or `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) import: Option<PathBuf>,
    /// Use the layout of the file.
    #[arg(long, requires = "import")]
    pub(crate) yes: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    pub(crate) named: WorkspaceArg,
    /// Look in this JSON file, or in standard input for `-`, instead of the fetched campaigns: a campaign, a list of
    /// campaigns or a reply.
    #[arg(long, value_name = "FILE")]
    pub(crate) sample: Option<PathBuf>,
    /// Learn the fields.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Forget the learned field at this path with its nested fields; repeat it for each field.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["apply", "sample"])]
    pub(crate) forget: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TestWorkspaceArgs {
    /// Print unexpected answers, without secrets. `--json` always includes all answers.
    #[arg(long)]
    pub(crate) show_reply: bool,
    /// Accept the suggestions. This changes the workspace's settings and nothing on the service.
    #[arg(long)]
    pub(crate) accept: bool,
    // Last, because arguments after it would appear under its heading.
    #[command(flatten)]
    pub(crate) secret: WorkspaceSecretArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveWorkspaceArgs {
    #[command(flatten)]
    pub(crate) named: WorkspaceArg,
    /// Confirm the removal.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Remove without writing drafts and receipts to a file first.
    #[arg(long, requires = "yes")]
    pub(crate) without_export: bool,
}

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct AddWorkspaceArgs {
    #[command(flatten)]
    pub(crate) named: WorkspaceArg,
    /// The service's base URL, such as `https://service.example/api`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: String,
    /// Allow plain HTTP to another computer. Everyone on the network path can read the traffic, including secrets.
    #[arg(long)]
    pub(crate) allow_plain_http: bool,
    /// The way to log in: `none`, `basic`, `bearer`, `header:NAME` (several names separated by commas) or `session`, a
    /// login that returns a token.
    #[arg(long, value_name = "FORM", value_parser = parse_auth)]
    pub(crate) auth: Authentication,
    /// The login name.
    #[arg(long, value_name = "NAME")]
    pub(crate) username: Option<String>,
    /// Change a setting that the interface does not specify, such as `dialect.trailingSlash=yes` or
    /// `dialect.adsPath=/ads`.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Refuse every send from this workspace.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Mark the workspace as production: a large send requires its name.
    #[arg(long)]
    pub(crate) production: bool,
    /// The largest number of drafts that production sends without the name.
    #[arg(long, value_name = "NUMBER", requires = "production")]
    pub(crate) confirm_above: Option<u32>,
    /// Store no secret. Each command needs `--secret-env` or `--secret-stdin`.
    #[arg(long, conflicts_with_all = ["secret_env", "secret_stdin"])]
    pub(crate) no_secret: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretSourceArgs,
}
