//! Finding the same members in another object, in linear time.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::node::Node;

/// Up to this many members a plain search beats the making of a map.
const FEW: usize = 8;

/// The members of one object, to be found by name. Objects mostly have their members in the same order, so that the
/// next one is looked at first; only one that stands elsewhere costs a map of all names.
pub(crate) struct Twins<'a> {
    object: Node<'a>,
    next: Option<Node<'a>>,
    by_name: Option<HashMap<Cow<'a, str>, Node<'a>>>,
}

impl<'a> Twins<'a> {
    /// Anything but an object has no members.
    pub(crate) fn of(object: Node<'a>) -> Self {
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
        let by_name = self
            .by_name
            .get_or_insert_with(|| object.members().collect());
        by_name.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::Editable;

    use super::*;

    #[test]
    fn members_are_found_in_any_order_among_few_and_many() {
        for count in [1, FEW, FEW + 1, 100] {
            let members: Vec<_> = (0..count).map(|at| format!("\"m{at}\":{at}")).collect();
            let document = Editable::parse(&format!("{{{}}}", members.join(","))).unwrap();
            let mut twins = Twins::of(document.root());
            for at in (0..count).chain((0..count).rev()) {
                let found = twins.find(&format!("m{at}")).map(|node| node.raw());
                assert_eq!(found, Some(at.to_string().as_str()));
            }
            assert!(twins.find("absent").is_none());
            assert!(twins.find("m0").is_some());
        }
    }

    #[test]
    fn what_is_no_object_has_no_members() {
        let list = Editable::parse("[1]").unwrap();
        assert!(Twins::of(list.root()).find("").is_none());
    }
}
