//! Rows of a list, told apart without reading them.

use adwright_model::{Path, Step};

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

/// The id that an item has at a place, which may be written as a text; none where it has none there. Lists on the way are
/// not looked into.
#[must_use]
pub fn id_at(raw: &[u8], place: &Path) -> Option<i64> {
    let (last, holders) = place.steps().split_last()?;
    let mut object = raw;
    for step in holders {
        object = cut::members(object).ok()?.get(name(step)?)?;
    }
    whole_number(object, name(last)?)
}

fn name(step: &Step) -> Option<&str> {
    match step {
        Step::Member(name) => Some(name),
        Step::Item(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_at_its_place_and_nowhere_else() {
        let row = br#"{"id":1,"brandId":7,"of":{"advertiserId":"8","name":"A"},"all":[{"id":9}]}"#;
        let at = |place: &str| id_at(row, &place.parse().unwrap());
        assert_eq!((at("brandId"), at("of.advertiserId")), (Some(7), Some(8)));
        for nowhere in ["", "advertiserId", "of.name", "of", "all[0].id", "id.of"] {
            assert_eq!(at(nowhere), None, "{nowhere}");
        }
    }

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
