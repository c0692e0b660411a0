use std::collections::{HashMap, VecDeque};

use crate::json::JsonType;
use crate::node::Node;

/// Pairs each item of a list with the item of an earlier state that it continues; `None` for a new item.
///
/// First, items pair by the value of the member `key`, if the value is unique on both sides. Then items with equal
/// bytes pair. If equally many are left on both sides, the rest pairs in order, otherwise by position. An object
/// without members pairs only at the same position.
#[must_use]
pub fn pair_items(before: &Node<'_>, after: &Node<'_>, key: Option<&str>) -> Vec<Option<usize>> {
    let mut pairing = ItemPairing {
        before: before.items().collect(),
        after: after.items().collect(),
        pairs: vec![None; after.items().count()],
        is_paired: vec![false; before.items().count()],
    };
    if let Some(key) = key {
        pairing.pair_by_key(key);
    }
    pairing.pair_by_bytes();
    pairing.pair_by_position();
    pairing.pairs
}

struct ItemPairing<'a> {
    before: Vec<Node<'a>>,
    after: Vec<Node<'a>>,
    pairs: Vec<Option<usize>>,
    is_paired: Vec<bool>,
}

impl ItemPairing<'_> {
    fn pair_by_key(&mut self, key: &str) {
        let name = |item: &Node<'_>| {
            let value = item.member(key).filter(|value| !value.is_null())?;
            let text = || value.as_str().map(|text| format!("“{text}”"));
            let id = value.as_id().map(|id| id.to_string());
            Some(id.or_else(text).unwrap_or_else(|| value.raw().to_owned()))
        };
        let before_indices = indices_by_name(self.before.iter().map(name));
        let after_indices = indices_by_name(self.after.iter().map(name));
        for (name, after) in after_indices {
            let before = before_indices.get(&name).and_then(single);
            if let (Some(before), Some(after)) = (before, single(&after)) {
                self.pair(before, after);
            }
        }
    }

    fn pair_by_bytes(&mut self) {
        let unpaired_raw =
            |(at, item): (usize, &Node<'_>)| (!self.is_paired[at]).then(|| item.raw().to_owned());
        let mut before_indices = indices_by_name(self.before.iter().enumerate().map(unpaired_raw));
        for at in 0..self.after.len() {
            if self.pairs[at].is_none()
                && let Some(before) = before_indices
                    .get_mut(self.after[at].raw())
                    .and_then(VecDeque::pop_front)
            {
                self.pair(before, at);
            }
        }
    }

    fn pair_by_position(&mut self) {
        let before: Vec<_> = (0..self.before.len())
            .filter(|&at| !self.is_paired[at])
            .collect();
        let after: Vec<_> = (0..self.after.len())
            .filter(|&at| self.pairs[at].is_none())
            .collect();
        if before.len() == after.len() {
            for (before, after) in before.into_iter().zip(after) {
                // An empty item was added, unless it was emptied in place.
                if before == after || !is_blank(&self.after[after]) {
                    self.pair(before, after);
                }
            }
            return;
        }
        for at in after {
            if self.is_paired.get(at) == Some(&false) {
                self.pair(at, at);
            }
        }
    }

    fn pair(&mut self, before: usize, after: usize) {
        self.pairs[after] = Some(before);
        self.is_paired[before] = true;
    }
}

fn is_blank(item: &Node<'_>) -> bool {
    item.json_type() == JsonType::Object && item.is_empty()
}

fn single(indices: &VecDeque<usize>) -> Option<usize> {
    indices.front().copied().filter(|_| indices.len() == 1)
}

/// Returns the indices of each name.
fn indices_by_name(
    names: impl Iterator<Item = Option<String>>,
) -> HashMap<String, VecDeque<usize>> {
    let mut indices: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (at, name) in names.enumerate() {
        if let Some(name) = name {
            indices.entry(name).or_default().push_back(at);
        }
    }
    indices
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::document::EditableDocument;

    fn check(before: &str, after: &str, expected: &Expect) {
        let (before, after) = (
            EditableDocument::parse(before).unwrap(),
            EditableDocument::parse(after).unwrap(),
        );
        let pairs = pair_items(&before.root(), &after.root(), Some("key"));
        expected.assert_eq(&format!("{pairs:?}"));
    }

    #[test]
    fn items_are_identified_by_their_key() {
        check(
            r#"[{"key":1,"x":1},{"key":2,"x":2}]"#,
            r#"[{"key":2,"x":3},{"key":1,"x":1},{"key":3}]"#,
            &expect!["[Some(1), Some(0), None]"],
        );
    }

    #[test]
    fn key_matches_across_json_types() {
        check(
            r#"[{"key":1,"x":1},{"key":2,"x":2}]"#,
            r#"[{"key":"2","x":3},{"key":"1","x":1},{"key":"02"}]"#,
            &expect!["[Some(1), Some(0), None]"],
        );
    }

    #[test]
    fn duplicate_key_pairs_nothing() {
        check(
            r#"[{"key":1,"x":1},{"key":1,"x":2}]"#,
            r#"[{"key":1,"x":2},{"key":1,"x":9}]"#,
            &expect!["[Some(1), Some(0)]"],
        );
    }

    #[test]
    fn empty_item_is_new_unless_emptied_in_place() {
        check(
            r#"[{"x":1},{"x":2},{"x":3}]"#,
            r#"[{"x":2},{"x":3},{}]"#,
            &expect!["[Some(1), Some(2), None]"],
        );
        check(
            r#"[{"x":1},{"x":2}]"#,
            r#"[{"x":1},{}]"#,
            &expect!["[Some(0), Some(1)]"],
        );
    }

    #[test]
    fn changed_key_keeps_the_item_in_place() {
        check(
            r#"[{"key":1},{"key":2},{"key":3}]"#,
            r#"[{"key":1},{"key":9},{"key":3}]"#,
            &expect!["[Some(0), Some(1), Some(2)]"],
        );
    }

    #[test]
    fn plain_values_are_identified_by_their_bytes() {
        check(
            "[1,2,2,3]",
            "[2,1,2]",
            &expect!["[Some(1), Some(0), Some(2)]"],
        );
        check("[1,2]", "[1,5,2]", &expect!["[Some(0), None, Some(1)]"]);
    }

    #[test]
    fn non_list_has_no_items() {
        check("{}", "[1]", &expect!["[None]"]);
    }
}
