use adwright_model::{Node, Path};

/// A field as a rule names it: members with dots between them, `[]` behind a list for each of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPath(Vec<FieldPathStep>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum FieldPathStep {
    Member(String),
    EachItem,
}

/// Where a document has a field, or could have it.
#[derive(Debug, Clone)]
pub(super) struct FieldMatch<'a> {
    pub(super) path: Path,
    pub(super) node: Option<Node<'a>>,
}

impl FieldPath {
    /// Reads a name; none where it is not one.
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

    /// Every place of the field. A member that is not there has one, the items of a list that is not there have none.
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

/// Made one by one: a list may have millions of items.
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
