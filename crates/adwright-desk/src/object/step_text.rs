//! The wording of undo steps, bulk edits and the sources of drafts.

use adwright_model::Kind;
use adwright_views::FieldKind;

use crate::context::Context;
use crate::field::{Describer, FieldCatalog, describe_kind, field_catalog};
use crate::host::display_time;
use crate::object::bulk_label::{BulkLabel, SetAction, SetLabel};
use crate::object::step_label::{EntryEvent, EntryLabel, StepLabel};
use crate::wording::{batch_label_text, plural};

/// Returns the text of a stored step of a draft, to continue "Undo". `kind` is the kind of the object.
pub(crate) fn step_text(context: &Context, kind: Kind, stored: &str) -> String {
    let describe = describe_kind(context, kind);
    match StepLabel::from_json(stored) {
        StepLabel::Restore { path, from } => {
            let what = path.map_or_else(|| "everything".to_owned(), |path| describe.label(&path));
            format!("restore of {what} from “{}”", entry_text(context, from))
        }
        StepLabel::Bulk { change, .. } => format!(
            "{}, part of a bulk edit",
            bulk_label_text(&change, &field_catalog(context))
        ),
        StepLabel::Sheet(label) => {
            format!("{}, in a sheet", batch_label_text(&label, str::to_owned))
        }
        label => field_step_text(&label, &describe),
    }
}

/// Returns the text of a stored bulk edit, with the number of campaigns.
pub(crate) fn bulk_text(context: &Context, stored: &str) -> String {
    match StepLabel::from_json(stored) {
        StepLabel::Bulk { change, campaigns } => format!(
            "{} in {}",
            bulk_label_text(&change, &field_catalog(context)),
            plural(campaigns, "campaign")
        ),
        _ => step_text(context, Kind::Campaign, stored),
    }
}

/// Returns the name of an entry in the history.
pub(crate) fn entry_text(context: &Context, EntryLabel { event, at }: EntryLabel) -> String {
    let verb = match event {
        EntryEvent::Fetched => "Fetched",
        EntryEvent::Sent => "Sent",
        EntryEvent::Discarded => "Discarded",
        EntryEvent::DraftBegun => "Draft started",
        EntryEvent::DraftStep => "Draft",
    };
    format!("{verb} {}", display_time(&context.zone, at))
}

fn field_step_text(label: &StepLabel, describe: &Describer<'_>) -> String {
    match label {
        StepLabel::Change(path) => format!("change of {}", describe.label(path)),
        StepLabel::Add(path) => format!("add {}", describe.label(path)),
        StepLabel::AddTo(path) => format!("add to {}", describe.label(path)),
        StepLabel::AddMember(name) => format!("add field {name}"),
        StepLabel::Remove(path) => format!("remove {}", describe.label(path)),
        StepLabel::MoveUp(path) => format!("move {} up", describe.label(path)),
        StepLabel::MoveDown(path) => format!("move {} down", describe.label(path)),
        StepLabel::CommandLine => "values that were set".to_owned(),
        StepLabel::Settle(path) => format!("settling of {}", describe.label(path)),
        StepLabel::Merge => "your changes to the newest version".to_owned(),
        StepLabel::WholeText
        | StepLabel::Restore { .. }
        | StepLabel::Bulk { .. }
        | StepLabel::Sheet(_) => "change of the text".to_owned(),
    }
}

/// Returns the text of a bulk change, such as `Set Status to PAUSED`, without the number of campaigns.
pub(crate) fn bulk_label_text(label: &BulkLabel, known: &FieldCatalog) -> String {
    match label {
        BulkLabel::Set { first, more } => {
            let first = set_label_text(first, known);
            match more {
                0 => first,
                1 => format!("{first} and 1 more field"),
                more => format!("{first} and {more} more fields"),
            }
        }
        BulkLabel::Replace {
            find,
            replace,
            fields,
        } => {
            let place = match fields.as_slice() {
                [only] => known.label(only),
                several => format!("{} fields", several.len()),
            };
            if replace.is_empty() {
                format!("Remove “{find}” from {place}")
            } else {
                format!("Replace “{find}” with “{replace}” in {place}")
            }
        }
    }
}

fn set_label_text(SetLabel { path, action }: &SetLabel, known: &FieldCatalog) -> String {
    let label = known.label(path);
    let field = known.field(path);
    let is_yes_no = field.is_some_and(|field| FieldKind::of_field(field) == FieldKind::YesNo);
    match action {
        SetAction::Null => format!("Set {label} to null"),
        SetAction::Absent => format!("Remove {label}"),
        SetAction::Revert => format!("Revert {label}"),
        SetAction::Add => format!("Add to {label}"),
        SetAction::MoveUp => format!("Move {label} up"),
        SetAction::MoveDown => format!("Move {label} down"),
        SetAction::Empty => format!("Empty {label}"),
        SetAction::Text(text) if is_yes_no && text == "true" => format!("Set {label} to Yes"),
        SetAction::Text(text) if is_yes_no && text == "false" => format!("Set {label} to No"),
        SetAction::Text(text) | SetAction::Other(text) => format!("Set {label} to {text}"),
    }
}

#[cfg(test)]
mod tests {
    use adwright_views::{BulkChange, EditRequest, FieldInput, FindReplace};
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(change: &BulkChange, expected: &Expect) {
        let known = FieldCatalog::bundled();
        let label = BulkLabel::from_change(change).unwrap();
        expected.assert_eq(&bulk_label_text(&label, &known));
    }

    fn set(path: &str, input: FieldInput) -> EditRequest {
        EditRequest {
            path: path.to_owned(),
            input,
        }
    }

    #[test]
    fn bulk_edit_step_names_its_change() {
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
            &expect![["Revert Notes"]],
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
            &expect![["Remove “Spring” from 2 fields"]],
        );
        check(
            &asked(&"a".repeat(50), &["name"]),
            &expect![["Replace “Spring” with “aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…” in Name"]],
        );
    }
}
