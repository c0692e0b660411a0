//! Derives edits from a change that a person made directly in the text.

use std::collections::HashSet;

use crate::document::EditableDocument;
use crate::edit::Edit;
use crate::json::JsonType;
use crate::member_index::MemberIndex;
use crate::node::Node;
use crate::path::Path;

/// Returns the edits that turn one document into another, with the spelling of the other.
///
/// A value is edited only if its spelling differs, apart from white space. So a new layout alone gives no edit, and
/// untouched parts stay byte for byte. A document in one line receives values without white space. A new member
/// goes where it was written. Existing members keep their order, which has no meaning in JSON.
#[must_use]
pub fn edits_between(before: &EditableDocument, after: &EditableDocument) -> Vec<Edit> {
    let mut collector = EditCollector {
        is_one_line: !before.text().contains('\n'),
        edits: Vec::new(),
    };
    collector.compare_value(&Path::root(), &before.root(), &after.root());
    collector.edits
}

struct EditCollector {
    is_one_line: bool,
    /// The edits in order. A path counts items as the earlier edits leave them.
    edits: Vec<Edit>,
}

impl EditCollector {
    fn compare_value(&mut self, path: &Path, before: &Node<'_>, after: &Node<'_>) {
        match (before.json_type(), after.json_type()) {
            _ if has_same_spelling(before, after) => {}
            (JsonType::Object, JsonType::Object) => self.compare_members(path, before, after),
            (JsonType::Array, JsonType::Array) => self.compare_items(path, before, after),
            _ => self.put(path.clone(), after, None),
        }
    }

    fn compare_members(&mut self, path: &Path, before: &Node<'_>, after: &Node<'_>) {
        let mut after_members = MemberIndex::new(*after);
        for (name, was) in before.members() {
            let path = path.child(name.as_ref());
            match after_members.find(&name) {
                Some(is) => self.compare_value(&path, &was, &is),
                None => self.edits.push(Edit::Remove { path }),
            }
        }
        let known: HashSet<_> = before.members().map(|(name, _)| name).collect();
        let (mut next, mut new) = (None, Vec::new());
        // Runs backwards, so that the next known member is available.
        for (name, is) in after.members().collect::<Vec<_>>().into_iter().rev() {
            if known.contains(&name) {
                next = Some(name.into_owned());
            } else {
                new.push((path.child(name.as_ref()), is, next.clone()));
            }
        }
        for (path, is, next) in new.into_iter().rev() {
            self.put(path, &is, next);
        }
    }

    /// Unchanged items at both ends keep their places. Each item between them continues the item at its position.
    fn compare_items(&mut self, path: &Path, before: &Node<'_>, after: &Node<'_>) {
        let (was, is): (Vec<_>, Vec<_>) = (before.items().collect(), after.items().collect());
        let first = count_same_spelling(was.iter().zip(&is));
        let last = count_same_spelling(was[first..].iter().rev().zip(is[first..].iter().rev()));
        let (was, is) = (&was[first..was.len() - last], &is[first..is.len() - last]);
        let pairs = was.len().min(is.len());
        for (at, (was, is)) in was.iter().zip(is).enumerate() {
            self.compare_value(&path.item(first + at), was, is);
        }
        for _ in pairs..was.len() {
            let path = path.item(first + pairs);
            self.edits.push(Edit::Remove { path });
        }
        for (at, item) in is.iter().enumerate().skip(pairs) {
            self.edits.push(Edit::Insert {
                path: path.clone(),
                at: first + at,
                json: self.spelling_for(item),
            });
        }
    }

    /// Sets a value at its path. A new member goes before the next known member, if any.
    fn put(&mut self, path: Path, value: &Node<'_>, next: Option<String>) {
        let json = self.spelling_for(value);
        self.edits.push(match next {
            Some(before) => Edit::PutBefore { path, json, before },
            None => Edit::Set { path, json },
        });
    }

    fn spelling_for(&self, value: &Node<'_>) -> String {
        if self.is_one_line {
            without_whitespace(value.raw()).collect()
        } else {
            value.raw().to_owned()
        }
    }
}

/// Counts the leading pairs with the same spelling.
fn count_same_spelling<'a>(pairs: impl Iterator<Item = (&'a Node<'a>, &'a Node<'a>)>) -> usize {
    pairs
        .take_while(|(before, after)| has_same_spelling(before, after))
        .count()
}

fn has_same_spelling(before: &Node<'_>, after: &Node<'_>) -> bool {
    without_whitespace(before.raw()).eq(without_whitespace(after.raw()))
}

/// Returns the characters of a JSON text without the white space between its parts.
fn without_whitespace(raw: &str) -> impl Iterator<Item = char> + '_ {
    let (mut in_text, mut escaped) = (false, false);
    raw.chars().filter(move |&char| {
        let is_kept = in_text || !char.is_ascii_whitespace();
        in_text ^= char == '"' && !escaped;
        escaped = in_text && char == '\\' && !escaped;
        is_kept
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(before: &str, after: &str, expected: &Expect) {
        let [before, after] = [before, after].map(|text| EditableDocument::parse(text).unwrap());
        let mut shown = String::new();
        let mut document = before.clone();
        for edit in edits_between(&before, &after) {
            shown += &serde_json::to_string(&edit).unwrap();
            shown.push('\n');
            document = document.apply(&edit).unwrap();
        }
        expected.assert_eq(&format!("{shown}{}", document.text()));
    }

    #[test]
    fn only_differing_text_is_edited() {
        check(
            r#"{"id":7,"name":"A b","budget":1.0,"own":{"x":[1,2]}}"#,
            "{\n  \"id\": 7,\n  \"name\": \"A  b\",\n  \"budget\": 1.00,\n  \"own\": { \"x\": [ 1, 2 ] }\n}",
            &expect![[r#"
                {"kind":"set","path":"name","json":"\"A  b\""}
                {"kind":"set","path":"budget","json":"1.00"}
                {"id":7,"name":"A  b","budget":1.00,"own":{"x":[1,2]}}"#]],
        );
    }

    #[test]
    fn members_are_inserted_in_place_and_removed() {
        check(
            r#"{"a":1,"b":{"c":null}}"#,
            r#"{"new":{ "x" : [ "\" [ " ] },"b":{"d":1}}"#,
            &expect![[r#"
                {"kind":"remove","path":"a"}
                {"kind":"remove","path":"b.c"}
                {"kind":"set","path":"b.d","json":"1"}
                {"kind":"putBefore","path":"new","json":"{\"x\":[\"\\\" [ \"]}","before":"b"}
                {"new":{"x":["\" [ "]},"b":{"d":1}}"#]],
        );
    }

    #[test]
    fn member_order_alone_is_not_an_edit() {
        check(
            r#"{"a":1,"b":2}"#,
            r#"{"b":2,"a":1}"#,
            &expect![[r#"{"a":1,"b":2}"#]],
        );
    }

    #[test]
    fn items_between_unchanged_ones_change() {
        check(
            r#"{"panels":[{"id":1},{"id":2},{"id":3}]}"#,
            r#"{"panels":[{"id":1},{"id":9},{"id":8},{"id":2},{"id":3}]}"#,
            &expect![[r#"
                {"kind":"insert","path":"panels","at":1,"json":"{\"id\":9}"}
                {"kind":"insert","path":"panels","at":2,"json":"{\"id\":8}"}
                {"panels":[{"id":1},{"id":9},{"id":8},{"id":2},{"id":3}]}"#]],
        );
        check(
            r#"{"panels":[{"id":1},{"id":2},{"id":3},{"id":4}]}"#,
            r#"{"panels":[{"id":1},{"id":4}]}"#,
            &expect![[r#"
                {"kind":"remove","path":"panels[1]"}
                {"kind":"remove","path":"panels[1]"}
                {"panels":[{"id":1},{"id":4}]}"#]],
        );
        check(
            r#"{"panels":[1,2,3]}"#,
            r#"{"panels":[1,"two"]}"#,
            &expect![[r#"
                {"kind":"set","path":"panels[1]","json":"\"two\""}
                {"kind":"remove","path":"panels[2]"}
                {"panels":[1,"two"]}"#]],
        );
        check(
            "[]",
            "[[],[]]",
            &expect![[r#"
            {"kind":"insert","path":"","at":0,"json":"[]"}
            {"kind":"insert","path":"","at":1,"json":"[]"}
            [[],[]]"#]],
        );
    }

    #[test]
    fn new_members_keep_their_written_order() {
        check(
            r#"{"b":1}"#,
            r#"{"x":1,"y":2,"b":1}"#,
            &expect![[r#"
                {"kind":"putBefore","path":"x","json":"1","before":"b"}
                {"kind":"putBefore","path":"y","json":"2","before":"b"}
                {"x":1,"y":2,"b":1}"#]],
        );
    }

    #[test]
    fn repeated_item_follows_its_predecessor() {
        check(
            "[7]",
            "[7,7]",
            &expect![[r#"
                {"kind":"insert","path":"","at":1,"json":"7"}
                [7,7]"#]],
        );
        check(
            "[7,7]",
            "[7]",
            &expect![[r#"
                {"kind":"remove","path":"[1]"}
                [7]"#]],
        );
    }

    #[test]
    fn text_ends_at_quote_after_a_backslash() {
        check(
            r#"[{"a":"x\\","b":1}]"#,
            r#"[2, {"a":"x\\", "b":1}]"#,
            &expect![[r#"
                {"kind":"insert","path":"","at":0,"json":"2"}
                [2,{"a":"x\\","b":1}]"#]],
        );
    }

    #[test]
    fn multi_line_document_takes_over_lines() {
        check(
            "{\n \"a\": 1\n}",
            "{\n \"a\": {\n  \"b\": 2\n }\n}",
            &expect![[r#"
                {"kind":"set","path":"a","json":"{\n  \"b\": 2\n }"}
                {
                 "a": {
                  "b": 2
                 }
                }"#]],
        );
    }
}
