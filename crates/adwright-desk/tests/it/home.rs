//! Our files that cannot be opened: damaged, truncated, or of a newer version. Tests the errors and every remedy.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adwright_desk::home::{apply_remedy, home_failure};
use adwright_desk::{Desk, Error, Paths, Ports};
use adwright_store::StoreError;
use adwright_testkit::{TestApp, TestClock, TestKeyring};
use adwright_views::{HomeFailure, RecoveryAction};
use tempfile::TempDir;

use crate::line_drops::assert_guide_says;
use crate::{fetched, live, new_campaign, request, send};

/// Returns a home with a draft, after the window was closed.
async fn closed() -> TempDir {
    let desktop = fetched().await;
    new_campaign(&desktop, "Kept");
    desktop.close().await
}

async fn trouble_in(home: &TempDir) -> HomeFailure {
    error_and_trouble_in(home).await.1
}

async fn error_and_trouble_in(home: &TempDir) -> (Error, HomeFailure) {
    let error = TestApp::open(home.path()).await.err().unwrap();
    let trouble = home_failure(&error, Some(&paths(home)));
    (error, trouble)
}

fn paths(home: &TempDir) -> Paths {
    Paths::in_home(home.path())
}

/// Returns the names of the remedies.
fn remedies(trouble: &HomeFailure) -> Vec<&'static str> {
    let ways = trouble.ways_out.iter();
    ways.map(|way| match &way.remedy {
        RecoveryAction::Backup(_) => "backup",
        RecoveryAction::Salvage => "salvage",
        RecoveryAction::Afresh => "afresh",
        RecoveryAction::PracticeAfresh => "practice afresh",
        RecoveryAction::OpenPractice => "open practice",
    })
    .collect()
}

/// Applies the first remedy and opens the window.
async fn take_the_first_way(trouble: &HomeFailure, home: &TempDir) -> Desk {
    apply_remedy(&paths(home), &trouble.ways_out[0].remedy).unwrap();
    TestApp::open(home.path()).await.unwrap()
}

fn titles(desk: &Desk) -> Vec<String> {
    let live = live(desk).into_iter();
    live.map(|draft| draft.title).collect()
}

fn set_aside(home: &TempDir, name: &str) -> PathBuf {
    home.path().join(name)
}

fn assert_damaged(error: &Error, trouble: &HomeFailure) {
    assert!(
        matches!(error, Error::Store(StoreError::Corrupt { .. })),
        "{error:?}"
    );
    assert_eq!(remedies(trouble), ["salvage", "backup", "afresh"]);
}

#[tokio::test]
async fn damaged_database_is_set_aside_when_replaced() {
    let home = closed().await;
    let garbage = "this is no database. ".repeat(1000);
    fs::write(paths(&home).store(), &garbage).unwrap();
    let (error, trouble) = error_and_trouble_in(&home).await;
    assert_damaged(&error, &trouble);
    let message = error.failure().message;
    let message = message.replace(&home.path().display().to_string(), "…");
    assert_guide_says("The local database is damaged", &message);
    let last = trouble.ways_out.last().unwrap();
    apply_remedy(&paths(&home), &last.remedy).unwrap();
    let desk = TestApp::open(home.path()).await.unwrap();
    assert_eq!(titles(&desk), [""; 0]);
    let kept = set_aside(&home, "adwright-set-aside-1.db");
    assert_eq!(fs::read_to_string(kept).unwrap(), garbage);
}

#[tokio::test]
async fn truncated_database_is_detected_at_once() {
    let home = closed().await;
    let file = paths(&home).store();
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 3]).unwrap();
    let (error, trouble) = error_and_trouble_in(&home).await;
    assert_damaged(&error, &trouble);
    fs::write(&file, whole).unwrap();
    let desk = TestApp::open(home.path()).await.unwrap();
    assert_eq!(titles(&desk), ["Kept"], "a copy of one's own helps as well");
}

#[tokio::test]
async fn salvage_restores_drafts_and_reports_losses() {
    let home = closed().await;
    let file = paths(&home).store();
    let mut bytes = fs::read(&file).unwrap();
    bytes[..100].fill(0xff);
    fs::write(&file, bytes).unwrap();
    let trouble = trouble_in(&home).await;
    assert_eq!(trouble.ways_out[0].remedy, RecoveryAction::Salvage);
    let news = apply_remedy(&paths(&home), &RecoveryAction::Salvage).unwrap();
    let news = news.unwrap();
    assert!(
        news.contains("1 draft") && news.contains("adwright-set-aside-1.db"),
        "{news}"
    );
    let desk = TestApp::open(home.path()).await.unwrap();
    assert_eq!(titles(&desk), ["Kept"]);
}

#[tokio::test]
async fn earlier_backup_is_restored() {
    let home = closed().await;
    fs::write(paths(&home).store(), "this is no database. ".repeat(1000)).unwrap();
    let trouble = trouble_in(&home).await;
    let mut ways = trouble.ways_out.iter();
    let copy = ways.find(|way| way.made_at.is_some()).unwrap();
    apply_remedy(&paths(&home), &copy.remedy).unwrap();
    let desk = TestApp::open(home.path()).await.unwrap();
    assert_eq!(titles(&desk), ["Kept"]);
}

#[tokio::test]
async fn lost_draft_is_noticed_at_start() {
    let home = closed().await;
    let connection = rusqlite::Connection::open(paths(&home).store()).unwrap();
    let lose = "DELETE FROM draft_edit; DELETE FROM draft";
    connection.execute_batch(lose).unwrap();
    drop(connection);
    let error = TestApp::open(home.path()).await.err().unwrap();
    let Error::Store(StoreError::Missing { drafts, receipts }) = error else {
        panic!("{error}");
    };
    assert_eq!((drafts, receipts), (1, 0));
}

#[tokio::test]
async fn clock_before_1970_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let clock = TestClock::default();
    clock.advance_ms(-2_000_000_000_000);
    let ports = Ports {
        clock: Arc::new(clock),
        secrets: Arc::<TestKeyring>::default(),
    };
    let opened = Desk::open(&paths(&home), ports).await;
    assert!(matches!(opened, Err(Error::ClockBefore1970)));
}

#[tokio::test]
async fn clock_moved_before_1970_still_sends() {
    let desktop = fetched().await;
    desktop.clock.advance_ms(-2_000_000_000_000);
    let draft = new_campaign(&desktop, "Sent");
    let outcome = send(&desktop, &draft).await;
    assert_eq!(outcome.confirmed, 1);
}

#[tokio::test]
async fn sent_item_is_proved_without_the_log() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Sent");
    send(&desktop, &draft).await;
    let alone = tempfile::tempdir().unwrap();
    let file = alone.path().join("adwright.db");
    fs::copy(desktop.home().join("adwright.db"), &file).unwrap();
    let connection = rusqlite::Connection::open(file).unwrap();
    let receipts = "SELECT count(*) FROM receipt";
    let receipts: i64 = connection
        .query_row(receipts, [], |row| row.get(0))
        .unwrap();
    assert_eq!(receipts, 1);
}

#[tokio::test]
async fn large_send_is_copied_first() {
    let desktop = fetched().await;
    let drafts: Vec<_> = (0..51)
        .map(|number| new_campaign(&desktop, &format!("Large {number}")))
        .collect();
    let drafts: Vec<&str> = drafts.iter().map(String::as_str).collect();
    let copies = || fs::read_dir(desktop.home().join("backups")).map_or(0, Iterator::count);
    desktop
        .outbox
        .send(&request(&desktop, &drafts[..1]), |_| {})
        .await
        .unwrap();
    assert_eq!(copies(), 0);
    let asked = request(&desktop, &drafts[1..]);
    let stop = |_| desktop.stop("send");
    desktop.outbox.send(&asked, stop).await.unwrap();
    assert_eq!(copies(), 1);
}

/// Copies the database to the place where a program update puts its backup.
fn back_up(file: &Path) {
    let folder = file.with_file_name("backups");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(file, folder.join("adwright-format-1-2.sqlite")).unwrap();
}

#[tokio::test]
async fn newer_database_is_unchanged_until_backup_is_chosen() {
    let home = closed().await;
    let file = paths(&home).store();
    back_up(&file);
    let later = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
                 VALUES (2, 'later', '2027-01-01T00:00:00Z', '1')";
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(later).unwrap();
    drop(connection);
    let newer = fs::read(&file).unwrap();
    let (error, trouble) = error_and_trouble_in(&home).await;
    assert!(
        matches!(
            error,
            Error::Store(StoreError::Newer { found: 2, known: 1 })
        ),
        "{error:?}"
    );
    assert_eq!(remedies(&trouble), ["backup", "backup", "afresh"]);
    assert_eq!(fs::read(&file).unwrap(), newer);
    let desk = take_the_first_way(&trouble, &home).await;
    assert_eq!(titles(&desk), ["Kept"]);
    let kept = set_aside(&home, "adwright-set-aside-1.db");
    assert_eq!(fs::read(kept).unwrap(), newer);
}

#[tokio::test]
async fn damaged_practice_data_costs_no_draft() {
    let home = closed().await;
    let file = paths(&home).practice();
    fs::write(&file, "nonsense ".repeat(1000)).unwrap();
    let (error, trouble) = error_and_trouble_in(&home).await;
    assert!(matches!(error, Error::Practice(_)), "{error:?}");
    assert_eq!(remedies(&trouble), ["practice afresh"]);
    let desk = take_the_first_way(&trouble, &home).await;
    assert_eq!(titles(&desk), ["Kept"]);
    assert!(set_aside(&home, "practice-set-aside-1.db").exists());
}

#[tokio::test]
async fn database_of_an_open_window_is_not_replaced() {
    let desktop = fetched().await;
    let error = apply_remedy(&Paths::in_home(desktop.home()), &RecoveryAction::Afresh).unwrap_err();
    assert!(matches!(error, Error::Store(StoreError::Busy)), "{error:?}");
}
