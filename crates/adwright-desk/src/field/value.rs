//! Converts field values between the document and the person: displays them, and parses typed input.
//!
//! Input that does not fit the field's type is kept as typed text. The checks say what is wrong. An invalid document
//! is a normal document, and nothing typed is lost.

use adwright_model::{
    JsonType, Node, Unit, parse_json_id, parse_text_id, plain_number, to_json_string,
};
use adwright_views::{FieldInput, FieldKind};

use crate::error::{DocumentError, Error};
use crate::field::DateParser;
use crate::host::Zone;

/// Returns a value as the person reads and types it.
pub(crate) fn display_value(
    node: Node<'_>,
    kind: FieldKind,
    unit: Option<Unit>,
    zone: &Zone,
) -> String {
    match (kind, node.json_type()) {
        (_, JsonType::Null) => String::new(),
        (FieldKind::Json | FieldKind::Object | FieldKind::List, _) => node.raw().to_owned(),
        (_, JsonType::String) => node.as_str().unwrap_or_default().into_owned(),
        (FieldKind::Instant, JsonType::Number) => {
            display_instant(node, unit, zone).unwrap_or_else(|| node.raw().to_owned())
        }
        (_, JsonType::Number) => plain_number(node.raw()).into_owned(),
        _ => node.raw().to_owned(),
    }
}

fn display_instant(node: Node<'_>, unit: Option<Unit>, zone: &Zone) -> Option<String> {
    zone.format_short(node.as_i64()?.checked_mul(milliseconds_per(unit))?)
}

fn milliseconds_per(unit: Option<Unit>) -> i64 {
    if unit == Some(Unit::EpochSeconds) {
        1000
    } else {
        1
    }
}

/// Displays a raw value outside its document, such as one side of a change.
pub(crate) fn display_raw(raw: &str, kind: FieldKind, unit: Option<Unit>, zone: &Zone) -> String {
    match adwright_model::EditableDocument::parse(raw) {
        Ok(value) if value.root().json_type() == JsonType::Null => "null".to_owned(),
        Ok(value) => display_value(value.root(), kind, unit, zone),
        Err(_) => raw.to_owned(),
    }
}

/// A parsed input: a value as raw JSON, an unfinished text, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParsedInput {
    Json(String),
    /// Typed text that is not a valid value yet: broken JSON, or not one of the choices.
    Unparsed(String),
    Nothing,
}

/// Parses typed input for a field of one kind, in relation to its earlier value.
pub(crate) struct FieldParser<'a> {
    pub(crate) kind: FieldKind,
    pub(crate) unit: Option<Unit>,
    /// The raw value of the base. An emptied field returns to the base's way of being empty.
    pub(crate) was: Option<&'a str>,
    /// Whether the value is an item of a list. An emptied item stays in the list.
    pub(crate) is_item: bool,
    pub(crate) dates: DateParser<'a>,
}

impl FieldParser<'_> {
    /// Parses the input of this value. Input that does not fit is kept as typed.
    pub(crate) fn parse(&self, typed: &FieldInput) -> ParsedInput {
        match typed {
            FieldInput::Null => ParsedInput::Json("null".to_owned()),
            FieldInput::Raw(json) => ParsedInput::Json(json.clone()),
            FieldInput::Revert => self.was.map_or(ParsedInput::Nothing, |raw| {
                ParsedInput::Json(raw.to_owned())
            }),
            FieldInput::Text(text) | FieldInput::Partial(text) | FieldInput::Number(text)
                if text.is_empty() =>
            {
                self.empty_input()
            }
            FieldInput::Number(text) => {
                ParsedInput::Json(parse_number(text.trim()).unwrap_or_else(|| to_json_string(text)))
            }
            FieldInput::Partial(text) => ParsedInput::Unparsed(text.clone()),
            FieldInput::Text(text) => {
                self.with_base_spelling(parse_text(text, self.kind, self.unit, self.dates))
            }
            FieldInput::Absent
            | FieldInput::Add
            | FieldInput::Member(_)
            | FieldInput::MoveUp
            | FieldInput::MoveDown => ParsedInput::Nothing,
        }
    }

    /// Writes an id in the JSON type in which the service sent the earlier one, and the base's number in its spelling.
    fn with_base_spelling(&self, put: ParsedInput) -> ParsedInput {
        let shown_as_text = self.kind == FieldKind::Id
            && self
                .was
                .is_some_and(|was| was.starts_with('"') && parse_json_id(was).is_some());
        match put {
            ParsedInput::Json(json) if shown_as_text && parse_text_id(&json).is_some() => {
                ParsedInput::Json(to_json_string(&json))
            }
            ParsedInput::Json(json) => match self.was {
                Some(was) if plain_number(was) == json => ParsedInput::Json(was.to_owned()),
                _ => ParsedInput::Json(json),
            },
            put => put,
        }
    }

    fn empty_input(&self) -> ParsedInput {
        let takes_text = matches!(
            self.kind,
            FieldKind::Text | FieldKind::Choice | FieldKind::Url
        );
        match self.was {
            None if !self.is_item => ParsedInput::Nothing,
            Some("null") => ParsedInput::Json("null".to_owned()),
            _ if takes_text => ParsedInput::Json(r#""""#.to_owned()),
            _ => ParsedInput::Json("null".to_owned()),
        }
    }
}

fn parse_text(
    text: &str,
    kind: FieldKind,
    unit: Option<Unit>,
    dates: DateParser<'_>,
) -> ParsedInput {
    let read = match kind {
        FieldKind::Text | FieldKind::Url | FieldKind::Choice => None,
        FieldKind::Id | FieldKind::Integer | FieldKind::Decimal => parse_number(text.trim()),
        FieldKind::YesNo => matches!(text, "true" | "false").then(|| text.to_owned()),
        FieldKind::Instant => parse_instant(text, unit, dates),
        FieldKind::Json | FieldKind::Object | FieldKind::List => {
            return validate_json(text).map_or_else(
                |_| ParsedInput::Unparsed(text.to_owned()),
                ParsedInput::Json,
            );
        }
    };
    ParsedInput::Json(read.unwrap_or_else(|| to_json_string(text)))
}

/// Returns the number exactly as typed, if it is a valid JSON number.
fn parse_number(text: &str) -> Option<String> {
    let value = adwright_model::EditableDocument::parse(text).ok()?;
    (value.root().json_type() == JsonType::Number).then(|| text.to_owned())
}

fn parse_instant(text: &str, unit: Option<Unit>, dates: DateParser<'_>) -> Option<String> {
    let milliseconds = dates.parse(text).ok()?;
    Some(milliseconds.div_euclid(milliseconds_per(unit)).to_string())
}

/// Returns a text, trimmed, if it is valid JSON.
pub(crate) fn validate_json(text: &str) -> Result<String, Error> {
    match adwright_model::EditableDocument::parse(text) {
        Ok(_) => Ok(text.trim().to_owned()),
        Err(error) => Err(DocumentError::NotJson(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading<'a>(kind: FieldKind, was: Option<&'a str>, zone: &'a Zone) -> FieldParser<'a> {
        FieldParser {
            kind,
            unit: None,
            was,
            is_item: false,
            dates: DateParser::for_stored_text(zone),
        }
    }

    #[track_caller]
    fn reads(typed: &str, kind: FieldKind, was: Option<&str>, expected: &str) {
        let zone = Zone::named("Europe/Berlin");
        let put = reading(kind, was, &zone).parse(&FieldInput::Text(typed.to_owned()));
        let json = match put {
            ParsedInput::Json(json) => json,
            ParsedInput::Unparsed(text) => format!("(typed) {text}"),
            ParsedInput::Nothing => "(nothing)".to_owned(),
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
        reads("6400", FieldKind::Decimal, Some("6.4e3"), "6.4e3");
        reads("6400.0", FieldKind::Decimal, Some("6.4e3"), "6400.0");
        reads("[6400]", FieldKind::Json, Some("6.4e3"), "[6400]");
        reads("9002", FieldKind::Decimal, Some(r#""1""#), "9002");
    }

    #[test]
    fn input_is_parsed_by_field_type() {
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
    fn invalid_input_stays_as_typed() {
        reads("12a", FieldKind::Integer, None, r#""12a""#);
        reads("12,50", FieldKind::Decimal, None, r#""12,50""#);
        reads("soon", FieldKind::Instant, None, r#""soon""#);
        reads("perhaps", FieldKind::YesNo, None, r#""perhaps""#);
    }

    #[test]
    fn cleared_field_is_as_empty_as_its_base() {
        reads("", FieldKind::Text, Some(r#""x""#), r#""""#);
        reads("", FieldKind::Text, Some("null"), "null");
        reads("", FieldKind::Text, None, "(nothing)");
        reads("", FieldKind::Integer, Some("5"), "null");
    }

    #[test]
    fn invalid_json_is_kept_as_typed() {
        reads("{\"a\":", FieldKind::Json, None, "(typed) {\"a\":");
        reads("abc", FieldKind::Json, None, "(typed) abc");
        reads("\"abc\"", FieldKind::Json, None, "\"abc\"");
        let Err(Error::Document(DocumentError::NotJson(error))) = validate_json("{\"a\":") else {
            panic!("this is not JSON")
        };
        assert_eq!((error.position.line, error.position.column), (1, 6));
    }

    #[test]
    fn revert_gives_the_base_back_byte_for_byte() {
        let zone = Zone::named("UTC");
        let put = reading(FieldKind::Decimal, Some("1.50e0"), &zone).parse(&FieldInput::Revert);
        assert_eq!(put, ParsedInput::Json("1.50e0".to_owned()));
    }
}
