//! What the catalog does not know.

use adwright_model::{Kind, Node, Shape, Step};

use super::known::drawn;
use super::parts::DEEP;
use super::{Shown, Spot};
use crate::views::{Field, FieldKind, Lock};

/// A longer text is not taken apart, in bytes: nobody looks through so many parts.
const LONGEST: usize = 8_000;

const ITEM: &str = "Item";
const AS_A_WHOLE: &str = "It is shown and edited as JSON, and goes back to the service exactly as it came unless you \
                          edit it.";
const IN_PARTS: &str = "Its parts are shown and edited one by one, and go back to the service exactly as they came \
                        unless you edit them.";

impl<'a> Shown<'a> {
    /// A member that the catalog does not know: its exact JSON. In an ad of an unknown type, where there is nothing else
    /// to see, objects and lists are taken apart.
    pub(super) fn unknown(&self, spot: &Spot<'a>, lock: Option<&Lock>) -> Field {
        let parts = self.branches(spot, lock);
        let (drawn, how) = if parts.is_empty() {
            (self.json(spot), AS_A_WHOLE)
        } else {
            let branch = drawn(FieldKind::Object, spot, size);
            let item = (spot.shape() == Some(Shape::Array)).then(|| ITEM.to_owned());
            let branch = Field {
                item,
                parts,
                ..branch
            };
            (branch, IN_PARTS)
        };
        Field {
            label: label(spot),
            description: format!("Adwright does not know this field. {how}"),
            lock: lock.cloned(),
            known: false,
            ..drawn
        }
    }

    /// The parts of an object or a list; none of what is shown as a whole.
    fn branches(&self, spot: &Spot<'a>, lock: Option<&Lock>) -> Vec<Field> {
        let is_apart = self.kind == Kind::Ad && spot.path.steps().len() <= DEEP;
        let is_typed = self.typed.contains_key(&spot.path);
        let node = spot.node.filter(|node| node.raw().len() <= LONGEST);
        let Some(node) = node.filter(|_| is_apart && !is_typed) else {
            return Vec::new();
        };
        let spots: Vec<_> = match node.shape() {
            Shape::Object => node.members().map(|(name, _)| spot.child(&name)).collect(),
            Shape::Array => {
                let mut before = spot.before.iter().flat_map(Node::items);
                let items = node.items().enumerate();
                items
                    .map(|(at, node)| spot.item(at, node, before.next()))
                    .collect()
            }
            _ => Vec::new(),
        };
        let parts = spots.iter().map(|spot| self.unknown(spot, lock));
        parts.collect()
    }
}

fn label(spot: &Spot<'_>) -> String {
    match spot.path.last() {
        Some(Step::Member(name)) if name.is_empty() => "(empty name)".to_owned(),
        Some(Step::Member(name)) => name.clone(),
        Some(Step::Item(at)) => format!("{ITEM} {}", at + 1),
        None => String::new(),
    }
}

/// How much is in an object or a list.
fn size(node: Node<'_>) -> String {
    let (count, noun) = match node.shape() {
        Shape::Array => (node.items().count(), "item"),
        _ => (node.members().count(), "field"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
