//! The reference of ours that a new object carries, by which it can be found again whatever happens to the answer.

use std::borrow::Cow;

use adwright_model::{Editable, Kind, Node};
use adwright_wire::ClientRefFormat;
use uuid::Uuid;

use crate::desk::Desk;
use crate::doctor::reference_setting;
use crate::error::Error;

/// The member that carries it.
pub(super) const MEMBER: &str = "clientRefId";

/// How each of ours begins, where it is a text.
const PREFIX: &str = "adwright-";
/// How many digits follow, in base 16.
const DIGITS: usize = 32;
/// How many bits each of ours has, where it is a number: so many survive services that read numbers as JavaScript does.
const BITS: u32 = 53;

/// What a service showed that takes no references of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReferenceLesson {
    /// It refused a new object and named the reference, in these words.
    Refused(String),
    /// It created an object and returns it without the reference.
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
    /// Sends no more references with new objects of a kind, unless a person chose to.
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

/// Whether the words of a refusal name the member, and not only a part of another name.
pub(super) fn names_reference(words: &str) -> bool {
    let mut names = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    names.any(|name| name.eq_ignore_ascii_case(MEMBER))
}

/// One that nobody else has.
pub(super) fn new_reference(form: ClientRefFormat) -> String {
    match form {
        ClientRefFormat::Integer => {
            let (high, low) = Uuid::new_v4().as_u64_pair();
            ((high ^ low) >> (u64::BITS - BITS) | 1 << (BITS - 1)).to_string()
        }
        _ => format!("{PREFIX}{}", Uuid::new_v4().simple()),
    }
}

/// The reference that an object has, whether it stands there as a text or as a number.
pub(super) fn reference_of(object: &Editable) -> Option<Cow<'_, str>> {
    let node = object
        .root()
        .member(MEMBER)
        .filter(|node| !node.is_null())?;
    Some(reference_text(node))
}

/// Whether it is all of one that Adwright made, here or on another computer.
pub(super) fn is_own_reference(reference: &str) -> bool {
    let has_all_bits = |number: u64| u64::BITS - number.leading_zeros() == BITS;
    let is_whole =
        |rest: &str| rest.len() == DIGITS && rest.bytes().all(|it| it.is_ascii_hexdigit());
    reference.strip_prefix(PREFIX).is_some_and(is_whole)
        || reference.parse().is_ok_and(has_all_bits)
}

/// Whether it begins as one that Adwright made, and is none: a service may cut what is too long for it.
pub(super) fn is_truncated_reference(reference: &str) -> bool {
    reference.starts_with(PREFIX) && !is_own_reference(reference)
}

/// A service may fill it up with spaces, to the width of its column.
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
