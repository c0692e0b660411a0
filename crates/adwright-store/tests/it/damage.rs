//! Damaged files: what is noticed, and what comes back.

use std::fs;
use std::path::Path;

use adwright_model::Id;
use adwright_store::{
    CachedColumns, FetchedObject, Fullness, OutboxState, SalvageReport, SalvagedTable, Store,
    StoreError,
};
use tempfile::TempDir;

use crate::home::{Home, KIND, append, database, to};

/// The bytes of a page of our databases.
const PAGE: usize = 4096;

fn log_of(database: &Path) -> std::path::PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The files of a home as a crash leaves them: three drafts are in the log alone.
fn crashed() -> TempDir {
    let home = Home::new();
    // Whoever reads keeps the log from being moved into the file.
    let reader = home.raw();
    reader.execute_batch("BEGIN; SELECT * FROM draft").unwrap();
    for target in 1..=3 {
        home.draft_of(Some(target)).unwrap();
    }
    let image = TempDir::new().unwrap();
    for entry in fs::read_dir(home.folder()).unwrap() {
        let entry = entry.unwrap();
        if !entry.file_name().to_string_lossy().ends_with("-shm") {
            fs::copy(entry.path(), image.path().join(entry.file_name())).unwrap();
        }
    }
    image
}

/// Flips a byte of every page image in the log.
fn spoil_log(log: &Path) {
    let mut bytes = fs::read(log).unwrap();
    for frame in (32..bytes.len()).step_by(24 + PAGE) {
        bytes[frame + 24 + PAGE / 2] ^= 0xff;
    }
    fs::write(log, bytes).unwrap();
}

#[test]
fn crash_alone_loses_no_draft() {
    let image = crashed();
    let store = Store::open(&database(image.path())).unwrap();
    let workspace = store.workspace_list().unwrap().remove(0).id;
    assert_eq!(store.draft_list(&workspace).unwrap().len(), 3);
}

#[test]
fn drafts_lost_with_the_log_are_noticed() {
    let image = crashed();
    let path = database(image.path());
    spoil_log(&log_of(&path));
    let spoilt = fs::read(log_of(&path)).unwrap();
    for _ in 0..2 {
        let error = Store::open(&path).unwrap_err();
        assert!(
            matches!(error, StoreError::Missing { drafts: 3, .. }),
            "{error}"
        );
    }
    assert_eq!(fs::read(log_of(&path)).unwrap(), spoilt);
}

#[test]
fn empty_database_beside_a_log_is_damaged() {
    let image = crashed();
    let path = database(image.path());
    for state in ["cut to nothing", "gone"] {
        match state {
            "gone" => fs::remove_file(&path).unwrap(),
            _ => fs::write(&path, "").unwrap(),
        }
        let log = fs::read(log_of(&path)).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(
            matches!(error, StoreError::Corrupt { .. }),
            "{state}: {error}"
        );
        assert_eq!(fs::read(log_of(&path)).unwrap(), log, "{state}");
    }
}

/// A closed home with this many drafts, each with an edit and each as large as a page takes several, and three receipts.
fn worked(drafts: i64) -> TempDir {
    let home = Home::new();
    for target in 1..=drafts {
        let draft = home.draft_of(Some(target)).unwrap();
        append(
            &home.store,
            &draft,
            &format!("{target} {}", "x".repeat(300)),
            false,
        )
        .unwrap();
    }
    for target in 1..=3 {
        let id = home.planned(1_000 + target).id;
        let refused = to(OutboxState::Planned, OutboxState::Refused);
        home.settle(&id, &refused, "{}", 40).unwrap();
    }
    home.close()
}

/// The number of the first page of a table or an index.
fn root_of(database: &Path, name: &str) -> usize {
    let c = rusqlite::Connection::open(database).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root: u32 = c.query_row(root, [name], |row| row.get(0)).unwrap();
    root as usize
}

/// The numbers of the pages of a table or an index, without its root.
fn pages(database: &Path, name: &str) -> Vec<usize> {
    let bytes = fs::read(database).unwrap();
    let root = root_of(database, name);
    let page = &bytes[(root - 1) * PAGE..root * PAGE];
    assert!([2, 5].contains(&page[0]), "{name} has one page only");
    let cells = usize::from(page[3]) << 8 | usize::from(page[4]);
    let cell = |at: usize| usize::from(page[12 + 2 * at]) << 8 | usize::from(page[13 + 2 * at]);
    let child = |at: usize| u32::from_be_bytes(page[at..at + 4].try_into().unwrap()) as usize;
    (0..cells)
        .map(|at| child(cell(at)))
        .chain([child(8)])
        .collect()
}

/// Overwrites pages of a database.
fn spoil(database: &Path, pages: &[usize]) {
    let mut bytes = fs::read(database).unwrap();
    for page in pages {
        bytes[(page - 1) * PAGE..page * PAGE].fill(0x5a);
    }
    fs::write(database, bytes).unwrap();
}

fn salvaged(path: &Path, table: &str) -> SalvagedTable {
    let salvage = Store::salvage(path).unwrap();
    let mut tables = salvage.tables.into_iter();
    tables.find(|known| known.table == table).unwrap()
}

/// The drafts that a person would see, and how many receipts.
fn work(path: &Path) -> (Vec<i64>, usize) {
    let store = Store::open(path).unwrap();
    let of = |workspace: &str| {
        let drafts = store.draft_list(workspace).unwrap().into_iter();
        let mut drafts: Vec<_> = drafts.map(|draft| draft.target.unwrap().0).collect();
        drafts.sort_unstable();
        (drafts, store.receipt_list(workspace).unwrap().len())
    };
    let workspaces = store.workspace_list().unwrap();
    let all = workspaces.iter().map(|workspace| of(&workspace.id));
    all.max_by_key(|(drafts, _)| drafts.len()).unwrap()
}

#[test]
fn drafts_of_undamaged_pages_are_salvaged() {
    let folder = worked(60);
    let path = database(folder.path());
    let leaves = pages(&path, "draft");
    // One in the middle, one at the end.
    let hit = [leaves[leaves.len() / 2], *leaves.last().unwrap()];
    spoil(&path, &hit);
    let damaged = fs::read(&path).unwrap();
    let SalvageReport { tables, aside } = Store::salvage(&path).unwrap();
    let drafts = tables.iter().find(|known| known.table == "draft").unwrap();
    let lost = drafts.lost.unwrap();
    assert!((1..20).contains(&lost), "{lost}");
    assert_eq!(drafts.recovered + lost, 63);
    assert_eq!(fs::read(aside.unwrap()).unwrap(), damaged);
    assert_eq!(work(&path).1, 3);
    assert!(work(&path).0.len() >= 60 - 20);
}

#[test]
fn each_damaged_table_leaves_the_others_whole() {
    let tables = [
        "draft_edit",
        "item",
        "receipt",
        "sqlite_autoindex_draft_1",
        "sqlite_autoindex_receipt_1",
    ];
    for table in tables {
        let folder = worked(60);
        let path = database(folder.path());
        spoil(&path, &[root_of(&path, table)]);
        salvaged(&path, "draft");
        let (drafts, receipts) = work(&path);
        assert_eq!(drafts.len(), 63, "{table}");
        assert_eq!(receipts, if table == "receipt" { 0 } else { 3 }, "{table}");
    }
}

#[test]
fn draft_with_lost_edits_keeps_its_text() {
    let folder = worked(60);
    let path = database(folder.path());
    let leaves = pages(&path, "draft_edit");
    spoil(&path, &leaves[1..2]);
    let edits = salvaged(&path, "draft_edit");
    assert!(edits.recovered > 30 && edits.lost != Some(0), "{edits:?}");
    let store = Store::open(&path).unwrap();
    let workspace = store.workspace_list().unwrap().remove(0).id;
    for draft in store.draft_list(&workspace).unwrap() {
        let number = draft.target.unwrap().0;
        let is_whole = draft.text.contains(&format!("\"{number} x"));
        assert!(is_whole || number > 1_000, "{}", draft.text);
        let edits = store.draft_edits(&draft.id).unwrap();
        assert_eq!(edits.len(), draft.position as usize);
    }
}

#[test]
fn damaged_header_loses_no_draft() {
    let folder = worked(3);
    let path = database(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    bytes[..100].fill(0xff);
    fs::write(&path, bytes).unwrap();
    salvaged(&path, "draft");
    assert_eq!(work(&path), (vec![1, 2, 3, 1001, 1002, 1003], 3));
}

#[test]
fn log_behind_a_bad_byte_is_salvaged() {
    let image = crashed();
    let path = database(image.path());
    spoil_log(&log_of(&path));
    salvaged(&path, "draft");
    assert!(!work(&path).0.is_empty());
}

#[test]
fn file_without_tables_is_left_unchanged() {
    let folder = TempDir::new().unwrap();
    let path = database(folder.path());
    let garbage = "no database. ".repeat(1000);
    fs::write(&path, &garbage).unwrap();
    let error = Store::salvage(&path).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), garbage);
}

#[test]
fn lost_workspace_is_restored_from_a_copy() {
    for has_copy in [true, false] {
        let folder = worked(3);
        let path = database(folder.path());
        let copies = folder.path().join("backups");
        assert!(copies.exists());
        if !has_copy {
            fs::remove_dir_all(copies).unwrap();
        }
        spoil(&path, &[root_of(&path, "workspace")]);
        salvaged(&path, "draft");
        assert_eq!(work(&path), (vec![1, 2, 3, 1001, 1002, 1003], 3));
        let store = Store::open(&path).unwrap();
        let settings = store.workspace_list().unwrap().remove(0).settings;
        assert_eq!(settings.base_url == "practice:", has_copy);
    }
}

#[test]
fn first_session_with_work_is_copied() {
    let folder = worked(3);
    let path = database(folder.path());
    let copy = Store::backups(&path).remove(0);
    fs::write(&path, "no database. ".repeat(1000)).unwrap();
    Store::restore_backup(&path, &copy.name).unwrap();
    assert_eq!(work(&path), (vec![1, 2, 3, 1001, 1002, 1003], 3));
    let store = Store::open(&path).unwrap();
    store.preference_set("theme", "dark").unwrap();
    drop(store);
    assert_eq!(Store::backups(&path), [copy], "one a day");
}

#[test]
fn copy_contains_no_cache() {
    let home = Home::new();
    home.draft_of(None).unwrap();
    let shown = FetchedObject {
        id: Id(1),
        text: "shown by the service".to_owned(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    };
    home.store
        .cache_put_page(&home.workspace, KIND, &[shown], 1)
        .unwrap();
    home.store.back_up_before_send().unwrap();
    let copy = Store::backups(&home.database()).remove(0);
    let bytes = fs::read(home.folder().join("backups").join(copy.name)).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("Practice") && !text.contains("shown by the service"));
}
