//! Edits, undo, redo, discard and restore.

use adwright_model::Edit;
use adwright_store::{
    BulkDraft, BulkDraftEdit, Draft, DraftEdit, NewBulkEdit, NewDraft, NewDraftEdit,
    PositionChange, StoreError,
};
use adwright_views::{Detail, DocumentRef, EditRequest, FieldInput};

use super::field_editor::FieldEditor;

use crate::document::{parse_editable, replay};
use crate::draft::Drafts;
use crate::error::Error;
use crate::field::DateParser;
use crate::object::{EditBase, LoadedObject, StepLabel};

/// Edits of the same field within this time, in milliseconds, are one undo step.
const ONE_STEP_MS: i64 = 2_000;

/// How often an edit is tried on top of another window's edits.
const TRIES: u8 = 3;

impl Drafts {
    /// Makes one edit, and commits it before returning. The first edit of an object creates its draft.
    pub fn edit_draft(&self, target: &DocumentRef, request: &EditRequest) -> Result<Detail, Error> {
        let detail = retry_on_conflict(|| self.try_edit(target, request))?;
        self.first_steps.record_edit(&detail);
        Ok(detail)
    }

    fn try_edit(&self, target: &DocumentRef, request: &EditRequest) -> Result<Detail, Error> {
        let object = self.objects.find(target)?;
        object.ensure_changeable()?;
        let document = object.editable()?;
        let field = FieldEditor {
            catalog: &self.context.catalog(),
            kind: object.kind(),
            document,
            base: object.base.as_ref(),
            dates: DateParser::for_typing(&self.context),
            typed: &object.unparsed_inputs(),
        };
        let edits = field.edits(request)?;
        let Some(edit) = edits.last() else {
            return self.details.detail(&object);
        };
        let label = step_label(&request.input, edit);
        self.make_edits(&object, edits, &label)
    }

    /// Makes edits to the loaded object, as one undo step with this label.
    ///
    /// # Errors
    /// [`StoreError::RevisionConflict`] or [`StoreError::DraftExists`] if another window was faster.
    pub(crate) fn make_edits(
        &self,
        object: &LoadedObject,
        edits: Vec<Edit>,
        label: &StepLabel,
    ) -> Result<Detail, Error> {
        object.ensure_changeable()?;
        self.make_edits_on(object, &object.edit_base()?, edits, label)
    }

    /// Makes edits on top of an earlier base: the edits after that base are replaced.
    pub(crate) fn make_edits_on(
        &self,
        object: &LoadedObject,
        onto: &EditBase,
        edits: Vec<Edit>,
        label: &StepLabel,
    ) -> Result<Detail, Error> {
        match edits.as_slice() {
            [] => self.details.detail(object),
            [edit] => self.commit(object, onto, edit, label),
            _ => self.commit_all(object, onto, edits, label),
        }
    }

    fn commit_all(
        &self,
        object: &LoadedObject,
        onto: &EditBase,
        edits: Vec<Edit>,
        label: &StepLabel,
    ) -> Result<Detail, Error> {
        let document = &onto.document;
        let text = replay(document, &edits)?.text().to_owned();
        let draft = match (&object.draft, object.id) {
            (Some(draft), _) => BulkDraft::Existing {
                id: draft.id.clone(),
                revision: draft.revision,
                kept_edits: onto.kept_edits,
            },
            (None, Some(target)) => BulkDraft::New {
                target,
                base_text: document.text().to_owned(),
                base_fullness: object.fullness,
            },
            (None, None) => unreachable!("a campaign without an id is a draft"),
        };
        let new = NewBulkEdit {
            workspace: &self.context.workspace.id,
            label: &label.to_json(),
            kind: object.stored_kind,
            parts: &[BulkDraftEdit { draft, edits, text }],
        };
        self.context.store.bulk_apply(&new, self.context.now())?;
        self.details.detail(&self.objects.find(&object.target())?)
    }

    fn commit(
        &self,
        object: &LoadedObject,
        onto: &EditBase,
        edit: &Edit,
        label: &StepLabel,
    ) -> Result<Detail, Error> {
        let after = replay(&onto.document, [edit])?;
        let at = self.context.now();
        let stored_label = label.to_json();
        let new_edit = |draft, revision, kept_edits| NewDraftEdit {
            draft,
            revision,
            edit,
            label: &stored_label,
            text: after.text(),
            kept_edits,
        };
        let store = &self.context.store;
        let draft = if let Some(draft) = &object.draft {
            let may_join = !matches!(label, StepLabel::Settle(_));
            let joined = may_join && self.is_continued_typing(draft, onto, edit, at)?;
            let joined = u32::from(joined);
            let append = new_edit(&draft.id, draft.revision, onto.kept_edits - joined);
            store.draft_append_edit(&append, at)?
        } else {
            let new = NewDraft {
                workspace: &self.context.workspace.id,
                kind: object.stored_kind,
                target: object.id,
                base_text: Some(onto.document.text()),
                base_fullness: object.fullness,
                text: onto.document.text(),
            };
            store.draft_create_edited(&new, &new_edit("", 0, 0), at)?
        };
        let edited = self.objects.load_edited(draft, object.base.clone(), after);
        let checks = self.check_cache.check_edited(&edited)?;
        self.details.detail_of_checked(&edited, &checks)
    }

    /// Returns whether the edit continues the last one: the same field, soon after.
    fn is_continued_typing(
        &self,
        draft: &Draft,
        onto: &EditBase,
        edit: &Edit,
        at: i64,
    ) -> Result<bool, Error> {
        let [last, _] = self
            .context
            .store
            .draft_edits_at(&draft.id, onto.kept_edits)?;
        // A bulk edit is undone as a whole, and settling a clash is a step of its own.
        let is_settling = |label: &str| matches!(StepLabel::from_json(label), StepLabel::Settle(_));
        let last = last.filter(|last| last.bulk.is_none() && !is_settling(&last.label));
        let goes_on = |last: &DraftEdit| match (&last.edit, edit) {
            (
                Edit::Set { path: one, .. } | Edit::Type { path: one, .. },
                Edit::Set { path: other, .. } | Edit::Type { path: other, .. },
            ) => one == other,
            _ => false,
        };
        Ok(last.is_some_and(|last| goes_on(&last) && (0..ONE_STEP_MS).contains(&(at - last.at))))
    }

    /// Undoes the last step.
    pub fn undo_draft(&self, draft: &str) -> Result<Detail, Error> {
        let draft = self.objects.get_draft(draft)?;
        let edits = self.context.store.draft_edits(&draft.id)?;
        let position = step_back(&edits, draft.position);
        self.move_to_position(&draft, &edits, position)
    }

    /// Redoes the last undone step.
    pub fn redo_draft(&self, draft: &str) -> Result<Detail, Error> {
        let draft = self.objects.get_draft(draft)?;
        let edits = self.context.store.draft_edits(&draft.id)?;
        let position = step_forward(&edits, draft.position);
        self.move_to_position(&draft, &edits, position)
    }

    /// Undoes or redoes until this many edits are applied.
    pub fn go_to_step(&self, draft: &str, position: u32) -> Result<Detail, Error> {
        let draft = self.objects.get_draft(draft)?;
        let edits = self.context.store.draft_edits(&draft.id)?;
        self.move_to_position(&draft, &edits, position)
    }

    pub(crate) fn move_to_position(
        &self,
        draft: &Draft,
        edits: &[DraftEdit],
        position: u32,
    ) -> Result<Detail, Error> {
        let applied = edits
            .iter()
            .filter(|edit| edit.seq <= position)
            .map(|edit| &edit.edit);
        let text = replay(&parse_editable(&draft.start_text)?, applied)?;
        let to = PositionChange {
            draft: &draft.id,
            revision: draft.revision,
            position,
            text: text.text(),
        };
        let moved = self
            .context
            .store
            .draft_move_position(&to, self.context.now())?;
        let detail = self.details.detail(&LoadedObject::from_draft(moved))?;
        self.first_steps.record_edit(&detail);
        Ok(detail)
    }

    /// Discards a draft; [`Drafts::restore_draft`] restores it.
    pub fn discard_draft(&self, draft: &str) -> Result<(), Error> {
        let draft = self.objects.get_draft(draft)?;
        Ok(self
            .context
            .store
            .draft_discard(&draft.id, self.context.now())?)
    }

    /// Restores a discarded draft unchanged.
    pub fn restore_draft(&self, draft: &str) -> Result<Detail, Error> {
        let draft = self.objects.get_draft(draft)?;
        self.details.detail(&LoadedObject::from_draft(
            self.context.store.draft_restore(&draft.id)?,
        ))
    }
}

/// Returns the label of an undo step.
fn step_label(input: &FieldInput, edit: &Edit) -> StepLabel {
    match (input, edit) {
        (FieldInput::MoveUp, _) => StepLabel::MoveUp(edit.path().clone()),
        (FieldInput::MoveDown, _) => StepLabel::MoveDown(edit.path().clone()),
        (FieldInput::Add, Edit::Set { .. }) => StepLabel::AddTo(edit.path().clone()),
        (FieldInput::Member(new), _) => StepLabel::AddMember(new.name.clone()),
        _ => edit_label(edit),
    }
}

/// Returns the label of an undo step from the edit alone.
pub(crate) fn edit_label(edit: &Edit) -> StepLabel {
    match edit {
        Edit::Insert { path, at, .. } => StepLabel::Add(path.item(*at)),
        Edit::Remove { path } => StepLabel::Remove(path.clone()),
        _ if edit.path().is_root() => StepLabel::WholeText,
        _ => StepLabel::Change(edit.path().clone()),
    }
}

/// Retries an edit on top of another window's edits, if that window was faster.
pub(crate) fn retry_on_conflict<T>(mut edit: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    let mut tries = 0;
    loop {
        match edit() {
            Err(Error::Store(
                StoreError::DraftExists { .. } | StoreError::RevisionConflict { .. },
            )) if tries < TRIES => {
                tries += 1;
            }
            edited => return edited,
        }
    }
}

/// Returns how many edits are applied after one undo. A bulk edit is one step.
fn step_back(edits: &[DraftEdit], position: u32) -> u32 {
    let bulk = bulk_at(edits, position);
    let mut before = position.saturating_sub(1);
    while before > 0 && bulk.is_some() && bulk_at(edits, before) == bulk {
        before -= 1;
    }
    before
}

/// Returns how many edits are applied after one redo. A bulk edit is one step.
fn step_forward(edits: &[DraftEdit], position: u32) -> u32 {
    let mut after = position + 1;
    let bulk = bulk_at(edits, after);
    while bulk.is_some() && bulk_at(edits, after + 1) == bulk {
        after += 1;
    }
    after
}

fn bulk_at(edits: &[DraftEdit], seq: u32) -> Option<&str> {
    let edit = edits.iter().find(|edit| edit.seq == seq)?;
    edit.bulk.as_deref()
}
