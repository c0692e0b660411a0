use std::io::Read;
use std::path::Path;
use std::thread;

use adwright_store::{SendLock, SendLockError, SendLockHolder, Store, StoreError};
use expect_test::expect;

use crate::home::{Actor, Home, append, check, database, role, say};

const EDITS: u32 = 40;

/// Appends [`EDITS`] edits to a draft that others append to as well, looking again whenever they were first.
fn append_beside_others(store: &Store, draft: &str, name: &str) {
    for number in 0..EDITS {
        let value = format!("{name}{number}");
        let added = std::iter::repeat_with(|| {
            let seen = store.draft_get(draft).unwrap();
            append(store, &seen, &value, false)
        })
        .find(|result| !matches!(result, Err(StoreError::RevisionConflict { .. })));
        added.expect("an endless iterator").unwrap();
    }
}

fn assert_all_there(home: &Home, draft: &str, names: &[&str]) {
    let edits = home.store.draft_edits(draft).unwrap();
    let of = |name: &str| {
        let numbers = edits
            .iter()
            .filter_map(|edit| edit.label.strip_prefix(name));
        numbers
            .map(|number| number.parse().unwrap())
            .collect::<Vec<u32>>()
    };
    assert_eq!(edits.len(), names.len() * EDITS as usize);
    for name in names {
        assert_eq!(of(name), (0..EDITS).collect::<Vec<_>>());
    }
}

#[test]
fn two_handles_lose_no_edits() {
    let home = Home::new();
    let draft = home.draft_of(None).unwrap().id;
    thread::scope(|scope| {
        for name in ["a", "b"] {
            scope.spawn(|| append_beside_others(&home.again(), &draft, name));
        }
    });
    assert_all_there(&home, &draft, &["a", "b"]);
}

#[test]
fn two_processes_lose_no_edits() {
    if let Some((part, folder)) = role() {
        let (name, draft) = part.split_once(' ').unwrap();
        append_beside_others(&Store::open(&database(&folder)).unwrap(), draft, name);
        return;
    }
    let home = Home::new();
    let draft = home.draft_of(None).unwrap().id;
    let actors = ["a", "b"].map(|name| {
        let this = "processes::two_processes_lose_no_edits";
        Actor::start(this, &format!("{name} {draft}"), home.folder())
    });
    for actor in actors {
        actor.finish();
    }
    assert_all_there(&home, &draft, &["a", "b"]);
}

#[test]
fn many_can_open_a_new_file_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| Store::open(&path).unwrap());
        }
    });
}

fn holder(person: &str) -> SendLockHolder {
    SendLockHolder {
        person: person.to_owned(),
        pid: std::process::id(),
        since: 77,
    }
}

fn hold_until_killed(folder: &Path, workspace: &str) {
    let _lock = SendLock::acquire(folder, workspace, &holder("Berta")).unwrap();
    say("held");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn second_sender_learns_the_lock_owner() {
    if let Some((workspace, folder)) = role() {
        return hold_until_killed(&folder, &workspace);
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let this = "processes::second_sender_learns_the_lock_owner";
    let mut actor = Actor::start(this, "W", folder);
    assert_eq!(actor.hear().as_deref(), Some("held"));

    let pid = actor.process.id();
    let berta = SendLockHolder {
        pid,
        ..holder("Berta")
    };
    assert_eq!(SendLock::holder(folder, "W").unwrap(), Some(berta));
    let refused = SendLock::acquire(folder, "W", &holder("Anna")).unwrap_err();
    check(
        refused.to_string().replace(&pid.to_string(), "PID"),
        expect![
            "Berta is sending from this workspace in another window (process PID). Try again when that is done."
        ],
    );
    SendLock::acquire(folder, "another", &holder("Anna")).unwrap();

    actor.kill();
    assert_eq!(SendLock::holder(folder, "W").unwrap(), None);
    SendLock::acquire(folder, "W", &holder("Anna")).unwrap();
}

#[test]
fn the_lock_is_free_once_it_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let lock = SendLock::acquire(folder.path(), "W", &holder("Anna")).unwrap();
    let second = SendLock::acquire(folder.path(), "W", &holder("Berta"));
    assert!(matches!(second, Err(SendLockError::Held { by: Some(by) }) if by.person == "Anna"));
    drop(lock);
    assert_eq!(SendLock::holder(folder.path(), "W").unwrap(), None);
    SendLock::acquire(folder.path(), "W", &holder("Berta")).unwrap();
}
