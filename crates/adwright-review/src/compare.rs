//! Values that several ads share.

use std::collections::HashMap;

use adwright_model::{EditableDocument, JsonType, Node};

/// Counts the leaves that are equal and have the same path in all ads. A leaf is a value without parts: a text, a
/// number, `true`, `false`, `null`, or an empty object or list.
#[must_use]
pub fn count_common_leaves(ads: &[EditableDocument]) -> usize {
    let roots: Vec<_> = ads.iter().map(EditableDocument::root).collect();
    count_common_parts(&roots)
}

fn count_common_parts(nodes: &[Node<'_>]) -> usize {
    let Some((first, others)) = nodes.split_first() else {
        return 0;
    };
    let all_are = |json_type| nodes.iter().all(|node| node.json_type() == json_type);
    let have_equal_length = || others.iter().all(|node| node.len() == first.len());
    if all_are(JsonType::Object) && !first.is_empty() {
        count_common_members(first, others)
    } else if all_are(JsonType::Array) && !first.is_empty() && have_equal_length() {
        count_common_items(nodes)
    } else {
        usize::from(others.iter().all(|other| first.same_value(other)))
    }
}

fn count_common_members(first: &Node<'_>, others: &[Node<'_>]) -> usize {
    let others: Vec<HashMap<_, _>> = others
        .iter()
        .map(|other| other.members().collect())
        .collect();
    let members = first.members().filter_map(|(name, value)| {
        let same_members = others.iter().map(|other| other.get(&name).copied());
        let all: Option<Vec<_>> = std::iter::once(Some(value)).chain(same_members).collect();
        all
    });
    members.map(|values| count_common_parts(&values)).sum()
}

fn count_common_items(lists: &[Node<'_>]) -> usize {
    let mut lists: Vec<_> = lists.iter().map(Node::items).collect();
    let next = || -> Option<Vec<_>> { lists.iter_mut().map(Iterator::next).collect() };
    std::iter::from_fn(next)
        .map(|items| count_common_parts(&items))
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(ads: &[&str]) -> usize {
        let ads: Vec<_> = ads
            .iter()
            .map(|json| EditableDocument::parse(json).unwrap())
            .collect();
        count_common_leaves(&ads)
    }

    #[test]
    fn equal_field_is_equal_in_all_ads() {
        assert_eq!(
            same(&[r#"{"a":1,"b":1}"#, r#"{"a":1,"b":2}"#, r#"{"a":2,"b":1}"#]),
            0
        );
        assert_eq!(
            same(&[
                r#"{"a":1,"b":1}"#,
                r#"{"a":1.0,"b":2}"#,
                r#"{"b":3,"a":1e0}"#
            ]),
            1
        );
        assert_eq!(
            same(&[
                r#"{"a":[1,{"x":[]}],"c":{}}"#,
                r#"{"a":[1,{"x":[]}],"c":{}}"#
            ]),
            3
        );
        assert_eq!(
            same(&[r#"{"a":[1,2]}"#, r#"{"a":[1,2]}"#, r#"{"a":[1]}"#]),
            0
        );
        assert_eq!(same(&[r#"{"a":{}}"#, r#"{"a":{"b":1}}"#]), 0);
        assert_eq!(same(&[r#"{"a":1}"#, r#"{"a":null}"#, "{}"]), 0);
        assert_eq!(same(&[]), 0);
    }

    proptest! {
        #[test]
        fn comparing_two_ads_matches_the_diff(one in prop::collection::vec(0..3_u8, 4), other in prop::collection::vec(0..3_u8, 4)) {
            let ad = |values: &[u8]| {
                let [a, b, c, d] = values else { panic!("four values") };
                EditableDocument::parse(&format!(r#"{{"a":{a},"b":{{"c":[{b},{{"d":{c}}}],"e":{{}}}},"f":[{d}]}}"#)).unwrap()
            };
            let (one, other) = (ad(&one), ad(&other));
            let expected = adwright_model::count_equal_leaves(&one, &other);
            prop_assert_eq!(count_common_leaves(&[one, other]), expected);
        }
    }
}
