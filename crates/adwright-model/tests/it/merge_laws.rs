//! The laws of `merge3`, as properties of any three documents.

use adwright_model::{
    Edit, EditableDocument, JsonType, MergeConflict, MergeIdentity, MergeResult, MergeSide,
    NoMergeIdentity, Node, Path, PathStep, ValueChange, diff, merge3,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::arbitrary::{EditSeed, edit_seed, json, law_config, object, paths, respelled};

/// A document and what two people made of it.
fn three() -> impl Strategy<Value = [EditableDocument; 3]> {
    let edits = || vec(edit_seed(), 0..5);
    (prop_oneof![json(), object(json())], edits(), edits()).prop_map(|(text, mine, theirs)| {
        let base = EditableDocument::parse(&text).unwrap();
        let edited = |seeds: Vec<EditSeed>| {
            let edit = |document: EditableDocument, seed: &EditSeed| {
                let edited = document.apply(&seed.edit(&document));
                edited.unwrap_or(document)
            };
            seeds.iter().fold(base.clone(), edit)
        };
        [base.clone(), edited(mine), edited(theirs)]
    })
}

proptest! {
    #![proptest_config(law_config())]

    #[test]
    fn an_untouched_side_never_clashes([base, mine, theirs] in three()) {
        for (mine, theirs, expected) in [(&mine, &base, &mine), (&base, &theirs, &theirs)] {
            let MergeResult { document, conflicts } = merged(&base, mine, theirs);
            prop_assert_eq!(conflicts, vec![]);
            prop_assert_eq!(document.text(), expected.text());
        }
        let respelled = respelled(&base);
        for (mine, theirs, expected) in [(&mine, &respelled, &mine), (&respelled, &theirs, &theirs)] {
            let MergeResult { document, conflicts } = merged(&base, mine, theirs);
            prop_assert_eq!(conflicts, vec![]);
            prop_assert!(document.root().same_value(&expected.root()));
        }
    }

    #[test]
    fn equal_changes_do_not_clash([base, mine, _] in three()) {
        let same = merged(&base, &mine, &mine);
        prop_assert_eq!((same.document.text(), same.conflicts), (mine.text(), vec![]));
        let theirs = respelled(&mine);
        let MergeResult { document, conflicts } = merged(&base, &mine, &theirs);
        prop_assert_eq!(conflicts, vec![]);
        prop_assert!(document.root().same_value(&mine.root()));
    }

    #[test]
    fn edits_of_different_places_commute(
        text in object(json()),
        mine in vec(edit_seed(), 1..6),
        theirs in vec(edit_seed(), 1..6),
    ) {
        let base = EditableDocument::parse(&text).unwrap();
        let (mine, mines) = edited(&base, &mine, &[]);
        let (theirs, theirss) = edited(&base, &theirs, &places(&mines));
        let [ours, others] = [merged(&base, &mine, &theirs), merged(&base, &theirs, &mine)];
        prop_assert_eq!((&ours.conflicts, &others.conflicts), (&vec![], &vec![]));
        let after = |first: &EditableDocument, second: &[Made]| {
            second.iter().try_fold(first.clone(), |document, made| document.apply(&made.edit)).unwrap()
        };
        for expected in [after(&mine, &theirss), after(&theirs, &mines), others.document] {
            prop_assert!(ours.document.root().same_value(&expected.root()), "{:?} is not {expected:?}", ours.document);
        }
    }

    #[test]
    fn no_edit_is_dropped([base, mine, theirs] in three()) {
        let merged = merged(&base, &mine, &theirs);
        for side in [&mine, &theirs] {
            for change in diff(&base, side) {
                is_kept(&change.path, side.get(&change.path).as_ref(), &merged)?;
            }
        }
        let all_mine = merge3(&base, &mine, &theirs, &NoMergeIdentity, |_| MergeSide::Mine).unwrap();
        let no_conflict = MergeResult { conflicts: vec![], ..all_mine };
        for ValueChange { path, .. } in diff(&base, &mine) {
            is_kept(&path, mine.get(&path).as_ref(), &no_conflict)?;
        }
    }

    #[test]
    fn choice_applies_only_at_its_place([base, mine, theirs] in three()) {
        let MergeResult { document, conflicts } = merged(&base, &mine, &theirs);
        for (at, clash) in conflicts.iter().enumerate() {
            let mut seen = 0;
            let choose = |_: &MergeConflict| {
                seen += 1;
                if seen == at + 1 { MergeSide::Mine } else { MergeSide::Theirs }
            };
            let chosen = merge3(&base, &mine, &theirs, &NoMergeIdentity, choose).unwrap();
            prop_assert_eq!(&chosen.conflicts, &conflicts);
            let raw = |document: &EditableDocument| document.get(&clash.path).map(|node| node.raw().to_owned());
            prop_assert_eq!(&raw(&document), &clash.theirs);
            prop_assert_eq!(&raw(&chosen.document), &clash.mine);
            for ValueChange { path, .. } in diff(&document, &chosen.document) {
                prop_assert!(path.starts_with(&clash.path), "{path} changed, not just {}", clash.path);
            }
        }
    }

    #[test]
    fn unchanged_parts_keep_their_bytes([base, mine, theirs] in three()) {
        let MergeResult { document, .. } = merged(&base, &mine, &theirs);
        let changed: Vec<_> = diff(&base, &mine).into_iter().map(|change| change.path).collect();
        for path in paths(&theirs) {
            if changed.iter().any(|changed| touch(changed, &path)) || is_one_value_of(&changed, &path) {
                continue;
            }
            let raw = |document: &EditableDocument| document.get(&path).map(|node| node.raw().to_owned());
            if base.get(&path).is_some_and(|was| Some(was.raw()) != raw(&mine).as_deref()) {
                // Only the spelling differs, so either spelling may stay.
                continue;
            }
            prop_assert_eq!(raw(&document), raw(&theirs), "at {}", path);
        }
    }

    #[test]
    fn any_three_documents_can_be_merged(base in json(), mine in json(), theirs in json()) {
        let [base, mine, theirs] = [base, mine, theirs].map(|text| EditableDocument::parse(&text).unwrap());
        let merged = merged(&base, &mine, &theirs);
        for side in [&mine, &theirs] {
            for change in diff(&base, side) {
                is_kept(&change.path, side.get(&change.path).as_ref(), &merged)?;
            }
        }
    }
}

fn merged(
    base: &EditableDocument,
    mine: &EditableDocument,
    theirs: &EditableDocument,
) -> MergeResult {
    merge3(base, mine, theirs, &NoMergeIdentity, |_| MergeSide::Theirs).unwrap()
}

/// An edit that was made, and the place that it touched.
struct Made {
    edit: Edit,
    place: Path,
}

fn places(made: &[Made]) -> Vec<Path> {
    made.iter().map(|made| made.place.clone()).collect()
}

/// Makes the edits that stay away from those places and from each other.
fn edited(
    base: &EditableDocument,
    seeds: &[EditSeed],
    elsewhere: &[Path],
) -> (EditableDocument, Vec<Made>) {
    let mut document = base.clone();
    let mut made: Vec<Made> = Vec::new();
    for seed in seeds {
        let edit = seed.edit(&document);
        let place = place(&document, &edit);
        let own = made.iter().map(|made| &made.place);
        if own.chain(elsewhere).any(|taken| touch(taken, &place)) {
            continue;
        }
        if let Ok(edited) = document.apply(&edit) {
            document = edited;
            made.push(Made { edit, place });
        }
    }
    (document, made)
}

/// What an edit touches: a list as a whole, and what was `null` before it was given a member.
fn place(document: &EditableDocument, edit: &Edit) -> Path {
    let place = edit.indexed_list().unwrap_or_else(|| edit.path().clone());
    let null = |path: &Path| document.get(path).is_some_and(|node| node.is_null());
    place.parent().filter(null).unwrap_or(place)
}

fn touch(a: &Path, b: &Path) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

/// Whether the path leads into a list in which something changed, so that it merges as one value.
fn is_one_value_of(changed: &[Path], path: &Path) -> bool {
    let lists = |path: &Path| {
        let steps = path.steps().iter().enumerate();
        let items = steps.filter(|(_, step)| matches!(step, PathStep::Item(_)));
        let ends: Vec<Path> = items
            .map(|(at, _)| path.steps()[..at].iter().cloned().collect())
            .collect();
        ends
    };
    let inside = lists(path);
    changed
        .iter()
        .flat_map(lists)
        .any(|list| inside.contains(&list) || list.starts_with(path))
}

/// Whether a value of one side is in the merged document, or part of a clash.
fn is_kept(path: &Path, value: Option<&Node<'_>>, merged: &MergeResult) -> TestCaseResult {
    if merged
        .conflicts
        .iter()
        .any(|clash| path.starts_with(&clash.path))
    {
        return Ok(());
    }
    let held = merged.document.get(path);
    match (value, held) {
        // What both made of nothing is merged member by member, and within it there may be conflicts.
        (Some(value), Some(held))
            if [value, &held].map(Node::json_type) == [JsonType::Object; 2] =>
        {
            for (name, member) in value.members() {
                is_kept(&path.child(name), Some(&member), merged)?;
            }
        }
        (Some(value), Some(held)) => {
            prop_assert!(value.same_value(&held), "{path} is {held:?}, not {value:?}");
        }
        (None, None) => {}
        (value, held) => prop_assert!(false, "{path} is {held:?}, not {value:?}"),
    }
    Ok(())
}

mod keyed {
    use std::collections::BTreeMap;

    use super::*;

    /// Items are told apart by `id`.
    struct ById;

    impl MergeIdentity for ById {
        fn item_key(&self, _list: &Path) -> Option<&str> {
            Some("id")
        }
    }

    /// Each item: its id and its two values.
    type Items = Vec<(u8, [u8; 2])>;

    #[derive(Debug, Clone)]
    enum Step {
        Change(prop::sample::Index, usize, u8),
        Remove(prop::sample::Index),
        Add(prop::sample::Index, u8),
        Move(prop::sample::Index, prop::sample::Index),
    }

    fn steps(with_moves: bool) -> impl Strategy<Value = Vec<Step>> {
        let at = any::<prop::sample::Index>;
        let step = prop_oneof![
            3 => (at(), 0..2_usize, 0..4_u8).prop_map(|(at, which, value)| Step::Change(at, which, value)),
            2 => at().prop_map(Step::Remove),
            2 => (at(), 10..16_u8).prop_map(|(at, id)| Step::Add(at, id)),
            u32::from(with_moves) => (at(), at()).prop_map(|(from, to)| Step::Move(from, to)),
        ];
        vec(step, 0..5)
    }

    fn follow(mut items: Items, steps: &[Step]) -> Items {
        for step in steps {
            match step {
                Step::Add(at, id) if items.iter().all(|(taken, _)| taken != id) => {
                    items.insert(at.index(items.len() + 1), (*id, [0, 0]));
                }
                Step::Add(..) => {}
                _ if items.is_empty() => {}
                Step::Change(at, which, value) => {
                    let at = at.index(items.len());
                    items[at].1[*which] = *value;
                }
                Step::Remove(at) => drop(items.remove(at.index(items.len()))),
                Step::Move(from, to) => {
                    let item = items.remove(from.index(items.len()));
                    items.insert(to.index(items.len() + 1), item);
                }
            }
        }
        items
    }

    fn document(items: &Items) -> EditableDocument {
        let item = |(id, [v, w]): &(u8, [u8; 2])| format!(r#"{{"id":{id}, "v":{v},"w": {w}}}"#);
        let items: Vec<_> = items.iter().map(item).collect();
        EditableDocument::parse(&format!(r#"{{"list": [ {} ]}}"#, items.join(" ,\n"))).unwrap()
    }

    fn items(document: &EditableDocument) -> Items {
        let list = document.get(&"list".parse().unwrap()).unwrap();
        let number = |item: &Node<'_>, name: &str| {
            u8::try_from(item.member(name).unwrap().as_i64().unwrap()).unwrap()
        };
        list.items()
            .map(|item| {
                (
                    number(&item, "id"),
                    [number(&item, "v"), number(&item, "w")],
                )
            })
            .collect()
    }

    /// What becomes of one value, and whether it conflicts; `theirs` counts then.
    fn one<T: PartialEq + Copy>(
        base: Option<T>,
        mine: Option<T>,
        theirs: Option<T>,
    ) -> (Option<T>, bool) {
        if mine == theirs || base == mine {
            (theirs, false)
        } else if base == theirs {
            (mine, false)
        } else {
            (theirs, true)
        }
    }

    /// The same, worked out item by item, and value by value where both sides have the item.
    fn expected(base: &Items, mine: &Items, theirs: &Items) -> (BTreeMap<u8, [u8; 2]>, usize) {
        let [b, m, t] =
            [base, mine, theirs].map(|items| items.iter().copied().collect::<BTreeMap<_, _>>());
        let mut ids: Vec<_> = b.keys().chain(m.keys()).chain(t.keys()).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let (mut all, mut conflicts) = (BTreeMap::new(), 0);
        for id in ids {
            let [b, m, t] = [&b, &m, &t].map(|items| items.get(&id).copied());
            if let (Some(m), Some(t)) = (m, t) {
                let value = |at: usize| one(b.map(|b| b[at]), Some(m[at]), Some(t[at]));
                let both = [value(0), value(1)];
                conflicts += both.iter().filter(|(_, clash)| *clash).count();
                all.insert(id, both.map(|(value, _)| value.unwrap()));
            } else {
                let (item, clash) = one(b, m, t);
                conflicts += usize::from(clash);
                all.extend(item.map(|item| (id, item)));
            }
        }
        (all, conflicts)
    }

    fn ids_in(items: &Items, among: &Items) -> Vec<u8> {
        let is_among = |id: &u8| among.iter().any(|(other, _)| other == id);
        items.iter().map(|(id, _)| *id).filter(is_among).collect()
    }

    fn base() -> Items {
        (0..5).map(|id| (id, [0, 0])).collect()
    }

    proptest! {
        #![proptest_config(law_config())]

        #[test]
        fn items_merge_by_key(mine in steps(true), theirs in steps(false), swap in any::<bool>()) {
            let base = base();
            let (mut mine, mut theirs) = (follow(base.clone(), &mine), follow(base.clone(), &theirs));
            let moved = mine.clone();
            if swap {
                std::mem::swap(&mut mine, &mut theirs);
            }
            let [b, m, t] = [&base, &mine, &theirs].map(document);
            let MergeResult { document: merged, conflicts } = merge3(&b, &m, &t, &ById, |_| MergeSide::Theirs).unwrap();
            let (all, clashing) = expected(&base, &mine, &theirs);
            prop_assert_eq!(conflicts.len(), clashing, "{:?}", conflicts);
            let merged = items(&merged);
            prop_assert_eq!(merged.len(), all.len());
            prop_assert_eq!(merged.iter().copied().collect::<BTreeMap<_, _>>(), all);
            // The side that moved items tells their order.
            let of_base = |items: &Items, among: &Items| -> Vec<u8> {
                let ids = ids_in(items, among).into_iter();
                ids.filter(|id| base.iter().any(|(was, _)| was == id)).collect()
            };
            prop_assert_eq!(of_base(&merged, &moved), of_base(&moved, &merged));
        }

        #[test]
        fn no_item_is_lost_when_both_moved(mine in steps(true), theirs in steps(true)) {
            let base = base();
            let (mine, theirs) = (follow(base.clone(), &mine), follow(base.clone(), &theirs));
            let [b, m, t] = [&base, &mine, &theirs].map(document);
            let MergeResult { document: merged, conflicts } = merge3(&b, &m, &t, &ById, |_| MergeSide::Theirs).unwrap();
            if conflicts.iter().any(|clash| clash.path.to_string() == "list") {
                prop_assert_eq!(conflicts.len(), 1);
                prop_assert_eq!(merged.text(), t.text());
                return Ok(());
            }
            let (all, clashing) = expected(&base, &mine, &theirs);
            prop_assert_eq!(conflicts.len(), clashing);
            prop_assert_eq!(items(&merged).into_iter().collect::<BTreeMap<_, _>>(), all);
        }

        #[test]
        fn choice_applies_where_the_clash_is(mine in steps(true), theirs in steps(true)) {
            let base = base();
            let [b, m, t] = [base.clone(), follow(base.clone(), &mine), follow(base, &theirs)].map(|items| document(&items));
            let MergeResult { document: all_mine, conflicts } = merge3(&b, &m, &t, &ById, |_| MergeSide::Mine).unwrap();
            for clash in conflicts.iter().filter(|clash| clash.mine.is_some()) {
                let held = all_mine.get(&clash.path).map(|node| node.raw());
                prop_assert_eq!(held, clash.mine.as_deref(), "{:?}", clash);
            }
            // My changes survive every move.
            let (kept, wanted) = (items(&all_mine), items(&m));
            for (id, values) in wanted {
                let is = kept.iter().find(|(kept, _)| *kept == id);
                let was = items(&b).into_iter().find(|(was, _)| *was == id).map(|(_, was)| was);
                let changed = |at: usize| was.is_none_or(|was| was[at] != values[at]);
                let Some((_, is)) = is else {
                    prop_assert_eq!(was, Some(values), "an item that was changed or added is gone");
                    continue;
                };
                for at in 0..2 {
                    prop_assert!(!changed(at) || is[at] == values[at]);
                }
            }
        }
    }
}
