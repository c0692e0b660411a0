//! The result of an import, and the list that it opens.

use std::fs;

use adwright_testkit::TestApp;
use adwright_views::ListId;
use expect_test::expect;

use crate::ad_files::{ad, ads_in, banner, check, folder, from_paths, pasted, totals};

#[tokio::test]
async fn repeated_import_adds_nothing() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a.json", &banner(1, "A")), ("b.json", &banner(1, "A"))]);
    let (all, one) = (ads_in(&files), ads_in(&files).join("a.json"));
    check(&from_paths(&desktop, &[&one]), &expect!["ads: 1"]);
    check(&from_paths(&desktop, &[&one]), &expect!["ads: 0"]);
    check(&from_paths(&desktop, &[&all]), &expect!["ads: 1"]);
    fs::write(&one, banner(1, "A, changed")).unwrap();
    check(&from_paths(&desktop, &[&one]), &expect!["ads: 1"]);
    assert_eq!(totals(&desktop)[1], 3);
}

#[tokio::test]
async fn duplicate_ads_in_a_file_are_imported_once() {
    let desktop = TestApp::first_start().await;
    let twice = format!("[{},{}]", banner(1, "A"), banner(1, "A"));
    check(&pasted(&desktop, &twice), &expect!["ads: 1"]);
}

#[tokio::test]
async fn shown_list_belongs_to_a_new_ad() {
    let desktop = TestApp::first_start().await;
    let film = ad("InStreamInteractiveAd", "2", "Film");
    pasted(&desktop, &banner(1, "A"));
    let came = pasted(&desktop, &format!("[{},{film}]", banner(1, "A")));
    assert_eq!((came.ads, came.list), (1, Some(ListId::InStream)));
    let again = pasted(&desktop, &film);
    assert_eq!((again.ads, again.list), (0, None));
}

#[tokio::test]
async fn first_new_ad_decides_the_shown_list() {
    let desktop = TestApp::first_start().await;
    let film = |id| ad("InStreamInteractiveAd", id, "Film");
    let came = pasted(&desktop, &format!("[{},{}]", banner(1, "A"), film("2")));
    assert_eq!((came.ads, came.list), (2, Some(ListId::Expandable)));
    let came = pasted(&desktop, &format!("[{},{}]", film("3"), banner(4, "B")));
    assert_eq!((came.ads, came.list), (2, Some(ListId::InStream)));
}
