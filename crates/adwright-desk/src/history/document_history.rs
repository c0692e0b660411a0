//! Gathers the history of one document from the local database.

use adwright_model::{Document, EditableDocument, Id, Kind, diff};
use adwright_store::{Draft, DraftEdit, Fullness, Item, ObjectVersion, OutboxState, TextOrigin};

use super::entry_id::HistoryEntryId;

use crate::document::{parse_draft_text, parse_editable, replay};
use crate::error::Error;
use crate::history::ObjectHistory;
use crate::object::LoadedObject;

/// All known events of one document.
pub(super) struct DocumentHistory {
    /// The live draft.
    pub(super) draft: Option<Draft>,
    /// The edits of the live draft, applied or undone.
    pub(super) edits: Vec<DraftEdit>,
    pub(super) discarded: Vec<Draft>,
    pub(super) versions: Vec<ObjectVersion>,
    /// The sent items, each with the time of its first request.
    pub(super) items: Vec<(i64, Item)>,
    /// The newest known text on the service.
    pub(super) on_service: Option<String>,
    /// When the retention rule last removed versions; none if it never did.
    pub(super) versions_removed_at: Option<i64>,
}

/// The text of one entry.
pub(super) struct Snapshot {
    pub(super) document: Document,
    pub(super) fullness: Fullness,
}

impl ObjectHistory {
    pub(super) fn document_history(&self, object: &LoadedObject) -> Result<DocumentHistory, Error> {
        let (workspace, kind) = (&self.context.workspace.id, object.stored_kind);
        let mut past = DocumentHistory {
            edits: match &object.draft {
                Some(draft) => self.context.store.draft_edits(&draft.id)?,
                None => Vec::new(),
            },
            draft: object.draft.clone(),
            discarded: Vec::new(),
            versions: Vec::new(),
            items: Vec::new(),
            on_service: None,
            versions_removed_at: None,
        };
        match (object.id, &object.draft) {
            (Some(id), _) => {
                past.discarded = self
                    .context
                    .store
                    .draft_list_discarded_by_object(workspace, kind, id)?;
                past.discarded.retain(|draft| !draft.is_emptied());
                past.versions = self.context.store.cache_versions(workspace, kind, id)?;
                past.versions_removed_at = self
                    .context
                    .store
                    .cache_versions_removed_at(workspace, kind, id)?;
                past.items = self.with_send_times(
                    self.context
                        .store
                        .item_list_by_object(workspace, kind, id)?,
                )?;
                past.on_service = self.newest_text(kind, id)?;
            }
            (None, Some(draft)) => {
                past.items =
                    self.with_send_times(self.context.store.item_list_by_draft(&draft.id)?)?;
            }
            (None, None) => {}
        }
        Ok(past)
    }

    fn newest_text(&self, kind: Kind, id: Id) -> Result<Option<String>, Error> {
        let cached = self
            .context
            .store
            .cache_get(&self.context.workspace.id, kind, id)?;
        Ok(cached.map(|cached| cached.entry.text))
    }

    /// Adds the time of the first request to each item, because an item's own time is that of its outcome.
    fn with_send_times(&self, items: Vec<Item>) -> Result<Vec<(i64, Item)>, Error> {
        items
            .into_iter()
            .map(|item| {
                let attempts = self.context.store.attempt_list(&item.id)?;
                Ok((attempts.first().map_or(item.at, |first| first.at), item))
            })
            .collect()
    }
}

impl DocumentHistory {
    /// Returns the text of an entry; none if the entry does not exist.
    pub(super) fn snapshot(&self, point: &HistoryEntryId) -> Result<Option<Snapshot>, Error> {
        match point {
            HistoryEntryId::Version(at) => Ok(self
                .versions
                .get(*at)
                .map(|version| Snapshot::of(&version.text, version.fullness))),
            HistoryEntryId::Item(id) => {
                let found = self.items.iter().find(|(_, item)| item.id == *id);
                Ok(found.map(|(_, item)| Snapshot::of(&item.body, Fullness::Full)))
            }
            HistoryEntryId::Discarded(id) => {
                let found = self.discarded.iter().find(|draft| draft.id == *id);
                Ok(found.map(|draft| Snapshot::of(&draft.text, draft.base_fullness)))
            }
            HistoryEntryId::Step(seq) => self.draft_step_snapshot(*seq),
        }
    }

    fn draft_step_snapshot(&self, seq: u32) -> Result<Option<Snapshot>, Error> {
        let exists = seq == 0 || self.edits.iter().any(|edit| edit.seq == seq);
        let Some(draft) = self.draft.as_ref().filter(|_| exists) else {
            return Ok(None);
        };
        let edits = self.edits.iter().filter(|edit| edit.seq <= seq);
        let document = replay(
            &parse_editable(&draft.start_text)?,
            edits.map(|edit| &edit.edit),
        )?;
        Ok(Some(Snapshot::of(document.text(), draft.base_fullness)))
    }

    /// Returns the indexes of the versions that are listed as entries. A version that was sent is listed as its
    /// item. A summary that adds nothing to the full text beside it is the same version.
    pub(super) fn listed_versions(&self) -> Vec<usize> {
        let documents: Vec<Option<EditableDocument>> = self
            .versions
            .iter()
            .map(|version| EditableDocument::parse(&version.text).ok())
            .collect();
        let is_listed =
            |at: &usize| !self.is_sent(*at) && !self.is_redundant_summary(*at, &documents);
        (0..self.versions.len()).filter(is_listed).collect()
    }

    fn is_sent(&self, at: usize) -> bool {
        let version = &self.versions[at];
        let is_item_of_version = |(_, item): &(i64, Item)| {
            item.state == OutboxState::Confirmed && item.body == version.text
        };
        version.origin == TextOrigin::Sent && self.items.iter().any(is_item_of_version)
    }

    fn is_redundant_summary(&self, at: usize, documents: &[Option<EditableDocument>]) -> bool {
        let is_full = |at: &usize| self.versions[*at].fullness == Fullness::Full;
        if is_full(&at) {
            return false;
        }
        let before = (0..at).rev().find(is_full);
        let after = (at + 1..documents.len()).find(is_full);
        let contains_summary = |full: usize| match (&documents[at], &documents[full]) {
            (Some(brief), Some(full)) => is_contained_in(brief, full),
            _ => false,
        };
        before.is_some_and(contains_summary) || after.is_some_and(contains_summary)
    }

    /// Returns the listed version that equals the service's newest text. For a summary, this is the full text that
    /// contains it.
    pub(super) fn newest_version(&self, listed_versions: &[usize]) -> Option<usize> {
        let newest = self.on_service.as_deref()?;
        let at = self
            .versions
            .iter()
            .position(|version| version.text == newest)?;
        if listed_versions.contains(&at) || self.is_sent(at) {
            return Some(at).filter(|at| listed_versions.contains(at));
        }
        let brief = EditableDocument::parse(newest).ok()?;
        let contains_summary = |full: &usize| {
            EditableDocument::parse(&self.versions[*full].text)
                .is_ok_and(|full| is_contained_in(&brief, &full))
        };
        listed_versions.iter().rev().copied().find(contains_summary)
    }
}

/// Returns whether the full text has every member of the summary with the same value.
fn is_contained_in(summary: &EditableDocument, full: &EditableDocument) -> bool {
    diff(summary, full)
        .iter()
        .all(|change| change.before.is_none())
}

impl Snapshot {
    pub(super) fn of(text: &str, fullness: Fullness) -> Self {
        Self {
            document: parse_draft_text(text),
            fullness,
        }
    }

    pub(super) fn editable(&self) -> Option<&EditableDocument> {
        match &self.document {
            Document::Editable(document) => Some(document),
            Document::TextOnly(_) => None,
        }
    }
}
