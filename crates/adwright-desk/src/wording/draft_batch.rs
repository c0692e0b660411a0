//! The wording of changes to many drafts at once.

use super::{error_message, plural};

use crate::error::Error;

/// The result of a change to many drafts. `left` counts the drafts or objects that stay as they are.
#[derive(Debug)]
pub(crate) enum DraftBatchOutcome {
    /// Objects were copied into new drafts.
    Copied {
        copies: usize,
        left: usize,
        /// The last failure; none if every object was copied.
        error: Option<Error>,
    },
    /// Drafts were discarded. The others are being sent, or wait for a person.
    Discarded { discarded: usize, left: usize },
    /// Drafts were restored. The campaigns of the others have another draft.
    Restored { restored: usize, left: usize },
}

/// Returns what happened to the drafts.
pub(crate) fn draft_batch_message(outcome: &DraftBatchOutcome) -> String {
    match outcome {
        DraftBatchOutcome::Copied {
            copies,
            left,
            error,
        } => {
            let created = match copies {
                1 => "Created 1 copy.".to_owned(),
                copies => format!("Created {copies} copies."),
            };
            match error {
                Some(error) => format!(
                    "{created} {left} could not be copied: {}",
                    error_message(error)
                ),
                None => created,
            }
        }
        DraftBatchOutcome::Discarded { discarded, left } => {
            let done = format!("{} discarded.", plural(*discarded, "draft"));
            match left {
                0 => done,
                1 => format!(
                    "{done} 1 draft was not discarded, because it is being sent or needs your decision under Sent."
                ),
                _ => format!(
                    "{done} {} were not discarded, because they are being sent or need your decision under Sent.",
                    plural(*left, "draft")
                ),
            }
        }
        DraftBatchOutcome::Restored { restored, left } => {
            let done = format!("{} restored.", plural(*restored, "draft"));
            match left {
                0 => done,
                1 => format!(
                    "{done} 1 draft stays discarded, because its campaign has another draft now. Discard or send the other draft first."
                ),
                _ => format!(
                    "{done} {} stay discarded, because their campaigns have other drafts now. Discard or send the other drafts first.",
                    plural(*left, "draft")
                ),
            }
        }
    }
}

/// Returns a note for a copy of an object of which only a summary is cached.
pub(crate) fn copied_summary_note(title: &str) -> String {
    format!("Only a summary of “{title}” was available, so fields may be missing. Check the draft.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_drafts_are_counted_with_the_reason() {
        use DraftBatchOutcome::{Copied, Discarded, Restored};
        let outcomes = [
            Copied {
                copies: 2,
                left: 0,
                error: None,
            },
            Copied {
                copies: 1,
                left: 3,
                error: Some(Error::CampaignMissing("7".to_owned())),
            },
            Discarded {
                discarded: 3,
                left: 0,
            },
            Discarded {
                discarded: 1,
                left: 2,
            },
            Restored {
                restored: 0,
                left: 1,
            },
        ];
        expect_test::expect![[r#"
            Created 2 copies.
            Created 1 copy. 3 could not be copied: Campaign 7 is not in this workspace.
            3 drafts discarded.
            1 draft discarded. 2 drafts were not discarded, because they are being sent or need your decision under Sent.
            0 drafts restored. 1 draft stays discarded, because its campaign has another draft now. Discard or send the other draft first."#]]
        .assert_eq(&outcomes.map(|outcome| draft_batch_message(&outcome)).join("\n"));
    }
}
