//! `adwright workspace set`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_desk::views::{Colour, SettingChange, WorkspaceForm, WorkspaceRow};
use adwright_wire::Setting;
use serde_json::json;

use crate::arguments::Set;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_json;
use crate::printable::one_line;

/// What is set beside the dialect, and where the form has it.
enum Field {
    Text(fn(&mut WorkspaceForm) -> &mut String),
    YesNo(fn(&mut WorkspaceForm) -> &mut bool),
    Colour,
}

/// As `workspace add` calls them.
const FIELDS: [(&str, Field); 8] = [
    ("name", Field::Text(|form| &mut form.name)),
    ("colour", Field::Colour),
    ("base-url", Field::Text(|form| &mut form.address)),
    (
        "allow-plain-http",
        Field::YesNo(|form| &mut form.plain_http),
    ),
    ("username", Field::Text(|form| &mut form.login_name)),
    ("read-only", Field::YesNo(|form| &mut form.read_only)),
    ("production", Field::YesNo(|form| &mut form.production)),
    ("confirm-above", Field::Text(|form| &mut form.confirm_above)),
];

/// What Practice has of its own.
const GIVEN: [&str; 3] = ["base-url", "allow-plain-http", "username"];

/// Changes a workspace's settings; says how the program ends.
pub(super) async fn run(set: &Set, out: &mut impl Write) -> Result<Exit, Stopped> {
    let desk = connect::open_practice().await?;
    let row = desk.workspace_named(&set.named.name)?;
    let dialect = dialect(&set.changes)?;
    let form = form(&desk, &row, &set.changes)?;
    let said = match form {
        Some(form) => desk.set_workspace(&row.id, &dialect, &form)?,
        None => desk.change_settings(&row.id, &dialect)?.message,
    };
    if set.named.json {
        let name = desk.workspace_form(Some(&row.id))?.form.name;
        print_json(&json!({ "id": row.id, "name": name, "message": said }), out)?;
    } else {
        writeln!(out, "{}", one_line(&said)).map_err(Stopped::Output)?;
    }
    Ok(Exit::Fine)
}

/// The settings of the dialect among the changes.
fn dialect(changes: &[String]) -> Result<Vec<SettingChange>, Failure> {
    let mut settings = Vec::new();
    for change in changes {
        let Some(setting) = change.strip_prefix("dialect.") else {
            continue;
        };
        let (key, value) = parted(change, setting)?;
        let wrong = |error| Failure::usage(format!("{change}: {error}."));
        settings.push(SettingChange {
            key: Setting::of_key(key).map_err(wrong)?.key.to_owned(),
            value: value.to_owned(),
            suggested: None,
        });
    }
    Ok(settings)
}

/// The workspace's form with the other changes; none where there are none.
fn form(
    desk: &Desk,
    row: &WorkspaceRow,
    changes: &[String],
) -> Result<Option<WorkspaceForm>, Failure> {
    let others = changes
        .iter()
        .filter(|change| !change.starts_with("dialect."));
    let mut others = others.peekable();
    if others.peek().is_none() {
        return Ok(None);
    }
    let mut form = desk.workspace_form(Some(&row.id))?.form;
    for change in others {
        let (key, value) = parted(change, change)?;
        let Some((_, field)) = FIELDS.iter().find(|(name, _)| *name == key) else {
            let names: Vec<_> = FIELDS.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            return Err(Failure::usage(format!(
                "{change}: there is no setting {key}; there are {names}, and dialect.KEY."
            )));
        };
        if row.practice && GIVEN.contains(&key) {
            return Err(Failure::usage(format!(
                "{change}: Practice comes with its service and login; make a workspace for a service of your own."
            )));
        }
        field
            .set(&mut form, value)
            .map_err(|why| Failure::usage(format!("{change}: {why}.")))?;
    }
    Ok(Some(form))
}

fn parted<'a>(change: &str, text: &'a str) -> Result<(&'a str, &'a str), Failure> {
    let wrong = || Failure::usage(format!("{change}: it has the form KEY=VALUE."));
    text.split_once('=').ok_or_else(wrong)
}

impl Field {
    fn set(&self, form: &mut WorkspaceForm, text: &str) -> Result<(), String> {
        match self {
            Self::Text(at) => text.clone_into(at(form)),
            Self::YesNo(at) => *at(form) = yes_no(text)?,
            Self::Colour => form.colour = colour(text)?,
        }
        Ok(())
    }
}

fn colour(text: &str) -> Result<Colour, String> {
    let wrong = |_| "it is one of green, blue, violet, amber, red, teal, pink and grey".to_owned();
    serde_json::from_value(json!(text)).map_err(wrong)
}

fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err("it is true or false".to_owned()),
    }
}
