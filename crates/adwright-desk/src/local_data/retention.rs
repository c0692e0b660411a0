//! The rule that removes old versions and raw replies. Receipts, drafts and the newest version of each object stay.

use std::sync::PoisonError;

use adwright_store::OldData;
use adwright_views::{RetentionPreview, saturating_u32};
use serde::{Deserialize, Serialize};

use super::data_size;

use crate::error::Error;
use crate::local_data::LocalData;
use crate::wording::{removal_message, retention_message, retention_preview_message};

/// The preference with the number of months that old data stays; missing if it stays forever.
const KEEP_MONTHS: &str = "retention.months";
/// The preference with the last removal.
const LAST_REMOVAL: &str = "retention.last";

/// A removal by the rule.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Removal {
    at: i64,
    versions: u64,
    replies: u64,
    bytes: u64,
}

impl Removal {
    const fn new(old: &OldData, at: i64) -> Self {
        Self {
            at,
            versions: old.versions.count,
            replies: old.replies.count,
            bytes: old.versions.bytes + old.replies.bytes,
        }
    }
}

impl LocalData {
    /// Returns how many months old data stays; none if it stays forever.
    pub(super) fn keep_months(&self) -> Result<Option<u32>, Error> {
        let months = self.context.store.preference_get(KEEP_MONTHS)?;
        Ok(months.and_then(|months| months.parse().ok()))
    }

    /// Returns a sentence about the last removal by the rule.
    pub(super) fn last_removal(&self) -> Result<Option<String>, Error> {
        let last = self.context.store.preference_get(LAST_REMOVAL)?;
        let last = last.and_then(|json| serde_json::from_str(&json).ok());
        Ok(last.map(|removal: Removal| self.describe(&removal)))
    }

    /// Returns what a rule would remove now.
    pub fn preview_retention(&self, months: Option<u32>) -> Result<RetentionPreview, Error> {
        let old = match self.cutoff(months) {
            Some(before) => self.context.store.old_data(before)?,
            None => OldData::default(),
        };
        let bytes = old.versions.bytes + old.replies.bytes;
        Ok(RetentionPreview {
            versions: saturating_u32(old.versions.count),
            replies: saturating_u32(old.replies.count),
            size: data_size(bytes),
            message: retention_preview_message(months, &old),
        })
    }

    /// Sets the rule, and applies it at once. Returns what happened, in words.
    pub fn set_retention(&self, months: Option<u32>) -> Result<String, Error> {
        let store = &self.context.store;
        match months {
            Some(months) => store.preference_set(KEEP_MONTHS, &months.to_string())?,
            None => store.preference_delete(KEEP_MONTHS)?,
        }
        let removal = self.remove_old_data()?;
        let removed = removal.map(|removal| self.describe(&removal));
        Ok(retention_message(months, removed.as_deref()))
    }

    /// Applies the rule. Returns whether it removed anything.
    pub fn apply_retention(&self) -> Result<bool, Error> {
        let Some(removal) = self.remove_old_data()? else {
            return Ok(false);
        };
        let message = self.describe(&removal);
        *self.removed.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        Ok(true)
    }

    /// Returns what the rule removed at this start, in words; none if it removed nothing.
    pub(crate) fn removed(&self) -> Option<String> {
        let removed = self.removed.lock();
        removed.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remove_old_data(&self) -> Result<Option<Removal>, Error> {
        let (store, at) = (&self.context.store, self.context.now());
        let Some(before) = self.cutoff(self.keep_months()?) else {
            return Ok(None);
        };
        let old = store.remove_old_data(before, at)?;
        if old.is_empty() {
            return Ok(None);
        }
        let removal = Removal::new(&old, at);
        let json = serde_json::json!(removal).to_string();
        store.preference_set(LAST_REMOVAL, &json)?;
        Ok(Some(removal))
    }

    /// Returns the time before which data is old; none if no data is.
    fn cutoff(&self, months: Option<u32>) -> Option<i64> {
        let now = self.context.clock.now();
        let cutoff = self.context.zone.months_before(now, months?)?;
        Some(cutoff.as_millisecond())
    }

    fn describe(&self, removal: &Removal) -> String {
        let Removal {
            at,
            versions,
            replies,
            bytes,
        } = *removal;
        removal_message(&self.context.zone, at, (versions, replies), bytes)
    }
}
