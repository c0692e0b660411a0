//! A workspace's settings as a file for other computers and colleagues. A file with a secret is refused.

use adwright_model::{FieldRole, InferredType, Kind, Path};
use adwright_store::{StoredCustomField, WorkspaceGuards, WorkspaceSettings};
use adwright_views::{Colour, ExportedFile, SavedWorkspace, WorkspaceForm};
use adwright_wire::{Dialect, is_secret_like};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::form::{header_lines, login_kind, secret_headers};
use super::refuse_practice;
use super::save::unopened_workspace;

use crate::error::{Error, PracticeRefusal, SettingsFileError, WorkspaceError};
use crate::host::write_new_file;
use crate::settings::parse_stored_dialect;
use crate::wording::{IMPORTED_UNENCRYPTED, IMPORTED_WITHOUT_SECRET};
use crate::workspaces::Workspaces;

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

impl Workspaces {
    /// Writes a workspace's settings and learned fields into a new file, without secrets. The file does not allow plain
    /// HTTP: the person who imports it decides that again.
    pub fn export_settings(&self, id: &str) -> Result<ExportedFile, Error> {
        let workspace = self.context.store.workspace_get(id)?;
        refuse_practice(&workspace, PracticeRefusal::Export)?;
        let settings = workspace.settings;
        let dialect = parse_stored_dialect(&settings)?;
        let fields = self
            .context
            .store
            .custom_field_list(id, Kind::Campaign)?
            .into_iter();
        let line = |field: StoredCustomField| FieldLine {
            // Names of advertisers and brands are business data, not settings.
            choices: field
                .choices
                .into_iter()
                .filter(|_| !is_entity(field.role.as_deref()))
                .collect(),
            path: field.path,
            guess: field.guess,
            role: field.role,
        };
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
        write_new_file(
            &self.context.paths.exports(),
            &name,
            "json",
            &file_json(&file),
        )
    }

    /// Creates a workspace from the text of a settings file. The workspace is not opened, and its password must still
    /// be entered.
    ///
    /// # Errors
    /// Fails if the text is not a settings file, has a newer version, or has a member that is named like a secret.
    pub fn import_settings(&self, text: &str) -> Result<SavedWorkspace, Error> {
        let file = parse_settings_file(text).map_err(WorkspaceError::File)?;
        if let Some(error) = file.dialect.validation_error() {
            return Err(WorkspaceError::Dialect(error).into());
        }
        let name = self.free_workspace_name(file.name.trim())?;
        let form = form_from_file(&file, name.clone());
        let is_unencrypted = self.check_form(None, None, &form)?.into_result()?;
        let needs_secret = !file.dialect.authentication.secret_names().is_empty();
        let note = match (is_unencrypted, needs_secret) {
            (true, _) => Some(IMPORTED_UNENCRYPTED),
            (false, true) => Some(IMPORTED_WITHOUT_SECRET),
            (false, false) => None,
        };
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
        let imported = self
            .context
            .store
            .workspace_insert(&settings, self.context.now())?;
        let learned_at = self.context.now();
        let field = |line: FieldLine| StoredCustomField {
            path: line.path,
            guess: line.guess,
            role: line.role,
            choices: line.choices,
            learned_at,
        };
        let fields: Vec<_> = file.fields.into_iter().map(field).collect();
        self.context
            .store
            .custom_field_put(&imported.id, Kind::Campaign, &fields)?;
        Ok(SavedWorkspace {
            note: note.map(str::to_owned),
            ..unopened_workspace(imported)
        })
    }
}

fn parse_settings_file(text: &str) -> Result<SettingsFile, SettingsFileError> {
    let value: Value = serde_json::from_str(text).map_err(SettingsFileError::NotJson)?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(SettingsFileError::OtherFormat);
    }
    if value.get("version").and_then(Value::as_u64) != Some(VERSION.into()) {
        return Err(SettingsFileError::OtherVersion);
    }
    if let Some(place) = find_secret_member(&value, "") {
        let place = place.trim_start_matches('.');
        return Err(SettingsFileError::ContainsSecret(place.to_owned()));
    }
    let file: SettingsFile =
        serde_json::from_value(value).map_err(SettingsFileError::Unreadable)?;
    let is_known = |field: &FieldLine| {
        field.path.parse::<Path>().is_ok() && InferredType::parse(&field.guess).is_some()
    };
    match file.fields.iter().find(|field| !is_known(field)) {
        Some(field) => Err(SettingsFileError::LearnedField(field.path.clone())),
        None => Ok(file),
    }
}

fn is_entity(role: Option<&str>) -> bool {
    let role = role.and_then(FieldRole::parse);
    matches!(role, Some(FieldRole::Advertiser | FieldRole::Brand))
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
