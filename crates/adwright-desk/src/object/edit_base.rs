//! The base of the next edit.

use adwright_model::{Edit, EditableDocument};
use adwright_store::DraftEdit;

use crate::document::{parse_editable, replay, unparsed_source};
use crate::error::Error;
use crate::object::{LoadedObject, Objects};

/// A document, and how many of its draft's edits it includes.
#[derive(Debug)]
pub(crate) struct EditBase {
    pub(crate) document: EditableDocument,
    /// How many of the draft's edits it includes. The next edit follows them and replaces later ones.
    pub(crate) kept_edits: u32,
}

impl LoadedObject {
    /// Returns the current document with every applied edit.
    pub(crate) fn edit_base(&self) -> Result<EditBase, Error> {
        Ok(EditBase {
            document: self.editable()?.clone(),
            kept_edits: self.draft.as_ref().map_or(0, |draft| draft.position),
        })
    }

    /// Returns the draft's stored text if its Source text is not an object yet.
    pub(crate) fn unparsed_draft_text(&self) -> Option<EditableDocument> {
        let kept = EditableDocument::parse(&self.draft.as_ref()?.text).ok()?;
        unparsed_source(&kept).is_some().then_some(kept)
    }
}

impl Objects {
    /// Returns the last valid document, without later Source text that is not an object yet.
    pub(crate) fn last_valid_base(&self, object: &LoadedObject) -> Result<EditBase, Error> {
        match (&object.draft, object.unparsed_draft_text()) {
            (Some(draft), Some(_)) => {
                let edits = self.context.store.draft_edits(&draft.id)?;
                let applied = edits.iter().filter(|edit| edit.seq <= draft.position);
                let applied: Vec<_> = applied.collect();
                let written = applied
                    .iter()
                    .rev()
                    .take_while(|edit| is_source_text_edit(edit));
                let whole = &applied[..applied.len() - written.count()];
                let document = parse_editable(&draft.start_text)?;
                Ok(EditBase {
                    document: replay(&document, whole.iter().map(|edit| &edit.edit))?,
                    kept_edits: whole.last().map_or(0, |last| last.seq),
                })
            }
            _ => object.edit_base(),
        }
    }
}

/// Returns whether the edit replaced the document by a text that is not an object.
fn is_source_text_edit(edit: &DraftEdit) -> bool {
    matches!(&edit.edit, Edit::Type { path, .. } if path.is_root())
}
