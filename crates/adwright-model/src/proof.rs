use std::collections::BTreeMap;

use crate::document::EditableDocument;
use crate::edit::Edit;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// The effect of sending a document, counted in leaves.
///
/// A leaf is a value without parts: a text, a number, `true`, `false`, `null`, or an empty object or list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditProof {
    /// Leaves that are new, or that an edit changed or removed.
    pub changed: usize,
    /// Leaves that go back with exactly the bytes of the base.
    pub carried: usize,
    /// Leaves of the base that changed or vanished without an edit. Must be 0.
    pub dropped: usize,
}

/// Counts every leaf of the base and of the document to send.
///
/// `base` is what the service has (`None` for a create). `edits` are the person's edits.
#[must_use]
pub fn prove_edits(
    base: Option<&EditableDocument>,
    after: &EditableDocument,
    edits: &[Edit],
) -> EditProof {
    let before = base.map(leaves).unwrap_or_default();
    let after = leaves(after);
    let edited: Vec<_> = edits.iter().map(edited_path).collect();
    let mut proof = EditProof {
        changed: 0,
        carried: 0,
        dropped: 0,
    };
    for (path, raw) in &before {
        if after.get(path) == Some(raw) {
            proof.carried += 1;
        } else if edited
            .iter()
            .any(|edited| path.starts_with(edited) || edited.starts_with(path))
        {
            proof.changed += 1;
        } else {
            proof.dropped += 1;
        }
    }
    proof.changed += after
        .keys()
        .filter(|path| !before.contains_key(path))
        .count();
    proof
}

/// Returns the path that an edit may change. A removed or moved item moves others too, so it counts as an edit of
/// the whole list.
fn edited_path(edit: &Edit) -> Path {
    match (edit, edit.path().last()) {
        (Edit::Remove { path } | Edit::Move { path, .. }, Some(PathStep::Item(_))) => {
            path.parent().unwrap_or_default()
        }
        _ => edit.path().clone(),
    }
}

fn leaves(document: &EditableDocument) -> BTreeMap<Path, &str> {
    let mut leaves = BTreeMap::new();
    collect_leaves(Path::root(), &document.root(), &mut leaves);
    leaves
}

fn collect_leaves<'a>(path: Path, node: &Node<'a>, leaves: &mut BTreeMap<Path, &'a str>) {
    if node.is_empty() {
        leaves.insert(path, node.raw());
        return;
    }
    for (name, member) in node.members() {
        collect_leaves(path.child(name), &member, leaves);
    }
    for (at, item) in node.items().enumerate() {
        collect_leaves(path.item(at), &item, leaves);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn set(path: &str, json: &str) -> Edit {
        Edit::Set {
            path: path.parse().unwrap(),
            json: json.to_owned(),
        }
    }

    fn check(base: Option<&str>, edits: &[Edit], after: &str, expected: &Expect) {
        let base = base.map(|base| EditableDocument::parse(base).unwrap());
        let EditProof {
            changed,
            carried,
            dropped,
        } = prove_edits(
            base.as_ref(),
            &EditableDocument::parse(after).unwrap(),
            edits,
        );
        expected.assert_eq(&format!(
            "changed {changed}, carried {carried}, dropped {dropped}"
        ));
    }

    #[test]
    fn untouched_values_count_as_carried() {
        let base = r#"{"a":1,"b":{"c":2,"d":[],"e":[3,4]}}"#;
        let after = r#"{"a":9,"b":{"c":2,"d":[],"e":[3,4]}}"#;
        check(
            Some(base),
            &[set("a", "9")],
            after,
            &expect!["changed 1, carried 4, dropped 0"],
        );
        check(
            Some(base),
            &[],
            base,
            &expect!["changed 0, carried 5, dropped 0"],
        );
    }

    #[test]
    fn a_new_document_is_all_new() {
        check(
            None,
            &[],
            r#"{"a":1,"b":{"c":null}}"#,
            &expect!["changed 2, carried 0, dropped 0"],
        );
    }

    #[test]
    fn removal_counts_only_if_requested() {
        let base = r#"{"a":1,"b":[{"c":2},{"c":3}]}"#;
        let remove = |path: &str| Edit::Remove {
            path: path.parse().unwrap(),
        };
        check(
            Some(base),
            &[remove("a")],
            r#"{"b":[{"c":2},{"c":3}]}"#,
            &expect!["changed 1, carried 2, dropped 0"],
        );
        check(
            Some(base),
            &[],
            r#"{"b":[{"c":2},{"c":3}]}"#,
            &expect!["changed 0, carried 2, dropped 1"],
        );
        check(
            Some(base),
            &[remove("b[0]")],
            r#"{"a":1,"b":[{"c":3}]}"#,
            &expect!["changed 2, carried 1, dropped 0"],
        );
    }

    #[test]
    fn respelled_number_is_a_loss() {
        check(
            Some(r#"{"a":1.50,"b":2}"#),
            &[set("b", "3")],
            r#"{"a":1.5,"b":3}"#,
            &expect!["changed 1, carried 0, dropped 1"],
        );
    }

    #[test]
    fn null_turned_into_object_counts_as_requested() {
        check(
            Some(r#"{"a":null}"#),
            &[set("a.b", "3")],
            r#"{"a":{"b":3}}"#,
            &expect!["changed 2, carried 0, dropped 0"],
        );
    }
}
