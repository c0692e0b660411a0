use std::sync::OnceLock;

use hashbrown::HashMap;

use super::facet::FieldFacets;
use super::{Field, ObjectType};
use crate::node::Node;

/// A lookup of an object's fields by member name, and their facets. Built on first use. A copy of the object starts
/// without it, because a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct LazyFieldIndex(OnceLock<FieldIndex>);

#[derive(Debug)]
struct FieldIndex {
    refs: HashMap<String, FieldRef>,
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

/// The order of the members in the objects of one type. A service writes all of them alike, so the field of most
/// members is known from the member before.
#[derive(Debug, Clone)]
pub struct MemberOrder<'a> {
    /// The first member, then the member after each field.
    next: Box<[Option<ExpectedMember<'a>>]>,
}

#[derive(Debug, Clone, Copy)]
struct ExpectedMember<'a> {
    name: &'a str,
    field: FieldRef,
}

impl<'a> MemberOrder<'a> {
    /// Creates the order of the catalog, until objects show another one.
    fn of_fields(fields: &'a [Field]) -> Self {
        let expected = |(field, Field { name, .. }): (usize, &'a Field)| ExpectedMember {
            name,
            field: FieldRef {
                field,
                by_alias: false,
            },
        };
        let members = fields.iter().enumerate().map(expected);
        Self {
            next: members.map(Some).chain([None]).collect(),
        }
    }

    /// Finds the field of the member at a place.
    #[inline]
    fn find(
        &mut self,
        place: usize,
        member: &Node<'_>,
        lookup: impl FnOnce() -> Option<(&'a Field, FieldRef)>,
    ) -> Option<FieldRef> {
        let next = &mut self.next[place];
        match next {
            Some(expected) if member.is_named(expected.name) => Some(expected.field),
            _ => {
                let (Field { name, alias, .. }, field) = lookup()?;
                let name = alias.as_ref().filter(|_| field.by_alias).unwrap_or(name);
                *next = Some(ExpectedMember { name, field });
                Some(field)
            }
        }
    }
}

impl ObjectType {
    /// Returns the members of a value in order, each with its field; `None` for an unknown member. Fast if `order` is
    /// their order, and changes it if it is not.
    pub fn members<'a, 't>(
        &'t self,
        value: &Node<'a>,
        order: &mut MemberOrder<'t>,
    ) -> impl Iterator<Item = (Option<FieldRef>, Node<'a>)> {
        let mut place = 0;
        value.member_values().map(move |member| {
            let field = order.find(place, &member, || {
                let known = self.lookup.find(&self.fields, &member.name())?;
                Some((&self.fields[known.field], known))
            });
            place = field.map_or(place, |field| field.field + 1);
            (field, member)
        })
    }

    /// Returns the order of the members as the catalog has it.
    #[must_use]
    pub fn member_order(&self) -> MemberOrder<'_> {
        MemberOrder::of_fields(&self.fields)
    }

    /// Returns the facets of each field, in order.
    #[must_use]
    pub fn facets(&self) -> &[FieldFacets] {
        self.lookup.facets(&self.fields)
    }
}

impl LazyFieldIndex {
    pub(super) fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        self.index(fields).refs.get(name).copied()
    }

    pub(super) fn facets(&self, fields: &[Field]) -> &[FieldFacets] {
        &self.index(fields).facets
    }

    fn index(&self, fields: &[Field]) -> &FieldIndex {
        self.0.get_or_init(|| FieldIndex {
            refs: refs_by_name(fields),
            facets: fields.iter().map(FieldFacets::of_field).collect(),
        })
    }
}

/// A field's own name wins over the alias of another field.
fn refs_by_name(fields: &[Field]) -> HashMap<String, FieldRef> {
    let field_ref = |field, by_alias| FieldRef { field, by_alias };
    let aliases = fields.iter().enumerate();
    let aliases =
        aliases.filter_map(|(at, field)| Some((field.alias.clone()?, field_ref(at, true))));
    let names = fields.iter().enumerate();
    let names = names.map(|(at, field)| (field.name.clone(), field_ref(at, false)));
    aliases.chain(names).collect()
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
