//! Sort keys and plain text of the list's raw values.

use std::borrow::Cow;
use std::cmp::Ordering;

use adwright_model::{EditableDocument, compare_numbers, parse_json_id};

/// The sort key of a value: missing values first, then numbers, booleans, and texts without regard to case.
pub(crate) enum SortKey {
    None,
    Whole(i64),
    Number(Box<str>),
    YesNo(bool),
    Text(Box<str>),
}

impl SortKey {
    pub(crate) fn from_raw(raw: &str) -> Self {
        match raw.as_bytes().first() {
            None => Self::None,
            Some(b'"') => Self::Text(plain_text(raw).to_lowercase().into()),
            Some(b't') => Self::YesNo(true),
            Some(b'f') => Self::YesNo(false),
            Some(b'[' | b'{') => Self::Text(raw.into()),
            Some(_) => Self::from_id(raw).unwrap_or_else(|| Self::Number(raw.into())),
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
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::None => 0,
            Self::Whole(_) | Self::Number(_) => 1,
            Self::YesNo(_) => 2,
            Self::Text(_) => 3,
        }
    }
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
        SortKey::Text(text) => {
            for &byte in text.as_bytes() {
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
