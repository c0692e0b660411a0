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

    /// Returns the field of the member at a place, if the member is the expected one.
    #[expect(
        clippy::inline_always,
        reason = "measured: a call for each member takes 2 % of a check"
    )]
    #[inline(always)]
    fn expected(&self, place: usize, member: &Node<'_>) -> Option<FieldRef> {
        let expected = self.next[place].as_ref()?;
        member.is_named(expected.name).then_some(expected.field)
    }

    /// Finds the field of an unexpected member, and expects it at this place from now on.
    #[cold]
    fn learn(&mut self, place: usize, member: &Node<'_>, of: &'a ObjectType) -> Option<FieldRef> {
        let field = of.lookup.find(&of.fields, &member.name())?;
        let Field { name, alias, .. } = &of.fields[field.field];
        let name = alias.as_ref().filter(|_| field.by_alias).unwrap_or(name);
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
