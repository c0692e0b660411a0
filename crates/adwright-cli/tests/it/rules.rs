//! A workspace's own rules: show, replace and count.

use std::fs;

use expect_test::expect;
use serde_json::{Value, json};

use crate::live_workspace::fetched_practice;
use crate::{adwright, elements, folder, shown};

const RULES: &str = r#"{
  "severities": { "tidy-name": "error" },
  "rules": [
    {"name": "spring-first", "kind": "Campaign", "field": "name", "must": {"match": "^Spring"},
     "severity": "note", "says": "Put Spring in front."},
    {"name": "no-values", "kind": "RetargetingDataValue", "field": "name", "must": {"beFilled": true},
     "severity": "note", "says": "Fill it in."}
  ]
}
"#;

#[test]
fn rules_of_a_file_replace_the_workspace_rules() {
    let home = folder(&[("own.json", RULES.as_bytes())]);
    let run = |arguments: &[&str], input: &str| {
        shown(&adwright(home.path(), arguments, input.as_bytes()))
    };
    expect![[r#"
        {
          "severities": {},
          "rules": []
        }
        ended with 0
    "#]]
    .assert_eq(&run(&["rules", "show"], ""));
    expect![[r#"
        The workspace now has 2 rules of its own.
        ended with 0
    "#]]
    .assert_eq(&run(&["rules", "set", "own.json"], ""));
    assert_eq!(
        run(&["rules", "show"], ""),
        format!("{RULES}ended with 0\n")
    );
    let emptied = adwright(home.path(), &["rules", "set", "-", "--json"], b"{}");
    let emptied: Value = serde_json::from_slice(&emptied.stdout).unwrap();
    assert_eq!(emptied["rules"], 0, "{emptied}");
    expect![[r#"
        {}
        ended with 0
    "#]]
    .assert_eq(&run(&["rules", "show"], ""));
}

#[test]
fn unusable_rules_change_nothing() {
    let home = folder(&[("own.json", RULES.as_bytes())]);
    let run = |arguments: &[&str], input: &str| {
        shown(&adwright(home.path(), arguments, input.as_bytes()))
    };
    run(&["rules", "set", "own.json"], "");
    let twice = RULES.replace("no-values", "spring-first");
    fs::write(home.path().join("twice.json"), twice).unwrap();
    expect![[r#"
        The rules of twice.json cannot be used. Line 6, column 5: spring-first: two rules have this name.
        ended with 2
    "#]]
    .assert_eq(&run(&["rules", "set", "twice.json"], ""));
    expect![[r#"
        The rules of - cannot be used. Line 1, column 1: this is not well-formed JSON: it is empty.
        ended with 2
    "#]]
    .assert_eq(&run(&["rules", "set", "-"], ""));
    let missing = run(&["rules", "set", "missing.json"], "");
    assert!(
        missing.starts_with("missing.json cannot be read: "),
        "{missing}"
    );
    assert_eq!(
        run(&["rules", "show"], ""),
        format!("{RULES}ended with 0\n")
    );
}

#[test]
fn rules_count_what_they_find() {
    let home = fetched_practice();
    let run = |arguments: &[&str]| adwright(home.path(), arguments, RULES.as_bytes());
    expect![[r#"
        There are no rules to count with.
        ended with 0
    "#]]
    .assert_eq(&shown(&run(&["rules", "count"])));
    let counts = elements(&run(&["rules", "count", "-", "--json"]));
    let total = counts[0]["total"].as_u64().unwrap();
    let found = counts[0]["found"].as_u64().unwrap();
    assert!(0 < found && found < total, "{counts:?}");
    let values = json!({"rule": "no-values", "found": 0, "total": 0});
    assert_eq!(counts[1], values);
    run(&["rules", "set", "-"]);
    let table = shown(&run(&["rules", "count"]));
    let line = format!("spring-first  {found}    {total}\n");
    assert!(table.contains(&line), "{table}");
}
