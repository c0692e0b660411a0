use std::borrow::Cow;

use adwright_model::{
    Catalog, Document, Edit, EditError, EditableDocument, InferredField, JsonType, Kind, Node,
    Path, PathStep, TextPosition, UneditableReason, prove_edits, unparsed_inputs,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::arbitrary::{EditSeed, edit_seed, json, near_json, paths};

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
    fn edit_drops_nothing_unrequested(text in json(), seeds in vec(edit_seed(), 0..4)) {
        let base = parse(&text);
        let (document, edits) = edited(&base, seeds);
        prop_assert_eq!(prove_edits(Some(&base), &document, &edits).dropped, 0);
    }

    #[test]
    fn untouched_parts_keep_their_bytes(text in json(), seeds in vec(edit_seed(), 1..12)) {
        let base = parse(&text);
        let mut document = base.clone();
        let mut kept: Vec<_> = paths(&base).into_iter().map(|path| (path.clone(), path)).collect();
        for seed in seeds {
            let edit = seed.edit(&document);
            if let Ok(edited) = document.apply(&edit) {
                document = edited;
                let kept_by = |(was, is)| Some((was, after(is, &edit)?));
                kept = kept.into_iter().filter_map(kept_by).collect();
            }
        }
        for (was, is) in kept {
            let [was, is] = [base.get(&was), document.get(&is)].map(|node| node.map(|node| node.raw()));
            prop_assert_eq!(was, is);
        }
    }

    #[test]
    fn undone_edits_restore_identical_bytes(text in json(), seeds in vec(edit_seed(), 1..12)) {
        let base = parse(&text);
        let (mut states, mut kept) = (vec![base.clone()], Vec::new());
        for seed in seeds {
            let document = states.last().expect("there is a first state");
            let edit = seed.edit(document);
            if let Ok(edited) = document.apply(&edit) {
                states.push(edited);
                kept.push(serde_json::to_string(&edit).expect("an edit is data"));
            }
        }
        // Undo works like this: it reads the remaining edits from storage and applies them again.
        for (left, state) in states.iter().enumerate().rev() {
            let edits = kept[..left].iter().map(|edit| serde_json::from_str::<Edit>(edit));
            let again = edits.fold(base.clone(), |document, edit| {
                document.apply(&edit.expect("it was kept as data")).expect("it could be made before")
            });
            prop_assert_eq!(again.text(), state.text());
        }
    }

    #[test]
    fn edits_together_yield_identical_bytes(text in json(), seeds in vec(edit_seed(), 1..12)) {
        let base = parse(&text);
        let (document, edits) = edited(&base, seeds);
        let together = base.apply_all(&edits).map(|document| document.text().to_owned());
        prop_assert_eq!(together, Ok(document.text().to_owned()));
    }

    #[test]
    fn restored_value_yields_identical_bytes(text in json(), target in any::<Index>(), other in json()) {
        let document = parse(&text);
        let paths = paths(&document);
        let path = paths[target.index(paths.len())].clone();
        let was = document.get(&path).expect("a path of the document").raw().to_owned();
        let set = |json: &str| Edit::Set { path: path.clone(), json: json.to_owned() };
        let there_and_back = document.apply(&set(&other)).and_then(|edited| edited.apply(&set(&was)));
        // White space around the document itself is not part of its value.
        prop_assert_eq!(there_and_back.map(|back| back.text().to_owned()), Ok(text));
    }

    #[test]
    fn uneditable_document_names_the_place(text in near_json(), lines in 0..4_usize, spaces in 0..4_usize) {
        let place = |text: &str| EditableDocument::parse(text).err().map(|text_only| (text_only.position, text_only.reason));
        let Some((is, reason)) = place(&text) else { return Ok(()) };
        let line = text.split('\n').nth(is.line - 1).expect("a line of the text");
        prop_assert!((1..=line.chars().count() + 1).contains(&is.column), "{:?}", is);
        // Only bytes before the text move its position.
        let moved = format!("{}{}{text}", "\n".repeat(lines), " ".repeat(spaces));
        let column = is.column + if is.line == 1 { spaces } else { 0 };
        let expected = TextPosition { line: is.line + lines, column };
        // Another encoding shows in the first bytes only.
        let begins_wrong = text.starts_with(['\u{feff}', '\0']);
        if !begins_wrong && !matches!(reason, UneditableReason::OtherEncoding { .. }) {
            prop_assert_eq!(place(&moved), Some((expected, reason)));
        }
    }

    #[test]
    fn invalid_utf8_names_the_place(
        text in json(), at in any::<Index>(), bytes in vec(128..=255_u8, 1..4),
    ) {
        let at = text.floor_char_boundary(at.index(text.len() + 1));
        let torn = [&text.as_bytes()[..at], &bytes, &text.as_bytes()[at..]].concat();
        let Err(error) = std::str::from_utf8(&torn) else { return Ok(()) };
        let Document::TextOnly(text_only) = Document::read(torn.clone()) else {
            return Err(TestCaseError::fail("what is no text cannot be edited"));
        };
        let before = std::str::from_utf8(&torn[..error.valid_up_to()]).expect("valid up to there");
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let line = before.matches('\n').count() + 1;
        if text_only.reason == UneditableReason::NotUtf8 {
            prop_assert_eq!(text_only.position, TextPosition { line, column });
        }
        prop_assert_eq!(text_only.text, String::from_utf8_lossy(&torn));
    }

    #[test]
    fn accepts_what_serde_json_accepts(text in near_json()) {
        let peer = serde_json::from_str::<IgnoredAny>(&text);
        match EditableDocument::parse(&text).map_err(|text_only| text_only.reason) {
            Ok(_) => prop_assert!(peer.is_ok(), "{:?}", peer),
            Err(UneditableReason::Syntax { why }) => prop_assert!(peer.is_err(), "{}", why),
            Err(UneditableReason::OtherEncoding { .. }) => prop_assert!(peer.is_err()),
            Err(UneditableReason::Duplicate { .. } | UneditableReason::LoneSurrogate) => {}
            Err(reason) => prop_assert!(false, "{:?}", reason),
        }
    }

    #[test]
    fn learned_fields_leave_no_unknown_sample_fields(values in vec(json(), 1..4)) {
        let samples: Vec<_> = values.iter().map(|value| parse(&format!("{{\"x\":{value}}}"))).collect();
        let found = Catalog::bundled().infer_fields(Kind::Campaign, &samples);
        let local = |found: InferredField| found.into_custom_field(String::new());
        let fields: Vec<_> = found.into_iter().map(local).collect();
        let catalog = Catalog::bundled().with_custom_fields(Kind::Campaign, &fields);
        prop_assert_eq!(catalog.infer_fields(Kind::Campaign, &samples), vec![]);
    }

    #[test]
    fn refuses_only_what_serde_json_refuses(text in json()) {
        prop_assert!(EditableDocument::parse(&text).is_ok());
    }

    #[test]
    fn values_equal_those_of_serde_json(text in json()) {
        // A float of the peer's can overflow where ours is kept as spelled.
        if let Ok(peer) = serde_json::from_str::<Value>(&text) {
            prop_assert!(agree(&parse(&text).root(), &peer));
        }
    }
}

/// Where a value is after an edit; none where the edit was about it or what it is in.
fn after(path: Path, edit: &Edit) -> Option<Path> {
    let changed = match edit {
        // An item that is moved stays as it is.
        Edit::Move { path, .. } => path.parent()?,
        edit => edit.path().clone(),
    };
    if changed.starts_with(&path) || path.starts_with(&changed) && is_put(edit) {
        return None;
    }
    let text = String::new();
    // An edit that is no typing leaves no mark but the one that is followed.
    let mark = Edit::Type { path, text };
    let edit = match edit {
        Edit::Type { path, text } => &Edit::Set {
            path: path.clone(),
            json: adwright_model::to_json_string(text),
        },
        edit => edit,
    };
    unparsed_inputs([&mark, edit]).into_keys().next()
}

/// Whether an edit puts something in the place of a value.
const fn is_put(edit: &Edit) -> bool {
    matches!(
        edit,
        Edit::Set { .. } | Edit::PutBefore { .. } | Edit::Type { .. }
    )
}

/// Makes the edits of the seeds that are possible. Returns the document after them, and the edits.
fn edited(base: &EditableDocument, seeds: Vec<EditSeed>) -> (EditableDocument, Vec<Edit>) {
    let (mut document, mut edits) = (base.clone(), Vec::new());
    for seed in seeds {
        let edit = seed.edit(&document);
        if let Ok(edited) = document.apply(&edit) {
            document = edited;
            edits.push(edit);
        }
    }
    (document, edits)
}

fn parse(text: &str) -> EditableDocument {
    EditableDocument::parse(text).expect("the generator makes well-formed texts")
}

/// Whether an edit asks for a place where there can be nothing.
fn is_nowhere(document: &EditableDocument, edit: &Edit) -> bool {
    let shape = |path: &Path| document.get(path).map(|node| node.json_type());
    match edit {
        Edit::Set { path, .. } | Edit::PutBefore { path, .. } | Edit::Type { path, .. } => {
            let holder = path.parent().and_then(|holder| shape(&holder));
            shape(path).is_none() && !matches!(holder, Some(JsonType::Object | JsonType::Null))
        }
        Edit::Remove { path } => path.is_root() || shape(path).is_none(),
        Edit::Insert { path, .. } => shape(path) != Some(JsonType::Array),
        Edit::Move { path, to } => {
            let list = path.parent().and_then(|list| document.get(&list));
            !list.is_some_and(|list| list.json_type() == JsonType::Array && *to < list.len())
        }
    }
}

/// Holds an edit against what was asked for, without knowing how it is made.
fn only_the_edit(
    before: &EditableDocument,
    edit: &Edit,
    after: &EditableDocument,
) -> TestCaseResult {
    if let Edit::Move { path, to } = edit {
        return only_the_order(before, path, *to, after);
    }
    let (holder, asked) = match edit {
        Edit::Set { path, .. } | Edit::PutBefore { path, .. } | Edit::Type { path, .. }
            if before.get(path).is_some() =>
        {
            (path.clone(), None)
        }
        Edit::Set { path, .. }
        | Edit::PutBefore { path, .. }
        | Edit::Type { path, .. }
        | Edit::Remove { path } => (
            path.parent().expect("the root is always there"),
            path.last().cloned(),
        ),
        Edit::Insert { path, at, .. } => (path.clone(), Some(PathStep::Item(*at))),
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
        Edit::Set { .. } | Edit::PutBefore { .. } | Edit::Type { .. } | Edit::Insert { .. } => {
            let (_, new) = is.remove(position(&is, &asked));
            as_asked(edit, new)?;
            prop_assert_eq!(was, is);
        }
        Edit::Move { .. } => unreachable!("looked at above"),
    }
    Ok(())
}

/// Items keep their bytes, and so does everything between them and around the list.
fn only_the_order(
    before: &EditableDocument,
    path: &Path,
    to: usize,
    after: &EditableDocument,
) -> TestCaseResult {
    let list = path.parent().expect("an item is in a list");
    let Some(PathStep::Item(from)) = path.last() else {
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

fn raw_items<'a>(document: &'a EditableDocument, list: &Path) -> Vec<&'a str> {
    let list = document.get(list).expect("the list stays");
    list.items().map(|item| item.raw()).collect()
}

/// The text around the items of a list.
fn between<'a>(document: &'a EditableDocument, list: &Path) -> Vec<&'a str> {
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
    if let Edit::Set { json, .. } | Edit::PutBefore { json, .. } | Edit::Insert { json, .. } = edit
    {
        prop_assert_eq!(json.trim_ascii(), raw);
    }
    if let Edit::Type { text, .. } = edit {
        prop_assert_eq!(adwright_model::to_json_string(text), raw);
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

fn position(parts: &[(Option<String>, &str)], step: &PathStep) -> usize {
    match step {
        PathStep::Item(at) => *at,
        PathStep::Member(name) => {
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
            None => node.json_type() == JsonType::Number,
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
