//! The labels of undo steps, as they are stored: codes and arguments. `wording` turns them into text.

use adwright_model::Path;
use adwright_sheet::BatchLabel;
use serde::{Deserialize, Serialize};

use crate::object::bulk_label::BulkLabel;

/// The label of an undo step: what the step did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum StepLabel {
    /// It changed a field.
    Change(Path),
    /// It changed the text under Source in more than one field.
    WholeText,
    /// It added a list item at this path.
    Add(Path),
    /// It added the first item of a list.
    AddTo(Path),
    /// It added a member with this name.
    AddMember(String),
    /// It removed a value.
    Remove(Path),
    /// It moved a list item up.
    MoveUp(Path),
    /// It moved a list item down.
    MoveDown(Path),
    /// It set values from the command line.
    CommandLine,
    /// It restored one field, or all fields, of an entry in the history.
    Restore {
        /// The field; none for all fields.
        path: Option<Path>,
        /// The entry.
        from: EntryLabel,
    },
    /// It settled a clash at this path.
    Settle(Path),
    /// It has all changes of the draft, merged with a newer base.
    Merge,
    /// It is a part of a bulk edit.
    Bulk {
        /// The change.
        change: BulkLabel,
        /// The number of campaigns that the bulk edit changed.
        campaigns: usize,
    },
    /// It is a part of a step in a sheet over objects.
    Sheet(BatchLabel),
}

/// The label of an entry in the history: its kind and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntryLabel {
    pub(crate) event: EntryEvent,
    /// When it happened.
    pub(crate) at: i64,
}

/// The kind of an entry in the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum EntryEvent {
    Fetched,
    Sent,
    Discarded,
    DraftBegun,
    DraftStep,
}

impl StepLabel {
    /// Formats the label for the store.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a label is plain data")
    }

    /// Parses a stored label. A label that cannot be read says only that something changed.
    pub(crate) fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or(Self::WholeText)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_stored_as_codes() {
        let path: Path = "flights[0].name".parse().unwrap();
        let from = EntryLabel {
            event: EntryEvent::Fetched,
            at: 7,
        };
        for (label, json) in [
            (
                StepLabel::Change(path.clone()),
                r#"{"change":"flights[0].name"}"#,
            ),
            (StepLabel::CommandLine, r#""commandLine""#),
            (
                StepLabel::Restore {
                    path: Some(path),
                    from,
                },
                r#"{"restore":{"path":"flights[0].name","from":{"event":"fetched","at":7}}}"#,
            ),
        ] {
            assert_eq!(label.to_json(), json);
            assert_eq!(StepLabel::from_json(json), label);
        }
        assert_eq!(StepLabel::from_json("?"), StepLabel::WholeText);
    }
}
