//! Changes as a person reads them: the field's label, and both values in the field's own form.

use adwright_model::{Catalog, Change, Kind, Path};

use super::value::{kind_of, show_raw};
use crate::views::{self, FieldKind};
use crate::zone::Zone;

/// What turning paths and raw values into words needs.
pub(crate) struct Describe<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) kind: Kind,
    pub(crate) zone: &'a Zone,
}

impl Describe<'_> {
    pub(crate) fn change(&self, change: &Change) -> views::Change {
        let shown = |raw: &Option<String>| raw.as_deref().map(|raw| self.value(&change.path, raw));
        views::Change {
            path: change.path.to_string(),
            label: self.label(&change.path),
            before: shown(&change.before),
            after: shown(&change.after),
        }
    }

    /// The field's title; the path itself where the catalog does not know it, and nothing for the whole document.
    pub(crate) fn label(&self, path: &Path) -> String {
        match self.catalog.field(self.kind, path) {
            Some(field) => field.title.clone(),
            None => path.to_string(),
        }
    }

    fn value(&self, path: &Path, raw: &str) -> String {
        match self.catalog.field(self.kind, path) {
            Some(field) => show_raw(raw, kind_of(field), field.unit, self.zone),
            None => show_raw(raw, FieldKind::Json, None, self.zone),
        }
    }
}
