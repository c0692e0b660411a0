//! The command for exports.

use std::path::{Path, PathBuf};

use adwright_views::TableFormat;
use clap::{Args, ValueEnum};

use super::ConnectionArgs;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The rows to export.
    #[arg(value_name = "WHAT")]
    pub(crate) what: ExportedRows,
    /// The id: of the sent item for `receipt`, of the campaign for `history`, of the batch for `batch`.
    #[arg(
        value_name = "ID",
        required_if_eq_any([("what", "receipt"), ("what", "history"), ("what", "batch")])
    )]
    pub(crate) id: Option<String>,
    /// The format of the file. The default is the format of the ending of `--out`, or `csv`.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ExportFormat>,
    /// The new file. An existing file is never overwritten. The default is a new file in the folder of exports.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

impl ExportArgs {
    /// Returns the format of the file.
    pub(crate) fn table_format(&self) -> TableFormat {
        let ending = self.out.as_deref().and_then(Path::extension);
        let named = ending.and_then(|ending| ExportFormat::from_str(ending.to_str()?, true).ok());
        match self.format.or(named).unwrap_or(ExportFormat::Csv) {
            ExportFormat::Csv => TableFormat::Csv,
            ExportFormat::Xlsx => TableFormat::Xlsx,
            ExportFormat::Json => TableFormat::Json,
            ExportFormat::Html => TableFormat::Html,
        }
    }
}

/// The rows to export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportedRows {
    /// The fetched campaigns, with the usual columns
    Campaigns,
    /// The fetched retargeting values, with the usual columns
    Values,
    /// The drafts
    Drafts,
    /// The changes and findings of all drafts, as the review shows them
    Review,
    /// The sent items
    Sent,
    /// Everything in the receipt of a sent item
    Receipt,
    /// The history of a campaign
    History,
    /// The rows of a batch
    Batch,
}

/// A format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// CSV in UTF-8
    Csv,
    /// An Excel workbook
    Xlsx,
    /// A JSON array of objects, with every value as text
    Json,
    /// A web page to read or to print
    Html,
}
