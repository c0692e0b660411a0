//! One object of a file, read with its place.

use adwright_model::{Document, Editable, Place, Places, Shape, Unreadable};
use adwright_wire::NoObjects;

use crate::document::spoken_shape;

/// Reads an object that begins at an offset of its file; where it is none, a sentence that begins with the place.
pub(crate) fn read_object(
    object: &[u8],
    start: usize,
    places: &mut Places<'_>,
) -> Result<Editable, String> {
    match Document::read(object.to_vec()) {
        Document::Editable(document) if document.root().shape() != Shape::Object => {
            let what = spoken_shape(document.root().shape());
            let said = format!("this is {what}, not an object.");
            Err(at(places.at(start), &said))
        }
        Document::Editable(document) => Ok(document),
        Document::TextOnly(text_only) => {
            let place = text_only.place.after(places.at(start));
            Err(at(place, &text_only.reason.to_string()))
        }
    }
}

pub(crate) fn at(Place { line, column }: Place, what: &str) -> String {
    format!("Line {line}, column {column}: {what}")
}

/// Why a file has no objects, with the place.
pub(crate) fn why_not(bytes: &[u8], none: NoObjects) -> String {
    match (Document::read(bytes.to_vec()), none.at) {
        // A list may be longer than any document, so that its size is not what is wrong.
        (Document::TextOnly(text), Some(broken)) if text.reason == Unreadable::TooBig => at(
            Places::new(bytes).at(broken),
            "from here on brackets, quotes and commas do not fit, or the file is cut off.",
        ),
        (Document::TextOnly(text_only), _) => text_only.to_string(),
        (Document::Editable(_), _) => at(
            Place::START,
            "here is neither an object nor a list of objects.",
        ),
    }
}
