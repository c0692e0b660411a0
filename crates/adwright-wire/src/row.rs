//! Rows of a list, told apart without reading them.

use crate::cut;

/// What tells a row of a list from the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RowKey {
    /// Its id.
    Id(i64),
    /// All of it, where it has no id that can be read.
    Text(Box<[u8]>),
}

/// What tells this item of a list from the others. Some services write ids as texts.
#[must_use]
pub fn row_key(raw: &[u8]) -> RowKey {
    whole_number(raw, "id").map_or_else(|| RowKey::Text(raw.into()), RowKey::Id)
}

/// A member of an item that is a whole number, or a text of one; none where the item has no such member.
#[must_use]
pub fn whole_number(raw: &[u8], member: &str) -> Option<i64> {
    let members = cut::members(raw).ok()?;
    let value = std::str::from_utf8(members.get(member)?).ok()?;
    value.trim_matches('"').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_by_their_ids_and_otherwise_by_all_that_they_are() {
        let key = |raw: &str| row_key(raw.as_bytes());
        assert_eq!(key(r#"{"name":"A","id":7}"#), RowKey::Id(7));
        assert_eq!(key(r#"{"id" : "7"}"#), RowKey::Id(7));
        for odd in [
            r#"{"id":7.5}"#,
            r#"{"id":null}"#,
            r#"{"name":"A"}"#,
            r#"{"id":7,"id":7}"#,
            "7",
            "{",
        ] {
            assert_eq!(key(odd), RowKey::Text(odd.as_bytes().into()), "{odd}");
        }
    }
}
