//! Groups of fields and lists of items inside the form.

use adwright_model::{self as model, Node, Shape, Type, pair_items};

use super::known::drawn;
use super::{Shown, Spot, unknown_spots};
use crate::views::{Field, FieldKind, Lock};

/// The items of longer lists come without their fields; the window asks for those of one item at a time.
const LONG: usize = 30;

/// How deep groups are drawn that are not there, so that a group that holds itself has an end, or that nobody knows.
pub(super) const DEEP: usize = 6;

impl<'a> Shown<'a> {
    pub(super) fn object(
        &self,
        name: &str,
        field: &model::Field,
        spot: &Spot<'a>,
        lock: Option<Lock>,
    ) -> Field {
        let object = match &spot.node {
            Some(node) => self.catalog.object_of(name, node),
            None => self.catalog.object(name),
        };
        let Some(object) = object else {
            return drawn(FieldKind::Json, spot, |node| node.raw().to_owned());
        };
        let key = field.key.as_deref();
        let is_deep = spot.is_nothing() && spot.path.steps().len() > DEEP;
        let parts = if is_deep {
            Vec::new()
        } else {
            self.members(object, spot, lock.as_ref())
        };
        Field {
            lock,
            parts,
            ..drawn(FieldKind::Object, spot, |node| {
                self.brief().object(node, object, key)
            })
        }
    }

    fn members(&self, object: &model::Object, spot: &Spot<'a>, lock: Option<&Lock>) -> Vec<Field> {
        let known = self.known_spots(object, spot).into_iter();
        let known = known.map(|(field, spot)| self.known(field, &spot, lock));
        let others = unknown_spots(object, spot).into_iter();
        known
            .chain(others.map(|spot| self.unknown(&spot, lock)))
            .collect()
    }

    pub(super) fn list(
        &self,
        field: &model::Field,
        item: &Type,
        spot: &Spot<'a>,
        lock: Option<Lock>,
    ) -> Field {
        let noun = noun(field);
        Field {
            parts: self.items(field, item, spot, lock.as_ref()),
            lock,
            item: Some(noun),
            ..drawn(FieldKind::List, spot, |node| self.brief().list(node, field))
        }
    }

    fn items(
        &self,
        field: &model::Field,
        item: &Type,
        spot: &Spot<'a>,
        lock: Option<&Lock>,
    ) -> Vec<Field> {
        let Some(node) = spot.node.filter(|node| !node.is_null()) else {
            return Vec::new();
        };
        if node.shape() != Shape::Array {
            return vec![self.only_item(field, item, spot, lock)];
        }
        let before = spot.before.filter(|before| before.shape() == Shape::Array);
        let pairs = before.map(|before| pair_items(&before, &node, field.key.as_deref()));
        let were: Vec<_> = before.iter().flat_map(Node::items).collect();
        let is_long = node.len() > LONG;
        let items = node.items().enumerate().map(|(at, node)| {
            let was = pairs.as_ref().and_then(|pairs| pairs[at]);
            let spot = spot.item(at, node, was.map(|was| were[was]));
            let drawn = if is_long && !self.is_open(&spot) {
                self.closed(field, item, &spot, lock)
            } else {
                self.value(field, item, &spot, lock.cloned())
            };
            numbered(drawn, field, at, was)
        });
        items.collect()
    }

    /// The only item, in the place of its list.
    fn only_item(
        &self,
        field: &model::Field,
        item: &Type,
        spot: &Spot<'a>,
        lock: Option<&Lock>,
    ) -> Field {
        let drawn = self.value(field, item, spot, lock.cloned());
        numbered(drawn, field, 0, Some(0))
    }

    fn is_open(&self, spot: &Spot<'_>) -> bool {
        self.open.is_some_and(|open| open.starts_with(&spot.path))
    }

    /// An item in a few words, without its fields.
    fn closed(
        &self,
        field: &model::Field,
        item: &Type,
        spot: &Spot<'a>,
        lock: Option<&Lock>,
    ) -> Field {
        match item {
            Type::Object(_) if spot.shape() == Some(Shape::Object) => Field {
                lock: lock.cloned(),
                ..drawn(FieldKind::Object, spot, |node| {
                    self.brief().item(node, field, item)
                })
            },
            _ => self.value(field, item, spot, lock.cloned()),
        }
    }
}

/// An item says its number, and whether it is new or stood elsewhere.
fn numbered(drawn: Field, field: &model::Field, at: usize, was: Option<usize>) -> Field {
    let is_moved = was.is_some_and(|was| was != at);
    let note = match was {
        Some(was) if is_moved => Some(format!("was number {}", was + 1)),
        None if drawn.changed => Some("new".to_owned()),
        _ => None,
    };
    Field {
        label: format!("{} {}", noun(field), at + 1),
        changed: drawn.changed || is_moved,
        note,
        ..drawn
    }
}

/// What an item of a list is called.
pub(crate) fn noun(field: &model::Field) -> String {
    let given = field.item_title.clone();
    given.unwrap_or_else(|| format!("{} item", field.title))
}
