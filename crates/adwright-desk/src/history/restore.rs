//! Restores earlier values into the draft, as ordinary edits.

use std::sync::Arc;

use adwright_checks::Phase;
use adwright_model::{Catalog, Edit, EditableDocument, JsonType, Path, PathStep, diff};
use adwright_store::Fullness;
use adwright_views::{Detail, DocumentRef};

use super::compare::{entry_label, parse_entry_id, snapshot_at};
use super::document_kind;

use crate::document::parse_path;
use crate::draft::retry_on_conflict;
use crate::error::{DocumentError, Error};
use crate::history::ObjectHistory;
use crate::object::StepLabel;

/// The document that values come from, and the document that they go to.
pub(super) struct RestorePlan<'a> {
    pub(super) catalog: Arc<Catalog>,
    pub(super) phase: Phase,
    pub(super) current: &'a EditableDocument,
    pub(super) from: &'a EditableDocument,
    /// Whether `from` is a summary, so that an absent member may have existed.
    pub(super) is_summary: bool,
}

impl RestorePlan<'_> {
    /// Returns the edit that restores the value at a path, byte for byte. Returns none if the draft has the value
    /// already, if the value is unknown, or if the field is locked.
    pub(super) fn edit(&self, path: &Path) -> Option<Edit> {
        let path = self.restorable_path(path);
        let (now, then) = (self.current.get(&path), self.from.get(&path));
        let is_known = then.is_some() || !self.is_summary;
        let differs = match (now, then) {
            (Some(now), Some(then)) => !now.same_value(&then),
            (now, then) => now.is_some() != then.is_some(),
        };
        if !(is_known && differs) || self.is_locked(&path) {
            return None;
        }
        Some(match then {
            Some(node) => Edit::Set {
                path,
                json: node.raw().to_owned(),
            },
            None => Edit::Remove { path },
        })
    }

    /// Returns all possible edits, so that the draft matches the earlier document as far as it can.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for change in diff(self.current, self.from) {
            edits.extend(self.edit(&change.path).filter(|edit| !edits.contains(edit)));
        }
        edits
    }

    /// Returns the path to restore, so that the value at `path` becomes what it was. An absent object is restored as
    /// a whole. A list of another length is restored as a whole too, because its items cannot be matched by index.
    fn restorable_path(&self, path: &Path) -> Path {
        let mut place = Path::root();
        for step in path.steps() {
            let (now, then) = (self.current.get(&place), self.from.get(&place));
            let (Some(now), Some(then)) = (now, then) else {
                return place;
            };
            let fits = match step {
                PathStep::Item(_) => now.json_type() == JsonType::Array && now.len() == then.len(),
                PathStep::Member(_) => now.json_type() == then.json_type(),
            };
            if !fits && !place.is_root() {
                return place;
            }
            place = match step {
                PathStep::Item(at) => place.item(*at),
                PathStep::Member(name) => place.child(name.as_str()),
            };
        }
        place
    }

    /// Returns whether the field or a field around it is read-only, or was fixed when the object was created.
    fn is_locked(&self, path: &Path) -> bool {
        let steps = path.steps();
        (1..=steps.len()).any(|length| {
            let path: Path = steps[..length].iter().cloned().collect();
            let field = self.catalog.field(document_kind(self.current), &path);
            field.is_some_and(|field| {
                field.read_only || (field.set_once && self.phase == Phase::Update)
            })
        })
    }
}

impl ObjectHistory {
    /// Restores one field of an earlier entry, or all fields, as one edit that can be undone. The first edit of a
    /// campaign creates its draft.
    pub fn restore_from(
        &self,
        target: &DocumentRef,
        entry: &str,
        path: Option<&str>,
    ) -> Result<Detail, Error> {
        retry_on_conflict(|| self.try_restore(target, entry, path))
    }

    fn try_restore(
        &self,
        target: &DocumentRef,
        entry: &str,
        path: Option<&str>,
    ) -> Result<Detail, Error> {
        let object = self.objects.find(target)?;
        let past = self.document_history(&object)?;
        let point = parse_entry_id(entry)?;
        let moment = snapshot_at(&past, &point)?;
        let restoring = RestorePlan {
            catalog: self.context.catalog(),
            phase: object.phase(),
            current: object.editable()?,
            from: moment
                .editable()
                .ok_or_else(|| DocumentError::HistoryTextOnly(self.entry_name(&past, &point)))?,
            is_summary: moment.fullness == Fullness::Summary,
        };
        let (edits, path) = match path {
            Some(path) => {
                let path = parse_path(path)?;
                (Vec::from_iter(restoring.edit(&path)), Some(path))
            }
            None => (restoring.edits(), None),
        };
        let from = entry_label(&past, &point);
        let from = from.ok_or_else(|| Error::HistoryMissing(entry.to_owned()))?;
        self.drafts
            .make_edits(&object, edits, &StepLabel::Restore { path, from })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn restores(current: &str, from: &str, path: &str, expected: Option<&str>) {
        let (current, from) = (
            EditableDocument::parse(current).unwrap(),
            EditableDocument::parse(from).unwrap(),
        );
        let restoring = RestorePlan {
            catalog: Arc::new(Catalog::bundled().clone()),
            phase: Phase::Update,
            current: &current,
            from: &from,
            is_summary: false,
        };
        let edit = restoring.edit(&path.parse().unwrap());
        let text = edit.map(|edit| current.apply(&edit).unwrap().text().to_owned());
        assert_eq!(text.as_deref(), expected);
    }

    #[test]
    fn restored_value_keeps_spelling_and_changes_nothing_else() {
        restores(
            r#"{"budget":2, "x":1}"#,
            r#"{"budget":1.50e0,"x":2}"#,
            "budget",
            Some(r#"{"budget":1.50e0, "x":1}"#),
        );
        restores(r#"{"notes":"n"}"#, "{}", "notes", Some("{}"));
        restores(
            "{}",
            r#"{"notes":null}"#,
            "notes",
            Some(r#"{"notes":null}"#),
        );
    }

    #[test]
    fn present_or_read_only_values_are_not_restored() {
        restores(r#"{"budget":1.5}"#, r#"{"budget":1.50}"#, "budget", None);
        restores(r#"{"version":4}"#, r#"{"version":3}"#, "version", None);
        restores(r#"{"brandId":4}"#, r#"{"brandId":3}"#, "brandId", None);
    }

    #[test]
    fn missing_parent_is_restored_with_the_value() {
        let from =
            r#"{"adminSettings":{"type":"AdminSettings","privacy":{"disableCookies":true}}}"#;
        restores(
            "{}",
            from,
            "adminSettings.privacy.disableCookies",
            Some(from),
        );
    }

    #[test]
    fn a_list_of_another_length_comes_back_whole() {
        restores(
            r#"{"flags":[{"a":9}]}"#,
            r#"{"flags":[{"a":1},{"a":2}]}"#,
            "flags[0].a",
            Some(r#"{"flags":[{"a":1},{"a":2}]}"#),
        );
        restores(
            r#"{"flags":[{"a":9},{"a":2}]}"#,
            r#"{"flags":[{"a":1},{"a":2}]}"#,
            "flags[0].a",
            Some(r#"{"flags":[{"a":1},{"a":2}]}"#),
        );
    }

    #[test]
    fn incomplete_summary_removes_no_member() {
        let (current, from) = (
            EditableDocument::parse(r#"{"notes":"n"}"#).unwrap(),
            EditableDocument::parse("{}").unwrap(),
        );
        let restoring = RestorePlan {
            catalog: Arc::new(Catalog::bundled().clone()),
            phase: Phase::Update,
            current: &current,
            from: &from,
            is_summary: true,
        };
        assert!(restoring.edits().is_empty());
    }
}
