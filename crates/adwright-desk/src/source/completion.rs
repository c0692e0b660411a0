//! Completes the source text with the members and values that the catalog knows.

use adwright_model::{EditableDocument, Field, FieldType, ObjectType, to_json_string};
use adwright_views::{DocumentRef, FieldChoice, KnownField, KnownValue, SourceCompletion};

use crate::error::{DocumentError, Error};
use crate::object::LoadedObject;
use crate::source::SourceEditor;

impl SourceEditor {
    /// Returns what is known about the value at a path: its field, its possible members, and its possible values.
    ///
    /// A text is usually broken while a person types, so the last valid document shows which objects exist.
    pub fn source_completion(
        &self,
        target: &DocumentRef,
        path: &str,
    ) -> Result<SourceCompletion, Error> {
        let object = self.objects.find(target)?;
        let path = path
            .parse()
            .map_err(|_| DocumentError::NoPlace(path.to_owned()))?;
        let document = self.objects.last_valid_base(&object)?.document;
        let catalog = self.context.catalog();
        let kind = object.stored_kind.specific(&document);
        let typed = catalog.field_and_type(kind, &path);
        let node = document.get(&path);
        let object_type = match (typed, path.is_root()) {
            (_, true) => Some(catalog.root(kind)),
            (Some((_, FieldType::Object(name))), _) => match node {
                Some(node) => catalog.object_for(name, &node),
                None => catalog.object(name),
            },
            _ => None,
        };
        Ok(SourceCompletion {
            field: typed.map(|(field, _)| known_field(field)),
            members: object_type.map(known_members).unwrap_or_default(),
            values: match typed {
                Some((field, ty)) => {
                    let seen = self.seen_id_choices(&object, &document, field)?;
                    known_values(field, ty, seen)
                }
                None => Vec::new(),
            },
        })
    }

    /// Returns ids that the cache knows by name, if the field holds an id.
    fn seen_id_choices(
        &self,
        object: &LoadedObject,
        document: &EditableDocument,
        field: &Field,
    ) -> Result<Vec<FieldChoice>, Error> {
        let pickers = self.details.pickers_for(object)?;
        Ok(pickers.suggestions_for(&field.name, document, &self.context.dialect.bindings))
    }
}

fn known_members(object: &ObjectType) -> Vec<KnownField> {
    object.fields.iter().map(known_field).collect()
}

fn known_field(field: &Field) -> KnownField {
    KnownField {
        name: field.name.clone(),
        label: field.title.clone(),
        description: field.description.clone(),
        takes: type_label(&field.ty).to_owned(),
        start: initial_json(field),
        read_only: field.read_only,
        set_once: field.set_once,
        required: field.can_be_required(),
    }
}

const fn type_label(ty: &FieldType) -> &'static str {
    match ty {
        FieldType::Any => "any JSON",
        FieldType::Text => "a text",
        FieldType::Url => "a web address",
        FieldType::Integer => "a whole number",
        FieldType::Decimal => "a number",
        FieldType::YesNo => "true or false",
        FieldType::Object(_) => "an object",
        FieldType::List(_) => "a list",
    }
}

/// Returns the JSON that a new value starts with.
fn initial_json(field: &Field) -> String {
    let json = match (&field.ty, field.values.as_slice()) {
        (FieldType::Text, [only]) => return to_json_string(only),
        (FieldType::Text | FieldType::Url, _) => "\"\"",
        (FieldType::Object(_), _) => "{}",
        (FieldType::List(_), _) => "[]",
        (FieldType::YesNo, _) => "true",
        (FieldType::Integer | FieldType::Decimal | FieldType::Any, _) => "",
    };
    json.to_owned()
}

fn known_values(field: &Field, ty: &FieldType, seen: Vec<FieldChoice>) -> Vec<KnownValue> {
    let value = |json: String, label: &str| KnownValue {
        json,
        label: label.to_owned(),
    };
    let listed = field.values.iter().map(|word| match ty {
        FieldType::Text | FieldType::Url => value(to_json_string(word), ""),
        _ => value(word.clone(), ""),
    });
    let shaped: &[&str] = match ty {
        FieldType::YesNo => &["true", "false"],
        FieldType::Object(_) => &["{}"],
        FieldType::List(_) => &["[]"],
        _ => &[],
    };
    let null = field.nullable.then_some("null");
    let seen = seen.into_iter().map(|seen| value(seen.value, &seen.label));
    let shaped = shaped.iter().copied().chain(null);
    seen.chain(listed)
        .chain(shaped.map(|json| value(json.to_owned(), "")))
        .collect()
}
