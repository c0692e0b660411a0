use adwright_model::{Id, Kind};
use adwright_store::{CachedColumns, FetchedObject, FileAdRemoval, Fullness, NewFileAd};

use crate::home::Home;

fn ad(file: &str, id: Option<i64>, text: &str) -> NewFileAd {
    NewFileAd {
        file: file.to_owned(),
        ad_id: id.map(Id),
        text: text.to_owned(),
        cells: format!("cells of {text}"),
    }
}

/// Imports ads, and returns the number of new ones.
fn put(home: &Home, import: &str, ads: &[NewFileAd], at: i64) -> u32 {
    let numbers = home.store.file_ad_put(&home.workspace, import, ads, at);
    u32::try_from(numbers.unwrap().len()).unwrap()
}

/// Returns the numbers of all ads.
fn numbers(home: &Home) -> Vec<i64> {
    let mut numbers = Vec::new();
    let each = |number, _: Option<&str>| numbers.push(number);
    home.store
        .file_ad_for_each_cells(&home.workspace, (0, 100), each)
        .unwrap();
    numbers
}

fn remove(home: &Home, numbers: &[i64], at: i64) -> FileAdRemoval {
    let removed = home.store.file_ad_remove(&home.workspace, numbers, at);
    removed.unwrap()
}

#[test]
fn repeated_text_of_a_file_is_stored_once() {
    let home = Home::new();
    let first = [ad("a.json", Some(7), "one"), ad("a.json", None, "two")];
    assert_eq!(put(&home, "i", &first, 1), 2);
    assert_eq!(put(&home, "j", &first, 2), 0);
    let changed = [
        ad("a.json", Some(7), "one, changed"),
        ad("b.json", Some(7), "one"),
    ];
    assert_eq!(put(&home, "k", &changed, 3), 2);
    assert_eq!(home.store.file_ad_count(&home.workspace).unwrap(), 4);
    let newest = home
        .store
        .file_ad_find_by_id(&home.workspace, Id(7))
        .unwrap();
    let newest = home
        .store
        .file_ad_get(&home.workspace, newest.unwrap())
        .unwrap()
        .unwrap();
    assert_eq!((newest.file.as_str(), newest.at), ("b.json", 3));
    assert_eq!((newest.text.as_str(), newest.ad_id), ("one", Some(Id(7))));
}

#[test]
fn file_ads_are_separate_from_service_objects() {
    let home = Home::new();
    put(&home, "i", &[ad("a.json", Some(7), "of the file")], 1);
    let fetched = FetchedObject {
        id: Id(7),
        text: "of the service".to_owned(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    };
    let store = &home.store;
    store
        .cache_put_page(&home.workspace, Kind::Ad, &[fetched], 2)
        .unwrap();
    assert_eq!(store.cache_count(&home.workspace, Kind::Ad).unwrap(), 1);
    store
        .cache_remove_unseen(&home.workspace, Kind::Ad, 3)
        .unwrap();
    let number = numbers(&home)[0];
    let ad = store.file_ad_get(&home.workspace, number).unwrap().unwrap();
    assert_eq!(ad.text, "of the file");
    // Another workspace does not have it.
    assert_eq!(store.file_ad_get("other", number).unwrap(), None);
    assert_eq!(store.file_ad_remove("other", &[number], 4).unwrap().ads, 0);
}

#[test]
fn import_and_removal_are_undone_as_a_whole() {
    let home = Home::new();
    put(&home, "i", &[ad("a", None, "1"), ad("a", None, "2")], 1);
    put(&home, "j", &[ad("a", None, "3")], 2);
    let all = numbers(&home);
    let undone = home
        .store
        .file_ad_remove_import(&home.workspace, "i", 3)
        .unwrap();
    assert_eq!((undone.ads, numbers(&home)), (2, all[2..].to_vec()));
    let restored = home.store.file_ad_restore(&home.workspace, &undone.id);
    assert_eq!((restored.unwrap(), numbers(&home)), (2, all.clone()));

    let removal = remove(&home, &all[..1], 4);
    assert_eq!((removal.ads, remove(&home, &all[..1], 4).ads), (1, 0));
    // The ad was imported again, so restoring it does nothing.
    assert_eq!(put(&home, "k", &[ad("a", None, "1")], 5), 1);
    let restored = home.store.file_ad_restore(&home.workspace, &removal.id);
    assert_eq!((restored.unwrap(), numbers(&home).len()), (0, 3));
}

#[test]
fn numbers_are_unique_and_old_removals_are_purged() {
    let home = Home::new();
    put(&home, "i", &[ad("a", None, "1")], 1);
    let first = numbers(&home)[0];
    let removed = remove(&home, &[first], 2);
    let months_later = 90 * 24 * 60 * 60 * 1000;
    put(&home, "j", &[ad("a", None, "2")], months_later);
    let restored = home.store.file_ad_restore(&home.workspace, &removed.id);
    assert_eq!(restored.unwrap(), 0);
    assert!(numbers(&home)[0] > first);
}

#[test]
fn cells_are_read_in_parts_and_replaced() {
    let home = Home::new();
    let ads: Vec<_> = (0..5)
        .map(|at| ad("a", None, &format!("{{{at}}}")))
        .collect();
    put(&home, "i", &ads, 1);
    let (mut seen, mut after) = (Vec::new(), 0);
    let part = |after, seen: &mut Vec<(i64, String)>| {
        home.store
            .file_ad_for_each_cells(&home.workspace, (after, 2), |number, cells| {
                seen.push((number, cells.unwrap().to_owned()));
            })
            .unwrap()
    };
    while let Some(last) = part(after, &mut seen) {
        after = last;
    }
    assert_eq!(seen.len(), 5);
    assert_eq!(seen[4].1, "cells of {4}");
    let anew = [(seen[4].0, "anew".to_owned())];
    home.store
        .file_ad_put_cells(&home.workspace, &anew)
        .unwrap();
    seen.clear();
    part(anew[0].0 - 1, &mut seen);
    assert_eq!(seen, anew);
}
