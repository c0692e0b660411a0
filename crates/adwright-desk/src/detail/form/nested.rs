//! Groups of fields and lists of items inside the form.

use adwright_model::{self as model, FieldType, JsonType, Node, pair_items};
use adwright_views::{EditLock, FieldKind, FieldView};

use super::known_field::bare_field;
use super::{FieldPlace, FormContext, unknown_members_at};

use crate::field::item_noun;

/// Lists longer than this are sent without the fields of their items. The window asks for the fields of one item at
/// a time.
const MAX_EXPANDED_ITEMS: usize = 30;

/// The greatest depth of absent groups, so that recursive groups end, and of groups that are not in the catalog.
pub(super) const DEEP: usize = 6;

impl<'a> FormContext<'a> {
    pub(super) fn object(
        &self,
        name: &str,
        field: &model::Field,
        place: &FieldPlace<'a>,
        lock: Option<EditLock>,
    ) -> FieldView {
        let object = match &place.node {
            Some(node) => self.catalog.object_for(name, node),
            None => self.catalog.object(name),
        };
        let Some(object) = object else {
            return bare_field(FieldKind::Json, place, |node| node.raw().to_owned());
        };
        let key = field.key.as_deref();
        let is_deep = place.is_absent_or_null() && place.path.steps().len() > DEEP;
        let parts = if is_deep {
            Vec::new()
        } else {
            self.members(object, place, lock.as_ref())
        };
        FieldView {
            lock,
            parts,
            ..bare_field(FieldKind::Object, place, |node| {
                self.formatter().format_object(node, object, key)
            })
        }
    }

    fn members(
        &self,
        object: &model::ObjectType,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> Vec<FieldView> {
        let known = self.known_fields_at(object, place).into_iter();
        let known = known.map(|(field, place)| self.known_field(field, &place, lock));
        let others = unknown_members_at(object, place).into_iter();
        known
            .chain(others.map(|place| self.unknown_field(&place, lock)))
            .collect()
    }

    pub(super) fn list(
        &self,
        field: &model::Field,
        item: &FieldType,
        place: &FieldPlace<'a>,
        lock: Option<EditLock>,
    ) -> FieldView {
        let noun = item_noun(field);
        FieldView {
            parts: self.items(field, item, place, lock.as_ref()),
            lock,
            item: Some(noun),
            ..bare_field(FieldKind::List, place, |node| {
                self.formatter().format_list(node, field)
            })
        }
    }

    fn items(
        &self,
        field: &model::Field,
        item: &FieldType,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> Vec<FieldView> {
        let Some(node) = place.node.filter(|node| !node.is_null()) else {
            return Vec::new();
        };
        if node.json_type() != JsonType::Array {
            return vec![self.only_item(field, item, place, lock)];
        }
        let before = place
            .before
            .filter(|before| before.json_type() == JsonType::Array);
        let pairs = before.map(|before| pair_items(&before, &node, field.key.as_deref()));
        let old_items: Vec<_> = before.iter().flat_map(Node::items).collect();
        let is_long = node.len() > MAX_EXPANDED_ITEMS;
        let items = node.items().enumerate().map(|(at, node)| {
            let old_index = pairs.as_ref().and_then(|pairs| pairs[at]);
            let place = place.item(at, node, old_index.map(|index| old_items[index]));
            let drawn = if is_long && !self.is_open(&place) {
                self.collapsed_item(field, item, &place, lock)
            } else {
                self.value(field, item, &place, lock.cloned())
            };
            number_item(drawn, field, at, old_index)
        });
        items.collect()
    }

    /// Draws the only item in place of its list.
    fn only_item(
        &self,
        field: &model::Field,
        item: &FieldType,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> FieldView {
        let drawn = self.value(field, item, place, lock.cloned());
        number_item(drawn, field, 0, Some(0))
    }

    fn is_open(&self, place: &FieldPlace<'_>) -> bool {
        self.open.is_some_and(|open| open.starts_with(&place.path))
    }

    /// Draws an item as short text without its fields.
    fn collapsed_item(
        &self,
        field: &model::Field,
        item: &FieldType,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> FieldView {
        match item {
            FieldType::Object(_) if place.shape() == Some(JsonType::Object) => FieldView {
                lock: lock.cloned(),
                ..bare_field(FieldKind::Object, place, |node| {
                    self.formatter().format_item(node, field, item)
                })
            },
            _ => self.value(field, item, place, lock.cloned()),
        }
    }
}

/// Labels an item with its number, and notes whether it is new or was moved.
fn number_item(drawn: FieldView, field: &model::Field, at: usize, was: Option<usize>) -> FieldView {
    let is_moved = was.is_some_and(|was| was != at);
    let note = match was {
        Some(was) if is_moved => Some(format!("was number {}", was + 1)),
        None if drawn.changed => Some("new".to_owned()),
        _ => None,
    };
    FieldView {
        label: format!("{} {}", item_noun(field), at + 1),
        changed: drawn.changed || is_moved,
        note,
        ..drawn
    }
}
