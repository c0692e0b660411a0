//! A service without a workspace (`--base-url`) can only be read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_testkit::canned_service;

use crate::{adwright, shown};

#[test]
fn base_url_never_sends_and_names_the_remedy() {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let address = canned_service(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        crate::canned_replies::json(r#"{"result":[]}"#)
    });
    let login = "--auth basic --username ann --secret-env NOT_SET";
    for (command, settings) in [
        ("campaign create --set name=1", ""),
        (
            "campaign create missing.json --go --set dialect.pageSize=7",
            " --set dialect.pageSize=7",
        ),
        ("campaign update 7 --set name=1 --go", ""),
        ("value create missing.csv --go", ""),
        ("send", ""),
        ("send --go", ""),
        ("sent list", ""),
        ("sent decide ITEM look-again", ""),
        ("draft list", ""),
        ("draft discard --all", ""),
        ("draft restore DRAFT", ""),
        ("draft copy DRAFT", ""),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let line = format!("{command} --base-url {address} {login}");
        let words: Vec<_> = line.split(' ').collect();
        let refused = adwright(folder.path(), &words, b"");
        let remedy =
            format!("adwright workspace add NAME --base-url {address} --auth basic --username ann");
        let said = shown(&refused);
        assert_eq!(refused.status.code(), Some(2), "{command}: {said}");
        let line = String::from_utf8(refused.stderr).unwrap();
        assert!(line.ends_with(&format!("{remedy}{settings}\n")), "{said}");
        assert_eq!(line.lines().count(), 1, "{said}");
        assert!(!folder.path().join("adwright").exists(), "{command}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn refused_base_url_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let url = "https://ann:canary@service.example";
    let refused = adwright(folder.path(), &["send", "--base-url", url], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(!shown(&refused).contains("canary"), "{}", shown(&refused));
}
