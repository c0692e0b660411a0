//! Values that the catalog does not describe.

use adwright_model::{FieldType, JsonType, Node, Path};

use super::{DocumentIndex, FieldInstance};

/// A visitor of such values. Its arguments are the name of the nearest member, the value, and its path.
pub(crate) type UncataloguedVisitor<'v> = dyn FnMut(&str, Node<'_>, &dyn Fn() -> Path) + 'v;

impl DocumentIndex<'_> {
    /// Visits every value outside the catalog that is neither an object nor a list. These are the values of unknown
    /// members, and those inside fields that may be anything.
    pub(crate) fn visit_uncatalogued(&self, each: &mut UncataloguedVisitor<'_>) {
        for (object, member) in self.unknown_members() {
            let name = member.name();
            let path = || object.path().child(name.as_ref());
            visit(&name, member, &path, each);
        }
        for &at in &self.uncatalogued {
            let FieldInstance { field, node, .. } = self.field_at(at);
            if let Some(node) = node {
                visit_parts(&field.name, node, &|| self.path_of_field(at), each);
            }
        }
    }
}

/// Returns true if the parts of values of this type are not fields of the catalog.
pub(super) fn is_uncatalogued(ty: &FieldType) -> bool {
    match ty {
        FieldType::Any => true,
        FieldType::List(item) => !matches!(**item, FieldType::Object(_)),
        _ => false,
    }
}

fn visit(name: &str, node: Node<'_>, path: &dyn Fn() -> Path, each: &mut UncataloguedVisitor<'_>) {
    match node.json_type() {
        JsonType::Object | JsonType::Array => visit_parts(name, node, path, each),
        _ => each(name, node, path),
    }
}

fn visit_parts(
    name: &str,
    node: Node<'_>,
    path: &dyn Fn() -> Path,
    each: &mut UncataloguedVisitor<'_>,
) {
    for (member, value) in node.members() {
        visit(&member, value, &|| path().child(member.as_ref()), each);
    }
    for (at, item) in node.items().enumerate() {
        visit(name, item, &|| path().item(at), each);
    }
}
