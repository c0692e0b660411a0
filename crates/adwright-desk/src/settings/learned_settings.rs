//! Settings that are learned from replies of a service.
//!
//! Learned settings apply to the next request without reopening the workspace. Nobody set another value, so nobody
//! expects one. A setting that a person set, or accepted from the doctor, is never replaced.

use adwright_store::WorkspaceSettings;
use adwright_wire::{Dialect, Setting};

use super::OriginRecords;

use crate::context::Context;
use crate::error::{Error, WorkspaceError};
use crate::host::PRACTICE;
use crate::settings::ServiceSettings;

/// Settings that apply at once while the workspace is open.
const AT_ONCE: [&str; 2] = ["batchCap", "pagingWindow"];
/// The prefix of further settings that apply at once, one for each kind.
pub(super) const REFERENCES: &str = "clientRefId.";

/// Returns whether these settings change the service or the requests, compared with the opened ones.
pub(crate) fn has_changed_connection_settings(
    context: &Context,
    settings: &WorkspaceSettings,
) -> bool {
    let opened = &context.workspace.settings;
    let is_dialect_other = settings.dialect != opened.dialect
        && serde_json::from_str::<Dialect>(&settings.dialect).map_or(true, |dialect| {
            dialect != dialect_with_learned(context, settings)
        });
    is_dialect_other
        || opened.base_url != settings.base_url
        || opened.login != settings.login
        || opened.plain_http != settings.plain_http
}

/// Returns the dialect of the open workspace with all settings that were learned since it was opened.
pub(crate) fn current_dialect(context: &Context) -> Result<Dialect, Error> {
    Ok(dialect_with_learned(context, &context.settings()?))
}

/// Returns the dialect of the open workspace with the settings that these stored settings have learned.
pub(crate) fn dialect_with_learned(context: &Context, settings: &WorkspaceSettings) -> Dialect {
    let mut dialect = context.dialect.clone();
    let Ok(stored) = serde_json::from_str::<Dialect>(&settings.dialect) else {
        return dialect;
    };
    let marks = OriginRecords::parse(&settings.marks);
    let at_once = |key: &&str| AT_ONCE.contains(key) || key.starts_with(REFERENCES);
    let learned = marks.learned_keys().filter(at_once);
    for setting in learned.filter_map(|key| Setting::from_key(key).ok()) {
        if let Some(value) = setting.get(&stored) {
            // The value comes from a dialect that has this setting.
            let _ = setting.set(&mut dialect, &value);
        }
    }
    dialect
}

impl ServiceSettings {
    /// Stores a learned value for a setting that nobody set, with a sentence about its source. Returns whether the
    /// value is new.
    pub(crate) fn learn_setting(
        &self,
        key: &'static str,
        value: &str,
        why: &str,
    ) -> Result<bool, Error> {
        let mut editable = self.load_editable(&self.context.workspace.id)?;
        let setting = Setting::from_key(key).expect("what is learned is a setting");
        let now = setting.get(&editable.dialect);
        let is_default = now == editable.default_value(setting);
        let is_known = now.as_deref() == Some(value);
        // The settings of Practice fit it, and experiments there must teach nothing.
        let is_practice = editable.stored.base_url == PRACTICE;
        if is_known || is_practice || !editable.marks.can_learn(key, is_default) {
            return Ok(false);
        }
        setting
            .set(&mut editable.dialect, value)
            .map_err(WorkspaceError::Setting)?;
        editable.marks.record_learned(key, self.context.now(), why);
        self.save_editable(&self.context.workspace.id, &editable)?;
        Ok(true)
    }
}
