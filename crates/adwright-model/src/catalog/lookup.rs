use std::collections::HashMap;
use std::sync::OnceLock;

use super::Field;

/// Where an object's fields are, by their members' names. Made when it is first asked, and not
/// copied with the object: a copy may get more fields.
#[derive(Debug, Default)]
pub(super) struct Lookup(OnceLock<HashMap<String, usize>>);

impl Lookup {
    pub(super) fn place(&self, fields: &[Field], name: &str) -> Option<usize> {
        self.0.get_or_init(|| places(fields)).get(name).copied()
    }
}

/// A field's own name counts before another one's twin.
fn places(fields: &[Field]) -> HashMap<String, usize> {
    let twins = fields.iter().enumerate();
    let twins = twins.filter_map(|(at, field)| Some((field.same_as.clone()?, at)));
    let names = fields.iter().enumerate();
    twins
        .chain(names.map(|(at, field)| (field.name.clone(), at)))
        .collect()
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
