//! Drafts: list, discard, restore and copy.

use std::process::Output;

use adwright_service::Fault;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::live_workspace::without_keyring;
use crate::practice::Practice;
use crate::sending::{at, campaign, without_ids, written};
use crate::values::{file, objects};
use crate::{elements, shown};

/// Checks the output without ids and times, which change each time.
fn check(output: &Output, expected: &Expect) {
    let said = without_ids(&shown(output));
    let words = said.split_inclusive([' ', '\n']).map(|word| {
        let plain = word.trim_end();
        match plain.len() {
            _ if plain.starts_with("http://") => word.replace(plain, "http://PLACE"),
            20 if plain.ends_with('Z') => word.replace(plain, "TIME"),
            _ => word.to_owned(),
        }
    });
    expected.assert_eq(&words.collect::<String>());
}

/// Returns these members of the listed drafts.
fn members(output: &Output, names: [&str; 3]) -> Vec<[Value; 3]> {
    let all = elements(output);
    all.iter()
        .map(|draft| names.map(|name| draft[name].clone()))
        .collect()
}

/// Begins a new campaign, a change that the service refused, and a new value.
fn begin(service: &Practice, home: &TempDir) {
    let new = written(home, "c.json", &campaign("Harvest"));
    let values = file(home, "values.json", &objects("Listed", 1));
    let mode = "campaign update 1072226018 --set traffickingMode=\"simple\" --go";
    let mode: Vec<_> = mode.split(' ').collect();
    at(service, home, &["campaign", "create", &new]);
    at(service, home, &mode);
    at(service, home, &["value", "create", &values]);
}

#[test]
fn all_drafts_are_listed_with_their_state() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let list = |more: &[&str]| at(&service, &home, &[&["draft", "list"], more].concat());
    check(
        &list(&[]),
        &expect![[r#"
            There are no drafts.
            ended with 0
        "#]],
    );
    begin(&service, &home);
    check(
        &list(&[]),
        &expect![[r#"
        DRAFT                                 STATE   FINDINGS  SAVED                 KIND                  ID          NAME
        DRAFT  ready   none      TIME  Campaign              new         Harvest
        DRAFT  errors  1 error   TIME  Campaign              1072226018  Spring range, DE
        DRAFT  ready   none      TIME  RetargetingDataValue  new         Listed 0
        ended with 0
    "#]],
    );
    let all = members(&list(&["--json"]), ["kind", "verb", "state"]);
    expect![[r#"[["Campaign","create","ready"],["Campaign","update","errors"],["RetargetingDataValue","create","ready"]]"#]].assert_eq(&serde_json::to_string(&all).unwrap());
}

#[test]
fn discarded_drafts_are_restored_unchanged() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let draft = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        at(&service, &home, &[&["draft"], &words[..]].concat())
    };
    begin(&service, &home);
    let names = ["draft", "title", "state"];
    let all = members(&draft("list --json"), names);
    let [first, last] = [&all[0][0], &all[2][0]].map(|id| id.as_str().unwrap());
    check(
        &draft(&format!("discard {first} {last}")),
        &expect![[r#"
            2 drafts discarded. To restore: adwright draft restore DRAFT DRAFT --workspace Acme --secret-env SERVICE_PASSWORD
            ended with 0
        "#]],
    );
    assert_eq!(members(&draft("list --json"), names), all[1..2]);
    let discarded = members(&draft("list --discarded --json"), names);
    let state = json!("discarded");
    let of = |of: &[Value; 3]| [of[0].clone(), of[1].clone(), state.clone()];
    assert_eq!(discarded, [of(&all[0]), of(&all[2])]);
    check(
        &draft(&format!("restore {first} {last}")),
        &expect![[r#"
        2 drafts restored.
        ended with 0
    "#]],
    );
    assert_eq!(members(&draft("list --json"), names), all);
    assert!(elements(&draft("list --discarded --json")).is_empty());
}

#[test]
fn a_copy_is_a_draft_of_its_own() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    begin(&service, &home);
    let list = || at(&service, &home, &["draft", "list", "--json"]);
    let before = members(&list(), ["draft", "kind", "verb"]);
    let first = before[0][0].as_str().unwrap();
    let copied = at(&service, &home, &["draft", "copy", first, "--json"]);
    let copied: Value = serde_json::from_slice(&copied.stdout).unwrap();
    let after = members(&list(), ["draft", "kind", "verb"]);
    assert_eq!(after.len(), before.len() + 1);
    let new = [
        copied["drafts"][0].clone(),
        json!("Campaign"),
        json!("create"),
    ];
    assert!(after.contains(&new) && !before.contains(&new));
    let missing = at(&service, &home, &["draft", "copy", "nothing"]);
    assert_eq!(missing.status.code(), Some(2), "{}", shown(&missing));
}

#[test]
fn all_drafts_are_discarded_and_restorable() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let values = file(&home, "values.json", &objects("Wrong", 7));
    at(&service, &home, &["value", "create", &values]);
    check(
        &at(&service, &home, &["draft", "discard", "--all"]),
        &expect![[r#"
            7 drafts discarded. To restore: adwright draft restore DRAFT… --workspace Acme --secret-env SERVICE_PASSWORD. adwright draft list --discarded --workspace Acme --secret-env SERVICE_PASSWORD shows the ids.
            ended with 0
        "#]],
    );
    let gone = elements(&at(
        &service,
        &home,
        &["draft", "list", "--discarded", "--json"],
    ));
    let ids: Vec<_> = gone
        .iter()
        .map(|one| one["draft"].as_str().unwrap())
        .collect();
    let back = at(&service, &home, &[&["draft", "restore"], &ids[..]].concat());
    assert_eq!(back.status.code(), Some(0), "{}", shown(&back));
    assert_eq!(elements(&at(&service, &home, &["send", "--json"])).len(), 7);
}

#[test]
fn missing_draft_discards_no_other() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("Mine"));
    let mine = elements(&at(
        &service,
        &home,
        &["campaign", "create", &file, "--json"],
    ));
    let mine = mine[0]["draft"].as_str().unwrap();
    let said = [
        at(&service, &home, &["draft", "discard", mine, "0198"]),
        at(&service, &home, &["draft", "restore", mine]),
        // Practice is another workspace.
        without_keyring(
            &home,
            &["draft", "discard", mine, "--workspace", "Practice"],
        ),
    ];
    let said = said.map(|output| shown(&output).replace(mine, "MINE"));
    expect![[r#"
        There is no draft 0198, so nothing was changed. `adwright draft list` lists the drafts.
        ended with 2
        There is no draft MINE, so nothing was changed. `adwright draft list --discarded` lists the drafts.
        ended with 2
        There is no draft MINE, so nothing was changed. `adwright draft list` lists the drafts.
        ended with 2
    "#]].assert_eq(&said.concat());
    assert_eq!(elements(&at(&service, &home, &["send", "--json"])).len(), 1);
}

#[test]
fn waiting_draft_stays_with_its_reason() {
    let service = Practice::with_faults(&[], &[Fault::DropBeforeCommit]);
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "c.json", &campaign("Lost"));
    at(&service, &home, &["campaign", "create", &file, "--go"]);
    check(
        &at(&service, &home, &["draft", "list"]),
        &expect![[r#"
            DRAFT                                 STATE  FINDINGS  SAVED                 KIND      ID   NAME
            DRAFT  held   none      TIME  Campaign  new  Lost
            held: The draft was sent, and its outcome needs your decision under Sent.
            ended with 0
        "#]],
    );
    check(
        &at(&service, &home, &["draft", "discard", "--all"]),
        &expect![[r#"
            0 drafts discarded. 1 draft was not discarded, because it is being sent or needs your decision under Sent.
            ended with 4
        "#]],
    );
}

#[test]
fn draft_stays_discarded_beside_another_one() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let update = |name: &str| {
        let set = format!("name=\"{name}\"");
        let update = ["campaign", "update", "1072226018", "--json", "--set", &set];
        let made = elements(&at(&service, &home, &update));
        made[0]["draft"].as_str().unwrap().to_owned()
    };
    let first = update("First");
    at(&service, &home, &["draft", "discard", &first]);
    update("Second");
    check(
        &at(&service, &home, &["draft", "restore", &first]),
        &expect![[r#"
            0 drafts restored. 1 draft stays discarded, because its campaign has another draft now. Discard or send the other draft first.
            ended with 4
        "#]],
    );
}

#[test]
fn neither_the_service_nor_the_keyring_is_asked() {
    let home = tempfile::tempdir().unwrap();
    let add = "workspace add Gone --base-url http://127.0.0.1:9 --auth bearer --no-secret";
    let add: Vec<_> = add.split(' ').collect();
    assert_eq!(without_keyring(&home, &add).status.code(), Some(0));
    let list = ["draft", "list", "--workspace", "Gone"];
    check(
        &without_keyring(&home, &list),
        &expect![[r#"
            There are no drafts.
            ended with 0
        "#]],
    );
}

#[test]
fn clashes_are_merged_and_settled_by_side() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let run = |line: &str| {
        let arguments: Vec<_> = line.split(' ').collect();
        at(&service, &home, &arguments)
    };
    run("campaign update 1072226018 --set name=\"Mine\"");
    service.touch("1072226018", json!({ "name": "Theirs", "notes": "theirs" }));
    let merged = run("draft merge --all --json");
    assert_eq!(merged.status.code(), Some(4));
    let element = elements(&merged).remove(0);
    assert_eq!(
        [&element["moved"], &element["open"]],
        [&json!(true), &json!(1)]
    );
    assert!(element["by"].is_string() && element["at"].is_string());
    let clash = &element["clashes"][0];
    let values = ["mine", "theirs", "state"].map(|name| clash[name].as_str().unwrap());
    assert_eq!(values, ["Mine", "Theirs", "open"]);
    let blocked = &elements(&run("draft list --json"))[0]["blocked"];
    assert!(
        blocked.as_str().unwrap().contains("draft merge"),
        "{blocked}"
    );

    let draft = element["draft"].as_str().unwrap();
    let settled = run(&format!("draft merge {draft} --take mine"));
    let said = shown(&settled);
    assert_eq!(settled.status.code(), Some(0), "{said}");
    assert!(said.contains("(mine): was"), "{said}");
    let sent = elements(&run("send --go --json")).remove(0);
    assert_eq!(sent["outcome"], "confirmed", "{sent}");
}
