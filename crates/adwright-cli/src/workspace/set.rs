//! `adwright workspace set`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_views::{Colour, SettingChange, WorkspaceForm, WorkspaceRow};
use adwright_wire::Setting;
use serde_json::json;

use crate::arguments::{ArgumentError, SetWorkspaceArgs};
use crate::connect;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_json;
use crate::printable::escape_line;

/// A setting outside the dialect, and its place in the form.
enum WorkspaceField {
    Text(fn(&mut WorkspaceForm) -> &mut String),
    YesNo(fn(&mut WorkspaceForm) -> &mut bool),
    Colour,
}

/// The settings under the names of `workspace add`.
const FIELDS: [(&str, WorkspaceField); 8] = [
    ("name", WorkspaceField::Text(|form| &mut form.name)),
    ("colour", WorkspaceField::Colour),
    ("base-url", WorkspaceField::Text(|form| &mut form.address)),
    (
        "allow-plain-http",
        WorkspaceField::YesNo(|form| &mut form.plain_http),
    ),
    (
        "username",
        WorkspaceField::Text(|form| &mut form.login_name),
    ),
    (
        "read-only",
        WorkspaceField::YesNo(|form| &mut form.read_only),
    ),
    (
        "production",
        WorkspaceField::YesNo(|form| &mut form.production),
    ),
    (
        "confirm-above",
        WorkspaceField::Text(|form| &mut form.confirm_above),
    ),
];

/// The settings that Practice fixes.
const GIVEN: [&str; 3] = ["base-url", "allow-plain-http", "username"];

/// Changes a workspace's settings, and returns the exit code.
pub(super) async fn run(
    set: &SetWorkspaceArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let desk = connect::open_practice().await?;
    let row = desk.workspaces.workspace_by_name(&set.named.name)?;
    let dialect = dialect_changes(&set.changes)?;
    let form = changed_form(&desk, &row, &set.changes)?;
    let message = match form {
        Some(form) => desk.workspaces.change_workspace(&row.id, &dialect, &form)?,
        None => desk.settings.change_settings(&row.id, &dialect)?.message,
    };
    if set.named.json {
        let name = desk.workspaces.workspace_form(Some(&row.id))?.form.name;
        print_json(
            &json!({ "id": row.id, "name": name, "message": message }),
            out,
        )?;
    } else {
        writeln!(out, "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

/// Returns the settings of the dialect among the changes.
fn dialect_changes(changes: &[String]) -> Result<Vec<SettingChange>, CommandFailure> {
    let mut settings = Vec::new();
    for change in changes {
        let Some(setting) = change.strip_prefix("dialect.") else {
            continue;
        };
        let (key, value) = split_key_value(change, setting)?;
        let wrong = |error| CommandFailure::usage(format!("{change}: {error}."));
        settings.push(SettingChange {
            key: Setting::from_key(key).map_err(wrong)?.key.to_owned(),
            value: value.to_owned(),
            suggested: None,
        });
    }
    Ok(settings)
}

/// Returns the workspace's form with the other changes; `None` if there are none.
fn changed_form(
    desk: &Desk,
    row: &WorkspaceRow,
    changes: &[String],
) -> Result<Option<WorkspaceForm>, CommandFailure> {
    let others = changes
        .iter()
        .filter(|change| !change.starts_with("dialect."));
    let mut others = others.peekable();
    if others.peek().is_none() {
        return Ok(None);
    }
    let mut form = desk.workspaces.workspace_form(Some(&row.id))?.form;
    for change in others {
        let (key, value) = split_key_value(change, change)?;
        let Some((_, field)) = FIELDS.iter().find(|(name, _)| *name == key) else {
            let names: Vec<_> = FIELDS.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            return Err(CommandFailure::usage(format!(
                "{change}: unknown setting {key}. The settings are {names} and dialect.KEY."
            )));
        };
        if row.practice && GIVEN.contains(&key) {
            return Err(CommandFailure::usage(format!(
                "{change}: the service and login of Practice are fixed. Add a workspace for your own service."
            )));
        }
        field
            .set(&mut form, value)
            .map_err(|why| CommandFailure::usage(format!("{change}: {why}.")))?;
    }
    Ok(Some(form))
}

fn split_key_value<'a>(change: &str, text: &'a str) -> Result<(&'a str, &'a str), CommandFailure> {
    let wrong = || CommandFailure::usage(format!("{change}: the form is KEY=VALUE."));
    text.split_once('=').ok_or_else(wrong)
}

impl WorkspaceField {
    fn set(&self, form: &mut WorkspaceForm, text: &str) -> Result<(), ArgumentError> {
        match self {
            Self::Text(at) => text.clone_into(at(form)),
            Self::YesNo(at) => *at(form) = parse_yes_no(text)?,
            Self::Colour => form.colour = parse_colour(text)?,
        }
        Ok(())
    }
}

fn parse_colour(text: &str) -> Result<Colour, ArgumentError> {
    serde_json::from_value(json!(text)).map_err(|_| ArgumentError::UnknownColour)
}

fn parse_yes_no(text: &str) -> Result<bool, ArgumentError> {
    match text {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err(ArgumentError::NotYesNo),
    }
}
