//! The history of a campaign or draft: fetched, drafted and sent versions, to compare and restore.
//!
//! The history is derived from stored versions, drafts and items. There is no separate log.

mod compare;
mod document_history;
mod entry_id;
mod restore;
mod timeline;

use std::sync::Arc;

use adwright_model::{EditableDocument, Kind};
use adwright_views::{DocumentRef, History, HistoryEntry, HistoryStatus};
use derive_new::new;

pub(crate) use timeline::is_supplied;

use crate::context::Context;
use crate::draft::Drafts;
use crate::error::Error;
use crate::host::display_time;
use crate::object::{LoadedObject, Objects, SourceFile};
use crate::wording::{file_history_note, removed_versions_note, single_entry_note};

/// The history of each object.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct ObjectHistory {
    context: Arc<Context>,
    objects: Arc<Objects>,
    drafts: Arc<Drafts>,
}

impl ObjectHistory {
    /// Returns the steps of the live draft, then all other known events, each newest first.
    pub fn history(&self, target: &DocumentRef) -> Result<History, Error> {
        let object = self.objects.find(target)?;
        if let Some(file) = &object.file {
            return Ok(self.history_of_file(file));
        }
        let past = self.document_history(&object)?;
        let events = self.event_entries(&past)?;
        let on_service = events
            .iter()
            .find(|entry| entry.mark == HistoryStatus::OnService)
            .map(|entry| entry.id.clone());
        let mut entries = self.step_entries(&past, on_service.as_deref());
        entries.extend(events);
        Ok(History {
            note: note(&object, &entries),
            removed: past
                .versions_removed_at
                .map(|at| removed_versions_note(&display_time(&self.context.zone, at))),
            draft: past.draft.map(|draft| draft.id),
            entries,
        })
    }
}

impl ObjectHistory {
    /// An ad from a file has no events after its import.
    fn history_of_file(&self, file: &SourceFile) -> History {
        let at = display_time(&self.context.zone, file.at);
        let note = file_history_note(&file.name, &at);
        History {
            note: Some(note),
            removed: None,
            draft: None,
            entries: Vec::new(),
        }
    }
}

/// Returns the kind of a document, among campaigns and ads.
fn document_kind(document: &EditableDocument) -> Kind {
    match Kind::of_ad(document) {
        Kind::Ad => Kind::Campaign,
        kind => kind,
    }
}

/// Returns a hint if the history has only one entry.
fn note(object: &LoadedObject, entries: &[HistoryEntry]) -> Option<String> {
    let [only] = entries else { return None };
    Some(single_entry_note(only.kind, object.id.is_some()))
}
