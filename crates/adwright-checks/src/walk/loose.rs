//! Values about which the catalog says nothing.

use adwright_model::{Node, Path, Shape, Type};

use super::Walk;

/// What looks at such a value: it gets the name of the nearest member, the value, and its path.
pub(crate) type LooseVisitor<'v> = dyn FnMut(&str, Node<'_>, &dyn Fn() -> Path) + 'v;

impl Walk<'_> {
    /// Goes through every value that is neither an object nor a list and belongs to no field: those of unknown members, and
    /// those inside fields that may be anything.
    pub(crate) fn each_loose(&self, each: &mut LooseVisitor<'_>) {
        for (holder, member) in self.unknown() {
            let name = member.name();
            let path = || holder.path().child(name.as_ref());
            visit(&name, member, &path, each);
        }
        for at in 0..self.fields.len() {
            let entry = &self.fields[at];
            let Some(node) = entry.node.filter(|node| is_loose(entry.field, node)) else {
                continue;
            };
            visit_parts(&entry.field.name, node, &|| self.path_of_field(at), each);
        }
    }
}

/// Whether the parts of a field's value are no fields of the catalog.
fn is_loose(field: &adwright_model::Field, node: &Node<'_>) -> bool {
    match field.type_of(node.shape()) {
        Type::Any => true,
        Type::List(item) => !matches!(**item, Type::Object(_)),
        _ => false,
    }
}

fn visit(name: &str, node: Node<'_>, path: &dyn Fn() -> Path, each: &mut LooseVisitor<'_>) {
    match node.shape() {
        Shape::Object | Shape::Array => visit_parts(name, node, path, each),
        _ => each(name, node, path),
    }
}

fn visit_parts(name: &str, node: Node<'_>, path: &dyn Fn() -> Path, each: &mut LooseVisitor<'_>) {
    for (member, value) in node.members() {
        visit(&member, value, &|| path().child(member.as_ref()), each);
    }
    for (at, item) in node.items().enumerate() {
        visit(name, item, &|| path().item(at), each);
    }
}
