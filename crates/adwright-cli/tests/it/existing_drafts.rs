//! Unsent drafts are found again, both by the terminal and by the window.

use adwright_service::Fault;
use adwright_views::{DocumentRef, EditRequest, FieldInput};
use expect_test::expect;
use serde_json::json;

use crate::live_workspace::{added, desk_of, in_live};
use crate::practice::Practice;
use crate::sending::{at, campaign, check, count, outcomes, written};
use crate::values::{all, file, named, objects, table, tally};
use crate::{elements, shown};

/// The message if an existing draft was used instead of a new one.
const KEPT: &str = "This draft exists already, so no second one was created.\n";

#[test]
fn planned_and_sent_campaign_is_one_draft() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let file = written(&home, "c.json", &campaign("Harvest"));
    let create = ["campaign", "create", &file, "--json"];
    let first = elements(&at(&service, &home, &create));
    // The same values in another order, one of them from the command line.
    let mut other = json!({"traffickingMode": "simple"});
    for (name, value) in campaign("Harvest").as_object().unwrap() {
        other[name] = value.clone();
    }
    other["name"] = json!("?");
    let other = written(&home, "d.json", &other);
    let again = [
        "campaign",
        "create",
        &other,
        "--set",
        "name=\"Harvest\"",
        "--json",
    ];
    let second = at(&service, &home, &again);
    assert_eq!(elements(&second)[0]["draft"], first[0]["draft"]);
    assert!(shown(&second).contains(KEPT), "{}", shown(&second));
    let sent = at(&service, &home, &[&create[..], &["--go"]].concat());
    assert_eq!(elements(&sent)[0]["draft"], first[0]["draft"]);
    assert_eq!(count(&service, "Harvest"), 1);
    let list = at(&service, &home, &["draft", "list", "--json"]);
    assert!(elements(&list).is_empty(), "{}", shown(&list));
    // The object was sent, so a further one must be asked for explicitly.
    assert!(elements(&at(&service, &home, &create)).is_empty());
    let new = at(&service, &home, &[&create[..], &["--again"]].concat());
    assert_ne!(elements(&new)[0]["draft"], first[0]["draft"]);
    assert!(!shown(&new).contains(KEPT), "{}", shown(&new));
}

#[test]
fn campaign_from_the_window_is_not_duplicated() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added(&home, &service, &[]);
    let desk = desk_of(&home);
    let target = desk.drafts.create_draft().unwrap().target;
    let DocumentRef::Draft(draft) = &target else {
        panic!("{target:?}");
    };
    let request = EditRequest {
        path: "name".to_owned(),
        input: FieldInput::Text("From the window".to_owned()),
    };
    desk.drafts.edit_draft(&target, &request).unwrap();
    let same = [
        "campaign",
        "create",
        "--set",
        "name=\"From the window\"",
        "--json",
    ];
    let same = in_live(&home, &same);
    assert_eq!(
        elements(&same)[0]["draft"],
        json!(draft),
        "{}",
        shown(&same)
    );
    let other = ["campaign", "create", "--set", "name=\"Another\"", "--json"];
    assert_ne!(elements(&in_live(&home, &other))[0]["draft"], json!(draft));
}

#[test]
fn planned_and_sent_change_is_one_draft() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let update = [
        "campaign",
        "update",
        "1072226018",
        "--json",
        "--set",
        "name=\"A\"",
    ];
    let first = elements(&at(&service, &home, &update));
    let second = at(&service, &home, &update);
    assert!(shown(&second).contains(KEPT), "{}", shown(&second));
    assert_eq!(elements(&second)[0]["draft"], first[0]["draft"]);
    let sent = at(&service, &home, &[&update[..], &["--go"]].concat());
    assert_eq!(elements(&sent)[0]["draft"], first[0]["draft"]);
    assert_eq!(outcomes(&sent)[0].0, "confirmed");
}

#[test]
fn differing_draft_is_changed_only_on_request() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let update = |more: &[&str]| {
        let update = ["campaign", "update", "1072226018", "--json", "--set"];
        at(&service, &home, &[&update, more].concat())
    };
    assert_eq!(update(&["name=\"A\""]).status.code(), Some(0));
    let refused = || {
        check(
            &update(&["notes=\"B\""]),
            &expect![[r#"
                Campaign 1072226018 already has a draft with other changes, “A”. Nothing was changed. Send or discard that draft first, or add these changes to it. Use `adwright send DRAFT --go` or `adwright draft discard DRAFT`, or add --onto-draft to this command.
                ended with 2
            "#]],
        );
    };
    refused();
    let both = elements(&update(&["notes=\"B\"", "--onto-draft"]));
    assert_eq!(both[0]["changed"], 2);
    // The draft contains that change, and another one.
    refused();
    let same = update(&["notes=\"B\"", "--onto-draft"]);
    assert!(shown(&same).contains(KEPT), "{}", shown(&same));
    assert_eq!(elements(&same)[0]["changed"], 2);
}

#[test]
fn values_of_a_file_are_begun_once_each() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let list = |others: &[&str]| format!("[{}]", others.join(","));
    let [first, twin, other] = ["Kept 1", "Kept 2", "Kept 9"].map(|name| objects(name, 1));
    let [first, twin, other] = [&first, &twin, &other].map(|list| list.trim_matches(['[', ']']));
    let path = file(&home, "values.json", &list(&[first, twin, twin]));
    let drafts = |output| -> Vec<_> {
        elements(&output)
            .iter()
            .map(|value| value["draft"].clone())
            .collect()
    };
    let create = |path: &str| at(&service, &home, &["value", "create", path, "--json"]);
    let begun = drafts(create(&path));
    // Two equal objects in the file mean two drafts. The checks report the duplicate.
    assert_eq!(begun.len(), 3);
    assert_ne!(begun[1], begun[2]);
    let again = create(&path);
    assert!(
        shown(&again).contains("These 3 drafts exist already"),
        "{}",
        shown(&again)
    );
    assert_eq!(drafts(again), begun);
    let more = file(&home, "more.json", &list(&[first, twin, twin, other]));
    let more = create(&more);
    assert!(
        shown(&more).contains("3 of these 4 drafts exist already"),
        "{}",
        shown(&more)
    );
    assert_eq!(drafts(more)[..3], begun);
}

#[test]
fn waiting_item_is_not_resent_by_repetition() {
    let service = Practice::with_faults(&[], &[Fault::DropBeforeCommit]);
    let home = tempfile::tempdir().unwrap();
    let path = file(&home, "values.csv", &table("Waits", 2));
    let create = ["value", "create", &path, "--go", "--json"];
    assert_eq!(tally(&at(&service, &home, &create)), all("needs-you", 2));
    let again = at(&service, &home, &create);
    assert_eq!(again.status.code(), Some(4), "{}", shown(&again));
    assert!(elements(&again).is_empty(), "{}", shown(&again));
    assert!(
        shown(&again).contains("All 2 were sent before, and the outcome needs you"),
        "{}",
        shown(&again)
    );
    assert!(named(&service, "Waits").is_empty());
}
