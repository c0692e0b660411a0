//! The labels of bulk edits.

use adwright_review::group_thousands;

use super::fields::FieldCatalog;
use crate::detail::field_kind;
use crate::views::{BulkChange, EditRequest, FieldInput, FieldKind, FindReplace};

/// The most characters of a value or a text that a label shows.
const NAMED: usize = 40;

/// Returns a label such as `Set Status to PAUSED`, without the number of campaigns.
pub(super) fn change_label(change: &BulkChange, known: &FieldCatalog) -> String {
    match change {
        BulkChange::Replace(asked) => replace_label(asked, known),
        BulkChange::Set(edits) => {
            let first = edits.first().map(|edit| set_label(edit, known));
            let first = first.unwrap_or_default();
            match edits.len() {
                0 | 1 => first,
                2 => format!("{first} and 1 more field"),
                more => format!("{first} and {} more fields", more - 1),
            }
        }
    }
}

fn set_label(edit: &EditRequest, known: &FieldCatalog) -> String {
    let path = edit.path.parse().unwrap_or_default();
    let label = known.label(&path);
    let is_yes_no = known
        .field(&path)
        .is_some_and(|field| field_kind(field) == FieldKind::YesNo);
    match &edit.input {
        FieldInput::Null => format!("Set {label} to null"),
        FieldInput::Absent => format!("Remove {label}"),
        FieldInput::Revert => format!("Put {label} back"),
        FieldInput::Add | FieldInput::Member(_) => format!("Add to {label}"),
        FieldInput::MoveUp => format!("Move {label} up"),
        FieldInput::MoveDown => format!("Move {label} down"),
        FieldInput::Text(text) if text.is_empty() => format!("Empty {label}"),
        FieldInput::Text(text) if is_yes_no && text == "true" => format!("Set {label} to Yes"),
        FieldInput::Text(text) if is_yes_no && text == "false" => format!("Set {label} to No"),
        FieldInput::Text(text) | FieldInput::Partial(text) | FieldInput::Raw(text) => {
            format!("Set {label} to {}", shorten(text))
        }
    }
}

fn replace_label(asked: &FindReplace, known: &FieldCatalog) -> String {
    let fields: Vec<String> = asked
        .fields
        .iter()
        .map(|path| known.label(&path.parse().unwrap_or_default()))
        .collect();
    let place = match fields.as_slice() {
        [only] => only.clone(),
        several => format!("{} fields", several.len()),
    };
    if asked.replace.is_empty() {
        return format!("Take “{}” out of {place}", shorten(&asked.find));
    }
    format!(
        "Replace “{}” with “{}” in {place}",
        shorten(&asked.find),
        shorten(&asked.replace)
    )
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(NAMED) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Returns a count with its noun: `1 campaign`, `312 campaigns`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", group_thousands(count))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(change: &BulkChange, expected: &Expect) {
        let known = FieldCatalog::bundled();
        expected.assert_eq(&change_label(change, &known));
    }

    fn set(path: &str, input: FieldInput) -> EditRequest {
        EditRequest {
            path: path.to_owned(),
            input,
        }
    }

    #[test]
    fn a_bulk_edit_is_named_by_what_it_does() {
        let text = |text: &str| FieldInput::Text(text.to_owned());
        let one = |path, input| BulkChange::Set(vec![set(path, input)]);
        let cookies = "adminSettings.privacy.disableCookies";
        check(
            &one("status", text("PAUSED")),
            &expect![["Set Status to PAUSED"]],
        );
        check(
            &one(cookies, text("true")),
            &expect![["Set Disable cookies to Yes"]],
        );
        check(&one("notes", text("")), &expect![["Empty Notes"]]);
        check(
            &one("notes", FieldInput::Absent),
            &expect![["Remove Notes"]],
        );
        check(
            &one("notes", FieldInput::Null),
            &expect![["Set Notes to null"]],
        );
        check(
            &one("notes", FieldInput::Revert),
            &expect![["Put Notes back"]],
        );
        let several = vec![
            set("status", text("PAUSED")),
            set("notes", text("x")),
            set("budget", text("1")),
        ];
        check(
            &BulkChange::Set(several),
            &expect![["Set Status to PAUSED and 2 more fields"]],
        );
    }

    #[test]
    fn find_and_replace_is_named_by_both_texts() {
        let asked = |replace: &str, fields: &[&str]| {
            BulkChange::Replace(FindReplace {
                find: "Spring".to_owned(),
                replace: replace.to_owned(),
                regular: false,
                match_case: false,
                whole_word: false,
                fields: fields.iter().map(|&field| field.to_owned()).collect(),
            })
        };
        check(
            &asked("Autumn", &["name"]),
            &expect![["Replace “Spring” with “Autumn” in Name"]],
        );
        check(
            &asked("", &["name", "notes"]),
            &expect![["Take “Spring” out of 2 fields"]],
        );
        check(
            &asked(&"a".repeat(50), &["name"]),
            &expect![["Replace “Spring” with “aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…” in Name"]],
        );
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown = [0, 1, 999, 1_000, 1_234_567].map(|count| plural(count, "draft"));
        assert_eq!(
            shown,
            [
                "0 drafts",
                "1 draft",
                "999 drafts",
                "1,000 drafts",
                "1,234,567 drafts"
            ]
        );
    }
}
