use std::sync::OnceLock;

use hashbrown::HashMap;

use super::Field;
use super::facet::{Facet, FacetIndex};
use crate::node::Node;

/// Tries this many fields in order before a lookup by name. Usually only a few fields are left out.
const TRIED: usize = 4;

/// A lookup of an object's fields by member name and by facet. Built on first use. A copy of the object starts
/// without it, because a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct LazyFieldIndex(OnceLock<FieldIndex>);

#[derive(Debug)]
struct FieldIndex {
    places: HashMap<String, FieldRef>,
    by_facet: FacetIndex,
}

/// The field that a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRef {
    /// The index of the field in its object.
    pub field: usize,
    /// True if the member has the field's second spelling.
    pub by_twin: bool,
}

impl LazyFieldIndex {
    pub(super) fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        self.index(fields).places.get(name).copied()
    }

    /// Finds the field of a member. `near` is the index to try first.
    pub(super) fn find_near(
        &self,
        fields: &[Field],
        member: &Node<'_>,
        near: usize,
    ) -> Option<FieldRef> {
        let mut tried = fields.get(near..).unwrap_or_default().iter().take(TRIED);
        match tried.position(|field| member.is_named(&field.name)) {
            Some(beyond) => Some(FieldRef {
                field: near + beyond,
                by_twin: false,
            }),
            None => self.find(fields, &member.name()),
        }
    }

    pub(super) fn indices_with(&self, fields: &[Field], facet: Facet) -> &[usize] {
        self.index(fields).by_facet.field_indices(facet)
    }

    fn index(&self, fields: &[Field]) -> &FieldIndex {
        self.0.get_or_init(|| FieldIndex {
            places: refs_by_name(fields),
            by_facet: FacetIndex::from_fields(fields),
        })
    }
}

/// A field's own name wins over the second spelling of another field.
fn refs_by_name(fields: &[Field]) -> HashMap<String, FieldRef> {
    let place = |field, by_twin| FieldRef { field, by_twin };
    let twins = fields.iter().enumerate();
    let twins = twins.filter_map(|(at, field)| Some((field.same_as.clone()?, place(at, true))));
    let names = fields.iter().enumerate();
    let names = names.map(|(at, field)| (field.name.clone(), place(at, false)));
    twins.chain(names).collect()
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
