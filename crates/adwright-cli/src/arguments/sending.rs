//! Commands that change the service.

use std::path::PathBuf;

use adwright_desk::{ResendPolicy, SENT_BEFORE};
use adwright_model::Id;
use clap::Args;

use super::ConnectionArgs;

/// Whether it is sent, and what stands between a person and a send that was not meant.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReleaseArgs {
    /// Send. Without it, what would be sent is only shown; it is kept as a draft.
    #[arg(long)]
    pub(crate) go: bool,
    /// The workspace's name, which a large send in production asks for.
    #[arg(long, value_name = "NAME", requires = "go")]
    pub(crate) confirm: Option<String>,
    /// Send in spite of the errors that this rule found, such as `required`; once for each rule.
    ///
    /// It holds for this send only, and the receipts say so. A rule that found no error is a mistake.
    #[arg(long = "override", value_name = "RULE")]
    pub(crate) overrides: Vec<String>,
    /// Print an array with one element for each item.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SendArgs {
    /// The drafts to send, by their ids as a plan shows them; without any, all that could be sent.
    #[arg(value_name = "DRAFT")]
    pub(crate) drafts: Vec<String>,
    #[command(flatten)]
    pub(crate) release: ReleaseArgs,
    #[command(flatten)]
    pub(crate) place: ConnectionArgs,
    /// With `--base-url`, change a setting for what the interface leaves unsaid.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE", requires = "base_url")]
    pub(crate) settings: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CreateArgs {
    /// JSON files with campaigns: one object, the `entities` of a request, or a list; `-` for standard input. Without
    /// any, the campaign begins with nothing but what `--set` says.
    #[arg(value_name = "FILE", required_unless_present = "edits")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) making: CreateOptions,
}

#[derive(Debug, Args)]
pub(crate) struct CreateValuesArgs {
    /// CSV or JSON files; `-` for standard input.
    ///
    /// A CSV file has the names of fields in its first line, such as `name,value,advertiserId,retargetingActivityId`, with
    /// commas, semicolons or tabs between them; a line such as `sep=|` above it names another separator. Every cell is
    /// taken as it is written; an empty one leaves its field out. Rows without any text are skipped. A file with an id
    /// that a spreadsheet damaged, such as `5.2024E+4`, is refused with the line. The file is UTF-8, or UTF-16 with a byte
    /// order mark. A JSON file has one object, the `entities` of a request, or a list.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) making: CreateOptions,
}

/// What goes into each new object, and what becomes of them.
#[derive(Debug, Args)]
pub(crate) struct CreateOptions {
    /// Put a value, in JSON, at a path in each of them, such as `name='"Spring"'`, `adminSettings.budget=1500` or
    /// `advertiserId=4401`.
    ///
    /// With `--base-url`, `dialect.KEY=VALUE` changes a setting for what the interface leaves unsaid.
    #[arg(long = "set", value_name = "PATH=JSON")]
    pub(crate) edits: Vec<String>,
    /// Create once more what was sent before with the same content. Without it, that is left out.
    #[arg(long)]
    pub(crate) again: bool,
    #[command(flatten)]
    pub(crate) release: ReleaseArgs,
    #[command(flatten)]
    pub(crate) place: ConnectionArgs,
}

impl CreateOptions {
    pub(crate) const fn if_sent(&self) -> ResendPolicy {
        if self.again {
            ResendPolicy::CreateAgain
        } else {
            ResendPolicy::Skip
        }
    }

    /// How it is released: whoever creates once more is not asked for that when it is sent.
    pub(crate) fn release(&self) -> ReleaseArgs {
        let mut release = self.release.clone();
        if self.again {
            release.overrides.push(SENT_BEFORE.to_owned());
        }
        release
    }
}

#[derive(Debug, Args)]
pub(crate) struct UpdateArgs {
    /// Its id.
    #[arg(value_parser = super::parse_id)]
    pub(crate) id: Id,
    /// Put a value, in JSON, at a path, such as `name='"Spring"'` or `adminSettings.budget=1500`.
    ///
    /// With `--base-url`, `dialect.KEY=VALUE` changes a setting for what the interface leaves unsaid.
    #[arg(long = "set", value_name = "PATH=JSON", required = true)]
    pub(crate) edits: Vec<String>,
    /// Where the campaign has a draft already that changes something else, put this on top of it.
    #[arg(long)]
    pub(crate) onto_draft: bool,
    #[command(flatten)]
    pub(crate) release: ReleaseArgs,
    #[command(flatten)]
    pub(crate) place: ConnectionArgs,
}
