//! A damaged database: the message in the terminal, and the repair.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::live_workspace::without_keyring;
use crate::shown;

fn run(home: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let output = without_keyring(home, arguments);
    (output.status.code(), shown(&output))
}

/// Creates a home with one draft of Practice.
fn drafted() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("new.json");
    fs::write(&file, r#"{"type":"Campaign","name":"Kept"}"#).unwrap();
    let file = file.to_str().unwrap();
    let made = run(&home, &["campaign", "create", file]);
    assert!(
        run(&home, &["draft", "list"]).1.contains("Kept"),
        "{made:?}"
    );
    home
}

fn spoil(database: &Path, length: usize) {
    let mut bytes = fs::read(database).unwrap();
    let length = length.min(bytes.len());
    bytes[..length].fill(0xff);
    fs::write(database, bytes).unwrap();
}

#[test]
fn terminal_offers_each_remedy() {
    for option in ["--salvage", "--copy", "--empty"] {
        let home = drafted();
        let database = home.path().join("adwright/adwright.db");
        let sound = run(&home, &["repair"]);
        assert_eq!(sound.0, Some(0), "{}", sound.1);
        spoil(
            &database,
            if option == "--salvage" {
                100
            } else {
                usize::MAX
            },
        );
        assert_eq!(run(&home, &["draft", "list"]).0, Some(2));
        let (code, ways) = run(&home, &["repair"]);
        assert_eq!(code, Some(1), "{ways}");
        let mut lines = ways.lines();
        let line = lines.find(|line| line.starts_with(&format!("adwright repair {option}")));
        let words: Vec<_> = line.unwrap().split(' ').skip(1).collect();
        assert_eq!(run(&home, &words).0, Some(0));
        let (code, drafts) = run(&home, &["draft", "list"]);
        assert_eq!(code, Some(0), "{drafts}");
        assert_eq!(drafts.contains("Kept"), option != "--empty", "{drafts}");
    }
}

#[test]
fn sound_database_is_not_replaced() {
    let home = drafted();
    for option in [&["repair", "--empty"][..], &["repair", "--salvage"]] {
        assert_eq!(run(&home, option).0, Some(0));
    }
    assert!(run(&home, &["draft", "list"]).1.contains("Kept"));
}

#[test]
fn home_with_other_files_is_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("adwright")).unwrap();
    fs::write(home.path().join("adwright/thesis.txt"), "years of work").unwrap();
    let (code, said) = run(&home, &["draft", "list"]);
    assert_eq!(code, Some(2), "{said}");
    let entries = fs::read_dir(home.path().join("adwright")).unwrap();
    assert_eq!(entries.count(), 1);
}
