//! Commands for sent items.

use adwright_desk::views::Decision;
use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};

use super::ServiceSelectionArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum SentCommand {
    /// List what was sent, the newest first. The service is not asked.
    ///
    /// Below what needs you stands what you can decide, and what you can decide for several at once. Ends with 4 if anything
    /// listed waits for you or is on its way.
    List(Box<ListSentArgs>),
    /// Decide about an item that needs you, or about many, as the window does under Sent.
    ///
    /// A decision for many looks at all of them again first, with one pass of each list. It settles only the items for which
    /// the look still shows the same; each gets its own receipt. Ends with 0 once everything that was meant is settled, 3 if
    /// the service refused it, 4 if something still needs you, and 7 while another window or program sends from the
    /// workspace.
    Decide(Box<DecideSentArgs>),
}

impl SentCommand {
    /// Whose items are meant.
    pub(crate) fn service(&self) -> &ServiceSelectionArgs {
        match self {
            Self::List(list) => &list.service,
            Self::Decide(decide) => &decide.service,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListSentArgs {
    /// Only what needs you, or is still on its way.
    #[arg(long)]
    pub(crate) open: bool,
    /// Print an array with one element for each.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DecideSentArgs {
    #[command(flatten)]
    pub(crate) one: DecideOne,
    #[command(flatten)]
    pub(crate) many: DecideMany,
    /// Print JSON; for many, an array with one element for each. Its `leftOpen` says why the item still needs you.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DecideOne {
    /// The item, by its id as `adwright sent list` shows it.
    #[arg(
        value_name = "ITEM",
        required_unless_present = "many",
        requires = "decision",
        conflicts_with = "many"
    )]
    pub(crate) item: Option<String>,
    /// What you decide. `adwright sent list` says which of these the item leaves open.
    #[arg(value_name = "DECISION")]
    pub(crate) decision: Option<DecisionArg>,
}

/// A decision for many items, of which one is given at a time.
#[derive(Debug, Args)]
#[group(id = "many", multiple = false)]
pub(crate) struct DecideMany {
    /// Decide for all items that two looks did not find: they are drafts again.
    #[arg(long = "all-absent", value_name = "DECISION", value_parser = [DecisionArg(Decision::BackToDraft).as_str()])]
    absent: Option<String>,
    /// Decide for all items for which the service holds exactly one match: these are what was sent.
    #[arg(long = "all-found", value_name = "DECISION", value_parser = [DecisionArg(Decision::ItWasSent).as_str()])]
    found: Option<String>,
    /// Look again at all items that wait; nothing is written.
    #[arg(long = "all-look-again")]
    look_again: bool,
}

impl DecideMany {
    /// What is decided for many; none where one item is meant.
    pub(crate) const fn decision(&self) -> Option<Decision> {
        if self.absent.is_some() {
            Some(Decision::BackToDraft)
        } else if self.found.is_some() {
            Some(Decision::ItWasSent)
        } else if self.look_again {
            Some(Decision::LookAgain)
        } else {
            None
        }
    }

    /// What is typed for a decision for many; none where it is made for one item at a time.
    pub(crate) const fn option(decision: Decision) -> Option<&'static str> {
        match decision {
            Decision::BackToDraft => Some("--all-absent back-to-draft"),
            Decision::ItWasSent => Some("--all-found it-was-sent"),
            Decision::LookAgain => Some("--all-look-again"),
            Decision::Rebase => None,
        }
    }
}

/// A decision, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DecisionArg(pub(crate) Decision);

impl DecisionArg {
    const ALL: [Self; 4] = [
        Self(Decision::LookAgain),
        Self(Decision::Rebase),
        Self(Decision::ItWasSent),
        Self(Decision::BackToDraft),
    ];

    /// The word that is typed for it.
    pub(crate) const fn as_str(self) -> &'static str {
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

impl ValueEnum for DecisionArg {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()).help(self.meaning()))
    }
}
