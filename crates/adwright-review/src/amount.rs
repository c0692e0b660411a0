use std::fmt::Display;

use adwright_model::{EditableDocument, JsonType, Node};
use serde::Serialize;
use specta::Type;

use crate::layout::LARGEST;
use crate::object_reader::shorten;

/// A number of an ad, such as pixels, kilobytes or seconds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Amount {
    /// A finite number.
    Known {
        /// The number, or the nearest float.
        value: f64,
    },
    /// Absent or `null`.
    #[default]
    Missing,
    /// Neither a finite number nor a text that is exactly a number.
    Wrong {
        /// The JSON of the value, shortened.
        text: String,
    },
}

impl Amount {
    /// Reads an amount from a value.
    pub(crate) fn from_node(node: Option<Node<'_>>) -> Self {
        let Some(node) = node.filter(|node| !node.is_null()) else {
            return Self::Missing;
        };
        let number = match node.json_type() {
            JsonType::Number => node.raw().parse().ok(),
            JsonType::String => node.as_str().and_then(|text| parse_json_number(&text)),
            _ => None,
        };
        match number {
            Some(value) if f64::is_finite(value) => Self::Known { value },
            _ => Self::Wrong {
                text: shorten(node.raw()),
            },
        }
    }

    /// Returns the number, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Known { value } => Some(*value),
            Self::Missing | Self::Wrong { .. } => None,
        }
    }

    /// Returns the number, if it is known and above zero.
    #[must_use]
    pub fn positive(&self) -> Option<f64> {
        self.value().filter(|value| *value > 0.0)
    }

    /// Returns the number, if it is a drawable size.
    pub(crate) fn drawable_size(&self) -> Option<f64> {
        self.positive().filter(|size| *size <= LARGEST)
    }

    /// Describes the amount: the number with its unit, `unknown`, or the value as written.
    #[must_use]
    pub fn to_text(&self, unit: &str) -> String {
        match self {
            Self::Known { value } => format!("{} {unit}", format_grouped(*value)),
            Self::Missing => "unknown".to_owned(),
            Self::Wrong { text } => format!("not a number ({text})"),
        }
    }
}

/// Parses a text that is exactly a JSON number: without spaces, plus sign or unit. INTERFACE.md names no type for
/// the members of asset contexts, and services write numbers there as text.
fn parse_json_number(text: &str) -> Option<f64> {
    let document = EditableDocument::parse(text).ok()?;
    let root = document.root();
    let is_exact = root.json_type() == JsonType::Number && root.raw().len() == text.len();
    is_exact.then(|| text.parse().ok()).flatten()
}

/// Formats a number for a drawing: at most two decimals, without trailing zeros.
pub(crate) fn format_number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Minus zero becomes zero.
    let value = if rounded == 0.0 { 0.0 } else { rounded };
    if value.abs() < 1e15 {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// Formats a number for a sentence or a table.
pub(crate) fn format_grouped(value: f64) -> String {
    group_thousands(format_number(value))
}

/// Groups the digits of a number by thousands: `12480` becomes `12,480`.
#[must_use]
pub fn group_thousands(number: impl Display) -> String {
    let text = number.to_string();
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let mut grouped = String::with_capacity(text.len() + digits / 3);
    for (index, letter) in text.char_indices() {
        let digits_left = (sign + digits).saturating_sub(index);
        if index > sign && digits_left > 0 && digits_left.is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(letter);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_number_is_named() {
        let describe = |json: &str| {
            let text = format!("{{\"a\":{json}}}");
            let document = EditableDocument::parse(&text).unwrap();
            Amount::from_node(document.root().member("a")).to_text("px")
        };
        assert_eq!(describe("970"), "970 px");
        assert_eq!(describe("-1.50"), "-1.5 px");
        assert_eq!(describe("1e3"), "1,000 px");
        assert_eq!(describe("-0.001"), "0 px");
        assert_eq!(describe("3e20"), "3e20 px");
        assert_eq!(describe("null"), "unknown");
        assert_eq!(describe("1e999"), "not a number (1e999)");
        for text in [
            "", " 970", "970px", "+970", "0x10", "inf", "NaN", "9,5", "1e999", "[1]",
        ] {
            let json = format!("\"{text}\"");
            assert_eq!(describe(&json), format!("not a number ({json})"));
        }
        assert_eq!(describe("[1,2]"), "not a number ([1,2])");
    }

    #[test]
    fn text_that_is_exactly_a_number_is_read() {
        for number in ["970", "-1.50", "1e3", "0", "9.0071992547409931"] {
            let text = format!("{{\"number\":{number},\"text\":\"{number}\"}}");
            let document = EditableDocument::parse(&text).unwrap();
            let [from_number, from_text] =
                ["number", "text"].map(|name| Amount::from_node(document.root().member(name)));
            assert!(from_number.value().is_some(), "{number}");
            assert_eq!(from_number, from_text, "{number}");
        }
    }

    #[test]
    fn thousands_are_separated() {
        for (number, expected) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("-1000", "-1,000"),
            ("-100", "-100"),
            ("1234567.25", "1,234,567.25"),
            ("100000", "100,000"),
            ("3e20", "3e20"),
        ] {
            assert_eq!(group_thousands(number), expected);
        }
        assert_eq!(format_grouped(10_240.504), "10,240.5");
    }
}
