//! Short texts for groups of fields and for lists.

use adwright_model::{Catalog, Field, FieldType, JsonType, Node, ObjectType};
use adwright_views::FieldKind;

use crate::field::value::display_value;
use crate::host::Zone;

/// The most values that represent a group of fields.
const VALUES: usize = 3;

/// The most items that are listed.
const LINES: usize = 30;

/// Formats groups and lists as short text.
#[derive(Clone, Copy)]
pub(crate) struct CompactFormatter<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) zone: &'a Zone,
}

impl CompactFormatter<'_> {
    /// Formats an object by its key, if it has one, and its first values in the catalog's order.
    pub(crate) fn format_object(
        self,
        node: Node<'_>,
        object: &ObjectType,
        key: Option<&str>,
    ) -> String {
        let keyed = object
            .fields
            .iter()
            .filter(|field| key == Some(&*field.name));
        let others = object
            .fields
            .iter()
            .filter(|field| key != Some(&*field.name) && field.name != "type" && !field.read_only);
        let values = keyed
            .chain(others)
            .filter_map(|field| self.format_plain(node.member(&field.name)?, field));
        values.take(VALUES).collect::<Vec<_>>().join(" · ")
    }

    /// Formats the items of a list, numbered, one per line. A long list shows its first items.
    pub(crate) fn format_list(self, node: Node<'_>, field: &Field) -> String {
        let FieldType::List(item) = &field.ty else {
            return node.raw().to_owned();
        };
        if node.json_type() != JsonType::Array {
            return self.format_item(node, field, item);
        }
        let items = node.items().take(LINES).enumerate();
        let lines =
            items.map(|(at, node)| format!("{}. {}", at + 1, self.format_item(node, field, item)));
        let more = node.len().saturating_sub(LINES);
        let more = (more > 0).then(|| format!("and {more} more"));
        lines.chain(more).collect::<Vec<_>>().join("\n")
    }

    /// Formats one item of a list.
    pub(crate) fn format_item(self, node: Node<'_>, field: &Field, ty: &FieldType) -> String {
        match ty {
            FieldType::Object(name) if node.json_type() == JsonType::Object => {
                let key = field.key.as_deref();
                let object = self.catalog.object_for(name, &node);
                object.map_or_else(
                    || node.raw().to_owned(),
                    |object| self.format_object(node, object, key),
                )
            }
            ty => display_value(
                node,
                FieldKind::of_value(field, ty, Some(node)),
                field.unit,
                self.zone,
            ),
        }
    }

    /// Formats a value that is not a group, a list or empty.
    fn format_plain(self, node: Node<'_>, field: &Field) -> Option<String> {
        let kind = FieldKind::of_value(field, &field.ty, Some(node));
        // A yes or no says little without its label.
        let is_plain = !matches!(
            kind,
            FieldKind::Json | FieldKind::Object | FieldKind::List | FieldKind::YesNo
        );
        let text = is_plain.then(|| display_value(node, kind, field.unit, self.zone))?;
        (!text.is_empty()).then_some(text)
    }
}
