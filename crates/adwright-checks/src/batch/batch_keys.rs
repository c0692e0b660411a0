use std::hash::{DefaultHasher, Hash, Hasher as _};

use adwright_model::{Binding, Node};

use crate::check_input::{CheckInput, display_value};

/// The parts of a document that are compared with those of other documents. The default is that of an empty document.
///
/// Texts are hashes: among a million texts the chance of two equal hashes is below 1 to 30 million.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BatchKeys {
    /// The value with its advertiser and activity, if the document has all three.
    pub(crate) content: Option<u64>,
    /// The client's own reference.
    pub(crate) reference: Option<u64>,
    pub(crate) advertiser: Option<i64>,
    pub(crate) activity: Option<i64>,
}

impl BatchKeys {
    /// Returns a hash of the value with its advertiser and activity; none if the document lacks one of them.
    #[must_use]
    pub const fn content(&self) -> Option<u64> {
        self.content
    }

    /// Returns the keys of a document.
    #[must_use]
    pub fn of(input: &CheckInput<'_>) -> Self {
        let advertiser = input.find(Binding::AdvertiserId);
        let activity = input.find(Binding::RetargetingActivity);
        let bound = |found: &Option<(_, Node<'_>)>| comparable_text(&found.as_ref()?.1);
        let content = bound(&advertiser)
            .zip(bound(&activity))
            .zip(member_text(input, "value"));
        Self {
            content: content.map(|content| hash(&content)),
            reference: member_text(input, "clientRefId").map(|text| hash(&text)),
            advertiser: advertiser.and_then(|(_, node)| node.as_id()),
            activity: activity.and_then(|(_, node)| node.as_id()),
        }
    }
}

/// Returns a member as it is compared; `None` if it is missing or blank.
pub(crate) fn member_text(input: &CheckInput<'_>, name: &str) -> Option<String> {
    comparable_text(&input.document.root().member(name)?)
}

fn comparable_text(value: &Node<'_>) -> Option<String> {
    let text = display_value(value).trim().to_owned();
    (!value.is_null() && !text.is_empty()).then_some(text)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
