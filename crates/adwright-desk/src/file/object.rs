//! Reads one object of a file, with its position.

use adwright_model::{
    Document, EditableDocument, JsonType, PositionTracker, TextPosition, UneditableReason,
};
use adwright_wire::FileObjectsError;

use crate::error::{FileError, FileProblem};

/// Reads an object that begins at offset `start` of its file.
pub(crate) fn read_object(
    object: &[u8],
    start: usize,
    places: &mut PositionTracker<'_>,
) -> Result<EditableDocument, FileError> {
    as_object(Document::read(object.to_vec()), start, places)
}

/// Returns a document that begins at offset `start` of its file, if it is an object.
pub(super) fn as_object(
    document: Document,
    start: usize,
    places: &mut PositionTracker<'_>,
) -> Result<EditableDocument, FileError> {
    match document {
        Document::Editable(document) if document.root().json_type() != JsonType::Object => {
            Err(FileError::At {
                place: places.position_at(start),
                problem: FileProblem::NotAnObject(document.root().json_type()),
            })
        }
        Document::Editable(document) => Ok(document),
        Document::TextOnly(text_only) => Err(FileError::At {
            place: text_only.position.relative_to(places.position_at(start)),
            problem: FileProblem::Unreadable(text_only.reason),
        }),
    }
}

/// Returns why a file has no objects.
pub(crate) fn no_objects_error(bytes: &[u8], none: FileObjectsError) -> FileError {
    let (place, problem) = match (Document::read(bytes.to_vec()), none.at) {
        // A list may be longer than any document, so its size is not the error.
        (Document::TextOnly(text), Some(broken)) if text.reason == UneditableReason::TooBig => (
            PositionTracker::new(bytes).position_at(broken),
            FileProblem::Broken,
        ),
        (Document::TextOnly(text), _) => (text.position, FileProblem::Unreadable(text.reason)),
        (Document::Editable(_), _) => (TextPosition::START, FileProblem::NoObjects),
    };
    FileError::At { place, problem }
}
