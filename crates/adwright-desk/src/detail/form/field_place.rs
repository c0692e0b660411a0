use adwright_model::{JsonType, Node, Path};
use adwright_views::Presence;

/// A place in the document, with its current and its earlier value.
#[derive(Clone)]
pub(super) struct FieldPlace<'a> {
    pub(super) path: Path,
    pub(super) node: Option<Node<'a>>,
    /// The value in the base; none if the base lacks it, or if there is no base.
    pub(super) before: Option<Node<'a>>,
    /// Whether there is an earlier state to compare with.
    pub(super) has_before: bool,
}

impl<'a> FieldPlace<'a> {
    pub(super) fn child(&self, name: &str) -> Self {
        Self {
            path: self.path.child(name),
            node: self.node.and_then(|node| node.member(name)),
            before: self.before.and_then(|node| node.member(name)),
            has_before: self.has_before,
        }
    }

    /// Returns an item of the list at this place.
    pub(super) fn item(&self, at: usize, node: Node<'a>, before: Option<Node<'a>>) -> Self {
        Self {
            path: self.path.item(at),
            node: Some(node),
            before,
            has_before: self.has_before,
        }
    }

    pub(super) fn shape(&self) -> Option<JsonType> {
        self.node.map(|node| node.json_type())
    }

    /// Returns whether the value is absent or `null`.
    pub(super) fn is_absent_or_null(&self) -> bool {
        self.node.is_none_or(|node| node.is_null())
    }

    pub(super) fn is_changed(&self) -> bool {
        let same = match (self.before, self.node) {
            (None, None) => true,
            (Some(before), Some(now)) => before.same_value(&now),
            _ => false,
        };
        self.has_before && !same
    }

    pub(super) fn presence(&self) -> Presence {
        presence(self.node)
    }

    /// Returns the earlier presence; none if the value did not change.
    pub(super) fn presence_before(&self) -> Option<Presence> {
        self.is_changed().then(|| presence(self.before))
    }
}

fn presence(node: Option<Node<'_>>) -> Presence {
    match node.map(|node| node.json_type()) {
        None => Presence::Absent,
        Some(JsonType::Null) => Presence::Null,
        Some(_) => Presence::Value,
    }
}
