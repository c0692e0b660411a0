//! Commands that change the service.

use std::path::PathBuf;

use adwright_desk::{ResendPolicy, SENT_BEFORE};
use adwright_model::Id;
use clap::Args;

use super::ConnectionArgs;

/// The options of a send, with its guards against unintended sends.
#[derive(Debug, Clone, Args)]
pub(crate) struct SendOptions {
    /// Send. Without this option, the changes are only shown and kept.
    #[arg(long)]
    pub(crate) go: bool,
    /// Rehearse the send: say for each item if the service would accept it. Nothing is sent, and no service is asked.
    ///
    /// The exit code is 0 if every item would be accepted, 3 if one would be refused, and 4 if one cannot be known
    /// offline or would wait for you. `adwright fact set` answers the questions that are shown.
    #[arg(long, conflicts_with = "go")]
    pub(crate) rehearse: bool,
    /// The workspace's name, required for a large send in production.
    #[arg(long, value_name = "NAME", requires = "go")]
    pub(crate) confirm: Option<String>,
    /// Override the errors of this rule, such as `required`; repeat it for each rule.
    ///
    /// It applies to this send only, and the receipts record it. A rule that found no error is refused.
    #[arg(long = "override", value_name = "RULE")]
    pub(crate) overrides: Vec<String>,
    /// Print a JSON array with one element per item.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SendArgs {
    /// The ids of the drafts to send, as a plan shows them; without ids, all drafts that can be sent.
    #[arg(value_name = "DRAFT")]
    pub(crate) drafts: Vec<String>,
    #[command(flatten)]
    pub(crate) send_options: SendOptions,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CreateArgs {
    /// JSON files with campaigns: one object, the `entities` of a request, or a list; `-` for standard input. Without
    /// files, the new campaign has only the values of `--set`.
    #[arg(value_name = "FILE", required_unless_present = "edits")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) making: CreateOptions,
}

#[derive(Debug, Args)]
pub(crate) struct CreateValuesArgs {
    /// CSV, XLSX, ODS or JSON files; `-` for standard input.
    ///
    /// Each table becomes a batch, which the window shows too. The same table again goes on with its batch. The first
    /// line with text names the fields, such as `name,value,advertiserId,retargetingActivityId` or their titles.
    /// Separators are commas, semicolons or tabs; a line such as `sep=|` above it names another one. Cells are not
    /// changed, and an empty cell leaves its field out. Rows without text are skipped. An id that a spreadsheet damaged,
    /// such as `5.2024E+4`, is refused with its line number. A CSV file is UTF-8, or UTF-16 with a byte order mark.
    ///
    /// A JSON file has one object, the `entities` of a request, or a list. Each object becomes a draft.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The sheet to read in each workbook. Without this option, a workbook must have only one.
    #[arg(long, value_name = "NAME")]
    pub(crate) worksheet: Option<String>,
    #[command(flatten)]
    pub(crate) making: CreateOptions,
}

/// Options for new objects.
#[derive(Debug, Args)]
pub(crate) struct CreateOptions {
    /// Set a JSON value at a path in each new object, such as `name='"Spring"'`, `adminSettings.budget=1500` or
    /// `advertiserId=4401`.
    #[arg(long = "set", value_name = "PATH=JSON")]
    pub(crate) edits: Vec<String>,
    /// Create objects again although the same content was sent before. Without this option, they are skipped.
    #[arg(long)]
    pub(crate) again: bool,
    #[command(flatten)]
    pub(crate) send_options: SendOptions,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

impl CreateOptions {
    pub(crate) const fn if_sent(&self) -> ResendPolicy {
        if self.again {
            ResendPolicy::CreateAgain
        } else {
            ResendPolicy::Skip
        }
    }

    /// Returns the options of the send. `--again` also overrides the check for repeated content.
    pub(crate) fn effective_send_options(&self) -> SendOptions {
        let mut options = self.send_options.clone();
        if self.again {
            options.overrides.push(SENT_BEFORE.to_owned());
        }
        options
    }
}

#[derive(Debug, Args)]
pub(crate) struct UpdateArgs {
    /// The campaign's id.
    #[arg(value_parser = super::parse_id)]
    pub(crate) id: Id,
    /// Set a JSON value at a path, such as `name='"Spring"'` or `adminSettings.budget=1500`.
    #[arg(long = "set", value_name = "PATH=JSON", required = true)]
    pub(crate) edits: Vec<String>,
    /// If the campaign has a draft with other changes, add these values to it.
    #[arg(long)]
    pub(crate) onto_draft: bool,
    #[command(flatten)]
    pub(crate) send_options: SendOptions,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}
