use std::sync::OnceLock;

use hashbrown::HashMap;

use super::Field;
use super::facet::{ByFacet, Facet};
use crate::node::Node;

/// So many fields are tried one after the other before one is looked up: mostly a few are left out.
const TRIED: usize = 4;

/// Where an object's fields are by their members' names, and by what they are. Made when it is first asked, and not
/// copied with the object: a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct Lookup(OnceLock<Looked>);

#[derive(Debug)]
struct Looked {
    places: HashMap<String, FieldPlace>,
    by_facet: ByFacet,
}

/// Which field a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPlace {
    /// Its place among the fields of its object.
    pub field: usize,
    /// Whether the member is spelled as the field's twin.
    pub by_twin: bool,
}

impl Lookup {
    pub(super) fn place(&self, fields: &[Field], name: &str) -> Option<FieldPlace> {
        self.looked(fields).places.get(name).copied()
    }

    /// The same for a member; `near` is where it is looked for first.
    pub(super) fn place_of(
        &self,
        fields: &[Field],
        member: &Node<'_>,
        near: usize,
    ) -> Option<FieldPlace> {
        let mut tried = fields.get(near..).unwrap_or_default().iter().take(TRIED);
        match tried.position(|field| member.is_named(&field.name)) {
            Some(beyond) => Some(FieldPlace {
                field: near + beyond,
                by_twin: false,
            }),
            None => self.place(fields, &member.name()),
        }
    }

    pub(super) fn places_with(&self, fields: &[Field], facet: Facet) -> &[usize] {
        self.looked(fields).by_facet.places(facet)
    }

    fn looked(&self, fields: &[Field]) -> &Looked {
        self.0.get_or_init(|| Looked {
            places: places(fields),
            by_facet: ByFacet::of(fields),
        })
    }
}

/// A field's own name counts before another one's twin.
fn places(fields: &[Field]) -> HashMap<String, FieldPlace> {
    let place = |field, by_twin| FieldPlace { field, by_twin };
    let twins = fields.iter().enumerate();
    let twins = twins.filter_map(|(at, field)| Some((field.same_as.clone()?, place(at, true))));
    let names = fields.iter().enumerate();
    let names = names.map(|(at, field)| (field.name.clone(), place(at, false)));
    twins.chain(names).collect()
}

impl Clone for Lookup {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// It says nothing that the fields do not.
impl PartialEq for Lookup {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lookup {}
