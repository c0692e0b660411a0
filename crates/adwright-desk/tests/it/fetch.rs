use std::sync::Mutex;

use adwright_desk::{Clock as _, Paths};
use adwright_model::{Id, Kind};
use adwright_service::Variant;
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_testkit::TestApp;
use adwright_views::{FetchProgress, SortBy};

use crate::{fetched, query};

#[tokio::test]
async fn first_start_has_a_service_with_campaigns() {
    let desktop = TestApp::first_start().await;
    assert_eq!(
        desktop.overview.workspace_view().unwrap().counts.campaigns,
        0
    );
    let seen = Mutex::new(Vec::new());
    let summary = desktop
        .fetches
        .fetch_campaigns("fetch", |step| seen.lock().unwrap().push(step))
        .await
        .unwrap();
    assert!(
        summary.complete && summary.fetched >= 400,
        "{}",
        summary.message
    );
    let seen = seen.into_inner().unwrap();
    assert!(
        matches!(seen.first(), Some(FetchProgress::Started { total: Some(total) }) if *total == summary.fetched)
    );
    assert_eq!(seen.last(), Some(&FetchProgress::Finished));
    assert_eq!(
        desktop.overview.workspace_view().unwrap().counts.campaigns,
        summary.fetched
    );
}

#[tokio::test]
async fn stopped_fetch_keeps_rows_and_reports_incompleteness() {
    let desktop = TestApp::first_start().await;
    let stop_after_a_page = |step| {
        if matches!(step, FetchProgress::Advanced { .. }) {
            desktop.stop("fetch");
        }
    };
    let summary = desktop
        .fetches
        .fetch_campaigns("fetch", stop_after_a_page)
        .await
        .unwrap();
    assert_eq!((summary.fetched, summary.complete), (250, false));
    let workspace = desktop.overview.workspace_view().unwrap();
    assert_eq!(workspace.counts.campaigns, 250);
    assert_eq!(
        workspace.fetched.campaigns.reason.as_deref(),
        Some("stopped before the end")
    );
}

#[tokio::test]
async fn stop_ends_the_wait_for_a_page() {
    let desktop = TestApp::first_start().await;
    desktop.practice.arm_fault("hold-read").await;
    let stop = async {
        desktop.practice.wait_until_held().await;
        desktop.stop("fetch");
        desktop.practice.release_held().await;
    };
    let (summary, ()) = tokio::join!(desktop.fetches.fetch_campaigns("fetch", drop), stop);
    let summary = summary.unwrap();
    assert_eq!((summary.fetched, summary.complete), (0, false));
}

#[tokio::test]
async fn fetch_waits_for_a_busy_service_and_continues() {
    let desktop = TestApp::first_start().await;
    desktop.practice.arm_fault_times("busy-read", 3).await;
    let waits = Mutex::new(Vec::new());
    let progress = |step| {
        if let FetchProgress::Waiting { seconds } = step {
            waits.lock().unwrap().push(seconds);
        }
    };
    let before = desktop.clock.now();
    let summary = desktop.fetches.fetch_campaigns("fetch", progress).await;
    assert!(summary.unwrap().complete);
    assert_eq!(*waits.lock().unwrap(), [1, 1, 1]);
    assert_eq!(desktop.clock.now().duration_since(before).as_secs(), 3);
}

#[tokio::test]
async fn total_below_received_rows_is_not_shown() {
    let desktop = TestApp::first_start_with_variants(&[Variant::SmallTotal]).await;
    let told = Mutex::new(Vec::new());
    let progress = |step| {
        if let FetchProgress::Advanced { done, total } = step {
            told.lock().unwrap().push((done, total));
        }
    };
    let summary = desktop.fetches.fetch_campaigns("fetch", progress).await;
    assert!(!summary.unwrap().complete);
    let told = told.into_inner().unwrap();
    let is_within = |(done, total): &(u32, Option<u32>)| total.is_none_or(|total| *done <= total);
    assert!(told.len() > 1 && told.iter().all(is_within), "{told:?}");
    assert_eq!(told.last().unwrap().1, None);
}

#[tokio::test]
async fn permanently_busy_service_is_not_asked_forever() {
    let desktop = TestApp::first_start().await;
    desktop.practice.arm_fault_times("busy-read", 5).await;
    let failed = desktop.fetches.fetch_campaigns("fetch", drop).await;
    let failed = failed.unwrap_err();
    let why = std::error::Error::source(&failed).unwrap();
    expect_test::expect!["the service is busy, try again in 1 s"].assert_eq(&why.to_string());
    // One of the armed faults was left.
    let summary = desktop.fetches.fetch_campaigns("fetch", drop).await;
    assert!(summary.unwrap().complete);
}

#[tokio::test]
async fn the_cache_answers_without_the_service() {
    let desktop = fetched().await.restart().await;
    let all = desktop.lists.campaigns(&query("")).unwrap();
    assert!(all.total >= 400);
    let some = desktop.lists.campaigns(&query("northwind spring")).unwrap();
    assert!(some.matched >= 1 && some.matched < all.matched);
}

#[tokio::test]
async fn the_list_is_sorted_over_all_pages() {
    let desktop = fetched().await;
    let mut by_id = query("");
    by_id.sort = Some(SortBy {
        path: "id".to_owned(),
        descending: true,
    });
    let rows = desktop.lists.campaigns(&by_id).unwrap().rows;
    let ids: Vec<i64> = rows.iter().map(|row| row.id.parse().unwrap()).collect();
    assert!(ids.is_sorted_by(|one, other| one > other));
}

#[tokio::test]
async fn vanished_objects_leave_the_list() {
    let desktop = fetched().await;
    let workspace = desktop.overview.workspace_view().unwrap();
    let gone = FetchedObject {
        id: Id(1),
        text: r#"{"id":1}"#.to_owned(),
        fullness: Fullness::Summary,
        columns: CachedColumns::default(),
    };
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    store
        .cache_put_page(&workspace.id, Kind::Campaign, &[gone], 0)
        .unwrap();
    drop(store);
    let counted = || desktop.overview.workspace_view().unwrap().counts.campaigns;
    assert_eq!(counted(), workspace.counts.campaigns + 1);
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    assert_eq!(counted(), workspace.counts.campaigns);
}
