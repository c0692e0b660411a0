//! A workspace's settings as a file for other computers and colleagues. A file with a secret is refused.

use adwright_model::{InferredType, Kind, Path};
use adwright_store::{StoredCustomField, WorkspaceGuards, WorkspaceSettings};
use adwright_wire::{Dialect, is_secret_like};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::export_file::write_new_file;
use super::form::{header_lines, login_kind, secret_headers};
use super::refuse_practice;
use super::save::saved_workspace;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{Colour, ExportedFile, SavedWorkspace, WorkspaceForm};

/// The format name and the only format version.
const FORMAT: &str = "adwright-workspace";
const VERSION: u32 = 1;

/// The members that are named like a secret but hold none: they describe the login.
const LOGIN_PLACES: [&str; 4] = [
    ".dialect.authentication",
    ".dialect.authentication.session",
    ".dialect.authentication.session.passwordMember",
    ".dialect.authentication.session.token",
];

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SettingsFile {
    format: String,
    version: u32,
    name: String,
    colour: String,
    address: String,
    login: Option<String>,
    read_only: bool,
    production: bool,
    confirm_above: u32,
    dialect: Dialect,
    fields: Vec<FieldLine>,
}

/// A field that was learned from a sample.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldLine {
    path: String,
    guess: String,
}

impl Desk {
    /// Writes a workspace's settings and learned fields into a new file, without secrets. The file does not allow plain
    /// HTTP: the person who imports it decides that again.
    pub fn export_settings(&self, id: &str) -> Result<ExportedFile, Error> {
        let workspace = self.store.workspace_get(id)?;
        let why = "Practice is on every computer; there is nothing to export.";
        refuse_practice(&workspace, why)?;
        let settings = workspace.settings;
        let dialect = serde_json::from_str(&settings.dialect);
        let dialect = dialect.map_err(|_| Error::WorkspaceUnusable {
            name: settings.name.clone(),
            why: "its settings are damaged, or of a newer version of Adwright".to_owned(),
        })?;
        let fields = self
            .store
            .custom_field_list(id, Kind::Campaign)?
            .into_iter();
        let line = |StoredCustomField { path, guess, .. }| FieldLine { path, guess };
        let file = SettingsFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            colour: settings.colour,
            address: settings.base_url,
            login: settings.login,
            read_only: settings.guards.read_only,
            production: settings.guards.production,
            confirm_above: settings.guards.confirm_above,
            dialect,
            fields: fields.map(line).collect(),
            name: settings.name.clone(),
        };
        let name = format!("{}-settings", settings.name);
        write_new_file(&self.paths.exports(), &name, "json", &file_json(&file))
    }

    /// Creates a workspace from the text of a settings file. The workspace is not opened, and its password must still
    /// be entered.
    ///
    /// # Errors
    /// Fails if the text is not a settings file, has a newer version, or has a member that is named like a secret.
    pub fn import_settings(&self, text: &str) -> Result<SavedWorkspace, Error> {
        let file = parse_settings_file(text)?;
        if let Some(why) = file.dialect.validation_error() {
            return Err(Error::InvalidInput(why));
        }
        let name = self.free_workspace_name(file.name.trim())?;
        let form = form_from_file(&file, name.clone());
        let judgement = self.validate_workspace(None, &form)?;
        if let Some(problem) = judgement.problems.into_iter().next() {
            return Err(Error::InvalidInput(problem.message));
        }
        let needs_secret = !file.dialect.authentication.secret_names().is_empty();
        let note = import_note(needs_secret, judgement.plain_http.is_some());
        let settings = WorkspaceSettings {
            colour: Colour::parse(&file.colour).as_str().to_owned(),
            guards: WorkspaceGuards {
                read_only: file.read_only,
                production: file.production,
                confirm_above: file.confirm_above,
            },
            ..WorkspaceSettings::new(
                &name,
                form.address.trim(),
                &dialect_json(&file.dialect),
                file.login.as_deref(),
            )
        };
        let made = self.store.workspace_insert(&settings, self.now())?;
        let learned_at = self.now();
        let field = |FieldLine { path, guess }| StoredCustomField {
            path,
            guess,
            learned_at,
        };
        let fields: Vec<_> = file.fields.into_iter().map(field).collect();
        self.store
            .custom_field_put(&made.id, Kind::Campaign, &fields)?;
        Ok(SavedWorkspace {
            note,
            ..saved_workspace(made, false)
        })
    }
}

fn parse_settings_file(text: &str) -> Result<SettingsFile, Error> {
    let unfit = |why: String| Error::InvalidInput(why);
    let value: Value = serde_json::from_str(text)
        .map_err(|why| unfit(format!("These are no settings of a workspace: {why}.")))?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(unfit(
            "These are no settings of a workspace. Choose a file that Adwright exported."
                .to_owned(),
        ));
    }
    if value.get("version").and_then(Value::as_u64) != Some(VERSION.into()) {
        return Err(unfit(
            "These settings are of another version of Adwright. Install the newest one.".to_owned(),
        ));
    }
    if let Some(place) = find_secret_member(&value, "") {
        let place = place.trim_start_matches('.');
        return Err(unfit(format!(
            "This file has “{place}” in it, which looks like a secret. Take it out; you enter the password in \
             Adwright, and it is kept in the keyring."
        )));
    }
    let file: SettingsFile = serde_json::from_value(value)
        .map_err(|why| unfit(format!("These settings cannot be read: {why}.")))?;
    let is_known = |field: &FieldLine| {
        field.path.parse::<Path>().is_ok() && InferredType::parse(&field.guess).is_some()
    };
    match file.fields.iter().find(|field| !is_known(field)) {
        Some(field) => Err(unfit(format!(
            "The learned field “{}” cannot be read.",
            field.path
        ))),
        None => Ok(file),
    }
}

/// Returns the path of the first member that is named like a secret.
fn find_secret_member(value: &Value, at: &str) -> Option<String> {
    match value {
        Value::Object(members) => members.iter().find_map(|(name, value)| {
            let place = format!("{at}.{name}");
            if is_secret_like(name) && !LOGIN_PLACES.contains(&&*place) {
                return Some(place);
            }
            find_secret_member(value, &place)
        }),
        Value::Array(items) => items.iter().find_map(|item| find_secret_member(item, at)),
        _ => None,
    }
}

/// Returns the file as a form, to be validated like typed input. Plain HTTP is not refused here: the person decides
/// about it before opening the workspace.
fn form_from_file(file: &SettingsFile, name: String) -> WorkspaceForm {
    WorkspaceForm {
        name,
        colour: Colour::parse(&file.colour),
        address: file.address.clone(),
        plain_http: true,
        login: login_kind(&file.dialect.authentication),
        login_name: file.login.clone().unwrap_or_default(),
        headers: secret_headers(&file.dialect.authentication).join(", "),
        plain_headers: header_lines(&file.dialect.plain_headers),
        read_only: file.read_only,
        production: file.production,
        confirm_above: file.confirm_above.to_string(),
    }
}

fn file_json(file: &SettingsFile) -> String {
    let text = serde_json::to_string_pretty(file).expect("settings are plain data");
    text + "\n"
}

fn dialect_json(dialect: &Dialect) -> String {
    serde_json::to_string(dialect).expect("a dialect is plain data")
}

fn import_note(needs_secret: bool, is_unencrypted: bool) -> Option<String> {
    match (needs_secret, is_unencrypted) {
        (_, true) => Some(
            "Its address is not encrypted. Look at its settings before you open it.".to_owned(),
        ),
        (true, false) => Some("Enter its password in its settings, then open it.".to_owned()),
        (false, false) => None,
    }
}
