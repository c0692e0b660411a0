//! Undoes and redoes a bulk edit in all its drafts in one step.

use adwright_store::{BulkRevision, Draft, DraftEdit, StoreError};
use adwright_views::{BulkRow, BulkUndoResult, saturating_u32};

use crate::bulk::BulkEdits;
use crate::document::{parse_editable, replay};
use crate::error::{Error, UndoBlocker};
use crate::object::{LoadedObject, bulk_text};
use crate::wording::{BulkMove, bulk_move_message, undo_blocker_message};

/// How often an undo is retried if another window changed a draft meanwhile.
const TRIES: u8 = 3;

/// The result for one draft.
enum UndoResult {
    Moved(BulkRevision),
    Left(Box<BulkRow>),
}

impl BulkEdits {
    /// Undoes a bulk edit in every draft that has it. Later edits of a draft stay, and a draft without any remaining
    /// edit disappears. A draft where the undo is impossible stays as it is and is named.
    pub fn undo_bulk(&self, id: &str) -> Result<BulkUndoResult, Error> {
        let bulk = self
            .context
            .store
            .bulk_get(&self.context.workspace.id, id)?;
        retry_on_revision_conflict(|| {
            let drafts = self.context.store.bulk_applied_drafts(id)?;
            let results: Result<Vec<_>, Error> = drafts
                .iter()
                .map(|draft| self.undo_in_draft(id, &self.context.store.draft_get(draft)?))
                .collect();
            self.commit_moves(
                id,
                results?,
                &bulk_text(&self.context, &bulk.label),
                BulkMove::Undo,
            )
        })
    }

    /// Redoes a bulk edit in every draft where it was undone, at its former place among the edits.
    pub fn redo_bulk(&self, id: &str) -> Result<BulkUndoResult, Error> {
        let bulk = self
            .context
            .store
            .bulk_get(&self.context.workspace.id, id)?;
        retry_on_revision_conflict(|| {
            let mut results = Vec::new();
            let removed_edits = self.context.store.bulk_removed_edits(id)?;
            for edits in removed_edits.chunk_by(|(left, _), (right, _)| left == right) {
                let draft = self.context.store.draft_get(&edits[0].0)?;
                let edits = edits.iter().map(|(_, edit)| edit.clone());
                results.push(self.redo_in_draft(id, &draft, edits.collect())?);
            }
            self.commit_moves(
                id,
                results,
                &bulk_text(&self.context, &bulk.label),
                BulkMove::Redo,
            )
        })
    }

    fn commit_moves(
        &self,
        id: &str,
        results: Vec<UndoResult>,
        label: &str,
        direction: BulkMove,
    ) -> Result<BulkUndoResult, Error> {
        let (mut revisions, mut left) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                UndoResult::Moved(revision) => revisions.push(revision),
                UndoResult::Left(row) => left.push(*row),
            }
        }
        self.context
            .store
            .bulk_revise(id, &revisions, self.context.now())?;
        Ok(BulkUndoResult {
            message: bulk_move_message(direction, label, revisions.len(), &left),
            drafts: saturating_u32(revisions.len()),
            left,
        })
    }

    fn undo_in_draft(&self, bulk: &str, draft: &Draft) -> Result<UndoResult, Error> {
        if let Some(left) = self.skip_if_locked(draft)? {
            return Ok(left);
        }
        let edits = self.context.store.draft_edits(&draft.id)?;
        let is_undone =
            |edit: &DraftEdit| edit.bulk.as_deref() == Some(bulk) && edit.seq <= draft.position;
        let (undone, remaining): (Vec<_>, Vec<_>) = edits.into_iter().partition(is_undone);
        let position = draft.position - saturating_u32(undone.len());
        self.rebuild_draft(draft, remaining, position, undone)
    }

    fn redo_in_draft(
        &self,
        bulk: &str,
        draft: &Draft,
        restored: Vec<DraftEdit>,
    ) -> Result<UndoResult, Error> {
        if draft.is_emptied() {
            if self.has_other_draft(draft)? {
                return Ok(self.leave_draft(draft, &UndoBlocker::OtherDraft));
            }
        } else if let Some(left) = self.skip_if_locked(draft)? {
            return Ok(left);
        }
        let mut edits = self.context.store.draft_edits(&draft.id)?;
        let position = draft.position + saturating_u32(restored.len());
        for (more, mut edit) in (1..).zip(restored) {
            edit.bulk = Some(bulk.to_owned());
            // At its former place, but never among the edits that wait for "Redo".
            let place = edit.seq.min(draft.position + more);
            edits.insert(place.saturating_sub(1) as usize, edit);
        }
        self.rebuild_draft(draft, edits, position, Vec::new())
    }

    fn rebuild_draft(
        &self,
        draft: &Draft,
        mut edits: Vec<DraftEdit>,
        position: u32,
        undone: Vec<DraftEdit>,
    ) -> Result<UndoResult, Error> {
        for (seq, edit) in (1..).zip(&mut edits) {
            edit.seq = seq;
        }
        let applied = edits.iter().take(position as usize).map(|edit| &edit.edit);
        Ok(match replay(&parse_editable(&draft.start_text)?, applied) {
            Ok(document) => UndoResult::Moved(BulkRevision {
                draft: draft.id.clone(),
                revision: draft.revision,
                text: document.text().to_owned(),
                edits,
                position,
                removed: undone,
            }),
            Err(_) => self.leave_draft(draft, &UndoBlocker::DependentEdits),
        })
    }

    fn has_other_draft(&self, draft: &Draft) -> Result<bool, Error> {
        let Some(target) = draft.target else {
            return Ok(false);
        };
        let live = self
            .context
            .store
            .draft_by_target(&draft.workspace, draft.kind, target)?;
        Ok(live.is_some_and(|live| live.id != draft.id))
    }

    /// Returns the result for a draft that cannot be changed now.
    fn skip_if_locked(&self, draft: &Draft) -> Result<Option<UndoResult>, Error> {
        if draft.sent_at.is_some() {
            return Ok(Some(self.leave_draft(draft, &UndoBlocker::Sent)));
        }
        let lock = self.objects.draft_lock(draft)?;
        Ok(lock.map(|lock| self.leave_draft(draft, &UndoBlocker::Locked(lock))))
    }

    fn leave_draft(&self, draft: &Draft, blocker: &UndoBlocker) -> UndoResult {
        let object = LoadedObject::from_draft(draft.clone());
        let title = match object.editable() {
            Ok(document) => self.objects.title(&object, document),
            Err(_) => object.fallback_title(),
        };
        UndoResult::Left(Box::new(BulkRow {
            target: object.target(),
            title,
            label: String::new(),
            before: None,
            after: None,
            note: Some(undo_blocker_message(blocker)),
        }))
    }
}

fn retry_on_revision_conflict(
    act: impl Fn() -> Result<BulkUndoResult, Error>,
) -> Result<BulkUndoResult, Error> {
    let mut tries = 0;
    loop {
        match act() {
            Err(Error::Store(StoreError::RevisionConflict { .. })) if tries < TRIES => tries += 1,
            done => return done,
        }
    }
}
