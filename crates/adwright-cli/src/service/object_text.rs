//! One row of a list, or one object.

use adwright_model::Document;
use serde_json::value::RawValue;

/// Returns the text of an object, or a sentence that says why it is not an object.
pub(super) fn object_text(raw: &[u8]) -> Result<&str, String> {
    let is_json = serde_json::from_slice::<&RawValue>(raw).is_ok();
    match std::str::from_utf8(raw) {
        Ok(text) if is_json && text.trim_ascii_start().starts_with('{') => Ok(text),
        Ok(_) if is_json => Err("it is no object.".to_owned()),
        _ => Err(match Document::read(raw.to_vec()) {
            Document::TextOnly(why) => why.to_string(),
            Document::Editable(_) => "it is no JSON.".to_owned(),
        }),
    }
}
