//! The wording of bulk edits.

use adwright_views::BulkRow;

use super::{document_error_message, error_message, plural};

use crate::error::{BulkInputError, ItemBlocker, SkipReason, UndoBlocker};

/// The most skipped drafts that a message names.
const NAMED: usize = 3;

/// The message if the campaigns no longer match the preview.
pub(crate) const BULK_OUT_OF_DATE: &str = "Nothing was changed, because some campaigns have changed since the preview. Look at the new preview, then apply.";

/// Returns why a field stays as it is.
pub(crate) fn skip_message(reason: &SkipReason) -> String {
    match reason {
        SkipReason::SuppliedByService(title) => format!("{title} is supplied by the service."),
        SkipReason::SetOnce(title) => {
            format!("{title} can only be set while a campaign is new.")
        }
        SkipReason::NotAText(label) => format!("{label} is not a text in this campaign."),
        SkipReason::NewCampaign => {
            "This campaign is new, so the service has no value for it.".to_owned()
        }
        SkipReason::NotSet(label) => format!("{label} is not set, so it cannot be inserted."),
        SkipReason::UnknownName(label) => {
            format!("The name for {label} is not known here, so it cannot be inserted.")
        }
        SkipReason::NotATime(label) => format!("{label} is not a time, so it cannot be formatted."),
    }
}

/// Returns why a campaign stays as it is.
pub(crate) fn item_blocker_message(blocker: &ItemBlocker) -> String {
    match blocker {
        ItemBlocker::Missing => "It no longer exists here.".to_owned(),
        ItemBlocker::Locked(lock) => lock.reason.clone(),
        ItemBlocker::Unreadable(error) => document_error_message(error),
    }
}

/// Returns why an undo or redo leaves a draft as it is.
pub(crate) fn undo_blocker_message(blocker: &UndoBlocker) -> String {
    match blocker {
        UndoBlocker::OtherDraft => "Its campaign has another draft now.".to_owned(),
        UndoBlocker::DependentEdits => {
            "Later edits of the draft need this edit. Undo the later edits first.".to_owned()
        }
        UndoBlocker::Sent => "It was sent.".to_owned(),
        UndoBlocker::Locked(lock) => lock.reason.clone(),
    }
}

/// Returns what is wrong with the input of a bulk edit.
pub(crate) fn bulk_input_message(error: &BulkInputError) -> String {
    match error {
        BulkInputError::NoFieldToSet => "Choose a field to set.".to_owned(),
        BulkInputError::UnknownField(path) => {
            format!("“{path}” is not a field of a campaign. Choose another one.")
        }
        BulkInputError::NotChosen(text) => {
            format!("“{text}” was not chosen. Choose a value from the list, or use “{text}”.")
        }
        BulkInputError::InvalidValue(error) => error_message(error),
        BulkInputError::NoFieldToSearch => "Choose a field to search.".to_owned(),
        BulkInputError::NotATextField(path) => {
            format!("“{path}” is not a text field. Choose another one.")
        }
        BulkInputError::NoSearchText => "Type the text to find.".to_owned(),
        BulkInputError::NoFillText => "Type the text to fill in.".to_owned(),
        BulkInputError::PatternTooLarge => {
            "This regular expression is too large. Use a shorter one.".to_owned()
        }
        BulkInputError::InvalidPattern(why) => {
            format!("This is not a regular expression yet: {why}.")
        }
        BulkInputError::UnknownGroup(name) => format!(
            "The regular expression has no group “{name}”. A group is written in round brackets, and groups count \
             from 1."
        ),
        BulkInputError::OpenBrace => {
            "This brace is not closed. Write {{ for a brace in the text.".to_owned()
        }
        BulkInputError::UnknownToken(name) => format!(
            "There is no field “{name}”. Choose one from the list, or write {{{{ for a brace in the text."
        ),
        BulkInputError::NotATimeField { title, format } => {
            format!("{title} is not a time, so it has no format. Leave out “:{format}”.")
        }
        BulkInputError::InvalidRowFormat(format) => {
            format!("“{format}” is not a format of a row number. Use zeros, such as {{row:000}}.")
        }
        BulkInputError::NotFormatted { title, format } => {
            format!("{title} has no format here. Leave out “:{format}”.")
        }
        BulkInputError::InvalidTimeFormat(format) => format!(
            "“{format}” is not a format. Use YYYY, YY, MM, DD, HH, mm and ss, such as YYYY-MM-DD."
        ),
    }
}

/// Whether a bulk edit is undone or redone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BulkMove {
    Undo,
    Redo,
}

/// Returns in how many drafts a bulk edit was undone or redone, and which drafts were left.
pub(crate) fn bulk_move_message(
    moved: BulkMove,
    label: &str,
    drafts: usize,
    left: &[BulkRow],
) -> String {
    let verb = match moved {
        BulkMove::Undo => "undone",
        BulkMove::Redo => "redone",
    };
    let done = match drafts {
        0 => format!("“{label}” was {verb} in no draft."),
        some => format!("“{label}” was {verb} in {}.", plural(some, "draft")),
    };
    let named = left.iter().take(NAMED).map(|row| {
        let reason = row.note.as_deref().unwrap_or_default();
        format!("“{}” was not changed: {reason}", row.title)
    });
    let more = match left.len().saturating_sub(NAMED) {
        0 => None,
        1 => Some("1 other draft was not changed either.".to_owned()),
        more => Some(format!(
            "{} were not changed either.",
            plural(more, "other draft")
        )),
    };
    let sentences = [done].into_iter().chain(named).chain(more);
    sentences.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use adwright_views::DocumentRef;

    use super::*;

    #[test]
    fn skipped_drafts_are_named_up_to_three() {
        let row = |title: &str| BulkRow {
            target: DocumentRef::Draft(title.to_owned()),
            title: title.to_owned(),
            label: String::new(),
            before: None,
            after: None,
            note: Some(undo_blocker_message(&UndoBlocker::Sent)),
        };
        let left = ["A", "B", "C", "D", "E"].map(row);
        let messages = [
            bulk_move_message(BulkMove::Undo, "Empty Notes", 2, &[]),
            bulk_move_message(BulkMove::Redo, "Empty Notes", 0, &left[..1]),
            bulk_move_message(BulkMove::Undo, "Empty Notes", 1, &left),
        ];
        expect_test::expect![[r#"
            “Empty Notes” was undone in 2 drafts.
            “Empty Notes” was redone in no draft. “A” was not changed: It was sent.
            “Empty Notes” was undone in 1 draft. “A” was not changed: It was sent. “B” was not changed: It was sent. “C” was not changed: It was sent. 2 other drafts were not changed either."#]]
        .assert_eq(&messages.join("\n"));
    }
}
