//! Reads the JSON Schemas of `schemas/objects/`: 2020-12 and the `x-` keywords of this project.

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Map, Value};

use super::{Field, Object, Origin, Required, Type, Unit};

/// The schemas as written by hand.
pub(super) const BUNDLED: &[&str] = &[
    include_str!("../../../../schemas/objects/Campaign.json"),
    include_str!("../../../../schemas/objects/SiteContact.json"),
    include_str!("../../../../schemas/objects/AdminSettings.json"),
    include_str!("../../../../schemas/objects/CampaignSettings.json"),
    include_str!("../../../../schemas/objects/PrivacySettings.json"),
    include_str!("../../../../schemas/objects/Flight.json"),
    include_str!("../../../../schemas/objects/FrequencyCap.json"),
    include_str!("../../../../schemas/objects/Tracker.json"),
];

/// Reads one object's schema. A keyword that nothing here reads is an error, so that a slip does
/// not pass for a rule.
pub(super) fn read(text: &str) -> Result<Object, serde_json::Error> {
    let schema: ObjectSchema = serde_json::from_str(text)?;
    let fields = schema
        .properties
        .into_iter()
        .map(|(name, keywords)| field(name, keywords));
    Ok(Object {
        name: object_name(&schema.id),
        title: schema.title,
        description: schema.description,
        groups: schema.groups,
        fields: fields.collect::<Result<_, _>>()?,
    })
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
    _type: ObjectWord,
    #[serde(rename = "x-groups", default)]
    groups: Vec<String>,
    properties: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ObjectWord {
    Object,
}

/// The keywords that say what a value is; the others are in [`FieldSchema`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueSchema {
    #[serde(rename = "type")]
    words: Option<Words>,
    format: Option<Format>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    items: Option<Box<ValueSchema>>,
}

const VALUE_KEYWORDS: [&str; 4] = ["type", "format", "$ref", "items"];

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(Word),
    /// A type and `null`.
    Nullable([Word; 2]),
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Word {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Null,
}

/// What may stand in the place of a list: its only item.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum AlsoShape {
    Object,
    String,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Format {
    Int64,
    Double,
    Uri,
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
    required: Required,
    #[serde(rename = "x-values", default)]
    values: Vec<String>,
    #[serde(rename = "x-unit")]
    unit: Option<Unit>,
    #[serde(rename = "x-same-as")]
    same_as: Option<String>,
    #[serde(rename = "x-key")]
    key: Option<String>,
    #[serde(rename = "x-item")]
    item_title: Option<String>,
    #[serde(rename = "x-also-shape")]
    also_shape: Option<AlsoShape>,
    #[serde(rename = "x-group")]
    group: String,
    #[serde(rename = "x-origin")]
    origin: Origin,
    /// Who says that the field is read-only, set once, required or limited, where not the same as
    /// `x-origin`.
    #[serde(rename = "x-limits-origin")]
    limits_origin: Option<Origin>,
    #[serde(rename = "maxLength")]
    max_length: Option<usize>,
    minimum: Option<i64>,
    maximum: Option<i64>,
}

fn field(name: String, keywords: Value) -> Result<Field, serde_json::Error> {
    let keywords: Map<String, Value> = serde_json::from_value(keywords)?;
    let (value, field): (Map<_, _>, Map<_, _>) = keywords
        .into_iter()
        .partition(|(keyword, _)| VALUE_KEYWORDS.contains(&keyword.as_str()));
    let value: ValueSchema = serde_json::from_value(Value::Object(value))?;
    let field: FieldSchema = serde_json::from_value(Value::Object(field))?;
    if field
        .also_shape
        .is_some_and(|shape| !shape.is_item_of(&value.ty()))
    {
        return Err(serde_json::Error::custom(format_args!(
            "{name}: x-also-shape must be the shape of an item"
        )));
    }
    Ok(Field {
        name,
        title: field.title,
        description: field.description,
        nullable: value.is_nullable(),
        ty: value.ty(),
        read_only: field.read_only,
        set_once: field.set_once,
        required: field.required,
        values: field.values,
        unit: field.unit,
        group: field.group,
        limits_origin: field.limits_origin.unwrap_or(field.origin),
        origin: field.origin,
        same_as: field.same_as,
        key: field.key,
        item_title: field.item_title,
        or_bare: field.also_shape.is_some(),
        max_length: field.max_length,
        minimum: field.minimum,
        maximum: field.maximum,
    })
}

impl AlsoShape {
    fn is_item_of(self, list: &Type) -> bool {
        let Type::List(item) = list else {
            return false;
        };
        match **item {
            Type::Object(_) => self == Self::Object,
            Type::Text | Type::Url => self == Self::String,
            _ => false,
        }
    }
}

impl ValueSchema {
    fn ty(&self) -> Type {
        if let Some(reference) = &self.reference {
            return Type::Object(object_name(reference));
        }
        match self.word() {
            Some(Word::String) if self.format == Some(Format::Uri) => Type::Url,
            Some(Word::String) => Type::Text,
            Some(Word::Integer) => Type::Integer,
            Some(Word::Number) => Type::Decimal,
            Some(Word::Boolean) => Type::YesNo,
            Some(Word::Array) => Type::List(Box::new(
                self.items.as_ref().map_or(Type::Any, |items| items.ty()),
            )),
            Some(Word::Null) | None => Type::Any,
        }
    }

    fn word(&self) -> Option<Word> {
        match self.words.as_ref()? {
            Words::One(word) => Some(*word),
            Words::Nullable(words) => words.iter().copied().find(|&word| word != Word::Null),
        }
    }

    fn is_nullable(&self) -> bool {
        matches!(self.words, Some(Words::Nullable(words)) if words.contains(&Word::Null))
            || self.ty() == Type::Any
    }
}

/// The name of an object from its file's name, by which schemas refer to each other.
fn object_name(file: &str) -> String {
    file.trim_end_matches(".json").to_owned()
}
