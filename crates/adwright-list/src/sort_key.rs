//! Sort keys and plain text of the list's raw values.

use std::borrow::Cow;
use std::cmp::Ordering;

use adwright_model::{EditableDocument, compare_numbers, parse_json_id};

/// The sort key of a value: missing values first, then numbers, booleans, texts without regard to case, and lists and
/// objects as written.
pub(crate) enum SortKey<'a> {
    None,
    Whole(i64),
    Number(&'a str),
    YesNo(bool),
    Text(Cow<'a, str>),
    Compound(&'a str),
}

impl<'a> SortKey<'a> {
    pub(crate) fn from_raw(raw: &'a str) -> Self {
        match raw.as_bytes().first() {
            None => Self::None,
            Some(b'"') => Self::Text(plain_text(raw)),
            Some(b't') => Self::YesNo(true),
            Some(b'f') => Self::YesNo(false),
            Some(b'[' | b'{') => Self::Compound(raw),
            Some(_) => Self::from_id(raw).unwrap_or(Self::Number(raw)),
        }
    }

    /// Returns the key of an id in any JSON type; none if the value is not an id.
    pub(crate) fn from_id(raw: &str) -> Option<Self> {
        parse_json_id(raw).map(Self::Whole)
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) => compare_numbers(one, other),
            (Self::Whole(one), Self::Number(other)) => compare_numbers(&one.to_string(), other),
            (Self::Number(one), Self::Whole(other)) => compare_numbers(one, &other.to_string()),
            (Self::YesNo(one), Self::YesNo(other)) => one.cmp(other),
            (Self::Text(one), Self::Text(other)) => compare_folded(one, other),
            (Self::Compound(one), Self::Compound(other)) => one.cmp(other),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::None => 0,
            Self::Whole(_) | Self::Number(_) => 1,
            Self::YesNo(_) => 2,
            Self::Text(_) => 3,
            Self::Compound(_) => 4,
        }
    }
}

/// Compares two texts without regard to case. Most differ in their ASCII begin, which needs no memory.
fn compare_folded(one: &str, other: &str) -> Ordering {
    for (a, b) in one.bytes().zip(other.bytes()) {
        if !a.is_ascii() || !b.is_ascii() {
            return one.to_lowercase().cmp(&other.to_lowercase());
        }
        let order = a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase());
        if order.is_ne() {
            return order;
        }
    }
    // What follows the end of the shorter one does not matter.
    one.len().cmp(&other.len())
}

/// Returns bytes that sort like the [`SortKey`] of a raw value, with ties broken by spelling. Returns none for a
/// number, because numbers of any length have no such bytes.
pub(crate) fn sort_bytes(raw: &str) -> Option<Vec<u8>> {
    let key = SortKey::from_raw(raw);
    let mut bytes = vec![key.rank()];
    match key {
        SortKey::None => return Some(bytes),
        SortKey::Whole(_) | SortKey::Number(_) => return None,
        SortKey::YesNo(yes) => bytes.push(u8::from(yes)),
        // The spelling alone decides.
        SortKey::Compound(_) => {}
        SortKey::Text(text) => {
            for &byte in text.to_lowercase().as_bytes() {
                bytes.push(byte);
                // Escape zero bytes, so that the end (two zeros) sorts before any longer text.
                if byte == 0 {
                    bytes.push(u8::MAX);
                }
            }
            bytes.extend([0, 0]);
        }
    }
    bytes.extend(raw.as_bytes());
    Some(bytes)
}

/// Returns a raw value as plain text: a text without its quotes, other values as written.
#[must_use]
pub fn plain_text(raw: &str) -> Cow<'_, str> {
    let text = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    let Some(text) = text else {
        return Cow::Borrowed(raw);
    };
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let document = EditableDocument::parse(raw).ok();
    let text = document
        .as_ref()
        .and_then(|document| document.root().as_str());
    text.map_or(Cow::Borrowed(raw), |text| Cow::Owned(text.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::sort_bytes;
    use adwright_wire::SortDirection;

    use crate::index_column::IndexColumnBuilder;

    #[test]
    fn sort_bytes_order_like_the_column() {
        let raws = [
            "",
            "true",
            "false",
            r#""b""#,
            r#""a""#,
            r#""A""#,
            r#""a b""#,
            r#""a\u0000""#,
            r#""a\u0000b""#,
            r#""a\u0001""#,
            r#""ab""#,
            r#""""#,
            r#"" a""#,
            r#""Ärger""#,
            r#""ärger""#,
            r#""\u00e4rger""#,
            r#""zoo""#,
            r#""ǅ""#,
            r#""日本""#,
            r#""😀""#,
            r#"{"a":1}"#,
            "[1]",
            r#"["B"]"#,
            r#"["a"]"#,
            r#""ABä""#,
            r#""abÄ""#,
        ];
        let mut column = IndexColumnBuilder::default();
        for raw in raws {
            column.push(raw);
        }
        let mut by_bytes: Vec<u32> = (0..).take(raws.len()).collect();
        let by_column = column.finish().sorted_rows(&by_bytes, SortDirection::Asc);
        by_bytes.sort_by_key(|row| sort_bytes(raws[*row as usize]).unwrap());
        assert_eq!(by_bytes, by_column);
    }

    #[test]
    fn numbers_have_no_sort_bytes() {
        for raw in ["1", "-2.5", "1e400", "90071992547409931"] {
            assert_eq!(sort_bytes(raw), None, "{raw}");
        }
    }
}
