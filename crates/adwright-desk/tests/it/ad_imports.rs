//! The result of an import, and the list that it opens.

use std::fs;

use adwright_desk::views::ListId;
use adwright_testkit::TestApp;
use expect_test::expect;

use crate::ad_files::{ad, ads_in, banner, check, folder, from_paths, pasted, totals};

#[tokio::test]
async fn the_same_file_again_brings_nothing_and_says_so() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a.json", &banner(1, "A")), ("b.json", &banner(1, "A"))]);
    let (all, one) = (ads_in(&files), ads_in(&files).join("a.json"));
    check(
        &from_paths(&desktop, &[&one]),
        &expect!["1 ad came from “a.json”."],
    );
    check(
        &from_paths(&desktop, &[&one]),
        &expect!["Nothing new: 1 ad from “a.json” was here already."],
    );
    check(
        &from_paths(&desktop, &[&all]),
        &expect!["1 ad came from 2 files. 1 more is the same as one that is here."],
    );
    fs::write(&one, banner(1, "A, changed")).unwrap();
    check(
        &from_paths(&desktop, &[&one]),
        &expect!["1 ad came from “a.json”."],
    );
    assert_eq!(totals(&desktop)[1], 3);
}

#[tokio::test]
async fn two_that_are_the_same_in_one_file_come_once() {
    let desktop = TestApp::first_start().await;
    let twice = format!("[{},{}]", banner(1, "A"), banner(1, "A"));
    check(
        &pasted(&desktop, &twice),
        &expect!["1 ad came from “pasted text”. 1 more is the same as one that is here."],
    );
}

#[tokio::test]
async fn the_list_that_is_shown_is_that_of_an_ad_that_is_new() {
    let desktop = TestApp::first_start().await;
    let film = ad("InStreamInteractiveAd", "2", "Film");
    pasted(&desktop, &banner(1, "A"));
    let came = pasted(&desktop, &format!("[{},{film}]", banner(1, "A")));
    assert_eq!((came.ads, came.list), (1, Some(ListId::InStream)));
    let again = pasted(&desktop, &film);
    assert_eq!((again.ads, again.list), (0, None));
}

#[tokio::test]
async fn of_new_ads_of_several_kinds_the_first_one_says_which_list_is_shown() {
    let desktop = TestApp::first_start().await;
    let film = |id| ad("InStreamInteractiveAd", id, "Film");
    let came = pasted(&desktop, &format!("[{},{}]", banner(1, "A"), film("2")));
    assert_eq!((came.ads, came.list), (2, Some(ListId::Expandable)));
    let came = pasted(&desktop, &format!("[{},{}]", film("3"), banner(4, "B")));
    assert_eq!((came.ads, came.list), (2, Some(ListId::InStream)));
}
