use std::sync::OnceLock;

use hashbrown::HashMap;

use super::Field;
use super::facet::{Facet, FacetIndex};
use crate::node::Node;

/// Tries this many fields in order before a lookup by name. Usually only a few fields are left out.
const SEQUENTIAL_TRIES: usize = 4;

/// A lookup of an object's fields by member name and by facet. Built on first use. A copy of the object starts
/// without it, because a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct LazyFieldIndex(OnceLock<FieldIndex>);

#[derive(Debug)]
struct FieldIndex {
    refs: HashMap<String, FieldRef>,
    by_facet: FacetIndex,
}

/// The field that a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRef {
    /// The index of the field in its object.
    pub field: usize,
    /// True if the member has the alias of the field.
    pub by_alias: bool,
}

impl LazyFieldIndex {
    pub(super) fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        self.index(fields).refs.get(name).copied()
    }

    /// Finds the field of a member. `near` is the index to try first.
    pub(super) fn find_near(
        &self,
        fields: &[Field],
        member: &Node<'_>,
        near: usize,
    ) -> Option<FieldRef> {
        let mut nearby = fields
            .get(near..)
            .unwrap_or_default()
            .iter()
            .take(SEQUENTIAL_TRIES);
        match nearby.position(|field| member.is_named(&field.name)) {
            Some(distance) => Some(FieldRef {
                field: near + distance,
                by_alias: false,
            }),
            None => self.find(fields, &member.name()),
        }
    }

    pub(super) fn indices_with(&self, fields: &[Field], facet: Facet) -> &[usize] {
        self.index(fields).by_facet.field_indices(facet)
    }

    fn index(&self, fields: &[Field]) -> &FieldIndex {
        self.0.get_or_init(|| FieldIndex {
            refs: refs_by_name(fields),
            by_facet: FacetIndex::from_fields(fields),
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
