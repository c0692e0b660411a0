//! The history of an object.

use expect_test::expect;

use crate::practice::Practice;
use crate::sending::at;
use crate::{elements, shown};

#[test]
fn history_lists_versions_sends_and_draft_steps() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let run = |line: &str| {
        let arguments: Vec<_> = line.split(' ').collect();
        at(&service, &home, &arguments)
    };
    run("campaign update 1072226018 --set name=\"One\" --go");
    run("campaign update 1072226018 --set name=\"Two\"");
    let entries = elements(&run("history campaign 1072226018 --json"));
    let words = entries.iter().map(|entry| {
        let words = ["event", "status", "outcome"].map(|name| entry[name].to_string());
        words.join(" ") + "\n"
    });
    expect![[r#"
        "draft-edited" "draft" null
        "draft-created" "past" null
        "fetched" "on-service" null
        "sent" "past" "confirmed"
        "fetched" "past" null
    "#]]
    .assert_eq(&words.collect::<String>());
    let table = shown(&run("history campaign 1072226018"));
    let words: Vec<Vec<_>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(words[0], ["AT", "EVENT", "STATUS", "PERSON", "CHANGE"]);
    assert_eq!(words[1][1..3], ["draft-edited", "draft"], "{table}");

    let draft = elements(&run("draft list --json"))[0]["draft"].to_string();
    let of_draft = run(&format!("history draft {} --json", draft.trim_matches('"')));
    assert_eq!(elements(&of_draft), entries);
    expect![[r#"
        Campaign 7 is not in this workspace.
        ended with 3
    "#]]
    .assert_eq(&shown(&run("history campaign 7")));
}
