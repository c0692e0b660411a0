//! Moves a draft to a newer base: its changes are merged with those of the base (decision 0036).

use adwright_model::{
    Binding, CatalogMergeIdentity, Edit, EditableDocument, Id, KeyedPath, Kind, MergeConflict,
    MergeResult, diff, edits_between, is_same_ignoring_id_type, merge_onto,
};
use adwright_store::{Draft, DraftClash, DraftRebase, Fullness, RebasedEdits, StoreError};
use adwright_views::ClashState;

use crate::context::Context;
use crate::document::{parse_editable, replay};
use crate::error::{DocumentError, Error};
use crate::host::CancellationToken;
use crate::object::{LoadedObject, Objects, StepLabel};

/// A stored clash, with its place and state in the current draft.
#[derive(Debug)]
pub(crate) struct Clash {
    /// The values of both sides. Its path is the place in the draft.
    pub(crate) values: MergeConflict,
    pub(crate) state: ClashState,
    /// Its identity: the stored place.
    pub(crate) place: String,
}

impl Objects {
    /// Moves a draft to the service's current text of its object. Both sides' changes are merged. The draft's value
    /// wins each clash, which stays open until a person settles it.
    ///
    /// # Errors
    /// [`DocumentError::TextOnly`] if one of the texts is not an object.
    pub(crate) fn move_base(&self, draft: &Draft, theirs: &str) -> Result<Draft, Error> {
        let object = LoadedObject::from_draft(draft.clone());
        let Some(base) = object.base.as_ref().filter(|base| base.text() != theirs) else {
            return Ok(draft.clone());
        };
        let mine = object.editable()?;
        let newest = parse_editable(theirs)?;
        let catalog = self.context.catalog();
        let identity = CatalogMergeIdentity {
            catalog: &catalog,
            kind: draft.kind.specific(&newest),
        };
        let merged = merge_onto(base, mine, &newest, &identity).map_err(DocumentError::TextOnly)?;
        let clashes = self.clashes_after(draft, (mine, &newest), &merged, &identity)?;
        let kept = self.replay_onto(draft, &newest, &merged.document)?;
        let edits = match &kept {
            Some(_) => Vec::new(),
            None => edits_to(&newest, &merged.document, draft),
        };
        let replaced = replay(&newest, &edits)?;
        let label = StepLabel::Merge.to_json();
        let rebase = DraftRebase {
            draft: &draft.id,
            revision: draft.revision,
            base_text: theirs,
            text: kept.as_ref().unwrap_or(&replaced).text(),
            edits: match kept {
                Some(_) => RebasedEdits::Kept,
                None => RebasedEdits::Replaced {
                    edits: &edits,
                    label: &label,
                },
            },
            clashes: &clashes,
        };
        let now = self.context.now();
        Ok(self.context.store.draft_rebase(&rebase, now)?)
    }

    /// Moves every draft of a kind to the newest version of its object, after the list was fetched. Objects that someone
    /// changed are fetched in full, until a request fails or the person stops.
    pub(crate) async fn move_bases(
        &self,
        kind: Kind,
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        let drafts = self.context.store.draft_list(&self.context.workspace.id)?;
        for draft in drafts.iter().filter(|draft| draft.kind == kind) {
            let Some(id) = draft.target else { continue };
            let Some(cached) = self.cached(kind, id)? else {
                continue;
            };
            if cached.entry.fullness == Fullness::Summary {
                if stop.is_cancelled() || !is_changed(draft, &cached.entry.text) {
                    continue;
                }
                match self.context.client.failing_fast().get(kind, id).await {
                    Ok(Some(raw)) => self.store_full(kind, id, &raw)?,
                    Ok(None) => continue,
                    // The draft is merged when it is opened or sent.
                    Err(_) => return Ok(()),
                }
            }
            self.move_to_cached(kind, id)?;
        }
        Ok(())
    }

    /// Moves the draft of an object to its cached version, if that is the full object. A draft that is being sent or
    /// whose text is not an object stays.
    pub(super) fn move_to_cached(&self, kind: Kind, id: Id) -> Result<(), Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let draft = store.draft_by_target(workspace, kind, id)?;
        let (Some(draft), Some(cached)) = (draft, self.cached(kind, id)?) else {
            return Ok(());
        };
        if cached.entry.fullness != Fullness::Full {
            return Ok(());
        }
        match self.move_base(&draft, &cached.entry.text) {
            Ok(_)
            | Err(
                Error::Document(_)
                | Error::Store(
                    StoreError::AlreadyBeingSent { .. } | StoreError::RevisionConflict { .. },
                ),
            ) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Applies the draft's edits to a newer base. Returns none if they do not give the merged values.
    fn replay_onto(
        &self,
        draft: &Draft,
        newest: &EditableDocument,
        merged: &EditableDocument,
    ) -> Result<Option<EditableDocument>, Error> {
        let edits = self.context.store.draft_edits(&draft.id)?;
        let applied = edits.iter().take(draft.position as usize);
        let replayed = replay(newest, applied.map(|edit| &edit.edit));
        let is_merged = |replayed: &EditableDocument| replayed.root().same_value(&merged.root());
        Ok(replayed.ok().filter(is_merged))
    }

    /// Returns all clashes of a draft after a merge. An earlier clash stays if nobody changed its value since.
    fn clashes_after(
        &self,
        draft: &Draft,
        (mine, newest): (&EditableDocument, &EditableDocument),
        merged: &MergeResult,
        identity: &CatalogMergeIdentity<'_>,
    ) -> Result<Vec<DraftClash>, Error> {
        let earlier = self.context.store.draft_clashes(&draft.id)?;
        let new = merged.conflicts.iter().map(|conflict| {
            let place = KeyedPath::of_conflict(conflict, &merged.document, identity);
            let place = serde_json::to_string(&place).expect("steps are plain data");
            let started = earlier.iter().find(|earlier| earlier.place == place);
            let started = started.filter(|earlier| state_of(earlier, mine) == ClashState::Open);
            DraftClash {
                draft: draft.id.clone(),
                base: started.map_or_else(|| conflict.base.clone(), |first| first.base.clone()),
                mine: conflict.mine.clone(),
                theirs: conflict.theirs.clone(),
                confirmed: false,
                place,
            }
        });
        // Someone else may have restored the value that the person started from.
        let new = new.filter(|clash| !is_same(clash.base.as_deref(), clash.theirs.as_deref()));
        let mut clashes: Vec<DraftClash> = new.collect();
        for earlier in earlier {
            let is_new = clashes.iter().any(|clash| clash.place == earlier.place);
            let theirs = value_at(&earlier, newest);
            if !is_new && is_same(theirs.as_deref(), earlier.theirs.as_deref()) {
                clashes.push(earlier);
            }
        }
        Ok(clashes)
    }

    /// Returns the clashes of a draft whose current document is this one.
    pub(crate) fn clashes(
        &self,
        draft: &Draft,
        document: &EditableDocument,
    ) -> Result<Vec<Clash>, Error> {
        let stored = self.context.store.draft_clashes(&draft.id)?;
        let clashes = stored.into_iter().filter_map(|clash| {
            let state = state_of(&clash, document);
            let place = parse_place(&clash.place)?;
            Some(Clash {
                values: MergeConflict {
                    path: place.find(document).unwrap_or_default(),
                    base: clash.base,
                    mine: clash.mine,
                    theirs: clash.theirs,
                },
                state,
                place: clash.place,
            })
        });
        Ok(clashes.collect())
    }

    /// Returns the live drafts with an open clash at this place.
    pub(crate) fn drafts_with_open_clash(&self, place: &str) -> Result<Vec<String>, Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let mut drafts = Vec::new();
        for clash in store.draft_clashes_unconfirmed(workspace)? {
            if clash.place != place {
                continue;
            }
            let object = LoadedObject::from_draft(store.draft_get(&clash.draft)?);
            let document = object.editable().ok();
            if document.is_some_and(|document| state_of(&clash, document) == ClashState::Open) {
                drafts.push(clash.draft);
            }
        }
        Ok(drafts)
    }

    /// Returns how many clashes of a draft are open; 0 if it is text only.
    pub(crate) fn count_open_clashes(&self, object: &LoadedObject) -> Result<usize, Error> {
        let (Some(draft), Ok(document)) = (&object.draft, object.editable()) else {
            return Ok(0);
        };
        let clashes = self.clashes(draft, document)?;
        let is_open = |clash: &&Clash| clash.state == ClashState::Open;
        Ok(clashes.iter().filter(is_open).count())
    }
}

/// Returns whether the row of a list shows that someone changed the object since the draft's base was fetched.
fn is_changed(draft: &Draft, row: &str) -> bool {
    let base = draft.base_text.as_deref().map(parse_editable);
    let (Some(Ok(base)), Ok(row)) = (base, parse_editable(row)) else {
        return false;
    };
    diff(&base, &row).iter().any(|change| {
        let is_shown = change.after.is_some() && change.before.is_some();
        is_shown && !change.changes_only_id_type()
    })
}

/// Returns the edits from a base to the merged document. Typed texts that are no values yet stay typed texts.
fn edits_to(newest: &EditableDocument, merged: &EditableDocument, draft: &Draft) -> Vec<Edit> {
    let edits = edits_between(newest, merged).into_iter();
    let edits: Vec<Edit> = edits
        .map(|edit| match (&edit, draft.unparsed.get(edit.path())) {
            (Edit::Set { path, .. } | Edit::PutBefore { path, .. }, Some(text)) => Edit::Type {
                path: path.clone(),
                text: text.clone(),
            },
            _ => edit,
        })
        .collect();
    let reached = replay(newest, &edits);
    if reached.is_ok_and(|reached| reached.root().same_value(&merged.root())) {
        return edits;
    }
    vec![Edit::Set {
        path: adwright_model::Path::root(),
        json: merged.text().trim().to_owned(),
    }]
}

/// Returns the state of a clash in the current document of its draft.
fn state_of(clash: &DraftClash, document: &EditableDocument) -> ClashState {
    let now = value_at(clash, document);
    if is_same(now.as_deref(), clash.theirs.as_deref()) {
        ClashState::Theirs
    } else if !is_same(now.as_deref(), clash.mine.as_deref()) {
        ClashState::Other
    } else if clash.confirmed {
        ClashState::Mine
    } else {
        ClashState::Open
    }
}

/// Parses a stored place; none if it cannot be read.
fn parse_place(json: &str) -> Option<KeyedPath> {
    serde_json::from_str(json).ok()
}

fn value_at(clash: &DraftClash, document: &EditableDocument) -> Option<String> {
    let path = parse_place(&clash.place)?.find(document)?;
    Some(document.get(&path)?.raw().to_owned())
}

fn is_same(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => is_same_ignoring_id_type(one, other),
        _ => false,
    }
}

/// Returns who changed an object last, and when in epoch milliseconds, from its own members.
pub(crate) fn last_change(
    context: &Context,
    document: &EditableDocument,
) -> (Option<String>, Option<i64>) {
    let updated = context.dialect.bindings.find(Binding::UpdatedOn, document);
    let when = updated.and_then(|(_, node)| node.as_i64());
    let who = document.root().member("lastUpdatedByName");
    let who = who.and_then(|who| Some(who.as_str()?.into_owned()));
    (who.filter(|who| !who.trim().is_empty()), when)
}
