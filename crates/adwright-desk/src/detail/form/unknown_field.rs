//! Draws members that are not in the catalog.

use adwright_model::{JsonType, Kind, Node, PathStep};
use adwright_views::{EditLock, FieldKind, FieldView};

use super::known_field::bare_field;
use super::nested::DEEP;
use super::{FieldPlace, FormContext};

use crate::wording::plural;

/// The longest text that is split into parts, in bytes. Nobody would look through more parts.
const LONGEST: usize = 8_000;

const ITEM: &str = "Item";
const AS_A_WHOLE: &str =
    "It is shown and edited as JSON, and is sent back unchanged unless you edit it.";
const IN_PARTS: &str =
    "Its parts are shown and edited one by one, and are sent back unchanged unless you edit them.";

impl<'a> FormContext<'a> {
    /// Draws a member that is not in the catalog as its exact JSON. An ad of an unknown type has nothing else to
    /// show, so its objects and lists are split into parts.
    pub(super) fn unknown_field(
        &self,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> FieldView {
        let parts = self.unknown_parts(place, lock);
        let (drawn, how) = if parts.is_empty() {
            (self.json(place), AS_A_WHOLE)
        } else {
            let branch = bare_field(FieldKind::Object, place, part_count_text);
            let item = (place.shape() == Some(JsonType::Array)).then(|| ITEM.to_owned());
            let branch = FieldView {
                item,
                parts,
                ..branch
            };
            (branch, IN_PARTS)
        };
        FieldView {
            label: label(place),
            description: format!("Adwright does not know this field. {how}"),
            lock: lock.cloned(),
            known: false,
            ..drawn
        }
    }

    /// Returns the parts of an object or a list; empty if it is shown as a whole.
    fn unknown_parts(&self, place: &FieldPlace<'a>, lock: Option<&EditLock>) -> Vec<FieldView> {
        let is_apart = self.kind == Kind::Ad && place.path.steps().len() <= DEEP;
        let is_typed = self.typed.contains_key(&place.path);
        let node = place.node.filter(|node| node.raw().len() <= LONGEST);
        let Some(node) = node.filter(|_| is_apart && !is_typed) else {
            return Vec::new();
        };
        let places: Vec<_> = match node.json_type() {
            JsonType::Object => node.members().map(|(name, _)| place.child(&name)).collect(),
            JsonType::Array => {
                let mut before = place.before.iter().flat_map(Node::items);
                let items = node.items().enumerate();
                items
                    .map(|(at, node)| place.item(at, node, before.next()))
                    .collect()
            }
            _ => Vec::new(),
        };
        let parts = places.iter().map(|place| self.unknown_field(place, lock));
        parts.collect()
    }
}

fn label(place: &FieldPlace<'_>) -> String {
    match place.path.last() {
        Some(PathStep::Member(name)) if name.is_empty() => "(empty name)".to_owned(),
        Some(PathStep::Member(name)) => name.clone(),
        Some(PathStep::Item(at)) => format!("{ITEM} {}", at + 1),
        None => String::new(),
    }
}

/// Returns the number of members or items as text.
fn part_count_text(node: Node<'_>) -> String {
    match node.json_type() {
        JsonType::Array => plural(node.items().count(), "item"),
        _ => plural(node.members().count(), "field"),
    }
}
