//! Facts that a person enters: set, list and remove.

use expect_test::expect;

use crate::{adwright, folder, shown};

#[test]
fn entered_fact_is_listed_and_forgotten() {
    let home = folder(&[]);
    let run = |arguments: &[&str]| shown(&adwright(home.path(), arguments, b""));
    let key = ["campaign/700120", "placementAttached"];
    expect![[r#"
        No facts are known yet.
        ended with 0
    "#]]
    .assert_eq(&run(&["fact", "list"]));
    expect![[r#"
        Are placements attached to campaign 700120? No.
        ended with 0
    "#]]
    .assert_eq(&run(&["fact", "set", key[0], key[1], "no"]));
    let listed = run(&["fact", "list"]);
    assert!(
        listed.contains("campaign/700120  placementAttached  no"),
        "{listed}"
    );
    assert!(listed.contains(" said so."), "{listed}");
    expect![[r#"
        The fact is forgotten.
        ended with 0
    "#]]
    .assert_eq(&run(&["fact", "remove", key[0], key[1]]));
    expect![[r#"
        The fact was not known.
        ended with 0
    "#]]
    .assert_eq(&run(&["fact", "remove", key[0], key[1]]));
}

#[test]
fn fact_about_another_subject_is_refused() {
    let home = folder(&[]);
    let run = |arguments: &[&str]| shown(&adwright(home.path(), arguments, b""));
    expect![[r#"
        placementAttached is a fact about campaign/ID. Name such a subject.
        ended with 2
    "#]]
    .assert_eq(&run(&[
        "fact",
        "set",
        "advertiser/4401",
        "placementAttached",
        "yes",
    ]));
    expect![[r#"
        “campaign” does not name a subject. Write it like campaign/700120, advertiser/4401 or activity/52024/advertiser/4401.
        ended with 2
    "#]].assert_eq(&run(&[
        "fact",
        "set",
        "campaign",
        "placementAttached",
        "yes",
    ]));
    expect![[r#"
        valueOnService follows from the fetched data, so nobody can enter it.
        ended with 2
    "#]]
    .assert_eq(&run(&[
        "fact",
        "set",
        "campaign/1",
        "valueOnService",
        "yes",
    ]));
}
