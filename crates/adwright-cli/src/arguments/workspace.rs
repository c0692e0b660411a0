//! Commands for workspaces.

use adwright_wire::Authentication;
use clap::{Args, Subcommand};

use super::SecretSourceArgs;
use super::service::parse_auth;

#[derive(Debug, Subcommand)]
pub(crate) enum WorkspaceCommand {
    /// List the workspaces, Practice first.
    List {
        /// Print an array with one element for each.
        #[arg(long)]
        json: bool,
    },
    /// Add a workspace: a connection to a service, with its secrets in the system's keyring.
    ///
    /// Asks for each secret on the terminal, without showing it, unless `--secret-env` or `--secret-stdin` gives it. What
    /// is sent from it is guarded as the options say; `adwright workspace set` changes them later.
    Add(Box<AddWorkspaceArgs>),
    /// Keep a workspace's secrets anew, such as a password that was changed.
    Secret(Box<WorkspaceSecretArgs>),
    /// Change what a workspace is set to, all of it or nothing.
    ///
    /// `dialect.KEY=VALUE` sets what the interface leaves unsaid, as `--set` does with `--base-url`, such as
    /// `dialect.pageSize=100`; a wrong name is told with all names that there are. The others are `name`, `colour`,
    /// `base-url`, `allow-plain-http`, `username`, `read-only`, `production` and `confirm-above`, as in `workspace add`.
    Set(Box<SetWorkspaceArgs>),
    /// Test a workspace's connection, with nothing but reading, and say what was tried and seen, and what it suggests.
    Test(Box<TestWorkspaceArgs>),
    /// Remove a workspace with everything that is kept of it on this computer. The service keeps what it has.
    ///
    /// Without `--yes` it only says what would be lost. Drafts and receipts are written to a file first.
    Remove(RemoveWorkspaceArgs),
}

#[derive(Debug, Args)]
pub(crate) struct WorkspaceArg {
    /// Its name.
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
    /// What to change, such as `dialect.adsPath=/ads` or `read-only=true`.
    #[arg(value_name = "KEY=VALUE", required = true)]
    pub(crate) changes: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TestWorkspaceArgs {
    /// Print what came where something else was hoped for, without secrets. With `--json` all that came is there anyway.
    #[arg(long)]
    pub(crate) show_reply: bool,
    /// Take over what it suggests. That changes the workspace's settings, and nothing of the service.
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
    /// Remove it, now that you know what is lost.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Do not write its drafts and receipts to a file first.
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
    /// Speak plain HTTP to another computer, too. Everyone along the way can read it, secrets included.
    #[arg(long)]
    pub(crate) allow_plain_http: bool,
    /// How the service knows who asks: `none`, `basic`, `bearer`, `header:NAME` (several with commas between them) or
    /// `session`, a login that answers with a token.
    #[arg(long, value_name = "FORM", value_parser = parse_auth)]
    pub(crate) auth: Authentication,
    /// The name to log in with.
    #[arg(long, value_name = "NAME")]
    pub(crate) username: Option<String>,
    /// Set what the interface leaves unsaid, such as `dialect.trailingSlash=lists` or `dialect.adsPath=/ads`.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Send nothing from it.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// It is in production: a large send asks for its name.
    #[arg(long)]
    pub(crate) production: bool,
    /// In production, ask for the name for more drafts than this.
    #[arg(long, value_name = "NUMBER", requires = "production")]
    pub(crate) confirm_above: Option<u32>,
    /// Keep no secret: each command gets it by `--secret-env` or `--secret-stdin`.
    #[arg(long, conflicts_with_all = ["secret_env", "secret_stdin"])]
    pub(crate) no_secret: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretSourceArgs,
}
