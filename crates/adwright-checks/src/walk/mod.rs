//! A document as the rules look at it: gone through once, read by every rule.

mod gather;

use std::borrow::Cow;

use adwright_model::{Field, Node, Object, Path};

use crate::subject::Subject;

/// Every object that the document has and the catalog knows, with all its fields.
///
/// Going through a document is most of the work of a check. Paths are made only for what a rule
/// has something to say about.
pub(crate) struct Walk<'a> {
    pub(crate) subject: Subject<'a>,
    holders: Vec<Held<'a>>,
    /// All fields of the first holder, then all of the second, and so on.
    fields: Vec<Entry<'a>>,
    /// Members that the catalog does not know, each with its holder.
    unknown: Vec<(usize, Cow<'a, str>, Node<'a>)>,
    facets: [Vec<usize>; Facet::COUNT],
}

/// What makes a rule look at a field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Facet {
    /// It must have a value in some phase or under some condition.
    Required,
    /// The service supplies it.
    ReadOnly,
    /// It keeps its first value.
    SetOnce,
    /// It has a value, and values seen before are known.
    Values,
    /// It has a value, and there are limits for it.
    Limits,
    /// It has a value, which counts time.
    Instant,
    /// It has a value, which is a web address.
    Url,
    /// It has a value, whose items are told apart by a member.
    Keyed,
    /// It has a number that counts or measures something, and so is not negative.
    Quantity,
    /// It has a number by which a service knows an object.
    Id,
    /// It has a value, and there is another spelling of it.
    Twin,
}

impl Facet {
    const COUNT: usize = 11;
}

struct Held<'a> {
    object: &'a Object,
    node: Node<'a>,
    base: Option<Node<'a>>,
    /// The field that it is the value of, and its position where it is one of several.
    within: Option<(usize, Option<usize>)>,
    /// The place of the first of its fields.
    first: usize,
}

struct Entry<'a> {
    field: &'a Field,
    holder: usize,
    /// Whether the document has the field's twin in its place.
    by_twin: bool,
    node: Option<Node<'a>>,
    base: Option<Node<'a>>,
}

/// A field of the catalog where the document has, or could have, it.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) field: &'a Field,
    /// Its value in the document.
    pub(crate) node: Option<Node<'a>>,
    /// Its value in the base.
    pub(crate) base: Option<Node<'a>>,
    walk: &'a Walk<'a>,
    at: usize,
}

/// An object that fields belong to: the document itself, or one that is nested in it.
#[derive(Clone, Copy)]
pub(crate) struct Holder<'a> {
    /// What the catalog knows of it.
    pub(crate) object: &'a Object,
    pub(crate) node: Node<'a>,
    /// What the base has in its place.
    pub(crate) base: Option<Node<'a>>,
    walk: &'a Walk<'a>,
    at: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(subject: &Subject<'a>) -> Self {
        let mut walk = Self {
            subject: *subject,
            holders: Vec::new(),
            fields: Vec::new(),
            unknown: Vec::new(),
            facets: Default::default(),
        };
        let object = subject.catalog.root(subject.kind);
        let base = subject.base.map(|base| base.root());
        walk.enter(object, (subject.document.root(), base), None);
        walk
    }

    /// Every field, whether the document has it or not, object by object.
    pub(crate) fn fields(&self) -> impl Iterator<Item = Visit<'_>> {
        (0..self.fields.len()).map(|at| self.visit(at))
    }

    /// The fields with a facet, in the same order.
    pub(crate) fn with(&self, facet: Facet) -> impl Iterator<Item = Visit<'_>> {
        let places = self.facets[facet as usize].iter();
        places.map(|&at| self.visit(at))
    }

    /// The objects that are the named one of the catalog or built on it, wherever they are.
    pub(crate) fn objects(&self, name: &'static str) -> impl Iterator<Item = Holder<'_>> {
        let all = (0..self.holders.len()).filter(move |&at| self.holders[at].object.is(name));
        all.map(|at| self.holder(at))
    }

    /// The members that the catalog does not know, each with the object that has it.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = (Holder<'_>, &str, Node<'_>)> {
        let unknown = self.unknown.iter();
        unknown.map(|(holder, name, node)| (self.holder(*holder), name.as_ref(), *node))
    }

    fn visit(&self, at: usize) -> Visit<'_> {
        let Entry {
            field, node, base, ..
        } = self.fields[at];
        Visit {
            field,
            node,
            base,
            walk: self,
            at,
        }
    }

    fn holder(&self, at: usize) -> Holder<'_> {
        let Held {
            object, node, base, ..
        } = self.holders[at];
        Holder {
            object,
            node,
            base,
            walk: self,
            at,
        }
    }

    fn path_of_field(&self, at: usize) -> Path {
        let Entry {
            field,
            holder,
            by_twin,
            ..
        } = &self.fields[at];
        let twin = field.same_as.as_ref().filter(|_| *by_twin);
        self.path_of_holder(*holder)
            .child(twin.unwrap_or(&field.name))
    }

    fn path_of_holder(&self, at: usize) -> Path {
        match self.holders[at].within {
            None => Path::root(),
            Some((field, None)) => self.path_of_field(field),
            Some((field, Some(item))) => self.path_of_field(field).item(item),
        }
    }
}

impl<'a> Visit<'a> {
    /// Where it is, or would be, in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_field(self.at)
    }

    /// Whether a person may give it another value.
    pub(crate) fn may_change(&self) -> bool {
        let is_kept = self.field.set_once && self.base.is_some_and(|base| !base.is_null());
        !self.field.read_only && !is_kept
    }

    /// What the document is a part of.
    pub(crate) fn subject(&self) -> &'a Subject<'a> {
        &self.walk.subject
    }

    /// The object that it is a field of.
    pub(crate) fn holder(&self) -> Holder<'a> {
        self.walk.holder(self.walk.fields[self.at].holder)
    }
}

impl<'a> Holder<'a> {
    /// Where it is in the document.
    pub(crate) fn path(&self) -> Path {
        self.walk.path_of_holder(self.at)
    }

    /// What the document is a part of.
    pub(crate) fn subject(&self) -> &'a Subject<'a> {
        &self.walk.subject
    }

    /// One of its fields, by the name that the catalog has for it; none where the catalog has none.
    pub(crate) fn field(&self, name: &str) -> Option<Visit<'a>> {
        let place = self.object.place(name, 0)?;
        Some(self.walk.visit(self.walk.holders[self.at].first + place))
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
    pub(crate) fn whole(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// Whether one of its fields is `true`.
    pub(crate) fn is_yes(&self, name: &str) -> bool {
        self.value(name).and_then(|node| node.as_bool()) == Some(true)
    }
}
