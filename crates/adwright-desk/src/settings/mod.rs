//! Shows the settings of a workspace with their defaults and origins, changes them, and undoes changes.

mod apply;
mod learned_settings;
mod origins;

use std::sync::Arc;

use adwright_model::{Binding, EditableDocument, Kind};
use adwright_store::WorkspaceSettings;
use adwright_views::{
    self, ConnectionSettings, PreviousSetting, SettingChange, SettingChoice, SettingInput,
    SettingRow, SettingsChangeResult, saturating_u32,
};
use adwright_wire::{Dialect, Setting, SettingCategory, SettingType};
use derive_new::new;
use origins::OriginRecords;
use url::{Host, Url};

pub(crate) use apply::{is_other_server, leftover_secrets_note};
pub(crate) use learned_settings::{
    current_dialect, dialect_with_learned, has_changed_connection_settings,
};

use crate::context::Context;
use crate::credentials::StoredSecrets;
use crate::doctor::{NOT_FOUND, binding_location, binding_setting};
use crate::error::{Error, PracticeRefusal, UnusableReason, WorkspaceError};
use crate::host::PRACTICE;
use crate::wording::{
    LoginChange, changed_settings_message, default_source_label, no_samples_note,
    practice_refusal_message,
};

/// The setting of the login method, which all other login settings belong to.
const LOGIN: &str = "authentication";

/// The most documents of a kind that are searched for the places of fields.
const LOOKED_AT: u32 = 25;

/// The settings of a workspace, loaded for a change.
struct EditableSettings {
    stored: WorkspaceSettings,
    dialect: Dialect,
    marks: OriginRecords,
}

/// Changed settings that are not stored yet.
struct PlannedSettings {
    editable: EditableSettings,
    before: Vec<PreviousSetting>,
    message: String,
}

/// The settings that say how a service is asked.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct ServiceSettings {
    context: Arc<Context>,
    secrets: StoredSecrets,
}

impl ServiceSettings {
    /// Returns the settings of a workspace. Only the open workspace shows where fields were found.
    pub fn connection_settings(&self, workspace: &str) -> Result<ConnectionSettings, Error> {
        let editable = self.load_editable(workspace)?;
        let is_open = workspace == self.context.workspace.id;
        let rows = |group: SettingCategory| adwright_views::SettingGroupView {
            title: group.title().to_owned(),
            rows: group
                .settings()
                .iter()
                .filter_map(|setting| setting_row(&editable, setting))
                .collect(),
        };
        let mut groups: Vec<_> = SettingCategory::ALL.map(rows).into();
        if is_open {
            for kind in [Kind::Campaign, Kind::RetargetingDataValue] {
                fill_found_places(
                    &editable.dialect,
                    kind,
                    &sample_documents(&self.context, kind)?,
                    &mut groups,
                );
            }
        }
        let changed = groups.iter().flat_map(|group| &group.rows);
        Ok(ConnectionSettings {
            workspace: workspace.to_owned(),
            changed: saturating_u32(changed.filter(|row| row.changed).count()),
            locked: (editable.stored.base_url == PRACTICE)
                .then(|| practice_refusal_message(PracticeRefusal::Settings).to_owned()),
            pending: is_open
                && editable.dialect != dialect_with_learned(&self.context, &editable.stored),
            address: if editable.stored.base_url == PRACTICE {
                location_label(PRACTICE)
            } else {
                editable.stored.base_url.clone()
            },
            name: editable.stored.name,
            groups,
        })
    }

    /// Changes settings of a workspace, all or none. The changes are on disk when this returns.
    ///
    /// # Errors
    /// If a value does not fit. For Practice. For another login method
    /// while the outcome of a sent item is unknown.
    pub fn change_settings(
        &self,
        workspace: &str,
        changes: &[SettingChange],
    ) -> Result<SettingsChangeResult, Error> {
        let planned = self.plan_changes(workspace, changes)?;
        let note = self.save_editable(workspace, &planned.editable)?;
        let sentences = [planned.message].into_iter().chain(note);
        Ok(SettingsChangeResult {
            settings: self.connection_settings(workspace)?,
            message: sentences.collect::<Vec<_>>().join(" "),
            before: planned.before,
        })
    }

    /// Returns the settings of a workspace after these changes, and the message about them. Stores nothing.
    ///
    /// # Errors
    /// As for [`ServiceSettings::change_settings`].
    pub(crate) fn preview_settings(
        &self,
        workspace: &str,
        changes: &[SettingChange],
    ) -> Result<(WorkspaceSettings, String), Error> {
        let planned = self.plan_changes(workspace, changes)?;
        Ok((planned.editable.to_stored()?, planned.message))
    }

    fn plan_changes(
        &self,
        workspace: &str,
        changes: &[SettingChange],
    ) -> Result<PlannedSettings, Error> {
        let mut editable = self.load_editable(workspace)?;
        let mut changes: Vec<_> = changes.iter().collect();
        // Settings of a login method come after the method itself.
        changes.sort_by_key(|change| change.key != LOGIN);
        let mut before = Vec::new();
        let mut titles = Vec::new();
        if changes.iter().any(|change| change.key == LOGIN) {
            before.extend(editable.clear_login_origins());
        }
        for change in &changes {
            let setting = Setting::from_key(&change.key).map_err(WorkspaceError::Setting)?;
            let is_known = before.iter().any(|known| known.key == change.key);
            before.extend(editable.snapshot(setting).filter(|_| !is_known));
            titles.push(setting.title);
        }
        for change in changes {
            self.change_setting(&mut editable, change)?;
        }
        let login = if before.iter().any(|before| before.key == LOGIN) {
            LoginChange::OtherLogin
        } else {
            LoginChange::SameLogin
        };
        let message = changed_settings_message(&titles, login);
        Ok(PlannedSettings {
            editable,
            before,
            message,
        })
    }

    /// Restores settings and their origins to the state before a change.
    pub fn restore_settings(
        &self,
        workspace: &str,
        before: &[PreviousSetting],
    ) -> Result<ConnectionSettings, Error> {
        let mut editable = self.load_editable(workspace)?;
        let mut before: Vec<_> = before.iter().collect();
        before.sort_by_key(|before| before.key != LOGIN);
        if before.iter().any(|before| before.key == LOGIN) {
            editable.clear_login_origins();
        }
        for PreviousSetting { key, value, mark } in before {
            let setting = Setting::from_key(key).map_err(WorkspaceError::Setting)?;
            setting
                .set(&mut editable.dialect, value)
                .map_err(WorkspaceError::Setting)?;
            editable.marks.restore(key, mark.as_deref());
        }
        self.save_editable(workspace, &editable)?;
        self.connection_settings(workspace)
    }

    fn change_setting(
        &self,
        editable: &mut EditableSettings,
        change: &SettingChange,
    ) -> Result<(), Error> {
        let setting = Setting::from_key(&change.key).map_err(WorkspaceError::Setting)?;
        let before = setting.get(&editable.dialect);
        setting
            .set(&mut editable.dialect, &change.value)
            .map_err(WorkspaceError::Setting)?;
        if setting.get(&editable.dialect) == before && editable.marks.is_learned(setting.key) {
            // The setting keeps its learned origin, so that later replies can still update it.
            return Ok(());
        }
        // Sending references is a choice, even if it equals the default: replies must not change it later.
        let may_be_learned = !setting.key.starts_with(learned_settings::REFERENCES)
            && setting.get(&editable.dialect) == editable.default_value(setting);
        let suggested = change.suggested.as_deref();
        editable
            .marks
            .record_change(setting.key, self.context.now(), suggested, may_be_learned);
        Ok(())
    }

    fn load_editable(&self, workspace: &str) -> Result<EditableSettings, Error> {
        let stored = self.context.store.workspace_get(workspace)?.settings;
        Ok(EditableSettings {
            marks: OriginRecords::parse(&stored.marks),
            dialect: parse_stored_dialect(&stored)?,
            stored,
        })
    }

    /// Stores settings. Returns a note about secrets that are removed with the former settings.
    fn save_editable(
        &self,
        workspace: &str,
        editable: &EditableSettings,
    ) -> Result<Option<String>, Error> {
        let after = editable.to_stored()?;
        let (_, deleted) = self.apply_workspace_settings(workspace, &editable.stored, &after)?;
        Ok(leftover_secrets_note(&deleted))
    }
}

/// Returns some of the fetched documents of a kind.
pub(crate) fn sample_documents(
    context: &Context,
    kind: Kind,
) -> Result<Vec<EditableDocument>, Error> {
    let texts = context
        .store
        .cache_texts(&context.workspace.id, kind, (None, LOOKED_AT))?;
    let samples = texts
        .iter()
        .filter_map(|(_, text)| EditableDocument::parse(text).ok());
    Ok(samples.collect())
}

impl EditableSettings {
    /// Returns all settings of the workspace with the changes so far.
    fn to_stored(&self) -> Result<WorkspaceSettings, Error> {
        if self.stored.base_url == PRACTICE {
            return Err(WorkspaceError::Practice(PracticeRefusal::Settings).into());
        }
        if let Some(error) = self.dialect.header_conflict() {
            return Err(WorkspaceError::Dialect(error.into()).into());
        }
        Ok(WorkspaceSettings {
            dialect: serde_json::to_string(&self.dialect).expect("a dialect is plain data"),
            marks: self.marks.to_json(),
            ..self.stored.clone()
        })
    }

    /// Returns all settings of the login method, so that they can be restored, and removes their origins.
    fn clear_login_origins(&mut self) -> Vec<PreviousSetting> {
        let own = |key: &str| {
            let rest = key.strip_prefix(LOGIN);
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        let all = Setting::all().filter(|setting| own(setting.key));
        let left: Vec<_> = all.filter_map(|setting| self.snapshot(setting)).collect();
        for before in &left {
            self.marks.restore(&before.key, None);
        }
        left
    }

    /// Returns a setting's default for the current login method.
    fn default_value(&self, setting: &Setting) -> Option<String> {
        if self.stored.base_url == PRACTICE {
            return setting.get(&Dialect::practice());
        }
        let mut default = Dialect::default();
        if setting.key.starts_with("authentication.") {
            let login = Setting::from_key("authentication").ok()?;
            login.set(&mut default, &login.get(&self.dialect)?).ok()?;
        }
        setting.get(&default)
    }

    /// Returns a setting with its origin; none if it belongs to another login method.
    fn snapshot(&self, setting: &Setting) -> Option<PreviousSetting> {
        Some(PreviousSetting {
            key: setting.key.to_owned(),
            value: setting.get(&self.dialect)?,
            mark: self.marks.origin_json(setting.key),
        })
    }
}

/// Returns a setting's row; none if it belongs to another login method.
fn setting_row(editable: &EditableSettings, setting: &Setting) -> Option<SettingRow> {
    let value = setting.get(&editable.dialect)?;
    let default = editable.default_value(setting)?;
    let changed = value != default;
    Some(SettingRow {
        key: setting.key.to_owned(),
        title: setting.title.to_owned(),
        help: setting.help.to_owned(),
        default_shown: setting.display_value(&default),
        source: default_source_label(setting.source).to_owned(),
        mark: editable.marks.view(setting.key, !changed),
        input: setting_input(setting),
        observed_place: None,
        value,
        default,
        changed,
    })
}

fn setting_input(setting: &Setting) -> SettingInput {
    let choice = |(value, label): (&str, &str)| SettingChoice {
        value: value.to_owned(),
        label: label.to_owned(),
    };
    let text = |unit: &str, placeholder: &str| SettingInput::Text {
        unit: unit.to_owned(),
        placeholder: placeholder.to_owned(),
    };
    match setting.value_type() {
        SettingType::YesNo => SettingInput::Choice {
            choices: [("true", "Yes"), ("false", "No")].map(choice).into(),
        },
        SettingType::OneOf(choices) => SettingInput::Choice {
            choices: choices
                .iter()
                .map(|one| choice((one.value, one.label)))
                .collect(),
        },
        SettingType::Number { unit, .. } => text(unit, ""),
        SettingType::Text { .. } | SettingType::Place { .. } => {
            text("", &setting.display_value(""))
        }
    }
}

/// Fills in where each binding of a kind was found in fetched documents.
fn fill_found_places(
    dialect: &Dialect,
    kind: Kind,
    samples: &[EditableDocument],
    groups: &mut [adwright_views::SettingGroupView],
) {
    let of_kind = || Binding::ALL.into_iter().filter(|one| one.kind() == kind);
    for row in groups.iter_mut().flat_map(|group| &mut group.rows) {
        let Some(binding) = of_kind().find(|one| binding_setting(*one).key == row.key) else {
            continue;
        };
        let found = samples
            .iter()
            .find_map(|sample| binding_location(dialect, binding, sample));
        row.observed_place = Some(match found {
            Some(found) => found,
            None if samples.is_empty() => no_samples_note(kind).to_owned(),
            None => NOT_FOUND.to_owned(),
        });
    }
}

/// Describes where a service is. An invalid address is shown unchanged.
pub(crate) fn location_label(base_url: &str) -> String {
    if base_url == PRACTICE {
        return "on this computer".to_owned();
    }
    let Ok(url) = base_url.parse::<Url>() else {
        return base_url.to_owned();
    };
    let host = url.host_str().unwrap_or_default();
    let port = url
        .port()
        .map_or_else(String::new, |port| format!(":{port}"));
    let how = match url.scheme() {
        "http" if !is_loopback_url(&url) => ", not encrypted",
        _ => "",
    };
    format!("{host}{port}{how}")
}

/// Parses the dialect of stored settings. An unreadable dialect is never replaced by another one, because that could
/// send a password to the wrong place.
pub(crate) fn parse_stored_dialect(
    settings: &WorkspaceSettings,
) -> Result<Dialect, WorkspaceError> {
    serde_json::from_str(&settings.dialect).map_err(|_| WorkspaceError::Unusable {
        name: settings.name.clone(),
        reason: UnusableReason::DamagedSettings,
    })
}

/// Returns whether an address is on this computer, so that it needs no encryption.
pub(crate) fn is_loopback_url(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}
