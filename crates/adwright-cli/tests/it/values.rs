//! Retargeting values from files: many in one call, never twice, each with a separate outcome.

use std::fmt::Write as _;
use std::fs;
use std::process::Output;

use adwright_service::Fault;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::live_workspace::without_keyring;
use crate::practice::Practice;
use crate::sending::{at, begun, outcomes};
use crate::{elements, shown};

/// An advertiser, and one of its activities.
pub(crate) const OWN: &str = "4401,52024";

/// Returns a table of this many values, with names that begin with a word.
pub(crate) fn table(word: &str, rows: usize) -> String {
    let mut text = "name;value;advertiserId;retargetingActivityId\r\n".replace(';', ",");
    for row in 0..rows {
        writeln!(text, "{word} {row},{word}|{row},{OWN}").unwrap();
    }
    text
}

/// Returns JSON objects of this many values, with names that begin with a word.
pub(crate) fn objects(word: &str, rows: usize) -> String {
    let value = |row| {
        json!({"type": "RetargetingDataValue", "name": format!("{word} {row}"), "value": format!("{word}|{row}"),
            "advertiserId": 4401, "retargetingActivityId": 52024})
    };
    (0..rows).map(value).collect::<Value>().to_string()
}

pub(crate) fn file(home: &TempDir, name: &str, text: &str) -> String {
    let path = home.path().join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Returns the names of the service's values that begin with a word.
pub(crate) fn named(service: &Practice, word: &str) -> Vec<String> {
    let list = service.ask(&["value", "list", "--json"]);
    let all = elements(&list);
    let names = all.iter().filter_map(|value| value["name"].as_str());
    let mut names: Vec<_> = names
        .filter(|name| name.starts_with(word))
        .map(str::to_owned)
        .collect();
    names.sort();
    names
}

fn create(service: &Practice, home: &TempDir, text: &str, more: &[&str]) -> Output {
    let path = file(home, "values.csv", text);
    at(service, home, &[&["value", "create", &path], more].concat())
}

/// Returns the number of items for each outcome.
pub(crate) fn tally(output: &Output) -> Vec<(String, usize)> {
    let mut tally: Vec<(String, usize)> = Vec::new();
    for (outcome, ..) in outcomes(output) {
        match tally.iter_mut().find(|(word, _)| *word == outcome) {
            Some((_, count)) => *count += 1,
            None => tally.push((outcome, 1)),
        }
    }
    tally
}

pub(crate) fn all(word: &str, count: usize) -> Vec<(String, usize)> {
    vec![(word.to_owned(), count)]
}

fn check(output: &Output, home: &TempDir, expected: &Expect) {
    let said = shown(output).replace(&home.path().display().to_string(), "HOME");
    expected.assert_eq(&said);
}

#[test]
fn table_is_planned_and_sent_in_one_call() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let plan = create(&service, &home, &table("Harvest", 3), &["--json"]);
    assert_eq!(plan.status.code(), Some(0), "{}", shown(&plan));
    let plan = elements(&plan);
    assert_eq!(
        (plan.len(), &plan[0]["kind"]),
        (3, &json!("RetargetingDataValue"))
    );
    assert!(named(&service, "Harvest").is_empty());
    let batch = plan[0]["batch"].as_str().unwrap();
    let text = shown(&at(&service, &home, &["batch", "send", batch]));
    assert!(text.contains("3 values in 1 call of 500 at most"), "{text}");
    let sent = create(&service, &home, &table("Harvest", 3), &["--go", "--json"]);
    assert_eq!(sent.status.code(), Some(0), "{}", shown(&sent));
    assert_eq!(tally(&sent), all("confirmed", 3));
    assert_eq!(named(&service, "Harvest").len(), 3);
    let first = &elements(&sent)[0];
    let got = service.ask(&["value", "get", first["id"].as_str().unwrap(), "--json"]);
    let got: Value = serde_json::from_slice(&got.stdout).unwrap();
    assert_eq!(
        (&got["name"], &got["value"], &got["advertiserId"]),
        (&json!("Harvest 0"), &json!("Harvest|0"), &json!(4401))
    );
    // There is one batch, and no draft.
    let batches = elements(&at(&service, &home, &["batch", "list", "--json"]));
    assert_eq!((batches.len(), &batches[0]["batch"]), (1, &json!(batch)));
    assert_eq!(batches[0]["confirmed"], 3);
    assert_eq!(elements(&at(&service, &home, &["send", "--json"])).len(), 0);
}

#[test]
fn json_objects_are_sent_with_all_members() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let value = |at: u32| {
        json!({"type": "RetargetingDataValue", "name": format!("Json {at}"), "value": "a", "advertiserId": 4401,
            "retargetingActivityId": 52024, "notInTheInterface": [1.50, null]})
    };
    let path = file(
        &home,
        "values.json",
        &json!([value(0), value(1)]).to_string(),
    );
    let create = ["value", "create", &path, "--go", "--json"];
    let sent = at(&service, &home, &create);
    assert_eq!(tally(&sent), all("confirmed", 2), "{}", shown(&sent));
    assert_eq!(named(&service, "Json").len(), 2);
    let id = elements(&sent)[1]["id"].clone();
    let got = service.ask(&["value", "get", id.as_str().unwrap(), "--json"]);
    let got: Value = serde_json::from_slice(&got.stdout).unwrap();
    assert_eq!(got["notInTheInterface"], json!([1.5, null]));
    let broken = file(&home, "broken.json", r#"[{"name":"Json 2"}, {"name" 1}]"#);
    check(
        &at(&service, &home, &["value", "create", &broken]),
        &home,
        &expect![[r#"
            HOME/broken.json, object 2 cannot be read: Line 1, column 9: this is not well-formed JSON: a colon is missing after the member's name.
            ended with 2
        "#]],
    );
    assert_eq!(named(&service, "Json").len(), 2);
}

#[test]
fn lost_values_are_looked_up_without_duplicates() {
    for (fault, outcome, there) in [
        (Fault::DropAfterCommit, "confirmed", 4),
        (Fault::HalfReply, "confirmed", 4),
        (Fault::EmptyReply, "confirmed", 4),
        (Fault::ReorderedReply, "confirmed", 4),
        (Fault::DropBeforeCommit, "needs-you", 0),
        (Fault::Status503, "needs-you", 0),
    ] {
        let service = Practice::with_faults(&[], &[fault]);
        let home = tempfile::tempdir().unwrap();
        let sent = create(&service, &home, &table("Once", 4), &["--go", "--json"]);
        assert_eq!(tally(&sent), all(outcome, 4), "{fault:?} {}", shown(&sent));
        assert_eq!(named(&service, "Once").len(), there, "{fault:?}");
    }
}

#[test]
fn reordered_answer_confirms_each_value_by_id() {
    let service = Practice::with_faults(&["forgets-reference"], &[Fault::ReorderedReply]);
    let home = tempfile::tempdir().unwrap();
    let sent = create(&service, &home, &table("Order", 3), &["--go", "--json"]);
    assert_eq!(tally(&sent), all("confirmed", 3), "{}", shown(&sent));
    for element in elements(&sent) {
        let got = service.ask(&["value", "get", element["id"].as_str().unwrap(), "--json"]);
        let got: Value = serde_json::from_slice(&got.stdout).unwrap();
        assert_eq!(got["name"], element["title"]);
    }
}

#[test]
fn partial_create_settles_each_value_separately() {
    let half = Practice::with_faults(&[], &[Fault::PartialCreate]);
    let home = tempfile::tempdir().unwrap();
    let sent = create(&half, &home, &table("Half", 4), &["--go", "--json"]);
    let there = named(&half, "Half").len();
    assert_eq!(there, 2);
    let confirmed = tally(&sent)
        .iter()
        .find(|(word, _)| word == "confirmed")
        .map(|(_, count)| *count);
    assert_eq!(confirmed, Some(2), "{}", shown(&sent));
    // Only the rest is sent again, not the first half.
    let again = create(&half, &home, &table("Half", 4), &["--go", "--json"]);
    assert!(named(&half, "Half").len() <= 4, "{}", shown(&again));
}

#[test]
fn oversized_batch_is_halved() {
    let (service, home) = (
        Practice::start(&["small-batches"]),
        tempfile::tempdir().unwrap(),
    );
    let sent = create(&service, &home, &table("Many", 120), &["--go", "--json"]);
    assert_eq!(tally(&sent), all("confirmed", 120), "{}", shown(&sent));
    let names = named(&service, "Many");
    assert_eq!(names.len(), 120);
}

#[test]
fn refused_row_is_found_and_others_are_sent() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let values = elements(&service.ask(&["value", "list", "--json"]));
    let stranger = values
        .iter()
        .find(|value| value["advertiserId"] != 4401)
        .unwrap();
    let mut text = table("Good", 5);
    let activity = &stranger["retargetingActivityId"];
    writeln!(text, "Bad,bad|1,4401,{activity}").unwrap();
    let sent = create(&service, &home, &text, &["--go", "--json"]);
    assert_eq!(sent.status.code(), Some(3), "{}", shown(&sent));
    assert_eq!(named(&service, "Good").len(), 5);
    let refused: Vec<_> = outcomes(&sent)
        .into_iter()
        .filter(|(outcome, ..)| outcome == "refused")
        .collect();
    assert_eq!((refused.len(), &refused[0].1), (1, &json!(66_108)));
    assert!(named(&service, "Bad").is_empty());
}

#[test]
fn killed_send_goes_on_with_its_batch() {
    let service = Practice::with_faults(&[], &[Fault::HoldAfterCommit]);
    let home = tempfile::tempdir().unwrap();
    let path = file(&home, "values.csv", &table("Killed", 5));
    let create = ["value", "create", &path, "--go", "--json"];
    let command = service.command_at(&home, &create);
    let set = ["workspace", "set", "Acme", "dialect.batchCap=2"];
    assert_eq!(without_keyring(&home, &set).status.code(), Some(0));
    let mut sending = begun(command);
    while named(&service, "Killed").is_empty() {}
    sending.kill().unwrap();
    sending.wait().unwrap();
    let killed = elements(&at(&service, &home, &["batch", "list", "--json"]));
    assert_eq!(killed[0]["confirmed"], 0);
    // The first call is looked up, and only the other rows are sent.
    let after = at(&service, &home, &create);
    assert_eq!(after.status.code(), Some(0), "{}", shown(&after));
    assert_eq!(tally(&after), all("confirmed", 3), "{}", shown(&after));
    let names: Vec<_> = (0..5).map(|row| format!("Killed {row}")).collect();
    assert_eq!(named(&service, "Killed"), names);
    let batches = elements(&at(&service, &home, &["batch", "list", "--json"]));
    let [batch] = &batches[..] else {
        panic!("{batches:?}")
    };
    assert_eq!(batch["batch"], killed[0]["batch"]);
    assert_eq!(
        (&batch["confirmed"], &batch["open"]),
        (&json!(5), &json!(0))
    );
}

#[test]
fn impossible_file_content_is_reported_with_place() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let said = |text: &str| {
        let output = create(&service, &home, text, &[]);
        shown(&output).replace(&home.path().display().to_string(), "HOME")
    };
    let all = [
        said("name,value\nA"),
        said("name,,value\n"),
        said("name,value\n\"A,B\n"),
        said("name,value\n"),
    ];
    expect![[r#"
        HOME/values.csv: Line 2: this row has 1 cells, but there are 2 columns.
        ended with 2
        HOME/values.csv: Line 1, column 2: this column has no name.
        ended with 2
        HOME/values.csv: Line 2, column 1: a quote (") is opened here and never closed. Close it, or double it if it is an inch mark.
        ended with 2
        HOME/values.csv: The table has no rows with text in the chosen columns.
        ended with 2
    "#]]
    .assert_eq(&all.concat());
    let json = file(
        &home,
        "one.json",
        r#"[{"type":"RetargetingDataValue","id":7}]"#,
    );
    check(
        &at(&service, &home, &["value", "create", &json]),
        &home,
        &expect![[r#"
            HOME/one.json has an id, so the service has it already. Values cannot be changed. Remove the id to create another value.
            ended with 2
        "#]],
    );
}

#[test]
fn empty_rows_are_skipped_and_reported() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let said = |file: &str| {
        let output = at(&service, &home, &["value", "create", file, "--json"]);
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().next().unwrap_or_default();
        let first = first.replace(&home.path().display().to_string(), "HOME");
        (elements(&output).len(), first)
    };
    let rows = format!(
        "sep=;\r\nname;value;advertiserId;retargetingActivityId;\r\n;;;;\r\n5\" screen;s|1;{0};\r\n;;;;\r\n\r\n;;;;\r\n;;;;\r\n",
        OWN.replace(',', ";")
    );
    assert_eq!(
        said(&file(&home, "values.csv", &rows)),
        (
            1,
            "HOME/values.csv: 4 rows have no text and were skipped: lines 3, 5, 7–8.".to_owned()
        )
    );
    let odd = format!("n;v;{}\n;;;\n", OWN.replace(',', ";")).repeat(12);
    let odd = format!("name;value;advertiserId;retargetingActivityId\n{odd}");
    assert_eq!(
        said(&file(&home, "odd.csv", &odd)),
        (12, "HOME/odd.csv: 12 rows have no text and were skipped: lines 3, 5, 7, 9, 11, 13, 15, 17, 19, 21 and more.".to_owned())
    );
    check(
        &at(
            &service,
            &home,
            &[
                "value",
                "create",
                &file(&home, "values.xls", "<html><table>"),
            ],
        ),
        &home,
        &expect![[r#"
            HOME/values.xls: This is an HTML page, not a CSV file. Open it in a spreadsheet program and save it as “CSV UTF-8”.
            ended with 2
        "#]],
    );
}

#[test]
fn existing_row_is_not_a_new_value() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let new = |text: &str| create(&service, &home, text, &["--json"]);
    let head = "id,type,name,value,advertiserId,retargetingActivityId";
    let kind = "RetargetingDataValue";
    check(
        &new(&format!(
            "{head}\n,,New,n|1,{OWN}\n7,{kind},Old,o|1,{OWN}\n"
        )),
        &home,
        &expect![[r#"
            HOME/values.csv, line 3 has an id, so the service has it already. Values cannot be changed. Remove the id to create another value.
            ended with 2
        "#]],
    );
    check(
        &new(&format!("{head}\n,Campaign,New,n|1,{OWN}\n")),
        &home,
        &expect![[r#"
            HOME/values.csv, line 2 is not a retargeting value: it has another type.
            ended with 2
        "#]],
    );
    assert_eq!(elements(&at(&service, &home, &["send", "--json"])).len(), 0);
    let planned = new(&format!(
        "{head}\n,,New,n|1,{OWN}\n,{kind},More,m|1,{OWN}\n"
    ));
    assert_eq!(planned.status.code(), Some(0), "{}", shown(&planned));
    assert_eq!(elements(&planned).len(), 2);
}
