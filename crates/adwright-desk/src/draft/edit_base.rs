//! What the next edit is made in.

use adwright_model::{Edit, Editable};
use adwright_store::DraftEdit;

use super::LoadedObject;
use crate::desk::Desk;
use crate::document::{parse_editable, replay, unparsed_source};
use crate::error::Error;

/// A document, and how many of its draft's edits led to it.
#[derive(Debug)]
pub(crate) struct EditBase {
    /// The document.
    pub(crate) document: Editable,
    /// How many of the draft's edits are in it; the next one comes after them, in place of any others.
    pub(crate) kept: u32,
}

impl LoadedObject {
    /// The document as it stands, with every edit that is applied.
    pub(crate) fn edit_base(&self) -> Result<EditBase, Error> {
        Ok(EditBase {
            document: self.editable()?.clone(),
            kept: self.draft.as_ref().map_or(0, |draft| draft.position),
        })
    }

    /// The draft's text as it is kept, where what was written under Source is no object yet.
    pub(crate) fn unparsed_draft_text(&self) -> Option<Editable> {
        let kept = Editable::parse(&self.draft.as_ref()?.text).ok()?;
        unparsed_source(&kept).is_some().then_some(kept)
    }
}

impl Desk {
    /// The last document that was one: without what was written under Source since, where that is no object yet.
    pub(crate) fn last_valid_base(&self, opened: &LoadedObject) -> Result<EditBase, Error> {
        match (&opened.draft, opened.unparsed_draft_text()) {
            (Some(draft), Some(_)) => {
                let edits = self.store.draft_edits(&draft.id)?;
                let applied = edits.iter().filter(|edit| edit.seq <= draft.position);
                let applied: Vec<_> = applied.collect();
                let written = applied
                    .iter()
                    .rev()
                    .take_while(|edit| is_source_text_edit(edit));
                let whole = &applied[..applied.len() - written.count()];
                let document = parse_editable(&draft.start_text)?;
                Ok(EditBase {
                    document: replay(document, whole.iter().map(|edit| &edit.edit))?,
                    kept: whole.last().map_or(0, |last| last.seq),
                })
            }
            _ => opened.edit_base(),
        }
    }
}

/// Whether an edit put a text that is no object in place of the document.
fn is_source_text_edit(edit: &DraftEdit) -> bool {
    matches!(&edit.edit, Edit::Type { path, .. } if path.is_root())
}
