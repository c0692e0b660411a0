//! Finds members of an object by name, in linear time overall.

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroU32;

use hashbrown::HashTable;

use crate::node::Node;

/// Up to this many members, a linear search is faster than building a map.
const FEW: usize = 8;

/// Finds the members of one object by name. Objects mostly have their members in the same order, so the next member
/// is tried first. Only a member at another place costs a map of all names.
pub(crate) struct MemberIndex<'a> {
    object: Node<'a>,
    next: Option<Node<'a>>,
    by_name: Option<NameTable>,
}

impl<'a> MemberIndex<'a> {
    /// Creates the index. A value that is not an object has no members.
    pub(crate) fn new(object: Node<'a>) -> Self {
        Self {
            object,
            next: object.members().next().map(|(_, member)| member),
            by_name: None,
        }
    }

    pub(crate) fn find(&mut self, name: &str) -> Option<Node<'a>> {
        let found = self
            .next
            .filter(|next| next.name() == name)
            .or_else(|| self.search(name))?;
        self.next = self.object.part_after(&found);
        Some(found)
    }

    fn search(&mut self, name: &str) -> Option<Node<'a>> {
        let object = self.object;
        if self.by_name.is_none() && object.members().nth(FEW).is_none() {
            return object.member(name);
        }
        let by_name = self.by_name.get_or_insert_with(|| NameTable::new(&object));
        by_name.find(&object, name)
    }
}

/// The places of the members of one object, by name.
///
/// The table holds no names, so it stays a fraction of the text. With very many members in random order, the cost
/// of a lookup is mostly cache misses.
struct NameTable {
    places: HashTable<NonZeroU32>,
    hashes: RandomState,
}

impl NameTable {
    fn new(object: &Node<'_>) -> Self {
        let hashes = RandomState::new();
        let hash = |member: &Node<'_>| hashes.hash_one(&*member.name());
        let mut places = HashTable::with_capacity(object.len());
        for member in object.parts() {
            if let Some(place) = member.index() {
                let hash_at = |place: &NonZeroU32| hash(&object.at_index(*place));
                places.insert_unique(hash(&member), place, hash_at);
            }
        }
        Self { places, hashes }
    }

    fn find<'a>(&self, object: &Node<'a>, name: &str) -> Option<Node<'a>> {
        let is_it = |place: &NonZeroU32| object.at_index(*place).is_named(name);
        let place = self.places.find(self.hashes.hash_one(name), is_it)?;
        Some(object.at_index(*place))
    }
}

#[cfg(test)]
mod tests {
    use crate::EditableDocument;

    use super::*;

    #[test]
    fn members_are_found_in_any_order() {
        for count in [1, FEW, FEW + 1, 100] {
            let members: Vec<_> = (0..count).map(|at| format!("\"m{at}\":{at}")).collect();
            let document = EditableDocument::parse(&format!("{{{}}}", members.join(","))).unwrap();
            let mut twins = MemberIndex::new(document.root());
            for at in (0..count).chain((0..count).rev()) {
                let found = twins.find(&format!("m{at}")).map(|node| node.raw());
                assert_eq!(found, Some(at.to_string().as_str()));
            }
            assert!(twins.find("absent").is_none());
            assert!(twins.find("m0").is_some());
        }
    }

    #[test]
    fn names_match_after_unescaping() {
        for count in [1, 100] {
            let mut members: Vec<_> = (0..count).map(|at| format!("\"m{at}\":{at}")).collect();
            members.push(r#""\u006dine":"here""#.to_owned());
            let document = EditableDocument::parse(&format!("{{{}}}", members.join(","))).unwrap();
            let found = MemberIndex::new(document.root())
                .find("mine")
                .map(|node| node.raw());
            assert_eq!(found, Some("\"here\""));
            assert!(
                MemberIndex::new(document.root())
                    .find(r"\u006dine")
                    .is_none()
            );
        }
    }

    #[test]
    fn non_object_has_no_members() {
        let list = EditableDocument::parse("[1]").unwrap();
        assert!(MemberIndex::new(list.root()).find("").is_none());
    }
}
