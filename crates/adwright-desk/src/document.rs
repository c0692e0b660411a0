//! Parses texts from the store into documents.

use adwright_model::{
    Binding, Bindings, Document, Edit, EditableDocument, Id, JsonType, Path, parse_text_id,
};
use serde::Deserialize;

use crate::error::{DocumentError, Error};

/// Parses the path of an edit.
pub(crate) fn parse_path(text: &str) -> Result<Path, Error> {
    text.parse()
        .map_err(|_| DocumentError::NotAPath(text.to_owned()).into())
}

/// Parses a text as an editable document.
pub(crate) fn parse_editable(text: &str) -> Result<EditableDocument, Error> {
    EditableDocument::parse(text).map_err(|error| DocumentError::TextOnly(error).into())
}

/// Parses the text of a draft. Source text that is not an object yet is stored as one JSON string; the document is then
/// that string's content.
pub(crate) fn parse_draft_text(text: &str) -> Document {
    match Document::read(text.as_bytes().to_vec()) {
        Document::Editable(kept) => match unparsed_source(&kept) {
            Some(written) => Document::parse_object(written),
            None => Document::Editable(kept),
        },
        broken @ Document::TextOnly(_) => broken,
    }
}

/// Returns the Source text that is not an object yet, from the stored text.
pub(crate) fn unparsed_source(kept: &EditableDocument) -> Option<String> {
    kept.root().as_str().map(std::borrow::Cow::into_owned)
}

/// Applies edits to a document in order.
pub(crate) fn replay<'a>(
    document: &EditableDocument,
    edits: impl IntoIterator<Item = &'a Edit>,
) -> Result<EditableDocument, Error> {
    Ok(document.apply_all(edits).map_err(DocumentError::Edit)?)
}

/// Returns the id of an object on the service.
pub(crate) fn id_of(object: &EditableDocument) -> Option<Id> {
    id_at(object, "id")
}

/// Returns the id in a member of an object: a number, or a text of digits.
pub(crate) fn id_at(object: &EditableDocument, member: &str) -> Option<Id> {
    object.get(&Path::root().child(member))?.as_id().map(Id)
}

/// Returns id and name from a JSON text that is not an editable document; none if it has no id.
pub(crate) fn parse_id_and_name(text: &str) -> Option<(Id, Option<String>)> {
    let NamedObject { id, name } = serde_json::from_str(text).ok()?;
    let id = match id {
        JsonId::Number(id) => Id(id),
        JsonId::Text(text) => Id(parse_text_id(&text)?),
    };
    Some((id, name))
}

#[derive(Deserialize)]
struct NamedObject {
    id: JsonId,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonId {
    Number(i64),
    Text(String),
}

/// Returns the name of a JSON type for use in a sentence.
pub(crate) const fn shape_name(shape: JsonType) -> &'static str {
    match shape {
        JsonType::Null => "null",
        JsonType::Bool => "true or false",
        JsonType::Number => "a number",
        JsonType::String => "a text",
        JsonType::Array => "a list",
        JsonType::Object => "an object",
    }
}

/// Returns the integer of a binding, from a number or a text of digits.
pub(crate) fn bound_id(
    document: &EditableDocument,
    bindings: &Bindings,
    binding: Binding,
) -> Option<i64> {
    bindings.find(binding, document)?.1.as_id()
}

/// Returns the text of a binding.
pub(crate) fn bound_text(
    document: &EditableDocument,
    bindings: &Bindings,
    binding: Binding,
) -> Option<String> {
    Some(bindings.find(binding, document)?.1.as_str()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_a_number_or_its_digits() {
        let id = |json: &str| id_of(&parse_editable(&format!("{{\"id\":{json}}}")).unwrap());
        assert_eq!(id("1072288341"), Some(Id(1_072_288_341)));
        assert_eq!(id("\"1072288341\""), Some(Id(1_072_288_341)));
        for other in [
            "null", "\"\"", "\"+7\"", "\"007\"", "\"7 \"", "\"x\"", "7.5", "[7]",
        ] {
            assert_eq!(id(other), None, "{other}");
        }
    }
    #[test]
    fn uneditable_object_still_has_id_and_name() {
        let twice = r#"{"id":"7","name":"A","budget":1,"budget":2}"#;
        assert_eq!(
            parse_id_and_name(twice),
            Some((Id(7), Some("A".to_owned())))
        );
        assert_eq!(
            parse_id_and_name(r#"{"id":7,"a":1,"a":2}"#),
            Some((Id(7), None))
        );
        for other in [r#"{"id":"07"}"#, r#"{"name":"A"}"#, "[]", "{"] {
            assert_eq!(parse_id_and_name(other), None, "{other}");
        }
    }
}
