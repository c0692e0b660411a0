use std::borrow::Cow;

use adwright_model::{
    Catalog, Edit, EditError, Editable, Found, Kind, Local, Node, Path, Shape, Step, Unreadable,
    proof,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::any::{edit_seed, json, near_json};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn edits_leave_every_other_byte_as_it_is(text in json(), seeds in vec(edit_seed(), 1..8)) {
        let mut document = parse(&text);
        for seed in seeds {
            let edit = seed.edit(&document);
            match document.apply(&edit) {
                Ok(edited) => {
                    only_the_edit(&document, &edit, &edited)?;
                    document = edited;
                }
                Err(EditError::NotThere { .. }) => prop_assert!(is_nowhere(&document, &edit)),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    #[test]
    fn no_edit_drops_what_it_was_not_asked_for(text in json(), seeds in vec(edit_seed(), 0..4)) {
        let base = parse(&text);
        let (mut document, mut edits) = (base.clone(), Vec::new());
        for seed in seeds {
            let edit = seed.edit(&document);
            if let Ok(edited) = document.apply(&edit) {
                document = edited;
                edits.push(edit);
            }
        }
        prop_assert_eq!(proof(Some(&base), &document, &edits).dropped, 0);
    }

    #[test]
    fn accepts_what_serde_json_accepts(text in near_json()) {
        let peer = serde_json::from_str::<IgnoredAny>(&text);
        match Editable::parse(&text).map_err(|text_only| text_only.reason) {
            Ok(_) => prop_assert!(peer.is_ok(), "{:?}", peer),
            Err(Unreadable::Broken { why }) => prop_assert!(peer.is_err(), "{}", why),
            Err(Unreadable::Duplicate { .. } | Unreadable::HalfCharacter) => {}
            Err(reason) => prop_assert!(false, "{:?}", reason),
        }
    }

    #[test]
    fn what_was_learned_from_samples_leaves_nothing_unknown_in_them(values in vec(json(), 1..4)) {
        let samples: Vec<_> = values.iter().map(|value| parse(&format!("{{\"x\":{value}}}"))).collect();
        let found = Catalog::bundled().learn(Kind::Campaign, &samples);
        let local = |Found { path, guess, .. }| Local { path, guess, about: String::new() };
        let fields: Vec<_> = found.into_iter().map(local).collect();
        let catalog = Catalog::bundled().with_local(Kind::Campaign, &fields);
        prop_assert_eq!(catalog.learn(Kind::Campaign, &samples), vec![]);
    }

    #[test]
    fn refuses_nothing_else(text in json()) {
        prop_assert!(Editable::parse(&text).is_ok());
    }

    #[test]
    fn reads_the_values_that_serde_json_reads(text in json()) {
        // A float of the peer's can overflow where ours is kept as spelled.
        if let Ok(peer) = serde_json::from_str::<Value>(&text) {
            prop_assert!(agree(&parse(&text).root(), &peer));
        }
    }
}

fn parse(text: &str) -> Editable {
    Editable::parse(text).expect("the generator makes well-formed texts")
}

/// Whether an edit asks for a place where there can be nothing.
fn is_nowhere(document: &Editable, edit: &Edit) -> bool {
    let shape = |path: &Path| document.get(path).map(|node| node.shape());
    match edit {
        Edit::Set { path, .. } | Edit::Type { path, .. } => {
            let holder = path.parent().and_then(|holder| shape(&holder));
            shape(path).is_none() && !matches!(holder, Some(Shape::Object | Shape::Null))
        }
        Edit::Remove { path } => path.is_root() || shape(path).is_none(),
        Edit::Insert { path, .. } => shape(path) != Some(Shape::Array),
        Edit::Move { path, to } => {
            let list = path.parent().and_then(|list| document.get(&list));
            !list.is_some_and(|list| list.shape() == Shape::Array && *to < list.len())
        }
    }
}

/// Holds an edit against what was asked for, without knowing how it is made.
fn only_the_edit(before: &Editable, edit: &Edit, after: &Editable) -> TestCaseResult {
    if let Edit::Move { path, to } = edit {
        return only_the_order(before, path, *to, after);
    }
    let (holder, asked) = match edit {
        Edit::Set { path, .. } | Edit::Type { path, .. } if before.get(path).is_some() => {
            (path.clone(), None)
        }
        Edit::Set { path, .. } | Edit::Type { path, .. } | Edit::Remove { path } => (
            path.parent().expect("the root is always there"),
            path.last().cloned(),
        ),
        Edit::Insert { path, at, .. } => (path.clone(), Some(Step::Item(*at))),
        Edit::Move { .. } => unreachable!("looked at above"),
    };
    let [was, is] =
        [before, after].map(|document| document.get(&holder).expect("the holder stays"));
    prop_assert_eq!(
        &before.text()[..was.span().start],
        &after.text()[..is.span().start]
    );
    prop_assert_eq!(
        &before.text()[was.span().end..],
        &after.text()[is.span().end..]
    );
    let Some(asked) = asked else {
        return as_asked(edit, is.raw());
    };
    let (was, mut is) = (parts(&was), parts(&is));
    match edit {
        Edit::Remove { .. } => {
            let mut left = was;
            left.remove(position(&left, &asked));
            prop_assert_eq!(left, is);
        }
        Edit::Set { .. } | Edit::Type { .. } | Edit::Insert { .. } => {
            let (_, new) = is.remove(position(&is, &asked));
            as_asked(edit, new)?;
            prop_assert_eq!(was, is);
        }
        Edit::Move { .. } => unreachable!("looked at above"),
    }
    Ok(())
}

/// Items keep their bytes, and so does everything between them and around the list.
fn only_the_order(before: &Editable, path: &Path, to: usize, after: &Editable) -> TestCaseResult {
    let list = path.parent().expect("an item is in a list");
    let Some(Step::Item(from)) = path.last() else {
        return Err(TestCaseError::fail("only an item can be moved"));
    };
    let mut expected: Vec<_> = raw_items(before, &list);
    let item = expected.remove(*from);
    expected.insert(to, item);
    prop_assert_eq!(expected, raw_items(after, &list));
    prop_assert_eq!(between(before, &list), between(after, &list));
    let back = after.apply(&Edit::Move {
        path: list.item(to),
        to: *from,
    });
    prop_assert_eq!(
        back.map(|back| back.text().to_owned()),
        Ok(before.text().to_owned())
    );
    Ok(())
}

fn raw_items<'a>(document: &'a Editable, list: &Path) -> Vec<&'a str> {
    let list = document.get(list).expect("the list stays");
    list.items().map(|item| item.raw()).collect()
}

/// The text around the items of a list.
fn between<'a>(document: &'a Editable, list: &Path) -> Vec<&'a str> {
    let list = document.get(list).expect("the list stays");
    let mut ends = vec![0];
    let mut starts = Vec::new();
    for item in list.items() {
        starts.push(item.span().start);
        ends.push(item.span().end);
    }
    starts.push(document.text().len());
    ends.into_iter()
        .zip(starts)
        .map(|(end, start)| &document.text()[end..start])
        .collect()
}

fn as_asked(edit: &Edit, raw: &str) -> TestCaseResult {
    if let Edit::Set { json, .. } | Edit::Insert { json, .. } = edit {
        prop_assert_eq!(json.trim_ascii(), raw);
    }
    if let Edit::Type { text, .. } = edit {
        prop_assert_eq!(adwright_model::quoted(text), raw);
    }
    Ok(())
}

/// The parts of an object or list: the name of each, where it has one, and its exact text.
fn parts<'a>(node: &Node<'a>) -> Vec<(Option<String>, &'a str)> {
    let members = node
        .members()
        .map(|(name, member)| (Some(name.into_owned()), member.raw()));
    members
        .chain(node.items().map(|item| (None, item.raw())))
        .collect()
}

fn position(parts: &[(Option<String>, &str)], step: &Step) -> usize {
    match step {
        Step::Item(at) => *at,
        Step::Member(name) => {
            let named = |(part, _): &(Option<String>, &str)| part.as_ref() == Some(name);
            parts.iter().position(named).expect("the member is there")
        }
    }
}

/// Whether a node is what `serde_json` read; of numbers, those that are exact there.
fn agree(node: &Node<'_>, peer: &Value) -> bool {
    match peer {
        Value::Null => node.is_null(),
        Value::Bool(value) => node.as_bool() == Some(*value),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => node.as_i64() == Some(whole),
            None => node.shape() == Shape::Number,
        },
        Value::String(text) => node.as_str().as_deref() == Some(text),
        Value::Array(items) => {
            node.len() == items.len()
                && node
                    .items()
                    .zip(items)
                    .all(|(node, item)| agree(&node, item))
        }
        Value::Object(members) => {
            let same = |(name, member): (Cow<'_, str>, Node<'_>)| {
                members
                    .get(name.as_ref())
                    .is_some_and(|peer| agree(&member, peer))
            };
            node.len() == members.len() && node.members().all(same)
        }
    }
}
