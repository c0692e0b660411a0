use std::sync::OnceLock;

use hashbrown::HashTable;

use super::facet::FieldFacets;
use super::{Field, ObjectType};
use crate::json::{bytes_equal, digest};
use crate::node::Node;

/// A lookup of an object's fields by member name, and their facets. Built on first use. A copy of the object starts
/// without it, because a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct LazyFieldIndex(OnceLock<FieldIndex>);

#[derive(Debug)]
struct FieldIndex {
    /// The members by the digest of their names.
    refs: HashTable<FieldRef>,
    facets: Box<[FieldFacets]>,
}

/// The field that a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRef {
    /// The index of the field in its object.
    pub field: usize,
    /// True if the member has the alias of the field.
    pub by_alias: bool,
}

impl FieldRef {
    /// Returns the name of the member.
    fn name(self, fields: &[Field]) -> &str {
        let Field { name, alias, .. } = &fields[self.field];
        alias.as_ref().filter(|_| self.by_alias).unwrap_or(name)
    }
}

/// The order of the members in the objects of one type. A service writes all of them alike, so the field of most
/// members is known from the member before.
#[derive(Debug, Clone)]
pub struct MemberOrder<'a> {
    fields: &'a [Field],
    /// The first member, then the member after each field. Empty as long as the objects have the order of the catalog.
    next: Vec<Option<ExpectedMember<'a>>>,
}

#[derive(Debug, Clone, Copy)]
struct ExpectedMember<'a> {
    name: &'a str,
    field: FieldRef,
}

impl<'a> MemberOrder<'a> {
    /// Returns the field of the member at a place, if the member is the expected one.
    #[expect(
        clippy::inline_always,
        reason = "measured: a call for each member takes 2 % of a check"
    )]
    #[inline(always)]
    fn expected(&self, place: usize, member: &Node<'_>) -> Option<FieldRef> {
        let expected = match self.next.get(place) {
            Some(learned) => (*learned)?,
            None => self.in_catalog(place)?,
        };
        member.is_named(expected.name).then_some(expected.field)
    }

    /// Returns the member at a place in the order of the catalog.
    fn in_catalog(&self, place: usize) -> Option<ExpectedMember<'a>> {
        let Field { name, .. } = self.fields.get(place)?;
        let field = FieldRef {
            field: place,
            by_alias: false,
        };
        Some(ExpectedMember { name, field })
    }

    /// Finds the field of an unexpected member, and expects it at this place from now on.
    #[cold]
    fn learn(&mut self, place: usize, member: &Node<'_>, of: &'a ObjectType) -> Option<FieldRef> {
        let field = of.lookup.find(&of.fields, &member.name())?;
        if self.next.is_empty() {
            let places = 0..=self.fields.len();
            self.next = places.map(|place| self.in_catalog(place)).collect();
        }
        let name = field.name(&of.fields);
        self.next[place] = Some(ExpectedMember { name, field });
        Some(field)
    }
}

impl ObjectType {
    /// Visits the members of a value in order, each with its field; `None` for an unknown member. Fast if `order` is
    /// their order, and changes it if it is not.
    ///
    /// This is not an iterator, because a loop inside each caller takes less time.
    pub fn visit_members<'a, 't>(
        &'t self,
        value: &Node<'a>,
        order: &mut MemberOrder<'t>,
        mut visit: impl FnMut(Option<FieldRef>, Node<'a>),
    ) {
        let mut place = 0;
        for member in value.member_values() {
            let field = order
                .expected(place, &member)
                .or_else(|| order.learn(place, &member, self));
            place = field.map_or(place, |field| field.field + 1);
            visit(field, member);
        }
    }

    /// Returns the order of the members as the catalog has it.
    #[must_use]
    pub fn member_order(&self) -> MemberOrder<'_> {
        MemberOrder {
            fields: &self.fields,
            next: Vec::new(),
        }
    }

    /// Returns the facets of each field, in order.
    #[must_use]
    pub fn facets(&self) -> &[FieldFacets] {
        self.lookup.facets(&self.fields)
    }
}

impl LazyFieldIndex {
    pub(super) fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        self.index(fields).find(fields, name)
    }

    pub(super) fn facets(&self, fields: &[Field]) -> &[FieldFacets] {
        &self.index(fields).facets
    }

    fn index(&self, fields: &[Field]) -> &FieldIndex {
        self.0.get_or_init(|| FieldIndex::new(fields))
    }
}

impl FieldIndex {
    fn new(fields: &[Field]) -> Self {
        let mut index = Self {
            refs: HashTable::new(),
            facets: fields.iter().map(FieldFacets::of_field).collect(),
        };
        // A field's own name wins over the alias of another field.
        for by_alias in [false, true] {
            let named = fields.iter().enumerate();
            let named = named.filter(|(_, field)| !by_alias || field.alias.is_some());
            for (field, _) in named {
                index.insert(fields, FieldRef { field, by_alias });
            }
        }
        index
    }

    fn insert(&mut self, fields: &[Field], field: FieldRef) {
        let hash = |field: &FieldRef| digest(field.name(fields).as_bytes());
        if self.find(fields, field.name(fields)).is_none() {
            self.refs.insert_unique(hash(&field), field, hash);
        }
    }

    fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        let name = name.as_bytes();
        let has_name = |field: &FieldRef| bytes_equal(field.name(fields).as_bytes(), name);
        self.refs.find(digest(name), has_name).copied()
    }
}

impl Clone for LazyFieldIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The index is derived from the fields, so it never makes two objects different.
impl PartialEq for LazyFieldIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LazyFieldIndex {}
