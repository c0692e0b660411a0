use adwright_model::Id;
use adwright_store::{CachedColumns, FetchState, FetchedObject, Fullness, RowCells};
use expect_test::expect;

use crate::home::{Home, KIND, check};

pub(crate) fn entry(
    id: i64,
    text: &str,
    fullness: Fullness,
    updated_on: Option<i64>,
) -> FetchedObject {
    FetchedObject {
        id: Id(id),
        text: text.to_owned(),
        fullness,
        columns: CachedColumns {
            name: Some(format!("name of {text}")),
            updated_on,
            ..CachedColumns::default()
        },
    }
}

/// Puts the entries one after the other, and tells what is cached of object 1 then.
fn after(entries: &[FetchedObject]) -> String {
    let home = Home::new();
    for (at, entry) in (100..).zip(entries) {
        home.store
            .cache_put_page(&home.workspace, KIND, std::slice::from_ref(entry), at)
            .unwrap();
    }
    let cached = home
        .store
        .cache_get(&home.workspace, KIND, Id(1))
        .unwrap()
        .unwrap();
    let versions = home
        .store
        .cache_versions(&home.workspace, KIND, Id(1))
        .unwrap();
    let versions: Vec<_> = versions
        .iter()
        .map(|version| format!("{}@{}", version.text, version.seen_at))
        .collect();
    format!(
        "{} {}, {}, fetched {}; versions {}",
        cached.entry.fullness,
        cached.entry.text,
        cached.entry.columns.name.unwrap(),
        cached.fetched_at,
        versions.join(" ")
    )
}

#[test]
fn newest_text_is_cached_and_versions_stored() {
    let full = |text, at| entry(1, text, Fullness::Full, Some(at));
    check(
        after(&[full("a", 1), full("b", 2), full("a", 3)]),
        expect!["full a, name of a, fetched 102; versions a@100 b@101"],
    );
}

#[test]
fn summary_does_not_replace_the_same_full_text() {
    let full = entry(1, "full", Fullness::Full, Some(5));
    check(
        after(&[full.clone(), entry(1, "brief", Fullness::Summary, Some(5))]),
        expect!["full full, name of brief, fetched 101; versions full@100 brief@101"],
    );
    check(
        after(&[full.clone(), entry(1, "brief", Fullness::Summary, Some(6))]),
        expect!["summary brief, name of brief, fetched 101; versions full@100 brief@101"],
    );
    check(
        after(&[full, entry(1, "brief", Fullness::Summary, None)]),
        expect!["summary brief, name of brief, fetched 101; versions full@100 brief@101"],
    );
}

#[test]
fn a_full_text_displaces_a_summary() {
    let summary = entry(1, "brief", Fullness::Summary, Some(5));
    check(
        after(&[summary, entry(1, "full", Fullness::Full, Some(5))]),
        expect!["full full, name of full, fetched 101; versions brief@100 full@101"],
    );
}

#[test]
fn summary_never_replaces_fetched_full_text() {
    let put = |entries: &[FetchedObject], brief: Option<i64>| {
        let home = Home::new();
        home.store
            .cache_put_page(&home.workspace, KIND, entries, 100)
            .unwrap();
        let brief = entry(1, "brief", Fullness::Summary, brief);
        let told = home
            .store
            .cache_put_summaries(&home.workspace, KIND, &[brief], 200)
            .unwrap();
        let cached = home.store.cache_get(&home.workspace, KIND, Id(1));
        let cached = cached.unwrap().unwrap();
        format!(
            "{} {} {:?} at {}; never {:?}, doubtful {:?}",
            cached.entry.fullness,
            cached.entry.text,
            cached.entry.columns.updated_on,
            cached.fetched_at,
            told.never_full,
            told.doubtful
        )
    };
    let full = [entry(1, "full", Fullness::Full, Some(5))];
    check(
        put(&full, Some(5)),
        expect!["full full Some(5) at 200; never [], doubtful []"],
    );
    check(
        put(&full, Some(6)),
        expect!["full full Some(5) at 200; never [], doubtful [Id(1)]"],
    );
    check(
        put(&full, None),
        expect!["full full Some(5) at 200; never [], doubtful [Id(1)]"],
    );
    let undated = [entry(1, "full", Fullness::Full, None)];
    check(
        put(&undated, None),
        expect!["full full None at 200; never [], doubtful [Id(1)]"],
    );
    let summary = [entry(1, "older", Fullness::Summary, Some(5))];
    check(
        put(&summary, Some(6)),
        expect!["summary brief Some(6) at 200; never [Id(1)], doubtful []"],
    );
    check(
        put(&[], Some(6)),
        expect!["summary brief Some(6) at 200; never [Id(1)], doubtful []"],
    );
}

#[test]
fn rows_are_ordered_by_id_within_a_workspace() {
    let home = Home::new();
    let page = [9, -3, i64::MAX].map(|id| entry(id, "{}", Fullness::Full, None));
    home.store
        .cache_put_page(&home.workspace, KIND, &page, 1)
        .unwrap();
    let ids = |after: Option<i64>, limit| {
        let rows = cells_in(&home, after, limit);
        rows.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(ids(None, 10), [-3, 9, i64::MAX]);
    assert_eq!(ids(None, 2), [-3, 9]);
    assert_eq!(ids(Some(9), 2), [i64::MAX]);
    assert_eq!(home.store.cache_count(&home.workspace, KIND).unwrap(), 3);
    assert_eq!(home.store.cache_count("another", KIND).unwrap(), 0);
}

#[test]
fn page_of_unknown_workspace_is_not_stored() {
    let home = Home::new();
    let page = [entry(1, "{}", Fullness::Full, None)];
    home.store
        .cache_put_page("another", KIND, &page, 1)
        .unwrap_err();
    assert_eq!(
        home.store.cache_versions("another", KIND, Id(1)).unwrap(),
        []
    );
}

#[test]
fn the_last_fetch_is_remembered() {
    let home = Home::new();
    assert_eq!(
        home.store.fetch_state_get(&home.workspace, KIND).unwrap(),
        None
    );
    let stopped = FetchState {
        at: 1,
        complete: false,
        reason: Some("You stopped it.".to_owned()),
        total: Some(120),
    };
    let done = FetchState {
        at: 2,
        complete: true,
        reason: None,
        total: None,
    };
    for state in [stopped, done] {
        home.store
            .fetch_state_set(&home.workspace, KIND, &state)
            .unwrap();
        let read = home.store.fetch_state_get(&home.workspace, KIND).unwrap();
        assert_eq!(read, Some(state));
    }
}

#[test]
fn vanished_objects_without_drafts_are_removed() {
    let home = Home::new();
    let page = |ids: &[i64]| {
        ids.iter()
            .map(|id| entry(*id, "{}", Fullness::Summary, None))
            .collect::<Vec<_>>()
    };
    home.store
        .cache_put_page(&home.workspace, KIND, &page(&[1, 2, 3]), 100)
        .unwrap();
    let new = adwright_store::NewDraft {
        workspace: &home.workspace,
        kind: KIND,
        target: Some(Id(2)),
        base_text: Some("{}"),
        base_fullness: Fullness::Full,
        text: "{}",
    };
    home.store.draft_create(&new, 150).unwrap();
    home.store
        .cache_put_page(&home.workspace, KIND, &page(&[3]), 200)
        .unwrap();
    assert_eq!(
        home.store
            .cache_remove_unseen(&home.workspace, KIND, 200)
            .unwrap(),
        1
    );
    let left = cells_in(&home, None, 10).into_iter();
    assert_eq!(left.map(|(id, _)| id).collect::<Vec<_>>(), [2, 3]);
}

/// The rows after one, with their cells.
fn cells_in(home: &Home, after: Option<i64>, limit: u32) -> Vec<(i64, Option<String>)> {
    let mut rows = Vec::new();
    let part = (after.map(Id), limit);
    let last = home
        .store
        .cache_for_each_cells(&home.workspace, KIND, part, |id, cells| {
            rows.push((id.0, cells.map(str::to_owned)));
        })
        .unwrap();
    assert_eq!(last.map(|id| id.0), rows.last().map(|(id, _)| *id));
    rows
}

fn placed(id: i64, place: Option<&str>) -> FetchedObject {
    let mut entry = entry(id, "{}", Fullness::Full, None);
    entry.columns.cells = Some(RowCells {
        values: format!("values of {id}"),
        sort_key: place.map(|place| place.as_bytes().to_vec()),
    });
    entry
}

#[test]
fn objects_sort_by_place_once_all_places_known() {
    let home = Home::new();
    let put = |entry| {
        home.store
            .cache_put_page(&home.workspace, KIND, &[entry], 1)
            .unwrap();
    };
    let first = |offset, limit| {
        let found = home
            .store
            .cache_first_page(&home.workspace, KIND, offset, limit)
            .unwrap();
        found.map(|found| {
            let ids = found.rows.into_iter().map(|(id, values)| {
                assert_eq!(values, format!("values of {id}"));
                id.0
            });
            (found.total, ids.collect::<Vec<_>>())
        })
    };
    assert_eq!(first(0, 10), Some((0, vec![])));
    for (id, place) in [(4, "b"), (2, "b"), (3, "a"), (1, "ba")] {
        put(placed(id, Some(place)));
    }
    assert_eq!(first(0, 10), Some((4, vec![3, 2, 4, 1])));
    assert_eq!(first(1, 2), Some((4, vec![2, 4])));
    put(placed(5, None));
    assert_eq!(first(0, 10), None);
    put(placed(5, Some("")));
    assert_eq!(first(0, 1), Some((5, vec![5])));
    put(entry(6, "{}", Fullness::Full, None));
    assert_eq!(first(0, 10), None);
}

#[test]
fn counts_follow_every_cache_change() {
    let home = Home::new();
    let put = |entry, stamp| {
        home.store
            .cache_put_page(&home.workspace, KIND, &[entry], stamp)
            .unwrap();
    };
    let counted = || home.store.cache_count(&home.workspace, KIND).unwrap();
    let are_placed = || {
        let first = home.store.cache_first_page(&home.workspace, KIND, 0, 1);
        first.unwrap().is_some()
    };
    put(placed(1, Some("a")), 1);
    put(placed(2, Some("b")), 1);
    put(placed(2, Some("c")), 2);
    assert_eq!((counted(), are_placed()), (2, true));

    // One that loses its place, and gets one again.
    put(placed(1, None), 3);
    assert!(!are_placed());
    put(placed(1, Some("a")), 4);
    assert!(are_placed());

    // One that is gone takes its cells along.
    put(entry(3, "{}", Fullness::Full, None), 1);
    assert_eq!((counted(), are_placed()), (3, false));
    let forgotten = home.store.cache_remove_unseen(&home.workspace, KIND, 3);
    assert_eq!((forgotten.unwrap(), counted()), (2, 1));
    assert!(are_placed());

    // All cells go with another layout.
    home.store
        .cache_set_layout(&home.workspace, KIND, "another")
        .unwrap();
    assert_eq!((counted(), are_placed()), (1, false));
}

fn cells_of(values: &str) -> RowCells {
    RowCells {
        values: values.to_owned(),
        sort_key: None,
    }
}

#[test]
fn cells_follow_the_stored_text_and_layout() {
    let home = Home::new();
    let with_cells = |text: &str, fullness, cells: Option<&str>| {
        let mut entry = entry(1, text, fullness, Some(5));
        entry.columns.cells = cells.map(cells_of);
        let page = [entry];
        home.store
            .cache_put_page(&home.workspace, KIND, &page, 1)
            .unwrap();
    };
    let kept = || cells_in(&home, None, 1).remove(0).1;
    with_cells("whole", Fullness::Full, Some("a"));
    with_cells("brief", Fullness::Summary, Some("b"));
    assert_eq!(kept().as_deref(), Some("a"));
    with_cells("newer", Fullness::Full, None);
    assert_eq!(kept(), None);
    let fill = |cells: &str| {
        let cells = [(Id(1), cells_of(cells))];
        home.store
            .cache_put_cells(&home.workspace, KIND, &cells)
            .unwrap();
    };
    fill("c");
    fill("too late");
    assert_eq!(kept().as_deref(), Some("c"));
    let lay_out = |layout| {
        home.store
            .cache_set_layout(&home.workspace, KIND, layout)
            .unwrap();
    };
    lay_out("1 name");
    assert_eq!(kept(), None);
    fill("d");
    lay_out("1 name");
    assert_eq!(kept().as_deref(), Some("d"));
}
