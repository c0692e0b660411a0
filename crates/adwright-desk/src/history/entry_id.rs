//! The ids by which the window asks for entries of a history.

use std::fmt;
use std::str::FromStr;

/// The id of one text in a document's history.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum HistoryEntryId {
    /// A text from the service, counted from 0 in the order of first sight.
    Version(usize),
    /// A sent item.
    Item(String),
    /// The live draft with this many of its edits applied.
    Step(u32),
    /// A discarded draft.
    Discarded(String),
}

impl fmt::Display for HistoryEntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(at) => write!(f, "version:{at}"),
            Self::Item(id) => write!(f, "item:{id}"),
            Self::Step(seq) => write!(f, "step:{seq}"),
            Self::Discarded(id) => write!(f, "discarded:{id}"),
        }
    }
}

/// The text is not the id of an entry.
#[derive(Debug)]
pub(super) struct InvalidEntryId;

impl FromStr for HistoryEntryId {
    type Err = InvalidEntryId;

    fn from_str(text: &str) -> Result<Self, InvalidEntryId> {
        let (kind, rest) = text.split_once(':').ok_or(InvalidEntryId)?;
        match kind {
            "version" => rest.parse().map(Self::Version).map_err(|_| InvalidEntryId),
            "item" => Ok(Self::Item(rest.to_owned())),
            "step" => rest.parse().map(Self::Step).map_err(|_| InvalidEntryId),
            "discarded" => Ok(Self::Discarded(rest.to_owned())),
            _ => Err(InvalidEntryId),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_id_round_trips_as_text() {
        for text in ["version:3", "item:0198-ab:c", "step:0", "discarded:x"] {
            assert_eq!(text.parse::<HistoryEntryId>().unwrap().to_string(), text);
        }
        for text in ["", "version", "version:x", "step:-1", "draft:1"] {
            assert!(text.parse::<HistoryEntryId>().is_err(), "{text}");
        }
    }
}
