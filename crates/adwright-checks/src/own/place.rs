use adwright_model::{Node, Path};

/// A field as a rule names it: members with dots between them, `[]` behind a list for each of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Member(String),
    EachItem,
}

/// Where a document has a field, or could have it.
#[derive(Debug, Clone)]
pub(super) struct FieldPlace<'a> {
    pub(super) path: Path,
    pub(super) node: Option<Node<'a>>,
}

impl Field {
    /// Reads a name; none where it is not one.
    pub(super) fn read(name: &str) -> Option<Self> {
        let mut parts = Vec::new();
        for member in name.split('.') {
            let bare = member.trim_end_matches("[]");
            if bare.is_empty() || bare.contains(['[', ']']) {
                return None;
            }
            parts.push(Part::Member(bare.to_owned()));
            let lists = (member.len() - bare.len()) / "[]".len();
            parts.extend((0..lists).map(|_| Part::EachItem));
        }
        Some(Self(parts))
    }

    /// Every place of the field. A member that is not there has one, the items of a list that is not there have none.
    pub(super) fn places<'a>(&'a self, root: Node<'a>) -> impl Iterator<Item = FieldPlace<'a>> {
        let whole = FieldPlace {
            path: Path::root(),
            node: Some(root),
        };
        let first: Places<'a> = Box::new(std::iter::once(whole));
        self.0.iter().fold(first, |places, part| {
            Box::new(places.flat_map(move |place| place.next(part)))
        })
    }
}

/// Made one by one: a list may have millions of items.
type Places<'a> = Box<dyn Iterator<Item = FieldPlace<'a>> + 'a>;

impl<'a> FieldPlace<'a> {
    fn next(self, part: &'a Part) -> Places<'a> {
        match part {
            Part::Member(name) => Box::new(std::iter::once(Self {
                node: self.node.and_then(|node| node.member(name)),
                path: self.path.child(name),
            })),
            Part::EachItem => {
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
