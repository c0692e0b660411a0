//! Typed texts in a document that are not values yet, and their places.

use std::collections::BTreeMap;

use crate::edit::Edit;
use crate::path::{Path, PathStep};

/// The texts as typed, by path.
pub type UnparsedInputs = BTreeMap<Path, String>;

/// Returns the typed texts that remain after some edits, each with its current path.
#[must_use]
pub fn unparsed_inputs<'a>(edits: impl IntoIterator<Item = &'a Edit>) -> UnparsedInputs {
    edits
        .into_iter()
        .fold(UnparsedInputs::new(), unparsed_inputs_after)
}

/// Returns the typed texts that remain after one more edit.
#[must_use]
pub fn unparsed_inputs_after(texts: UnparsedInputs, edit: &Edit) -> UnparsedInputs {
    let mut texts: UnparsedInputs = texts
        .into_iter()
        .filter_map(|(path, text)| Some((path_after_edit(path, edit)?, text)))
        .collect();
    if let Edit::Type { path, text } = edit {
        texts.insert(path.clone(), text.clone());
    }
    texts
}

/// Returns the path after an edit; `None` if the edit replaced or removed the value.
fn path_after_edit(path: Path, edit: &Edit) -> Option<Path> {
    let is_gone = match edit {
        Edit::Set { path: target, .. }
        | Edit::PutBefore { path: target, .. }
        | Edit::Type { path: target, .. }
        | Edit::Remove { path: target } => path.starts_with(target),
        Edit::Insert { .. } | Edit::Move { .. } => false,
    };
    let list_and_index = |path: &Path| match path.last() {
        Some(&PathStep::Item(at)) => path.parent().map(|list| (list, at)),
        _ => None,
    };
    (!is_gone).then(|| match edit {
        Edit::Set { .. } | Edit::PutBefore { .. } | Edit::Type { .. } => path,
        Edit::Remove { path: target } => match list_and_index(target) {
            Some((list, removed)) => {
                with_item_index(path, &list, |at| at - usize::from(at > removed))
            }
            None => path,
        },
        Edit::Insert {
            path: list,
            at: new,
            ..
        } => with_item_index(path, list, |at| at + usize::from(at >= *new)),
        Edit::Move { path: from, to } => match list_and_index(from) {
            Some((list, from)) => {
                with_item_index(path, &list, |at| index_after_move(at, from, *to))
            }
            None => path,
        },
    })
}

const fn index_after_move(at: usize, from: usize, to: usize) -> usize {
    if at == from {
        to
    } else if from < at && at <= to {
        at - 1
    } else if to <= at && at < from {
        at + 1
    } else {
        at
    }
}

/// Returns the path with a new index for the item of this list that it goes through, if any.
fn with_item_index(path: Path, list: &Path, new_index: impl Fn(usize) -> usize) -> Path {
    if !path.starts_with(list) {
        return path;
    }
    let depth = list.steps().len();
    let steps = path
        .steps()
        .iter()
        .enumerate()
        .map(|(at, step)| match step {
            PathStep::Item(item) if at == depth => PathStep::Item(new_index(*item)),
            step => step.clone(),
        });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        text.parse().unwrap()
    }

    fn typed(at: &str) -> Edit {
        Edit::Type {
            path: path(at),
            text: "{".to_owned(),
        }
    }

    /// Checks where a text typed at `a[2].b` is after an edit that moves other values.
    fn check(edit: &Edit, expected: Option<&str>) {
        let texts = unparsed_inputs([&typed("a[2].b"), edit]);
        let places: Vec<String> = texts.keys().map(Path::to_string).collect();
        assert_eq!(
            places,
            Vec::from_iter(expected.map(str::to_owned)),
            "{edit:?}"
        );
        // Applying the edit to a document moves the value to the same place.
        let document =
            crate::EditableDocument::parse(r#"{"a":[{},{},{"b":"{"},{}],"c":1}"#).unwrap();
        let after = document.apply(edit).unwrap();
        let there = expected.and_then(|at| after.get(&path(at)));
        assert_eq!(
            there.map(|node| node.raw().to_owned()),
            expected.map(|_| r#""{""#.to_owned())
        );
    }

    #[test]
    fn typed_text_moves_with_its_item() {
        let gone = |at: &str| Edit::Remove { path: path(at) };
        check(&gone("a[0]"), Some("a[1].b"));
        check(&gone("a[3]"), Some("a[2].b"));
        check(&gone("c"), Some("a[2].b"));
        let new = |at| Edit::Insert {
            path: path("a"),
            at,
            json: "1".to_owned(),
        };
        check(&new(2), Some("a[3].b"));
        check(&new(3), Some("a[2].b"));
        let moved = |from: &str, to| Edit::Move {
            path: path(from),
            to,
        };
        check(&moved("a[2]", 0), Some("a[0].b"));
        check(&moved("a[0]", 3), Some("a[1].b"));
        check(&moved("a[3]", 1), Some("a[3].b"));
        check(&moved("a[0]", 1), Some("a[2].b"));
    }

    #[test]
    fn partial_text_is_discarded_with_its_replacement() {
        let set = |at: &str| Edit::Set {
            path: path(at),
            json: "7".to_owned(),
        };
        for edit in [
            set("a[2].b"),
            set("a[2]"),
            set("a"),
            Edit::Remove { path: path("a[2]") },
        ] {
            assert!(
                unparsed_inputs([&typed("a[2].b"), &edit]).is_empty(),
                "{edit:?}"
            );
        }
        assert_eq!(unparsed_inputs([&typed("b"), &typed("b")]).len(), 1);
    }
}
