use std::fs;
use std::path::Path;

use adwright_model::Id;
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store, StoreError};
use expect_test::expect;
use tempfile::TempDir;

use crate::home::{Home, KIND, check, database};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let _store = Store::open(&path).unwrap();
    for name in names(folder.path()) {
        let mode = fs::metadata(folder.path().join(&name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_clean_close_leaves_no_mark() {
    let home = Home::new();
    let second = home.again();
    check(
        names(home.folder()).join(" "),
        expect![
            "adwright.sqlite adwright.sqlite-count adwright.sqlite-lock adwright.sqlite-open adwright.sqlite-shm adwright.sqlite-wal"
        ],
    );
    let folder = home.close();
    assert!(names(folder.path()).contains(&"adwright.sqlite-open".to_owned()));
    drop(second);
    check(
        names(folder.path()).join(" "),
        expect!["adwright.sqlite adwright.sqlite-count adwright.sqlite-lock"],
    );
}

/// A closed database that a later version has written.
fn written_later() -> TempDir {
    let home = Home::new();
    home.raw()
        .execute_batch(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
             VALUES (2, 'later', '2027-01-01T00:00:00Z', '1')",
        )
        .unwrap();
    home.close()
}

#[test]
fn newer_file_is_not_called_lost_work() {
    let folder = written_later();
    let path = database(folder.path());
    fs::write(
        path.with_file_name("adwright.sqlite-count"),
        format!("{:>19} {:>19}\n", 7, 7),
    )
    .unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { .. }), "{error}");
}

#[test]
fn newer_file_is_refused_and_unchanged() {
    let folder = written_later();
    let path = database(folder.path());
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 2, known: 1 }));
    check(
        error,
        expect![
            "The local database was written by a newer version of Adwright (its format is 2, this version knows 1). Install the newer version; nothing was changed."
        ],
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn non_database_file_is_refused_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let garbage = "not a database at all. ".repeat(100);
    fs::write(&path, &garbage).unwrap();
    check(
        Store::open(&path).unwrap_err(),
        expect![
            "The local database is damaged (file is not a database). Nothing is deleted. When Adwright starts, it offers to save what can be read or to restore a copy. In a terminal, “adwright repair” does the same."
        ],
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), garbage);
}

/// A closed store in which a page is damaged that opening it does not read.
fn damaged() -> tempfile::TempDir {
    let home = Home::new();
    for target in 1..200 {
        home.draft_of(Some(target)).unwrap();
    }
    let folder = home.close();
    let path = database(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    let last_page = bytes.len() - 4096;
    bytes[last_page..].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    folder
}

#[test]
fn crashed_file_is_checked_until_it_is_whole() {
    let folder = damaged();
    let path = database(folder.path());
    drop(Store::open(&path).unwrap());
    let mark = folder.path().join("adwright.sqlite-open");
    fs::write(&mark, "").unwrap();
    for _ in 0..2 {
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert!(mark.exists());
    }
}

#[test]
fn truncated_file_is_refused_and_unchanged() {
    let folder = Home::new().close();
    let path = database(folder.path());
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), whole[..whole.len() / 2]);
}

#[test]
fn a_whole_file_opens_after_a_crash() {
    let folder = Home::new().close();
    let mark = folder.path().join("adwright.sqlite-open");
    fs::write(&mark, "").unwrap();
    drop(Store::open(&database(folder.path())).unwrap());
    assert!(!mark.exists());
}

#[test]
fn unknown_enum_value_triggers_a_check() {
    let home = Home::new();
    let draft = home.draft_of(None).unwrap();
    home.raw()
        .execute("UPDATE draft SET kind = 'Nothing'", [])
        .unwrap();
    let error = home.store.draft_get(&draft.id).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    let folder = home.close();
    assert!(names(folder.path()).contains(&"adwright.sqlite-open".to_owned()));
}

/// A closed store in which the last page is damaged, which has nothing but what a service showed.
fn damaged_copy() -> (tempfile::TempDir, String) {
    let home = Home::new();
    let workspace = home.workspace.clone();
    let page: Vec<_> = (1..200).map(shown).collect();
    home.store
        .cache_put_page(&home.workspace, KIND, &page, 1)
        .unwrap();
    let folder = home.close();
    let path = database(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    let last_page = bytes.len() - 4096;
    bytes[last_page..].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    (folder, workspace)
}

fn shown(id: i64) -> FetchedObject {
    FetchedObject {
        id: Id(id),
        text: "{}".repeat(500),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    }
}

#[test]
fn crash_check_defers_cached_data_until_damage() {
    let (folder, workspace) = damaged_copy();
    let path = database(folder.path());
    let mark = folder.path().join("adwright.sqlite-open");
    fs::write(&mark, "").unwrap();
    let store = Store::open(&path).unwrap();
    let met = (1..200).find_map(|id| {
        let versions = store.cache_versions(&workspace, KIND, Id(id));
        let got = store.cache_get(&workspace, KIND, Id(id));
        versions.err().or(got.err())
    });
    assert!(matches!(met, Some(StoreError::Corrupt { .. })), "{met:?}");
    drop(store);
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    assert!(mark.exists());
}
