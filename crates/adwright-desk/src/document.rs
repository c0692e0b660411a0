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

/// The id by which the service knows an object: a number, or at some services a text of digits.
pub(crate) fn id_of(object: &Editable) -> Option<Id> {
    let id = object.get(&Path::root().child("id"))?;
    let in_text = || {
        let text = id.as_str()?;
        let number = text.parse().ok()?;
        // A sign or zeros in front would be another text when the id is written again.
        (i64::to_string(&number) == text).then_some(number)
    };
    id.as_i64().or_else(in_text).map(Id)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_number_or_a_text_of_its_digits() {
        let id = |json: &str| id_of(&editable(&format!("{{\"id\":{json}}}")).unwrap());
        assert_eq!(id("1072288341"), Some(Id(1_072_288_341)));
        assert_eq!(id("\"1072288341\""), Some(Id(1_072_288_341)));
        for other in [
            "null", "\"\"", "\"+7\"", "\"007\"", "\"7 \"", "\"x\"", "7.5", "[7]",
        ] {
            assert_eq!(id(other), None, "{other}");
        }
    }
}
