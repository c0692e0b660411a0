//! The data on this computer: sizes, retention, and single items in backups.

use serde_json::Value;
use tempfile::TempDir;

use crate::practice::Practice;
use crate::sending::at;
use crate::{elements, shown};

/// Returns a live draft that is in the first backup of a new home.
pub(crate) fn backed_up_draft(service: &Practice, home: &TempDir) -> String {
    let update = [
        "campaign",
        "update",
        "1072226018",
        "--set",
        "notes=\"Backed up\"",
        "--json",
    ];
    let planned = elements(&at(service, home, &update));
    planned[0]["draft"].as_str().unwrap().to_owned()
}

#[test]
fn discarded_draft_is_restored_from_a_backup() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let draft = backed_up_draft(&service, &home);
    let run = |arguments: &[&str]| at(&service, &home, arguments);
    let json =
        |arguments: &[&str]| -> Value { serde_json::from_slice(&run(arguments).stdout).unwrap() };
    let live = || elements(&run(&["draft", "list", "--json"]));
    let backup = json(&["data", "show", "--json"])["backups"][0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let state = || elements(&run(&["data", "items", &backup, "--json"]))[0]["state"].clone();
    assert_eq!(state(), "same");
    run(&["draft", "discard", &draft]);
    assert_eq!((state(), live().len()), ("discarded".into(), 0));
    let preview = json(&["data", "restore", &backup, &draft, "--json"]);
    assert_eq!((&preview["id"], live().len()), (&draft.clone().into(), 0));
    assert_eq!(preview["changes"][0]["path"], "notes");
    let restored = json(&["data", "restore", &backup, &draft, "--go", "--json"]);
    assert_ne!(restored["id"], draft);
    assert_eq!(live()[0]["draft"], restored["id"]);
    let unknown = run(&["data", "restore", &backup, "none", "--go"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", shown(&unknown));
}

#[test]
fn retention_rule_is_set_only_with_go() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let run = |arguments: &[&str]| at(&service, &home, arguments);
    let rule = || -> Value {
        let shown: Value =
            serde_json::from_slice(&run(&["data", "show", "--json"]).stdout).unwrap();
        shown["keepMonths"].clone()
    };
    run(&["data", "keep", "6"]);
    assert_eq!(rule(), Value::Null);
    run(&["data", "keep", "6", "--go"]);
    assert_eq!(rule(), 6);
    run(&["data", "keep", "forever", "--go"]);
    assert_eq!(rule(), Value::Null);
    for wrong in ["0", "soon"] {
        let refused = run(&["data", "keep", wrong, "--go"]);
        assert_eq!(refused.status.code(), Some(2), "{}", shown(&refused));
    }
}
