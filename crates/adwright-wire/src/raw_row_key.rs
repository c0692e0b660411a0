//! Identifies rows of a list without parsing them.

use std::hash::{DefaultHasher, Hasher as _};

use adwright_model::{Path, PathStep, parse_json_id};

use crate::splitter;

/// The key of a row, for finding duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RawRowKey {
    /// Its id.
    Id(i64),
    /// A digest of the whole row, if it has no readable id. The rows themselves would keep a long list in memory twice.
    Digest([u8; 16]),
}

impl RawRowKey {
    fn from_digest(raw: &[u8]) -> Self {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(salt);
            hasher.write(raw);
            hasher.finish().to_be_bytes()
        };
        let mut digest = [0; 16];
        digest[..8].copy_from_slice(&half(0));
        digest[8..].copy_from_slice(&half(1));
        Self::Digest(digest)
    }
}

/// Returns the key of a list item. Some services write ids as texts.
#[must_use]
pub fn raw_row_key(raw: &[u8]) -> RawRowKey {
    raw_row_key_and_id(raw, None).0
}

/// Returns the key of a list item, and the id at a path, in one pass. The id is `None` if the path does not lead to an
/// id. Lists on the path are not entered.
#[must_use]
pub fn raw_row_key_and_id(raw: &[u8], place: Option<&Path>) -> (RawRowKey, Option<i64>) {
    let steps = place.map_or(&[][..], Path::steps);
    let (first, rest) = match steps.split_first() {
        Some((first, rest)) => (member_name(first), rest),
        None => (None, steps),
    };
    let found = splitter::select_members(raw, ["id", first.unwrap_or("id")]).ok();
    let row_id = found.and_then(|[id, _]| parse_integer(id?));
    let key = row_id.map_or_else(|| RawRowKey::from_digest(raw), RawRowKey::Id);
    let id = found
        .filter(|_| first.is_some())
        .and_then(|[_, value]| integer_at(value?, rest));
    (key, id)
}

/// Returns a member that is a whole number, or a text of one; `None` if the item has no such member.
#[must_use]
pub fn integer_member(raw: &[u8], member: &str) -> Option<i64> {
    let [value] = splitter::select_members(raw, [member]).ok()?;
    parse_integer(value?)
}

fn parse_integer(value: &[u8]) -> Option<i64> {
    parse_json_id(std::str::from_utf8(value).ok()?)
}

/// Returns the number at a path inside a value.
fn integer_at(value: &[u8], steps: &[PathStep]) -> Option<i64> {
    let Some((first, rest)) = steps.split_first() else {
        return parse_integer(value);
    };
    let [value] = splitter::select_members(value, [member_name(first)?]).ok()?;
    integer_at(value?, rest)
}

fn member_name(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Member(name) => Some(name),
        PathStep::Item(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn id_is_found_only_at_its_place() {
        let row = br#"{"id":1,"brandId":7,"of":{"advertiserId":"8","name":"A"},"all":[{"id":9}]}"#;
        let at = |place: &str| {
            let place = place.parse().unwrap();
            let (key, id) = raw_row_key_and_id(row, Some(&place));
            assert_eq!(key, RawRowKey::Id(1));
            id
        };
        assert_eq!((at("brandId"), at("of.advertiserId")), (Some(7), Some(8)));
        for nowhere in ["", "advertiserId", "of.name", "of", "all[0].id", "id.of"] {
            assert_eq!(at(nowhere), None, "{nowhere}");
        }
    }

    #[test]
    fn rows_are_identified_by_id_or_content() {
        let key = |raw: &str| raw_row_key(raw.as_bytes());
        assert_eq!(key(r#"{"name":"A","id":7}"#), RawRowKey::Id(7));
        assert_eq!(key(r#"{"id" : "7"}"#), RawRowKey::Id(7));
        assert_eq!(key(r#"{"name":1,"i\u0064":7,"name":2}"#), RawRowKey::Id(7));
        let mut keys = HashSet::new();
        let all = [
            r#"{"id":7.5}"#,
            r#"{"id":null}"#,
            r#"{"name":"A"}"#,
            r#"{"id":7,"id":7}"#,
            r#"{"id":7,"name"}"#,
            "7",
            "{",
        ];
        for odd in all {
            assert!(matches!(key(odd), RawRowKey::Digest(_)), "{odd}");
            assert!(keys.insert(key(odd)) && key(odd) == key(odd), "{odd}");
        }
    }

    #[test]
    fn row_key_size_is_bounded() {
        assert!(!std::mem::needs_drop::<RawRowKey>());
        assert!(size_of::<RawRowKey>() <= 24);
    }
}
