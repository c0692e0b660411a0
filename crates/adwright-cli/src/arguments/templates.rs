//! Commands for templates.

use clap::{Args, Subcommand};

use super::ConnectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateCommand {
    /// List the templates by name. The service is not contacted.
    List(Box<ListTemplatesArgs>),
    /// Create a draft of a new campaign, or a batch, from a template. Nothing is sent.
    Use(Box<UseTemplateArgs>),
    /// Remove a template. `adwright template restore` restores it.
    Remove(Box<TemplateArgs>),
    /// Restore a removed template by its id.
    Restore(Box<TemplateArgs>),
}

impl TemplateCommand {
    /// Returns the connection whose templates are meant.
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::List(list) => &list.connection,
            Self::Use(using) => &using.chosen.connection,
            Self::Remove(chosen) | Self::Restore(chosen) => &chosen.connection,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListTemplatesArgs {
    /// Print a JSON array with one element per template.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TemplateArgs {
    /// The id or the name of the template, from `adwright template list`; only the id to restore it.
    #[arg(value_name = "TEMPLATE")]
    pub(crate) template: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct UseTemplateArgs {
    #[command(flatten)]
    pub(crate) chosen: TemplateArgs,
    /// Set a JSON value at a path in the new campaign, such as `name='"Spring"'`.
    #[arg(long = "set", value_name = "PATH=JSON")]
    pub(crate) edits: Vec<String>,
}
