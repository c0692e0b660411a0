//! The wording of histories.

use adwright_store::Fullness;
use adwright_views::HistoryKind;

/// The title of the first fetched version.
pub(crate) const FIRST_VERSION: &str = "First seen";

/// The title of the first fetched version after the removal of older ones.
pub(crate) const OLDEST_KEPT_VERSION: &str = "Oldest kept version";

/// Says that older versions were removed.
pub(crate) fn removed_versions_note(at: &str) -> String {
    format!("The retention rule removed older versions on {at}.")
}

/// The title of an entry that changed nothing.
pub(crate) const UNCHANGED: &str = "Nothing else";

/// The title of an entry whose document is not readable.
pub(crate) const TEXT_CHANGED: &str = "The text";

/// The title of an entry that changed only fields that the service writes.
pub(crate) const SUPPLIED_FIELDS_CHANGED: &str = "Only fields that the service writes itself";

/// The title of the start of a draft that changes an object.
pub(crate) const BEGUN_FROM_SERVICE: &str = "From the service’s version";

/// The title of the start of a draft whose source is unknown.
pub(crate) const BEGUN_FROM_NOTHING: &str = "From nothing";

/// Returns the hint of a history with only one entry. `is_on_service` tells whether the object has an id.
pub(crate) fn single_entry_note(kind: HistoryKind, is_on_service: bool) -> String {
    let so_far = match kind {
        HistoryKind::Fetched => "It has been fetched once.",
        HistoryKind::Begun => "This draft is new.",
        HistoryKind::Sent | HistoryKind::Discarded | HistoryKind::Step => {
            "Nothing else has happened so far."
        }
    };
    let next = if is_on_service {
        "New versions, edits and sends will be listed here, to compare and restore."
    } else {
        "Edits will be listed here, to compare and restore."
    };
    format!("{so_far} {next}")
}

/// Returns the note of an ad that came from a file at a time.
pub(crate) fn file_history_note(file: &str, at: &str) -> String {
    format!(
        "It came from “{file}” {at} and is read-only. To compare it with a later state of the file, import the file again."
    )
}

/// Describes a fetched version, with the person and time of the last change.
pub(crate) fn fetched_version_message(at: &str, person: Option<&str>, changed: &str) -> String {
    let by = person.map_or_else(String::new, |person| format!(" by {person}"));
    format!("Fetched {at}. Last changed{by} {changed}.")
}

/// Follows the description of a version that is only a summary.
pub(crate) const SUMMARY_VERSION: &str = " It is a summary from the list, which may lack fields.";

/// Describes a send.
pub(crate) fn sent_version_message(at: &str, person: &str, outcome: &str) -> String {
    format!("Sent {at} by {person}. {outcome}")
}

/// Describes a step of a draft that was undone.
pub(crate) fn undone_step_message(name: &str) -> String {
    format!("{name}. It was undone, and can be redone.")
}

/// Returns the note of a comparison with summaries; none if both sides are full.
pub(crate) fn compared_versions_note(left: Fullness, right: Fullness) -> Option<String> {
    let which = match (left, right) {
        (Fullness::Full, Fullness::Full) => return None,
        (Fullness::Summary, Fullness::Full) => "The left version is a summary",
        (Fullness::Full, Fullness::Summary) => "The right version is a summary",
        (Fullness::Summary, Fullness::Summary) => "Both versions are summaries",
    };
    Some(format!(
        "{which} from the list, which may lack fields. A missing value may have existed."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_explains_what_is_missing() {
        let notes = [
            single_entry_note(HistoryKind::Fetched, true),
            single_entry_note(HistoryKind::Begun, false),
            single_entry_note(HistoryKind::Sent, true),
            compared_versions_note(Fullness::Summary, Fullness::Full).unwrap(),
            compared_versions_note(Fullness::Summary, Fullness::Summary).unwrap(),
            fetched_version_message("today", Some("Mara"), "yesterday"),
        ];
        expect_test::expect![[r#"
            It has been fetched once. New versions, edits and sends will be listed here, to compare and restore.
            This draft is new. Edits will be listed here, to compare and restore.
            Nothing else has happened so far. New versions, edits and sends will be listed here, to compare and restore.
            The left version is a summary from the list, which may lack fields. A missing value may have existed.
            Both versions are summaries from the list, which may lack fields. A missing value may have existed.
            Fetched today. Last changed by Mara yesterday."#]]
        .assert_eq(&notes.join("\n"));
    }
}
