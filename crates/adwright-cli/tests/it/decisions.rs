//! Sent items that need a person, without a window.

use adwright_service::Fault;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::practice::Practice;
use crate::sending::{at, campaign, written};
use crate::{elements, shown};

/// Starts a service that drops a create before its commit, and returns the item that needs a person.
fn lost(home: &TempDir) -> (Practice, String) {
    let service = Practice::with_faults(&[], &[Fault::DropBeforeCommit]);
    let file = written(home, "c.json", &campaign("Lost"));
    at(&service, home, &["campaign", "create", &file, "--go"]);
    let all = listed(&service, home, &["--json", "--open"]);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["outcome"], "needs-you");
    (service, all[0]["item"].as_str().unwrap().to_owned())
}

fn listed(service: &Practice, home: &TempDir, more: &[&str]) -> Vec<Value> {
    elements(&at(service, home, &[&["sent", "list"], more].concat()))
}

/// Decides, and returns the outcome with the exit code.
fn decided(service: &Practice, home: &TempDir, item: &str, word: &str) -> (Value, Option<i32>) {
    let output = at(service, home, &["sent", "decide", item, word, "--json"]);
    let outcome = elements(&output)[0]["outcome"].clone();
    (outcome, output.status.code())
}

#[test]
fn items_needing_a_person_list_typable_decisions() {
    let home = tempfile::tempdir().unwrap();
    let (service, item) = lost(&home);
    let output = at(&service, &home, &["sent", "list"]);
    let said = shown(&output);
    let line = format!(
        "adwright sent decide {item} look-again|it-was-sent|back-to-draft --workspace Acme"
    );
    assert!(said.contains(&line) && said.contains("needs-you"), "{said}");
    assert_eq!(output.status.code(), Some(4));
    let decisions = &listed(&service, &home, &["--json"])[0]["decisions"];
    assert_eq!(decisions.as_array().unwrap().len(), 3);
}

#[test]
fn each_decision_is_executed_with_its_exit_code() {
    for (word, outcome, code) in [
        ("look-again", "needs-you", 4),
        ("it-was-sent", "confirmed", 0),
        ("back-to-draft", "taken-back", 0),
    ] {
        let home = tempfile::tempdir().unwrap();
        let (service, item) = lost(&home);
        let done = decided(&service, &home, &item, word);
        assert_eq!(done, (outcome.into(), Some(code)), "{word}");
        let open = listed(&service, &home, &["--json", "--open"]);
        assert_eq!(open.is_empty(), code == 0, "{word}");
        let drafts = elements(&at(&service, &home, &["send", "--json"]));
        let ready = drafts.iter().filter(|draft| draft["blocked"].is_null());
        assert_eq!(
            ready.count(),
            usize::from(word == "back-to-draft"),
            "{word}"
        );
    }
}

#[test]
fn settled_item_is_refused_and_unchanged() {
    let home = tempfile::tempdir().unwrap();
    let (service, item) = lost(&home);
    let decide = |item: &str, word: &str| at(&service, &home, &["sent", "decide", item, word]);
    let rebase = decide(&item, "rebase");
    assert_eq!(rebase.status.code(), Some(2));
    let said = shown(&rebase);
    let open = "This item allows only look-again, it-was-sent, back-to-draft. Nothing was changed.";
    assert!(said.contains(open), "{said}");
    assert_eq!(listed(&service, &home, &["--json", "--open"]).len(), 1);
    assert_eq!(decide(&item, "it-was-sent").status.code(), Some(0));
    let again = shown(&decide(&item, "back-to-draft"));
    assert!(again.contains("This item is settled"), "{again}");
    let nowhere = decide("0198", "look-again");
    assert_ne!(nowhere.status.code(), Some(0), "{}", shown(&nowhere));
}

/// Sends one campaign for each fault to a service that loses these creates.
fn several(faults: &[Fault]) -> (TempDir, Practice) {
    let home = tempfile::tempdir().unwrap();
    let service = Practice::with_faults(&["forgets-reference"], faults);
    for (number, _) in faults.iter().enumerate() {
        let file = written(&home, "c.json", &campaign(&format!("Lost {number}")));
        at(&service, &home, &["campaign", "create", &file, "--go"]);
    }
    (home, service)
}

/// Decides for many items. Returns the outcome of each, why it is left open, and the exit code.
fn decided_all(
    service: &Practice,
    home: &TempDir,
    option: &[&str],
) -> (Vec<(Value, Value)>, Option<i32>) {
    let output = at(
        service,
        home,
        &[&["sent", "decide", "--json"], option].concat(),
    );
    let told = |element: &Value| (element["outcome"].clone(), element["leftOpen"].clone());
    let elements = elements(&output);
    (elements.iter().map(told).collect(), output.status.code())
}

const ABSENT: [&str; 2] = ["--all-absent", "back-to-draft"];
const FOUND: [&str; 2] = ["--all-found", "it-was-sent"];

#[test]
fn each_decision_for_many_settles_its_group() {
    let (lost, came) = (Fault::DropBeforeCommit, Fault::DropAfterCommit);
    let (home, service) = several(&[lost, came, lost, came]);
    let evidence = |all: &[Value]| -> Vec<String> {
        let words = all.iter().map(|one| one["evidence"].as_str().unwrap());
        words.map(str::to_owned).collect()
    };
    let open = listed(&service, &home, &["--json", "--open"]);
    assert_eq!(evidence(&open), ["found", "absent", "found", "absent"]);
    let said = shown(&at(&service, &home, &["sent", "list"]));
    for option in [
        "--all-look-again",
        "--all-absent back-to-draft",
        "--all-found it-was-sent",
    ] {
        let line = format!("adwright sent decide {option} --workspace Acme");
        assert!(said.contains(&line), "{option}: {said}");
    }
    let back = (json!("taken-back"), Value::Null);
    let done = decided_all(&service, &home, &ABSENT);
    assert_eq!(done, (vec![back.clone(), back], Some(0)));
    let (looked, code) = decided_all(&service, &home, &["--all-look-again"]);
    assert_eq!(looked, vec![(json!("needs-you"), json!("found")); 2]);
    assert_eq!(code, Some(4));
    let sent = (json!("confirmed"), Value::Null);
    let done = decided_all(&service, &home, &FOUND);
    assert_eq!(done, (vec![sent.clone(), sent], Some(0)));
    assert_eq!(listed(&service, &home, &["--json", "--open"]).len(), 0);
    assert_eq!(decided_all(&service, &home, &FOUND), (Vec::new(), Some(0)));
}

#[test]
fn one_item_or_one_bulk_decision_is_required() {
    let (home, service) = several(&[Fault::DropBeforeCommit]);
    for wrong in [
        &["sent", "decide"][..],
        &["sent", "decide", "0198"],
        &["sent", "decide", "0198", "rebase", "--all-look-again"],
        &[
            "sent",
            "decide",
            "--all-look-again",
            "--all-absent",
            "back-to-draft",
        ],
        &["sent", "decide", "--all-absent", "it-was-sent"],
        &["sent", "decide", "--all-found", "back-to-draft"],
    ] {
        let output = at(&service, &home, wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(listed(&service, &home, &["--json", "--open"]).len(), 1);
}
