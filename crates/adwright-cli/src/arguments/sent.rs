//! Commands for sent items.

use adwright_views::Decision;
use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};

use super::ConnectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum SentCommand {
    /// List sent items, newest first. The service is not contacted.
    ///
    /// Below an item that needs you are the possible decisions. The exit code is 4 if a listed item needs you or is
    /// being sent.
    List(Box<ListSentArgs>),
    /// Decide about one item that needs you, or about many, as under Sent in the window.
    ///
    /// A decision for many items looks all of them up first, with one pass over each list. It settles only the items
    /// with unchanged evidence. Each item has its own receipt.
    ///
    /// The exit code is 0 if all selected items are settled, 3 if the service refused one, and 4 if an item still needs
    /// you. It is 7 if another window or program is sending from the workspace.
    Decide(Box<DecideSentArgs>),
    /// Create drafts that take back confirmed updates. Nothing is sent.
    ///
    /// A draft has the object as it is now, with the fields of the update as they were before it. Review and send it like
    /// any other draft. A create cannot be taken back, because the service cannot delete objects.
    ///
    /// The exit code is 0 if every item has such a draft, and 1 if an item has none.
    Undo(Box<UndoSentArgs>),
}

impl SentCommand {
    /// Returns the connection whose items are meant.
    pub(crate) fn connection(&self) -> &ConnectionArgs {
        match self {
            Self::List(list) => &list.connection,
            Self::Decide(decide) => &decide.connection,
            Self::Undo(undo) => &undo.connection,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListSentArgs {
    /// Only items that need you or are being sent.
    #[arg(long)]
    pub(crate) open: bool,
    /// Print a JSON array with one element per item.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct UndoSentArgs {
    /// The ids of the items, from `adwright sent list`.
    #[arg(required = true, value_name = "ITEM")]
    pub(crate) items: Vec<String>,
    /// Also take back everything that was sent together with the items.
    #[arg(long)]
    pub(crate) whole_send: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DecideSentArgs {
    #[command(flatten)]
    pub(crate) one: DecideOne,
    #[command(flatten)]
    pub(crate) many: DecideMany,
    /// Print JSON; for many items, an array with one element per item. Its `leftOpen` is the reason why the item still
    /// needs you.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DecideOne {
    /// The id of the item, from `adwright sent list`.
    #[arg(
        value_name = "ITEM",
        required_unless_present = "many",
        requires = "decision",
        conflicts_with = "many"
    )]
    pub(crate) item: Option<String>,
    /// Your decision. `adwright sent list` shows which decisions the item allows.
    #[arg(value_name = "DECISION")]
    pub(crate) decision: Option<DecisionArg>,
}

/// A decision for many items. Only one can be given.
#[derive(Debug, Args)]
#[group(id = "many", multiple = false)]
pub(crate) struct DecideMany {
    /// Turn all items that two look-ups did not find back into drafts.
    #[arg(long = "all-absent", value_name = "DECISION", value_parser = [DecisionArg(Decision::BackToDraft).as_str()])]
    absent: Option<String>,
    /// Confirm all items for which the service has exactly one match.
    #[arg(long = "all-found", value_name = "DECISION", value_parser = [DecisionArg(Decision::WasSent).as_str()])]
    found: Option<String>,
    /// Look all waiting items up again, without writing.
    #[arg(long = "all-look-again")]
    look_again: bool,
}

impl DecideMany {
    /// Returns the decision for many items; none if one item is given.
    pub(crate) const fn decision(&self) -> Option<Decision> {
        if self.absent.is_some() {
            Some(Decision::BackToDraft)
        } else if self.found.is_some() {
            Some(Decision::WasSent)
        } else if self.look_again {
            Some(Decision::LookAgain)
        } else {
            None
        }
    }

    /// Returns the options of a decision for many items; none if it applies to one item only.
    pub(crate) const fn arguments(decision: Decision) -> Option<&'static str> {
        match decision {
            Decision::BackToDraft => Some("--all-absent back-to-draft"),
            Decision::WasSent => Some("--all-found it-was-sent"),
            Decision::LookAgain => Some("--all-look-again"),
            Decision::Rebase => None,
        }
    }
}

/// A decision on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DecisionArg(pub(crate) Decision);

impl DecisionArg {
    const ALL: [Self; 4] = [
        Self(Decision::LookAgain),
        Self(Decision::Rebase),
        Self(Decision::WasSent),
        Self(Decision::BackToDraft),
    ];

    /// Returns the word for the command line.
    pub(crate) const fn as_str(self) -> &'static str {
        match self.0 {
            Decision::LookAgain => "look-again",
            Decision::Rebase => "rebase",
            Decision::WasSent => "it-was-sent",
            Decision::BackToDraft => "back-to-draft",
        }
    }

    const fn meaning(self) -> &'static str {
        match self.0 {
            Decision::LookAgain => "Ask the service again, without writing",
            Decision::Rebase => "Apply the draft to the service's newest version",
            Decision::WasSent => "You saw that the service has it",
            Decision::BackToDraft => {
                "You saw that the service does not have it; it can be sent again"
            }
        }
    }
}

impl ValueEnum for DecisionArg {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()).help(self.meaning()))
    }
}
