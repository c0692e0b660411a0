use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;

use crate::document::Indexed;
use crate::json::{Entry, Shape, compare_numbers, exact_i64, unquoted};
use crate::kind::id_in_text;
use crate::path::Step;
use crate::twins::Twins;

/// One value of an [`Editable`](crate::Editable).
#[derive(Clone, Copy)]
pub struct Node<'a> {
    indexed: &'a Indexed,
    at: usize,
}

impl<'a> Node<'a> {
    pub(crate) fn root_of(indexed: &'a Indexed) -> Self {
        Self { indexed, at: 0 }
    }

    /// What it is.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.entry().shape()
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.shape() == Shape::Null
    }

    /// Its exact text.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        &self.indexed.text[self.span()]
    }

    /// The bytes of the document's text that it takes.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.entry().value()
    }

    /// The bytes of its name and quotes; empty for an item and for the document itself.
    pub(crate) fn name_span(&self) -> Range<usize> {
        self.entry().name_in(&self.indexed.text).unwrap_or_default()
    }

    /// Its truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        (self.shape() == Shape::Bool).then(|| self.raw() == "true")
    }

    /// Its text with escapes resolved, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        (self.shape() == Shape::String)
            .then(|| self.unquoted(self.span(), self.entry().has_escape_in_value()))
    }

    /// Its exact value, if it is a whole number within 64 bits; `1.0` and `1e2` count.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        (self.shape() == Shape::Number)
            .then(|| exact_i64(self.raw()))
            .flatten()
    }

    /// The whole number that it stands for as an id: a number, or a text of just its digits. Services show ids as either.
    #[must_use]
    pub fn as_id(&self) -> Option<i64> {
        match self.shape() {
            Shape::Number => exact_i64(self.raw()),
            Shape::String => id_in_text(&self.as_str()?),
            _ => None,
        }
    }

    /// The members with their names, in order; nothing unless it is an object.
    pub fn members(&self) -> impl Iterator<Item = (Cow<'a, str>, Node<'a>)> + use<'a> {
        self.parts_of(Shape::Object).map(|node| (node.name(), node))
    }

    /// The members without their names, in order; nothing unless it is an object.
    pub(crate) fn members_only(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts_of(Shape::Object)
    }

    /// The items in order; nothing unless it is a list.
    pub fn items(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts_of(Shape::Array)
    }

    /// A member by its exact name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Node<'a>> {
        self.parts_of(Shape::Object)
            .find(|node| node.is_named(name))
    }

    /// How many members or items it has. Counts them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts().count()
    }

    /// Whether it has neither members nor items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts().next().is_none()
    }

    /// Whether both mean the same: numbers by exact value, texts by their characters, objects
    /// without order.
    #[must_use]
    pub fn same_value(&self, other: &Node<'_>) -> bool {
        self.is_same(other, |_, _| false)
    }

    /// Whether both mean the same, also where an id is a number in one and a text of it in the other, at any depth.
    #[must_use]
    pub fn agrees_with(&self, other: &Node<'_>) -> bool {
        self.is_same(other, |one, other| {
            let (one, other) = (one.as_id(), other.as_id());
            one.is_some() && one == other
        })
    }

    fn is_same<'b>(
        &self,
        other: &Node<'b>,
        counts_as_same: impl Fn(&Self, &Node<'b>) -> bool + Copy,
    ) -> bool {
        if self.raw() == other.raw() {
            return true;
        }
        if self.shape() != other.shape() {
            return counts_as_same(self, other);
        }
        if self.len() != other.len() {
            return false;
        }
        match self.shape() {
            Shape::Null => true,
            Shape::Bool => self.raw() == other.raw(),
            Shape::Number => compare_numbers(self.raw(), other.raw()).is_eq(),
            Shape::String => self.as_str() == other.as_str(),
            Shape::Array => self
                .items()
                .zip(other.items())
                .all(|(a, b)| a.is_same(&b, counts_as_same)),
            Shape::Object => {
                let mut twins = Twins::of(*other);
                self.members().all(|(name, member)| {
                    let twin = twins.find(&name);
                    twin.is_some_and(|twin| member.is_same(&twin, counts_as_same))
                })
            }
        }
    }

    pub(crate) fn step(&self, step: &Step) -> Option<Node<'a>> {
        match step {
            Step::Member(name) => self.member(name),
            Step::Item(item) => self.items().nth(*item),
        }
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let Self { indexed, at } = *self;
        let end = self.entry().after();
        let first = Some(at + 1).filter(|&first| first < end);
        let next = move |&at: &usize| Some(indexed.entries[at].after()).filter(|&next| next < end);
        std::iter::successors(first, next).map(move |at| Node { indexed, at })
    }

    fn parts_of(&self, shape: Shape) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let wanted = self.shape() == shape;
        self.parts().take_while(move |_| wanted)
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        let entry = self.entry();
        entry.is_spelled(name, &self.indexed.text)
            || entry.has_escape_in_name() && self.name() == name
    }

    /// The member or item after one of its own.
    pub(crate) fn part_after(&self, part: &Node<'a>) -> Option<Node<'a>> {
        let at = part.entry().after();
        (at < self.entry().after()).then_some(Node { at, ..*self })
    }

    /// Where it is in the index; none for the document itself.
    pub(crate) fn place(&self) -> Option<NonZeroU32> {
        u32::try_from(self.at).ok().and_then(NonZeroU32::new)
    }

    /// The value that is there in the same document.
    pub(crate) fn at_place(&self, place: NonZeroU32) -> Node<'a> {
        let at = place.get() as usize;
        Node { at, ..*self }
    }

    /// A stretch of the text of the document that it is in.
    pub(crate) fn document_text(&self, range: Range<usize>) -> &'a str {
        &self.indexed.text[range]
    }

    /// Its name with escapes resolved; empty for an item and for the document itself.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        match self.name_span() {
            Range { end: 0, .. } => Cow::Borrowed(""),
            quoted => self.unquoted(quoted, self.entry().has_escape_in_name()),
        }
    }

    fn unquoted(&self, quoted: Range<usize>, has_escape: bool) -> Cow<'a, str> {
        if has_escape {
            unquoted(&self.indexed.text[quoted])
        } else {
            Cow::Borrowed(&self.indexed.text[quoted.start + 1..quoted.end - 1])
        }
    }

    fn entry(&self) -> &'a Entry {
        &self.indexed.entries[self.at]
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.raw()).finish()
    }
}
