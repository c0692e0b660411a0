//! A field's value between the document and the person: how it is shown, and how what was typed is read.
//!
//! What cannot be read as the field's type is kept as the text that was typed, and the checks say what is wrong:
//! an invalid document is a normal document, and nothing typed is lost.

use adwright_model::{Field, Node, Shape, Type, Unit, id_in_json, id_in_text, quoted};

use crate::error::Error;
use crate::views::{FieldInput, FieldKind};
use crate::zone::Zone;

/// How a field of the catalog is drawn and typed into, whatever stands there.
pub(crate) fn kind_of(field: &Field) -> FieldKind {
    kind_of_type(field, &field.ty, None)
}

/// How a value of a field, or an item of one, is drawn and typed into. What has another shape than its type is drawn
/// as JSON where the type is a group or a list; what may be anything, by what stands there.
pub(crate) fn kind_of_type(field: &Field, ty: &Type, node: Option<Node<'_>>) -> FieldKind {
    let shape = node
        .map(|node| node.shape())
        .filter(|shape| *shape != Shape::Null);
    match (ty, field.unit) {
        (Type::Integer, Some(Unit::EpochMilliseconds | Unit::EpochSeconds)) => FieldKind::Instant,
        (Type::Integer, _) if is_id(field) => FieldKind::Id,
        (Type::Integer, _) => FieldKind::Integer,
        (Type::Decimal, _) => FieldKind::Decimal,
        (Type::YesNo, _) => FieldKind::YesNo,
        (Type::Url, _) => FieldKind::Url,
        (Type::Text, _) if !field.values.is_empty() => FieldKind::Choice,
        (Type::Text, _) => FieldKind::Text,
        (Type::Object(_), _) if matches!(shape, None | Some(Shape::Object)) => FieldKind::Object,
        (Type::List(_), _) if field.or_bare || matches!(shape, None | Some(Shape::Array)) => {
            FieldKind::List
        }
        (Type::Object(_) | Type::List(_), _) => FieldKind::Json,
        (Type::Any, _) => kind_of_shape(shape),
    }
}

impl FieldKind {
    /// Whether its value may be chosen: from known values, or from ids that were seen.
    pub(crate) const fn may_be_chosen(self) -> bool {
        matches!(self, Self::Choice | Self::Id)
    }
}

fn is_id(field: &Field) -> bool {
    field.name == "id" || field.name.ends_with("Id")
}

fn kind_of_shape(shape: Option<Shape>) -> FieldKind {
    match shape {
        None | Some(Shape::String | Shape::Null) => FieldKind::Text,
        Some(Shape::Bool) => FieldKind::YesNo,
        Some(Shape::Number) => FieldKind::Decimal,
        Some(Shape::Array | Shape::Object) => FieldKind::Json,
    }
}

/// A value as the person reads and types it.
pub(crate) fn show(node: Node<'_>, kind: FieldKind, unit: Option<Unit>, zone: &Zone) -> String {
    match (kind, node.shape()) {
        (_, Shape::Null) => String::new(),
        (FieldKind::Json | FieldKind::Object | FieldKind::List, _) => node.raw().to_owned(),
        (_, Shape::String) => node.as_str().unwrap_or_default().into_owned(),
        (FieldKind::Instant, Shape::Number) => {
            show_instant(node, unit, zone).unwrap_or_else(|| node.raw().to_owned())
        }
        _ => node.raw().to_owned(),
    }
}

fn show_instant(node: Node<'_>, unit: Option<Unit>, zone: &Zone) -> Option<String> {
    zone.show(node.as_i64()?.checked_mul(milliseconds_per(unit))?)
}

fn milliseconds_per(unit: Option<Unit>) -> i64 {
    if unit == Some(Unit::EpochSeconds) {
        1000
    } else {
        1
    }
}

/// The same for a raw value outside of its document, such as one side of a change.
pub(crate) fn show_raw(raw: &str, kind: FieldKind, unit: Option<Unit>, zone: &Zone) -> String {
    match adwright_model::Editable::parse(raw) {
        Ok(value) if value.root().shape() == Shape::Null => "null".to_owned(),
        Ok(value) => show(value.root(), kind, unit, zone),
        Err(_) => raw.to_owned(),
    }
}

/// What an input puts into the document: a value as raw JSON, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Put {
    Json(String),
    /// What was typed and is no value yet: no JSON where that belongs, or not chosen.
    Typed(String),
    Nothing,
}

/// How what a person typed is read: as which kind, and against which earlier value.
pub(crate) struct Reading<'a> {
    pub(crate) kind: FieldKind,
    pub(crate) unit: Option<Unit>,
    /// The base's raw value: an emptied field goes back to the base's way of being empty.
    pub(crate) was: Option<&'a str>,
    /// Whether the value is an item of a list, which stays there when it is emptied.
    pub(crate) is_item: bool,
    pub(crate) zone: &'a Zone,
}

impl Reading<'_> {
    /// Reads an input that is about this one value.
    ///
    /// What does not fit is kept as it was typed.
    pub(crate) fn read(&self, typed: &FieldInput) -> Put {
        match typed {
            FieldInput::Null => Put::Json("null".to_owned()),
            FieldInput::Raw(json) => Put::Json(json.clone()),
            FieldInput::Revert => self
                .was
                .map_or(Put::Nothing, |raw| Put::Json(raw.to_owned())),
            FieldInput::Text(text) | FieldInput::Partial(text) if text.is_empty() => self.emptied(),
            FieldInput::Partial(text) => Put::Typed(text.clone()),
            FieldInput::Text(text) => {
                self.in_shown_type(read_text(text, self.kind, self.unit, self.zone))
            }
            FieldInput::Absent
            | FieldInput::Add
            | FieldInput::Member(_)
            | FieldInput::MoveUp
            | FieldInput::MoveDown => Put::Nothing,
        }
    }

    /// An id in the JSON type in which the service showed the one before.
    fn in_shown_type(&self, put: Put) -> Put {
        let shown_as_text = self.kind == FieldKind::Id
            && self
                .was
                .is_some_and(|was| was.starts_with('"') && id_in_json(was).is_some());
        match put {
            Put::Json(json) if shown_as_text && id_in_text(&json).is_some() => {
                Put::Json(quoted(&json))
            }
            put => put,
        }
    }

    fn emptied(&self) -> Put {
        let takes_text = matches!(
            self.kind,
            FieldKind::Text | FieldKind::Choice | FieldKind::Url
        );
        match self.was {
            None if !self.is_item => Put::Nothing,
            Some("null") => Put::Json("null".to_owned()),
            _ if takes_text => Put::Json(r#""""#.to_owned()),
            _ => Put::Json("null".to_owned()),
        }
    }
}

fn read_text(text: &str, kind: FieldKind, unit: Option<Unit>, zone: &Zone) -> Put {
    let read = match kind {
        FieldKind::Text | FieldKind::Url | FieldKind::Choice => None,
        FieldKind::Id | FieldKind::Integer | FieldKind::Decimal => number(text.trim()),
        FieldKind::YesNo => matches!(text, "true" | "false").then(|| text.to_owned()),
        FieldKind::Instant => instant(text, unit, zone),
        FieldKind::Json | FieldKind::Object | FieldKind::List => {
            return json(text).map_or_else(|_| Put::Typed(text.to_owned()), Put::Json);
        }
    };
    Put::Json(read.unwrap_or_else(|| quoted(text)))
}

/// The number exactly as it was typed, where that is how JSON spells numbers.
fn number(text: &str) -> Option<String> {
    let value = adwright_model::Editable::parse(text).ok()?;
    (value.root().shape() == Shape::Number).then(|| text.to_owned())
}

fn instant(text: &str, unit: Option<Unit>, zone: &Zone) -> Option<String> {
    let milliseconds = zone.read(text)?;
    Some((milliseconds / milliseconds_per(unit)).to_string())
}

/// A text as the JSON that it is.
pub(crate) fn json(text: &str) -> Result<String, Error> {
    match adwright_model::Editable::parse(text) {
        Ok(_) => Ok(text.trim().to_owned()),
        Err(unreadable) => Err(Error::NotJson(unreadable.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading<'a>(kind: FieldKind, was: Option<&'a str>, zone: &'a Zone) -> Reading<'a> {
        Reading {
            kind,
            unit: None,
            was,
            is_item: false,
            zone,
        }
    }

    #[track_caller]
    fn reads(typed: &str, kind: FieldKind, was: Option<&str>, expected: &str) {
        let zone = Zone::named("Europe/Berlin");
        let put = reading(kind, was, &zone).read(&FieldInput::Text(typed.to_owned()));
        let json = match put {
            Put::Json(json) => json,
            Put::Typed(text) => format!("(typed) {text}"),
            Put::Nothing => "(nothing)".to_owned(),
        };
        assert_eq!(json, expected);
    }

    #[test]
    fn id_keeps_the_type_that_was_shown() {
        let id = FieldKind::Id;
        reads("9002", id, Some("9001"), "9002");
        reads("9002", id, Some(r#""9001""#), r#""9002""#);
        reads("9002", id, None, "9002");
        reads("9e3", id, Some(r#""9001""#), "9e3");
        reads("9002", FieldKind::Decimal, Some(r#""1""#), "9002");
    }

    #[test]
    fn what_fits_the_type_becomes_a_value_of_that_type() {
        reads(
            "Spring \"big\"",
            FieldKind::Text,
            None,
            r#""Spring \"big\"""#,
        );
        reads("9007199254740993", FieldKind::Id, None, "9007199254740993");
        reads(" 12.50 ", FieldKind::Decimal, None, "12.50");
        reads("true", FieldKind::YesNo, None, "true");
        reads(
            "2026-04-01 09:00",
            FieldKind::Instant,
            None,
            "1775026800000",
        );
        reads("[1, 2]", FieldKind::Json, None, "[1, 2]");
    }

    #[test]
    fn what_does_not_fit_is_kept_as_typed() {
        reads("12a", FieldKind::Integer, None, r#""12a""#);
        reads("12,50", FieldKind::Decimal, None, r#""12,50""#);
        reads("soon", FieldKind::Instant, None, r#""soon""#);
        reads("perhaps", FieldKind::YesNo, None, r#""perhaps""#);
    }

    #[test]
    fn an_emptied_field_is_as_empty_as_the_base_was() {
        reads("", FieldKind::Text, Some(r#""x""#), r#""""#);
        reads("", FieldKind::Text, Some("null"), "null");
        reads("", FieldKind::Text, None, "(nothing)");
        reads("", FieldKind::Integer, Some("5"), "null");
    }

    #[test]
    fn what_is_no_json_is_kept_as_typed_and_told_from_a_text() {
        reads("{\"a\":", FieldKind::Json, None, "(typed) {\"a\":");
        reads("abc", FieldKind::Json, None, "(typed) abc");
        reads("\"abc\"", FieldKind::Json, None, "\"abc\"");
        let error = json("{\"a\":").unwrap_err();
        assert!(error.to_string().contains("Line 1, column 6"), "{error}");
    }

    #[test]
    fn revert_gives_the_base_back_byte_for_byte() {
        let zone = Zone::named("UTC");
        let put = reading(FieldKind::Decimal, Some("1.50e0"), &zone).read(&FieldInput::Revert);
        assert_eq!(put, Put::Json("1.50e0".to_owned()));
    }
}
