//! A disk that is really full, and a disk that is really write-protected.

#![cfg(target_os = "linux")]

use std::io::ErrorKind;

use adwright_desk::home::home_failure;
use adwright_desk::{Error, Paths};
use adwright_store::StoreError;
use adwright_testkit::{TestApp, TestDisk};
use adwright_views::{FailureCode, ItemState};

use crate::line_drops::assert_guide_says;
use crate::{SPRING, campaign, edit, ended, id_of, live, new_campaign, request, send, typed};

/// Returns a desk with all campaigns fetched, on a disk of its own.
async fn fetched_on(disk: &TestDisk) -> TestApp {
    let desktop = TestApp::first_start_in(disk.new_folder()).await;
    let summary = desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    assert!(summary.complete, "{}", summary.message);
    desktop
}

/// Types until an edit cannot be saved, because SQLite has free pages for a while. Returns the last saved text, and
/// the error of the next edit.
fn type_until_refused(desktop: &TestApp, id: &str) -> (Option<String>, Error) {
    let mut saved = None;
    for number in 0.. {
        let text = format!("{number} {}", "long ".repeat(2000));
        let edited = desktop
            .drafts
            .edit_draft(&campaign(id), &typed("notes", &text));
        match edited {
            Ok(_) => saved = Some(text),
            Err(error) => return (saved, error),
        }
    }
    unreachable!("the disk is full");
}

async fn notes(desktop: &TestApp, id: &str) -> String {
    let detail = desktop.details.open_detail(&campaign(id)).await.unwrap();
    let mut fields = detail.groups.into_iter().flat_map(|group| group.fields);
    fields.find(|field| field.path == "notes").unwrap().text
}

#[tokio::test]
async fn full_disk_keeps_saved_work_and_recovers() {
    let this = "disk_errors::full_disk_keeps_saved_work_and_recovers";
    let Some(disk) = TestDisk::mount_for(this) else {
        return;
    };
    let desktop = fetched_on(&disk).await;
    let id = id_of(&desktop, SPRING);
    let before = notes(&desktop, &id).await;
    disk.fill();
    let (saved, error) = type_until_refused(&desktop, &id);
    assert_guide_says("The disk is full", &error.failure().message);
    assert!(matches!(error, Error::Store(StoreError::Full)), "{error:?}");
    assert_eq!(error.failure().code, FailureCode::Storage);
    assert_eq!(notes(&desktop, &id).await, saved.unwrap_or(before));

    disk.empty();
    edit(&desktop, &campaign(&id), "notes", "There is room again.");
    let desktop = desktop.restart().await;
    assert_eq!(notes(&desktop, &id).await, "There is room again.");
}

#[tokio::test]
async fn nothing_is_sent_before_it_is_stored() {
    let this = "disk_errors::nothing_is_sent_before_it_is_stored";
    let Some(disk) = TestDisk::mount_for(this) else {
        return;
    };
    let desktop = fetched_on(&disk).await;
    let draft = new_campaign(&desktop, "Only once");
    let asked = request(&desktop, &[&draft]);
    disk.fill();
    type_until_refused(&desktop, &id_of(&desktop, SPRING));
    let error = desktop.outbox.send(&asked, |_| {}).await.unwrap_err();
    assert_eq!(error.failure().code, FailureCode::Storage, "{error}");
    assert_eq!(desktop.practice.count_named("Only once").await, 0);

    disk.empty();
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    assert_eq!(desktop.practice.count_named("Only once").await, 1);
}

#[tokio::test]
async fn first_start_on_full_disk_reports_and_recovers() {
    let this = "disk_errors::first_start_on_full_disk_reports_and_recovers";
    let Some(disk) = TestDisk::mount_for(this) else {
        return;
    };
    let home = disk.new_folder();
    disk.fill();
    let error = TestApp::open(home.path()).await.err().unwrap();
    assert!(matches!(error, Error::Store(StoreError::Full)), "{error:?}");
    assert_eq!(error.failure().code, FailureCode::Storage);
    assert_eq!(
        home_failure(&error, Some(&Paths::in_home(home.path()))).ways_out,
        []
    );
    disk.empty();
    TestApp::open(home.path()).await.unwrap();
}

#[tokio::test]
async fn read_only_home_is_named_and_later_recovers() {
    let this = "disk_errors::read_only_home_is_named_and_later_recovers";
    let Some(disk) = TestDisk::mount_for(this) else {
        return;
    };
    let desktop = fetched_on(&disk).await;
    new_campaign(&desktop, "Still there");
    let home = desktop.close().await;
    disk.write_protect();
    let error = TestApp::open(home.path()).await.err().unwrap();
    assert!(
        matches!(&error, Error::Home { folder, source } if folder == home.path()
            && source.kind() == ErrorKind::ReadOnlyFilesystem),
        "{error:?}"
    );
    assert_eq!(error.failure().code, FailureCode::Storage);
    let message = error.failure().message;
    let message = message.replace(&home.path().display().to_string(), "…");
    assert_guide_says("The disk cannot be written", &message);
    disk.allow_writes();
    let opened = TestApp::open(home.path()).await.unwrap();
    assert_eq!(live(&opened)[0].title, "Still there");
}
