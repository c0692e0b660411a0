use std::borrow::Cow;

use adwright_model::JsonType;
use hashbrown::HashSet;
use hashbrown::hash_set::Entry;

use crate::check_input::display_value;
use crate::document_index::{DocumentIndex, ListItem};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// Two items of a list with the same name or id, if the list identifies its items by it.
pub(super) const RULE: Rule = Rule {
    id: "same-key",
    code: None,
    title: "Two items with the same name or id",
    about: "A name or an id identifies the items of some lists. If two items share it, nobody can distinguish them. \
           Changes to the list cannot be merged item by item.",
    source: "The interface, Nested object shapes: the names and ids of the items. The words imply that these \
            distinguish the items.",
    kinds: &[],
    cases: &[warning(
        "same",
        "{item} {place} of {field} has the same {key} as another: {value}. Give it its own {key}, or remove it.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let items = index.list_items();
    let mut known = HashSet::with_capacity(items.size_hint().1.unwrap_or_default());
    let repeated = items.filter_map(|item| {
        let key = ItemKey::from_item(&item)?;
        match known.entry(key) {
            Entry::Occupied(same) => Some(finding(&item, same.get())),
            Entry::Vacant(new) => {
                new.insert();
                None
            }
        }
    });
    repeated.collect()
}

/// The key of an item. Items with equal keys cannot be distinguished.
#[derive(PartialEq, Eq, Hash)]
struct ItemKey<'a> {
    /// The position of the list's field.
    list: usize,
    /// A number differs from a text with the same digits.
    is_text: bool,
    value: Cow<'a, str>,
}

impl<'a> ItemKey<'a> {
    fn from_item(item: &ListItem<'a>) -> Option<Self> {
        let ListItem { list, object, .. } = item;
        let member = list.field.key.as_deref()?;
        // Some variants of an item do not have the key as a field.
        let value = match object.field(member) {
            Some(field) => field.node,
            None => object.node.member(member),
        };
        let value = value.filter(|value| !value.is_null())?;
        Some(Self {
            list: list.position(),
            is_text: value.json_type() == JsonType::String,
            value: display_value(&value),
        })
    }
}

fn finding(ListItem { list, at, .. }: &ListItem<'_>, key: &ItemKey<'_>) -> Finding {
    let field = list.field;
    let member = field.key.as_deref().unwrap_or_default();
    let path = list.path().item(*at).child(member);
    RULE.finding("same", path)
        .with_arg("item", field.item_title.as_deref().unwrap_or("Item"))
        .with_arg("place", (at + 1).to_string())
        .with_arg("field", &field.title)
        .with_arg("key", member)
        .with_arg("value", &*key.value)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn flights(json: &str) -> TestCase {
        TestCase::update(&[("flights", json)])
    }

    #[test]
    fn item_names_must_be_unique() {
        check(
            RULE.id,
            &flights(r#"[{"name":"One"},{"name":"one"},{"name":null},{"name":null},{},{}]"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &flights(r#"[{"name":"One"},{"name":"Two"},{"name":"One"},{"name":"One"}]"#),
            &expect![[r#"
                Warning at flights[2].name: Flight 3 of Flights has the same name as another: One. Give it its own name, or remove it.
                Warning at flights[3].name: Flight 4 of Flights has the same name as another: One. Give it its own name, or remove it.
            "#]],
        );
    }

    #[test]
    fn each_list_is_checked_separately() {
        let ad = r#"{"adURLs":[{"id":1}],"companions":[{"id":1},{"id":2}]}"#;
        let case = TestCase::new_of(adwright_model::Kind::InStreamInteractiveAd, ad);
        check(RULE.id, &case, &expect![[""]]);
    }

    #[test]
    fn variant_without_key_is_also_distinguished_by_it() {
        let ad = r#"{"linears":[{"type":"Linear","assetId":7},{"type":"Linear","assetId":7}],
            "customInteractions":[{"type":"AdTimerInteraction","name":"x"},
                {"type":"AdUserActionInteraction","name":"x"}]}"#;
        check(
            RULE.id,
            &TestCase::new_of(adwright_model::Kind::InStreamInteractiveAd, ad),
            &expect![[r#"
                Warning at linears[1].assetId: Linear asset 2 of Linear assets has the same assetId as another: 7. Give it its own assetId, or remove it.
                Warning at customInteractions[1].name: Interaction 2 of Custom interactions has the same name as another: x. Give it its own name, or remove it.
            "#]],
        );
    }

    #[test]
    fn text_key_differs_from_number_key() {
        let two = flights(r#"[{"name":"1"},{"name":1}]"#);
        check(RULE.id, &two, &expect![[""]]);
    }
}
