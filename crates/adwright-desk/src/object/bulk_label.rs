//! The labels of bulk edits, as they are stored: codes and arguments. `wording` turns them into text.

use adwright_model::Path;
use adwright_views::{BulkChange, EditRequest, FieldInput};
use serde::{Deserialize, Serialize};

/// The most characters of a value or a text that a label keeps.
const LONGEST: usize = 40;

/// The label of a bulk edit: what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum BulkLabel {
    /// It set fields.
    Set {
        /// The first field.
        first: SetLabel,
        /// The number of further fields.
        more: usize,
    },
    /// It replaced a text.
    Replace {
        /// The text, shortened.
        find: String,
        /// Its replacement, shortened.
        replace: String,
        /// The fields.
        fields: Vec<Path>,
    },
}

/// What a bulk edit did with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetLabel {
    pub(crate) path: Path,
    pub(crate) action: SetAction,
}

/// What a bulk edit did with a field. Texts are shortened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SetAction {
    Null,
    Absent,
    Revert,
    Add,
    MoveUp,
    MoveDown,
    Empty,
    /// It set a complete text.
    Text(String),
    /// It set unfinished text or JSON.
    Other(String),
}

impl BulkLabel {
    /// Returns the label of a change; `None` if it changes no field.
    pub(crate) fn from_change(change: &BulkChange) -> Option<Self> {
        Some(match change {
            BulkChange::Replace(asked) => Self::Replace {
                find: shorten(&asked.find),
                replace: shorten(&asked.replace),
                fields: asked.fields.iter().map(|path| parse_path(path)).collect(),
            },
            BulkChange::Set(edits) => Self::Set {
                first: SetLabel::from_edit(edits.first()?),
                more: edits.len() - 1,
            },
        })
    }
}

impl SetLabel {
    fn from_edit(edit: &EditRequest) -> Self {
        Self {
            path: parse_path(&edit.path),
            action: match &edit.input {
                FieldInput::Null => SetAction::Null,
                FieldInput::Absent => SetAction::Absent,
                FieldInput::Revert => SetAction::Revert,
                FieldInput::Add | FieldInput::Member(_) => SetAction::Add,
                FieldInput::MoveUp => SetAction::MoveUp,
                FieldInput::MoveDown => SetAction::MoveDown,
                FieldInput::Text(text) if text.is_empty() => SetAction::Empty,
                FieldInput::Text(text) | FieldInput::Number(text) => SetAction::Text(shorten(text)),
                FieldInput::Partial(text) | FieldInput::Raw(text) => {
                    SetAction::Other(shorten(text))
                }
            },
        }
    }
}

fn parse_path(text: &str) -> Path {
    text.parse().unwrap_or_default()
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
