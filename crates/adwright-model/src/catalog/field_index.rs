use std::sync::OnceLock;

use hashbrown::HashMap;

use super::Field;
use super::facet::{Facet, FacetIndex};
use crate::node::Node;

/// So many fields are tried one after the other before one is looked up: mostly a few are left out.
const TRIED: usize = 4;

/// Where an object's fields are by their members' names, and by what they are. Made when it is first asked, and not
/// copied with the object: a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct LazyFieldIndex(OnceLock<FieldIndex>);

#[derive(Debug)]
struct FieldIndex {
    places: HashMap<String, FieldRef>,
    by_facet: FacetIndex,
}

/// Which field a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRef {
    /// Its place among the fields of its object.
    pub field: usize,
    /// Whether the member is spelled as the field's twin.
    pub by_twin: bool,
}

impl LazyFieldIndex {
    pub(super) fn find(&self, fields: &[Field], name: &str) -> Option<FieldRef> {
        self.index(fields).places.get(name).copied()
    }

    /// The same for a member; `near` is where it is looked for first.
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

/// A field's own name counts before another one's twin.
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

/// It says nothing that the fields do not.
impl PartialEq for LazyFieldIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LazyFieldIndex {}
