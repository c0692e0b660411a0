//! Any document and what two sides made of it: no untouched side conflicts, and nothing is lost.
#![no_main]

use adwright_fuzz::{Json, Seed, follow};
use adwright_model::{MergeConflict, EditableDocument, MergeIdentity, MergeResult, Path, MergeSide, PathStep, merge3};
use libfuzzer_sys::fuzz_target;

/// Every list is told apart by `id`, and `name` is also spelled `label`.
struct Sample;

impl MergeIdentity for Sample {
    fn key(&self, _: &Path) -> Option<&str> {
        Some("id")
    }

    fn twin(&self, member: &Path) -> Option<&str> {
        match member.last() {
            Some(PathStep::Member(name)) if name == "name" => Some("label"),
            Some(PathStep::Member(name)) if name == "label" => Some("name"),
            _ => None,
        }
    }
}

fuzz_target!(|input: (Json, Vec<Seed>, Vec<Seed>, Option<Json>)| {
    let (json, mine, theirs, other) = input;
    let base = EditableDocument::parse(&json.text()).expect("the text is well-formed");
    let mine = follow(&base, &mine);
    // Now and then the third version has nothing to do with the first.
    let theirs = match other {
        Some(other) => EditableDocument::parse(&other.text()).expect("the text is well-formed"),
        None => follow(&base, &theirs),
    };
    untouched(&base, &mine);
    let [all_theirs, all_mine] =
        [MergeSide::Theirs, MergeSide::Mine].map(|side| merge(&base, &mine, &theirs, side));
    for conflict in &all_theirs.conflicts {
        real(conflict);
        assert_eq!(
            held(&all_theirs, conflict),
            conflict.theirs.as_deref(),
            "{conflict:?}"
        );
    }
    for conflict in &all_mine.conflicts {
        real(conflict);
    }
    // Merged once more with either side, nothing that was settled conflicts again.
    let again = merge(&mine, &all_mine.document, &mine, MergeSide::Theirs);
    assert_eq!(
        (again.document.text(), again.conflicts),
        (all_mine.document.text(), vec![])
    );
    if all_theirs.conflicts.is_empty() {
        assert_eq!(all_theirs, all_mine);
        let swapped = merge(&base, &theirs, &mine, MergeSide::Theirs);
        assert_eq!(swapped.conflicts, vec![]);
    }
});

fn merge(base: &EditableDocument, mine: &EditableDocument, theirs: &EditableDocument, side: MergeSide) -> MergeResult {
    merge3(base, mine, theirs, &Sample, |_| side).expect("the fuzzer's documents are small")
}

fn untouched(base: &EditableDocument, side: &EditableDocument) {
    for (mine, theirs) in [(side, base), (base, side), (side, side)] {
        let merged = merge(base, mine, theirs, MergeSide::Theirs);
        assert_eq!(
            (merged.document.text(), merged.conflicts),
            (side.text(), vec![])
        );
    }
}

fn held<'a>(merged: &'a MergeResult, conflict: &'a MergeConflict) -> Option<&'a str> {
    // An item that is not there leaves its place to the next one.
    conflict.theirs.as_ref()?;
    merged.document.get(&conflict.path).map(|node| node.raw())
}

/// A conflict has two sides that differ, and both differ from the base.
fn real(conflict: &MergeConflict) {
    let read = |raw: &Option<String>| {
        raw.as_deref()
            .map(|raw| EditableDocument::parse(raw).expect("a value of a document"))
    };
    let [base, mine, theirs] = [&conflict.base, &conflict.mine, &conflict.theirs].map(read);
    let same = |a: &Option<EditableDocument>, b: &Option<EditableDocument>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.root().same_value(&b.root()),
        _ => false,
    };
    assert!(
        !same(&mine, &theirs) && !same(&base, &mine) && !same(&base, &theirs),
        "{conflict:?}"
    );
}
