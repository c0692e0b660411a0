use std::collections::HashSet;

use crate::document::EditableDocument;
use crate::edit::Edit;
use crate::json::JsonType;
use crate::member_index::MemberIndex;
use crate::node::Node;
use crate::path::Path;

/// One value that differs between two documents, as raw JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChange {
    /// The path of the value.
    pub path: Path,
    /// The value before; `None` if it was absent.
    pub before: Option<String>,
    /// The value now; `None` if it was removed.
    pub after: Option<String>,
}

impl ValueChange {
    /// Returns true if only the JSON type of an id differs.
    #[must_use]
    pub fn changes_only_id_type(&self) -> bool {
        let (Some(before), Some(after)) = (&self.before, &self.after) else {
            return false;
        };
        is_same_ignoring_id_type(before, after)
    }

    /// Returns the edit that makes this change.
    #[must_use]
    pub fn to_edit(&self) -> Edit {
        let path = self.path.clone();
        match &self.after {
            Some(json) => Edit::Set {
                path,
                json: json.clone(),
            },
            None => Edit::Remove { path },
        }
    }
}

/// Returns true if two raw values are equal, or differ only in the JSON type of an id.
#[must_use]
pub fn is_same_ignoring_id_type(one: &str, other: &str) -> bool {
    let (one, other) = (EditableDocument::parse(one), EditableDocument::parse(other));
    matches!((one, other), (Ok(one), Ok(other)) if one.root().equals_ignoring_id_type(&other.root()))
}

/// Returns the values that differ, in the order of `before`, with additions last in each object.
///
/// Objects are compared member by member. Lists of equal length without moved items are compared item by item;
/// other lists are compared as one value. A different spelling of the same number is not a change.
#[must_use]
pub fn diff(before: &EditableDocument, after: &EditableDocument) -> Vec<ValueChange> {
    let mut changes = Vec::new();
    compare(&Path::root(), &before.root(), &after.root(), &mut changes);
    changes
}

/// Counts the leaves that are equal and have the same path in both documents. A leaf is a value without parts: a
/// text, a number, `true`, `false`, `null`, or an empty object or list.
#[must_use]
pub fn count_equal_leaves(before: &EditableDocument, after: &EditableDocument) -> usize {
    count_equal_parts(&before.root(), &after.root())
}

fn count_equal_parts(before: &Node<'_>, after: &Node<'_>) -> usize {
    match (before.json_type(), after.json_type()) {
        (JsonType::Object, JsonType::Object) if !before.is_empty() => {
            let mut after_members = MemberIndex::new(*after);
            let pairs = before
                .members()
                .map(|(name, was)| (was, after_members.find(&name)));
            pairs
                .filter_map(|(was, is)| Some(count_equal_parts(&was, &is?)))
                .sum()
        }
        (JsonType::Array, JsonType::Array) if !before.is_empty() && before.len() == after.len() => {
            before
                .items()
                .zip(after.items())
                .map(|(was, is)| count_equal_parts(&was, &is))
                .sum()
        }
        _ => usize::from(before.same_value(after)),
    }
}

fn compare(path: &Path, before: &Node<'_>, after: &Node<'_>, changes: &mut Vec<ValueChange>) {
    match (before.json_type(), after.json_type()) {
        (JsonType::Object, JsonType::Object) => compare_members(path, before, after, changes),
        (JsonType::Array, JsonType::Array)
            if before.len() == after.len() && !has_moved_items(before, after) =>
        {
            for (at, (before, after)) in before.items().zip(after.items()).enumerate() {
                compare(&path.item(at), &before, &after, changes);
            }
        }
        _ if before.same_value(after) => {}
        _ => changes.push(new_change(path.clone(), Some(before), Some(after))),
    }
}

/// Returns true if an item moved. A comparison item by item would then show misleading changes.
fn has_moved_items(before: &Node<'_>, after: &Node<'_>) -> bool {
    let pairs = before.items().zip(after.items());
    let differing: Vec<_> = pairs.filter(|(was, is)| was.raw() != is.raw()).collect();
    let was: HashSet<_> = differing.iter().map(|(was, _)| was.raw()).collect();
    let has_parts = |is: &Node<'_>| !is.is_empty();
    differing
        .iter()
        .any(|(_, is)| has_parts(is) && was.contains(is.raw()))
}

fn compare_members(
    path: &Path,
    before: &Node<'_>,
    after: &Node<'_>,
    changes: &mut Vec<ValueChange>,
) {
    let mut after_members = MemberIndex::new(*after);
    for (name, was) in before.members() {
        match after_members.find(&name) {
            // Most members are equal, and a path takes longer than this comparison.
            Some(is) if was.raw() == is.raw() => {}
            Some(is) => compare(&path.child(name), &was, &is, changes),
            None => changes.push(new_change(path.child(name), Some(&was), None)),
        }
    }
    let mut before_members = MemberIndex::new(*before);
    let added = after
        .members()
        .filter(|(name, _)| before_members.find(name).is_none());
    changes.extend(added.map(|(name, is)| new_change(path.child(name), None, Some(&is))));
}

fn new_change(path: Path, before: Option<&Node<'_>>, after: Option<&Node<'_>>) -> ValueChange {
    let raw = |node: Option<&Node<'_>>| node.map(|node| node.raw().to_owned());
    ValueChange {
        path,
        before: raw(before),
        after: raw(after),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(before: &str, after: &str, expected: &Expect) {
        let (before, after) = (
            EditableDocument::parse(before).unwrap(),
            EditableDocument::parse(after).unwrap(),
        );
        let shown = diff(&before, &after).into_iter().map(
            |ValueChange {
                 path,
                 before,
                 after,
             }| {
                let raw = |json: Option<String>| json.unwrap_or_else(|| "absent".to_owned());
                format!("{path}: {} -> {}\n", raw(before), raw(after))
            },
        );
        expected.assert_eq(&shown.collect::<String>());
    }

    #[test]
    fn members_are_compared_by_name() {
        check(
            r#"{"a":1,"b":{"c":"x","d":null},"e":true}"#,
            r#"{"e":false,"b":{"d":null,"c":"y","f":[]},"a":1}"#,
            &expect![[r#"
                b.c: "x" -> "y"
                b.f: absent -> []
                e: true -> false
            "#]],
        );
        check(
            r#"{"a":null}"#,
            "{}",
            &expect![[r"
            a: null -> absent
        "]],
        );
    }

    #[test]
    fn spelling_alone_is_not_a_change() {
        check(
            r#"{"a":12500.50,"b":"\u00e4"}"#,
            r#"{ "b":"ä", "a":1.25005e4 }"#,
            &expect![[""]],
        );
    }

    #[test]
    fn lists_of_one_length_are_compared_by_item() {
        check(
            r#"[{"a":1},2]"#,
            r#"[{"a":3},2]"#,
            &expect![[r"
            [0].a: 1 -> 3
        "]],
        );
        check(
            r#"{"l":[1,2]}"#,
            r#"{"l":[2]}"#,
            &expect![[r"
            l: [1,2] -> [2]
        "]],
        );
    }

    #[test]
    fn what_agrees_is_counted_value_by_value() {
        let agree = |before: &str, after: &str| {
            let read = |text| EditableDocument::parse(text).unwrap();
            count_equal_leaves(&read(before), &read(after))
        };
        let before = r#"{"a":1.0,"b":{"c":"x","d":null,"e":{}},"f":[1,2],"g":[1]}"#;
        assert_eq!(agree(before, before), 7);
        let after = r#"{"g":[1,2],"f":[9,2],"b":{"e":{},"c":"y","d":null},"a":1}"#;
        assert_eq!(agree(before, after), 4);
        assert_eq!(agree("{}", r#"{"a":1}"#), 0);
    }

    #[test]
    fn moved_list_item_is_one_change() {
        check(
            r#"{"l":[{"a":1},{"a":2},{"a":3}]}"#,
            r#"{"l":[{"a":2},{"a":1},{"a":3}]}"#,
            &expect![[r#"
                l: [{"a":1},{"a":2},{"a":3}] -> [{"a":2},{"a":1},{"a":3}]
            "#]],
        );
    }

    #[test]
    fn changed_shape_is_one_change() {
        check(
            r#"{"a":{"b":1}}"#,
            r#"{"a":null}"#,
            &expect![[r#"
            a: {"b":1} -> null
        "#]],
        );
        check(
            "1",
            "[]",
            &expect![[r"
            : 1 -> []
        "]],
        );
    }
}
