//! The fields that a filter can name, and their paths in a document.

use std::borrow::Cow;

use adwright_model::JsonType;
use adwright_model::{
    Binding, Bindings, Catalog, EditableDocument, Field, FieldType, Kind, Node, Path, PathStep,
    Unit, parse_json_id,
};

use super::matcher::FieldValue;

/// The filter name of the time of the last update.
const RECENT: &str = "RECENT";

/// The fields of one kind that a filter can name.
///
/// The interface does not list the names. Its examples follow this rule: a name is the member's name in upper case. If
/// a name occurs at several levels, the outermost one counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterFields(Vec<FilterField>);

/// A field that a filter can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterField {
    /// The name in a filter, in upper case.
    pub name: String,
    /// The alternative spelling in a filter, in upper case.
    pub also: Option<String>,
    /// The label for people.
    pub title: String,
    /// How values are compared.
    pub kind: FilterKind,
    /// The paths in a document. The first existing one counts.
    pub paths: Vec<Path>,
    seconds: bool,
}

/// How a field's values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterKind {
    /// The text must contain the value.
    Text,
    /// The number must be equal.
    Number,
    /// True or false.
    YesNo,
    /// The moment must be in the range.
    Instant,
}

impl FilterFields {
    /// Returns the fields of a kind, in the catalog's order, and `RECENT` at the end.
    #[must_use]
    pub fn for_kind(catalog: &Catalog, kind: Kind, bindings: &Bindings) -> Self {
        Self::for_kinds(catalog, &[kind], bindings)
    }

    /// Returns the fields of several kinds that share one list.
    #[must_use]
    pub fn for_kinds(catalog: &Catalog, kinds: &[Kind], bindings: &Bindings) -> Self {
        let mut fields = Self(Vec::new());
        let root = |kind: &Kind| (Path::root(), kind.as_str().to_owned());
        let mut level: Vec<_> = kinds.iter().map(root).collect();
        while !level.is_empty() {
            level = level
                .iter()
                .flat_map(|(place, object)| fields.add_object(catalog, place, object))
                .collect();
        }
        fields.0.push(recent_field(bindings));
        fields
    }

    /// Adds a computed field, which no document contains, under a path that the caller chooses. Its name is the
    /// upper-case last member of that path.
    pub fn add_computed(&mut self, title: &str, path: Path, kind: FilterKind) {
        let Some(PathStep::Member(name)) = path.last() else {
            return;
        };
        self.add(FilterField {
            name: name.to_uppercase(),
            also: None,
            title: title.to_owned(),
            kind,
            paths: vec![path],
            seconds: false,
        });
    }

    /// Returns the field with this name or alternative spelling.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&FilterField> {
        let mut fields = self.0.iter();
        fields.find(|field| field.name == name || field.also.as_deref() == Some(name))
    }

    /// Returns all fields.
    pub fn iter(&self) -> impl Iterator<Item = &FilterField> {
        self.0.iter()
    }

    /// Returns a document's values of the field with this name; none for an unknown name.
    #[must_use]
    pub fn values<'a>(&self, name: &str, document: &'a EditableDocument) -> Vec<FieldValue<'a>> {
        self.get(name)
            .map_or_else(Vec::new, |field| field.values(document))
    }

    /// Adds an object's fields, and returns the objects inside it.
    fn add_object(&mut self, catalog: &Catalog, place: &Path, object: &str) -> Vec<(Path, String)> {
        let mut inside = Vec::new();
        for field in catalog
            .object(object)
            .map_or(&[][..], |object| &object.fields)
        {
            match &field.ty {
                FieldType::Object(name) => inside.push((place.child(&field.name), name.clone())),
                FieldType::List(_) => {}
                _ => self.add(FilterField::new(field, place)),
            }
        }
        inside
    }

    fn add(&mut self, field: FilterField) {
        if self.get(&field.name).is_none() {
            self.0.push(field);
        }
    }
}

impl FilterField {
    fn new(field: &Field, place: &Path) -> Self {
        let names = [Some(&field.name), field.alias.as_ref()];
        Self {
            name: field.name.to_uppercase(),
            also: field.alias.as_ref().map(|name| name.to_uppercase()),
            title: field.title.clone(),
            kind: FilterKind::from_field(field),
            paths: names
                .into_iter()
                .flatten()
                .map(|name| place.child(name))
                .collect(),
            seconds: field.unit == Some(Unit::EpochSeconds),
        }
    }

    /// Returns a document's values of this field: none for null, one value, or the items of a list.
    #[must_use]
    pub fn values<'a>(&self, document: &'a EditableDocument) -> Vec<FieldValue<'a>> {
        let mut places = self.paths.iter();
        let value = places.find_map(|path| document.get(path));
        value.map_or_else(Vec::new, |value| self.values_of(value))
    }

    /// Returns the values of a node at one of the field's paths.
    #[must_use]
    pub fn values_of<'a>(&self, value: Node<'a>) -> Vec<FieldValue<'a>> {
        match value.json_type() {
            JsonType::Array => value
                .items()
                .filter_map(|item| self.value_of_node(item))
                .collect(),
            _ => self.value_of_node(value).into_iter().collect(),
        }
    }

    /// Returns the value of raw JSON; `None` for null, and if only a parser can read it.
    #[must_use]
    pub fn parse_raw_value<'a>(&self, raw: &'a str) -> Option<FieldValue<'a>> {
        match raw.as_bytes().first()? {
            b'"' if self.is_text_id(raw) => {
                Some(FieldValue::Number(Cow::Borrowed(raw.trim_matches('"'))))
            }
            b'"' if !raw.contains('\\') => {
                let text = raw.strip_prefix('"')?.strip_suffix('"')?;
                Some(FieldValue::Text(Cow::Borrowed(text)))
            }
            b't' | b'f' => Some(FieldValue::YesNo(raw == "true")),
            b'-' | b'0'..=b'9' if self.kind == FilterKind::Instant => {
                let scale = if self.seconds { 1000 } else { 1 };
                let moment: i64 = raw.parse().ok()?;
                Some(FieldValue::Instant(moment.checked_mul(scale)?))
            }
            b'-' | b'0'..=b'9' => Some(FieldValue::Number(Cow::Borrowed(raw))),
            _ => None,
        }
    }

    fn value_of_node<'a>(&self, node: Node<'a>) -> Option<FieldValue<'a>> {
        match node.json_type() {
            JsonType::String if self.is_text_id(node.raw()) => {
                Some(FieldValue::Number(node.as_str()?))
            }
            JsonType::String => node.as_str().map(FieldValue::Text),
            JsonType::Bool => node.as_bool().map(FieldValue::YesNo),
            JsonType::Number => Some(
                self.parse_instant(node)
                    .unwrap_or(FieldValue::Number(Cow::Borrowed(node.raw()))),
            ),
            JsonType::Null | JsonType::Array | JsonType::Object => None,
        }
    }

    /// Returns whether a text is an id: only digits, in a field of numbers.
    fn is_text_id(&self, raw: &str) -> bool {
        self.kind == FilterKind::Number && parse_json_id(raw).is_some()
    }

    fn parse_instant<'a>(&self, node: Node<'a>) -> Option<FieldValue<'a>> {
        let number = node.as_i64().filter(|_| self.kind == FilterKind::Instant)?;
        let scale = if self.seconds { 1000 } else { 1 };
        Some(FieldValue::Instant(number.checked_mul(scale)?))
    }
}

impl FilterKind {
    fn from_field(field: &Field) -> Self {
        match field.ty {
            _ if matches!(
                field.unit,
                Some(Unit::EpochMilliseconds | Unit::EpochSeconds)
            ) =>
            {
                Self::Instant
            }
            FieldType::Integer | FieldType::Decimal => Self::Number,
            FieldType::YesNo => Self::YesNo,
            _ => Self::Text,
        }
    }
}

fn recent_field(bindings: &Bindings) -> FilterField {
    let usual = || ["lastUpdateOn", "lastUpdatedOn"].map(|name| Path::root().child(name));
    let set = bindings.0.get(&Binding::UpdatedOn);
    FilterField {
        name: RECENT.to_owned(),
        also: None,
        title: "Last updated".to_owned(),
        kind: FilterKind::Instant,
        paths: set.map_or_else(|| usual().to_vec(), |path| vec![path.clone()]),
        seconds: false,
    }
}
