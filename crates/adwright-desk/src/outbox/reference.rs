//! The reference that Adwright adds to a new object, so that the object can be found again even if the reply is lost.

use std::borrow::Cow;

use adwright_model::{Editable, Kind, Node};
use adwright_wire::ClientRefFormat;
use uuid::Uuid;

use crate::desk::Desk;
use crate::doctor::reference_setting;
use crate::error::Error;

/// The member that carries the reference.
pub(super) const MEMBER: &str = "clientRefId";

/// The prefix of our text references.
const PREFIX: &str = "adwright-";
/// The number of hexadecimal digits after the prefix.
const DIGITS: usize = 32;
/// The number of bits of our integer references: services that read numbers as JavaScript does keep at most 53 bits.
const BITS: u32 = 53;

/// The evidence that a service does not support our references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReferenceLesson {
    /// The service refused a new object and named the reference, in these words.
    Refused(String),
    /// The service created an object and returned it without the reference.
    Dropped,
}

impl ReferenceLesson {
    fn why(&self) -> String {
        match self {
            Self::Refused(words) => {
                format!("The service refused a new object and named {MEMBER}: “{words}”")
            }
            Self::Dropped => {
                format!(
                    "The service created an object that was sent with {MEMBER}, and returned it without."
                )
            }
        }
    }
}

impl Desk {
    /// Turns references off for new objects of a kind, unless a person turned them on.
    pub(super) fn learn_reference_off(
        &self,
        kind: Kind,
        lesson: &ReferenceLesson,
    ) -> Result<(), Error> {
        let setting = reference_setting(kind);
        self.learn_setting(setting.key, "off", &lesson.why())?;
        Ok(())
    }
}

/// Returns whether a refusal names the member as a whole word.
pub(super) fn names_reference(words: &str) -> bool {
    let mut names = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    names.any(|name| name.eq_ignore_ascii_case(MEMBER))
}

/// Returns a new unique reference.
pub(super) fn new_reference(form: ClientRefFormat) -> String {
    match form {
        ClientRefFormat::Integer => {
            let (high, low) = Uuid::new_v4().as_u64_pair();
            ((high ^ low) >> (u64::BITS - BITS) | 1 << (BITS - 1)).to_string()
        }
        _ => format!("{PREFIX}{}", Uuid::new_v4().simple()),
    }
}

/// Returns the reference of an object, from a text or a number.
pub(super) fn reference_of(object: &Editable) -> Option<Cow<'_, str>> {
    let node = object
        .root()
        .member(MEMBER)
        .filter(|node| !node.is_null())?;
    Some(reference_text(node))
}

/// Returns whether this is a complete reference made by Adwright, on this or another computer.
pub(super) fn is_own_reference(reference: &str) -> bool {
    let has_all_bits = |number: u64| u64::BITS - number.leading_zeros() == BITS;
    let is_whole =
        |rest: &str| rest.len() == DIGITS && rest.bytes().all(|it| it.is_ascii_hexdigit());
    reference.strip_prefix(PREFIX).is_some_and(is_whole)
        || reference.parse().is_ok_and(has_all_bits)
}

/// Returns whether this starts like our reference but is incomplete: a service may cut long texts.
pub(super) fn is_truncated_reference(reference: &str) -> bool {
    reference.starts_with(PREFIX) && !is_own_reference(reference)
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
    fn ours_are_known_from_those_of_others() {
        for form in [ClientRefFormat::Text, ClientRefFormat::Integer] {
            let made = new_reference(form);
            assert!(is_own_reference(&made), "{made}");
        }
        for other in ["", "mine-1", "81", "1072288341", "1700000000000", "-5e15"] {
            assert!(!is_own_reference(other), "{other}");
        }
        let made = new_reference(ClientRefFormat::Text);
        assert!(!is_own_reference(&made[..36]) && is_truncated_reference(&made[..36]));
        assert!(!is_truncated_reference(&made) && !is_truncated_reference("mine-1"));
    }

    #[test]
    fn words_name_the_reference_as_a_whole_name() {
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
    fn a_reference_is_the_same_as_a_text_and_as_a_number() {
        let of = |text: &str| {
            let object = Editable::parse(text).unwrap();
            reference_of(&object).map(Cow::into_owned)
        };
        assert_eq!(of(r#"{"clientRefId":"81"}"#), of(r#"{"clientRefId":81}"#));
        assert_eq!(of(r#"{"clientRefId":"81  "}"#), of(r#"{"clientRefId":81}"#));
        assert_eq!(of(r#"{"clientRefId":null}"#), None);
        assert_eq!(of("{}"), None);
    }
}
