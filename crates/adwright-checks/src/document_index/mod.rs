//! An index of a document: built in one pass, read by every rule.

mod build;
mod uncatalogued;

use std::borrow::Cow;
use std::num::NonZeroU32;

use adwright_model::{Facet, Field, MemberOrder, Node, ObjectType, Path};
use hashbrown::HashMap;

use self::build::NodePair;
use crate::check_input::CheckInput;

/// Every object of the document that the catalog knows, with all its fields. A document with very many fields is
/// cut at [`MOST_FIELDS`].
///
/// Visiting a document is most of the work of a check. Paths are built only for findings.
pub(crate) struct DocumentIndex<'a> {
    pub(crate) input: CheckInput<'a>,
    instances: Vec<InstanceEntry<'a>>,
    /// The object types met so far, each once.
    types: Vec<TypeInstances<'a>>,
    /// All fields of the first instance, then all of the second, and so on.
    fields: Vec<FieldEntry<'a>>,
    /// For each facet, the fields that a rule can check under it.
    fields_by_facet: [Vec<u32>; Facet::ALL.len()],
    /// The fields that the last visited object has in both spellings.
    in_both_spellings: Vec<u32>,
    /// The fields with objects and lists whose parts are not visited yet.
    containers: Vec<u32>,
    /// The value of each field in the base; empty without a base.
    bases: Vec<Option<Node<'a>>>,
    /// Members that the catalog does not know, each with its instance.
    unknown: Vec<(usize, Node<'a>)>,
    /// The fields whose parts the catalog does not describe.
    uncatalogued: Vec<usize>,
    /// The indices of the object types looked up so far, by the addresses of their names in the catalog.
    types_by_name: HashMap<*const str, usize>,
    /// The place of the first object that was skipped.
    first_beyond_limit: Option<ValueLocation>,
}

/// After this many fields, no further object is visited. Large ads have hundreds of times fewer. A field takes far
/// more memory than the two bytes of an empty object, and a hostile document has millions of these.
const MOST_FIELDS: usize = 500_000;

/// At most about one of this many values is an object, or has parts that the catalog does not describe.
const VALUES_PER_OBJECT: usize = 4;

/// Most documents have fewer fields that a rule can check under one facet. Room for more takes longer to allocate.
const USUAL_FIELDS: usize = 128;

/// Most documents have objects of fewer types.
const USUAL_TYPES: usize = 56;

/// An object type of the catalog with its instances in the document.
struct TypeInstances<'a> {
    object_type: &'a ObjectType,
    /// The instances of this type, in order.
    instances: Vec<usize>,
    member_order: MemberOrder<'a>,
}

struct InstanceEntry<'a> {
    /// The index of its object type.
    type_index: usize,
    node: Node<'a>,
    base: Option<Node<'a>>,
    /// Its place in the document; `None` for the document itself.
    location: Option<ValueLocation>,
    /// The index of its first field.
    first_field: usize,
}

/// The place of a value: a field, or an item of a field's list.
#[derive(Clone, Copy)]
struct ValueLocation {
    /// The index of the field.
    field: usize,
    /// The index in the list, if the value is an item.
    item: Option<usize>,
}

/// There is one for each field that an object could have, so it is small.
struct FieldEntry<'a> {
    field: &'a Field,
    instance: u32,
    /// The number of the value in the document. The document itself is no field.
    node: Option<NonZeroU32>,
}

const _: () = assert!(
    size_of::<FieldEntry<'_>>() == 16,
    "most of a document's fields are absent"
);

/// A field that an object of the document has or could have.
#[derive(Clone, Copy)]
pub(crate) struct FieldInstance<'a> {
    pub(crate) field: &'a Field,
    /// The value in the document.
    pub(crate) node: Option<Node<'a>>,
    /// The value in the base.
    pub(crate) base: Option<Node<'a>>,
    index: &'a DocumentIndex<'a>,
    at: usize,
}

/// An object with fields: the document itself or a nested object.
#[derive(Clone, Copy)]
pub(crate) struct ObjectInstance<'a> {
    /// The object type in the catalog.
    pub(crate) object_type: &'a ObjectType,
    pub(crate) node: Node<'a>,
    /// The value at its place in the base.
    pub(crate) base: Option<Node<'a>>,
    index: &'a DocumentIndex<'a>,
    at: usize,
}

/// An item of a list of objects.
pub(crate) struct ListItem<'a> {
    /// The list's field.
    pub(crate) list: FieldInstance<'a>,
    /// The index in the list.
    pub(crate) at: usize,
    pub(crate) object: ObjectInstance<'a>,
}

impl<'a> DocumentIndex<'a> {
    pub(crate) fn new(input: &CheckInput<'a>) -> Self {
        let usual_count = MOST_FIELDS.min(input.document.value_count()) / VALUES_PER_OBJECT;
        let usual_fields = usual_count.min(USUAL_FIELDS);
        let usual_types = usual_count.min(USUAL_TYPES);
        let mut index = Self {
            input: *input,
            instances: Vec::with_capacity(usual_count),
            types: Vec::with_capacity(usual_types),
            // Most documents have nearly all of their fields, so this capacity is enough for them.
            fields: Vec::with_capacity(MOST_FIELDS.min(2 * input.document.value_count())),
            fields_by_facet: std::array::from_fn(|_| Vec::with_capacity(usual_fields)),
            in_both_spellings: Vec::new(),
            containers: Vec::new(),
            bases: Vec::new(),
            unknown: Vec::new(),
            uncatalogued: Vec::with_capacity(usual_count),
            types_by_name: HashMap::with_capacity(usual_types),
            first_beyond_limit: None,
        };
        let root_type = index.register_type(input.catalog.root(input.kind));
        let root = NodePair {
            node: input.document.root(),
            base: input.base.map(|base| base.root()),
        };
        index.add_object(root_type, root, None);
        index
    }

    /// Counts the fields that the objects of the document have or could have.
    pub(crate) fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// Returns the items of all lists of objects.
    pub(crate) fn list_items(&self) -> impl Iterator<Item = ListItem<'_>> {
        (0..self.instances.len()).filter_map(|at| self.list_item_at(at))
    }

    /// Returns the items of all lists that are objects of the named type.
    pub(crate) fn list_items_of(&self, name: &'static str) -> impl Iterator<Item = ListItem<'_>> {
        let types = self.types.iter();
        let matching = types.filter(move |known| known.object_type.name == name);
        let instances = matching.flat_map(|known| &known.instances);
        instances.filter_map(|&at| self.list_item_at(at))
    }

    fn list_item_at(&self, at: usize) -> Option<ListItem<'_>> {
        let ValueLocation { field, item } = self.instances[at].location?;
        Some(ListItem {
            list: self.field_at(field),
            at: item?,
            object: self.object_at(at),
        })
    }

    /// Returns the fields with a facet that a rule can check, in order within one object.
    ///
    /// [`Facet::Required`] means fields that may lack a value. [`Facet::SetOnce`] means fields with a base value, and
    /// [`Facet::ReadOnly`] fields with a value or a base value. [`Facet::Alias`] means fields in both spellings, and
    /// [`Facet::Values`] fields with a text that the catalog does not list. [`Facet::Type`] means fields whose values
    /// may have a wrong type; a list is included, because its items may have one. Every other facet means fields with
    /// a number or a text, if the facet is about these.
    pub(crate) fn fields_with(&self, facet: Facet) -> impl Iterator<Item = FieldInstance<'_>> {
        let places = self.fields_by_facet[facet as usize].iter();
        places.map(|&at| self.field_at(at as usize))
    }

    /// Returns the objects of the named type or of types built on it, anywhere in the document.
    pub(crate) fn objects(&self, name: &'static str) -> impl Iterator<Item = ObjectInstance<'_>> {
        let types = self.types.iter();
        let matching = types.filter(|known| known.object_type.is_a(name));
        let mut all: Vec<_> = matching.flat_map(|known| &known.instances).collect();
        all.sort_unstable();
        all.into_iter().map(|at| self.object_at(*at))
    }

    /// Returns the members that the catalog does not know, each with its object.
    pub(crate) fn unknown_members(&self) -> impl Iterator<Item = (ObjectInstance<'_>, Node<'_>)> {
        let unknown = self.unknown.iter();
        unknown.map(|(instance, node)| (self.object_at(*instance), *node))
    }

    /// Returns the first object that was skipped because there are too many; `None` if all were visited.
    pub(crate) fn first_beyond_limit(&self) -> Option<Path> {
        self.first_beyond_limit
            .map(|location| self.path_of_value(location))
    }

    /// Returns the field at a position among all fields of the document.
    pub(crate) fn field_at(&self, at: usize) -> FieldInstance<'_> {
        FieldInstance {
            field: self.fields[at].field,
            node: self.node_at(at),
            base: self.base_at(at),
            index: self,
            at,
        }
    }

    fn node_at(&self, at: usize) -> Option<Node<'a>> {
        let number = self.fields[at].node?;
        Some(self.input.document.root().at_index(number))
    }

    fn base_at(&self, at: usize) -> Option<Node<'a>> {
        *self.bases.get(at)?
    }

    fn object_at(&self, at: usize) -> ObjectInstance<'_> {
        let InstanceEntry {
            type_index,
            node,
            base,
            ..
        } = self.instances[at];
        ObjectInstance {
            object_type: self.types[type_index].object_type,
            node,
            base,
            index: self,
            at,
        }
    }

    fn path_of_field(&self, at: usize) -> Path {
        let FieldEntry {
            field, instance, ..
        } = self.fields[at];
        let node = self.node_at(at);
        let is_name = |alias: &&String| node.is_some_and(|node| node.name() == **alias);
        let alias = field.alias.as_ref().filter(is_name);
        self.path_of_object(instance as usize)
            .child(alias.unwrap_or(&field.name))
    }

    fn path_of_object(&self, at: usize) -> Path {
        let location = self.instances[at].location;
        location.map_or_else(Path::root, |location| self.path_of_value(location))
    }

    fn path_of_value(&self, ValueLocation { field, item }: ValueLocation) -> Path {
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
        self.index.path_of_field(self.at)
    }

    /// Returns the index among all fields of the document.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Returns true if a person may change the value.
    pub(crate) fn is_editable(&self) -> bool {
        let is_locked = self.field.set_once && self.base.is_some_and(|base| !base.is_null());
        !self.field.read_only && !is_locked
    }

    /// Returns true if the value was typed and not chosen. The rule `unchosen` reports it.
    pub(crate) fn is_unchosen(&self) -> bool {
        let input = self.input();
        // Builds the path only if anything was typed.
        !input.facts.unparsed_inputs().is_empty() && input.unparsed_input_at(&self.path()).is_some()
    }

    /// Returns the input of the check.
    pub(crate) fn input(&self) -> &'a CheckInput<'a> {
        &self.index.input
    }

    /// Returns the object of the field.
    pub(crate) fn object(&self) -> ObjectInstance<'a> {
        self.index
            .object_at(self.index.fields[self.at].instance as usize)
    }
}

impl<'a> ObjectInstance<'a> {
    /// Returns the path in the document.
    pub(crate) fn path(&self) -> Path {
        self.index.path_of_object(self.at)
    }

    /// Returns the input of the check.
    pub(crate) fn input(&self) -> &'a CheckInput<'a> {
        &self.index.input
    }

    /// Returns a field by its name in the catalog; `None` if the catalog has no such field.
    pub(crate) fn field(&self, name: &str) -> Option<FieldInstance<'a>> {
        let place = self.object_type.field_index(name)?;
        Some(
            self.index
                .field_at(self.index.instances[self.at].first_field + place),
        )
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
