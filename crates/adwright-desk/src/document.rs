//! Texts from the store as documents again.

use adwright_model::{Edit, Editable, Id, Path, Shape};

use crate::error::Error;

/// A text as a document that can be edited.
pub(crate) fn editable(text: &str) -> Result<Editable, Error> {
    Editable::parse(text).map_err(|unreadable| Error::TextOnly(unreadable.to_string()))
}

/// A document with edits applied in order.
pub(crate) fn replay<'a>(
    mut document: Editable,
    edits: impl IntoIterator<Item = &'a Edit>,
) -> Result<Editable, Error> {
    for edit in edits {
        document = document
            .apply(edit)
            .map_err(|error| Error::Edit(error.to_string()))?;
    }
    Ok(document)
}

/// The id by which the service knows an object.
pub(crate) fn id_of(object: &Editable) -> Option<Id> {
    object.get(&Path::root().child("id"))?.as_i64().map(Id)
}

/// What a JSON value is, as a sentence says it.
pub(crate) const fn spoken_shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Null => "null",
        Shape::Bool => "true or false",
        Shape::Number => "a number",
        Shape::String => "a text",
        Shape::Array => "a list",
        Shape::Object => "an object",
    }
}
