//! Describes changes to a person: the field's label, and both values in the field's display format.

use std::sync::Arc;

use adwright_model::{
    Catalog, EditableDocument, JsonType, Kind, MergeConflict, Path, PathStep, ValueChange,
};
use adwright_views::{ClashedValues, FieldKind};

use crate::context::Context;
use crate::field::compact::CompactFormatter;
use crate::field::value::display_raw;
use crate::host::Zone;

/// Turns paths and raw values into text.
pub(crate) struct Describer<'a> {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) kind: Kind,
    pub(crate) zone: &'a Zone,
}

impl Describer<'_> {
    pub(crate) fn change(&self, change: &ValueChange) -> adwright_views::ChangeView {
        let shown = |raw: &Option<String>| raw.as_deref().map(|raw| self.value(&change.path, raw));
        adwright_views::ChangeView {
            path: change.path.to_string(),
            label: self.label(&change.path),
            before: shown(&change.before),
            after: shown(&change.after),
        }
    }

    pub(crate) fn clash(&self, conflict: &MergeConflict) -> ClashedValues {
        let shown =
            |raw: &Option<String>| raw.as_deref().map(|raw| self.value(&conflict.path, raw));
        ClashedValues {
            path: conflict.path.to_string(),
            label: self.label(&conflict.path),
            base: shown(&conflict.base),
            mine: shown(&conflict.mine),
            theirs: shown(&conflict.theirs),
        }
    }

    /// Returns the field's title, after the items that contain it ("Flight 2 › Budget"). An unknown field has its
    /// path as label, and the whole document has an empty label.
    pub(crate) fn label(&self, path: &Path) -> String {
        let items =
            (1..path.steps().len()).map(|len| path.steps()[..len].iter().cloned().collect());
        let items = items.filter_map(|path: Path| self.item_label(&path));
        let own = self
            .item_label(path)
            .unwrap_or_else(|| self.own_label(path));
        items.chain([own]).collect::<Vec<_>>().join(" › ")
    }

    fn own_label(&self, path: &Path) -> String {
        match (self.catalog.field(self.kind, path), path.last()) {
            (Some(field), _) => field.title.clone(),
            (None, Some(PathStep::Member(name))) if self.is_in_item(path) => name.clone(),
            (None, _) => path.to_string(),
        }
    }

    fn is_in_item(&self, path: &Path) -> bool {
        let mut steps = path.steps().iter();
        steps.any(|step| matches!(step, PathStep::Item(_)))
            && self
                .catalog
                .field_and_type(self.kind, &outermost_list(path))
                .is_some()
    }

    fn item_label(&self, path: &Path) -> Option<String> {
        let PathStep::Item(at) = path.last()? else {
            return None;
        };
        let (field, _) = self.catalog.field_and_type(self.kind, path)?;
        Some(format!("{} {}", item_noun(field), at + 1))
    }

    fn value(&self, path: &Path, raw: &str) -> String {
        let Some((field, ty)) = self.catalog.field_and_type(self.kind, path) else {
            return display_raw(raw, FieldKind::Json, None, self.zone);
        };
        let Ok(value) = EditableDocument::parse(raw) else {
            return raw.to_owned();
        };
        let node = value.root();
        let brief = CompactFormatter {
            catalog: &self.catalog,
            zone: self.zone,
        };
        match FieldKind::of_value(field, ty, Some(node)) {
            FieldKind::List if node.json_type() == JsonType::Array => {
                brief.format_list(node, field)
            }
            FieldKind::Object if node.json_type() == JsonType::Object => {
                brief.format_item(node, field, ty)
            }
            kind => display_raw(raw, kind, field.unit, self.zone),
        }
    }
}

/// Returns the outermost list on a path, or the path itself.
fn outermost_list(path: &Path) -> Path {
    let steps = path.steps().iter();
    steps
        .take_while(|step| matches!(step, PathStep::Member(_)))
        .cloned()
        .collect()
}

/// Returns the noun for an item of a list.
pub(crate) fn item_noun(field: &adwright_model::Field) -> String {
    let given = field.item_title.clone();
    given.unwrap_or_else(|| format!("{} item", field.title))
}

pub(crate) fn describe(context: &Context) -> Describer<'_> {
    describe_kind(context, Kind::Campaign)
}

pub(crate) fn describe_kind(context: &Context, kind: Kind) -> Describer<'_> {
    Describer {
        catalog: context.catalog(),
        kind,
        zone: &context.zone,
    }
}
