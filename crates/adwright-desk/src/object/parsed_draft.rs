//! The draft that was opened or edited last, parsed, so that an edit parses only its own result.

use std::sync::PoisonError;

use adwright_model::{Document, EditableDocument};
use adwright_store::Draft;

use crate::document::{parse_draft_text, unparsed_source};
use crate::object::{LoadedObject, Objects};

/// The documents of one revision of a draft.
#[derive(Debug)]
pub(super) struct ParsedDraft {
    id: String,
    revision: u32,
    base: Option<EditableDocument>,
    document: Document,
}

impl ParsedDraft {
    fn of(object: &LoadedObject) -> Option<Self> {
        let draft = object.draft.as_ref()?;
        Some(Self {
            id: draft.id.clone(),
            revision: draft.revision,
            base: object.base.clone(),
            document: object.document.clone(),
        })
    }
}

impl Objects {
    /// Loads a draft, without parsing it again if it is the one that was opened or edited last.
    pub(crate) fn load_draft(&self, draft: Draft) -> LoadedObject {
        let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        let known = parsed
            .as_ref()
            .filter(|known| known.id == draft.id && known.revision == draft.revision);
        if let Some(known) = known {
            return LoadedObject::from_parsed(draft, known.base.clone(), known.document.clone());
        }
        let object = LoadedObject::from_draft(draft);
        *parsed = ParsedDraft::of(&object);
        object
    }

    /// Loads a draft that was just edited: its base, and its document after the edit.
    pub(crate) fn load_edited(
        &self,
        draft: Draft,
        base: Option<EditableDocument>,
        after: EditableDocument,
    ) -> LoadedObject {
        let document = match unparsed_source(&after) {
            None => Document::Editable(after),
            Some(_) => parse_draft_text(&draft.text),
        };
        let object = LoadedObject::from_parsed(draft, base, document);
        *self.parsed.lock().unwrap_or_else(PoisonError::into_inner) = ParsedDraft::of(&object);
        object
    }
}
