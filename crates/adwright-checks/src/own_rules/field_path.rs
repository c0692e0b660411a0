use adwright_model::{Node, Path};

/// A field path in a rule: member names separated by dots, with `[]` after a list for each of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPath(Vec<FieldPathStep>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum FieldPathStep {
    Member(String),
    EachItem,
}

/// A place of a field that a document has or could have.
#[derive(Debug, Clone)]
pub(super) struct FieldMatch<'a> {
    pub(super) path: Path,
    pub(super) node: Option<Node<'a>>,
}

impl FieldPath {
    /// Parses a path; `None` if the text is not a path.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let mut parts = Vec::new();
        for member in name.split('.') {
            let bare = member.trim_end_matches("[]");
            if bare.is_empty() || bare.contains(['[', ']']) {
                return None;
            }
            parts.push(FieldPathStep::Member(bare.to_owned()));
            let lists = (member.len() - bare.len()) / "[]".len();
            parts.extend((0..lists).map(|_| FieldPathStep::EachItem));
        }
        Some(Self(parts))
    }

    /// Returns every place of the field. An absent member has one place; an absent list has no items.
    pub(super) fn matches<'a>(&'a self, root: Node<'a>) -> impl Iterator<Item = FieldMatch<'a>> {
        let whole = FieldMatch {
            path: Path::root(),
            node: Some(root),
        };
        let first: FieldMatches<'a> = Box::new(std::iter::once(whole));
        self.0.iter().fold(first, |places, part| {
            Box::new(places.flat_map(move |place| place.descend(part)))
        })
    }
}

/// Lazy, because a list may have millions of items.
type FieldMatches<'a> = Box<dyn Iterator<Item = FieldMatch<'a>> + 'a>;

impl<'a> FieldMatch<'a> {
    fn descend(self, part: &'a FieldPathStep) -> FieldMatches<'a> {
        match part {
            FieldPathStep::Member(name) => Box::new(std::iter::once(Self {
                node: self.node.and_then(|node| node.member(name)),
                path: self.path.child(name),
            })),
            FieldPathStep::EachItem => {
                let items = self.node.into_iter().flat_map(|list| list.items());
                let place = move |(at, node)| Self {
                    path: self.path.item(at),
                    node: Some(node),
                };
                Box::new(items.enumerate().map(place))
            }
        }
    }
}
