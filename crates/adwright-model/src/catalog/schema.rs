//! Parses the JSON Schemas in `schemas/objects/`: draft 2020-12 and this project's `x-` keywords.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Map, Value};

use super::field_index::LazyFieldIndex;
use super::value::{AlternativeType, VALUE_KEYWORDS, ValueSchema};
use super::{Condition, Field, FieldOrigin, FieldType, ObjectType, RequiredOn, Unit, bundle};

/// Parses one object's schema together with its bases. An unknown keyword is an error, so a typo cannot pass for a
/// rule.
pub(super) fn parse_object_schema(text: &str) -> Result<ObjectType, serde_json::Error> {
    let schema = with_bases(serde_json::from_str(text)?)?;
    let fields = schema
        .properties
        .into_iter()
        .map(|(name, keywords)| parse_field(name, keywords));
    Ok(ObjectType {
        name: object_name(&schema.id),
        title: schema.title,
        description: schema.description,
        groups: schema.groups,
        bases: schema.bases,
        variants: variant_names(&schema.parts)?,
        fields: fields.collect::<Result<_, _>>()?,
        lookup: LazyFieldIndex::default(),
    })
}

/// Puts the fields of the base objects first. An entry for an inherited field adds or replaces keywords of that
/// field.
fn with_bases(mut schema: ObjectSchema) -> Result<ObjectSchema, serde_json::Error> {
    let own = std::mem::take(&mut schema.properties);
    for reference in schema.parts.iter().filter_map(AllOfPart::base) {
        let base = with_bases(serde_json::from_str(schema_text(reference)?)?)?;
        merge(&mut schema.properties, base.properties);
        schema.bases.push(object_name(reference));
        schema.bases.extend(base.bases);
        if schema.groups.is_empty() {
            schema.groups = base.groups;
        }
    }
    merge(&mut schema.properties, own);
    Ok(schema)
}

/// Returns the objects that a `type` selects. Each has the name that `type` gives.
fn variant_names(parts: &[AllOfPart]) -> Result<Vec<String>, serde_json::Error> {
    let name = |TypeVariant { when, then }: &TypeVariant| {
        let name = object_name(&then.reference);
        if name == when.properties.kind.word {
            Ok(name)
        } else {
            Err(schema_error(&name, "its type must be its name"))
        }
    };
    parts
        .iter()
        .filter_map(AllOfPart::variant)
        .map(name)
        .collect()
}

fn schema_text(reference: &str) -> Result<&'static str, serde_json::Error> {
    bundle::schema_text(&object_name(reference))
        .ok_or_else(|| schema_error(reference, "no such schema"))
}

fn merge(into: &mut Map<String, Value>, from: Map<String, Value>) {
    for (name, keywords) in from {
        match (into.get_mut(&name), keywords) {
            (Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
            (_, keywords) => {
                into.insert(name, keywords);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectSchema {
    #[serde(rename = "$schema")]
    _dialect: String,
    #[serde(rename = "$id")]
    id: String,
    title: String,
    description: String,
    #[serde(rename = "type")]
    _type: ObjectKeyword,
    #[serde(rename = "x-groups", default)]
    groups: Vec<String>,
    #[serde(rename = "allOf", default)]
    parts: Vec<AllOfPart>,
    #[serde(default)]
    properties: Map<String, Value>,
    /// The direct and indirect bases.
    #[serde(skip)]
    bases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ObjectKeyword {
    Object,
}

/// One part of `allOf`.
#[derive(Deserialize)]
#[serde(untagged)]
enum AllOfPart {
    /// Another schema that this object is built on.
    Base(SchemaRef),
    /// Another schema that applies if `type` names it.
    Variant(TypeVariant),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SchemaRef {
    #[serde(rename = "$ref")]
    pub(super) reference: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeVariant {
    #[serde(rename = "if")]
    when: TypeCondition,
    then: SchemaRef,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeCondition {
    properties: TypeProperty<Const>,
    #[serde(rename = "required")]
    _required: [TypeKeyword; 1],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypeProperty<T> {
    #[serde(rename = "type")]
    pub(super) kind: T,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum TypeKeyword {
    Type,
}

impl AllOfPart {
    fn base(&self) -> Option<&str> {
        match self {
            Self::Base(base) => Some(&base.reference),
            Self::Variant(_) => None,
        }
    }

    fn variant(&self) -> Option<&TypeVariant> {
        match self {
            Self::Base(_) => None,
            Self::Variant(variant) => Some(variant),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Const {
    #[serde(rename = "const")]
    word: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldSchema {
    title: String,
    description: String,
    #[serde(rename = "readOnly", default)]
    read_only: bool,
    #[serde(rename = "x-set-once", default)]
    set_once: bool,
    #[serde(rename = "x-required-on", default)]
    required: RequiredOn,
    #[serde(rename = "x-required-if")]
    required_if: Option<BTreeMap<String, ConditionSchema>>,
    #[serde(rename = "x-values", default)]
    values: Vec<String>,
    #[serde(rename = "x-unit")]
    unit: Option<Unit>,
    #[serde(rename = "x-same-as")]
    alias: Option<String>,
    #[serde(rename = "x-key")]
    key: Option<String>,
    #[serde(rename = "x-item")]
    item_title: Option<String>,
    #[serde(rename = "x-also-shape")]
    also_shape: Option<AlternativeType>,
    #[serde(rename = "x-group")]
    group: String,
    #[serde(rename = "x-origin")]
    origin: FieldOrigin,
    /// The source that says the field is read-only, set once, required or limited, if it differs from `x-origin`.
    #[serde(rename = "x-limits-origin")]
    limits_origin: Option<FieldOrigin>,
    #[serde(rename = "maxLength")]
    max_length: Option<usize>,
    minimum: Option<i64>,
    maximum: Option<i64>,
    #[serde(rename = "minItems")]
    min_items: Option<usize>,
}

/// A condition on another member, in schema words.
#[derive(Deserialize)]
#[serde(untagged)]
enum ConditionSchema {
    /// The member equals this text.
    Word(Const),
    /// The member is not empty.
    Items(MinItems),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MinItems {
    #[serde(rename = "minItems")]
    count: usize,
}

fn parse_field(name: String, keywords: Value) -> Result<Field, serde_json::Error> {
    let keywords: Map<String, Value> = serde_json::from_value(keywords)?;
    let (value, field): (Map<_, _>, Map<_, _>) = keywords
        .into_iter()
        .partition(|(keyword, _)| VALUE_KEYWORDS.contains(&keyword.as_str()));
    let value: ValueSchema = serde_json::from_value(Value::Object(value))?;
    let field: FieldSchema = serde_json::from_value(Value::Object(field))?;
    if !value.accepts_only(field.also_shape) {
        return Err(schema_error(
            &name,
            "x-also-shape must be the shape of an item, and be listed in type",
        ));
    }
    // The rule `required` treats an empty list as no value, so the schema must say it too.
    let is_required_list =
        field.required != RequiredOn::Never && matches!(value.field_type(), FieldType::List(_));
    if field.min_items != is_required_list.then_some(1) {
        return Err(schema_error(
            &name,
            "a required list, and no other, has minItems 1",
        ));
    }
    let required_if = field.required_if.map(|known| parse_condition(&name, known));
    Ok(Field {
        name,
        title: field.title,
        description: field.description,
        is_address: value.is_address(),
        nullable: value.is_nullable(),
        ty: value.field_type(),
        read_only: field.read_only,
        set_once: field.set_once,
        required: field.required,
        required_if: required_if.transpose()?,
        values: field.values,
        unit: field.unit,
        group: field.group,
        rank: None,
        hidden: false,
        limits_origin: field.limits_origin.unwrap_or(field.origin),
        origin: field.origin,
        alias: field.alias,
        key: field.key,
        item_title: field.item_title,
        accepts_single_item: field.also_shape.is_some(),
        max_length: field.max_length,
        minimum: field.minimum.or(value.range().map(|(least, _)| least)),
        maximum: field.maximum.or(value.range().map(|(_, most)| most)),
    })
}

fn parse_condition(
    name: &str,
    members: BTreeMap<String, ConditionSchema>,
) -> Result<Condition, serde_json::Error> {
    let mut members = members.into_iter();
    match (members.next(), members.next()) {
        (Some((member, ConditionSchema::Word(is))), None) => Ok(Condition::Is {
            member,
            word: is.word,
        }),
        (Some((member, ConditionSchema::Items(MinItems { count: 1 }))), None) => {
            Ok(Condition::NotEmpty { member })
        }
        _ => Err(schema_error(
            name,
            "x-required-if must name one member, with its const or with minItems 1",
        )),
    }
}

fn schema_error(name: &str, what: &str) -> serde_json::Error {
    serde_json::Error::custom(format_args!("{name}: {what}"))
}

/// Returns the object's name from its file name, as schemas refer to each other by file.
pub(super) fn object_name(file: &str) -> String {
    file.trim_end_matches(".json").to_owned()
}
