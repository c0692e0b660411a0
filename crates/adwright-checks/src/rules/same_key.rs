use std::borrow::Cow;
use std::cmp::Ordering;

use adwright_model::Shape;

use crate::finding::Finding;
use crate::rule::{Rule, warning};
use crate::subject::shown;
use crate::walk::{Holder, Visit, Walk};

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
    let keyed = walk.items().filter_map(|item| Keyed::of(&item));
    let mut keyed: Vec<_> = keyed.collect();
    keyed.sort_unstable_by(Keyed::compare);
    let pairs = keyed.windows(2).filter(|pair| pair[0].is_same(&pair[1]));
    pairs.map(|pair| finding(&pair[1])).collect()
}

/// An item with the value that tells it from the others of its list.
struct Keyed<'a> {
    list: Visit<'a>,
    at: usize,
    key: &'a str,
    /// A number and a text with its digits are not the same.
    is_text: bool,
    value: Cow<'a, str>,
}

impl<'a> Keyed<'a> {
    fn of((list, at, item): &(Visit<'a>, usize, Holder<'a>)) -> Option<Self> {
        let key = list.field.key.as_deref()?;
        let value = item.value(key)?;
        Some(Self {
            list: *list,
            at: *at,
            key,
            is_text: value.shape() == Shape::String,
            value: shown(&value),
        })
    }

    /// Items of one list with the same value stand together, in their order.
    fn compare(&self, other: &Self) -> Ordering {
        let by = |it: &Self| (it.list.place(), it.is_text);
        let by_list = by(self).cmp(&by(other));
        let by_value = by_list.then_with(|| self.value.cmp(&other.value));
        by_value.then(self.at.cmp(&other.at))
    }

    fn is_same(&self, other: &Self) -> bool {
        self.list.place() == other.list.place()
            && self.is_text == other.is_text
            && self.value == other.value
    }
}

fn finding(second: &Keyed<'_>) -> Finding {
    let field = second.list.field;
    let path = second.list.path().item(second.at).child(second.key);
    RULE.finding("same", path)
        .arg("item", field.item_title.as_deref().unwrap_or("Item"))
        .arg("place", (second.at + 1).to_string())
        .arg("field", &field.title)
        .arg("key", second.key)
        .arg("value", &*second.value)
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
    fn each_list_is_looked_at_for_itself() {
        let ad = r#"{"adURLs":[{"id":1}],"companions":[{"id":1},{"id":2}]}"#;
        let case = Case::new_of(adwright_model::Kind::InStreamInteractiveAd, ad);
        check(RULE.id, &case, &expect![[""]]);
    }

    #[test]
    fn a_text_is_no_number() {
        let two = flights(r#"[{"name":"1"},{"name":1}]"#);
        check(RULE.id, &two, &expect![[""]]);
    }
}
