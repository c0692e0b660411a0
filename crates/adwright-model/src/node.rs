use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;

use crate::document::IndexedText;
use crate::json::{
    IndexEntry, JsonType, bytes_equal, compare_numbers, exact_i64, parse_json_string,
};
use crate::kind::parse_text_id;
use crate::member_index::MemberIndex;
use crate::path::PathStep;

/// One value of an [`EditableDocument`](crate::EditableDocument).
#[derive(Clone, Copy)]
pub struct Node<'a> {
    indexed: &'a IndexedText,
    at: usize,
}

impl<'a> Node<'a> {
    pub(crate) fn root(indexed: &'a IndexedText) -> Self {
        Self { indexed, at: 0 }
    }

    /// Returns the JSON type.
    #[must_use]
    pub fn json_type(&self) -> JsonType {
        self.entry().json_type()
    }

    /// Returns true if it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.json_type() == JsonType::Null
    }

    /// Returns the exact text.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        &self.indexed.text[self.span()]
    }

    /// Returns the byte range in the document's text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.entry().value_range()
    }

    /// Returns the byte range of the name with its quotes; empty for an item and for the document itself.
    pub(crate) fn name_span(&self) -> Range<usize> {
        self.entry()
            .name_range(&self.indexed.text)
            .unwrap_or_default()
    }

    /// Returns the boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        (self.json_type() == JsonType::Bool).then(|| self.raw() == "true")
    }

    /// Returns the text with escapes resolved, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        (self.json_type() == JsonType::String)
            .then(|| self.unquoted(self.span(), self.entry().has_escape_in_value()))
    }

    /// Returns the exact value, if it is a whole number within 64 bits. `1.0` and `1e2` count.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        (self.json_type() == JsonType::Number)
            .then(|| exact_i64(self.raw()))
            .flatten()
    }

    /// Returns the id: a whole number, or a string of digits. Services show ids as either.
    #[must_use]
    pub fn as_id(&self) -> Option<i64> {
        match self.json_type() {
            JsonType::Number => exact_i64(self.raw()),
            JsonType::String => parse_text_id(&self.as_str()?),
            _ => None,
        }
    }

    /// Returns the members with their names, in order; empty unless it is an object.
    pub fn members(&self) -> impl Iterator<Item = (Cow<'a, str>, Node<'a>)> + use<'a> {
        self.parts_of(JsonType::Object)
            .map(|node| (node.name(), node))
    }

    /// Returns the members without their names, in order; empty unless it is an object.
    pub(crate) fn member_values(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts_of(JsonType::Object)
    }

    /// Returns the items in order; empty unless it is a list.
    pub fn items(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts_of(JsonType::Array)
    }

    /// Returns a member by exact name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Node<'a>> {
        self.parts_of(JsonType::Object)
            .find(|node| node.is_named(name))
    }

    /// Counts the members or items. Takes linear time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts().count()
    }

    /// Returns true if it has neither members nor items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts().next().is_none()
    }

    /// Returns true if both values are equal: numbers by exact value, texts by characters, objects in any order.
    #[must_use]
    pub fn same_value(&self, other: &Node<'_>) -> bool {
        self.equals_with(other, |_, _| false)
    }

    /// Returns true if both values are equal, or differ only in the JSON type of ids, at any depth.
    #[must_use]
    pub fn equals_ignoring_id_type(&self, other: &Node<'_>) -> bool {
        self.equals_with(other, |one, other| {
            let (one, other) = (one.as_id(), other.as_id());
            one.is_some() && one == other
        })
    }

    fn equals_with<'b>(
        &self,
        other: &Node<'b>,
        counts_as_same: impl Fn(&Self, &Node<'b>) -> bool + Copy,
    ) -> bool {
        if self.raw() == other.raw() {
            return true;
        }
        if self.json_type() != other.json_type() {
            return counts_as_same(self, other);
        }
        if self.len() != other.len() {
            return false;
        }
        match self.json_type() {
            JsonType::Null => true,
            JsonType::Bool => self.raw() == other.raw(),
            JsonType::Number => compare_numbers(self.raw(), other.raw()).is_eq(),
            JsonType::String => self.as_str() == other.as_str(),
            JsonType::Array => self
                .items()
                .zip(other.items())
                .all(|(a, b)| a.equals_with(&b, counts_as_same)),
            JsonType::Object => {
                let mut other_members = MemberIndex::new(*other);
                self.members().all(|(name, member)| {
                    let other_member = other_members.find(&name);
                    other_member.is_some_and(|other| member.equals_with(&other, counts_as_same))
                })
            }
        }
    }

    pub(crate) fn child(&self, step: &PathStep) -> Option<Node<'a>> {
        match step {
            PathStep::Member(name) => self.member(name),
            PathStep::Item(item) => self.items().nth(*item),
        }
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts_before(self.entry().next_index())
    }

    fn parts_of(&self, json_type: JsonType) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let entry = self.entry();
        self.parts_before(if entry.json_type() == json_type {
            entry.next_index()
        } else {
            self.at
        })
    }

    /// Returns the parts up to an index.
    fn parts_before(&self, end: usize) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let Self { indexed, mut at } = *self;
        at += 1;
        std::iter::from_fn(move || {
            let part = Node { indexed, at };
            (at < end).then(|| {
                at = part.entry().next_index();
                part
            })
        })
    }

    #[inline]
    pub(crate) fn is_named(&self, name: &str) -> bool {
        match self.entry().plain_name(&self.indexed.text) {
            Some(plain) => bytes_equal(plain, name.as_bytes()),
            None => self.is_decoded_name(name),
        }
    }

    #[cold]
    fn is_decoded_name(&self, name: &str) -> bool {
        self.name() == name
    }

    /// Returns the member or item after the given part.
    pub(crate) fn part_after(&self, part: &Node<'a>) -> Option<Node<'a>> {
        let at = part.entry().next_index();
        (at < self.entry().next_index()).then_some(Node { at, ..*self })
    }

    /// Returns the number of the value among all values of the document; `None` for the document itself.
    #[must_use]
    pub fn index(&self) -> Option<NonZeroU32> {
        u32::try_from(self.at).ok().and_then(NonZeroU32::new)
    }

    /// Returns the value with this number in the same document. A number takes a quarter of the memory of a node.
    #[must_use]
    pub fn at_index(&self, place: NonZeroU32) -> Node<'a> {
        let at = place.get() as usize;
        Node { at, ..*self }
    }

    /// Returns a range of the document's text.
    pub(crate) fn document_text(&self, range: Range<usize>) -> &'a str {
        &self.indexed.text[range]
    }

    /// Returns the name with escapes resolved; empty for an item and for the document itself.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        match self.name_span() {
            Range { end: 0, .. } => Cow::Borrowed(""),
            quoted => self.unquoted(quoted, self.entry().has_escape_in_name()),
        }
    }

    fn unquoted(&self, quoted: Range<usize>, has_escape: bool) -> Cow<'a, str> {
        if has_escape {
            parse_json_string(&self.indexed.text[quoted])
        } else {
            Cow::Borrowed(&self.indexed.text[quoted.start + 1..quoted.end - 1])
        }
    }

    fn entry(&self) -> &'a IndexEntry {
        &self.indexed.entries[self.at]
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.raw()).finish()
    }
}
