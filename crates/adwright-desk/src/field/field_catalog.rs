//! The fields that a bulk edit can change or use.

use std::sync::Arc;

use adwright_model::{Catalog, Field, FieldType, Kind, ObjectType, Path};
use adwright_views::{BulkField, FieldChoice, FieldKind};

use crate::context::Context;

/// The most groups and lists around a field that a rule is offered. Deeper fields are rare, and can be typed.
const DEEPEST: usize = 2;

/// The catalog's fields of one kind.
#[derive(Debug)]
pub(crate) struct FieldCatalog {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) kind: Kind,
}

impl FieldCatalog {
    pub(crate) fn new(catalog: Arc<Catalog>, kind: Kind) -> Self {
        Self { catalog, kind }
    }

    /// The bundled catalog, without a workspace's own fields.
    #[cfg(test)]
    pub(crate) fn bundled() -> Self {
        Self::new(Arc::new(Catalog::bundled().clone()), Kind::Campaign)
    }

    pub(crate) fn field(&self, path: &Path) -> Option<&Field> {
        self.catalog.field(self.kind, path)
    }

    /// Returns the field at a path if it holds one value that can be written as text.
    pub(crate) fn scalar(&self, path: &Path) -> Option<&Field> {
        self.field(path).filter(|field| is_scalar(field))
    }

    /// Returns the label of a field, or the path if the field is unknown.
    pub(crate) fn label(&self, path: &Path) -> String {
        self.field(path)
            .map_or_else(|| path.to_string(), |field| field.title.clone())
    }

    /// Returns the fields that a person may set.
    pub(crate) fn settable_fields(&self) -> Vec<BulkField> {
        let is_offered = |field: &Field| !field.read_only && field.name != "type";
        self.leaf_fields()
            .into_iter()
            .filter(|(_, field)| is_offered(field))
            .map(|(path, field)| to_bulk_field(&path, field))
            .collect()
    }

    /// Returns the id, and every field that a person may set, with its title. Lists and groups are left out, because an
    /// exported list has only their number of items.
    pub(crate) fn importable_fields(&self) -> Vec<(Path, String)> {
        let is_importable = |path: &Path, field: &Field| {
            let is_single = !matches!(
                FieldKind::of_field(field),
                FieldKind::List | FieldKind::Object
            );
            path.to_string() == "id" || is_single && !field.read_only && field.name != "type"
        };
        let fields = self.leaf_fields().into_iter();
        let fields = fields.filter(|(path, field)| is_importable(path, field));
        fields
            .map(|(path, field)| (path, field.title.clone()))
            .collect()
    }

    /// Returns every field that is not among these.
    pub(crate) fn fields_without(&self, paths: &[Path]) -> Vec<FieldChoice> {
        let others = self.leaf_fields().into_iter();
        let others = others.filter(|(path, field)| field.name != "type" && !paths.contains(path));
        let choice = |(path, field): (Path, &Field)| FieldChoice {
            value: path.to_string(),
            label: field.title.clone(),
        };
        others.map(choice).collect()
    }

    /// Returns the fields that a replacement can insert, as the person types them.
    pub(crate) fn field_tokens(&self) -> Vec<FieldChoice> {
        self.leaf_fields()
            .into_iter()
            .filter(|(_, field)| is_scalar(field) && field.name != "type")
            .map(|(path, field)| FieldChoice {
                value: if FieldKind::of_field(field) == FieldKind::Instant {
                    format!("{{{path}:YYYY-MM-DD}}")
                } else {
                    format!("{{{path}}}")
                },
                label: field.title.clone(),
            })
            .collect()
    }

    /// Returns the title of the kind.
    pub(crate) fn kind_title(&self) -> &str {
        &self.catalog.root(self.kind).title
    }

    /// Returns the fields that a rule can check, by their paths in a rule. The fields of list items come after their list.
    pub(crate) fn rule_fields(&self) -> Vec<FieldChoice> {
        let root = self.catalog.root(self.kind);
        let mut fields: Vec<_> = root.fields.iter().collect();
        fields.sort_by_key(|field| section_index(root, field));
        let mut found = Vec::new();
        for field in fields {
            self.collect_rule_fields(field, "", "", &mut found);
        }
        found
    }

    fn collect_rule_fields(
        &self,
        field: &Field,
        path_before: &str,
        label_before: &str,
        found: &mut Vec<FieldChoice>,
    ) {
        let mut value = format!("{path_before}{}", field.name);
        let label = format!("{label_before}{}", field.title);
        let mut ty = &field.ty;
        if !matches!(ty, FieldType::Object(_)) {
            found.push(FieldChoice {
                value: value.clone(),
                label: label.clone(),
            });
        }
        while let FieldType::List(item) = ty {
            value.push_str("[]");
            ty = item;
        }
        let FieldType::Object(name) = ty else {
            return;
        };
        if path_before.matches('.').count() == DEEPEST {
            return;
        }
        let nested = self.catalog.object(name);
        for field in nested.iter().flat_map(|nested| &nested.fields) {
            let (path, label) = (format!("{value}."), format!("{label}: "));
            self.collect_rule_fields(field, &path, &label, found);
        }
    }

    /// Returns every field that is not a group, in the order of the catalog's sections.
    fn leaf_fields(&self) -> Vec<(Path, &Field)> {
        let root = self.catalog.root(self.kind);
        let mut found = Vec::new();
        self.collect_leaf_fields(root, &Path::root(), &mut found);
        found.sort_by_key(|(_, field)| section_index(root, field));
        found
    }

    fn collect_leaf_fields<'a>(
        &'a self,
        object: &'a ObjectType,
        at: &Path,
        found: &mut Vec<(Path, &'a Field)>,
    ) {
        for field in &object.fields {
            let path = at.child(&field.name);
            let nested = match &field.ty {
                FieldType::Object(name) => self.catalog.object(name),
                _ => None,
            };
            match nested {
                Some(nested) => self.collect_leaf_fields(nested, &path, found),
                None => found.push((path, field)),
            }
        }
    }
}

/// Returns the place of a field's section among those of its kind.
fn section_index(root: &ObjectType, field: &Field) -> usize {
    let place = root.groups.iter().position(|group| *group == field.group);
    place.unwrap_or(usize::MAX)
}

/// Returns the type of a field at its path in a rule, where `[]` stands for each item of a list.
pub(crate) fn rule_field_type(catalog: &Catalog, kind: Kind, path: &str) -> Option<FieldType> {
    let path: Path = path.replace("[]", "[0]").parse().ok()?;
    let (_, ty) = catalog.field_and_type(kind, &path)?;
    Some(ty.clone())
}

/// Returns whether a field holds one value that can be written as text.
fn is_scalar(field: &Field) -> bool {
    !matches!(
        FieldKind::of_field(field),
        FieldKind::Json | FieldKind::List | FieldKind::Object
    )
}

fn to_bulk_field(path: &Path, field: &Field) -> BulkField {
    let kind = FieldKind::of_field(field);
    BulkField {
        path: path.to_string(),
        label: field.title.clone(),
        description: field.description.clone(),
        kind,
        choices: field
            .values
            .iter()
            .map(|value| FieldChoice {
                value: value.clone(),
                label: value.clone(),
            })
            .collect(),
        text: is_text(kind),
        note: field
            .set_once
            .then(|| "Only for new campaigns: the service takes it once.".to_owned()),
    }
}

/// Returns whether a field holds text that can be searched.
pub(crate) fn is_text(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Text | FieldKind::Url | FieldKind::Choice)
}

pub(crate) fn field_catalog(context: &Context) -> FieldCatalog {
    FieldCatalog::new(context.catalog(), Kind::Campaign)
}
