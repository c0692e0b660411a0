//! A repeated create: sent objects are left out, and a file becomes drafts entirely or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::process::{Child, Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::kills::kills;
use crate::practice::{Practice, started};
use crate::sending::{at, begun, campaign, count, outcomes, written};
use crate::values::{all, file, named, table, tally};
use crate::{elements, shown};

fn campaigns(word: &str, count: usize) -> Value {
    (0..count)
        .map(|number| campaign(&format!("{word} {number}")))
        .collect()
}

/// Returns how often the service has each of these campaigns.
fn counts(service: &Practice, word: &str, of: usize) -> Vec<usize> {
    let list = service.ask(&["campaign", "list", "--json"]);
    let mut times = BTreeMap::new();
    for campaign in elements(&list) {
        let name = campaign["name"].as_str().unwrap_or_default().to_owned();
        *times.entry(name).or_insert(0) += 1;
    }
    let times = (0..of).map(|number| times.get(&format!("{word} {number}")).copied());
    times.map(Option::unwrap_or_default).collect()
}

#[test]
fn create_again_leaves_out_sent_campaigns() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let create = |file: &str, more: &[&str]| {
        let create = ["campaign", "create", file, "--go", "--json"];
        at(&service, &home, &[&create, more].concat())
    };
    let first = written(&home, "first.json", &campaigns("Once", 2));
    assert_eq!(tally(&create(&first, &[])), all("confirmed", 2));
    let more = written(&home, "more.json", &campaigns("Once", 4));
    let rest = create(&more, &[]);
    assert_eq!(tally(&rest), all("confirmed", 2));
    assert!(shown(&rest).contains("2 of these 4 were sent at 20"));
    let nothing = create(&more, &[]);
    assert_eq!((nothing.status.code(), tally(&nothing)), (Some(0), vec![]));
    assert_eq!(counts(&service, "Once", 4), [1, 1, 1, 1]);
    let again = create(&first, &["--again"]);
    assert_eq!(tally(&again), all("confirmed", 2));
    assert_eq!(counts(&service, "Once", 4), [2, 2, 1, 1]);
}

#[test]
fn nothing_left_to_create_sends_no_other_draft() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let sent = written(&home, "sent.json", &campaign("Sent"));
    let kept = written(&home, "kept.json", &campaign("Kept"));
    at(&service, &home, &["campaign", "create", &sent, "--go"]);
    at(&service, &home, &["campaign", "create", &kept]);
    at(&service, &home, &["campaign", "create", &sent, "--go"]);
    assert_eq!((count(&service, "Sent"), count(&service, "Kept")), (1, 0));
}

#[test]
fn equal_objects_of_one_file_are_created_each() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let (one, two) = (
        json!([campaign("Twin")]),
        json!([campaign("Twin"), campaign("Twin")]),
    );
    let create = |name: &str, list: &Value| {
        let file = written(&home, name, list);
        let sent = at(
            &service,
            &home,
            &["campaign", "create", &file, "--go", "--json"],
        );
        (tally(&sent), count(&service, "Twin"))
    };
    assert_eq!(create("two.json", &two), (all("confirmed", 2), 2));
    assert_eq!(create("one.json", &one), (vec![], 2));
    assert_eq!(create("two.json", &two), (vec![], 2));
}

#[test]
fn create_again_leaves_out_sent_values() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let create = |rows: usize, more: &[&str]| {
        let path = file(&home, "values.csv", &table("Row", rows));
        let create = ["value", "create", &path, "--json"];
        at(&service, &home, &[&create, more].concat())
    };
    assert_eq!(tally(&create(3, &["--go"])), all("confirmed", 3));
    assert_eq!(tally(&create(5, &["--go"])), all("confirmed", 2));
    assert_eq!(elements(&create(5, &[])).len(), 0);
    assert_eq!(elements(&create(5, &["--again"])).len(), 5);
    assert_eq!(named(&service, "Row").len(), 5);
}

#[test]
fn two_programs_create_each_campaign_once() {
    const MANY: usize = 8;
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    // Save the settings of the service before the programs race.
    at(&service, &home, &["draft", "list"]);
    for round in 0..4 {
        let word = format!("Race {round}");
        let file = written(&home, "race.json", &campaigns(&word, MANY));
        let create = || started(&mut creating(&service, &home, &file));
        let running = [create(), create()];
        for program in running {
            program.wait_with_output().unwrap();
        }
        at(&service, &home, &["campaign", "create", &file, "--go"]);
        at(&service, &home, &["send", "--go"]);
        assert_eq!(counts(&service, &word, MANY), [1; MANY], "round {round}");
    }
}

fn creating(service: &Practice, home: &TempDir, file: &str) -> Command {
    service.command_at(home, &["campaign", "create", file, "--go", "--json"])
}

/// Reads the output until the program sends this many objects.
fn until_sending(program: &mut Child, number: usize) {
    let (mut said, wanted) = (Vec::new(), format!("Sending {number} of"));
    let errors = program.stderr.as_mut().unwrap();
    while !said.ends_with(wanted.as_bytes()) {
        let mut byte = [0];
        assert_eq!(errors.read(&mut byte).unwrap(), 1, "{number}");
        said.push(byte[0]);
    }
}

#[test]
fn killed_create_sends_only_the_rest() {
    const MANY: usize = 6;
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    for round in 0..kills() {
        let word = format!("Killed {round}");
        let file = written(&home, "killed.json", &campaigns(&word, MANY));
        let mut sending = begun(creating(&service, &home, &file));
        let at_number = 2 + round % (MANY - 1);
        until_sending(&mut sending, at_number);
        sending.kill().unwrap();
        sending.wait().unwrap();
        let again = at(
            &service,
            &home,
            &["campaign", "create", &file, "--go", "--json"],
        );
        let after = at(&service, &home, &["send", "--go", "--json"]);
        let there = counts(&service, &word, MANY);
        // The item that was being sent may wait for a person, and then the list does not show it.
        let missing = there.iter().filter(|count| **count == 0).count();
        assert!(there.iter().all(|count| *count <= 1), "{there:?}");
        assert!(missing <= 1, "{there:?} {}", shown(&again));
        assert!(outcomes(&after).is_empty(), "{}", shown(&after));
    }
}

#[test]
fn killed_reading_leaves_all_objects_or_none() {
    const MANY: usize = 600;
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let count = |list: &[&str]| elements(&at(&service, &home, list));
    let drafts = || {
        let rows = count(&["batch", "list", "--json"]);
        let rows = rows.iter().filter_map(|batch| batch["rows"].as_u64());
        count(&["draft", "list", "--json"]).len() + usize::try_from(rows.sum::<u64>()).unwrap()
    };
    let mut before = drafts();
    let log = home.path().join("adwright").join("adwright.db-wal");
    let log = || fs::metadata(&log).map_or(0, |log| log.len());
    for word in ["campaign", "value"] {
        let path = match word {
            "campaign" => written(&home, "many.json", &campaigns("Many", MANY)),
            _ => file(&home, "many.csv", &table("Many", MANY)),
        };
        let mut reading = started(&mut service.command_at(&home, &[word, "create", &path]));
        // Opening the database writes less.
        while log() < 128 * 1024 && reading.try_wait().unwrap().is_none() {}
        reading.kill().unwrap();
        reading.wait().unwrap();
        let heard = reading.stderr.as_mut().map(|errors| {
            let mut heard = String::new();
            errors.read_to_string(&mut heard).unwrap();
            heard
        });
        let after = drafts();
        let is_told = heard.is_some_and(|heard| heard.contains("600 drafts are kept"));
        assert!(!is_told || after == before + MANY, "{before} {after}");
        assert!(
            after == before || after == before + MANY,
            "{before} {after}"
        );
        before = after;
    }
}
