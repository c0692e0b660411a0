//! An index of a document: built in one pass, read by every rule.

mod build;
mod uncatalogued;

use std::borrow::Cow;

use adwright_model::{Facet, Field, Node, ObjectType, Path};

use crate::check_input::CheckInput;

/// Every object of the document that the catalog knows, with all its fields. A document with very many fields is
/// cut at [`MOST_FIELDS`].
///
/// Visiting a document is most of the work of a check. Paths are built only for findings.
pub(crate) struct DocumentIndex<'a> {
    pub(crate) subject: CheckInput<'a>,
    holders: Vec<InstanceEntry<'a>>,
    /// The object types of the holders, each once.
    objects: Vec<ObjectInstances<'a>>,
    /// All fields of the first holder, then all of the second, and so on.
    fields: Vec<FieldEntry<'a>>,
    /// The value of each field in the base; empty without a base.
    bases: Vec<Option<Node<'a>>>,
    /// Members that the catalog does not know, each with its holder.
    unknown: Vec<(usize, Node<'a>)>,
    /// The object types looked up by name so far.
    named: Vec<(&'a str, &'a ObjectType)>,
    /// The first object that was skipped: its field, and its index if it is an item.
    first_unchecked: Option<(usize, Option<usize>)>,
}

/// After this many fields, no further object is visited. Large ads have hundreds of times fewer. A field takes far
/// more memory than the two bytes of an empty object, and a hostile document has millions of these.
const MOST_FIELDS: usize = 500_000;

/// An object type of the catalog with its instances in the document.
struct ObjectInstances<'a> {
    object: &'a ObjectType,
    /// The holders of this type, in order.
    holders: Vec<usize>,
}

struct InstanceEntry<'a> {
    /// The index of its object type.
    object: usize,
    node: Node<'a>,
    base: Option<Node<'a>>,
    /// The field that contains it, and its index if it is an item.
    within: Option<(usize, Option<usize>)>,
    /// The index of its first field.
    first: usize,
}

struct FieldEntry<'a> {
    field: &'a Field,
    holder: u32,
    spelled: NameSpelling,
    node: Option<Node<'a>>,
}

/// The spelling of a field's name in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameSpelling {
    ByName,
    /// The field's second spelling.
    ByTwin,
    /// Both spellings, of which the field's own name counts.
    Both,
}

/// A field that an object of the document has or could have.
#[derive(Clone, Copy)]
pub(crate) struct FieldInstance<'a> {
    pub(crate) field: &'a Field,
    /// The value in the document.
    pub(crate) node: Option<Node<'a>>,
    /// The value in the base.
    pub(crate) base: Option<Node<'a>>,
    walk: &'a DocumentIndex<'a>,
    at: usize,
}

/// An object with fields: the document itself or a nested object.
#[derive(Clone, Copy)]
pub(crate) struct ObjectInstance<'a> {
    /// The object type in the catalog.
    pub(crate) object: &'a ObjectType,
    pub(crate) node: Node<'a>,
    /// The value at its place in the base.
    pub(crate) base: Option<Node<'a>>,
    walk: &'a DocumentIndex<'a>,
    at: usize,
}

impl<'a> DocumentIndex<'a> {
    pub(crate) fn new(subject: &CheckInput<'a>) -> Self {
        let mut walk = Self {
            subject: *subject,
            holders: Vec::new(),
            objects: Vec::new(),
            // Most documents have nearly all of their fields, so this capacity is enough for them.
            fields: Vec::with_capacity(MOST_FIELDS.min(2 * subject.document.value_count())),
            bases: Vec::new(),
            unknown: Vec::new(),
            named: Vec::new(),
            first_unchecked: None,
        };
        let object = subject.catalog.root(subject.kind);
        let base = subject.base.map(|base| base.root());
        walk.add_object(object, (subject.document.root(), base), None);
        walk
    }

    /// Returns the fields of the document whose values fail a test, object by object.
    pub(crate) fn fields_failing(
        &self,
        should_be: impl Fn(&Field, &Node<'_>) -> bool,
    ) -> impl Iterator<Item = FieldInstance<'_>> {
        let is_unlike = move |FieldEntry { field, node, .. }: &FieldEntry<'_>| {
            node.is_some_and(|node| !should_be(field, &node))
        };
        let places = (0..self.fields.len()).filter(move |&at| is_unlike(&self.fields[at]));
        places.map(|at| self.field_at(at))
    }

    /// Returns the items of all lists of objects, each with its list and its index.
    pub(crate) fn items(
        &self,
    ) -> impl Iterator<Item = (FieldInstance<'_>, usize, ObjectInstance<'_>)> {
        (0..self.holders.len()).filter_map(|at| {
            let (list, item) = self.holders[at].within?;
            Some((self.field_at(list), item?, self.object_at(at)))
        })
    }

    /// Returns the fields with a facet that a rule can check, in order within one object.
    ///
    /// [`Facet::Required`] includes absent fields. [`Facet::SetOnce`] means fields with a base value, and
    /// [`Facet::ReadOnly`] fields with a value or a base value. [`Facet::Alias`] means fields in both spellings.
    /// Every other facet means fields with a value that is not `null`.
    pub(crate) fn fields_with(&self, facet: Facet) -> impl Iterator<Item = FieldInstance<'_>> {
        let places = self.objects.iter().flat_map(move |known| {
            let fields = known.object.field_indices(facet);
            // Objects without such a field are skipped.
            let holders: &[usize] = if fields.is_empty() {
                &[]
            } else {
                &known.holders
            };
            let firsts = holders.iter().map(|&at| self.holders[at].first);
            firsts.flat_map(move |first| fields.iter().map(move |field| first + field))
        });
        let telling = places.filter(move |&at| self.has_facet_value(at, facet));
        telling.map(|at| self.field_at(at))
    }

    /// Returns the objects of the named type or of types built on it, anywhere in the document.
    pub(crate) fn objects(&self, name: &'static str) -> impl Iterator<Item = ObjectInstance<'_>> {
        let meant = self.objects.iter().filter(|known| known.object.is_a(name));
        let mut all: Vec<_> = meant.flat_map(|known| &known.holders).collect();
        all.sort_unstable();
        all.into_iter().map(|at| self.object_at(*at))
    }

    /// Returns the members that the catalog does not know, each with its object.
    pub(crate) fn unknown_members(&self) -> impl Iterator<Item = (ObjectInstance<'_>, Node<'_>)> {
        let unknown = self.unknown.iter();
        unknown.map(|(holder, node)| (self.object_at(*holder), *node))
    }

    /// Returns the first object that was skipped because there are too many; `None` if all were visited.
    pub(crate) fn first_unchecked(&self) -> Option<Path> {
        self.first_unchecked
            .map(|within| self.path_of_value(within))
    }

    /// Returns true if a rule can check a field under this facet.
    fn has_facet_value(&self, at: usize, facet: Facet) -> bool {
        let FieldEntry { node, spelled, .. } = &self.fields[at];
        match facet {
            Facet::Required => true,
            Facet::SetOnce => self.base_at(at).is_some(),
            Facet::ReadOnly => node.is_some() || self.base_at(at).is_some(),
            Facet::Alias => *spelled == NameSpelling::Both,
            _ => node.is_some_and(|node| !node.is_null()),
        }
    }

    fn field_at(&self, at: usize) -> FieldInstance<'_> {
        let FieldEntry { field, node, .. } = self.fields[at];
        FieldInstance {
            field,
            node,
            base: self.base_at(at),
            walk: self,
            at,
        }
    }

    fn base_at(&self, at: usize) -> Option<Node<'a>> {
        *self.bases.get(at)?
    }

    fn object_at(&self, at: usize) -> ObjectInstance<'_> {
        let InstanceEntry {
            object, node, base, ..
        } = self.holders[at];
        ObjectInstance {
            object: self.objects[object].object,
            node,
            base,
            walk: self,
            at,
        }
    }

    fn path_of_field(&self, at: usize) -> Path {
        let FieldEntry {
            field,
            holder,
            spelled,
            ..
        } = &self.fields[at];
        let is_twin = *spelled == NameSpelling::ByTwin;
        let twin = field.alias.as_ref().filter(|_| is_twin);
        self.path_of_object(*holder as usize)
            .child(twin.unwrap_or(&field.name))
    }

    fn path_of_object(&self, at: usize) -> Path {
        let within = self.holders[at].within;
        within.map_or_else(Path::root, |within| self.path_of_value(within))
    }

    fn path_of_value(&self, (field, item): (usize, Option<usize>)) -> Path {
        let path = self.path_of_field(field);
        match item {
            None => path,
            Some(item) => path.item(item),
        }
    }
}

impl<'a> FieldInstance<'a> {
    /// Returns the path that the field has or would have in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_field(self.at)
    }

    /// Returns the index among all fields of the document.
    pub(crate) fn index(&self) -> usize {
        self.at
    }

    /// Returns true if a person may change the value.
    pub(crate) fn is_editable(&self) -> bool {
        let is_kept = self.field.set_once && self.base.is_some_and(|base| !base.is_null());
        !self.field.read_only && !is_kept
    }

    /// Returns true if the value was typed and not chosen. The rule `unchosen` reports it.
    pub(crate) fn is_unchosen(&self) -> bool {
        let subject = self.subject();
        // Builds the path only if anything was typed.
        !subject.facts.unparsed_inputs().is_empty()
            && subject.unparsed_input_at(&self.path()).is_some()
    }

    /// Returns the input of the check.
    pub(crate) fn subject(&self) -> &'a CheckInput<'a> {
        &self.walk.subject
    }

    /// Returns the object of the field.
    pub(crate) fn object(&self) -> ObjectInstance<'a> {
        self.walk
            .object_at(self.walk.fields[self.at].holder as usize)
    }
}

impl<'a> ObjectInstance<'a> {
    /// Returns the path in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_object(self.at)
    }

    /// Returns the input of the check.
    pub(crate) fn subject(&self) -> &'a CheckInput<'a> {
        &self.walk.subject
    }

    /// Returns a field by its name in the catalog; `None` if the catalog has no such field.
    pub(crate) fn field(&self, name: &str) -> Option<FieldInstance<'a>> {
        let place = self.object.field_index(name)?;
        Some(self.walk.field_at(self.walk.holders[self.at].first + place))
    }

    /// Returns the value of a field; `None` if it is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.field(name)?.node.filter(|node| !node.is_null())
    }

    /// Returns the text of a field.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.value(name)?.as_str()
    }

    /// Returns the whole number of a field.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// Returns true if a field is `true`.
    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.value(name).and_then(|node| node.as_bool()) == Some(true)
    }
}
