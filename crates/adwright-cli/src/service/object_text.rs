//! One row of a list, or one object.

use adwright_model::{Document, UneditableText};
use serde_json::value::RawValue;

/// Why a text of the service is not an object. The message continues a sentence.
#[derive(Debug, thiserror::Error)]
pub(super) enum ObjectTextError {
    /// The text is another JSON value.
    #[error("it is not an object.")]
    NotAnObject,
    /// The text is not JSON.
    #[error("it is not JSON.")]
    NotJson,
    /// The text is damaged.
    #[error("{0}")]
    Damaged(UneditableText),
}

/// Returns the text of an object.
pub(super) fn object_text(raw: &[u8]) -> Result<&str, ObjectTextError> {
    let is_json = serde_json::from_slice::<&RawValue>(raw).is_ok();
    match std::str::from_utf8(raw) {
        Ok(text) if is_json && text.trim_ascii_start().starts_with('{') => Ok(text),
        Ok(_) if is_json => Err(ObjectTextError::NotAnObject),
        _ => Err(match Document::read(raw.to_vec()) {
            Document::TextOnly(why) => ObjectTextError::Damaged(why),
            Document::Editable(_) => ObjectTextError::NotJson,
        }),
    }
}
