use adwright_model::{Field, Node, Object, Path, Shape, Type, pair_items};

use crate::subject::Subject;

/// A field of the catalog where the document has, or could have, it.
pub(crate) struct Visit<'a> {
    pub(crate) field: &'a Field,
    /// The object that it is a field of, as the catalog has it.
    pub(crate) object: &'a Object,
    /// That object in the document.
    pub(crate) holder: Node<'a>,
    pub(crate) path: Path,
    /// Its value in the document.
    pub(crate) node: Option<Node<'a>>,
    /// Its value in the base.
    pub(crate) base: Option<Node<'a>>,
}

/// Every field of the catalog, in its order, through every nested object that the document has.
pub(crate) fn fields<'a>(subject: &Subject<'a>) -> Vec<Visit<'a>> {
    let mut visits = Vec::new();
    let object = subject.catalog.root(subject.kind);
    let base = subject.base.map(|base| base.root());
    visit_object(
        subject,
        object,
        &Path::root(),
        (subject.document.root(), base),
        &mut visits,
    );
    visits
}

type Pair<'a> = (Node<'a>, Option<Node<'a>>);

fn visit_object<'a>(
    subject: &Subject<'a>,
    object: &'a Object,
    path: &Path,
    (node, base): Pair<'a>,
    visits: &mut Vec<Visit<'a>>,
) {
    // What is no object has no place for fields; the rule `type` says so.
    if node.shape() != Shape::Object {
        return;
    }
    for field in &object.fields {
        let name = spelling(field, &node);
        let path = path.child(name);
        let inner = node.member(name);
        let base = base.and_then(|base| base.member(spelling(field, &base)));
        visits.push(Visit {
            field,
            object,
            holder: node,
            path: path.clone(),
            node: inner,
            base,
        });
        if let Some(inner) = inner {
            visit_value(subject, field, &path, (inner, base), visits);
        }
    }
}

fn visit_value<'a>(
    subject: &Subject<'a>,
    field: &'a Field,
    path: &Path,
    (node, base): Pair<'a>,
    visits: &mut Vec<Visit<'a>>,
) {
    match field.type_of(node.shape()) {
        Type::List(item) => visit_items(subject, (field, item), path, (node, base), visits),
        ty => visit_item(subject, ty, path, (node, base), visits),
    }
}

fn visit_items<'a>(
    subject: &Subject<'a>,
    (field, item): (&'a Field, &'a Type),
    path: &Path,
    (node, base): Pair<'a>,
    visits: &mut Vec<Visit<'a>>,
) {
    if !matches!(item, Type::Object(_)) {
        return;
    }
    let pairs = base.map(|base| pair_items(&base, &node, field.key.as_deref()));
    let before: Vec<_> = base.iter().flat_map(Node::items).collect();
    for (at, node) in node.items().enumerate() {
        let pair = pairs.as_ref().and_then(|pairs| pairs[at]);
        let base = pair.map(|at| before[at]);
        visit_item(subject, item, &path.item(at), (node, base), visits);
    }
}

fn visit_item<'a>(
    subject: &Subject<'a>,
    ty: &'a Type,
    path: &Path,
    pair: Pair<'a>,
    visits: &mut Vec<Visit<'a>>,
) {
    if let Type::Object(name) = ty
        && let Some(object) = subject.catalog.object_of(name, &pair.0)
    {
        visit_object(subject, object, path, pair, visits);
    }
}

/// The spelling that this object uses: the twin where only that is there.
fn spelling<'a>(field: &'a Field, node: &Node<'_>) -> &'a str {
    let twin = field
        .same_as
        .as_deref()
        .filter(|twin| node.member(twin).is_some());
    match twin {
        Some(twin) if node.member(&field.name).is_none() => twin,
        _ => &field.name,
    }
}
