//! Moves drafts to the newest version of their objects, and settles the clashes.

use adwright_model::{Edit, EditableDocument, JsonType, MergeConflict, Node, PathStep};
use adwright_store::Draft;
use adwright_views::{ClashChoice, ClashState, Detail, MergedDraft};

use super::edit::retry_on_conflict;

use crate::document::parse_editable;
use crate::draft::Drafts;
use crate::error::{DraftError, Error};
use crate::object::{Clash, LoadedObject, StepLabel, missing_error};

impl Drafts {
    /// Fetches the newest version of a draft's object and moves the draft to it. With a choice, settles every open
    /// clash by it.
    ///
    /// # Errors
    /// Fails if the object cannot be fetched, or the draft is new or being sent.
    pub async fn merge_draft(
        &self,
        id: &str,
        choice: Option<ClashChoice>,
    ) -> Result<MergedDraft, Error> {
        let draft = self.objects.get_draft(id)?;
        let target = draft.target.ok_or(DraftError::NothingToMerge)?;
        let kind = draft.kind.list_kind();
        let client = self.context.client.failing_fast();
        let theirs = client.get(kind, target).await?;
        let theirs = theirs.ok_or_else(|| missing_error(kind, &target.to_string()))?;
        self.objects.store_full(kind, target, &theirs)?;
        // The draft may have been edited while the object was fetched.
        let moved = retry_on_conflict(|| {
            let current = self.objects.get_draft(id)?;
            self.objects.move_base(&current, &theirs)
        })?;
        if let Some(choice) = choice {
            for clash in self.open_clashes(&moved)? {
                self.settle_clash(id, &clash.place, choice)?;
            }
        }
        let object = self.objects.load_draft_or_sent_object(id)?;
        let detail = self.details.detail_without_form(&object)?;
        Ok(MergedDraft {
            draft: draft.id,
            title: detail.title,
            moved: moved.base_text != draft.base_text,
            clashes: detail.clashes,
        })
    }

    /// Settles a clash of a draft. Taking the other side's value is one step of "Undo".
    ///
    /// # Errors
    /// [`DraftError::ClashMissing`] if the draft has no such clash.
    pub fn settle_clash(
        &self,
        draft: &str,
        place: &str,
        choice: ClashChoice,
    ) -> Result<Detail, Error> {
        retry_on_conflict(|| self.try_settle(draft, place, choice))
    }

    fn try_settle(&self, draft: &str, place: &str, choice: ClashChoice) -> Result<Detail, Error> {
        let draft = self.objects.get_draft(draft)?;
        let object = LoadedObject::from_draft(draft.clone());
        let document = object.editable()?;
        let clashes = self.objects.clashes(&draft, document)?;
        let clash = clashes.into_iter().find(|clash| clash.place == place);
        let clash = clash.ok_or(DraftError::ClashMissing)?;
        let value = match choice {
            ClashChoice::Mine => clash.values.mine.clone(),
            ClashChoice::Theirs => clash.values.theirs.clone(),
            ClashChoice::Both => Some(self.both_lists(&object, &clash.values)?),
        };
        if let Some(edit) = edit_to(document, &clash.values, value.as_deref()) {
            self.make_edits(
                &object,
                vec![edit],
                &StepLabel::Settle(clash.values.path.clone()),
            )?;
        }
        if choice == ClashChoice::Mine {
            let revision = self.objects.get_draft(&draft.id)?.revision;
            let store = &self.context.store;
            store.draft_confirm_clash(&draft.id, revision, place)?;
        }
        self.details
            .detail(&self.objects.load_draft_or_sent_object(&draft.id)?)
    }

    /// Settles the open clash at this place in every draft that has one. Returns the number of drafts.
    pub fn settle_clashes_alike(&self, place: &str, choice: ClashChoice) -> Result<u32, Error> {
        let drafts = self.objects.drafts_with_open_clash(place)?;
        let mut settled = 0;
        for draft in drafts {
            self.settle_clash(&draft, place, choice)?;
            settled += 1;
        }
        Ok(settled)
    }

    fn open_clashes(&self, draft: &Draft) -> Result<Vec<Clash>, Error> {
        let object = LoadedObject::from_draft(draft.clone());
        let mut clashes = self.objects.clashes(draft, object.editable()?)?;
        clashes.retain(|clash| clash.state == ClashState::Open);
        Ok(clashes)
    }

    /// Returns a list with the items of theirs, then the items that only mine has. Items are compared by their key, or
    /// by their value if they have none.
    fn both_lists(&self, object: &LoadedObject, clash: &MergeConflict) -> Result<String, Error> {
        let read = |raw: &Option<String>| parse_editable(raw.as_deref().unwrap_or("[]"));
        let (mine, theirs) = (read(&clash.mine)?, read(&clash.theirs)?);
        let is_list = |value: &EditableDocument| value.root().json_type() == JsonType::Array;
        if !(is_list(&mine) && is_list(&theirs)) {
            return Err(DraftError::NotLists.into());
        }
        let catalog = self.context.catalog();
        let field = catalog.field(object.kind(), &clash.path);
        let key = field.and_then(|field| field.key.as_deref());
        let is_same = |one: &Node<'_>, other: &Node<'_>| {
            let keys = key.and_then(|key| Some((one.member(key)?, other.member(key)?)));
            match keys {
                Some((one, other)) => one.equals_ignoring_id_type(&other),
                None => one.equals_ignoring_id_type(other),
            }
        };
        let mut items: Vec<Node<'_>> = theirs.root().items().collect();
        let only_mine = mine.root().items();
        for item in only_mine {
            if !items.iter().any(|known| is_same(known, &item)) {
                items.push(item);
            }
        }
        let items: Vec<&str> = items.iter().map(Node::raw).collect();
        Ok(format!("[{}]", items.join(",")))
    }
}

/// Returns the edit that gives the place of a clash this value; none if it has it already.
fn edit_to(
    document: &EditableDocument,
    clash: &MergeConflict,
    value: Option<&str>,
) -> Option<Edit> {
    let path = clash.path.clone();
    let now = document.get(&path);
    let Some(json) = value else {
        return now.map(|_| Edit::Remove { path });
    };
    match (now, path.last(), path.parent()) {
        (Some(now), ..) if now.raw() == json => None,
        (None, Some(PathStep::Item(at)), Some(list)) => Some(Edit::Insert {
            path: list,
            at: *at,
            json: json.to_owned(),
        }),
        _ => Some(Edit::Set {
            path,
            json: json.to_owned(),
        }),
    }
}
