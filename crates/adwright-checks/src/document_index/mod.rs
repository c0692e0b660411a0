//! An index of a document: built in one pass, read by every rule.

mod build;
mod uncatalogued;

use std::borrow::Cow;

use adwright_model::{Facet, Field, Node, ObjectType, Path};

use crate::check_input::CheckInput;

/// Every object that the document has and the catalog knows, with all its fields; of a document that has very many
/// fields, the first [`MOST_FIELDS`].
///
/// Going through a document is most of the work of a check. Paths are made only for what a rule
/// has something to say about.
pub(crate) struct DocumentIndex<'a> {
    pub(crate) subject: CheckInput<'a>,
    holders: Vec<InstanceEntry<'a>>,
    /// The objects that the holders are, each once.
    objects: Vec<ObjectInstances<'a>>,
    /// All fields of the first holder, then all of the second, and so on.
    fields: Vec<FieldEntry<'a>>,
    /// The value of each field in the base; empty where there is no base.
    bases: Vec<Option<Node<'a>>>,
    /// Members that the catalog does not know, each with its holder.
    unknown: Vec<(usize, Node<'a>)>,
    /// The objects that a name of the catalog stood for so far.
    named: Vec<(&'a str, &'a ObjectType)>,
    /// Where the first object stands that was not gone into: its field, and its position where it is one of several.
    first_unchecked: Option<(usize, Option<usize>)>,
}

/// No further object is gone into once there are so many fields: hundreds of times those of a large ad. A field takes far
/// more room than the two bytes of an empty object, of which a hostile document has millions.
const MOST_FIELDS: usize = 500_000;

/// An object of the catalog that is in the document.
struct ObjectInstances<'a> {
    object: &'a ObjectType,
    /// The holders that are it, in their order.
    holders: Vec<usize>,
}

struct InstanceEntry<'a> {
    /// Its place among the objects.
    object: usize,
    node: Node<'a>,
    base: Option<Node<'a>>,
    /// The field that it is the value of, and its position where it is one of several.
    within: Option<(usize, Option<usize>)>,
    /// The place of the first of its fields.
    first: usize,
}

struct FieldEntry<'a> {
    field: &'a Field,
    holder: u32,
    spelled: NameSpelling,
    node: Option<Node<'a>>,
}

/// How the document spells the name of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameSpelling {
    ByName,
    /// As the field's twin.
    ByTwin,
    /// As both, of which the field's own name counts.
    Both,
}

/// A field of the catalog where the document has, or could have, it.
#[derive(Clone, Copy)]
pub(crate) struct FieldInstance<'a> {
    pub(crate) field: &'a Field,
    /// Its value in the document.
    pub(crate) node: Option<Node<'a>>,
    /// Its value in the base.
    pub(crate) base: Option<Node<'a>>,
    walk: &'a DocumentIndex<'a>,
    at: usize,
}

/// An object that fields belong to: the document itself, or one that is nested in it.
#[derive(Clone, Copy)]
pub(crate) struct ObjectInstance<'a> {
    /// What the catalog knows of it.
    pub(crate) object: &'a ObjectType,
    pub(crate) node: Node<'a>,
    /// What the base has in its place.
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
            // Nearly all fields of most documents are there, so that this is enough for them.
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

    /// The fields that the document has and whose values are not as they should be, object by object.
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

    /// The items of all lists of objects, each with its list and its place in that.
    pub(crate) fn items(
        &self,
    ) -> impl Iterator<Item = (FieldInstance<'_>, usize, ObjectInstance<'_>)> {
        (0..self.holders.len()).filter_map(|at| {
            let (list, item) = self.holders[at].within?;
            Some((self.field_at(list), item?, self.object_at(at)))
        })
    }

    /// The fields with a facet of which something can be said; those of one object in their order.
    ///
    /// [`Facet::Required`] stands for what is absent as well, [`Facet::SetOnce`] for what has a base,
    /// [`Facet::ReadOnly`] for what is there or has one, [`Facet::Twin`] for what is there in both spellings, and every
    /// other one for what has a value.
    pub(crate) fn fields_with(&self, facet: Facet) -> impl Iterator<Item = FieldInstance<'_>> {
        let places = self.objects.iter().flat_map(move |known| {
            let fields = known.object.field_indices(facet);
            // What has no such field is not gone through.
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

    /// The objects that are the named one of the catalog or built on it, wherever they are.
    pub(crate) fn objects(&self, name: &'static str) -> impl Iterator<Item = ObjectInstance<'_>> {
        let meant = self.objects.iter().filter(|known| known.object.is_a(name));
        let mut all: Vec<_> = meant.flat_map(|known| &known.holders).collect();
        all.sort_unstable();
        all.into_iter().map(|at| self.object_at(*at))
    }

    /// The members that the catalog does not know, each with the object that has it.
    pub(crate) fn unknown_members(&self) -> impl Iterator<Item = (ObjectInstance<'_>, Node<'_>)> {
        let unknown = self.unknown.iter();
        unknown.map(|(holder, node)| (self.object_at(*holder), *node))
    }

    /// The first object that was not gone into, because there are too many; none where all were.
    pub(crate) fn first_unchecked(&self) -> Option<Path> {
        self.first_unchecked
            .map(|within| self.path_of_value(within))
    }

    /// Whether something can be said of a field under one of its facets.
    fn has_facet_value(&self, at: usize, facet: Facet) -> bool {
        let FieldEntry { node, spelled, .. } = &self.fields[at];
        match facet {
            Facet::Required => true,
            Facet::SetOnce => self.base_at(at).is_some(),
            Facet::ReadOnly => node.is_some() || self.base_at(at).is_some(),
            Facet::Twin => *spelled == NameSpelling::Both,
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
        let twin = field.same_as.as_ref().filter(|_| is_twin);
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
    /// Where it is, or would be, in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_field(self.at)
    }

    /// Its place among all fields of the document.
    pub(crate) fn index(&self) -> usize {
        self.at
    }

    /// Whether a person may give it another value.
    pub(crate) fn is_editable(&self) -> bool {
        let is_kept = self.field.set_once && self.base.is_some_and(|base| !base.is_null());
        !self.field.read_only && !is_kept
    }

    /// Whether its value was typed and not chosen, so that the rule `unchosen` speaks of it.
    pub(crate) fn is_unchosen(&self) -> bool {
        let subject = self.subject();
        // A path is made only where something was typed at all.
        !subject.facts.unparsed_inputs().is_empty()
            && subject.unparsed_input_at(&self.path()).is_some()
    }

    /// What the document is a part of.
    pub(crate) fn subject(&self) -> &'a CheckInput<'a> {
        &self.walk.subject
    }

    /// The object that it is a field of.
    pub(crate) fn object(&self) -> ObjectInstance<'a> {
        self.walk
            .object_at(self.walk.fields[self.at].holder as usize)
    }
}

impl<'a> ObjectInstance<'a> {
    /// Where it is in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_object(self.at)
    }

    /// What the document is a part of.
    pub(crate) fn subject(&self) -> &'a CheckInput<'a> {
        &self.walk.subject
    }

    /// One of its fields, by the name that the catalog has for it; none where the catalog has none.
    pub(crate) fn field(&self, name: &str) -> Option<FieldInstance<'a>> {
        let place = self.object.field_index(name)?;
        Some(self.walk.field_at(self.walk.holders[self.at].first + place))
    }

    /// The value of one of its fields; none where that is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.field(name)?.node.filter(|node| !node.is_null())
    }

    /// The text in one of its fields.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.value(name)?.as_str()
    }

    /// The whole number in one of its fields.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// Whether one of its fields is `true`.
    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.value(name).and_then(|node| node.as_bool()) == Some(true)
    }
}
