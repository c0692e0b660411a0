use std::collections::HashSet;

use adwright_model::{Node, Shape};

use crate::finding::Finding;
use crate::rule::{Rule, warning};
use crate::subject::shown;
use crate::walk::{Facet, Visit, Walk};

/// Two items of a list with the same name or id, where these tell items apart.
pub(super) const RULE: Rule = Rule {
    id: "same-key",
    code: None,
    title: "Two items with the same name or id",
    about: "The items of some lists are told apart by a name or an id. Where two have the same, \
           nobody can tell which of them is meant, and changes to the list cannot be merged item \
           by item.",
    source: "INTERFACE.md, Nested object shapes: the names and ids that the items carry; that they \
            tell the items apart is what the words say.",
    kinds: &[],
    cases: &[warning(
        "same",
        "{item} {place} of {field} has the same {key} as another: {value}. Give it one of its own, \
        or take it out.",
    )],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    walk.with(Facet::Keyed).flat_map(doubles).collect()
}

fn doubles(visit: Visit<'_>) -> Vec<Finding> {
    let (Some(key), Some(list)) = (visit.field.key.as_deref(), visit.node) else {
        return Vec::new();
    };
    let mut seen = HashSet::new();
    let keyed = list.items().enumerate();
    let keyed = keyed.filter_map(|(at, item)| Some((at, value(&item, key)?)));
    keyed
        .filter(|(_, value)| !seen.insert((value.shape() == Shape::String, shown(value))))
        .map(|(at, value)| finding(&visit, at, key, &value))
        .collect()
}

fn value<'a>(item: &Node<'a>, key: &str) -> Option<Node<'a>> {
    item.member(key).filter(|value| !value.is_null())
}

fn finding(visit: &Visit<'_>, at: usize, key: &str, value: &Node<'_>) -> Finding {
    let path = visit.path().item(at).child(key);
    let item = visit.field.item_title.as_deref().unwrap_or("Item");
    RULE.finding("same", path)
        .arg("item", item)
        .arg("place", (at + 1).to_string())
        .arg("field", &visit.field.title)
        .arg("key", key)
        .arg("value", shown(value))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{Case, check};

    fn flights(json: &str) -> Case {
        Case::update(&[("flights", json)])
    }

    #[test]
    fn each_item_has_a_name_of_its_own() {
        check(
            RULE.id,
            &flights(r#"[{"name":"One"},{"name":"one"},{"name":null},{"name":null},{},{}]"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &flights(r#"[{"name":"One"},{"name":"Two"},{"name":"One"},{"name":"One"}]"#),
            &expect![[r#"
                Warning at flights[2].name: Flight 3 of Flights has the same name as another: One. Give it one of its own, or take it out.
                Warning at flights[3].name: Flight 4 of Flights has the same name as another: One. Give it one of its own, or take it out.
            "#]],
        );
    }

    #[test]
    fn a_text_is_no_number() {
        let two = flights(r#"[{"name":"1"},{"name":1}]"#);
        check(RULE.id, &two, &expect![[""]]);
    }
}
