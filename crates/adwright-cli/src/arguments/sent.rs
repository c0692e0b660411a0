//! What is done with what was sent.

use adwright_desk::views::Decision;
use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};

use super::ServiceArguments;

#[derive(Debug, Subcommand)]
pub(crate) enum Sent {
    /// List what was sent, the newest first. The service is not asked.
    ///
    /// Below what needs you stands what you can decide. Ends with 4 if anything listed waits for you or is on its way.
    List(Box<ListSent>),
    /// Decide about an item that needs you, as the window does under Sent.
    ///
    /// Ends with 0 once it is settled, 3 if the service refused it, 4 if it still needs you, and 7 while another window or
    /// program sends from the workspace.
    Decide(Box<DecideSent>),
}

impl Sent {
    /// Whose items are meant.
    pub(crate) fn service(&self) -> &ServiceArguments {
        match self {
            Self::List(list) => &list.service,
            Self::Decide(decide) => &decide.service,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListSent {
    /// Only what needs you, or is still on its way.
    #[arg(long)]
    pub(crate) open: bool,
    /// Print an array with one element for each.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceArguments,
}

#[derive(Debug, Args)]
pub(crate) struct DecideSent {
    /// The item, by its id as `adwright sent list` shows it.
    #[arg(value_name = "ITEM")]
    pub(crate) item: String,
    /// What you decide. `adwright sent list` says which of these the item leaves open.
    #[arg(value_name = "DECISION")]
    pub(crate) decision: Decided,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceArguments,
}

/// A decision, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decided(pub(crate) Decision);

impl Decided {
    const ALL: [Self; 4] = [
        Self(Decision::LookAgain),
        Self(Decision::Rebase),
        Self(Decision::ItWasSent),
        Self(Decision::BackToDraft),
    ];

    /// The word that is typed for it.
    pub(crate) const fn word(self) -> &'static str {
        match self.0 {
            Decision::LookAgain => "look-again",
            Decision::Rebase => "rebase",
            Decision::ItWasSent => "it-was-sent",
            Decision::BackToDraft => "back-to-draft",
        }
    }

    const fn meaning(self) -> &'static str {
        match self.0 {
            Decision::LookAgain => "Ask the service once more; nothing is written",
            Decision::Rebase => "Put the draft on top of the service's newest version",
            Decision::ItWasSent => "You have seen that the service has it",
            Decision::BackToDraft => {
                "You have seen that the service does not have it: a draft again"
            }
        }
    }
}

impl ValueEnum for Decided {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.word()).help(self.meaning()))
    }
}
