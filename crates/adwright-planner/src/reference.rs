//! The reference that Adwright adds to a new object, so that the object can be found again even if the reply is lost.

use std::borrow::Cow;

use adwright_model::{EditableDocument, Node};

/// The member that carries the reference.
pub const REFERENCE_MEMBER: &str = "clientRefId";

/// The prefix of our text references.
pub const REFERENCE_PREFIX: &str = "adwright-";
/// The number of hexadecimal digits after the prefix.
const DIGITS: usize = 32;
/// The number of bits of our integer references: services that read numbers as JavaScript does keep at most 53 bits.
pub const REFERENCE_BITS: u32 = 53;

/// The evidence that a service does not support our references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnsupportedReference {
    /// The service refused a new object and named the reference, in these words.
    Refused(String),
    /// The service created an object and returned it without the reference.
    Dropped,
}

/// Returns whether a refusal names the member as a whole word.
#[must_use]
pub fn names_reference(words: &str) -> bool {
    let mut names = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    names.any(|name| name.eq_ignore_ascii_case(REFERENCE_MEMBER))
}

/// Returns the reference of an object, from a text or a number.
#[must_use]
pub fn reference_of(object: &EditableDocument) -> Option<Cow<'_, str>> {
    let node = object
        .root()
        .member(REFERENCE_MEMBER)
        .filter(|node| !node.is_null())?;
    Some(reference_text(node))
}

/// Returns whether this is a complete reference made by Adwright, on this or another computer.
#[must_use]
pub fn is_own_reference(reference: &str) -> bool {
    let has_all_bits = |number: u64| u64::BITS - number.leading_zeros() == REFERENCE_BITS;
    let is_whole =
        |rest: &str| rest.len() == DIGITS && rest.bytes().all(|it| it.is_ascii_hexdigit());
    reference
        .strip_prefix(REFERENCE_PREFIX)
        .is_some_and(is_whole)
        || reference.parse().is_ok_and(has_all_bits)
}

/// Returns whether the reference has the form of a number, as text or as JSON number.
pub(crate) fn is_number(reference: &str) -> bool {
    reference.bytes().all(|it| it.is_ascii_digit())
}

/// Returns whether this starts like our reference but is incomplete: a service may cut long texts.
#[must_use]
pub fn is_truncated_reference(reference: &str) -> bool {
    reference.starts_with(REFERENCE_PREFIX) && !is_own_reference(reference)
}

/// Returns the text of a reference without trailing spaces: a service may pad it to the width of its column.
fn reference_text(node: Node<'_>) -> Cow<'_, str> {
    match node.as_str() {
        Some(Cow::Borrowed(text)) => Cow::Borrowed(text.trim_end()),
        Some(Cow::Owned(text)) => Cow::Owned(text.trim_end().to_owned()),
        None => Cow::Owned(node.raw().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_names_the_reference_as_whole_word() {
        for words in [
            "clientRefId: not allowed",
            "entities[0].CLIENTREFID is unknown",
        ] {
            assert!(names_reference(words), "{words}");
        }
        for words in ["", "xclientRefId", "clientRefIds", "client id"] {
            assert!(!names_reference(words), "{words}");
        }
    }

    #[test]
    fn reference_is_the_same_as_text_and_number() {
        let of = |text: &str| {
            let object = EditableDocument::parse(text).unwrap();
            reference_of(&object).map(Cow::into_owned)
        };
        assert_eq!(of(r#"{"clientRefId":"81"}"#), of(r#"{"clientRefId":81}"#));
        assert_eq!(of(r#"{"clientRefId":"81  "}"#), of(r#"{"clientRefId":81}"#));
        assert_eq!(of(r#"{"clientRefId":null}"#), None);
        assert_eq!(of("{}"), None);
    }
}
