//! The command for histories.

use adwright_views::DocumentRef;
use clap::{Args, ValueEnum};

use super::ConnectionArgs;

#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The kind of the object.
    #[arg(value_name = "KIND")]
    kind: HistoryObjectArg,
    /// The object's id on the service, or the id of the draft.
    #[arg(value_name = "ID")]
    id: String,
    /// Print a JSON array with one element per entry.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

impl HistoryArgs {
    /// Returns the object whose history is meant.
    pub(crate) fn target(&self) -> DocumentRef {
        let id = self.id.clone();
        match self.kind {
            HistoryObjectArg::Campaign => DocumentRef::Campaign(id),
            HistoryObjectArg::Value => DocumentRef::Value(id),
            HistoryObjectArg::Ad => DocumentRef::Ad(id),
            HistoryObjectArg::Draft => DocumentRef::Draft(id),
        }
    }
}

/// A kind of object with a history.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum HistoryObjectArg {
    /// A campaign of the service
    Campaign,
    /// A retargeting value of the service
    Value,
    /// An ad of the service
    Ad,
    /// A draft, such as one of a new campaign
    Draft,
}
