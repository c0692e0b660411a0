//! The origins of setting values. They are stored beside the dialect, never in it.
//!
//! Origins stay on this computer, and a settings file has none. Who set a value, when and why is true only of the
//! computer where it happened.

use std::collections::BTreeMap;

use adwright_views::{SettingOrigin, SettingOriginKind};
use serde::{Deserialize, Serialize};

use crate::host::rfc3339;
use crate::wording::setting_source_label;

/// The origin of one setting's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OriginRecord {
    source: SettingOriginKind,
    /// In epoch milliseconds.
    at: i64,
    why: Option<String>,
}

/// The origins in a workspace, by setting key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct OriginRecords(BTreeMap<String, OriginRecord>);

impl OriginRecords {
    /// Parses stored origins. Unreadable origins are ignored: they only explain values.
    pub(super) fn parse(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("marks are plain data")
    }

    /// Records that a person or the doctor set a value. A person's return to a default that may be learned removes
    /// the record.
    pub(super) fn record_change(
        &mut self,
        key: &str,
        at: i64,
        suggested: Option<&str>,
        may_be_learned: bool,
    ) {
        let source = if suggested.is_some() {
            SettingOriginKind::Doctor
        } else {
            SettingOriginKind::Person
        };
        let why = suggested.map(str::to_owned);
        if may_be_learned && suggested.is_none() {
            self.0.remove(key);
        } else {
            self.0
                .insert(key.to_owned(), OriginRecord { source, at, why });
        }
    }

    /// Records that a value was learned, and from what.
    pub(super) fn record_learned(&mut self, key: &str, at: i64, why: &str) {
        let mark = OriginRecord {
            source: SettingOriginKind::Learned,
            at,
            why: Some(why.to_owned()),
        };
        self.0.insert(key.to_owned(), mark);
    }

    /// Returns whether a learned value may replace the current one, because nobody set it.
    pub(super) fn can_learn(&self, key: &str, is_default: bool) -> bool {
        match self.0.get(key) {
            Some(mark) => mark.source == SettingOriginKind::Learned,
            None => is_default,
        }
    }

    /// Returns whether the value was learned, and nobody set it since.
    pub(super) fn is_learned(&self, key: &str) -> bool {
        self.learned_keys().any(|learned| learned == key)
    }

    /// Returns the settings that were learned.
    pub(super) fn learned_keys(&self) -> impl Iterator<Item = &str> {
        let learned = self.0.iter();
        let learned = learned.filter(|(_, mark)| mark.source == SettingOriginKind::Learned);
        learned.map(|(key, _)| key.as_str())
    }

    /// Returns one origin as JSON, so that it can be restored later.
    pub(super) fn origin_json(&self, key: &str) -> Option<String> {
        let mark = self.0.get(key)?;
        Some(serde_json::to_string(mark).expect("a mark is plain data"))
    }

    pub(super) fn restore(&mut self, key: &str, kept: Option<&str>) {
        match kept.and_then(|kept| serde_json::from_str(kept).ok()) {
            Some(mark) => drop(self.0.insert(key.to_owned(), mark)),
            None => drop(self.0.remove(key)),
        }
    }

    /// Returns the origin of a setting for display; none for a default that nobody chose.
    pub(super) fn view(&self, key: &str, is_default: bool) -> Option<SettingOrigin> {
        match self.0.get(key) {
            Some(mark) => Some(SettingOrigin {
                source: mark.source,
                words: setting_source_label(mark.source).to_owned(),
                at: Some(rfc3339(mark.at)),
                why: mark.why.clone(),
            }),
            None if is_default => None,
            None => Some(SettingOrigin {
                source: SettingOriginKind::Elsewhere,
                words: setting_source_label(SettingOriginKind::Elsewhere).to_owned(),
                at: None,
                why: None,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_mark_round_trips_person_time_and_reason() {
        let mut marks = OriginRecords::default();
        marks.record_change("pageSize", 0, Some("Seen."), false);
        marks.record_change("adsPath", 1000, None, false);
        let again = OriginRecords::parse(&marks.to_json());
        assert_eq!(again, marks);
        let shown = again.view("pageSize", false).unwrap();
        assert_eq!(
            (shown.source, shown.why.as_deref()),
            (SettingOriginKind::Doctor, Some("Seen."))
        );
        assert_eq!(shown.at.as_deref(), Some("1970-01-01T00:00:00Z"));

        let kept = marks.origin_json("pageSize");
        marks.record_change("pageSize", 2000, None, true);
        assert_eq!(marks.view("pageSize", true), None);
        marks.restore("pageSize", kept.as_deref());
        assert_eq!(marks, again);
        marks.restore("pageSize", None);
        assert_eq!(
            marks.view("pageSize", false).unwrap().source,
            SettingOriginKind::Elsewhere
        );
        assert_eq!(OriginRecords::parse("no json"), OriginRecords::default());
    }
}
