//! "Undo": drafts that take back confirmed updates. They are reviewed and sent like any other draft.

use adwright_model::{CatalogMergeIdentity, EditableDocument, Id, Kind, merge_onto};
use adwright_store::{Draft, Fullness, Item, ItemVerb, NewDraft, OutboxState, StoreError};
use adwright_views::{SendUndo, SendUndoBlocker, SentScope, SkippedUndo, UndoRequest};

use crate::document::parse_editable;
use crate::error::{DocumentError, Error};
use crate::outbox::{Outbox, wording};

/// A draft that takes back an update, or the reason why there is none.
type UndoneItem = Result<String, SendUndoBlocker>;

impl Outbox {
    /// Creates the drafts that take back sent updates: each object as it is now, with the fields of the update as they
    /// were before it. If someone changed such a field since, the draft has a clash. Fetches an object of which only a
    /// summary is known. Stops between two items if asked.
    ///
    /// # Errors
    /// Fails if an item is unknown, or on a database error.
    pub async fn undo_items(&self, request: &UndoRequest) -> Result<SendUndo, Error> {
        let running = self.context.operations.start(&request.operation);
        let (mut drafts, mut skipped) = (Vec::new(), Vec::new());
        for item in self.items_of(&request.scope)? {
            if running.stop.is_cancelled() {
                break;
            }
            match self.undo_item(&item).await? {
                Ok(draft) => drafts.push(draft),
                Err(blocker) => skipped.push(SkippedUndo {
                    message: wording::undo_blocker(blocker, item.kind).to_owned(),
                    title: item.title,
                    item: item.id,
                    blocker,
                }),
            }
        }
        Ok(SendUndo {
            message: wording::undone(drafts.len(), &skipped),
            drafts,
            skipped,
        })
    }

    /// Returns the items, the newest first. Two updates of one object are thus taken back in the reverse order.
    pub(super) fn items_of(&self, scope: &SentScope) -> Result<Vec<Item>, Error> {
        let ids = match scope {
            SentScope::Items(ids) => ids.clone(),
            SentScope::SendOf(item) => {
                let send = self.item(item)?.send;
                let all = self.context.store.sent_list(&self.context.workspace.id)?;
                let items = all.into_iter().filter(|item| item.send == send);
                items.map(|item| item.item).collect()
            }
        };
        let mut items = ids
            .iter()
            .map(|id| self.item(id))
            .collect::<Result<Vec<_>, _>>()?;
        items.sort_by(|a, b| (b.at, &b.id).cmp(&(a.at, &a.id)));
        Ok(items)
    }

    async fn undo_item(&self, item: &Item) -> Result<UndoneItem, Error> {
        if item.state != OutboxState::Confirmed {
            return Ok(Err(SendUndoBlocker::NotConfirmed));
        }
        let (ItemVerb::Update, Some(id), Some(before)) =
            (item.verb, item.target, &item.before_image)
        else {
            return Ok(Err(SendUndoBlocker::Created));
        };
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        if store.draft_by_target(workspace, item.kind, id)?.is_some() {
            return Ok(Err(SendUndoBlocker::HasDraft));
        }
        let Some(current) = self.current_text(item.kind, id).await? else {
            return Ok(Err(SendUndoBlocker::NotFetched));
        };
        if !self.has_effect(item, before, &current)? {
            return Ok(Err(SendUndoBlocker::NothingLeft));
        }
        let new = NewDraft {
            workspace,
            kind: item.kind,
            target: Some(id),
            base_text: Some(&item.body),
            base_fullness: Fullness::Full,
            text: before,
        };
        let draft = match store.draft_create(&new, self.context.now()) {
            Err(StoreError::DraftExists { .. }) => return Ok(Err(SendUndoBlocker::HasDraft)),
            draft => draft?,
        };
        Ok(Ok(self.move_or_discard(&draft, &current)?.id))
    }

    /// Returns the newest text of a full object; none if the service cannot be asked for it.
    async fn current_text(&self, kind: Kind, id: Id) -> Result<Option<String>, Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        if let Some(cached) = store.cache_get(workspace, kind, id)?
            && cached.entry.fullness == Fullness::Full
        {
            return Ok(Some(cached.entry.text));
        }
        let fetched = self.context.client.failing_fast().get(kind, id).await;
        let Ok(Some(text)) = fetched else {
            return Ok(None);
        };
        self.objects.store_full(kind, id, &text)?;
        Ok(Some(text))
    }

    /// Moves a new draft from the sent text to the current one. A draft that cannot be moved does not stay.
    fn move_or_discard(&self, draft: &Draft, current: &str) -> Result<Draft, Error> {
        self.objects.move_base(draft, current).inspect_err(|_| {
            // The first failure is the one to report.
            let _ = self
                .context
                .store
                .draft_discard(&draft.id, self.context.now());
        })
    }

    /// Returns whether an undo would change the current object.
    fn has_effect(&self, item: &Item, before: &str, current: &str) -> Result<bool, Error> {
        let [sent, before, current] = [&item.body, before, current].map(parse_editable);
        let (sent, before, current): (EditableDocument, EditableDocument, EditableDocument) =
            (sent?, before?, current?);
        let catalog = self.context.catalog();
        let identity = CatalogMergeIdentity {
            catalog: &catalog,
            kind: item.kind.specific(&current),
        };
        let merged =
            merge_onto(&sent, &before, &current, &identity).map_err(DocumentError::TextOnly)?;
        Ok(!merged.document.root().same_value(&current.root()))
    }
}
