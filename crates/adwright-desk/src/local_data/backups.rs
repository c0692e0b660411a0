//! Single drafts and batches in backups: listed with what the workspace has now, previewed and restored.

use adwright_model::{Document, ValueChange, diff};
use adwright_store::{BackupBatch, BackupDraft};
use adwright_views::{
    BackupItem, BackupItemId, BackupItemState, BackupPreview, Collection, RestoredItem,
    saturating_u32,
};

use crate::document::parse_draft_text;
use crate::error::Error;
use crate::field::describe_kind;
use crate::host::rfc3339;
use crate::local_data::LocalData;
use crate::object::LoadedObject;
use crate::wording::{backup_item_message, restored_message};

impl LocalData {
    /// Returns the drafts and batches of this workspace in a backup.
    pub fn backup_items(&self, backup: &str) -> Result<Vec<BackupItem>, Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let drafts = store.backup_drafts(backup, workspace)?;
        let drafts = drafts.into_iter().map(|draft| self.draft_item(draft));
        let mut items = drafts.collect::<Result<Vec<_>, Error>>()?;
        let batches = store.backup_batches(backup, workspace)?;
        items.extend(batches.into_iter().map(batch_item));
        Ok(items)
    }

    /// Returns the fields in which a draft in a backup differs from what the workspace has now.
    pub fn preview_backup(&self, backup: &str, draft: &str) -> Result<BackupPreview, Error> {
        let saved = self.backup_draft(backup, draft)?;
        let describe = describe_kind(
            &self.context,
            LoadedObject::from_draft(saved.draft.clone()).kind(),
        );
        let changes = changes_to(&saved);
        Ok(BackupPreview {
            changes: changes
                .iter()
                .map(|change| describe.change(change))
                .collect(),
        })
    }

    /// Restores a draft or a batch from a backup. A live draft that it replaces is discarded, so that it can be restored.
    pub fn restore_backup_item(
        &self,
        backup: &str,
        item: &BackupItemId,
    ) -> Result<RestoredItem, Error> {
        let store = &self.context.store;
        let id = match item {
            BackupItemId::Draft(draft) => {
                // The draft must be one of this workspace.
                self.backup_draft(backup, draft)?;
                let restored = store.backup_restore_draft(backup, draft, self.context.now())?;
                BackupItemId::Draft(restored.id)
            }
            BackupItemId::Batch(batch) => {
                store.backup_restore_batch(backup, batch)?;
                BackupItemId::Batch(batch.clone())
            }
        };
        Ok(RestoredItem {
            message: restored_message(&id).to_owned(),
            id,
        })
    }

    fn backup_draft(&self, backup: &str, draft: &str) -> Result<BackupDraft, Error> {
        let store = &self.context.store;
        let drafts = store.backup_drafts(backup, &self.context.workspace.id)?;
        let found = drafts.into_iter().find(|saved| saved.draft.id == draft);
        found.ok_or_else(|| Error::DraftMissing(draft.to_owned()))
    }

    fn draft_item(&self, saved: BackupDraft) -> Result<BackupItem, Error> {
        let changed = changes_to(&saved).len();
        let state = self.state_of(&saved)?;
        let (saved_at, kind) = (saved.draft.saved_at, saved.draft.kind);
        let id = BackupItemId::Draft(saved.draft.id.clone());
        let object = LoadedObject::from_draft(saved.draft);
        let title = match &object.document {
            Document::Editable(document) => self.objects.title(&object, document),
            Document::TextOnly(_) => object.fallback_title(),
        };
        Ok(BackupItem {
            about: backup_item_message(&id, state, changed),
            id,
            collection: Some(Collection::of(kind)),
            title,
            saved: rfc3339(saved_at),
            state,
            count: saturating_u32(changed),
        })
    }

    fn state_of(&self, saved: &BackupDraft) -> Result<BackupItemState, Error> {
        if let Some(same) = &saved.same {
            let is_being_sent = self.context.store.item_find_open(&same.id)?.is_some();
            if same.sent_at.is_some() || is_being_sent {
                return Ok(BackupItemState::Sent);
            }
        }
        Ok(match (&saved.live, &saved.same) {
            (Some(live), _) if live.text == saved.draft.text => BackupItemState::Same,
            (Some(_), _) => BackupItemState::Changed,
            (None, Some(_)) => BackupItemState::Discarded,
            (None, None) => BackupItemState::Missing,
        })
    }
}

fn batch_item(batch: BackupBatch) -> BackupItem {
    let state = if batch.exists {
        BackupItemState::Same
    } else {
        BackupItemState::Missing
    };
    let id = BackupItemId::Batch(batch.id);
    BackupItem {
        about: backup_item_message(&id, state, batch.rows as usize),
        id,
        collection: None,
        title: batch.name,
        saved: rfc3339(batch.changed_at),
        state,
        count: batch.rows,
    }
}

/// Returns the changes from what the workspace has now to the draft in the backup. Without a live draft, they are the
/// draft's own changes. Text that cannot be edited as a document has none.
fn changes_to(saved: &BackupDraft) -> Vec<ValueChange> {
    let live = saved.live.as_ref();
    let before = live.map_or(&saved.draft.start_text, |live| &live.text);
    match (
        parse_draft_text(before),
        parse_draft_text(&saved.draft.text),
    ) {
        (Document::Editable(before), Document::Editable(after)) => diff(&before, &after),
        _ => Vec::new(),
    }
}
