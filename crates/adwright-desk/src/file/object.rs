//! Reads one object of a file, with its position.

use adwright_model::{
    Document, Editable, JsonType, PositionTracker, TextPosition, UneditableReason,
};
use adwright_wire::FileObjectsError;

use crate::document::shape_name;

/// Reads an object that begins at offset `start` of its file. The error is a sentence that begins with the position.
pub(crate) fn read_object(
    object: &[u8],
    start: usize,
    places: &mut PositionTracker<'_>,
) -> Result<Editable, String> {
    match Document::read(object.to_vec()) {
        Document::Editable(document) if document.root().json_type() != JsonType::Object => {
            let what = shape_name(document.root().json_type());
            let said = format!("this is {what}, not an object.");
            Err(with_position(places.position_at(start), &said))
        }
        Document::Editable(document) => Ok(document),
        Document::TextOnly(text_only) => {
            let place = text_only.place.relative_to(places.position_at(start));
            Err(with_position(place, &text_only.reason.to_string()))
        }
    }
}

pub(crate) fn with_position(TextPosition { line, column }: TextPosition, what: &str) -> String {
    format!("Line {line}, column {column}: {what}")
}

/// Returns why a file has no objects, with the position.
pub(crate) fn why_no_objects(bytes: &[u8], none: FileObjectsError) -> String {
    match (Document::read(bytes.to_vec()), none.at) {
        // A list may be longer than any document, so its size is not the error.
        (Document::TextOnly(text), Some(broken)) if text.reason == UneditableReason::TooBig => {
            with_position(
                PositionTracker::new(bytes).position_at(broken),
                "from here on brackets, quotes and commas do not fit, or the file is cut off.",
            )
        }
        (Document::TextOnly(text_only), _) => text_only.to_string(),
        (Document::Editable(_), _) => with_position(
            TextPosition::START,
            "here is neither an object nor a list of objects.",
        ),
    }
}
