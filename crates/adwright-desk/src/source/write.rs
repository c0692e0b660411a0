//! Edits the source text of a document.

use adwright_model::{Document, Edit, Path, edits_between};
use adwright_views::{Detail, DocumentRef};

use crate::draft::{edit_label, retry_on_conflict};
use crate::error::Error;
use crate::object::{EditBase, LoadedObject, StepLabel};
use crate::source::SourceEditor;

impl SourceEditor {
    /// Replaces the whole document with the text that a person wrote. The text is on disk when this returns.
    ///
    /// Differences become edits of single fields, so that everything else stays byte for byte. A text that is not a
    /// valid object yet is kept verbatim, as an error, until it is fixed.
    ///
    /// # Errors
    /// [`DocumentError::TextOnly`](crate::error::DocumentError) if the text came from the service and cannot be edited,
    /// and [`Error::FileAdReadOnly`].
    pub fn write_source(&self, target: &DocumentRef, text: &str) -> Result<Detail, Error> {
        let detail = retry_on_conflict(|| self.try_write(target, text))?;
        self.first_steps.record_edit(&detail);
        Ok(detail)
    }

    fn try_write(&self, target: &DocumentRef, text: &str) -> Result<Detail, Error> {
        let object = self.objects.find(target)?;
        object.ensure_changeable()?;
        let onto = self.objects.last_valid_base(&object)?;
        let edits = match Document::parse_object(text.to_owned()) {
            Document::Editable(after) => edits_between(&onto.document, &after),
            Document::TextOnly(_) => vec![Edit::Type {
                path: Path::root(),
                text: text.to_owned(),
            }],
        };
        match edits.as_slice() {
            [] => self.revert_text(&object, &onto),
            [edit] => {
                let label = edit_label(edit);
                self.drafts.make_edits_on(&object, &onto, edits, &label)
            }
            _ => self
                .drafts
                .make_edits_on(&object, &onto, edits, &StepLabel::WholeText),
        }
    }

    /// Drops the unfinished text, because it equals the last valid document again.
    fn revert_text(&self, object: &LoadedObject, onto: &EditBase) -> Result<Detail, Error> {
        match &object.draft {
            Some(draft) if draft.position > onto.kept_edits => self.drafts.move_to_position(
                draft,
                &self.context.store.draft_edits(&draft.id)?,
                onto.kept_edits,
            ),
            _ => self.details.detail(object),
        }
    }

    /// Returns the service's text from the start of the draft, for comparison; none for a new object.
    pub fn source_base(&self, target: &DocumentRef) -> Result<Option<String>, Error> {
        let base = self.objects.find(target)?.base;
        Ok(base.map(|base| base.text().to_owned()))
    }
}
