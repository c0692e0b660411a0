//! Finds many values of one document and scans each list and object only once.

use std::collections::HashMap;
use std::num::NonZeroU32;

use crate::document::EditableDocument;
use crate::member_index::MemberIndex;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// Up to this many parts, a linear scan is faster than an index.
const MAX_SCANNED: usize = 64;

/// Finds values of one document by path.
///
/// [`EditableDocument::get`] counts the items before the requested one, so many calls cost quadratic time. This type
/// remembers what it has scanned.
pub struct NodeFinder<'a> {
    root: Node<'a>,
    lists: HashMap<Option<NonZeroU32>, Vec<Node<'a>>>,
    objects: HashMap<Option<NonZeroU32>, MemberIndex<'a>>,
}

impl<'a> NodeFinder<'a> {
    /// Creates a finder that has scanned nothing yet.
    #[must_use]
    pub fn new(document: &'a EditableDocument) -> Self {
        Self {
            root: document.root(),
            lists: HashMap::new(),
            objects: HashMap::new(),
        }
    }

    /// Returns the value at a path, or the nearest existing ancestor, with the remaining steps. The steps are empty
    /// if the value itself exists.
    pub fn nearest<'p>(&mut self, path: &'p Path) -> (Node<'a>, &'p [PathStep]) {
        let mut node = self.root;
        for (at, step) in path.steps().iter().enumerate() {
            match self.find_child(node, step) {
                Some(part) => node = part,
                None => return (node, &path.steps()[at..]),
            }
        }
        (node, &[])
    }

    fn find_child(&mut self, node: Node<'a>, step: &PathStep) -> Option<Node<'a>> {
        if node.parts().nth(MAX_SCANNED).is_none() {
            return node.child(step);
        }
        match step {
            PathStep::Item(at) => {
                let items = self.lists.entry(node.index());
                items
                    .or_insert_with(|| node.items().collect())
                    .get(*at)
                    .copied()
            }
            PathStep::Member(name) => {
                let members = self.objects.entry(node.index());
                members.or_insert_with(|| MemberIndex::new(node)).find(name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(count: usize) -> EditableDocument {
        let items: Vec<_> = (0..count).map(|at| format!("{{\"a\":{at}}}")).collect();
        let members: Vec<_> = (0..count).map(|at| format!("\"m{at}\":{at}")).collect();
        let text = format!("{{\"l\":[{}],{}}}", items.join(","), members.join(","));
        EditableDocument::parse(&text).unwrap()
    }

    #[test]
    fn finder_matches_the_document_for_any_size() {
        for count in [1, MAX_SCANNED - 1, MAX_SCANNED, MAX_SCANNED + 1, 1000] {
            let document = many(count);
            let mut finder = NodeFinder::new(&document);
            for at in (0..count).chain([0, count / 2]) {
                for path in [format!("l[{at}].a"), format!("m{at}"), format!("l[{at}]")] {
                    let path = path.parse().unwrap();
                    let (found, rest) = finder.nearest(&path);
                    let expected = document.get(&path).map(|node| node.span());
                    assert_eq!((Some(found.span()), rest), (expected, [].as_slice()));
                }
            }
        }
    }

    #[test]
    fn finder_returns_the_nearest_ancestor() {
        for count in [1, 1000] {
            let document = many(count);
            let mut finder = NodeFinder::new(&document);
            let mut far = |path: &str| {
                let path: Path = path.parse().unwrap();
                let (found, rest) = finder.nearest(&path);
                let shown: String = found.raw().chars().take(6).collect();
                (shown, rest.len())
            };
            assert_eq!(far(&format!("l[{count}].a")), ("[{\"a\":".to_owned(), 2));
            assert_eq!(far("l[0].b.c"), ("{\"a\":0".to_owned(), 2));
            assert_eq!(far("absent"), ("{\"l\":[".to_owned(), 1));
            assert_eq!(far("m0[0]"), ("0".to_owned(), 1));
            assert_eq!(far("l.m0"), ("[{\"a\":".to_owned(), 1));
            assert_eq!(far(""), ("{\"l\":[".to_owned(), 0));
        }
    }

    /// One `get` for each value would take far too long here.
    #[test]
    fn many_paths_are_found_in_one_pass() {
        let document = many(100_000);
        let mut finder = NodeFinder::new(&document);
        for at in (0..100_000).rev() {
            let path = Path::root().child("l").item(at).child("a");
            assert_eq!(finder.nearest(&path).0.as_i64(), i64::try_from(at).ok());
            let path = Path::root().child(format!("m{at}"));
            assert_eq!(finder.nearest(&path).0.as_i64(), i64::try_from(at).ok());
        }
    }
}
